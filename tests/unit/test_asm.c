/* Sets as text and back: nothing is lost, and bad text is refused at its line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/asm.h"
#include "runtime/disasm.h"
#include "runtime/records.h"
#include "set_example.h"

static char *text_of(const ct_set *set)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_true(ct_disasm_set(set, out));
    fclose(out);
    return text;
}

/* The records and instructions of both are the same, section by section. */
static void same_sections(const ct_set *a, const ct_set *b)
{
    for (unsigned s = 0; s < CT_NSECTIONS; s++) {
        if (s == CT_SEC_string || s == CT_SEC_sym) continue;
        assert_int_equal(ct_section_count(a, s), ct_section_count(b, s));
        size_t bytes = (size_t)ct_section_count(a, s) * ct_record_words(s) * 4;
        if (bytes) assert_memory_equal(ct_section_words(a, s), ct_section_words(b, s), bytes);
    }
    assert_int_equal(a->nsym, b->nsym);
    for (ct_w i = 0; i < a->nsym; i++) {
        size_t x, y;
        const char *p = ct_set_text(a, i, &x), *q = ct_set_text(b, i, &y);
        assert_int_equal(x, y);
        assert_memory_equal(p, q, x);
    }
}

static void round_trip(const ct_set *set)
{
    struct ct_asm_error error;
    char *text = text_of(set);
    ct_set *again = ct_asm(text, strlen(text), &error);
    if (!again) fail_msg("line %u: %s\n%s", error.line, error.message, text);
    char *second = text_of(again);
    assert_string_equal(text, second);
    same_sections(set, again);
    free(text);
    free(second);
    ct_set_free(again);
}

static void test_example(void **state)
{
    (void)state;
    struct ct_asm_error error;
    ct_set *set = ct_asm(set_example, strlen(set_example), &error);
    if (!set) fail_msg("line %u: %s", error.line, error.message);
    round_trip(set);
    ct_set_free(set);
}

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/* An operand as the instruction may have it, and some that the verifier would refuse. */
static uint16_t some_operand(char letter, uint32_t r)
{
    switch (letter) {
    case 'F':
        return r % 4 == 0 ? CT_NO_FN : (uint16_t)(r % 300);
    case 'P':
        return (uint16_t)(r % 200);
    case 'Z':
        return (uint16_t)(r % 1024);
    case '.':
        return 0;
    default:
        return (uint16_t)(r % 300);
    }
}

static int32_t some_imm(char kind, uint32_t r)
{
    switch (kind) {
    case '-':
        return 0;
    case 's':
        return (int32_t)(r % 5); /* one more than there are symbols */
    case 'i':
    case 'j':
        return (int32_t)r - (1 << 23);
    case 'c':
        return r % 3 ? CT_COSTLIST(r % 1000, r % 64) : -1;
    default:
        return r % 5 ? (int32_t)(r % 500) : -1;
    }
}

/* Every instruction with many operands; every record with any words in it. */
static void test_everything(void **state)
{
    (void)state;
    enum { ROUNDS = 40, N = ROUNDS * CT_OP_COUNT_ };
    uint32_t seed = 1;
    ct_insn *code = calloc(N, sizeof *code);
    for (unsigned i = 0; i < N; i++) {
        code[i].op = (uint16_t)(i % CT_OP_COUNT_);
        const ct_op_info *info = &ct_ops[code[i].op];
        uint16_t *to[] = {&code[i].a, &code[i].b, &code[i].c, &code[i].d, &code[i].e};
        for (unsigned k = 0; k < info->noperands; k++)
            *to[k] = some_operand(info->operands[k], next_random(&seed));
        code[i].imm = some_imm(info->imm, next_random(&seed));
    }
    const char string[] = "a\"b\\c\n\x01";
    const ct_rec_sym sym[] = {{0, 0}, {0, 1}, {0, 3}, {0, 7}};
    ct_set parts = {.code = code, .ncode = N, .string = (const uint8_t *)string, .nstring = 7};
    parts.sym = sym;
    parts.nsym = 4;
    enum { RECORDS = 300 };
    ct_w *words[CT_NSECTIONS] = {NULL};
    for (unsigned s = 0; s < CT_NSECTIONS; s++) {
        words[s] = calloc(RECORDS, sizeof(ct_w) * 32);
        for (unsigned i = 0; i < RECORDS * 32; i++) {
            uint32_t r = next_random(&seed);
            words[s][i] = r % 7 == 0 ? CT_NONE : r % 11 == 0 ? CT_X_VALUE : r % 13 ? r % 40 : r;
        }
    }
#define S(name, type)                                                                              \
    if (CT_SEC_##name > CT_SEC_sym && CT_SEC_##name != CT_SEC_code) {                              \
        parts.name = (const void *)words[CT_SEC_##name];                                           \
        parts.n##name = RECORDS;                                                                   \
    }
    CT_SECTIONS(S)
#undef S
    ct_set set;
    assert_int_equal(ct_set_from_parts(&set, &parts), CT_SET_OK);
    round_trip(&set);
    ct_set_close(&set);
    for (unsigned s = 0; s < CT_NSECTIONS; s++)
        free(words[s]);
    free(code);
}

static void expect_error(const char *text, unsigned line, const char *message)
{
    struct ct_asm_error error;
    ct_set *set = ct_asm(text, strlen(text), &error);
    assert_null(set);
    assert_string_equal(error.message, message);
    assert_int_equal(error.line, line);
}

#define HEAD ".cset 1\n.sym\n0: \"\"\n"

static void test_errors(void **state)
{
    (void)state;
    expect_error("", 1, "\".cset\" is missing");
    expect_error(".cset 9\n", 2, "another version");
    expect_error(".cset 1\n0: 1\n", 2, "a section's name is missing");
    expect_error(".cset 1\n.cats\n", 2, "an unknown section");
    expect_error(HEAD "0: \"\n", 4, "a text that does not end");
    expect_error(HEAD "1: \"a\\x4\"\n", 4, "\\x without two digits");
    expect_error(HEAD "2: \"a\"\n", 4, "a symbol out of order or twice");
    expect_error(HEAD ".word\n0: 1 2 x\n", 5, "a number is missing");
    expect_error(HEAD ".word\n0: 99999999999\n", 5, "a number that is too large");
    expect_error(HEAD ".word\n3: 1\n", 5, "a record out of order");
    expect_error(HEAD ".part\n0: fn=f1 layer=color\n", 5, "a member is missing or out of order");
    expect_error(HEAD ".part\n0: layer=cheese fn=f1\n", 5, "a word that is not known here");
    expect_error(HEAD ".part\n0: layer=color fn=f1 x\n", 5,
                 "something follows at the end of the line");
    expect_error(HEAD ".code\n0: FLY s1\n", 5, "an unknown instruction");
    expect_error(HEAD ".code\n0: LDI s70000, 0\n", 5, "an operand that is too large");
    expect_error(HEAD ".code\n0: LDI q, 0\n", 5, "a slot is missing");
    expect_error(HEAD ".code\n0: JMP 5\n", 5, "where to jump is missing");
    expect_error(HEAD ".code\n0: COUNT s9, battlefield, 3\n", 5, "a function is missing");
    expect_error(HEAD ".code\n0: PAY s9, you, 0, costs:1\n", 5, "\"+\" is missing");
    expect_error(HEAD ".code\n0: PAY s9, you, 0, costs:1+64\n", 5,
                 "a list of costs that is too long");
}

static void test_listing_of_an_ability(void **state)
{
    (void)state;
    struct ct_asm_error error;
    ct_set *set = ct_asm(set_example, strlen(set_example), &error);
    assert_non_null(set);
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    ct_disasm_ability(set, 4, out);
    ct_disasm_ability(set, 99, out);
    fclose(out);
    assert_non_null(strstr(text, "kind=spell"));
    assert_non_null(strstr(text, "  target 0: slot=s10"));
    assert_non_null(strstr(text, "  f0: effect\n    0: PAY s9, you, 1, costs:2+1\n"));
    assert_non_null(strstr(text, "  cost 2: kind=sacrifice"));
    free(text);
    ct_set_free(set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_example), cmocka_unit_test(test_everything),
        cmocka_unit_test(test_errors), cmocka_unit_test(test_listing_of_an_ability)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
