/* Which abilities can be activated, and what mana they could bring. */
#include "runtime/activate.h"

#include "runtime/bill.h"
#include "runtime/chars.h"
#include "runtime/cost.h"
#include "runtime/decision.h"
#include "runtime/memory.h"
#include "runtime/object.h"
#include "runtime/rules.h"
#include "runtime/target.h"

bool ct_sorcery_timing(const ct_game *g, unsigned player)
{
    const ct_state *s = g->s;
    return s->active == player && (s->step == CT_STEP_MAIN1 || s->step == CT_STEP_MAIN2) &&
           ct_zone_count(g, CT_ZONE_STACK, 0) == 0;
}

bool ct_is_mana_ability(const ct_game *g, uint32_t ability)
{
    if (ability >= g->set->nability) return ct_is_intrinsic(ability);
    const ct_rec_ability *a = &g->set->ability[ability];
    return a->kind == CT_AB_ACTIVATED && (a->flags & CT_ABF_MANA);
}

static bool is_activated(const ct_game *g, uint32_t ability)
{
    return ct_is_intrinsic(ability) ||
           (ability < g->set->nability && g->set->ability[ability].kind == CT_AB_ACTIVATED);
}

/* [CR 602.5] restrictions of timing and number that the ability itself has */
static bool timing_allows(ct_game *g, unsigned player, const ct_object *o, const ct_rec_ability *a,
                          uint32_t index)
{
    if ((a->flags & (CT_ABF_SORCERY_SPEED | CT_ABF_LOYALTY)) &&
        !(a->flags & CT_ABF_INSTANT_SPEED) && !ct_sorcery_timing(g, player))
        return false;
    if ((a->flags & CT_ABF_LOYALTY) && (o->flags & CT_OF_USED_LOYALTY)) /* [CR 606.3] */
        return false;
    if ((a->flags & CT_ABF_YOUR_TURN) && g->s->active != player) return false;
    if ((a->flags & CT_ABF_ONCE_TURN) && (o->used >> (index & 31) & 1u)) return false;
    uint32_t seen;
    return !(a->flags & CT_ABF_ONCE_GAME) ||
           !ct_recall(g, o->id, CT_MEM_ACTIVATED + (index & 31), &seen);
}

static bool forbidden(ct_game *g, ct_ent e, uint32_t ability, bool loyalty)
{
    if (!ct_rule_any(g, CT_RULE_CANT_ACTIVATE)) return false;
    for (ct_rule_hit h = CT_RULE_FIRST; ct_rule_next(g, CT_RULE_CANT_ACTIVATE, e, CT_NOBODY, &h);) {
        const uint32_t arg = g->set->effect[h.rec].arg;
        if ((arg == 1 && ct_is_mana_ability(g, ability)) || (arg == 2 && !loyalty)) continue;
        return true;
    }
    return false;
}

static bool has_access(ct_game *g, unsigned player, const ct_object *o, uint32_t zones,
                       uint32_t flags)
{
    if (!((zones ? zones : (uint32_t)CT_ZM_BATTLEFIELD) >> o->zone & 1u) ||
        (o->flags & CT_OF_PHASED_OUT))
        return false;
    return (flags & CT_ABF_ANY_PLAYER) ||
           (o->zone == CT_ZONE_BATTLEFIELD ? ct_controller(g, o->id) : o->owner) == player;
}

/* Everything but the mana; the bill gets that. */
static bool can_begin(ct_game *g, unsigned player, ct_ent e, uint32_t index, ct_bill *bill)
{
    const ct_object *o = ct_live(g, e);
    const ct_chars *c = ct_chars_of(g, e);
    if (!o || index >= c->nabils || !is_activated(g, c->abils[index].ability)) return false;
    const ct_abilref ref = c->abils[index];
    if (ct_is_intrinsic(ref.ability))
        return has_access(g, player, o, 0, 0) && !(o->flags & CT_OF_TAPPED) && !ct_is_sick(g, e) &&
               !forbidden(g, e, ref.ability, false);
    const ct_rec_ability *a = &g->set->ability[ref.ability];
    if (!has_access(g, player, o, a->zones, a->flags) || !timing_allows(g, player, o, a, index))
        return false;
    ct_small_frame sf;
    ct_abil_frame(g, &sf, &ref, e);
    sf.f.slot[CT_S_YOU] = ct_player_ent(player);
    if (a->fn_cond != CT_NONE && !ct_eval(g, &sf.f, a->fn_cond)) return false;
    return ct_costs_payable(g, player, &sf.f, a->cost0, a->ncosts, bill) &&
           !forbidden(g, e, ref.ability, a->flags & CT_ABF_LOYALTY);
}

static bool has_targets(ct_game *g, unsigned player, ct_ent e, const ct_abilref *ref)
{
    const ct_rec_ability *a = &g->set->ability[ref->ability];
    if (a->ntargets == 0 && a->nmodes == 0) return true;
    ct_small_frame sf;
    ct_abil_frame(g, &sf, ref, e);
    sf.f.slot[CT_S_YOU] = ct_player_ent(player);
    return ct_targets_exist(g, &sf.f, ref->ability, ct_probe(g, e, ref->ability, player));
}

static bool brings_mana(ct_game *g, ct_ent e)
{
    const ct_chars *c = ct_chars_of(g, e);
    for (uint32_t i = 0; i < c->nabils; i++)
        if (ct_is_mana_ability(g, c->abils[i].ability)) return true;
    return false;
}

/* supply: what the player could pay with, if it is known already. */
static bool can_activate(ct_game *g, unsigned player, ct_ent e, uint32_t index,
                         const ct_supply *supply)
{
    ct_bill bill = {0};
    if (!can_begin(g, player, e, index, &bill)) return false;
    const ct_abilref ref = ct_chars_of(g, e)->abils[index];
    if (ct_is_intrinsic(ref.ability)) return true;
    const ct_rec_ability *a = &g->set->ability[ref.ability];
    ct_bill_modify(g, player, e, true, &bill);
    if (ct_bill_size(&bill)) {
        ct_supply s;
        const bool taps = ct_costs_tap(g, a->cost0, a->ncosts) &&
                          brings_mana(g, e); /* what pays {T} pays nothing else */
        if (!supply || taps) {
            ct_supply_potential(g, player, taps ? e : CT_NOBODY, &s);
            supply = &s;
        }
        if (!ct_supply_covers(supply, &bill, g->s->player[player].life)) return false;
    }
    return (a->flags & CT_ABF_MANA) || has_targets(g, player, e, &ref);
}

bool ct_can_activate(ct_game *g, unsigned player, ct_ent e, uint32_t index)
{
    const uint32_t mark = g->s->pool[CT_POOL_temp].used;
    const bool ok = can_activate(g, player, e, index, NULL);
    g->s->pool[CT_POOL_temp].used = mark;
    return ok;
}

static void offer_object(ct_game *g, unsigned player, ct_ent e, const ct_supply *supply)
{
    const uint32_t n = ct_chars_of(g, e)->nabils;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t ability = ct_chars_of(g, e)->abils[i].ability;
        if (is_activated(g, ability) && can_activate(g, player, e, i, supply))
            ct_option_add(g, CT_OPT_ACTIVATE, e, i, ct_is_mana_ability(g, ability));
    }
}

static void offer_zone(ct_game *g, unsigned player, ct_zone zone, const ct_supply *supply)
{
    CT_EACH(g, e, zone, player)
    offer_object(g, player, e, supply);
}

void ct_offer_activations(ct_game *g, unsigned player)
{
    const uint32_t mark = g->s->pool[CT_POOL_temp].used;
    ct_supply supply;
    ct_supply_potential(g, player, CT_NOBODY, &supply);
    offer_zone(g, player, CT_ZONE_BATTLEFIELD, &supply);
    offer_zone(g, player, CT_ZONE_HAND, &supply);
    offer_zone(g, player, CT_ZONE_GRAVEYARD, &supply);
    offer_zone(g, player, CT_ZONE_EXILE, &supply);
    offer_zone(g, player, CT_ZONE_COMMAND, &supply);
    g->s->pool[CT_POOL_temp].used = mark;
}

/* ---- what mana an ability brings ------------------------------------------------------ */

typedef struct constants {
    uint16_t slot[32];
    int32_t value[32];
    uint32_t n;
} constants;

static bool constant(const constants *c, uint16_t slot, int32_t *value)
{
    for (uint32_t i = c->n; i-- > 0;)
        if (c->slot[i] == slot) {
            *value = c->value[i];
            return true;
        }
    return false;
}

static void add_symbols(const ct_game *g, uint32_t mana, uint32_t *mask, uint32_t *n)
{
    if (mana >= g->set->nmana) return;
    const ct_rec_mana *m = &g->set->mana[mana];
    for (uint32_t i = 0; i < m->npips; i++)
        *mask |= g->set->word[m->pip0 + i] & 63;
    if (m->generic) /* [CR 106.10] */
        *mask |= CT_PIP_C;
    *n += m->npips + m->generic;
}

/* Reads the effect's instructions: the types and the number of units that it
 * adds.  A number that is not written there is taken to be one. */
static void yield_of(const ct_game *g, uint32_t ability, uint32_t *mask, uint32_t *n)
{
    const ct_rec_ability *a = &g->set->ability[ability];
    constants c = {.n = 0};
    *mask = *n = 0;
    if (a->fn_effect == CT_NONE) return;
    const ct_rec_fn *fn = &g->set->fn[a->fn0 + a->fn_effect];
    for (uint32_t i = 0; i < fn->ncode; i++) {
        const ct_insn *in = &g->set->code[fn->code0 + i];
        int32_t times = 1, types = 31;
        switch (in->op) {
        case CT_OP_LDI:
            if (c.n < 32) {
                c.slot[c.n] = in->a;
                c.value[c.n++] = in->imm;
            }
            break;
        case CT_OP_ADDMANA: {
            uint32_t once = 0;
            if (!constant(&c, in->b, &times) || times < 0) times = 1;
            add_symbols(g, (uint32_t)in->imm, mask, &once);
            *n += once * (uint32_t)times;
            break;
        }
        case CT_OP_ADDMANAC:
            if (!constant(&c, in->b, &times) || times < 0) times = 1;
            (void)constant(&c, in->c, &types);
            *mask |= (uint32_t)types & 63;
            *n += (uint32_t)times;
            break;
        default:
            break;
        }
    }
}

static bool plain_cost(const ct_game *g, const ct_rec_ability *a)
{
    for (uint32_t i = 0; i < a->ncosts; i++) {
        const ct_rec_cost *c = &g->set->cost[a->cost0 + i];
        if (c->kind != CT_COST_TAP && !(c->kind == CT_COST_SACRIFICE && c->fn == CT_NONE))
            return false;
    }
    return true;
}

static bool source_of(ct_game *g, unsigned player, ct_ent e, uint32_t index, ct_mana_source *out)
{
    const uint32_t ability = ct_chars_of(g, e)->abils[index].ability;
    if (!ct_is_mana_ability(g, ability)) return false;
    *out = (ct_mana_source){.object = e, .index = index, .snow = ct_is_super(g, e, CT_SUPER_SNOW)};
    if (ct_is_intrinsic(ability)) {
        out->mask = 1u << (ability - CT_INTRINSIC_MANA);
        out->n = 1;
    } else {
        const ct_rec_ability *a = &g->set->ability[ability];
        if (ct_costs_have_mana(g, a->cost0, a->ncosts)) return false;
        out->special = !plain_cost(g, a);
        yield_of(g, ability, &out->mask, &out->n);
    }
    return out->n > 0 && can_begin(g, player, e, index, NULL);
}

uint32_t ct_mana_sources(ct_game *g, unsigned player, ct_ent exclude, ct_mana_source *source)
{
    uint32_t n = 0;
    const uint32_t mark = g->s->pool[CT_POOL_temp].used;
    for (unsigned pass = 0; pass < 2; pass++)
        CT_EACH(g, e, pass == 0 ? CT_ZONE_BATTLEFIELD : CT_ZONE_HAND, player)
        {
            const uint32_t nabils = ct_chars_of(g, e)->nabils;
            for (uint32_t i = 0;
                 i < nabils && n < CT_MAX_SOURCES && e != exclude && e != g->s->casting; i++)
                n += source_of(g, player, e, i, &source[n]);
        }
    g->s->pool[CT_POOL_temp].used = mark;
    return n;
}

void ct_supply_potential(ct_game *g, unsigned player, ct_ent exclude, ct_supply *s)
{
    ct_supply_pool(g, player, s);
    if (s->unlimited) return;
    ct_mana_source source[CT_MAX_SOURCES];
    const uint32_t n = ct_mana_sources(g, player, exclude, source);
    for (uint32_t i = 0; i < n;) {
        /* abilities of one object: any of them, once */
        uint32_t j = i, mask = 0, units = 0;
        for (; j < n && source[j].object == source[i].object; j++) {
            mask |= source[j].mask;
            units = source[j].n > units ? source[j].n : units;
        }
        ct_supply_add(s, mask, source[i].snow, units);
        i = j;
    }
}
