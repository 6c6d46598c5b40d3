/* The verifier: one set that is accepted, and for every check a change of one place that is
 * refused for that reason. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/asm.h"
#include "runtime/verify.h"
#include "set_example.h"

typedef struct change {
    ct_verify_code code;
    const char *from, *to;
} change;

static const change changes[] = {
    {CT_VERR_INDEX, "kw0=15+1", "kw0=16+1"}, /* a word that is no keyword */
    {CT_VERR_INDEX, "mana=0 types=creature", "mana=7 types=creature"},
    {CT_VERR_INDEX, "base=0\n1:", "base=5\n1:"},
    {CT_VERR_INDEX, "effect:3", "effect:9"},
    {CT_VERR_INDEX, "ability:3", "ability:9"},
    {CT_VERR_INDEX, ".token\n0: 2", ".token\n0: 3"},
    {CT_VERR_INDEX, ".altname\n0: 6 0", ".altname\n0: 6 1"},
    {CT_VERR_RANGE, "sub0=14+1", "sub0=14+9"},
    {CT_VERR_RANGE, "code0=29+2", "code0=30+2"},
    {CT_VERR_RANGE, "abil0=4+1", "abil0=4294967295+2"},
    {CT_VERR_KIND, "layout=adventure", "layout=77"},
    {CT_VERR_KIND, "kind=triggered", "kind=7"},
    {CT_VERR_KIND, "sub=CANT_BLOCK", "sub=999"},
    {CT_VERR_KIND, "3: kind=enters sub=0", "3: kind=enters sub=9"},
    {CT_VERR_KIND, "builtin=\"first strike\"", "builtin=999"},
    {CT_VERR_MASK, "types=sorcery", "types=sorcery+4096"},
    {CT_VERR_MASK, "zones=battlefield+graveyard", "zones=battlefield+65536"},
    {CT_VERR_NUMBER, "has_pt=1", "has_pt=3"},
    {CT_VERR_NUMBER, "nx=1", "nx=100"},
    {CT_VERR_SPANS, ".token\n", ".span\n0: 1\n.token\n"},
    {CT_VERR_ALTNAMES, ".altname\n0: 6 0", ".altname\n0: 6 0 6"},
    {CT_VERR_FACES, "layout=adventure", "layout=normal"},
    {CT_VERR_FACE_CARD, "abil0=4+1 card=0", "abil0=4+1 card=-"},
    {CT_VERR_FACE_CARD, "abil0=0+0 card=-", "abil0=0+0 card=0"},
    {CT_VERR_KEYWORD_BASE, "base=0\n1:", "base=1\n1:"},
    {CT_VERR_KEYWORD_BASE, "0: name=\"ward\" builtin", "0: name=\"Bear\" builtin"},
    {CT_VERR_PIP, "16: 16 16 3", "16: 16 0 3"},
    {CT_VERR_PIP, "16: 16 16 3", "16: 16 4096 3"},
    {CT_VERR_ABILITY_USE, "abil0=0+2 card", "abil0=0+4 card"}, /* an action on a face */
    {CT_VERR_ABILITY_USE, "ability=2", "ability=3"},
    {CT_VERR_ABILITY_USE, "DELAY 0, ability:3", "DELAY 0, ability:0"},
    {CT_VERR_SLOT_COUNT, "slot0=0+14 fn0=7+1", "slot0=0+8 fn0=7+1"},
    {CT_VERR_SLOT_TYPE, "0: 1 1 1 0", "0: 1 1 0 0"},
    {CT_VERR_SLOT_TYPE, "1 2 2 0\n", "1 2 2 3\n"},
    {CT_VERR_SLOT_TYPE, "1: LDI s9, 0", "1: LDI s10, 0"},
    {CT_VERR_SLOT_TYPE, "3: DESTROY s12, s10, 0", "3: DESTROY s12, s9, 0"},
    {CT_VERR_SLOT_TYPE, "2: NEXT s11, s9, s10", "2: NEXT s10, s9, s10"},
    {CT_VERR_SLOT, "1: LDI s9, 0", "1: LDI s14, 0"},
    {CT_VERR_SLOT, "slot=s10 zones", "slot=s14 zones"},
    {CT_VERR_SLOT, "slot=s11 symbol", "slot=s200 symbol"},
    {CT_VERR_FRAME, "slot0=0+14 fn0=8+1", "slot0=0+13 fn0=8+1"}, /* see test_frame */
    {CT_VERR_FUNCTION, "8: COUNT s13, battlefield+graveyard, f3", "8: COUNT s13, hand, f4"},
    {CT_VERR_FUNCTION, "fn_effect=f0 fn_cond=f1", "fn_effect=f0 fn_cond=f4"},
    {CT_VERR_RESULT, "11: CALLN s9, f3", "11: CALLN s9, f0"},
    {CT_VERR_RESULT, "fn_effect=f0 fn_cond=f1", "fn_effect=f3 fn_cond=f1"},
    {CT_VERR_RESULT, "layer=mod-pt fn=f1", "layer=mod-pt fn=f0"},
    {CT_VERR_CALLS_ITSELF, "13: GETN s13, it, POWER", "13: CALLN s13, f3"},
    {CT_VERR_CALLS_ITSELF, "13: GETN s13, it, POWER", "13: COUNT s13, hand, f1"},
    {CT_VERR_EMPTY_FUNCTION, "code0=24+1", "code0=24+0"},
    {CT_VERR_NO_END, "code0=0+8", "code0=0+7"},
    {CT_VERR_OPCODE, "24: END", "24: op:999"},
    {CT_VERR_OPERAND, "24: END", "24: END 1"},
    {CT_VERR_PROPERTY, "13: GETN s13, it, POWER", "13: GETN s13, it, 900"},
    {CT_VERR_ZONES, "0: COLLECT s11, battlefield", "0: COLLECT s11, 4096"},
    {CT_VERR_CONSTANT, "10: EVN s13, 2", "10: EVN s13, 77"},
    {CT_VERR_CONSTANT, "6: DELAY 0", "6: DELAY 99"},
    {CT_VERR_NEEDS_FUNCTION, "11: CALLN s9, f3", "11: CALLN s9, f-"},
    {CT_VERR_JUMP, "5: JMP @2", "5: JMP @8"},
    {CT_VERR_JUMP, "5: JMP @2", "5: JMP @-1"},
    {CT_VERR_BACKWARD, "5: JMP @2", "5: JMP @1"},
    {CT_VERR_BACKWARD, "s10, @6", "s10, @2"},
    {CT_VERR_LOOP_WRITES, "4: GETN s13, s10, POWER", "4: GETN s9, s10, POWER"},
    {CT_VERR_LOOP_WRITES, "3: DESTROY s12, s10, 0", "3: DESTROY s11, s10, 0"},
    {CT_VERR_NOT_PURE, "13: GETN s13, it, POWER", "13: SHUFFLE you"},
    {CT_VERR_NOT_LAYER, "24: END", "24: L_SWITCH"},
    {CT_VERR_WRONG_LAYER, "layer=mod-pt", "layer=color"},
    {CT_VERR_NO_EVENT, "13: GETN s13, it, POWER", "13: EVN s13, 0"}, /* of a condition */
    {CT_VERR_NO_EVENT, "25: DRAW s12, you, s9", "25: EVCANCEL"},
    {CT_VERR_WRONG_END, "14: RETN s13", "14: RETE it"},
    {CT_VERR_WRONG_END, "7: END", "7: RETN s9"},
    {CT_VERR_COST_LIST, "costs:2+1", "costs:2+2"},
    {CT_VERR_COST_OR, "2: kind=sacrifice", "2: kind=or"},
    {CT_VERR_COST_MANA, "kind=mana mana=0", "kind=mana mana=-"},
    {CT_VERR_EFFECT_USE, "22: EVENTERS effect:3", "22: EVENTERS effect:2"},
    {CT_VERR_EFFECT_USE, "eff0=0+3", "eff0=0+4"},
    {CT_VERR_TARGET_SLOT, "slot=s10 zones", "slot=s9 zones"},
    {CT_VERR_TARGET_SLOT, "fn_max=- flags=0", "fn_max=- flags=2"},
    {CT_VERR_SLOT_TYPE, "slot=s11 symbol", "slot=s9 symbol"},
    {CT_VERR_TARGET_SLOT, "divide_slot=s12", "divide_slot=s10"},
};

static char *changed(const char *from, const char *to)
{
    const char *at = strstr(set_example, from);
    if (!at) {
        fail_msg("the example does not contain \"%s\"", from);
        return NULL;
    }
    size_t before = (size_t)(at - set_example), rest = strlen(at) - strlen(from);
    char *text = malloc(before + strlen(to) + rest + 1);
    memcpy(text, set_example, before);
    strcpy(text + before, to);
    memcpy(text + before + strlen(to), at + strlen(from), rest + 1);
    return text;
}

static ct_set *assemble(const char *text)
{
    struct ct_asm_error error;
    ct_set *set = ct_asm(text, strlen(text), &error);
    if (!set) fail_msg("line %u: %s", error.line, error.message);
    return set;
}

static void expect(const char *text, ct_verify_code code, const char *what)
{
    ct_verify_error error;
    char message[256];
    ct_set *set = assemble(text);
    bool fine = ct_verify(set, &error);
    if (fine != (code == CT_VERR_OK) || error.code != code)
        fail_msg("%s: wanted \"%s\", got \"%s\"", what, ct_verify_text(code),
                 ct_verify_message(&error, message, sizeof message));
    ct_set_free(set);
}

static void test_accepted(void **state)
{
    (void)state;
    expect(set_example, CT_VERR_OK, "the example");
    expect(".cset 1\n.sym\n0: \"\"\n", CT_VERR_OK, "an empty set");
}

static void test_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        if (changes[i].code == CT_VERR_FRAME) continue;
        char *text = changed(changes[i].from, changes[i].to);
        expect(text, changes[i].code, changes[i].to);
        free(text);
    }
}

/* A delayed ability with a frame of its own: shorter is fine, other types are not. */
static void test_frame(void **state)
{
    (void)state;
    char *text = changed("slot0=0+14 fn0=8+1", "slot0=0+13 fn0=8+1");
    expect(text, CT_VERR_OK, "a shorter frame");
    free(text);
    char *with_words = changed("14: 4\n15: 0\n16: 16 16 3\n",
                               "14: 4\n15: 0\n16: 16 16 3\n19: 1 1 1 0 1 1 1 0 1 0 1 0 2 0\n");
    char *at = strstr(with_words, "slot0=0+14 fn0=8+1");
    assert_non_null(at);
    char *other = malloc(strlen(with_words) + 2);
    sprintf(other, "%.*sslot0=19+14 fn0=8+1%s", (int)(at - with_words), with_words,
            at + strlen("slot0=0+14 fn0=8+1"));
    expect(other, CT_VERR_FRAME, "a list where the creator has a number");
    free(other);
    free(with_words);
}

static void test_loop_nesting(void **state)
{
    (void)state;
    /* two loops that overlap: 0..4 and 2..5 */
    char *text = changed("0: COLLECT s11, battlefield, f3\n1: LDI s9, 0\n2: NEXT s11, s9, s10, @6\n"
                         "3: DESTROY s12, s10, 0\n4: GETN s13, s10, POWER\n5: JMP @2\n",
                         "0: NEXT s11, s9, s10, @6\n1: LDI s13, 0\n2: NEXT s12, s13, s10, @6\n"
                         "3: ISNONE x, s10\n4: JZ x, @0\n5: JMP @2\n");
    expect(text, CT_VERR_LOOP_NESTING, "overlapping loops");
    free(text);
    /* a loop in a loop, whose index is set anew each time */
    text = changed("0: COLLECT s11, battlefield, f3\n1: LDI s9, 0\n2: NEXT s11, s9, s10, @6\n"
                   "3: DESTROY s12, s10, 0\n4: GETN s13, s10, POWER\n5: JMP @2\n",
                   "0: NEXT s11, s9, s10, @6\n1: LDI s13, 0\n2: NEXT s12, s13, s10, @4\n"
                   "3: JMP @2\n4: JMP @0\n5: MOVN x, x\n");
    expect(text, CT_VERR_OK, "a loop in a loop");
    free(text);
}

/* A long chain of functions, each calling the next. */
static char *chain(unsigned length)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    fputs(".cset 1\n.sym\n0: \"\"\n.word\n0: 1 1 1 0 1 1 1 0 1 0\n.ability\n", out);
    fprintf(out,
            "0: kind=static flags=0 keyword=\"\" zones=- slot0=0+10 fn0=0+%u fn_effect=- "
            "fn_cond=f0 cost0=0+0 target0=0+0 mode0=0+0 fn_mode_min=- fn_mode_max=- trig0=0+0 "
            "eff0=0+0 source_off=0 source_len=0 line=0 text=\"\"\n.fn\n",
            length);
    for (unsigned i = 0; i < length; i++)
        fprintf(out, "%u: code0=%u+2 result=1\n", i, 2 * i);
    fputs(".code\n", out);
    for (unsigned i = 0; i < length; i++) {
        if (i + 1 < length)
            fprintf(out, "%u: CALLN s9, f%u\n", 2 * i, i + 1);
        else
            fprintf(out, "%u: LDI s9, 1\n", 2 * i);
        fprintf(out, "%u: RETN s9\n", 2 * i + 1);
    }
    fclose(out);
    return text;
}

static void test_call_depth(void **state)
{
    (void)state;
    const unsigned lengths[] = {CT_MAX_CALL_DEPTH + 1, CT_MAX_CALL_DEPTH + 2, 20000};
    for (int i = 0; i < 3; i++) {
        char *text = chain(lengths[i]);
        expect(text, i == 0 ? CT_VERR_OK : CT_VERR_CALL_DEPTH, "a chain of calls");
        free(text);
    }
}

static void test_too_many_loops(void **state)
{
    (void)state;
    char *code = NULL;
    size_t size;
    FILE *out = open_memstream(&code, &size);
    fputs(".cset 1\n.sym\n0: \"\"\n.word\n0: 1 1 1 0 1 1 1 0 1 0 1 2\n.ability\n"
          "0: kind=static flags=0 keyword=\"\" zones=- slot0=0+12 fn0=0+1 fn_effect=- "
          "fn_cond=f0 cost0=0+0 target0=0+0 mode0=0+0 fn_mode_min=- fn_mode_max=- trig0=0+0 "
          "eff0=0+0 source_off=0 source_len=0 line=0 text=\"\"\n.fn\n",
          out);
    const unsigned loops = CT_MAX_LOOPS + 1;
    fprintf(out, "0: code0=0+%u result=1\n.code\n", 2 * loops + 1);
    for (unsigned i = 0; i < loops; i++)
        fprintf(out, "%u: NEXT s11, s9, s10, @%u\n%u: JMP @%u\n", 2 * i, 2 * i + 2, 2 * i + 1,
                2 * i);
    fprintf(out, "%u: RETN s9\n", 2 * loops);
    fclose(out);
    expect(code, CT_VERR_TOO_MANY_LOOPS, "many loops");
    free(code);
}

/* Symbols can't be wrong in text: their records are altered in an image. */
static void expect_altered(const ct_set *from, ct_rec_sym *sym, uint8_t *string,
                           ct_verify_code code)
{
    ct_verify_error error;
    ct_set parts = *from, set;
    parts.sym = sym;
    parts.string = string;
    assert_int_equal(ct_set_from_parts(&set, &parts), CT_SET_OK);
    assert_false(ct_verify(&set, &error));
    assert_string_equal(ct_verify_text(error.code), ct_verify_text(code));
    ct_set_close(&set);
}

static void test_symbols(void **state)
{
    (void)state;
    ct_set *set = assemble(set_example);
    size_t syms = set->nsym * sizeof(ct_rec_sym);
    ct_rec_sym *sym = malloc(syms);
    uint8_t *string = malloc(set->nstring);
    memcpy(string, set->string, set->nstring);
    const struct {
        ct_verify_code code;
        unsigned record;
        ct_rec_sym to;
    } bad[] = {
        {CT_VERR_FIRST_SYMBOL, 0, {0, 1}},
        {CT_VERR_SYMBOL_BOUNDS, 3, {set->nstring, 1}},
        {CT_VERR_SYMBOL_BOUNDS, 3, {1, 0xffffffffu}},
        {CT_VERR_SAME_SYMBOL, 3, set->sym[2]},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        memcpy(sym, set->sym, syms);
        sym[bad[i].record] = bad[i].to;
        expect_altered(set, sym, string, bad[i].code);
    }
    memcpy(sym, set->sym, syms);
    string[sym[1].off] = 0xc3; /* begins a sequence that does not follow */
    expect_altered(set, sym, string, CT_VERR_UTF8);
    free(sym);
    free(string);
    ct_set_free(set);
}

/* Many abilities that share one long function: bounded work, whatever the image says. */
static void test_work(void **state)
{
    (void)state;
    const unsigned n = 4000;
    ct_insn *code = calloc(n, sizeof *code);
    ct_w words[10] = {1, 1, 1, 0, 1, 1, 1, 0, 1, 0};
    ct_rec_ability *ability = calloc(n, sizeof *ability);
    for (unsigned i = 0; i < n; i++) {
        code[i] = (ct_insn){.op = CT_OP_LDI, .a = 9};
        ability[i] = (ct_rec_ability){.nslots = 10,
                                      .nfns = 1,
                                      .fn_effect = CT_NONE,
                                      .fn_cond = CT_NONE,
                                      .fn_mode_min = CT_NONE,
                                      .fn_mode_max = CT_NONE};
    }
    code[n - 1] = (ct_insn){.op = CT_OP_RETN, .a = 9};
    ct_rec_sym sym = {0, 0};
    ct_rec_fn fn = {0, n, CT_RES_NUM};
    ct_set parts = {.sym = &sym,
                    .nsym = 1,
                    .word = words,
                    .nword = 10,
                    .fn = &fn,
                    .nfn = 1,
                    .code = code,
                    .ncode = n,
                    .ability = ability,
                    .nability = n};
    ct_set set;
    ct_verify_error error;
    assert_int_equal(ct_set_from_parts(&set, &parts), CT_SET_OK);
    assert_false(ct_verify(&set, &error));
    assert_int_equal(error.code, CT_VERR_TOO_MUCH_WORK);
    ct_set_close(&set);
    parts.nability = 10;
    assert_int_equal(ct_set_from_parts(&set, &parts), CT_SET_OK);
    assert_true(ct_verify(&set, &error));
    ct_set_close(&set);
    free(code);
    free(ability);
}

/* Every reason to refuse is shown above, but for the one that needs memory to run out. */
static void test_every_code(void **state)
{
    (void)state;
    bool seen[CT_NVERIFY_CODES] = {[CT_VERR_OK] = true,
                                   [CT_VERR_NOMEM] = true,
                                   [CT_VERR_LOOP_NESTING] = true,
                                   [CT_VERR_CALL_DEPTH] = true,
                                   [CT_VERR_FIRST_SYMBOL] = true,
                                   [CT_VERR_SYMBOL_BOUNDS] = true,
                                   [CT_VERR_UTF8] = true,
                                   [CT_VERR_SAME_SYMBOL] = true,
                                   [CT_VERR_TOO_MUCH_WORK] = true,
                                   [CT_VERR_TOO_MANY_LOOPS] = true};
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++)
        seen[changes[i].code] = true;
    for (unsigned c = 0; c < CT_NVERIFY_CODES; c++)
        if (!seen[c]) fail_msg("nothing is refused because of: %s", ct_verify_text(c));
}

static void test_message(void **state)
{
    (void)state;
    ct_verify_error error;
    char message[256], tiny[8];
    char *text = changed("13: GETN s13, it, POWER", "13: SHUFFLE you");
    ct_set *set = assemble(text);
    assert_false(ct_verify(set, &error));
    assert_string_equal(ct_verify_message(&error, message, sizeof message),
                        "an instruction with effects in a function without (code 13, of ability 0, "
                        "function 3, instruction 0)");
    assert_string_equal(ct_verify_message(&error, tiny, sizeof tiny), "an inst");
    ct_set_free(set);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accepted),   cmocka_unit_test(test_refused),
        cmocka_unit_test(test_frame),      cmocka_unit_test(test_loop_nesting),
        cmocka_unit_test(test_call_depth), cmocka_unit_test(test_too_many_loops),
        cmocka_unit_test(test_symbols),    cmocka_unit_test(test_work),
        cmocka_unit_test(test_every_code), cmocka_unit_test(test_message),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
