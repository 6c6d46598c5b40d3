/* Plays with a verified set: a position of some of its cards is played by chance for a while, and
 * the effects of its abilities are run on that position. Nothing is expected but that it comes
 * back. */
#ifndef CT_EXERCISE_H
#define CT_EXERCISE_H

#include <stdlib.h>

#include "runtime/chars.h"
#include "runtime/setup.h"
#include "runtime/vm.h"

enum {
    EXERCISE_CARDS = 10,     /* of the set that are in the position */
    EXERCISE_ABILITIES = 64, /* whose effects are run alone */
    EXERCISE_ANSWERS = 300,  /* of the game by chance */
    EXERCISE_FEW = 20        /* of an effect alone */
};

static inline uint32_t exercise_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 33);
}

/* Some cards, by the seed, everywhere; tokens on the battlefield; mana without limit. */
static inline ct_game *exercise_position(const ct_set *set, uint64_t seed)
{
    ct_game *g = ct_game_bare(set, 2, seed);
    if (!g) return NULL;
    ct_setup_turn(g, 3, seed & 1, CT_STEP_MAIN1);
    for (unsigned p = 0; p < 2; p++) {
        ct_setup_unlimited_mana(g, p, true);
        for (uint32_t n = 0; n < set->ncard && n < EXERCISE_CARDS; n++) {
            uint32_t c = (uint32_t)((seed + n * 7919) % set->ncard);
            ct_setup_card(g, c, CT_NONE, p, p, CT_ZONE_BATTLEFIELD, CT_AT_END);
            ct_setup_card(g, c, CT_NONE, p, p, CT_ZONE_HAND, CT_AT_END);
            ct_setup_card(g, c, CT_NONE, p, p, CT_ZONE_GRAVEYARD, CT_AT_END);
            for (int copy = 0; copy < 3; copy++)
                ct_setup_card(g, c, CT_NONE, p, p, CT_ZONE_LIBRARY, CT_AT_END);
        }
        for (uint32_t t = 0; t < set->ntoken && t < 4; t++)
            ct_setup_token(g, set->token[t], p);
    }
    return g;
}

static inline void exercise_answers(ct_game *g, unsigned limit, uint64_t *seed)
{
    for (unsigned n = 0; n < limit && ct_run(g) == CT_WAIT; n++) {
        uint32_t options = g->s->decision.noptions;
        if (options == 0 || !ct_answer(g, exercise_random(seed) % options)) abort();
    }
}

static inline void exercise_effect(ct_game *work, const ct_game *from, uint32_t ability,
                                   uint32_t fn, uint64_t *seed)
{
    ct_small_frame frame;
    if (fn == CT_NONE) return;
    ct_game_copy(work, from);
    ct_ent self = ct_zone_first(work, CT_ZONE_BATTLEFIELD, 0);
    ct_frame_init(work, &frame, ability, self, 0);
    frame.slots[CT_S_IT] = frame.slots[CT_S_EVOBJ] = ct_zone_last(work, CT_ZONE_BATTLEFIELD, 0);
    frame.slots[CT_S_EVPLAYER] = ct_player_ent(1);
    frame.slots[CT_S_EVNUM] = frame.slots[CT_S_X] = exercise_random(seed) % 4;
    if (ct_start_vm(work, ability, fn, frame.slots, frame.f.nslots))
        exercise_answers(work, EXERCISE_FEW, seed);
}

static inline void exercise_set(const ct_set *set, uint64_t seed)
{
    ct_game *g = exercise_position(set, seed), *work = ct_game_reserve(set);
    if (g && work) {
        for (uint32_t n = 0; n < set->nability && n < EXERCISE_ABILITIES; n++) {
            uint32_t a = (uint32_t)((seed + n) % set->nability);
            const ct_rec_ability *ab = &set->ability[a];
            exercise_effect(work, g, a, ab->fn_effect, &seed);
            for (uint32_t m = 0; m < ab->nmodes && m < 4; m++)
                exercise_effect(work, g, a, set->mode[ab->mode0 + m].fn_effect, &seed);
        }
        ct_setup_begin(g);
        exercise_answers(g, EXERCISE_ANSWERS, &seed);
        CT_EACH(g, e, CT_ZONE_BATTLEFIELD, 0)
        {
            ct_chars_of(g, e);
        }
    }
    ct_game_free(work);
    ct_game_free(g);
}

#endif
