/* Continuous effects in their layers [CR 613]. */
#include "rules_support.h"

static uint32_t creatures(maker *m)
{
    return has_bit(m, CT_NP_TYPES, CT_TYPE_CREATURE);
}

static uint32_t make_bear(maker *m)
{
    return make_card(m, (card_def){"Bear", CT_TYPE_CREATURE, 0, CT_GREEN, 2, 2, "Bear", 0});
}

static uint32_t enchantment(maker *m, const char *name)
{
    return make_card(m, (card_def){name, CT_TYPE_ENCHANTMENT, 0, CT_WHITE, 0, 0, NULL, 0});
}

/* "Creatures get +1/+1", "creatures are 1/1", "creatures' power and toughness are switched". */
static uint32_t anthem(maker *m, int32_t p, int32_t t)
{
    ability(m, CT_AB_STATIC);
    uint32_t who = creatures(m);
    continuous(m, who, CT_LAYER_MOD_PT, layer_numbers(m, CT_OP_L_ADDPT, p, t, 0), CT_NLAYERS, 0);
    return enchantment(m, "Anthem");
}

static uint32_t setter(maker *m, int32_t p, int32_t t)
{
    ability(m, CT_AB_STATIC);
    uint32_t who = creatures(m);
    continuous(m, who, CT_LAYER_SET_PT, layer_numbers(m, CT_OP_L_SETPT, p, t, 3), CT_NLAYERS, 0);
    return enchantment(m, "Setter");
}

static uint32_t switcher(maker *m)
{
    ability(m, CT_AB_STATIC);
    uint32_t who = creatures(m);
    continuous(m, who, CT_LAYER_SWITCH_PT, layer_constant(m, CT_OP_L_SWITCH, 0, 0), CT_NLAYERS, 0);
    return enchantment(m, "Switcher");
}

#define HAS_PT(g, e, p, t)                                                                         \
    do {                                                                                           \
        assert_int_equal(ct_power(g, e), p);                                                       \
        assert_int_equal(ct_toughness(g, e), t);                                                   \
    } while (0)

/* Whatever their order of arrival: set, then counters and +1/+1, then switch [CR 613.4]. */
static void test_power_and_toughness(void **state)
{
    (void)state;
    maker m;
    maker_init(&m);
    uint32_t bear = make_bear(&m), plus = anthem(&m, 2, 0), set = setter(&m, 0, 1),
             sw = switcher(&m);
    table t = deal(&m);
    ct_ent b = put(&t, bear, 0, CT_ZONE_BATTLEFIELD);
    HAS_PT(t.g, b, 2, 2);
    put(&t, sw, 0, CT_ZONE_BATTLEFIELD);
    put(&t, plus, 0, CT_ZONE_BATTLEFIELD);
    HAS_PT(t.g, b, 2, 4);
    ct_ent s = put(&t, set, 0, CT_ZONE_BATTLEFIELD);
    HAS_PT(t.g, b, 1, 2);
    ct_counters_add(t.g, b, CT_KNOWN(t.g, PLUS1), 3);
    HAS_PT(t.g, b, 4, 5);
    assert_int_equal(ct_chars_of(t.g, b)->base_power, 0);
    assert_int_equal(ct_chars_of(t.g, b)->base_toughness, 1);
    ct_object_move(t.g, s,
                   &(ct_arrival){.zone = CT_ZONE_GRAVEYARD, .controller = -1, .face = CT_NONE});
    HAS_PT(t.g, b, 5, 7);
    ct_ent in_hand = put(&t, bear, 0, CT_ZONE_HAND);
    HAS_PT(t.g, in_hand, 2, 2); /* effects on creatures are about the battlefield */
    clear_table(&t);
}

/* Within a layer the later timestamp wins [CR 613.7]. */
static void test_timestamps(void **state)
{
    (void)state;
    maker m;
    maker_init(&m);
    uint32_t bear = make_bear(&m), one = setter(&m, 1, 1), nine = setter(&m, 9, 9);
    table t = deal(&m);
    ct_ent b = put(&t, bear, 0, CT_ZONE_BATTLEFIELD);
    put(&t, one, 0, CT_ZONE_BATTLEFIELD);
    put(&t, nine, 0, CT_ZONE_BATTLEFIELD);
    HAS_PT(t.g, b, 9, 9);
    put(&t, one, 0, CT_ZONE_BATTLEFIELD);
    HAS_PT(t.g, b, 1, 1);
    clear_table(&t);
}

/* "All creatures lose all abilities and are 1/1": an animating ability that has begun to apply in
 * an earlier layer goes on [CR 613.6]. */
static void test_started_effects_go_on(void **state)
{
    (void)state;
    maker m;
    maker_init(&m);
    ability(&m, CT_AB_STATIC); /* each enchantment is a 5/5 creature in addition */
    uint32_t who = has_bit(&m, CT_NP_TYPES, CT_TYPE_ENCHANTMENT);
    uint32_t type = layer_constant(&m, CT_OP_L_ADDTYPE, CT_TYPE_CREATURE, 0);
    continuous(&m, who, CT_LAYER_TYPE, type, CT_LAYER_SET_PT,
               layer_numbers(&m, CT_OP_L_SETPT, 5, 5, 3));
    uint32_t animate = enchantment(&m, "Animator");
    ability(&m, CT_AB_STATIC);
    who = creatures(&m);
    uint32_t lose = layer_constant(&m, CT_OP_L_LOSEALL, 0, 0);
    continuous(&m, who, CT_LAYER_ABILITY, lose, CT_LAYER_SET_PT,
               layer_numbers(&m, CT_OP_L_SETPT, 1, 1, 3));
    uint32_t humble = enchantment(&m, "Humbler");
    table t = deal(&m);
    ct_ent h = put(&t, humble, 0, CT_ZONE_BATTLEFIELD),
           a = put(&t, animate, 0, CT_ZONE_BATTLEFIELD);
    assert_true(ct_is_type(t.g, a, CT_TYPE_CREATURE));
    assert_int_equal(ct_chars_of(t.g, a)->nabils, 0);
    HAS_PT(t.g, a, 5, 5); /* the later of the two, both of which have started */
    HAS_PT(t.g, h, 5, 5);
    ct_object_move(t.g, h, &(ct_arrival){.zone = CT_ZONE_EXILE, .controller = -1, .face = CT_NONE});
    h = put(&t, humble, 0, CT_ZONE_BATTLEFIELD);
    HAS_PT(t.g, a, 1, 1);
    clear_table(&t);
}

/* An effect waits for one that changes what it affects, whatever the timestamps [CR 613.8]. */
static void test_dependency(void **state)
{
    (void)state;
    maker m;
    maker_init(&m);
    uint32_t bear = make_bear(&m);
    uint32_t land = make_card(&m, (card_def){"Grove", CT_TYPE_LAND, 0, 0, 0, 0, NULL, 0});
    ability(&m, CT_AB_STATIC); /* creatures are artifacts in addition */
    uint32_t who = creatures(&m);
    continuous(&m, who, CT_LAYER_TYPE, layer_constant(&m, CT_OP_L_ADDTYPE, CT_TYPE_ARTIFACT, 0),
               CT_NLAYERS, 0);
    uint32_t forge = enchantment(&m, "Forge");
    ability(&m, CT_AB_STATIC); /* lands are creatures in addition */
    who = has_bit(&m, CT_NP_TYPES, CT_TYPE_LAND);
    continuous(&m, who, CT_LAYER_TYPE, layer_constant(&m, CT_OP_L_ADDTYPE, CT_TYPE_CREATURE, 0),
               CT_NLAYERS, 0);
    uint32_t wake = enchantment(&m, "Wake");
    table t = deal(&m);
    ct_ent b = put(&t, bear, 0, CT_ZONE_BATTLEFIELD), l = put(&t, land, 0, CT_ZONE_BATTLEFIELD);
    put(&t, forge, 0, CT_ZONE_BATTLEFIELD); /* older, but depends on the other */
    put(&t, wake, 0, CT_ZONE_BATTLEFIELD);
    assert_true(ct_is_type(t.g, b, CT_TYPE_ARTIFACT));
    assert_true(ct_is_type(t.g, l, CT_TYPE_CREATURE));
    assert_true(ct_is_type(t.g, l, CT_TYPE_ARTIFACT));
    clear_table(&t);
}

/* Effects that depend on each other go by timestamp [CR 613.8b]. */
static void test_dependency_loop(void **state)
{
    (void)state;
    maker m;
    maker_init(&m);
    uint32_t thing = make_card(&m, (card_def){"Thing", CT_TYPE_ARTIFACT, 0, 0, 0, 0, NULL, 0});
    ability(&m, CT_AB_STATIC); /* artifacts are lands and nothing else */
    uint32_t who = has_bit(&m, CT_NP_TYPES, CT_TYPE_ARTIFACT);
    continuous(&m, who, CT_LAYER_TYPE, layer_constant(&m, CT_OP_L_SETTYPE, CT_TYPE_LAND, 0),
               CT_NLAYERS, 0);
    uint32_t a = enchantment(&m, "A");
    ability(&m, CT_AB_STATIC); /* artifacts are creatures and nothing else */
    who = has_bit(&m, CT_NP_TYPES, CT_TYPE_ARTIFACT);
    continuous(&m, who, CT_LAYER_TYPE, layer_constant(&m, CT_OP_L_SETTYPE, CT_TYPE_CREATURE, 0),
               CT_NLAYERS, 0);
    uint32_t b = enchantment(&m, "B");
    table t = deal(&m);
    ct_ent e = put(&t, thing, 0, CT_ZONE_BATTLEFIELD);
    put(&t, a, 0, CT_ZONE_BATTLEFIELD);
    put(&t, b, 0, CT_ZONE_BATTLEFIELD);
    assert_int_equal(ct_chars_of(t.g, e)->types, CT_TYPE_LAND);
    clear_table(&t);
}

/* Abilities gained and lost in layer 6, and what they are asked for. */
static void test_keywords(void **state)
{
    (void)state;
    maker m;
    maker_init(&m);
    uint32_t trample = make_keyword(&m, "trample", CT_KW_TRAMPLE),
             haste = make_keyword(&m, "haste", CT_KW_HASTE);
    uint32_t beast =
        make_card(&m, (card_def){"Beast", CT_TYPE_CREATURE, 0, 0, 3, 3, NULL, haste + 1});
    ability(&m, CT_AB_STATIC);
    uint32_t who = creatures(&m);
    continuous(&m, who, CT_LAYER_ABILITY, layer_constant(&m, CT_OP_L_ADDKW, 0, (int32_t)trample),
               CT_NLAYERS, 0);
    uint32_t grant = enchantment(&m, "Grant");
    ability(&m, CT_AB_STATIC);
    who = creatures(&m);
    continuous(&m, who, CT_LAYER_ABILITY, layer_constant(&m, CT_OP_L_DELKW, 0, (int32_t)haste),
               CT_NLAYERS, 0);
    uint32_t slow = enchantment(&m, "Slow");
    ability(&m, CT_AB_STATIC);
    who = creatures(&m);
    continuous(&m, who, CT_LAYER_ABILITY, layer_constant(&m, CT_OP_L_CANTKW, 0, (int32_t)trample),
               CT_NLAYERS, 0);
    uint32_t never = enchantment(&m, "Never");
    table t = deal(&m);
    ct_ent b = put(&t, beast, 0, CT_ZONE_BATTLEFIELD);
    assert_true(ct_has_builtin(t.g, b, CT_KW_HASTE));
    put(&t, grant, 0, CT_ZONE_BATTLEFIELD);
    assert_true(ct_has_keyword(t.g, b, trample));
    assert_true(ct_has_builtin(t.g, b, CT_KW_TRAMPLE));
    put(&t, slow, 0, CT_ZONE_BATTLEFIELD);
    assert_false(ct_has_builtin(t.g, b, CT_KW_HASTE));
    assert_true(ct_has_builtin(t.g, b, CT_KW_TRAMPLE));
    put(&t, never, 0, CT_ZONE_BATTLEFIELD);
    put(&t, grant, 0, CT_ZONE_BATTLEFIELD); /* can't gain it later either */
    assert_false(ct_has_keyword(t.g, b, trample));
    clear_table(&t);
}

/* Nothing is computed again while nothing changes; what changes is seen at once. */
static void test_cache(void **state)
{
    (void)state;
    maker m;
    maker_init(&m);
    uint32_t bear = make_bear(&m), plus = anthem(&m, 1, 1);
    table t = deal(&m);
    ct_ent b = put(&t, bear, 0, CT_ZONE_BATTLEFIELD);
    put(&t, plus, 0, CT_ZONE_BATTLEFIELD);
    for (int i = 0; i < 50; i++) {
        HAS_PT(t.g, b, 3 + i, 3 + i);
        put(&t, plus, 1, CT_ZONE_BATTLEFIELD);
        ct_ent other = put(&t, bear, 1, CT_ZONE_BATTLEFIELD);
        HAS_PT(t.g, other, 4 + i, 4 + i);
    }
    clear_table(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_power_and_toughness),
        cmocka_unit_test(test_timestamps),
        cmocka_unit_test(test_started_effects_go_on),
        cmocka_unit_test(test_dependency),
        cmocka_unit_test(test_dependency_loop),
        cmocka_unit_test(test_keywords),
        cmocka_unit_test(test_cache),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
