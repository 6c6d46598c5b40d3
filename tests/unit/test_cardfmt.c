#include "support.h"

#include "compiler/cardfmt.h"

static const char *format(struct ct_cardpool *pool, struct ct_diags *diags, const char *text)
{
    struct ct_source *source;

    ct_cardpool_reset(pool);
    ct_diags_clear(diags);
    /* The text may be the pool's own, from before. */
    source = ct_source_from(&diags->arena, "test", text, strlen(text), diags);
    return source ? ct_cardfile_format(pool, source) : NULL;
}

static void each_line_has_one_form(void **state)
{
    static const char typed[] = "\n\n#  A   comment.\n\n\n\nKeeper   of  Bees {1} {G}\r\n"
                                "@set   ABC\n"
                                "Creature  --  Elf   Scout\n"
                                "Ward--Pay  2 life.\n"
                                "Choose one --\n*  Draw a card.\n•Gain 1 life.\n"
                                "*/1+*\n"
                                "  \nkeyword\tability   ward   {cost}\n"
                                "\t@rule 702.21\n\n\n"
                                "token Tin  Hero\nArtifact — Hero\n"
                                "It’s “fine”.\n\n\n";
    static const char printed[] = "#  A   comment.\n\nKeeper   of  Bees {1}{G}\n"
                                  "@set ABC\n"
                                  "Creature — Elf Scout\n"
                                  "Ward—Pay 2 life.\n"
                                  "Choose one —\n• Draw a card.\n• Gain 1 life.\n"
                                  "*/1+*\n\n"
                                  "keyword ability  ward {cost}\n"
                                  "    @rule 702.21\n\n"
                                  "token  Tin Hero\nArtifact — Hero\n"
                                  "It's \"fine\".\n";
    struct ct_diags diags;
    struct ct_cardpool pool;
    char *once;

    (void)state;
    ct_diags_init(&diags);
    ct_cardpool_init(&pool, &diags, 0);
    assert_string_equal(format(&pool, &diags, typed), printed);
    assert_int_equal(pool.card_count, 1);
    assert_int_equal(pool.definition_count, 2);
    once = strdup(printed);
    assert_string_equal(format(&pool, &diags, once), printed);
    free(once);
    ct_cardpool_free(&pool);
    ct_diags_free(&diags);
}

static void a_wrong_file_is_not_formatted(void **state)
{
    struct ct_diags diags;
    struct ct_cardpool pool;

    (void)state;
    ct_diags_init(&diags);
    ct_cardpool_init(&pool, &diags, 0);
    assert_null(format(&pool, &diags, "Bear {G}\nCreature — Bear\n"));
    assert_int_equal(diags.errors, 1);
    ct_cardpool_free(&pool);
    ct_diags_free(&diags);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_line_has_one_form),
        cmocka_unit_test(a_wrong_file_is_not_formatted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
