/* Casting a spell, step by step [CR 601.2], and playing a land [CR 305]. */
#include "runtime/cast.h"

#include "runtime/activate.h"
#include "runtime/capsule.h"
#include "runtime/chars.h"
#include "runtime/cost.h"
#include "runtime/decision.h"
#include "runtime/event.h"
#include "runtime/log.h"
#include "runtime/object.h"
#include "runtime/spellcost.h"
#include "runtime/stack.h"
#include "runtime/target.h"
#include "runtime/undo.h"

#include <string.h>

typedef struct ct_cast_locals {
    ct_play play; /* its card is the spell once it is on the stack */
    ct_ent card, spell;
    uint32_t alternative, paid, i, k, nextra, x, spent, nparts, from, mark;
    uint32_t extra[CT_MAX_EXTRAS];
    ct_bill bill;
    ct_cost_part part[CT_MAX_PARTS];
} ct_cast_locals;

void ct_start_cast(ct_game *g, const ct_play *play)
{
    ct_cast_locals *l = CT_PUSH(g, CT_TASK_CAST, ct_cast_locals);
    if (l) l->play = *play;
}

/* [CR 601.2a] */
static void propose(ct_game *g, ct_cast_locals *l)
{
    const ct_object *card = ct_obj(g, l->play.card);
    const bool instead = l->play.flags & CT_PLAY_EXILE_AFTER;
    l->from = card->zone;
    const ct_arrival to = {
        .zone = CT_ZONE_STACK, .controller = (int)l->play.player, .face = l->play.face};
    l->spell = ct_object_move(g, l->play.card, &to);
    ct_object *o = ct_obj(g, l->spell);
    if (!o) return;
    o->cast_from = (uint16_t)l->from;
    o->flags |= CT_OF_WAS_CAST | (l->play.flags & CT_PLAY_FREE ? CT_OF_FREE : 0u) |
                (instead ? CT_OF_EXILE_INSTEAD : 0u);
    l->card = l->play.card;
    l->play.card = l->spell;
    ct_touch(g);
}

/* ---- how it is paid for [CR 601.2b] --------------------------------------------------- */

static bool payable(ct_game *g, const ct_cast_locals *l, uint32_t alternative, uint32_t paid)
{
    ct_supply s;
    ct_supply_potential(g, l->play.player, CT_NOBODY, &s);
    return ct_spell_payable(g, &l->play, l->spell, alternative, paid, 0, l->x, &s);
}

static uint32_t offer_alternatives(ct_game *g, const ct_cast_locals *l, uint32_t *only)
{
    ct_rule_hit hit = CT_RULE_FIRST;
    uint32_t n = 0;
    ct_ask(g, CT_DEC_COST, l->play.player, l->spell);
    for (uint32_t a = 0; a == 0 || ct_alternative_cost(g, &l->play, a, &hit); a++)
        if (payable(g, l, a, 0)) {
            if (n++ == 0) *only = a;
            ct_option_add(g, CT_OPT_NUMBER, a, a ? hit.rec : CT_NONE, a ? hit.source : CT_NOBODY);
        }
    if (n == 0 || (n == 1 && *only == 0)) /* there is no other cost to speak of */
        g->s->decision.kind = CT_DEC_NONE;
    return n;
}

static uint32_t extra_ability(ct_game *g, const ct_cast_locals *l)
{
    return ct_face_chars(g, l->play.face)->abils[l->extra[l->i]].ability;
}

/* How often can extra cost i be paid, with what is intended already? */
static uint32_t most_times(ct_game *g, const ct_cast_locals *l)
{
    const uint32_t most = g->set->ability[extra_ability(g, l)].flags & CT_ABF_REPEAT ? 15 : 1;
    uint32_t n = 0;
    while (n < most && payable(g, l, l->alternative, l->paid | (n + 1) << 4 * l->i))
        n++;
    return n;
}

static void ask_extra(ct_game *g, const ct_cast_locals *l, uint32_t most)
{
    const uint32_t ability = extra_ability(g, l);
    ct_ask(g, CT_DEC_COST, l->play.player, l->spell);
    g->s->decision.prompt = g->set->ability[ability].keyword;
    if (most > 1) {
        ct_ask_range(g, 0, (int32_t)most);
        ct_option_add(g, CT_OPT_NUMBER, ability, 0, 0);
        return;
    }
    ct_option_add(g, CT_OPT_YES, ability, 0, 0);
    ct_option_add(g, CT_OPT_NO, ability, 0, 0);
}

/* ---- X [CR 107.3, 601.2b] ------------------------------------------------------------------ */

static int32_t largest_x(ct_game *g, ct_cast_locals *l)
{
    ct_supply s;
    ct_supply_potential(g, l->play.player, CT_NOBODY, &s);
    int32_t lo = 0, hi = s.unlimited ? 1000 : 200;
    while (lo < hi) { /* what can be paid for x can be paid for less */
        const int32_t mid = (lo + hi + 1) / 2;
        if (ct_spell_payable(g, &l->play, l->spell, l->alternative, l->paid, 0, (uint32_t)mid, &s))
            lo = mid;
        else
            hi = mid - 1;
    }
    return lo;
}

/* ---- paying ---------------------------------------------------------------------------------- */

static void start_part(ct_game *g, ct_cast_locals *l)
{
    const ct_cost_part *part = &l->part[l->i];
    ct_paycosts_locals *p = ct_start_pay_costs(g, l->play.player, part->ability, part->cost0,
                                               part->ncosts, CT_PAYF_NO_MANA);
    if (!p) return;
    if (part->own) {
        p->holder = l->spell;
        return;
    }
    if (part->has_hit)
        ct_rule_frame(g, &part->hit, &p->sf);
    else
        ct_frame_init(g, &p->sf, part->ability, l->spell, l->play.player);
    p->sf.f.slot[CT_S_X] = l->x;
}

/* A spell with instructions but no choices has a frame all the same: what its
 * costs used up goes there. */
static void ensure_capsule(ct_game *g, const ct_cast_locals *l)
{
    ct_object *o = ct_obj(g, l->spell);
    const uint32_t ability = ct_stack_ability(g, o);
    if (ability == CT_NONE || o->capsule) return;
    ct_small_frame sf;
    ct_frame_init(g, &sf, ability, l->spell, l->play.player);
    sf.f.slot[CT_S_X] = (uint32_t)o->x;
    o->capsule = ct_capsule_make(g, ability, sf.f.slot, sf.f.nslots, CT_EMPTY_LIST);
}

/* [CR 601.2i] */
static void becomes_cast(ct_game *g, ct_cast_locals *l)
{
    ct_player *p = &g->s->player[l->play.player];
    ct_object *o = ct_obj(g, l->spell);
    o->spent = l->spent;
    p->spells_cast++;
    g->s->spells_this_turn++;
    ct_permission_used(g, &l->play);
    ct_touch_state(g);
    const ct_ent me = ct_player_ent(l->play.player);
    CT_LOG(g, CAST, "601.2i", .player = me, .obj = l->spell, .from = (uint8_t)l->from);
    const ct_event moved = {.kind = CT_EV_ZONE,
                            .obj = l->card,
                            .player = me,
                            .other = l->spell,
                            .from = (uint8_t)l->from,
                            .to = CT_ZONE_STACK};
    ct_note(g, &moved);
    const ct_event cast = {.kind = CT_EV_CAST,
                           .obj = l->spell,
                           .player = me,
                           .amount = p->spells_cast,
                           .from = (uint8_t)l->from,
                           .to = CT_ZONE_STACK};
    ct_note(g, &cast);
    ct_note_targets(g, l->spell);
}

static bool determine_cost(ct_game *g, ct_cast_locals *l)
{
    return ct_spell_cost(g, &l->play, l->spell, l->alternative, l->paid, ct_obj(g, l->spell)->modes,
                         l->x, &l->bill, l->part, &l->nparts);
}

ct_status ct_task_CAST(ct_game *g, ct_task *t)
{
    ct_cast_locals *l = ct_locals(t);
    ct_state *s = g->s;
    uint32_t n, only = 0;
    CT_BEGIN(t);
    l->mark = ct_undo_mark(g);
    propose(g, l);
    if (!l->spell) goto illegal;
    n = offer_alternatives(g, l, &only);
    if (n == 0) goto illegal;
    if (s->decision.kind != CT_DEC_NONE) {
        CT_ASK(t, 1, (void)0);
        only = ct_picked(g).a;
    }
    l->alternative = only;
    l->nextra = ct_extra_costs(g, l->play.face, l->extra);
    for (l->i = 0; l->i < l->nextra; l->i++) {
        if (!(g->set->ability[extra_ability(g, l)].flags & CT_ABF_OPTIONAL)) {
            l->paid |= 1u << 4 * l->i;
            continue;
        }
        n = most_times(g, l);
        if (n == 0) continue;
        ask_extra(g, l, n);
        CT_ASK(t, 2, (void)0);
        n = ct_decision_is_range(g) ? (uint32_t)ct_picked_number(g)
                                    : ct_picked(g).kind == CT_OPT_YES;
        l->paid |= n << 4 * l->i;
    }
    ct_obj(g, l->spell)->paid = l->paid;
    if (ct_spell_has_x(g, &l->play, l->spell, l->alternative, l->paid)) {
        ct_ask(g, CT_DEC_X, l->play.player, l->spell);
        ct_ask_range(g, 0, largest_x(g, l));
        CT_ASK(t, 3, (void)0);
        l->x = (uint32_t)ct_picked_number(g);
        ct_obj(g, l->spell)->x = (int32_t)l->x;
        ct_touch(g); /* its mana value has changed [CR 202.3e] */
    }
    ct_touch(g);
    CT_AWAIT(t, 4, ct_start_announce(g, l->spell));
    if (!s->ret) goto illegal;
    ensure_capsule(g, l);
    if (!determine_cost(g, l)) goto illegal;
    if (ct_bill_size(&l->bill)) {
        CT_AWAIT(t, 5, ct_start_pay_mana(g, l->play.player, &l->bill, l->spell));
        if (!s->ret) goto illegal;
        l->spent = s->ret2;
    }
    for (l->i = 0; l->i < l->nparts; l->i++)
        for (l->k = 0; l->k < l->part[l->i].times; l->k++) {
            CT_AWAIT(t, 6, start_part(g, l));
            if (!s->ret) goto illegal;
            l->spent += s->ret2 & ~255u;
            l->spent |= s->ret2 & 255u;
        }
    if (!ct_live(g, l->spell)) goto illegal;
    ct_undo_drop(g, l->mark);
    becomes_cast(g, l);
    s->ret = l->spell;
    return CT_DONE;
illegal:
    ct_undo_back(g, l->mark); /* [CR 601.2, 733.1] */
    s->ret = 0;
    CT_FINISH(t);
}

/* ---- lands -------------------------------------------------------------------------------------
 */

typedef struct ct_playland_locals {
    ct_play play;
    uint32_t from;
} ct_playland_locals;

void ct_start_play_land(ct_game *g, const ct_play *play)
{
    ct_playland_locals *l = CT_PUSH(g, CT_TASK_PLAYLAND, ct_playland_locals);
    if (l) l->play = *play;
}

static void start_land_move(ct_game *g, const ct_playland_locals *l)
{
    const uint32_t base = ct_batch(g);
    ct_event *e = ct_propose(g, CT_EV_ZONE, CT_NOBODY);
    e->obj = l->play.card;
    e->player = ct_player_ent(l->play.player);
    e->from = (uint8_t)l->from;
    e->to = CT_ZONE_BATTLEFIELD;
    e->put_under = (uint8_t)ct_player_ent(l->play.player);
    e->flags |= CT_EVF_PLAYED;
    e->face = l->play.face;
    ct_start_events(g, base);
}

static void note_land(ct_game *g, const ct_playland_locals *l, ct_ent land)
{
    const ct_event e = {.kind = CT_EV_PLAYLAND,
                        .obj = land,
                        .player = ct_player_ent(l->play.player),
                        .from = (uint8_t)l->from};
    ct_note(g, &e);
    CT_LOG(g, PLAYED, "305.1", .player = e.player, .obj = land, .from = (uint8_t)l->from);
}

ct_status ct_task_PLAYLAND(ct_game *g, ct_task *t)
{
    ct_playland_locals *l = ct_locals(t);
    ct_ent land;
    CT_BEGIN(t);
    l->from = ct_obj(g, l->play.card)->zone;
    g->s->player[l->play.player].lands_played++;
    ct_permission_used(g, &l->play);
    CT_AWAIT(t, 1, start_land_move(g, l));
    land = ct_list_at(g, g->s->ret, 0);
    if (land) note_land(g, l, land);
    g->s->ret = land;
    CT_FINISH(t);
}
