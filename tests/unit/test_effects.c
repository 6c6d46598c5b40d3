/* Effects of resolutions: how long they last and what they lock in; copies, delayed triggers,
 * shields, keyword actions. A "spell" here is an ability whose effect is run as if it resolved. */
#include "rules_support.h"

#include "runtime/effect.h"
#include "runtime/trigger.h"

typedef struct spell {
    uint32_t ability;
} spell;

static uint32_t bear_card(maker *m)
{
    return make_card(m, (card_def){"Bear", CT_TYPE_CREATURE, 0, CT_GREEN, 2, 2, "Bear", 0});
}

/* The ability that was opened last belongs to no face: it is started by cast(). */
static spell spell_done(maker *m)
{
    ability_done(m);
    return (spell){ct_emit_ability(&m->emit, &m->abilities[--m->nabilities], 1)};
}

/* Runs the spell's function 0 with EVOBJ and EVSRC set; YOU is player 0. */
static void cast(table *t, spell s, ct_ent obj, ct_ent src, int32_t x)
{
    uint32_t slots[CT_MAX_SLOTS] = {0};
    slots[CT_S_YOU] = ct_player_ent(0);
    slots[CT_S_EVOBJ] = obj;
    slots[CT_S_EVSRC] = src;
    slots[CT_S_X] = (uint32_t)x;
    assert_non_null(ct_start_vm(t->g, s.ability, 0, slots, t->set->ability[s.ability].nslots));
    run(t);
}

/* "EVOBJ [parts] for duration" */
static spell applying(maker *m, ct_layer layer, ct_op op, unsigned a, unsigned b, int32_t imm,
                      uint32_t duration)
{
    ability(m, CT_AB_SPELL);
    struct ct_fn *fn = ct_fn_open(&m->ab, CT_FN_EFFECT);
    struct ct_fn *layer_fn = ct_fn_open(&m->ab, CT_FN_LAYER);
    ct_op2(layer_fn, op, a, b, imm);
    ct_op_imm(layer_fn, CT_OP_END, 0);
    ct_rec_part part = {layer, layer_fn->index};
    ct_rec_effect e = no_effect(CT_EFF_CONTINUOUS, 0);
    e.part0 = ct_emit_part(&m->emit, &part, 1);
    e.nparts = 1;
    ct_op2(fn, CT_OP_APPLY, CT_S_EVOBJ, duration, (int32_t)ct_emit_effect(&m->emit, &e, 1));
    ct_op_imm(fn, CT_OP_END, 0);
    return spell_done(m);
}

/* [CR 611.2, 514.2] */
static void test_until_end_of_turn(void **state)
{
    (void)state;
    maker m;
    maker_init(&m);
    uint32_t bear = bear_card(&m);
    spell growth =
        applying(&m, CT_LAYER_MOD_PT, CT_OP_L_ADDPT, CT_S_X, CT_S_X, 0, CT_DUR_END_OF_TURN);
    spell forever = applying(&m, CT_LAYER_MOD_PT, CT_OP_L_ADDPT, CT_S_X, CT_S_X, 0, CT_DUR_FOREVER);
    table t = deal(&m);
    ct_ent a = put(&t, bear, 0, CT_ZONE_BATTLEFIELD), b = put(&t, bear, 0, CT_ZONE_BATTLEFIELD);
    cast(&t, growth, a, 0, 3);
    cast(&t, forever, a, 0, 1);
    assert_int_equal(ct_power(t.g, a), 6);
    assert_int_equal(ct_power(t.g, b), 2);
    ct_effects_end(t.g, CT_MOMENT_CLEANUP);
    assert_int_equal(ct_power(t.g, a), 3);
    ct_start_move(t.g, a, CT_ZONE_EXILE, 0, CT_NOBODY, 0, CT_NOBODY);
    run(&t);
    ct_start_move(t.g, ct_latest(t.g, a), CT_ZONE_BATTLEFIELD, 0, CT_NOBODY, 0, CT_NOBODY);
    run(&t);
    assert_int_equal(ct_power(t.g, ct_zone_last(t.g, CT_ZONE_BATTLEFIELD, 0)),
                     2); /* another object */
    assert_int_equal(t.g->s->pool[CT_POOL_effect].used, 0);
    clear_table(&t);
}

/* [CR 613.1b, 302.6] */
static void test_control(void **state)
{
    (void)state;
    maker m;
    maker_init(&m);
    uint32_t bear = bear_card(&m);
    spell steal =
        applying(&m, CT_LAYER_CONTROL, CT_OP_L_CONTROL, CT_S_YOU, 0, 0, CT_DUR_END_OF_TURN);
    table t = deal(&m);
    ct_ent b = put(&t, bear, 1, CT_ZONE_BATTLEFIELD);
    assert_false(ct_obj(t.g, b)->flags & CT_OF_SICK);
    cast(&t, steal, b, 0, 0);
    assert_int_equal(ct_controller(t.g, b), 0);
    settle(&t);
    assert_true(ct_obj(t.g, b)->flags & CT_OF_SICK);
    ct_start_destroy(t.g, ct_list_make(t.g, &b, 1), 0, CT_NOBODY);
    run(&t);
    assert_int_equal(ct_controller(t.g, b), 0); /* as it last was */
    assert_int_equal(ct_zone_count(t.g, CT_ZONE_GRAVEYARD, 1), 1);
    clear_table(&t);
}

/* A copy keeps the values that it took [CR 707.2b], and not what affects the original [CR 707.2].
 */
static void test_copy(void **state)
{
    (void)state;
    maker m;
    maker_init(&m);
    uint32_t bear = bear_card(&m);
    uint32_t giant =
        make_card(&m, (card_def){"Giant", CT_TYPE_CREATURE, 0, CT_RED, 7, 7, "Giant", 0});
    spell copy = applying(&m, CT_LAYER_COPY, CT_OP_L_COPY, CT_S_EVSRC, 0, 0, CT_DUR_FOREVER);
    table t = deal(&m);
    ct_ent b = put(&t, bear, 0, CT_ZONE_BATTLEFIELD), g = put(&t, giant, 1, CT_ZONE_BATTLEFIELD);
    ct_ent third = put(&t, bear, 0, CT_ZONE_BATTLEFIELD);
    ct_counters_add(t.g, g, CT_KNOWN(t.g, PLUS1), 1);
    ct_counters_add(t.g, b, CT_KNOWN(t.g, PLUS1), 2);
    cast(&t, copy, b, g, 0);
    assert_int_equal(ct_power(t.g, b), 9);
    assert_int_equal(ct_chars_of(t.g, b)->name, ct_chars_of(t.g, g)->name);
    assert_int_equal(ct_controller(t.g, b), 0);
    cast(&t, copy, third, b, 0); /* a copy of a copy */
    assert_int_equal(ct_power(t.g, third), 7);
    cast(&t, copy, g, put(&t, bear, 0, CT_ZONE_BATTLEFIELD), 0);
    assert_int_equal(ct_power(t.g, g), 3);
    assert_int_equal(ct_power(t.g, b), 9); /* it doesn't follow */
    ct_ent old = b;
    ct_start_move(t.g, b, CT_ZONE_HAND, 0, CT_NOBODY, 0, CT_NOBODY);
    run(&t);
    assert_int_equal(ct_power(t.g, ct_zone_last(t.g, CT_ZONE_HAND, 0)), 2); /* itself again */
    assert_int_equal(ct_power(t.g, old), 9);
    clear_table(&t);
}

/* "At the beginning of the next end step" once [CR 603.7b]. */
static void test_delayed_trigger(void **state)
{
    (void)state;
    maker m;
    maker_init(&m);
    ability(&m, CT_AB_SPELL);
    struct ct_fn *fn = ct_fn_open(&m.ab, CT_FN_EFFECT);
    struct ct_ab outer = m.ab;
    ct_ab_open(&m.ab, &m.emit, &m.arena, m.frame, CT_AB_DELAYED);
    struct ct_fn *effect = ct_fn_open(&m.ab, CT_FN_EFFECT);
    ct_op_imm(effect, CT_OP_END, 0);
    struct ct_fn *test = ct_fn_open(&m.ab, CT_FN_NUMBER);
    uint16_t is = ct_slot(m.frame, CT_T_NUM);
    ct_op1(test, CT_OP_LDI, is, CT_STEP_END);
    ct_op3(test, CT_OP_EQ, is, is, CT_S_EVNUM, 0);
    ct_op1(test, CT_OP_RETN, is, 0);
    ct_rec_trigger trigger = {.event = CT_EV_STEP, .fn = test->index};
    m.ab.rec.trig0 = ct_emit_trigger(&m.emit, &trigger, 1);
    m.ab.rec.ntrigs = 1;
    m.ab.rec.fn_effect = effect->index;
    m.ab.rec.flags = CT_ABF_ONE_SHOT_DELAYED;
    ct_ab_finish(&m.ab);
    uint32_t delayed = ct_emit_ability(&m.emit, &m.ab.rec, 1);
    ct_frame_share(m.frame, &m.arena, delayed);
    fn->ab = &m.ab;
    m.ab = outer;
    m.ab.first = outer.first;
    fn->ab = &m.ab;
    ct_op1(fn, CT_OP_DELAY, CT_DUR_FOREVER, (int32_t)delayed);
    ct_op_imm(fn, CT_OP_END, 0);
    ct_ab_finish(&m.ab);
    ct_frame_finish(m.frame, &m.emit, &m.ab.rec);
    ct_frame_finish(m.frame, &m.emit, NULL);
    spell s = {ct_emit_ability(&m.emit, &m.ab.rec, 1)};
    table t = deal(&m);
    cast(&t, s, 0, 0, 0);
    assert_int_equal(t.g->s->pool[CT_POOL_delayed].used, 1);
    const ct_event upkeep = {.kind = CT_EV_STEP, .player = 1, .amount = CT_STEP_UPKEEP};
    const ct_event end = {.kind = CT_EV_STEP, .player = 1, .amount = CT_STEP_END};
    ct_note(t.g, &upkeep);
    assert_false(ct_triggers_waiting(t.g));
    ct_note(t.g, &end);
    assert_int_equal(t.g->s->pool[CT_POOL_pending].used, 1);
    ct_note(t.g, &end);
    assert_int_equal(t.g->s->pool[CT_POOL_pending].used, 1);
    assert_int_equal(t.g->s->pool[CT_POOL_delayed].used, 0);
    clear_table(&t);
}

/* "Prevent the next X damage this turn" [CR 615.7] */
static void test_shield(void **state)
{
    (void)state;
    maker m;
    maker_init(&m);
    uint32_t bear = bear_card(&m);
    ability(&m, CT_AB_SPELL);
    struct ct_fn *fn = ct_fn_open(&m.ab, CT_FN_EFFECT), *apply = ct_fn_open(&m.ab, CT_FN_EFFECT);
    struct ct_fn *amount = ct_fn_open(&m.ab, CT_FN_NUMBER);
    ct_op1(amount, CT_OP_RETN, CT_S_X, 0);
    uint16_t all = ct_slot(m.frame, CT_T_NUM);
    ct_op1(apply, CT_OP_LDI, all, INT32_MAX);
    ct_op2(apply, CT_OP_EVPREVENT, all, all, 0);
    ct_op_imm(apply, CT_OP_END, 0);
    ct_rec_effect e = no_effect(CT_EFF_REPLACE, CT_EV_DAMAGE);
    e.fn_apply = apply->index;
    e.fn_amount = amount->index;
    e.flags = CT_EFFF_PREVENTION | CT_EFFF_NEXT;
    ct_op2(fn, CT_OP_APPLY, CT_S_EVOBJ, CT_DUR_END_OF_TURN,
           (int32_t)ct_emit_effect(&m.emit, &e, 1));
    ct_op_imm(fn, CT_OP_END, 0);
    spell s = spell_done(&m);
    table t = deal(&m);
    ct_ent b = put(&t, bear, 0, CT_ZONE_BATTLEFIELD),
           both[2] = {ct_player_ent(0), ct_player_ent(1)};
    cast(&t, s, ct_player_ent(1), 0, 5);
    ct_start_damage(t.g, b, ct_list_make(t.g, both, 2), 3, 0, CT_NOBODY);
    run(&t);
    assert_int_equal(t.g->s->player[0].life, 17);
    assert_int_equal(t.g->s->player[1].life, 20);
    ct_start_damage(t.g, b, ct_list_make(t.g, both, 2), 3, 0, CT_NOBODY);
    run(&t);
    assert_int_equal(t.g->s->player[1].life, 19);
    ct_start_damage(t.g, b, ct_list_make(t.g, both, 2), 3, 0, CT_NOBODY);
    run(&t);
    assert_int_equal(t.g->s->player[1].life, 16);
    clear_table(&t);
}

/* [CR 701.19a] */
static void test_regeneration(void **state)
{
    (void)state;
    maker m;
    maker_init(&m);
    uint32_t bear = bear_card(&m);
    ability(&m, CT_AB_SPELL);
    struct ct_fn *fn = ct_fn_open(&m.ab, CT_FN_EFFECT);
    ct_op1(fn, CT_OP_REGEN, CT_S_EVOBJ, 0);
    ct_op_imm(fn, CT_OP_END, 0);
    spell s = spell_done(&m);
    table t = deal(&m);
    ct_ent b = put(&t, bear, 0, CT_ZONE_BATTLEFIELD);
    cast(&t, s, b, 0, 0);
    ct_start_damage(t.g, b, ct_list_make(t.g, &b, 1), 5, 0, CT_NOBODY);
    run(&t);
    settle(&t);
    assert_non_null(ct_live(t.g, b));
    assert_true(ct_obj(t.g, b)->flags & CT_OF_TAPPED);
    assert_int_equal(ct_obj(t.g, b)->damage, 0);
    cast(&t, s, b, 0, 0);
    ct_start_destroy(t.g, ct_list_make(t.g, &b, 1), CT_EVF_NO_REGEN, CT_NOBODY);
    run(&t);
    assert_null(ct_live(t.g, b));
    clear_table(&t);
}

/* "If ... would [action], instead it does so, and again": each is an event of its own; the effect
 * doesn't apply to what it made happen [CR 614.5]. */
static void test_action_again(void **state)
{
    (void)state;
    maker m;
    maker_init(&m);
    uint32_t bear = bear_card(&m);
    ability(&m, CT_AB_ACTION); /* its body: a +1/+1 counter on the object */
    struct ct_fn *body = ct_fn_open(&m.ab, CT_FN_EFFECT);
    uint16_t put_on = ct_slot(m.frame, CT_T_NUM);
    ct_op3(body, CT_OP_ADDCNT, put_on, CT_S_EVOBJ, number(&m, body, 1), (int32_t)sym(&m, "+1/+1"));
    ct_op_imm(body, CT_OP_END, 0);
    m.ab.rec.fn_effect = body->index;
    spell train = spell_done(&m);
    ct_rec_action action = {.name = sym(&m, "train"), .ability = train.ability};
    uint32_t which = ct_emit_action(&m.emit, &action, 1);
    ability(&m, CT_AB_SPELL);
    struct ct_fn *fn = ct_fn_open(&m.ab, CT_FN_EFFECT);
    uint16_t result = ct_slot(m.frame, CT_T_LIST);
    ct_op4(fn, CT_OP_ACTION, result, CT_S_YOU, CT_S_EVOBJ, CT_S_X, (int32_t)which);
    ct_op_imm(fn, CT_OP_END, 0);
    spell s = spell_done(&m);
    ability(&m, CT_AB_STATIC);
    struct ct_fn *again = ct_fn_open(&m.ab, CT_FN_EFFECT);
    ct_op_imm(again, CT_OP_EVCANCEL, 0);
    ct_op_imm(again, CT_OP_EVDOAGAIN, 0);
    ct_op_imm(again, CT_OP_EVDOAGAIN, 0);
    ct_op_imm(again, CT_OP_END, 0);
    ct_rec_effect e = no_effect(CT_EFF_REPLACE, CT_EV_ACTION);
    e.fn_apply = again->index;
    m.ab.rec.eff0 = ct_emit_effect(&m.emit, &e, 1);
    m.ab.rec.neffs = 1;
    ability_done(&m);
    uint32_t coach = make_card(&m, (card_def){"Coach", CT_TYPE_ENCHANTMENT, 0, 0, 0, 0, NULL, 0});
    table t = deal(&m);
    ct_ent b = put(&t, bear, 0, CT_ZONE_BATTLEFIELD);
    cast(&t, s, b, 0, 0);
    assert_int_equal(ct_power(t.g, b), 3);
    put(&t, coach, 0, CT_ZONE_BATTLEFIELD);
    cast(&t, s, b, 0, 0);
    assert_int_equal(ct_power(t.g, b), 5);
    put(&t, coach, 0, CT_ZONE_BATTLEFIELD); /* two such effects: four times */
    uint32_t slots[CT_MAX_SLOTS] = {[CT_S_YOU] = ct_player_ent(0), [CT_S_EVOBJ] = b};
    ct_start_vm(t.g, s.ability, 0, slots, t.set->ability[s.ability].nslots);
    assert_int_equal(ct_run(t.g), CT_WAIT);
    assert_int_equal(t.g->s->decision.kind, CT_DEC_REPLACEMENT);
    assert_true(ct_answer(t.g, 0));
    run(&t);
    assert_int_equal(ct_power(t.g, b), 9);
    clear_table(&t);
}

/* Tokens that are copies, "except it's 1/1" [CR 707.9b]. */
static void test_token_copies(void **state)
{
    (void)state;
    maker m;
    maker_init(&m);
    uint32_t giant =
        make_card(&m, (card_def){"Giant", CT_TYPE_CREATURE, 0, CT_RED, 7, 7, "Giant", 0});
    ability(&m, CT_AB_SPELL);
    struct ct_fn *fn = ct_fn_open(&m.ab, CT_FN_EFFECT);
    ct_rec_part part = {CT_LAYER_SET_PT, layer_numbers(&m, CT_OP_L_SETPT, 1, 1, 3)};
    ct_rec_effect e = no_effect(CT_EFF_CONTINUOUS, 0);
    e.part0 = ct_emit_part(&m.emit, &part, 1);
    e.nparts = 1;
    uint16_t result = ct_slot(m.frame, CT_T_LIST);
    ct_op4(fn, CT_OP_COPYTOKEN, result, CT_S_YOU, CT_S_X, CT_S_EVOBJ,
           (int32_t)ct_emit_effect(&m.emit, &e, 1));
    ct_op_imm(fn, CT_OP_END, 0);
    spell s = spell_done(&m);
    table t = deal(&m);
    ct_ent g = put(&t, giant, 1, CT_ZONE_BATTLEFIELD);
    ct_counters_add(t.g, g, CT_KNOWN(t.g, PLUS1), 3);
    cast(&t, s, g, 0, 2);
    assert_int_equal(ct_zone_count(t.g, CT_ZONE_BATTLEFIELD, 0), 3);
    ct_ent token = ct_zone_last(t.g, CT_ZONE_BATTLEFIELD, 0);
    assert_int_equal(ct_power(t.g, token), 1);
    assert_int_equal(ct_chars_of(t.g, token)->colors, CT_RED);
    assert_int_equal(ct_controller(t.g, token), 0);
    cast(&t, s, token, 0, 1); /* a copy of the copy has the exception too */
    ct_chars c;
    ct_copiable(t.g, ct_zone_last(t.g, CT_ZONE_BATTLEFIELD, 0), &c);
    assert_int_equal(c.power, 1);
    clear_table(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_until_end_of_turn),
        cmocka_unit_test(test_control),
        cmocka_unit_test(test_copy),
        cmocka_unit_test(test_delayed_trigger),
        cmocka_unit_test(test_shield),
        cmocka_unit_test(test_regeneration),
        cmocka_unit_test(test_action_again),
        cmocka_unit_test(test_token_copies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
