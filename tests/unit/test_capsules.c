/* Lists, capsules, memory and counters: the small records that hang on others. */
#include "rules_support.h"

#include "runtime/capsule.h"
#include "runtime/memory.h"

/* A set with one ability whose frame has, behind the runtime's slots, a number, a list and an
 * entity. */
static table make_table(uint32_t *the_ability, uint32_t *bear)
{
    maker m;
    maker_init(&m);
    ability(&m, CT_AB_SPELL);
    ct_slot(m.frame, CT_T_NUM);
    ct_slot(m.frame, CT_T_LIST);
    ct_slot(m.frame, CT_T_ENT);
    struct ct_fn *fn = ct_fn_open(&m.ab, CT_FN_EFFECT);
    ct_op_imm(fn, CT_OP_END, 0);
    ability_done(&m);
    *the_ability = ct_emit_ability(&m.emit, &m.abilities[--m.nabilities], 1);
    *bear = make_card(&m, (card_def){"Bear", CT_TYPE_CREATURE, 0, 0, 2, 2, NULL, 0});
    return deal(&m);
}

enum { N = CT_S_FIRST, L = CT_S_FIRST + 1, E = CT_S_FIRST + 2, SLOTS = CT_S_FIRST + 3 };

static void test_lists(void **state)
{
    (void)state;
    uint32_t a, bear;
    table t = make_table(&a, &bear);
    ct_ent some[3] = {1, 2, 77};
    ct_list l = ct_list_make(t.g, some, 3);
    assert_int_equal(ct_list_len(t.g, l), 3);
    assert_int_equal(ct_list_at(t.g, l, 2), 77);
    assert_int_equal(ct_list_at(t.g, l, 3), CT_NOBODY);
    assert_true(ct_list_has(t.g, l, 2));
    assert_false(ct_list_has(t.g, l, 3));
    assert_int_equal(ct_list_make(t.g, some, 0), CT_EMPTY_LIST);
    uint32_t used = t.g->s->pool[CT_POOL_temp].used;
    assert_int_equal(ct_list_end(t.g, ct_list_begin(t.g)), CT_EMPTY_LIST);
    assert_int_equal(t.g->s->pool[CT_POOL_temp].used, used); /* nothing is left of an empty one */
    assert_int_equal(ct_list_len(t.g, CT_EMPTY_LIST), 0);
    clear_table(&t);
}

/* What is put away comes out again, lists and all, also after packing. */
static void test_capsules(void **state)
{
    (void)state;
    uint32_t a, bear;
    table t = make_table(&a, &bear);
    ct_ent o = put(&t, bear, 0, CT_ZONE_BATTLEFIELD), both[2] = {o, 2};
    uint32_t slots[SLOTS] = {[N] = 41, [L] = ct_list_make(t.g, both, 2), [E] = o}, out[SLOTS];
    for (int i = 0; i < 400; i++) /* garbage that packing removes */
        assert_true(ct_capsule_make(t.g, a, slots, SLOTS, CT_EMPTY_LIST));
    uint32_t capsule = ct_capsule_make(t.g, a, slots, SLOTS, ct_list_make(t.g, &o, 1)), n;
    ct_obj(t.g, o)->capsule = capsule;
    uint32_t before = t.g->s->pool[CT_POOL_capsule].used;
    ct_collect(t.g);
    assert_true(t.g->s->pool[CT_POOL_capsule].used < before / 50);
    capsule = ct_obj(t.g, o)->capsule;
    ct_capsule_open(t.g, capsule, out, SLOTS);
    assert_int_equal(out[N], 41);
    assert_int_equal(out[E], o);
    assert_int_equal(ct_list_len(t.g, out[L]), 2);
    assert_int_equal(ct_list_at(t.g, out[L], 1), 2);
    const ct_ent *affected = ct_capsule_affected(t.g, capsule, &n);
    assert_int_equal(n, 1);
    assert_int_equal(affected[0], o);
    ct_capsule_peek(t.g, capsule, out, SLOTS);
    assert_int_equal(out[L], 0);
    ct_capsule_set(t.g, capsule, N, 42);
    assert_int_equal(ct_capsule_slot(t.g, capsule, N), 42);
    assert_int_equal(ct_capsule_slot(t.g, capsule, 200), 0);
    ct_capsule_open(t.g, 0, out, SLOTS); /* no capsule: zeroes */
    assert_int_equal(out[N], 0);
    clear_table(&t);
}

static void test_memory(void **state)
{
    (void)state;
    uint32_t a, bear, value;
    table t = make_table(&a, &bear);
    ct_ent o = put(&t, bear, 0, CT_ZONE_BATTLEFIELD), x = put(&t, bear, 0, CT_ZONE_EXILE);
    ct_ent y = put(&t, bear, 1, CT_ZONE_EXILE);
    assert_false(ct_recall(t.g, o, CT_CH_COLOR, &value));
    assert_true(ct_remember(t.g, o, CT_CH_COLOR, CT_RED));
    assert_true(ct_remember(t.g, o, CT_CH_COLOR, CT_BLUE));
    assert_true(ct_recall(t.g, o, CT_CH_COLOR, &value));
    assert_int_equal(value, CT_BLUE); /* the newest */
    ct_remember(t.g, o, CT_MEM_LINK + CT_LINK_EXILED, x);
    ct_remember(t.g, o, CT_MEM_LINK + CT_LINK_EXILED, y);
    ct_list l = ct_recall_all(t.g, o, CT_MEM_LINK + CT_LINK_EXILED);
    assert_int_equal(ct_list_at(t.g, l, 0), x);
    assert_int_equal(ct_list_at(t.g, l, 1), y);
    ct_start_move(t.g, x, CT_ZONE_HAND, 0, CT_NOBODY, 0, CT_NOBODY);
    run(&t);
    assert_int_equal(ct_list_len(t.g, ct_recall_all(t.g, o, CT_MEM_LINK + CT_LINK_EXILED)), 1);
    assert_false(ct_remember(t.g, CT_NOBODY, CT_CH_COLOR, 1));
    clear_table(&t);
}

static void test_counters(void **state)
{
    (void)state;
    uint32_t a, bear;
    table t = make_table(&a, &bear);
    ct_ent o = put(&t, bear, 0, CT_ZONE_BATTLEFIELD), p = ct_player_ent(1);
    uint32_t plus = CT_KNOWN(t.g, PLUS1), minus = CT_KNOWN(t.g, MINUS1),
             poison = CT_KNOWN(t.g, POISON);
    assert_true(ct_counters_add(t.g, o, plus, 2));
    assert_true(ct_counters_add(t.g, o, minus, 1));
    assert_true(ct_counters_add(t.g, p, poison, 3));
    assert_int_equal(ct_counters(t.g, o, 0), 3);
    assert_int_equal(ct_counters_kind(t.g, o, 1), minus);
    assert_int_equal(ct_counters_kind(t.g, o, 2), 0);
    assert_int_equal(ct_counters_remove(t.g, o, plus, 5), 2);
    assert_int_equal(ct_counters(t.g, o, plus), 0);
    assert_int_equal(ct_counters_remove(t.g, o, 0, 1), 1);
    assert_int_equal(ct_counters(t.g, p, poison), 3);
    assert_true(ct_counters_add(t.g, p, poison, UINT32_MAX)); /* saturates */
    assert_int_equal(ct_counters(t.g, p, poison), INT32_MAX);
    assert_false(ct_counters_add(t.g, CT_NOBODY, plus, 1));
    clear_table(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_capsules),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_counters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
