#include "reading.h"

/* Reads the words of TEXT and lists what they are. */
static void units(const char *text, const char *expected)
{
    static const char *const kinds[] = {
        "end",     "word",    "number", "letter", "symbol", "parameter", "pt",
        "loyalty", "chapter", "self",   "name",   "label",  "'s",        ",",
        ".",       ":",       ";",      "-",      "bullet", "open",      "close"};
    struct reading r;
    char list[600] = "";

    reading_open(&r, "Tessa, Lamp Keeper", CT_TEXT_PERMANENT, text);
    assert_true(ct_words_read(&r.parser, (struct ct_span){0, (uint32_t)strlen(text)}));
    for (size_t i = 0; i + 1 < r.parser.unit_count; i++) {
        const struct ct_unit *u = &r.parser.units[i];
        size_t n = strlen(list);

        if (u->kind == CT_U_WORD)
            snprintf(list + n, sizeof list - n, "[%.*s]", (int)(u->span.end - u->span.start),
                     text + u->span.start);
        else
            snprintf(list + n, sizeof list - n, "<%s>", kinds[u->kind]);
    }
    assert_string_equal(list, expected);
    reading_close(&r);
}

static void the_longest_unit_wins(void **state)
{
    (void)state;
    units("Until end of turn, it has mana value 3 or less.",
          "[Until end of turn]<,>[it][has][mana value]<number>[or less]<.>");
    units("As long as you", "[As long as][you]");
}

static void units_give_way(void **state)
{
    (void)state;
    units("Any number of them", "[Any number][of][them]");
    units("Any number of creatures", "[Any number of][creatures]");
    units("Each other creature", "[Each][other][creature]");
    units("Any time you could", "[Any][time][you][could]");
}

static void names_symbols_numbers(void **state)
{
    (void)state;
    units("Tessa, Lamp Keeper deals X damage.", "<self>[deals]<letter>[damage]<.>");
    units("Tessa's power is +1/-X.", "<self><'s>[power][is]<pt><.>");
    units("{2/W}{T}, {cost}: Owners' 2/2.", "<symbol><symbol><,><parameter><:>[Owners]<'s><pt><.>");
    units("\xe2\x88\x92"
          "3: Draw a card.",
          "<loyalty><:>[Draw][a][card]<.>");
    units("I, II \xe2\x80\x94 Draw a card.", "<chapter>[Draw][a][card]<.>");
    units("Card named Lamp of the North", "[Card][named]<name>");
}

static void labels_are_ability_words_or_look_like_names(void **state)
{
    (void)state;
    units("Landfall \xe2\x80\x94 Draw a card.", "<label>[Draw][a][card]<.>");
    units("Song of the Lamp \xe2\x80\x94 Draw a card.", "<label>[Draw][a][card]<.>");
}

static void reminder_text_is_skipped(void **state)
{
    (void)state;
    units("Flying (It isn't gleeps (at all).)", "[Flying]");
}

/* An error, at these words. */
static void refuses(const char *text, enum ct_code code, const char *at)
{
    struct reading r;
    char caret[100];

    reading_open(&r, "Tessa, Lamp Keeper", CT_TEXT_PERMANENT, text);
    assert_false(ct_words_read(&r.parser, (struct ct_span){0, (uint32_t)strlen(text)}));
    assert_non_null(r.diags.first);
    assert_int_equal(r.diags.first->code, code);
    assert_string_equal(reading_caret(&r, caret, sizeof caret), at);
    reading_close(&r);
}

static void what_is_no_word(void **state)
{
    (void)state;
    refuses("Destroy target creture.", CT_ERR_UNKNOWN_WORD, "creture");
    refuses("Tap up gleeps two creatures.", CT_ERR_UNKNOWN_WORD, "gleeps");
    refuses("As long gleeps you control", CT_ERR_UNKNOWN_WORD, "gleeps");
    refuses("Artifact and/gleeps creature", CT_ERR_UNKNOWN_WORD, "gleeps");
    refuses("Song of gleeps \xe2\x80\x94 Draw a card.", CT_ERR_UNKNOWN_WORD, "gleeps");
    refuses("Add {K}.", CT_ERR_UNKNOWN_SYMBOL, "{K}");
    refuses("Add {G.", CT_ERR_UNCLOSED_BRACE, "{G.");
    refuses("Draw a card (and more.", CT_ERR_UNCLOSED_PARENTHESIS, "(");
    refuses("it has.", CT_ERR_PUNCTUATION, "it");
    refuses("It has \"Draw a card.", CT_ERR_UNCLOSED_QUOTE, ".");
    refuses("draw a card.", CT_ERR_PUNCTUATION, "draw");
}

static void old_wording_is_corrected(void **state)
{
    struct reading r;
    const char *text = "When it enters the battlefield, draw a card.";

    (void)state;
    refuses(text, CT_ERR_OLD_WORDING, "enters the battlefield");
    reading_open(&r, "", CT_TEXT_PERMANENT, text);
    assert_false(ct_words_read(&r.parser, (struct ct_span){0, (uint32_t)strlen(text)}));
    assert_string_equal(r.diags.first->replacement, "enters");
    reading_close(&r);
}

static void a_near_word_is_proposed(void **state)
{
    struct reading r;

    (void)state;
    reading_open(&r, "", CT_TEXT_PERMANENT, "Destroy target creture.");
    reading_parse(&r);
    assert_int_equal(r.errors, 1);
    assert_string_equal(r.diags.first->replacement, "creature");
    reading_close(&r);
}

static void a_compilation_adds_words(void **state)
{
    struct ct_lexicon *lex = ct_lexicon_new();
    const struct ct_sense *s;
    int verb;

    (void)state;
    assert_non_null(lex);
    verb = ct_lexicon_add_verb(lex, "venture inland", 14, false, CT_FRAME_I, CT_NC_PLAYER, 0);
    assert_true(verb >= CT_USER);
    s = ct_sense_of(lex, ct_lexicon_find(lex, "ventures inland", 15, NULL), CT_WC_VERB);
    assert_non_null(s);
    assert_int_equal(s->num, verb);
    assert_int_equal(s->form, CT_VF_THIRD);
    assert_string_equal(ct_lexicon_verb(lex, verb)->past, "ventured inland");
    assert_int_equal(ct_lexicon_add_verb(lex, "explores", 8, true, CT_FRAME_I, CT_NC_PERMANENT, 0),
                     CT_V_EXPLORE);
    assert_true(ct_lexicon_add_subtype(lex, "Lampfolk", 8) >= CT_USER);
    assert_non_null(ct_lexicon_find(lex, "lampfolks", 9, NULL));
    ct_lexicon_free(lex);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_longest_unit_wins),
        cmocka_unit_test(units_give_way),
        cmocka_unit_test(names_symbols_numbers),
        cmocka_unit_test(labels_are_ability_words_or_look_like_names),
        cmocka_unit_test(reminder_text_is_skipped),
        cmocka_unit_test(what_is_no_word),
        cmocka_unit_test(old_wording_is_corrected),
        cmocka_unit_test(a_near_word_is_proposed),
        cmocka_unit_test(a_compilation_adds_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
