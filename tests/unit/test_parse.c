#include "reading.h"

#include "compiler/tree_dump.h"

/* ---- texts that are not Magic
 * -------------------------------------------------------------------- */

static void refuses(enum ct_text_of of, const char *text, enum ct_code code, const char *at)
{
    struct reading r;
    char caret[160];

    reading_open(&r, "Tessa", of, text);
    reading_parse(&r);
    if (!r.errors) fail_msg("this was read: %s", text);
    if (r.diags.first->code != code)
        fail_msg("'%s': error %d, not %d", text, (int)r.diags.first->code, (int)code);
    if (at && strcmp(reading_caret(&r, caret, sizeof caret), at))
        fail_msg("'%s': the caret is on '%s'", text, caret);
    reading_close(&r);
}

static void instant(const char *text, enum ct_code code, const char *at)
{
    refuses(CT_TEXT_SPELL, text, code, at);
}

static void permanent(const char *text, enum ct_code code, const char *at)
{
    refuses(CT_TEXT_PERMANENT, text, code, at);
}

static void numbers_agree(void **state)
{
    (void)state;
    instant("Draw two card.", CT_ERR_AGREEMENT, "card");
    instant("Draw a cards.", CT_ERR_AGREEMENT, "cards");
    instant("Destroy target creatures.", CT_ERR_AGREEMENT, "creatures");
    instant("Target player draw a card.", CT_ERR_AGREEMENT, NULL);
    instant("You draws a card.", CT_ERR_AGREEMENT, NULL);
    instant("Up to one target creatures gain flying until end of turn.", CT_ERR_AGREEMENT,
            "creatures");
    instant("You may draws a card.", CT_ERR_SYNTAX, NULL);
    permanent("Creatures you control gets +1/+1.", CT_ERR_AGREEMENT, NULL);
    permanent("Each creature you control get +1/+1.", CT_ERR_AGREEMENT, NULL);
}

static void verbs_act_on_their_kinds(void **state)
{
    (void)state;
    instant("Draw target creature.", CT_ERR_WRONG_OBJECT, "target creature");
    instant("Counter target land.", CT_ERR_WRONG_OBJECT, "target land");
    instant("Destroy target player.", CT_ERR_WRONG_OBJECT, "target player");
    instant("Discard target creature.", CT_ERR_WRONG_OBJECT, "target creature");
    instant("Tap target card.", CT_ERR_WRONG_OBJECT, "target card");
    instant("Create a Bear.", CT_ERR_WRONG_OBJECT, "a Bear");
    instant("Return target creature from your graveyard to your hand.", CT_ERR_WRONG_OBJECT,
            "creature");
    instant("Return target creature to its hand.", CT_ERR_WRONG_OBJECT, "its hand");
    instant("Tessa deals 3 to any target.", CT_ERR_WRONG_OBJECT, "3");
}

static void nothing_obligatory_is_missing(void **state)
{
    (void)state;
    instant("Destroy.", CT_ERR_MISSING_PART, NULL);
    instant("Destroy creature.", CT_ERR_DETERMINER, "creature");
    instant("Draw cards.", CT_ERR_WHICH_ONES, "cards");
    instant("Put target creature.", CT_ERR_MISSING_PART, NULL);
    instant("Return target creature.", CT_ERR_MISSING_PART, NULL);
    instant("Tessa deals 3 damage.", CT_ERR_MISSING_PART, NULL);
    instant("Destroy target.", CT_ERR_SYNTAX, "target");
    instant("Exile the card of your library.", CT_ERR_SYNTAX, "card");
    instant("Exile the top of your library.", CT_ERR_WRONG_OBJECT, NULL);
    permanent("Whenever you gain, draw.", CT_ERR_MISSING_PART, NULL);
    permanent("At beginning of your upkeep, draw a card.", CT_ERR_DETERMINER, "beginning");
    permanent("At the beginning of your step, draw a card.", CT_ERR_MISSING_PART, "step");
    permanent("This enters tapped.", CT_ERR_WRONG_OBJECT, "This");
    permanent("When that dies, draw a card.", CT_ERR_MISSING_PART, "that");
    permanent("This creature gets +1/+1 as long as there's Bear card in your graveyard.",
              CT_ERR_DETERMINER, NULL);
    permanent("If damage that be dealt to you is red, draw a card.", CT_ERR_AGREEMENT, NULL);
    permanent("Whenever this creature is dealt, draw a card.", CT_ERR_MISSING_PART, NULL);
    instant("Gain 3 life.", CT_ERR_INCOMPLETE, NULL);
    instant("Draw an card.", CT_ERR_AGREEMENT, "an");
    instant("Destroy target end step.", CT_ERR_WRONG_OBJECT, NULL);
    instant("Create a 2/2 black green Bear creature token.", CT_ERR_SYNTAX, "green");
    instant("Target creature becomes an artifact in addition to its types until end of turn.",
            CT_ERR_MISSING_PART, NULL);
    permanent("{T}: Draw a card. Activate as a sorcery.", CT_ERR_MISSING_PART, NULL);
    permanent("Each creature you control with +1/+1 counter on it has flying.", CT_ERR_DETERMINER,
              NULL);
}

static void clauses_are_joined(void **state)
{
    (void)state;
    instant("Draw two cards, discard two cards.", CT_ERR_PUNCTUATION, ",");
    instant("Destroy target artifact, creature or enchantment.", CT_ERR_PUNCTUATION, "or");
    permanent("This creature dies, draw a card.", CT_ERR_PUNCTUATION, ",");
    permanent("This creature enters, it explores.", CT_ERR_PUNCTUATION, ",");
}

static void two_readings_are_shown(void **state)
{
    (void)state;
    instant("Destroy target artifact or creature and land.", CT_ERR_AMBIGUOUS_TEXT,
            "artifact or creature and land");
    instant("You draw a card and each opponent loses 1 life if you control a Bear.",
            CT_ERR_AMBIGUOUS_TEXT, NULL);
    instant("Tap target creature or untap it and draw a card.", CT_ERR_AMBIGUOUS_TEXT, NULL);
}

static void what_cannot_be_both(void **state)
{
    (void)state;
    permanent("Whenever you cast an instant sorcery spell, draw a card.", CT_ERR_SYNTAX, "sorcery");
    instant("Destroy target creature white.", CT_ERR_SYNTAX, NULL);
    instant("Create a Monster token attached to target creature.", CT_ERR_SYNTAX, "Monster");
    instant("Destroy target creature unless the moon is full.", CT_ERR_UNKNOWN_WORD, "moon");
}

/* ---- abilities by kind
 * ------------------------------------------------------------------------------ */

static void kind_is(enum ct_text_of of, const char *text, int kind)
{
    struct reading r;

    reading_open(&r, "Tessa", of, text);
    reading_parse(&r);
    if (r.errors) fail_msg("'%s': %s", text, r.diags.first->message);
    assert_int_equal(r.tree->nkids, 1);
    if (r.tree->kid[0]->kind != kind)
        fail_msg("'%s' is a %s", text, ct_kind_name(r.tree->kid[0]->kind));
    reading_close(&r);
}

static void abilities_have_their_kind(void **state)
{
    (void)state;
    kind_is(CT_TEXT_SPELL, "Draw a card.", CT_SPELL);
    kind_is(CT_TEXT_SPELL, "This spell costs {1} less to cast if you control a Bear.", CT_STATIC);
    kind_is(CT_TEXT_SPELL, "As an additional cost to cast this spell, sacrifice a creature.",
            CT_STATIC);
    kind_is(CT_TEXT_PERMANENT, "Other Bears you control get +1/+1.", CT_STATIC);
    kind_is(CT_TEXT_PERMANENT, "When this creature dies, draw a card.", CT_TRIGGERED);
    kind_is(CT_TEXT_PERMANENT, "At the beginning of your upkeep, scry 1.", CT_TRIGGERED);
    kind_is(CT_TEXT_PERMANENT, "{2}, {T}, Sacrifice a land: Draw a card.", CT_ACTIVATED);
    kind_is(CT_TEXT_PERMANENT, "+1: You gain 2 life.", CT_ACTIVATED);
    kind_is(CT_TEXT_PERMANENT, "Flying, protection from red and from blue", CT_KEYWORDS);
    kind_is(CT_TEXT_PERMANENT, "Ward\xe2\x80\x94Pay 2 life.", CT_KEYWORDS);
    kind_is(CT_TEXT_PERMANENT, "II \xe2\x80\x94 Create a Food token.", CT_CHAPTER);
}

static void a_bad_paragraph_leaves_the_others(void **state)
{
    struct reading r;

    (void)state;
    reading_open(&r, "Tessa", CT_TEXT_PERMANENT, "Flying\nDraw gleeps.\nHaste");
    reading_parse(&r);
    assert_int_equal(r.errors, 1);
    assert_int_equal(r.tree->nkids, 2);
    reading_close(&r);
}

static void subjects_go_on(void **state)
{
    struct reading r;
    const ct_node *both;

    (void)state;
    reading_open(&r, "Tessa", CT_TEXT_SPELL, "Target player draws a card and loses 1 life.");
    reading_parse(&r);
    assert_int_equal(r.errors, 0);
    both = r.tree->kid[0]->kid[CT_SPELL_BODY];
    assert_int_equal(both->kind, CT_AND);
    assert_int_equal(both->kid[1]->kid[CT_CLAUSE_SUBJECT]->kind, CT_SAME);
    assert_ptr_equal(both->kid[1]->kid[CT_CLAUSE_SUBJECT]->bind,
                     both->kid[0]->kid[CT_CLAUSE_SUBJECT]);
    reading_close(&r);
}

/* A duration after two verbs lasts for both. */
static void durations_cover_both_verbs(void **state)
{
    struct reading r;
    const ct_node *body;

    (void)state;
    reading_open(&r, "Tessa", CT_TEXT_SPELL,
                 "Target creature gets +1/+1 and gains flying until end of turn.");
    reading_parse(&r);
    assert_int_equal(r.errors, 0);
    body = r.tree->kid[0]->kid[CT_SPELL_BODY];
    assert_int_equal(body->kind, CT_LASTING);
    assert_int_equal(body->kid[CT_LASTING_BODY]->kind, CT_AND);
    reading_close(&r);
}

/* ---- golden trees
 * ---------------------------------------------------------------------------------------- */

/* tests/golden/trees.txt: a text after "> " (or "$ " on an instant), then its tree.
 * CANTRIP_GOLDEN=write writes it anew. */
static char *golden_of(const char *file)
{
    FILE *in = fopen(file, "rb"), *out = tmpfile();
    char line[1000];

    assert_non_null(in);
    assert_non_null(out);
    while (fgets(line, sizeof line, in)) {
        struct reading r;

        if (line[0] != '>' && line[0] != '$') continue;
        fputs(line, out);
        line[strcspn(line, "\n")] = 0;
        reading_open(&r, "Tessa", line[0] == '$' ? CT_TEXT_SPELL : CT_TEXT_PERMANENT, line + 2);
        reading_parse(&r);
        if (r.errors)
            fprintf(out, "error: %s\n", r.diags.first->message);
        else
            ct_tree_dump(out, r.lexicon, r.tree->kid[0]);
        fputc('\n', out);
        reading_close(&r);
    }
    fclose(in);
    char *text = ct_test_contents(out);
    fclose(out);
    return text;
}

static void trees_are_as_recorded(void **state)
{
    const char *file = CT_SOURCE_DIR "/tests/golden/trees.txt", *mode = getenv("CANTRIP_GOLDEN");
    char *now = golden_of(file);
    FILE *old;

    (void)state;
    if (mode && !strcmp(mode, "write")) {
        old = fopen(file, "wb");
        assert_non_null(old);
        fputs(now, old);
        fclose(old);
    } else {
        old = fopen(file, "rb");
        assert_non_null(old);
        fseek(old, 0, SEEK_END);
        char *recorded = ct_test_contents(old);
        fclose(old);
        assert_string_equal(now, recorded);
        free(recorded);
    }
    assert_null(strstr(now, "\nerror:"));
    free(now);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_agree),
        cmocka_unit_test(verbs_act_on_their_kinds),
        cmocka_unit_test(nothing_obligatory_is_missing),
        cmocka_unit_test(clauses_are_joined),
        cmocka_unit_test(two_readings_are_shown),
        cmocka_unit_test(what_cannot_be_both),
        cmocka_unit_test(abilities_have_their_kind),
        cmocka_unit_test(a_bad_paragraph_leaves_the_others),
        cmocka_unit_test(subjects_go_on),
        cmocka_unit_test(durations_cover_both_verbs),
        cmocka_unit_test(trees_are_as_recorded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
