/* Objects, zones, copies of the game, and what is left of objects that are gone. */
#include "rules_support.h"

typedef struct world {
    table t;
    uint32_t bear, wall;
} world;

static world make_world(void)
{
    maker m;
    world w;
    maker_init(&m);
    w.bear = make_card(&m, (card_def){"Bear", CT_TYPE_CREATURE, 0, CT_GREEN, 2, 2, "Bear", 0});
    w.wall = make_card(&m, (card_def){"Wall", CT_TYPE_CREATURE, 0, CT_WHITE, 0, 4, "Wall", 0});
    w.t = deal(&m);
    return w;
}

static uint32_t cards_in_zones(ct_game *g)
{
    uint32_t n = 0;
    for (unsigned z = CT_ZONE_LIBRARY; z < CT_ZONE_PLAYERS; z++)
        for (unsigned p = 0; p < (ct_zone_shared(z) ? 1 : 2); p++) {
            uint32_t seen = 0;
            CT_EACH(g, e, z, p)
            {
                assert_int_equal(ct_live(g, e)->zone, z);
                seen++;
            }
            assert_int_equal(seen, ct_zone_count(g, z, p));
            n += seen;
        }
    return n;
}

/* [CR 400.7] */
static void test_move_makes_a_new_object(void **state)
{
    (void)state;
    world w = make_world();
    ct_game *g = w.t.g;
    ct_ent bear = put(&w.t, w.bear, 0, CT_ZONE_BATTLEFIELD);
    ct_counters_add(g, bear, CT_KNOWN(g, PLUS1), 2);
    assert_int_equal(ct_power(g, bear), 4);
    ct_start_move(g, bear, CT_ZONE_GRAVEYARD, 0, CT_NOBODY, 0, CT_NOBODY);
    run(&w.t);
    ct_ent now = ct_latest(g, bear);
    assert_true(now != CT_NOBODY && now != bear);
    assert_int_equal(ct_obj(g, now)->zone, CT_ZONE_GRAVEYARD);
    assert_null(ct_live(g, bear));
    assert_int_equal(ct_power(g, bear), 4); /* as it last was [CR 608.2h] */
    assert_int_equal(ct_power(g, now), 2);
    assert_int_equal(ct_counters(g, now, 0), 0);
    ct_start_move(g, now, CT_ZONE_HAND, 0, CT_NOBODY, 0, CT_NOBODY);
    run(&w.t);
    assert_int_equal(ct_latest(g, bear), CT_NOBODY); /* two changes: lost */
    assert_int_equal(ct_latest(g, now), CT_NOBODY);  /* in a hidden zone */
    clear_table(&w.t);
}

static uint32_t rnd(uint32_t *seed, uint32_t n)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) % n;
}

static void move_some(world *w, uint32_t *seed)
{
    ct_game *g = w->t.g;
    unsigned zone = CT_ZONE_LIBRARY + rnd(seed, 6), player = rnd(seed, 2);
    if (zone == CT_ZONE_STACK) zone = CT_ZONE_EXILE;
    uint32_t n = ct_zone_count(g, zone, player);
    ct_ent e = ct_zone_first(g, zone, player);
    for (uint32_t k = n ? rnd(seed, n) : 0; k > 0; k--)
        e = ct_zone_next(g, e);
    unsigned to = CT_ZONE_LIBRARY + rnd(seed, 6);
    uint32_t mv = rnd(seed, 2) ? CT_MV_BOTTOM : (rnd(seed, 4) + 1) << CT_MV_NTH_SHIFT;
    if (!e || to == CT_ZONE_STACK) return;
    ct_start_move(g, e, to, mv, CT_NOBODY, 0, CT_NOBODY);
    run(&w->t);
}

/* No card is lost or doubled; equal games have equal bytes and hashes; records are reused. */
static void test_cards_are_conserved(void **state)
{
    (void)state;
    world w = make_world();
    ct_game *g = w.t.g, *copy = ct_game_bare(w.t.set, 2, 9);
    uint32_t seed = 5;
    for (int i = 0; i < 40; i++)
        put(&w.t, i % 3 ? w.bear : w.wall, i & 1, i % 2 ? CT_ZONE_LIBRARY : CT_ZONE_BATTLEFIELD);
    ct_ent watched = put(&w.t, w.wall, 1, CT_ZONE_HAND);
    for (int i = 0; i < 3000; i++) {
        move_some(&w, &seed);
        assert_int_equal(cards_in_zones(g), 41);
        if (i % 7 == 0) ct_zone_shuffle(g, i & 1);
        if (i % 11 == 0) {
            ct_history_new_turn(g);
            ct_collect(g);
        }
        if (i % 97) continue;
        size_t size = ct_snapshot_size(g);
        char *bytes = malloc(size), *again = malloc(size);
        ct_snapshot(g, bytes);
        ct_game_copy(copy, g);
        assert_int_equal(ct_game_hash(copy), ct_game_hash(g));
        move_some(&w, &seed);
        assert_true(ct_restore(g, bytes, size));
        assert_int_equal(ct_snapshot_size(g), size);
        ct_snapshot(g, again);
        assert_memory_equal(bytes, again, size);
        assert_int_equal(ct_game_hash(copy), ct_game_hash(g));
        assert_false(ct_restore(g, bytes, size - 1));
        free(bytes);
        free(again);
    }
    assert_true(g->s->pool[CT_POOL_object].used < 300);
    (void)watched;
    ct_game_free(copy);
    clear_table(&w.t);
}

/* Looking at a game does not change it. */
static void test_looking_changes_nothing(void **state)
{
    (void)state;
    world w = make_world();
    ct_game *g = w.t.g;
    ct_ent bear = put(&w.t, w.bear, 0, CT_ZONE_BATTLEFIELD);
    uint64_t before = ct_game_hash(g);
    assert_int_equal(ct_power(g, bear), 2);
    assert_true(ct_is_type(g, bear, CT_TYPE_CREATURE));
    ct_chars c;
    ct_copiable(g, bear, &c);
    assert_int_equal(c.toughness, 2);
    assert_int_equal(ct_game_hash(g), before);
    clear_table(&w.t);
}

/* A record that something refers to stays; the others are given back. */
static void test_collect(void **state)
{
    (void)state;
    world w = make_world();
    ct_game *g = w.t.g;
    ct_ent old = put(&w.t, w.bear, 0, CT_ZONE_BATTLEFIELD), now = old;
    ct_ent keeper = put(&w.t, w.wall, 0, CT_ZONE_BATTLEFIELD);
    ct_obj(g, keeper)->source = old;
    for (int i = 0; i < 100; i++) {
        ct_start_move(g, now, i % 2 ? CT_ZONE_BATTLEFIELD : CT_ZONE_EXILE, 0, CT_NOBODY, 0,
                      CT_NOBODY);
        run(&w.t);
        now = ct_obj(g, now)->became;
    }
    ct_history_new_turn(g);
    ct_collect(g);
    assert_non_null(ct_obj(g, old));
    assert_int_equal(ct_power(g, old), 2);
    assert_true(g->s->ngone <= 2);
    ct_obj(g, keeper)->source = CT_NOBODY;
    for (int i = 0; i < 140; i++) {
        ct_start_move(g, now, i % 2 ? CT_ZONE_BATTLEFIELD : CT_ZONE_EXILE, 0, CT_NOBODY, 0,
                      CT_NOBODY);
        run(&w.t);
        now = ct_obj(g, now)->became;
    }
    ct_history_new_turn(g);
    ct_collect(g);
    assert_null(ct_obj(g, old)); /* the id is forgotten, whoever has the slot now */
    clear_table(&w.t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_move_makes_a_new_object),
        cmocka_unit_test(test_cards_are_conserved),
        cmocka_unit_test(test_looking_changes_nothing),
        cmocka_unit_test(test_collect),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
