/* Events: replaced, performed, seen by triggers; state-based actions. */
#include "rules_support.h"

static uint32_t bear_card(maker *m)
{
    return make_card(m, (card_def){"Bear", CT_TYPE_CREATURE, 0, CT_GREEN, 2, 2, "Bear", 0});
}

static uint32_t enchantment(maker *m, const char *name)
{
    return make_card(m, (card_def){name, CT_TYPE_ENCHANTMENT, 0, CT_WHITE, 0, 0, NULL, 0});
}

/* field of the event == value, as a predicate */
static uint32_t event_is(maker *m, unsigned field, int32_t value, unsigned field2, int32_t value2)
{
    struct ct_fn *fn = ct_fn_open(&m->ab, CT_FN_NUMBER);
    uint16_t x = ct_slot(m->frame, CT_T_NUM), y = ct_slot(m->frame, CT_T_NUM);
    ct_op2(fn, CT_OP_EVN, x, field, 0);
    ct_op3(fn, CT_OP_EQ, x, x, number(m, fn, value), 0);
    ct_op2(fn, CT_OP_EVN, y, field2, 0);
    ct_op3(fn, CT_OP_EQ, y, y, number(m, fn, value2), 0);
    ct_op3(fn, CT_OP_AND, x, x, y, 0);
    ct_op1(fn, CT_OP_RETN, x, 0);
    return fn->index;
}

static void replacement(maker *m, ct_event_kind kind, uint32_t affects, uint32_t apply,
                        uint32_t flags)
{
    ct_rec_effect e = no_effect(CT_EFF_REPLACE, kind);
    e.fn_affects = affects;
    e.fn_apply = apply;
    e.flags = flags;
    m->ab.rec.eff0 = ct_emit_effect(&m->emit, &e, 1);
    m->ab.rec.neffs = 1;
    ability_done(m);
}

/* "If ... , twice that many instead" */
static uint32_t doubler(maker *m, ct_event_kind kind)
{
    ability(m, CT_AB_STATIC);
    struct ct_fn *fn = ct_fn_open(&m->ab, CT_FN_EFFECT);
    uint16_t n = ct_slot(m->frame, CT_T_NUM);
    ct_op2(fn, CT_OP_EVN, n, CT_EVN_AMOUNT, 0);
    ct_op3(fn, CT_OP_ADD, n, n, n, 0);
    ct_op2(fn, CT_OP_EVSETN, CT_EVN_AMOUNT, n, 0);
    ct_op_imm(fn, CT_OP_END, 0);
    replacement(m, kind, CT_NONE, fn->index, 0);
    return enchantment(m, "Doubler");
}

/* "... plus one" */
static uint32_t adder(maker *m, ct_event_kind kind)
{
    ability(m, CT_AB_STATIC);
    struct ct_fn *fn = ct_fn_open(&m->ab, CT_FN_EFFECT);
    uint16_t n = ct_slot(m->frame, CT_T_NUM);
    ct_op2(fn, CT_OP_EVN, n, CT_EVN_AMOUNT, 0);
    ct_op3(fn, CT_OP_ADD, n, n, number(m, fn, 1), 0);
    ct_op2(fn, CT_OP_EVSETN, CT_EVN_AMOUNT, n, 0);
    ct_op_imm(fn, CT_OP_END, 0);
    replacement(m, kind, CT_NONE, fn->index, 0);
    return enchantment(m, "Adder");
}

static void answer(table *t, ct_decision_kind kind, uint32_t index)
{
    assert_int_equal(ct_run(t->g), CT_WAIT);
    assert_int_equal(t->g->s->decision.kind, kind);
    assert_true(ct_answer(t->g, index));
}

/* Each effect applies once; of two the affected player chooses the first [CR 614.5, 616.1]. */
static void test_order_of_replacement(void **state)
{
    (void)state;
    for (uint32_t first = 0; first < 2; first++) {
        maker m;
        maker_init(&m);
        uint32_t twice = doubler(&m, CT_EV_LIFEGAIN), plus = adder(&m, CT_EV_LIFEGAIN);
        table t = deal(&m);
        put(&t, twice, 0, CT_ZONE_BATTLEFIELD);
        put(&t, plus, 0, CT_ZONE_BATTLEFIELD);
        ct_start_gain_life(t.g, ct_player_ent(1), 3, CT_NOBODY);
        assert_int_equal(ct_run(t.g), CT_WAIT);
        assert_int_equal(t.g->s->decision.player, 1);
        answer(&t, CT_DEC_REPLACEMENT, first);
        run(&t);
        assert_int_equal(t.g->s->player[1].life, 20 + (first == 0 ? 7 : 8));
        clear_table(&t);
    }
}

static uint32_t preventer(maker *m)
{
    ability(m, CT_AB_STATIC);
    struct ct_fn *fn = ct_fn_open(&m->ab, CT_FN_EFFECT);
    uint16_t n = ct_slot(m->frame, CT_T_NUM), done = ct_slot(m->frame, CT_T_NUM);
    ct_op1(fn, CT_OP_LDI, n, 2);
    ct_op2(fn, CT_OP_EVPREVENT, done, n, 0);
    ct_op_imm(fn, CT_OP_END, 0);
    replacement(m, CT_EV_DAMAGE, CT_NONE, fn->index, CT_EFFF_PREVENTION);
    return enchantment(m, "Shield");
}

static uint32_t no_prevention(maker *m)
{
    ability(m, CT_AB_STATIC);
    ct_rec_effect e = no_effect(CT_EFF_RULE, CT_RULE_CANT_PREVENT);
    m->ab.rec.eff0 = ct_emit_effect(&m->emit, &e, 1);
    m->ab.rec.neffs = 1;
    ability_done(m);
    return enchantment(m, "Rage");
}

/* [CR 615.1, 615.12] */
static void test_prevention(void **state)
{
    (void)state;
    maker m;
    maker_init(&m);
    uint32_t bear = bear_card(&m), shield = preventer(&m), rage = no_prevention(&m);
    table t = deal(&m);
    ct_ent source = put(&t, bear, 0, CT_ZONE_BATTLEFIELD);
    put(&t, shield, 1, CT_ZONE_BATTLEFIELD);
    ct_ent p = ct_player_ent(1);
    ct_start_damage(t.g, source, ct_list_make(t.g, &p, 1), 3, 0, CT_NOBODY);
    run(&t);
    assert_int_equal(t.g->s->player[1].life, 19);
    ct_start_damage(t.g, source, ct_list_make(t.g, &p, 1), 2, 0, CT_NOBODY);
    run(&t);
    assert_int_equal(t.g->s->player[1].life, 19);
    assert_int_equal(t.g->s->ret2, 0);
    put(&t, rage, 0, CT_ZONE_BATTLEFIELD);
    ct_start_damage(t.g, source, ct_list_make(t.g, &p, 1), 3, 0, CT_NOBODY);
    run(&t);
    assert_int_equal(t.g->s->player[1].life, 16);
    clear_table(&t);
}

/* Lifelink, deathtouch, infect: what damage does [CR 120.3]; one gain a source [CR 702.15e]. */
static void test_results_of_damage(void **state)
{
    (void)state;
    maker m;
    maker_init(&m);
    uint32_t link = make_keyword(&m, "lifelink", CT_KW_LIFELINK),
             touch = make_keyword(&m, "deathtouch", CT_KW_DEATHTOUCH);
    uint32_t infect = make_keyword(&m, "infect", CT_KW_INFECT);
    uint32_t big = make_card(&m, (card_def){"Big", CT_TYPE_CREATURE, 0, 0, 6, 6, NULL, 0});
    uint32_t linker =
        make_card(&m, (card_def){"Linker", CT_TYPE_CREATURE, 0, 0, 2, 2, NULL, link + 1});
    uint32_t snake =
        make_card(&m, (card_def){"Snake", CT_TYPE_CREATURE, 0, 0, 1, 1, NULL, touch + 1});
    uint32_t rot = make_card(&m, (card_def){"Rot", CT_TYPE_CREATURE, 0, 0, 3, 3, NULL, infect + 1});
    table t = deal(&m);
    ct_ent a = put(&t, big, 1, CT_ZONE_BATTLEFIELD), l = put(&t, linker, 0, CT_ZONE_BATTLEFIELD);
    ct_ent s = put(&t, snake, 0, CT_ZONE_BATTLEFIELD), r = put(&t, rot, 0, CT_ZONE_BATTLEFIELD);
    uint32_t base = ct_batch(t.g);
    ct_propose_damage(t.g, l, a, 2, 0, CT_NOBODY);
    ct_propose_damage(t.g, l, ct_player_ent(1), 2, 0, CT_NOBODY);
    ct_propose_damage(t.g, r, ct_player_ent(1), 3, 0, CT_NOBODY);
    ct_start_events(t.g, base);
    run(&t);
    assert_int_equal(t.g->s->player[0].life, 24);
    assert_int_equal(t.g->s->player[0].life_gained, 4);
    assert_int_equal(t.g->s->player[1].life, 18);
    assert_int_equal(ct_counters(t.g, ct_player_ent(1), CT_KNOWN(t.g, POISON)), 3);
    uint32_t gains = 0;
    for (uint32_t i = 0; i < t.g->s->pool[CT_POOL_history].used; i++)
        gains += t.g->history[i].kind == CT_EV_LIFEGAIN;
    assert_int_equal(gains, 1);
    assert_int_equal(ct_obj(t.g, a)->damage, 2);
    ct_start_damage(t.g, r, ct_list_make(t.g, &a, 1), 1, 0, CT_NOBODY);
    run(&t);
    assert_int_equal(ct_power(t.g, a), 5);
    settle(&t);
    assert_non_null(ct_live(t.g, a));
    ct_start_damage(t.g, s, ct_list_make(t.g, &a, 1), 1, 0, CT_NOBODY);
    run(&t);
    settle(&t); /* [CR 704.5h] */
    assert_null(ct_live(t.g, a));
    clear_table(&t);
}

/* "Whenever a permanent is put into a graveyard from the battlefield" with nothing to do. */
static uint32_t mourner(maker *m, uint32_t flags)
{
    ability(m, CT_AB_TRIGGERED);
    struct ct_fn *fn = ct_fn_open(&m->ab, CT_FN_EFFECT);
    ct_op_imm(fn, CT_OP_END, 0);
    m->ab.rec.fn_effect = fn->index;
    m->ab.rec.flags = flags;
    ct_rec_trigger trigger = {
        .event = CT_EV_ZONE,
        .fn = event_is(m, CT_EVN_FROM, CT_ZONE_BATTLEFIELD, CT_EVN_TO, CT_ZONE_GRAVEYARD)};
    m->ab.rec.trig0 = ct_emit_trigger(&m->emit, &trigger, 1);
    m->ab.rec.ntrigs = 1;
    ability_done(m);
    return make_card(m, (card_def){"Mourner", CT_TYPE_CREATURE, 0, 0, 1, 1, NULL, 0});
}

static uint32_t waiting(table *t)
{
    return t->g->s->pool[CT_POOL_pending].used;
}

/* What leaves together sees each other leave [CR 603.10a]; "one or more" once [CR 603.2c]. */
static void test_leaving_looks_back(void **state)
{
    (void)state;
    maker m;
    maker_init(&m);
    uint32_t bear = bear_card(&m), mourns = mourner(&m, 0), once = mourner(&m, CT_ABF_BATCH);
    table t = deal(&m);
    ct_ent dying[5] = {put(&t, bear, 0, CT_ZONE_BATTLEFIELD), put(&t, bear, 1, CT_ZONE_BATTLEFIELD),
                       put(&t, mourns, 0, CT_ZONE_BATTLEFIELD)};
    put(&t, once, 1, CT_ZONE_BATTLEFIELD);
    ct_start_destroy(t.g, ct_list_make(t.g, dying, 3), 0, CT_NOBODY);
    run(&t);
    assert_int_equal(waiting(&t), 3 + 1);
    assert_int_equal(ct_zone_count(t.g, CT_ZONE_GRAVEYARD, 0), 2);
    assert_int_equal(ct_zone_count(t.g, CT_ZONE_GRAVEYARD, 1), 1);
    clear_table(&t);
}

/* [CR 704.5j] The player chooses which legend stays; [CR 704.5d] tokens elsewhere cease to exist.
 */
static void test_legends_and_tokens(void **state)
{
    (void)state;
    maker m;
    maker_init(&m);
    uint32_t queen =
        make_card(&m, (card_def){"Queen", CT_TYPE_CREATURE, CT_SUPER_LEGENDARY, 0, 3, 3, NULL, 0});
    uint32_t bear = bear_card(&m);
    table t = deal(&m);
    ct_ent one = put(&t, queen, 0, CT_ZONE_BATTLEFIELD),
           two = put(&t, queen, 0, CT_ZONE_BATTLEFIELD);
    ct_ent other = put(&t, queen, 1, CT_ZONE_BATTLEFIELD);
    ct_start_sba(t.g);
    assert_int_equal(ct_run(t.g), CT_WAIT);
    assert_int_equal(t.g->s->decision.noptions, 2);
    answer(&t, CT_DEC_KEEP, 1);
    run(&t);
    assert_null(ct_live(t.g, one));
    assert_non_null(ct_live(t.g, two));
    assert_non_null(ct_live(t.g, other));
    ct_ent token = ct_setup_token(t.g, t.set->card[bear].face0, 0);
    ct_start_move(t.g, token, CT_ZONE_HAND, 0, CT_NOBODY, 0, CT_NOBODY);
    run(&t);
    assert_int_equal(ct_zone_count(t.g, CT_ZONE_HAND, 0), 1);
    settle(&t);
    assert_int_equal(ct_zone_count(t.g, CT_ZONE_HAND, 0), 0);
    clear_table(&t);
}

/* [CR 704.5a, 704.5b, 704.5f, 704.5q, 104.2a] */
static void test_losing_and_dying(void **state)
{
    (void)state;
    maker m;
    maker_init(&m);
    uint32_t bear = bear_card(&m);
    table t = deal(&m);
    ct_ent a = put(&t, bear, 0, CT_ZONE_BATTLEFIELD), b = put(&t, bear, 0, CT_ZONE_BATTLEFIELD);
    ct_counters_add(t.g, a, CT_KNOWN(t.g, PLUS1), 3);
    ct_counters_add(t.g, a, CT_KNOWN(t.g, MINUS1), 1);
    ct_counters_add(t.g, b, CT_KNOWN(t.g, MINUS1), 2);
    settle(&t);
    assert_null(ct_live(t.g, b));
    assert_int_equal(ct_counters(t.g, a, CT_KNOWN(t.g, PLUS1)), 2);
    assert_int_equal(ct_counters(t.g, a, CT_KNOWN(t.g, MINUS1)), 0);
    ct_start_draw(t.g, ct_player_ent(1), 1, CT_NOBODY);
    run(&t);
    assert_int_equal(t.g->s->over, CT_NOT_OVER);
    ct_start_sba(t.g);
    ct_run(t.g);
    assert_int_equal(t.g->s->over, CT_OVER_WIN);
    assert_int_equal(t.g->s->winner, ct_player_ent(0));
    clear_table(&t);
}

/* "Tokens: twice as many instead"; those that enter together have one timestamp [CR 613.7m]. */
static void test_tokens_are_doubled(void **state)
{
    (void)state;
    maker m;
    maker_init(&m);
    uint32_t twice = doubler(&m, CT_EV_CREATE), bear = bear_card(&m);
    table t = deal(&m);
    put(&t, twice, 0, CT_ZONE_BATTLEFIELD);
    uint32_t base = ct_batch(t.g);
    ct_event *e = ct_propose(t.g, CT_EV_CREATE, CT_NOBODY);
    e->player = ct_player_ent(0);
    e->amount = 3;
    e->face = t.set->card[bear].face0;
    ct_start_events(t.g, base);
    run(&t);
    assert_int_equal(ct_list_len(t.g, t.g->s->ret), 6);
    ct_ent first = ct_list_at(t.g, t.g->s->ret, 0), last = ct_list_at(t.g, t.g->s->ret, 5);
    assert_int_equal(ct_live(t.g, first)->timestamp, ct_live(t.g, last)->timestamp);
    assert_int_equal(ct_live(t.g, last)->kind, CT_OBJ_TOKEN);
    assert_int_equal(ct_power(t.g, last), 2);
    clear_table(&t);
}

/* "This enters tapped with two +1/+1 counters" [CR 614.1c]. */
static void test_enters_with(void **state)
{
    (void)state;
    maker m;
    maker_init(&m);
    ability(&m, CT_AB_STATIC);
    struct ct_fn *two = ct_fn_open(&m.ab, CT_FN_NUMBER);
    ct_op1(two, CT_OP_RETN, number(&m, two, 2), 0);
    ct_rec_effect with[2] = {no_effect(CT_EFF_ENTERS, CT_ENTERS_TAPPED),
                             no_effect(CT_EFF_ENTERS, CT_ENTERS_COUNTERS)};
    with[1].arg = sym(&m, "+1/+1");
    with[1].fn_amount = two->index;
    uint32_t rec = ct_emit_effect(&m.emit, with, 2);
    struct ct_fn *fn = ct_fn_open(&m.ab, CT_FN_EFFECT);
    ct_op_imm(fn, CT_OP_EVENTERS, (int32_t)rec);
    ct_op_imm(fn, CT_OP_EVENTERS, (int32_t)rec + 1);
    ct_op_imm(fn, CT_OP_END, 0);
    struct ct_fn *self = ct_fn_open(&m.ab, CT_FN_NUMBER);
    uint16_t same = ct_slot(m.frame, CT_T_NUM);
    ct_op3(self, CT_OP_SAME, same, CT_S_EVOBJ, CT_S_THIS, 0);
    ct_op1(self, CT_OP_RETN, same, 0);
    replacement(&m, CT_EV_ZONE, self->index, fn->index, 0);
    uint32_t hydra = make_card(&m, (card_def){"Hydra", CT_TYPE_CREATURE, 0, 0, 0, 0, NULL, 0});
    uint32_t more = doubler(&m, CT_EV_COUNTERS);
    table t = deal(&m);
    put(&t, more, 0, CT_ZONE_BATTLEFIELD);
    ct_ent e = put(&t, hydra, 0, CT_ZONE_HAND);
    ct_start_move(t.g, e, CT_ZONE_BATTLEFIELD, 0, ct_player_ent(1), 0, CT_NOBODY);
    run(&t);
    settle(&t);
    ct_ent h = ct_latest(t.g, e);
    assert_true(h != CT_NOBODY);
    assert_int_equal(ct_obj(t.g, h)->zone, CT_ZONE_BATTLEFIELD);
    assert_true(ct_obj(t.g, h)->flags & CT_OF_TAPPED);
    assert_int_equal(ct_power(t.g, h), 4); /* doubled as it enters [CR 614.16] */
    assert_int_equal(ct_controller(t.g, h), 1);
    clear_table(&t);
}

/* Exiled until something leaves the battlefield: back as soon as it has [CR 610.3]. */
static void test_exiled_until_it_leaves(void **state)
{
    (void)state;
    maker m;
    maker_init(&m);
    uint32_t bear = bear_card(&m), jail = enchantment(&m, "Jail");
    table t = deal(&m);
    ct_ent b = put(&t, bear, 1, CT_ZONE_BATTLEFIELD), j = put(&t, jail, 0, CT_ZONE_BATTLEFIELD);
    uint32_t base = ct_batch(t.g);
    ct_event *e = ct_propose(t.g, CT_EV_ZONE, j);
    e->obj = b;
    e->src = j;
    e->to = CT_ZONE_EXILE;
    e->mv = CT_MV_RETURN_WHEN_LEAVES | CT_MV_LINK;
    ct_start_events(t.g, base);
    run(&t);
    ct_ent exiled = ct_latest(t.g, b);
    assert_int_equal(ct_obj(t.g, exiled)->zone, CT_ZONE_EXILE);
    ct_start_destroy(t.g, ct_list_make(t.g, &j, 1), 0, CT_NOBODY);
    run(&t);
    assert_int_equal(ct_list_len(t.g, t.g->s->ret), 1); /* what was destroyed, not what came back */
    ct_ent back = ct_latest(t.g, exiled);
    assert_int_equal(ct_obj(t.g, back)->zone, CT_ZONE_BATTLEFIELD);
    assert_int_equal(ct_controller(t.g, back), 1);
    clear_table(&t);
}

/* [CR 303.4i] An Aura that has no legal place is not created: no event at all. */
static void test_aura_tokens(void **state)
{
    (void)state;
    maker m;
    maker_init(&m);
    uint32_t bear = bear_card(&m),
             rock = make_card(&m, (card_def){"Rock", CT_TYPE_ARTIFACT, 0, 0, 0, 0, NULL, 0});
    ability(&m, CT_AB_STATIC);
    m.ab.rec.zones = (1u << CT_NZONES) - 1;
    ct_rec_effect e = no_effect(CT_EFF_RULE, CT_RULE_ENCHANT);
    e.fn_affects = has_bit(&m, CT_NP_TYPES, CT_TYPE_CREATURE);
    e.arg = CT_ZM_BATTLEFIELD;
    m.ab.rec.eff0 = ct_emit_effect(&m.emit, &e, 1);
    m.ab.rec.neffs = 1;
    ability_done(&m);
    uint32_t role = make_card(&m, (card_def){"Role", CT_TYPE_ENCHANTMENT, 0, 0, 0, 0, "Aura", 0});
    table t = deal(&m);
    ct_ent hosts[2] = {put(&t, bear, 1, CT_ZONE_BATTLEFIELD),
                       put(&t, rock, 1, CT_ZONE_BATTLEFIELD)};
    for (unsigned i = 0; i < 2; i++) {
        uint32_t before = t.g->s->pool[CT_POOL_history].used, base = ct_batch(t.g);
        ct_event *v = ct_propose(t.g, CT_EV_CREATE, CT_NOBODY);
        v->player = ct_player_ent(0);
        v->amount = 1;
        v->face = t.set->card[role].face0;
        v->other = hosts[i];
        ct_start_events(t.g, base);
        run(&t);
        ct_ent token = ct_list_at(t.g, t.g->s->ret, 0);
        assert_int_equal(token != CT_NOBODY, i == 0);
        assert_int_equal(t.g->s->pool[CT_POOL_history].used > before, i == 0);
        if (i == 0) assert_int_equal(ct_obj(t.g, token)->attached_to, hosts[0]);
    }
    settle(&t);
    assert_int_equal(ct_zone_count(t.g, CT_ZONE_BATTLEFIELD, 0), 3);
    ct_start_destroy(t.g, ct_list_make(t.g, hosts, 1), 0, CT_NOBODY);
    run(&t);
    settle(&t); /* [CR 704.5m] and as a token it is nowhere */
    assert_int_equal(ct_zone_count(t.g, CT_ZONE_BATTLEFIELD, 0), 1);
    assert_int_equal(ct_zone_count(t.g, CT_ZONE_GRAVEYARD, 0), 0);
    clear_table(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order_of_replacement),   cmocka_unit_test(test_prevention),
        cmocka_unit_test(test_results_of_damage),      cmocka_unit_test(test_leaving_looks_back),
        cmocka_unit_test(test_legends_and_tokens),     cmocka_unit_test(test_losing_and_dying),
        cmocka_unit_test(test_tokens_are_doubled),     cmocka_unit_test(test_enters_with),
        cmocka_unit_test(test_exiled_until_it_leaves), cmocka_unit_test(test_aura_tokens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
