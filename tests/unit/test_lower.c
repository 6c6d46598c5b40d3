/* The lowering: what texts become, as listings that are kept (tests/lowering/examples.txt), and properties that hold
 * for all of them. CANTRIP_GOLDEN=write writes the listing anew. */
#include "support.h"

#include "compiler/codehash.h"
#include "compiler/compile.h"
#include "runtime/disasm.h"
#include "runtime/verify.h"

static struct ct_compiler *compiler_with(const char *text)
{
    struct ct_compiler *c = ct_compiler_new();
    assert_non_null(c);
    ct_compiler_add_text(c, "test.cards", text, strlen(text));
    return c;
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return strdup("");
    fseek(file, 0, SEEK_END);
    char *text = ct_test_contents(file);
    fclose(file);
    return text;
}

/* ---- listings -------------------------------------------------------------------------------------------------- */

/* Everything but the numbers that depend on what else is in the image. */
static void list_function(FILE *out, const ct_set *set, const ct_rec_ability *ab, uint32_t f)
{
    const ct_rec_fn *fn = &set->fn[ab->fn0 + f];
    static const char *const results[] = {"effect", "number", "entity", "list", "layer"};
    fprintf(out, "  f%u: %s\n", f, results[fn->result]);
    for (uint32_t i = 0; i < fn->ncode; i++) {
        const ct_insn *insn = &set->code[fn->code0 + i];
        fprintf(out, "    %u: ", i);
        switch (insn->op) {
        case CT_OP_APPLY:
        case CT_OP_APPLYALL:
        case CT_OP_DELAY:
        case CT_OP_REFLEX:
        case CT_OP_EVENTERS:
        case CT_OP_L_ADDABIL:
        case CT_OP_L_ADDKW:
        case CT_OP_HASKW:
        case CT_OP_PAID:
        case CT_OP_ACTION:
        case CT_OP_PAY:
        case CT_OP_CREATE:
        case CT_OP_ADDMANA: { /* their last operand is an index */
            ct_insn plain = *insn;
            char *text = NULL;
            size_t size = 0;
            FILE *one = open_memstream(&text, &size);
            plain.imm = 0;
            ct_disasm_insn(set, &plain, i, one);
            fclose(one);
            fprintf(out, "%.*s ...\n", (int)strcspn(text, " "), text);
            free(text);
            break;
        }
        default: ct_disasm_insn(set, insn, i, out); fputc('\n', out);
        }
    }
}

static void list_face(FILE *out, const ct_set *set, const ct_rec_face *face)
{
    for (uint32_t a = 0; a < face->nabils; a++) {
        const ct_rec_ability *ab = &set->ability[face->abil0 + a];
        size_t len;
        const char *text = ct_set_text(set, ab->text, &len);
        fprintf(out, " %.*s\n", (int)len, text);
        fprintf(out, "  kind %u flags %u targets %u modes %u triggers %u effects %u costs %u\n", ab->kind, ab->flags,
                ab->ntargets, ab->nmodes, ab->ntrigs, ab->neffs, ab->ncosts);
        for (uint32_t f = 0; f < ab->nfns; f++)
            list_function(out, set, ab, f);
    }
}

static char *listing(const char *cards)
{
    struct ct_compiler *c = ct_compiler_new();
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_true(ct_compiler_add_file(c, cards));
    ct_set *set = ct_compiler_finish(c);
    if (!set)
        ct_diags_print(stdout, &c->diags, CT_DIAG_TEXT);
    assert_non_null(set);
    for (uint32_t i = 0; i < set->ncard; i++) {
        size_t len;
        const char *name = ct_set_text(set, set->card[i].name, &len);
        fprintf(out, "%.*s\n", (int)len, name);
        for (uint32_t f = 0; f < set->card[i].nfaces; f++)
            list_face(out, set, &set->face[set->card[i].face0 + f]);
    }
    fclose(out);
    ct_set_free(set);
    ct_compiler_free(c);
    return text;
}

static void listings_are_kept(void **state)
{
    const char *file = CT_SOURCE_DIR "/tests/lowering/examples.txt", *mode = getenv("CANTRIP_GOLDEN");
    char *now = listing(CT_SOURCE_DIR "/tests/lowering/examples.cards"), *kept;
    (void)state;
    if (mode && strcmp(mode, "write") == 0) {
        FILE *out = fopen(file, "wb");
        assert_non_null(out);
        fputs(now, out);
        fclose(out);
    }
    kept = read_file(file);
    assert_string_equal(now, kept);
    free(kept);
    free(now);
}

/* ---- the same and not the same -------------------------------------------------------------------------------------- */

static uint64_t code_of(const char *types, const char *text)
{
    char card[1024];
    struct ct_compiled result;
    snprintf(card, sizeof card, "Tried Card {1}{G}\n%s\n%s\n%s", types, text,
             strstr(types, "Creature") ? "2/2\n" : "");
    struct ct_compiler *c = compiler_with(card);
    assert_true(ct_compile_definitions(c));
    assert_non_null(c->pool.cards);
    bool ok = ct_compile_card(c, c->pool.cards, CT_COMPILE_CODE, &result);
    if (!ok)
        ct_diags_print(stdout, &c->diags, CT_DIAG_TEXT);
    assert_true(ok);
    ct_compiler_free(c);
    return result.code;
}

static void meaning_is_code(void **state)
{
    static const char *const different[][2] = {
        {"Destroy target creature.", "Exile target creature."},
        {"Destroy target creature.", "Destroy up to one target creature."},
        {"Target player draws two cards.", "Target opponent draws two cards."},
        {"Destroy target creature. Its controller draws a card.", "Destroy target creature. Its owner draws a card."},
        {"Target creature gets +1/+1 until end of turn.", "Target creature gets +1/+1 until your next turn."},
        {"Destroy all creatures.", "Destroy all other creatures you control."},
        {"You may draw a card.", "Draw a card."},
    };
    (void)state;
    for (size_t i = 0; i < sizeof different / sizeof different[0]; i++)
        assert_int_not_equal(code_of("Sorcery", different[i][0]), code_of("Sorcery", different[i][1]));
}

static void wording_is_not_code(void **state)
{
    (void)state;
    assert_int_equal(code_of("Creature — Elf", "When Tried Card enters, draw a card."),
                     code_of("Creature — Elf", "When this creature enters, draw a card."));
    assert_int_equal(code_of("Sorcery", "Until end of turn, target creature gets +1/+1."),
                     code_of("Sorcery", "Target creature gets +1/+1 until end of turn."));
    assert_int_equal(code_of("Creature — Elf", "Landfall — Whenever a land you control enters, draw a card."),
                     code_of("Creature — Elf", "Whenever a land you control enters, draw a card."));
}

/* ---- refusals -------------------------------------------------------------------------------------------------------------- */

static void expect_refused(const char *text, enum ct_code code, const char *phrase)
{
    char card[512];
    struct ct_compiled result;
    snprintf(card, sizeof card, "Tried Card {1}{G}\nSorcery\n%s\n", text);
    struct ct_compiler *c = compiler_with(card);
    assert_true(ct_compile_definitions(c));
    assert_false(ct_compile_card(c, c->pool.cards, 0, &result));
    assert_false(result.compiled);
    assert_int_equal(c->diags.errors, 1);
    assert_int_equal(c->diags.first->code, code);
    const struct ct_diag *diag = c->diags.first;
    size_t len = diag->span.end - diag->span.start;
    assert_int_equal(len, strlen(phrase));
    assert_memory_equal(diag->source->text + diag->span.start, phrase, len);
    ct_compiler_free(c);
}

static void what_cannot_run_is_refused_at_its_words(void **state)
{
    (void)state;
    expect_refused("Creatures your opponents control phase out.", CT_ERR_CANNOT_RUN,
                   "Creatures your opponents control phase out");
    expect_refused("Gain control of target player.", CT_ERR_CANNOT_RUN, "target player");
    /* it would be an ability of a card that is in a graveyard by then */
    expect_refused("At the beginning of the next end step, draw a card.", CT_ERR_CANNOT_RUN,
                   "the beginning of the next end step");
}

/* An object does not do what players do, and a card goes to its owner's zones. */
static void who_cannot_do_it_is_refused(void **state)
{
    (void)state;
    expect_refused("Tap target creature. It draws a card.", CT_ERR_WRONG_OBJECT, "It");
    expect_refused("Target creature gains 2 life.", CT_ERR_WRONG_OBJECT, "Target creature");
    expect_refused("You gain flying until end of turn.", CT_ERR_WRONG_OBJECT, "flying");
    expect_refused("Destroy target creature unless it pays {1}.", CT_ERR_WRONG_OBJECT, "it");
    expect_refused("Put a counter on target creature.", CT_ERR_INCOMPLETE, "a counter");
    expect_refused("Draw X cards.", CT_ERR_UNBOUND_REFERENCE, "X");
    expect_refused("Look at target player.", CT_ERR_WRONG_OBJECT, "target player");
    expect_refused("Return target creature to its controller's hand.", CT_ERR_WHOSE_ZONE, "its controller's hand");
}

/* One bad ability gives one error; the others are still looked at. */
static void each_ability_has_its_error(void **state)
{
    struct ct_compiler *c = compiler_with("Tried Card {1}{G}\nCreature — Elf\n"
                                          "When this creature enters, lands phase out.\n"
                                          "When this creature dies, draw a card.\n"
                                          "Whenever this creature attacks, lands phase out.\n2/2\n");
    struct ct_compiled result;
    (void)state;
    assert_true(ct_compile_definitions(c));
    assert_false(ct_compile_card(c, c->pool.cards, 0, &result));
    assert_int_equal(c->diags.errors, 2);
    ct_compiler_free(c);
}

/* ---- references -------------------------------------------------------------------------------------------------------------- */

static unsigned count_ops(const ct_set *set, ct_op op)
{
    const ct_rec_face *face = &set->face[set->card[0].face0];
    const ct_rec_ability *ab = &set->ability[face->abil0];
    unsigned n = 0;
    for (uint32_t f = 0; f < ab->nfns; f++)
        for (uint32_t i = 0; i < set->fn[ab->fn0 + f].ncode; i++)
            n += set->code[set->fn[ab->fn0 + f].code0 + i].op == op;
    return n;
}

/* A card that was moved is found where it went; what it was is read as it last was [CR 400.7, 608.2h]. */
static void moved_objects_are_followed(void **state)
{
    static const char text[] = "Tried Card {W}\nInstant\nExile target creature you control, then return that card to the "
                               "battlefield under its owner's control.\n\n"
                               "Other Card {W}\nInstant\nExile target creature. Its controller gains life equal to its "
                               "power.\n";
    struct ct_compiler *c = compiler_with(text);
    ct_set *set = ct_compiler_finish(c);
    (void)state;
    assert_non_null(set);
    assert_int_equal(count_ops(set, CT_OP_LATEST), 1);
    const ct_rec_ability *other = &set->ability[set->face[set->card[1].face0].abil0];
    for (uint32_t f = 0; f < other->nfns; f++)
        for (uint32_t i = 0; i < set->fn[other->fn0 + f].ncode; i++)
            assert_int_not_equal(set->code[set->fn[other->fn0 + f].code0 + i].op, CT_OP_LATEST);
    ct_set_free(set);
    ct_compiler_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(listings_are_kept),
        cmocka_unit_test(meaning_is_code),
        cmocka_unit_test(wording_is_not_code),
        cmocka_unit_test(what_cannot_run_is_refused_at_its_words),
        cmocka_unit_test(who_cannot_do_it_is_refused),
        cmocka_unit_test(each_ability_has_its_error),
        cmocka_unit_test(moved_objects_are_followed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
