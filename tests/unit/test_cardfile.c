#include "support.h"

#include "compiler/cardfile.h"

struct fixture {
    struct ct_diags diags;
    struct ct_cardpool pool;
};

static int setup(void **state)
{
    static struct fixture f;

    ct_diags_init(&f.diags);
    ct_cardpool_init(&f.pool, &f.diags, 0);
    *state = &f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;

    ct_cardpool_free(&f->pool);
    ct_diags_free(&f->diags);
    return 0;
}

static bool read_bytes(struct fixture *f, const char *text, size_t len)
{
    struct ct_source *source = ct_source_from(&f->pool.arena, "test.cards", text, len, &f->diags);

    return source && ct_cardfile_read(&f->pool, source);
}

static bool read_text(struct fixture *f, const char *text)
{
    return read_bytes(f, text, strlen(text));
}

static struct ct_printed_card *find(struct fixture *f, const char *name, uint32_t *face)
{
    return ct_cardpool_find(&f->pool, name, strlen(name), face);
}

static void a_card_is_read_as_printed(void **state)
{
    struct fixture *f = *state;
    const struct ct_printed_card *card;

    assert_true(read_text(f, "# Two halves.\n"
                             "Fenlight Keeper {1}{G}\n"
                             "@set ABC\n"
                             "Creature -- Elf Scout\n"
                             "When ~ enters, it explores.\n"
                             "# between\n"
                             "Vigilance (It “stays” untapped.)\n"
                             "2/1\n"
                             "//\n"
                             "Kindle the Path {G}\n"
                             "Sorcery — Adventure\n"
                             "Choose one --\n"
                             "* Draw a card.\n"
                             "*Kindle the Path deals 1 damage to any target.\n"));
    card = f->pool.cards;
    assert_int_equal(f->pool.card_count, 1);
    assert_string_equal(card->name, "Fenlight Keeper // Kindle the Path");
    assert_int_equal(card->layout, CT_LAYOUT_ADVENTURE);
    assert_string_equal(card->set, "ABC");
    assert_string_equal(card->faces[0].mana_cost.text, "{1}{G}");
    assert_string_equal(card->faces[0].type_line.text, "Creature — Elf Scout");
    assert_string_equal(card->faces[0].type_line.text + card->faces[0].subtypes.start, "Elf Scout");
    assert_string_equal(
        card->faces[0].text->text,
        "When Fenlight Keeper enters, it explores.\nVigilance (It \"stays\" untapped.)");
    assert_string_equal(card->faces[0].power.text, "2");
    assert_string_equal(card->faces[0].toughness.text, "1");
    assert_string_equal(
        card->faces[1].text->text,
        "Choose one —\n• Draw a card.\n• Kindle the Path deals 1 damage to any target.");
    assert_null(card->faces[1].power.text);
}

/* Whatever stands in a face's text is found again in the file. */
static void rules_text_leads_back_to_the_file(void **state)
{
    struct fixture *f = *state;
    const struct ct_source *text, *origin;
    struct ct_span span;
    const char *word;

    assert_true(read_text(
        f, "Bear {G}\nCreature -- Bear\n# note\nWard -- Pay 2 life.\n~ can't block.\n1/1\n"));
    text = f->pool.cards->faces[0].text;
    word = strstr(text->text, "Pay");
    span = ct_source_origin(
        text, (struct ct_span){(uint32_t)(word - text->text), (uint32_t)(word - text->text) + 3},
        &origin);
    assert_memory_equal(origin->text + span.start, "Pay", 3);
    word = strstr(text->text, "Bear");
    span = ct_source_origin(
        text, (struct ct_span){(uint32_t)(word - text->text), (uint32_t)(word - text->text) + 4},
        &origin);
    assert_int_equal(span.end - span.start, 1);
    assert_int_equal(origin->text[span.start], '~');
    word = strstr(text->text, "block");
    span = ct_source_origin(
        text, (struct ct_span){(uint32_t)(word - text->text), (uint32_t)(word - text->text) + 5},
        &origin);
    assert_memory_equal(origin->text + span.start, "block", 5);
}

static void every_kind_of_number_is_taken(void **state)
{
    struct fixture *f = *state;
    const struct ct_printed_card *card;

    assert_true(read_text(
        f,
        "Walker {2}\nLegendary Planeswalker — Walker\n+1: Draw a card.\n−X: You gain X life.\nX\n\n"
        "Siege {2}\nBattle — Siege\n5\n\n"
        "Cart {2}\nArtifact — Vehicle\nCrew 1\n3/4\n\n"
        "Slime {2}\nCreature — Ooze\n*/1+*\n\n"
        "Climber {2}\nCreature — Human\nLevel up {1}\nLEVEL 1-2\n2/3\nFlying\nLEVEL "
        "3+\n4/4\n1/1\n\n"
        "Place\nBasic Snow Land — Forest\n"));
    card = find(f, "Walker", NULL);
    assert_string_equal(card->faces[0].loyalty.text, "X");
    assert_string_equal(card->faces[0].text->text, "+1: Draw a card.\n−X: You gain X life.");
    assert_string_equal(find(f, "Siege", NULL)->faces[0].defense.text, "5");
    assert_string_equal(find(f, "Cart", NULL)->faces[0].toughness.text, "4");
    assert_string_equal(find(f, "Slime", NULL)->faces[0].toughness.text, "1+*");
    card = find(f, "Climber", NULL);
    assert_string_equal(card->faces[0].power.text, "1");
    assert_string_equal(card->faces[0].text->text,
                        "Level up {1}\nLEVEL 1-2\n2/3\nFlying\nLEVEL 3+\n4/4");
    card = find(f, "Place", NULL);
    assert_null(card->faces[0].mana_cost.text);
    assert_int_equal(card->faces[0].text->len, 0);
}

static void metadata_is_kept_and_checked(void **state)
{
    struct fixture *f = *state;
    const struct ct_printed_card *card;

    assert_true(read_text(
        f, "Thief {U}\n@set XYZ\n@number 12a\n@rarity rare\n@artist A. N. Other\n@flavor \"Oh # "
           "no.\"\n"
           "@color blue and red\n@name de \"Dieb\"\n@name fr \"Voleur\"\nCreature — Human\n1/1\n"));
    card = f->pool.cards;
    assert_string_equal(card->set, "XYZ");
    assert_string_equal(card->metadata->key.text, "set");
    assert_string_equal(card->metadata->next->value.text, "12a");
    assert_true(card->faces[0].has_colors);
    assert_int_equal(card->faces[0].colors, 2 | 8);
    assert_ptr_equal(find(f, "dieb", NULL), card);
    assert_ptr_equal(find(f, "Voleur", NULL), card);
}

static void cards_are_found_by_every_name(void **state)
{
    struct fixture *f = *state;
    struct ct_printed_card *card;
    uint32_t face = 9;

    assert_true(read_text(
        f, "Brazen Borrower {1}{U}{U}\n@name de \"Dreister Langfinger // Gemeiner Diebstahl\"\n"
           "Creature — Faerie Rogue\n3/1\n//\nPetty Theft {1}{U}\n@name fr \"Larcin mineur\"\n"
           "Instant — Adventure\nDraw a card.\n\n"
           "Theft {U}\nInstant\nDraw a card.\n\n"
           "Petty {U}\n@name de \"Æther-Größe\"\nInstant\nDraw a card.\n"));
    card = f->pool.cards;
    assert_ptr_equal(find(f, "Brazen Borrower // Petty Theft", &face), card);
    assert_int_equal(face, 0);
    assert_ptr_equal(find(f, "brazen borrower", &face), card);
    assert_int_equal(face, 0);
    assert_ptr_equal(find(f, "PETTY THEFT", &face), card);
    assert_int_equal(face, 1);
    assert_ptr_equal(find(f, "Dreister Langfinger // Gemeiner Diebstahl", &face), card);
    assert_ptr_equal(find(f, "Dreister Langfinger", &face), card);
    assert_int_equal(face, 0);
    assert_ptr_equal(find(f, " Gemeiner Diebstahl ", &face), card);
    assert_int_equal(face, 1);
    assert_ptr_equal(find(f, "Larcin mineur", &face), card);
    assert_int_equal(face, 1);
    assert_ptr_not_equal(find(f, "Theft", NULL), card);
    assert_ptr_equal(find(f, "æther-GRÖSSE", NULL), find(f, "Petty", NULL));
    assert_ptr_equal(find(f, "Æther-Gro\u0308ße", NULL),
                     find(f, "Petty", NULL)); /* o and a combining mark */
    assert_null(find(f, "Petty Thef", NULL));
    assert_null(find(f, "", NULL));
}

/* A whole name goes before a half that is called the same, whichever is read first. */
static void a_whole_name_goes_before_a_half(void **state)
{
    struct fixture *f = *state;

    assert_true(read_text(
        f, "Bind {1}{G}\nInstant\nDraw a card.\n//\nFree {1}{W}\nInstant\nDraw a card.\n\n"
           "Bind {G}\nInstant\nDraw a card.\n"));
    assert_string_equal(find(f, "Bind", NULL)->name, "Bind");
    assert_string_equal(find(f, "Bind // Free", NULL)->name, "Bind // Free");
    assert_int_equal(find(f, "Bind // Free", NULL)->layout, CT_LAYOUT_SPLIT);
}

static void definitions_have_heads_and_bodies(void **state)
{
    struct fixture *f = *state;
    const struct ct_definition *definition;

    assert_true(read_text(f, "keyword action  {creature} jousts {another creature}\n"
                             "    Draw a card.\n"
                             "    # why\n"
                             "    Then discard a card.\n"
                             "\n"
                             "keyword ability  steadfast {cost}\n"
                             "    {cost}: Draw a card.\n"
                             "\n"
                             "keyword ability  trundle\n"
                             "    @rule 702.19\n"
                             "\n"
                             "token  Tin Hero\n"
                             "@color white\n"
                             "Artifact Creature — Soldier\n"
                             "Vigilance\n"
                             "1/1\n"));
    assert_int_equal(f->pool.definition_count, 4);
    definition = ct_cardpool_definition(&f->pool, CT_DEF_ACTION, "jousts", 6);
    assert_int_equal(definition->part_count, 3);
    assert_true(definition->parts[0].parameter && definition->parts[2].parameter);
    assert_string_equal(definition->parts[2].words.text, "another creature");
    assert_string_equal(definition->face.text->text, "Draw a card.\nThen discard a card.");
    definition = ct_cardpool_definition(&f->pool, CT_DEF_ABILITY, "steadfast", 9);
    assert_string_equal(definition->parts[1].words.text, "cost");
    definition = ct_cardpool_definition(&f->pool, CT_DEF_ABILITY, "trundle", 7);
    assert_string_equal(definition->rule.text, "702.19");
    definition = ct_cardpool_definition(&f->pool, CT_DEF_TOKEN, "tin hero", 8);
    assert_string_equal(definition->face.power.text, "1");
    assert_int_equal(definition->face.colors, 1);
    assert_null(ct_cardpool_definition(&f->pool, CT_DEF_ABILITY, "jousts", 6));
}

static void the_mechanics_that_come_along_are_right(void **state)
{
    struct fixture *f = *state;

    assert_true(ct_cardpool_prelude(&f->pool));
    assert_non_null(ct_cardpool_definition(&f->pool, CT_DEF_ACTION, "explores", 8));
    assert_non_null(ct_cardpool_definition(&f->pool, CT_DEF_TOKEN, "Wicked", 6));
    /* The same files from the folder say nothing new. */
    assert_true(ct_cardpool_load(&f->pool, CT_SOURCE_DIR "/cards/mechanics"));
}

/* One bad block is one error, and the blocks around it are read. */
static void a_bad_block_costs_only_itself(void **state)
{
    struct fixture *f = *state;

    assert_false(read_text(f, "Good {G}\nInstant\nDraw a card.\n\n"
                              "    stray\nmore\n\n"
                              "Bad {G\nInstant\nDraw a card.\n\n"
                              "keyword nonsense\n\n"
                              "Alone {G}\n\n"
                              "Better {G}\nInstant\nDraw a card.\n"));
    assert_int_equal(f->diags.errors, 4);
    assert_non_null(find(f, "Good", NULL));
    assert_non_null(find(f, "Better", NULL));
    assert_int_equal(f->pool.card_count, 2);
}

static void windows_files_are_read(void **state)
{
    struct fixture *f = *state;

    assert_true(read_text(
        f,
        "\xef\xbb\xbf"
        "Bear {G}\r\nCreature — Bear\r\nTrample\r\n2/2\r\n\r\nElf {G}\r\nCreature — Elf\r\n1/1"));
    assert_string_equal(find(f, "Bear", NULL)->faces[0].text->text, "Trample");
    assert_string_equal(find(f, "Elf", NULL)->faces[0].toughness.text, "1");
}

static void expect(struct fixture *f, const char *text, enum ct_code code, const char *at)
{
    const struct ct_diag *diag;

    ct_cardpool_reset(&f->pool);
    ct_diags_clear(&f->diags);
    assert_false(read_text(f, text));
    diag = f->diags.first;
    assert_int_equal(diag->code, code);
    if (at && strncmp(diag->source->text + diag->span.start, at, strlen(at)) != 0)
        fail_msg("expected the caret at '%s', but it is at '%s'", at,
                 diag->source->text + diag->span.start);
}

static void malformed_input_is_named_where_it_stands(void **state)
{
    struct fixture *f = *state;
    char *text;

    expect(f, "", CT_ERR_EMPTY_FILE, NULL);
    expect(f, "\n  \n# only this\n", CT_ERR_EMPTY_FILE, NULL);
    expect(f, "Bear {G}\n", CT_ERR_MISSING_TYPE_LINE, "Bear");
    expect(f, "Bear {G}\n2/2\n", CT_ERR_MISSING_TYPE_LINE, "2/2");
    expect(f, "Bear {G}\nCreature — Bear\n2/2\n//\nHalf {G}\n", CT_ERR_MISSING_TYPE_LINE, "Half");
    expect(f, "Bear {G}\nTrample\n2/2\n", CT_ERR_NOT_A_TYPE_LINE, "Trample");
    expect(f, "Bear {G}\nLegendary — Bear\n2/2\n", CT_ERR_NOT_A_TYPE_LINE, "Legendary");
    expect(f, "Bear {G}\nCreature — Bear\nTrample\n", CT_ERR_MISSING_POWER_TOUGHNESS, "Creature");
    expect(f, "Spell {G}\nInstant\nDraw a card.\n2/2\n", CT_ERR_UNEXPECTED_POWER_TOUGHNESS, "2/2");
    expect(f, "Spell {G}\nInstant\nDraw a card.\n2\n", CT_ERR_UNEXPECTED_NUMBER, "2\n");
    expect(f, "Vela {G}\nPlaneswalker — Vela\n+1: Draw a card.\n", CT_ERR_MISSING_LOYALTY,
           "Planeswalker");
    expect(f,
           "Bear {G}\nCreature — Bear\n2/2\n//\nWalk {G}\nEnchantment — Adventure\nDraw a card.\n",
           CT_ERR_ADVENTURE_NOT_SPELL, "Enchantment");
    expect(f, "Bear {G\nInstant\nDraw a card.\n", CT_ERR_UNCLOSED_BRACE, "{G");
    expect(f, "Bear {G}}\nInstant\nDraw a card.\n", CT_ERR_UNCLOSED_BRACE, "}\n");
    expect(f, "Bear {G}\nInstant\nAdd {G.\n", CT_ERR_UNCLOSED_BRACE, "{G.");
    expect(f, "Bear {G}{Q}\nInstant\nDraw a card.\n", CT_ERR_UNKNOWN_SYMBOL, "{Q}");
    expect(f, "Bear {}\nInstant\nDraw a card.\n", CT_ERR_UNKNOWN_SYMBOL, "{}");
    expect(f, "Bear {2/P}\nInstant\nDraw a card.\n", CT_ERR_UNKNOWN_SYMBOL, "{2/P}");
    expect(f, "Bear {G} x\nInstant\nDraw a card.\n", CT_ERR_BAD_NAME_LINE, "{G} x");
    expect(f, "{G}\nInstant\nDraw a card.\n", CT_ERR_BAD_NAME_LINE, "{G}");
    expect(f, "Bear {G}\nInstant\nCreatures have \"Flying.\nDraw\" a card.\n",
           CT_ERR_UNCLOSED_QUOTE, "\"Fly");
    expect(f, "Bear {G}\nInstant\nDraw (a card.\n", CT_ERR_UNCLOSED_PARENTHESIS, "(a");
    expect(f, "Bear {G}\nInstant\nDraw a) card.\n", CT_ERR_UNCLOSED_PARENTHESIS, ") card");
    expect(f, "Bear {G}\nInstant\nDraw.\n\nBEAR {R}\nInstant\nDraw.\n", CT_ERR_DUPLICATE_NAME,
           "BEAR");
    expect(f, "Bear {G}\n@flair x\nInstant\nDraw.\n", CT_ERR_UNKNOWN_METADATA, "@flair");
    expect(f, "Bear {G}\n@name de Bär\nInstant\nDraw.\n", CT_ERR_BAD_METADATA, "de B");
    expect(f, "Bear {G}\n@name de \"Bär\nInstant\nDraw.\n", CT_ERR_UNCLOSED_QUOTE, "\"B");
    expect(f, "Bear {G}\n@color mauve\nInstant\nDraw.\n", CT_ERR_BAD_METADATA, "mauve");
    expect(f, "Bear {G}\n@rule 702.19\nInstant\nDraw.\n", CT_ERR_BAD_METADATA, "702.19");
    expect(f, "Bear {G}\n@lang de\nInstant\nDraw.\n", CT_ERR_FOREIGN_TEXT, "de\n");
    expect(f, "Bear {G}\n@layout flipped\nInstant\nDraw.\n", CT_ERR_UNCLEAR_LAYOUT, "flipped");
    expect(f, "Bear {G}\n@layout flip\nInstant\nDraw.\n", CT_ERR_UNCLEAR_LAYOUT, "flip");
    expect(f, "Bear {G}\nCreature\n2/2\n//\nWolf\nCreature\n2/2\n", CT_ERR_UNCLEAR_LAYOUT, "Wolf");
    expect(f, "Bear {G}\nInstant\nDraw.\n//\n", CT_ERR_STRAY_FACES, NULL);
    expect(f, "//\nBear {G}\nInstant\nDraw.\n", CT_ERR_STRAY_FACES, "//");
    expect(f, "A {G}\nInstant\nDraw.\n//\nB {G}\nInstant\nDraw.\n//\nC {G}\nInstant\nDraw.\n",
           CT_ERR_STRAY_FACES, "C");
    expect(f, "2/2\n", CT_ERR_STRAY_LINE, "2/2");
    expect(f, "@set ABC\n", CT_ERR_STRAY_LINE, "@set");
    expect(f, "Bear {G}\nInstant\n  Draw.\n", CT_ERR_STRAY_LINE, "Draw");
    expect(f, "keyword action  study\nDraw a card.\n", CT_ERR_STRAY_LINE, "Draw");
    expect(f, "keyword action\n    Draw.\n", CT_ERR_BAD_DEFINITION, "keyword action");
    expect(f, "keyword ability  {cost}\n    Draw.\n", CT_ERR_BAD_DEFINITION, "{cost}");
    expect(f, "keyword ability  ward {cost\n    Draw.\n", CT_ERR_UNCLOSED_BRACE, "ward");
    expect(f, "keyword ability  ward {cost}\n", CT_ERR_EMPTY_DEFINITION, "ward");
    expect(f, "keyword ability  ward\n    @rule 702.1\n    Draw.\n", CT_ERR_BAD_METADATA, "702.1");
    expect(f, "token  Tin\n", CT_ERR_MISSING_TYPE_LINE, "Tin");
    expect(f, "token  Tin\nCreature — Tin\n", CT_ERR_MISSING_POWER_TOUGHNESS, "Creature");

    text = malloc(10 * 1000 * 1000 + 64);
    strcpy(text, "Bear {G}\nInstant\n");
    memset(text + strlen(text), 'x', 10 * 1000 * 1000);
    strcpy(text + 10 * 1000 * 1000 + 17, "\n\nElf {G}\nInstant\nDraw.\n");
    expect(f, text, CT_ERR_LINE_TOO_LONG, "xxx");
    assert_non_null(find(f, "Elf", NULL));
    free(text);
}

/* A file cut off anywhere is read or refused, and never more than a block is lost. */
static void a_truncated_file_is_no_danger(void **state)
{
    struct fixture *f = *state;
    static const char text[] = "keyword action  {creature} jousts\n    Draw \"a\" card.\n\ntoken  "
                               "T\n@color red\nCreature — T\n1/1\n\n"
                               "A {1}{G}\n@name de \"Ä // Ö\"\nCreature — Elf\nFlying (It "
                               "flies.)\n2/1\n//\nB {G}\nSorcery — Adventure\n* Draw — ~.\n";

    for (size_t len = 0; len <= strlen(text); len++) {
        ct_cardpool_reset(&f->pool);
        ct_diags_clear(&f->diags);
        if (!read_bytes(f, text, len)) assert_true(f->diags.errors > 0);
    }
    assert_int_equal(f->diags.errors, 0);
}

/* Whenever memory is refused the reader says so and stops. */
static void refused_memory_is_reported(void **state)
{
    struct fixture *f = *state;
    static const char text[] = "keyword action  {creature} jousts\n    Draw a card.\n\nA "
                               "{1}{G}\n@name de \"Ä // Ö\"\nCreature — Elf\nFlying\n2/1\n";
    bool good = false;

    for (size_t limit = 64; !good; limit += 64) {
        struct ct_cardpool pool;
        struct ct_source *source;
        ct_diags_clear(&f->diags);
        ct_cardpool_init(&pool, &f->diags, limit);
        source = ct_source_from(&f->pool.arena, "test", text, strlen(text), &f->diags);
        good = ct_cardfile_read(&pool, source);
        assert_true(good ? pool.card_count == 1 && pool.definition_count == 1
                         : f->diags.errors > 0);
        ct_cardpool_free(&pool);
        assert_true(limit < 100000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_card_is_read_as_printed, setup, teardown),
        cmocka_unit_test_setup_teardown(rules_text_leads_back_to_the_file, setup, teardown),
        cmocka_unit_test_setup_teardown(every_kind_of_number_is_taken, setup, teardown),
        cmocka_unit_test_setup_teardown(metadata_is_kept_and_checked, setup, teardown),
        cmocka_unit_test_setup_teardown(cards_are_found_by_every_name, setup, teardown),
        cmocka_unit_test_setup_teardown(a_whole_name_goes_before_a_half, setup, teardown),
        cmocka_unit_test_setup_teardown(definitions_have_heads_and_bodies, setup, teardown),
        cmocka_unit_test_setup_teardown(the_mechanics_that_come_along_are_right, setup, teardown),
        cmocka_unit_test_setup_teardown(a_bad_block_costs_only_itself, setup, teardown),
        cmocka_unit_test_setup_teardown(windows_files_are_read, setup, teardown),
        cmocka_unit_test_setup_teardown(malformed_input_is_named_where_it_stands, setup, teardown),
        cmocka_unit_test_setup_teardown(a_truncated_file_is_no_danger, setup, teardown),
        cmocka_unit_test_setup_teardown(refused_memory_is_reported, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
