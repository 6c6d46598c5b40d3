/* The machine: pure functions on a frame, effect functions as tasks that stop for choices. Each
 * test assembles one ability and runs it on a game of two players with three creatures. Slots
 * behind the runtime's: s9 to s15 numbers, s16 to s19 entities, s20 to s25 lists. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/asm.h"
#include "runtime/block.h"
#include "runtime/chars.h"
#include "runtime/decision.h"
#include "runtime/object.h"
#include "runtime/verify.h"
#include "runtime/vm.h"

enum { N0 = 9, E0 = 16, L0 = 20, NSLOTS = 26 };

typedef struct fixture {
    ct_set *set;
    ct_game *g;
    ct_ent bear[3]; /* powers 2, 2, 5; the last one is the second player's */
    ct_small_frame frame;
} fixture;

static const char head[] =
    ".cset 1\n.sym\n0: \"\"\n1: \"Bear\"\n2: \"Giant\"\n"
    ".word\n0: 1 1 1 0 1 1 1 0 1 0 0 0 0 0 0 0\n16: 1 1 1 1 2 2 2 2 2 2 1 2\n"
    ".card\n0: name=\"Bear\" layout=normal face0=0+1 flags=0 file=\"\" line=1\n"
    "1: name=\"Giant\" layout=normal face0=1+1 flags=0 file=\"\" line=2\n"
    ".face\n"
    "0: name=\"Bear\" mana=- types=creature supers=- sub0=26+1 colors=G power=2 toughness=2 "
    "has_pt=1 loyalty=- defense=- abil0=0+0 card=0 kw0=0+0\n"
    "1: name=\"Giant\" mana=- types=creature supers=- sub0=27+1 colors=R power=5 toughness=4 "
    "has_pt=1 loyalty=- defense=- abil0=0+0 card=1 kw0=0+0\n"
    ".ability\n0: kind=spell flags=0 keyword=\"\" zones=- slot0=0+26 fn0=0+%u fn_effect=- "
    "fn_cond=- cost0=0+0 target0=0+0 mode0=0+0 fn_mode_min=- fn_mode_max=- trig0=0+0 eff0=0+0 "
    "source_off=0 source_len=0 line=0 text=\"\"\n.fn\n";

/* The set of one ability; a function is its result's number and its instructions, one a line, where
 * jumps count from the function's first. */
typedef struct fn_text {
    unsigned result;
    const char *code;
} fn_text;

static unsigned lines_of(const char *code)
{
    unsigned n = 0;
    for (; *code; code++)
        n += *code == '\n';
    return n;
}

/* "JMP @2" within the function becomes the same in the image. */
static void print_line(FILE *out, const char *line, size_t len, unsigned base)
{
    const char *at = memchr(line, '@', len);
    if (!at) {
        fprintf(out, "%.*s\n", (int)len, line);
        return;
    }
    fprintf(out, "%.*s@%u\n", (int)(at - line), line, base + (unsigned)atoi(at + 1));
}

static char *image_text(const fn_text *fns, unsigned n)
{
    char *text = NULL;
    size_t size;
    unsigned code = 0, index = 0;
    FILE *out = open_memstream(&text, &size);
    fprintf(out, head, n);
    for (unsigned i = 0; i < n; i++) {
        unsigned lines = lines_of(fns[i].code);
        fprintf(out, "%u: code0=%u+%u result=%u\n", i, code, lines, fns[i].result);
        code += lines;
    }
    fputs(".code\n", out);
    for (unsigned i = 0; i < n; i++) {
        unsigned base = index;
        for (const char *line = fns[i].code; *line; line = strchr(line, '\n') + 1) {
            fprintf(out, "%u: ", index++);
            print_line(out, line, strcspn(line, "\n"), base);
        }
    }
    fclose(out);
    return text;
}

static ct_ent put_creature(ct_game *g, uint32_t card, unsigned player)
{
    ct_ent e = ct_object_new(g, CT_OBJ_CARD, card, card, player);
    ct_zone_insert(g, e, CT_ZONE_BATTLEFIELD, player, CT_AT_END);
    ct_touch(g);
    return e;
}

static void open_fixture(fixture *x, const fn_text *fns, unsigned n)
{
    struct ct_asm_error error;
    ct_verify_error why;
    char message[200], *text = image_text(fns, n);
    x->set = ct_asm(text, strlen(text), &error);
    if (!x->set) fail_msg("line %u: %s\n%s", error.line, error.message, text);
    if (!ct_verify(x->set, &why))
        fail_msg("%s\n%s", ct_verify_message(&why, message, sizeof message), text);
    free(text);
    x->g = ct_game_reserve(x->set);
    assert_non_null(x->g);
    x->g->s->nplayers = 2;
    for (unsigned p = 0; p < 2; p++) {
        x->g->s->player[p].alive = 1;
        x->g->s->player[p].life = 20 - (int32_t)p;
    }
    x->bear[0] = put_creature(x->g, 0, 0);
    x->bear[1] = put_creature(x->g, 0, 0);
    x->bear[2] = put_creature(x->g, 1, 1);
    ct_frame_init(x->g, &x->frame, 0, x->bear[0], 0);
}

static void close_fixture(fixture *x)
{
    ct_game_free(x->g);
    ct_set_free(x->set);
}

/* The value of a number function alone. */
static int32_t value_of(const char *code)
{
    fixture x;
    open_fixture(&x, &(fn_text){CT_RES_NUM, code}, 1);
    int32_t value = (int32_t)ct_eval(x.g, &x.frame.f, 0);
    assert_int_equal(x.g->s->over, CT_NOT_OVER);
    close_fixture(&x);
    return value;
}

static int32_t binary(const char *op, int32_t b, int32_t c)
{
    char code[200];
    snprintf(code, sizeof code, "LDI s9, %d\nLDI s10, %d\n%s s11, s9, s10\nRETN s11\n", b, c, op);
    return value_of(code);
}

static void test_arithmetic(void **state)
{
    (void)state;
    assert_int_equal(binary("ADD", 3, -5), -2);
    assert_int_equal(binary("ADD", INT32_MAX, 1), INT32_MAX);
    assert_int_equal(binary("SUB", INT32_MIN, 1), INT32_MIN);
    assert_int_equal(binary("MUL", 1 << 20, 1 << 20), INT32_MAX);
    assert_int_equal(binary("MUL", 1 << 20, -(1 << 20)), INT32_MIN);
    assert_int_equal(binary("DIVUP", 5, 2), 3);
    assert_int_equal(binary("DIVDOWN", 5, 2), 2);
    assert_int_equal(binary("DIVUP", -5, 2), -2);
    assert_int_equal(binary("DIVDOWN", -5, 2), -3);
    assert_int_equal(binary("DIVUP", 5, 0), 0);
    assert_int_equal(binary("DIVDOWN", INT32_MIN, -1), INT32_MAX);
    assert_int_equal(binary("MIN", -3, 2), -3);
    assert_int_equal(binary("MAX", -3, 2), 2);
    assert_int_equal(binary("BAND", 6, 12), 4);
    assert_int_equal(binary("BOR", 6, 12), 14);
    assert_int_equal(binary("EQ", 4, 4), 1);
    assert_int_equal(binary("NE", 4, 4), 0);
    assert_int_equal(binary("LT", -1, 0), 1);
    assert_int_equal(binary("LE", 1, 0), 0);
    assert_int_equal(binary("AND", 2, 4), 1);
    assert_int_equal(binary("AND", 2, 0), 0);
    assert_int_equal(binary("OR", 0, 8), 1);
    assert_int_equal(value_of("LDI s9, -2147483648\nNEG s9, s9\nRETN s9\n"), INT32_MAX);
    assert_int_equal(value_of("LDI s9, 21\nPOPCNT s9, s9\nRETN s9\n"), 3);
    assert_int_equal(value_of("LDI s9, 21\nNOT s9, s9\nRETN s9\n"), 0);
}

static void test_entities(void **state)
{
    (void)state;
    assert_int_equal(value_of("SAME s9, this, this\nRETN s9\n"), 1);
    assert_int_equal(value_of("SAME s9, this, you\nRETN s9\n"), 0);
    assert_int_equal(value_of("SAME s9, it, evobj\nRETN s9\n"), 0); /* nobody is not the same */
    assert_int_equal(value_of("ISNONE s9, it\nRETN s9\n"), 1);
    assert_int_equal(value_of("MOVE s16, this\nISNONE s9, s16\nRETN s9\n"), 0);
    assert_int_equal(value_of("GETE s16, this, CONTROLLER\nSAME s9, s16, you\nRETN s9\n"), 1);
    assert_int_equal(value_of("GETE s16, you, NEXT_PLAYER\nGETN s9, s16, LIFE\nRETN s9\n"), 19);
    assert_int_equal(value_of("GETN s9, this, POWER\nRETN s9\n"), 2);
    assert_int_equal(value_of("GETN s9, this, LIFE\nRETN s9\n"), 0);
    assert_int_equal(value_of("GETN s9, it, POWER\nRETN s9\n"), 0);
    assert_int_equal(value_of("HASSUB s9, this, \"Bear\"\nRETN s9\n"), 1);
    assert_int_equal(value_of("HASSUB s9, this, \"Giant\"\nRETN s9\n"), 0);
    assert_int_equal(value_of("SYM s9, \"Bear\"\nISNAMED s10, this, s9\nRETN s10\n"), 1);
    assert_int_equal(value_of("CANTARG s9, this\nCANTARG s10, you\nADD s9, s9, s10\nRETN s9\n"), 2);
}

static void test_control(void **state)
{
    (void)state;
    assert_int_equal(value_of("LDI s9, 3\nJZ s9, @4\nLDI s10, 7\nRETN s10\nRETN s9\n"), 7);
    assert_int_equal(value_of("LDI s9, 3\nJNZ s9, @4\nLDI s10, 7\nRETN s10\nRETN s9\n"), 3);
    /* the sum of powers, by a loop */
    assert_int_equal(value_of("COLLECT s20, battlefield, f-\nLDI s9, 0\nNEXT s20, s9, s16, @6\n"
                              "GETN s11, s16, POWER\nADD s10, s10, s11\nJMP @2\nRETN s10\n"),
                     9);
    /* an index that is negative or behind the end ends the loop */
    assert_int_equal(value_of("COLLECT s20, battlefield, f-\nLDI s9, -1\nNEXT s20, s9, s16, @5\n"
                              "LDI s10, 1\nJMP @2\nRETN s10\n"),
                     0);
}

static void test_lists(void **state)
{
    (void)state;
    const char *cases[] = {
        "COUNT s9, battlefield, f-\nRETN s9\n",
        "COLLECT s20, battlefield+players, f-\nLEN s9, s20\nRETN s9\n",
        "PLAYERS s20, f-\nLEN s9, s20\nRETN s9\n",
        "EMPTY s20\nLIST1 s21, it\nAPPEND s20, s20, s21\nLEN s9, s20\nRETN s9\n",
        "COLLECT s20, battlefield, f-\nAPPEND s21, s20, this\nLEN s9, s21\nRETN s9\n",
        "COLLECT s20, battlefield, f-\nMINUS s21, s20, this\nLEN s9, s21\nRETN s9\n",
        "COLLECT s20, battlefield, f-\nMINUS s21, s20, s20\nLEN s9, s21\nRETN s9\n",
        "COLLECT s20, battlefield, f-\nLDI s9, 9\nNTH s16, s20, s9\nISNONE s9, s16\nRETN s9\n",
        "COLLECT s20, battlefield, f-\nHAS s9, s20, this\nRETN s9\n",
        "LIST1 s20, this\nMOVL s21, s20\nHAS s9, s21, you\nRETN s9\n",
    };
    const int32_t wanted[] = {3, 5, 2, 0, 3, 2, 0, 1, 1, 0};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (value_of(cases[i]) != wanted[i])
            fail_msg("%s: %d, not %d", cases[i], value_of(cases[i]), wanted[i]);
}

/* Predicates see the candidate in IT, which is as before afterwards, also when they look for others
 * themselves. */
static void test_predicates(void **state)
{
    (void)state;
    const fn_text fns[] = {
        {CT_RES_NUM, "MOVE it, you\nCOLLECT s20, battlefield, f1\nFILTER s21, s20, f2\n"
                     "LEN s9, s20\nLEN s10, s21\nLDI s11, 10\nMUL s9, s9, s11\nADD s9, s9, s10\n"
                     "SAME s10, it, you\nMUL s9, s9, s10\nRETN s9\n"},
        /* is there another creature of the same power? */
        {CT_RES_NUM, "MOVE s17, it\nGETN s12, it, POWER\nCOUNT s13, battlefield, f3\nRETN s13\n"},
        {CT_RES_NUM, "SAME s12, it, this\nNOT s12, s12\nRETN s12\n"},
        {CT_RES_NUM, "SAME s14, it, s17\nNOT s14, s14\nGETN s15, it, POWER\nEQ s15, s15, s12\n"
                     "AND s14, s14, s15\nRETN s14\n"},
        {CT_RES_NUM, "COLLECT s20, battlefield, f-\nSUM s9, s20, f5\nLARGEST s10, s20, f5\n"
                     "SMALLEST s11, s20, f5\nUNIONOF s12, s20, f6\nLDI s13, 10\nMUL s9, s9, s13\n"
                     "ADD s9, s9, s10\nMUL s9, s9, s13\nADD s9, s9, s11\nMUL s9, s9, s13\n"
                     "ADD s9, s9, s12\nRETN s9\n"},
        {CT_RES_NUM, "GETN s15, it, POWER\nRETN s15\n"},
        {CT_RES_NUM, "GETN s15, it, COLORS\nPOPCNT s15, s15\nRETN s15\n"},
        {CT_RES_LIST, "COLLECT s20, battlefield, f-\nRETL s20\n"},
        {CT_RES_ENT, "RETE this\n"},
        {CT_RES_NUM, "CALLN s9, f5\nRETN s9\n"},
    };
    fixture x;
    open_fixture(&x, fns, sizeof fns / sizeof fns[0]);
    assert_int_equal(ct_eval(x.g, &x.frame.f, 0), 21);
    assert_int_equal(ct_eval(x.g, &x.frame.f, 4), 9521);
    ct_list l = ct_eval(x.g, &x.frame.f, 7);
    assert_int_equal(ct_list_len(x.g, l), 3);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(ct_list_at(x.g, l, i), x.bear[i]);
    assert_int_equal(ct_eval(x.g, &x.frame.f, 8), x.bear[0]);
    assert_true(ct_test(x.g, &x.frame.f, 9, x.bear[2]));
    assert_false(ct_test(x.g, &x.frame.f, 9, 1));
    assert_true(ct_test(x.g, &x.frame.f, CT_NONE, 1));
    assert_int_equal(x.frame.f.slot[CT_S_IT], 1); /* left there by function 0 */
    close_fixture(&x);
}

/* Evaluating leaves no lists behind, and no slot that points to one that is gone. */
static void test_lists_are_given_back(void **state)
{
    (void)state;
    const fn_text fn = {CT_RES_NUM, "COLLECT s20, battlefield, f-\nLEN s9, s20\nRETN s9\n"};
    fixture x;
    open_fixture(&x, &fn, 1);
    uint32_t used = x.g->s->pool[CT_POOL_temp].used;
    for (int i = 0; i < 1000; i++)
        assert_int_equal(ct_eval(x.g, &x.frame.f, 0), 3);
    assert_int_equal(x.g->s->pool[CT_POOL_temp].used, used);
    assert_int_equal(x.frame.f.slot[L0], CT_EMPTY_LIST);
    close_fixture(&x);
}

/* Eight loops inside each other over every creature: bounded by count, not by patience. */
static void test_stall(void **state)
{
    (void)state;
    fn_text fns[13];
    char code[13][100];
    for (unsigned i = 0; i < 13; i++) {
        if (i < 12)
            snprintf(code[i], sizeof code[i], "COUNT s9, battlefield, f%u\nRETN s9\n", i + 1);
        else
            snprintf(code[i], sizeof code[i], "LDI s9, 1\nRETN s9\n");
        fns[i] = (fn_text){CT_RES_NUM, code[i]};
    }
    fixture x;
    open_fixture(&x, fns, 13);
    for (unsigned i = 0; i < 60; i++)
        put_creature(x.g, 0, 0);
    ct_eval(x.g, &x.frame.f, 11);
    assert_int_equal(x.g->s->over, CT_NOT_OVER);
    ct_eval(x.g, &x.frame.f, 0);
    assert_int_equal(x.g->s->over, CT_OVER_STALL);
    close_fixture(&x);
}

/* ---- effects as tasks ---------------------------------------------------------------------- */
/* Runs effect function 0, answering with ANSWERS in order; the frame's task must be the only one.
 * Halfway through, the game is copied and the copy goes on alone: both must end the same. */
static uint32_t play(fixture *x, const char *code, const uint32_t *answers, unsigned n,
                     uint16_t slot)
{
    const fn_text fns[] = {{CT_RES_EFFECT, code},
                           {CT_RES_NUM, "GETN s15, it, POWER\nLDI s14, 3\nLT s15, s15, s14\n"
                                        "RETN s15\n"}};
    open_fixture(x, fns, 2);
    ct_frame *f = ct_start_vm(x->g, 0, 0, x->frame.f.slot, NSLOTS);
    assert_non_null(f);
    ct_run(x->g);
    for (unsigned i = 0; i < n; i++) {
        assert_int_not_equal(x->g->s->decision.kind, CT_DEC_NONE);
        ct_game *copy = ct_game_reserve(x->set);
        ct_game_copy(copy, x->g);
        assert_true(ct_answer(copy, answers[i]));
        assert_true(ct_answer(x->g, answers[i]));
        ct_run(copy);
        ct_run(x->g);
        assert_true(ct_game_hash(copy) == ct_game_hash(x->g));
        ct_game_free(copy);
    }
    assert_int_equal(x->g->s->decision.kind, CT_DEC_NONE);
    return f->slot[slot]; /* where it was: nothing was put over it */
}

static void expect_list(fixture *x, ct_list l, const char *bears)
{
    assert_int_equal(ct_list_len(x->g, l), strlen(bears));
    for (uint32_t i = 0; bears[i]; i++)
        assert_int_equal(ct_list_at(x->g, l, i), x->bear[bears[i] - '0']);
}

static void test_choices(void **state)
{
    (void)state;
    fixture x;
    assert_int_equal(play(&x, "MAY s9, you, \"Bear\"\nEND\n", (uint32_t[]){0}, 1, N0), 1);
    close_fixture(&x);
    assert_int_equal(play(&x, "MAY s9, you, \"Bear\"\nEND\n", (uint32_t[]){1}, 1, N0), 0);
    close_fixture(&x);
    assert_int_equal(play(&x, "LDI s10, -2\nLDI s11, 5\nPICKNUM s9, you, s10, s11\nEND\n",
                          (uint32_t[]){7}, 1, N0),
                     5);
    close_fixture(&x);
    assert_int_equal(play(&x, "LDI s10, 17\nPICKCOLOR s9, you, s10\nEND\n", (uint32_t[]){1}, 1, N0),
                     CT_GREEN);
    close_fixture(&x);
    assert_int_equal(play(&x, "LDI s10, 10\nPICKMODE s9, you, s10\nEND\n", (uint32_t[]){1}, 1, N0),
                     3);
    close_fixture(&x);
    assert_int_equal(play(&x, "PICKTYPE s9, you, 0\nEND\n", (uint32_t[]){1}, 1, N0), 2);
    close_fixture(&x);
    assert_int_equal(play(&x, "PICKNAME s9, you, f1\nEND\n", (uint32_t[]){0}, 1, N0), 1);
    close_fixture(&x);
    uint32_t picked = play(&x, "COLLECT s20, battlefield, f-\nCHOOSE1 s16, you, s20\nEND\n",
                           (uint32_t[]){2}, 1, E0);
    assert_int_equal(picked, x.bear[2]);
    close_fixture(&x);
}

#define SOME                                                                                       \
    "COLLECT s21, battlefield, f-\nLDI s10, %d\nLDI s11, %d\nCHOOSE s20, you, s21, s10, "          \
    "s11\nEND\n"

static void test_some_of_a_list(void **state)
{
    (void)state;
    fixture x;
    char code[200];
    snprintf(code, sizeof code, SOME, 2, 2);
    expect_list(&x, play(&x, code, (uint32_t[]){0, 1}, 2, L0), "02");
    close_fixture(&x);
    expect_list(&x, play(&x, code, (uint32_t[]){1, 0}, 2, L0), "12");
    close_fixture(&x);
    snprintf(code, sizeof code, SOME, 0, 3);
    expect_list(&x, play(&x, code, (uint32_t[]){1, 1}, 2, L0), "1"); /* bear 1, then done */
    close_fixture(&x);
    expect_list(&x, play(&x, code, (uint32_t[]){3}, 1, L0), "");
    close_fixture(&x);
    snprintf(code, sizeof code, SOME, 5, 5); /* not so many: all, and nothing is asked */
    expect_list(&x, play(&x, code, NULL, 0, L0), "012");
    close_fixture(&x);
    snprintf(code, sizeof code, SOME, 0, 0);
    expect_list(&x, play(&x, code, NULL, 0, L0), "");
    close_fixture(&x);
}

static void test_order_and_division(void **state)
{
    (void)state;
    fixture x;
    expect_list(&x,
                play(&x, "COLLECT s21, battlefield, f-\nORDER s20, you, s21\nEND\n",
                     (uint32_t[]){2, 0}, 2, L0),
                "201");
    close_fixture(&x);
    /* five among three, each at least one: 2, then 2 of the 3 left but one, then the rest */
    expect_list(&x,
                play(&x,
                     "COLLECT s21, battlefield, f-\nLDI s9, 5\nDIVIDE s20, you, s21, s9\n"
                     "END\n",
                     (uint32_t[]){1, 1}, 2, L0),
                "00112");
    assert_int_equal(x.g->s->over, CT_NOT_OVER);
    close_fixture(&x);
}

static void test_chance(void **state)
{
    (void)state;
    fixture x;
    bool seen[7] = {false};
    for (unsigned seed = 1; seed < 60; seed++) {
        const fn_text fn = {CT_RES_EFFECT, "ROLL s9, you, 6\nCOLLECT s21, battlefield, f-\n"
                                           "LDI s10, 2\nRANDOM s20, s21, s10\nEND\n"};
        open_fixture(&x, &fn, 1);
        x.g->s->rng[0] = seed;
        x.g->s->rng[1] = ~(uint64_t)seed;
        ct_frame *f = ct_start_vm(x.g, 0, 0, x.frame.f.slot, NSLOTS);
        ct_run(x.g);
        assert_in_range(f->slot[N0], 1, 6);
        seen[f->slot[N0]] = true;
        assert_int_equal(ct_list_len(x.g, f->slot[L0]), 2);
        assert_int_not_equal(ct_list_at(x.g, f->slot[L0], 0), ct_list_at(x.g, f->slot[L0], 1));
        close_fixture(&x);
    }
    for (unsigned i = 1; i <= 6; i++)
        assert_true(seen[i]);
}

/* A function with effects that goes round and round without asking is stopped too. */
static void test_effect_stall(void **state)
{
    (void)state;
    fixture x;
    const fn_text fn = {
        CT_RES_EFFECT, "COLLECT s20, battlefield, f-\nLDI s9, 0\nNEXT s20, s9, s16, @17\n"
                       "LDI s10, 0\nNEXT s20, s10, s16, @16\nLDI s11, 0\nNEXT s20, s11, s16, @15\n"
                       "LDI s12, 0\nNEXT s20, s12, s16, @14\nROLL s13, you, 2\nROLL s13, you, 2\n"
                       "ROLL s13, you, 2\nROLL s13, you, 2\nJMP @8\nJMP @6\nJMP @4\nJMP @2\nEND\n"};
    open_fixture(&x, &fn, 1);
    for (unsigned i = 0; i < 100; i++)
        put_creature(x.g, 0, 0);
    ct_start_vm(x.g, 0, 0, x.frame.f.slot, NSLOTS);
    assert_int_equal(ct_run(x.g), CT_ENDED);
    assert_int_equal(x.g->s->over, CT_OVER_STALL);
    close_fixture(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arithmetic),     cmocka_unit_test(test_entities),
        cmocka_unit_test(test_control),        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_predicates),     cmocka_unit_test(test_lists_are_given_back),
        cmocka_unit_test(test_stall),          cmocka_unit_test(test_choices),
        cmocka_unit_test(test_some_of_a_list), cmocka_unit_test(test_order_and_division),
        cmocka_unit_test(test_chance),         cmocka_unit_test(test_effect_stall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
