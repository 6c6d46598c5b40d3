#include "support.h"

#include "compiler/carddata.h"

#include <unistd.h>

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

static bool load_bytes(struct fixture *f, const char *json, size_t len)
{
    char *path = ct_test_file(".jsonl", json, len);
    bool good;

    ct_cardpool_reset(&f->pool);
    ct_diags_clear(&f->diags);
    good = ct_carddata_load(&f->pool, path);
    unlink(path);
    free(path);
    return good;
}

static bool load(struct fixture *f, const char *json)
{
    return load_bytes(f, json, strlen(json));
}

#define BEAR                                                                                       \
    "{\"name\":\"Bear\",\"layout\":\"normal\",\"mana_cost\":\"{1}{G}\",\"type_line\":\"Creature "  \
    "— Bear\","                                                                                    \
    "\"oracle_text\":\"Trample\",\"power\":\"2\",\"toughness\":\"2\",\"sets\":[\"ABC\",\"XYZ\"]}"
#define ELF                                                                                        \
    "{\"name\":\"Elf\",\"layout\":\"normal\",\"mana_cost\":\"{G}\",\"type_line\":\"Creature — "    \
    "Elf\","                                                                                       \
    "\"oracle_text\":\"\",\"power\":\"1\",\"toughness\":\"1+*\",\"funny\":true}"

static void lines_and_lists_give_the_same_cards(void **state)
{
    struct fixture *f = *state;

    for (int form = 0; form < 2; form++) {
        const struct ct_printed_card *card;
        assert_true(load(f, form ? "[\n" BEAR ",\n" ELF "]\n" : BEAR "\n\n" ELF));
        assert_int_equal(f->pool.card_count, 2);
        card = ct_cardpool_find(&f->pool, "Bear", 4, NULL);
        assert_string_equal(card->faces[0].mana_cost.text, "{1}{G}");
        assert_string_equal(card->faces[0].text->text, "Trample");
        assert_string_equal(card->set, "ABC");
        assert_string_equal(card->sets[1], "XYZ");
        assert_null(card->sets[2]);
        card = ct_cardpool_find(&f->pool, "Elf", 3, NULL);
        assert_string_equal(card->faces[0].toughness.text, "1+*");
        assert_true(card->funny && !card->rebalanced);
    }
}

/* A card object and a card file that say the same give the same card. */
static void card_data_gives_what_a_card_file_gives(void **state)
{
    struct fixture *f = *state;
    static const char file[] = "Keeper {1}{G}\nCreature -- Elf\nVigilance\n2/1\n//\nPath "
                               "{G}\nSorcery -- Adventure\nDraw a card.\n";
    const struct ct_printed_card *a, *b;
    struct ct_cardpool other;

    for (int form = 0; form < 2; form++) {
        char json[1024];
        struct ct_source *source;
        snprintf(
            json, sizeof json,
            "{\"name\":\"Keeper // Path\",\"layout\":\"adventure\",\"%s\":["
            "{\"name\":\"Keeper\",\"mana_cost\":\"{1}{G}\",\"type_line\":\"Creature — Elf\","
            "\"oracle_text\":\"Vigilance\",\"power\":\"2\",\"toughness\":\"1\"},"
            "{\"name\":\"Path\",\"mana_cost\":\"{G}\",\"type_line\":\"Sorcery \\u2014 Adventure\","
            "\"oracle_text\":\"Draw a card.\"}]}",
            form ? "faces" : "card_faces");
        assert_true(load(f, json));
        a = f->pool.cards;
        ct_cardpool_init(&other, &f->diags, 0);
        source = ct_source_from(&other.arena, "file", file, strlen(file), &f->diags);
        assert_true(ct_cardfile_read(&other, source));
        b = other.cards;
        assert_string_equal(a->name, b->name);
        assert_int_equal(a->layout, b->layout);
        for (uint32_t i = 0; i < 2; i++) {
            assert_string_equal(a->faces[i].mana_cost.text, b->faces[i].mana_cost.text);
            assert_string_equal(a->faces[i].type_line.text, b->faces[i].type_line.text);
            assert_string_equal(a->faces[i].text->text, b->faces[i].text->text);
            assert_int_equal(a->faces[i].types, b->faces[i].types);
        }
        ct_cardpool_free(&other);
    }
}

static void foreign_printings_are_found(void **state)
{
    struct fixture *f = *state;

    assert_true(load(f, "{\"name\":\"Bear\",\"lang\":\"de\",\"printed_name\":\"B\\u00e4r\","
                        "\"layout\":\"normal\",\"mana_cost\":\"\","
                        "\"type_line\":\"Land\",\"oracle_text\":\"\"}"));
    assert_ptr_equal(ct_cardpool_find(&f->pool, "bär", 4, NULL), f->pool.cards);
    assert_null(f->pool.cards->faces[0].mana_cost.text);
}

static void what_is_no_card_of_the_game_is_marked(void **state)
{
    struct fixture *f = *state;

    assert_true(load(f, "{\"name\":\"Plan\",\"layout\":\"scheme\",\"mana_cost\":\"\",\"type_line\":"
                        "\"Ongoing Scheme\","
                        "\"oracle_text\":\"\"}"));
    assert_string_equal(f->pool.cards->outside_layout, "scheme");
}

static void expect(struct fixture *f, const char *json, enum ct_code code, uint32_t line)
{
    const struct ct_diag *diag;

    assert_false(load(f, json));
    diag = f->diags.first;
    assert_int_equal(diag->code, code);
    assert_non_null(diag->source);
    assert_int_equal(ct_source_place(diag->source, diag->span.start).line, line);
}

static void malformed_objects_are_named_with_their_line(void **state)
{
    struct fixture *f = *state;

    expect(f, "", CT_ERR_EMPTY_FILE, 1);
    expect(f, "[]", CT_ERR_EMPTY_FILE, 1);
    expect(f, BEAR "\n{\"name\":}\n", CT_ERR_BAD_JSON, 2);
    expect(f, BEAR "\n{\"name\":\"Elf\"", CT_ERR_BAD_JSON, 2);
    expect(f, BEAR "\n\n{\"name\":\"Elf", CT_ERR_BAD_JSON, 3);
    expect(f, "[" BEAR ",\n" ELF "\n", CT_ERR_BAD_JSON, 3); /* cut off: the list is not closed */
    expect(f, BEAR "\n7\n" ELF, CT_ERR_NO_CARD_OBJECT, 2);
    assert_int_equal(f->pool.card_count, 2);
    expect(f, "{\"layout\":\"normal\"}", CT_ERR_MISSING_FIELD, 1);
    expect(f, "{\"name\":\"Elf\",\"layout\":\"normal\",\"mana_cost\":\"\",\"type_line\":\"Land\"}",
           CT_ERR_MISSING_FIELD, 1);
    expect(f,
           "{\"name\":\"Elf\",\n\"layout\":\"normal\",\n\"mana_cost\":3,\"type_line\":\"Land\","
           "\"oracle_text\":\"\"}",
           CT_ERR_MISTYPED_FIELD, 3);
    expect(f,
           "{\"name\":[\"Elf\"],\"layout\":\"normal\",\"mana_cost\":\"\",\"type_line\":\"Land\","
           "\"oracle_text\":\"\"}",
           CT_ERR_MISTYPED_FIELD, 1);
    expect(f,
           "{\"name\":\"\",\"layout\":\"normal\",\"mana_cost\":\"\",\"type_line\":\"Land\","
           "\"oracle_text\":\"\"}",
           CT_ERR_MISTYPED_FIELD, 1);
    expect(f,
           "{\"name\":\"E\",\"layout\":\"normal\",\"mana_cost\":\"\",\"type_line\":\"Land\","
           "\"oracle_text\":\"\",\"sets\":[1]}",
           CT_ERR_MISTYPED_FIELD, 1);
    expect(f, "{\"name\":\"E\",\"layout\":\"normal\",\"faces\":{}}", CT_ERR_MISTYPED_FIELD, 1);
    expect(f, "{\"name\":\"E\",\"layout\":\"normal\",\"faces\":[]}", CT_ERR_MISTYPED_FIELD, 1);
    expect(f, "{\"name\":\"E\",\"layout\":\"split\",\"faces\":[1,2]}", CT_ERR_MISTYPED_FIELD, 1);
    expect(f,
           "{\"name\":\"E\",\"layout\":\"normal\",\"mana_cost\":\"\",\"type_line\":\"Bear\","
           "\"oracle_text\":\"\"}",
           CT_ERR_NOT_A_TYPE_LINE, 1);
    expect(f,
           "{\"name\":\"E\",\"layout\":\"normal\",\"mana_cost\":\"{G\",\"type_line\":\"Instant\","
           "\"oracle_text\":\"\"}",
           CT_ERR_UNCLOSED_BRACE, 1);
    expect(f,
           "{\"name\":\"E\",\"layout\":\"folded\",\"mana_cost\":\"\",\"type_line\":\"Instant\","
           "\"oracle_text\":\"\"}",
           CT_ERR_UNCLEAR_LAYOUT, 1);
    expect(f,
           "{\"name\":\"E\",\"layout\":\"normal\",\"mana_cost\":\"\",\"type_line\":\"Instant\","
           "\"oracle_text\":\"a\\u0007\"}",
           CT_ERR_CONTROL_CHARACTER, 1);
    expect(f, "\xff\xfe", CT_ERR_NO_CARD_OBJECT, 1);
    expect(f, "{\"name\":\"\xff\"}", CT_ERR_NOT_UTF8, 1);
}

/* 10 MB without a line end: one object that is too long is passed over, ten thousand that are not
 * are read. */
static void lines_of_any_length_are_read(void **state)
{
    struct fixture *f = *state;
    size_t size = 10 * 1000 * 1000, at = 0;
    char *json = malloc(size + 4096);

    at += (size_t)sprintf(json, "{\"name\":\"");
    memset(json + at, 'x', size);
    at += size;
    sprintf(json + at, "\"}" ELF);
    expect(f, json, CT_ERR_LINE_TOO_LONG, 1);
    assert_int_equal(f->pool.card_count, 1);

    at = (size_t)sprintf(json, "[");
    for (int i = 0; i < 10000; i++)
        at += (size_t)sprintf(
            json + at,
            "{\"name\":\"N%d\",\"layout\":\"normal\",\"mana_cost\":\"\",\"type_line\":\"Land\","
            "\"oracle_text\":\"\"},",
            i);
    json[at - 1] = ']';
    assert_true(load(f, json));
    assert_int_equal(f->pool.card_count, 10000);
    free(json);
}

static void a_truncated_file_is_no_danger(void **state)
{
    struct fixture *f = *state;
    static const char json[] = "[" BEAR "," ELF "]";

    for (size_t len = 0; len < strlen(json) - 1; len++)
        if (load_bytes(f, json, len)) assert_true(f->pool.card_count > 0);
}

static bool wants_elf(void *context, const char *name)
{
    (void)context;
    return strcmp(name, "Elf") == 0;
}

static void only_the_cards_that_are_named_are_loaded(void **state)
{
    struct fixture *f = *state;
    static const char json[] = BEAR "\n{\"name\":3}\n" ELF "\n";
    char *path = ct_test_file(".jsonl", json, strlen(json));

    assert_true(ct_carddata_load_named(&f->pool, path, wants_elf, NULL));
    assert_int_equal(f->pool.card_count, 1);
    assert_string_equal(f->pool.cards->name, "Elf");
    unlink(path);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lines_and_lists_give_the_same_cards, setup, teardown),
        cmocka_unit_test_setup_teardown(card_data_gives_what_a_card_file_gives, setup, teardown),
        cmocka_unit_test_setup_teardown(foreign_printings_are_found, setup, teardown),
        cmocka_unit_test_setup_teardown(what_is_no_card_of_the_game_is_marked, setup, teardown),
        cmocka_unit_test_setup_teardown(malformed_objects_are_named_with_their_line, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(lines_of_any_length_are_read, setup, teardown),
        cmocka_unit_test_setup_teardown(a_truncated_file_is_no_danger, setup, teardown),
        cmocka_unit_test_setup_teardown(only_the_cards_that_are_named_are_loaded, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
