/* The total cost of a spell [CR 601.2f, 118.6-118.9]. */
#include "runtime/spellcost.h"

#include "runtime/activate.h"
#include "runtime/bill.h"
#include "runtime/capsule.h"
#include "runtime/chars.h"
#include "runtime/cost.h"
#include "runtime/mana.h"
#include "runtime/target.h"

uint32_t ct_extra_costs(ct_game *g, uint32_t face, uint32_t out[CT_MAX_EXTRAS])
{
    const ct_chars *c = ct_face_chars(g, face);
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->nabils && n < CT_MAX_EXTRAS; i++)
        if (c->abils[i].ability < g->set->nability &&
            g->set->ability[c->abils[i].ability].kind == CT_AB_EXTRACOST)
            out[n++] = i;
    return n;
}

bool ct_alternative_cost(ct_game *g, const ct_play *play, uint32_t n, ct_rule_hit *hit)
{
    if (!ct_rule_any(g, CT_RULE_ALT_COST) || play->ncosts ||
        (play->flags & CT_PLAY_FREE)) /* one at most [CR 118.9a] */
        return false;
    *hit = CT_RULE_FIRST;
    while (n > 0)
        if (!ct_rule_next(g, CT_RULE_ALT_COST, ct_player_ent(play->player), play->card, hit))
            return false;
        else
            n--;
    return true;
}

/* ---- the parts --------------------------------------------------------------------------------
 */

typedef struct total {
    ct_game *g;
    const ct_play *play;
    ct_ent e;
    uint32_t x;
    ct_bill *bill;
    ct_cost_part *part;
    uint32_t n;
} total;

/* A frame to read a part with; lists are not there when the spell's capsule is only looked into. */
static void part_frame(ct_game *g, const ct_play *play, ct_ent e, const ct_cost_part *part,
                       uint32_t x, ct_small_frame *sf)
{
    if (part->has_hit)
        ct_rule_frame(g, &part->hit, sf);
    else
        ct_frame_init(g, sf, part->ability, e, play->player);
    const ct_object *o = ct_obj(g, e);
    if (part->own && o && o->capsule && o->zone == CT_ZONE_STACK)
        ct_capsule_peek(g, o->capsule, sf->f.slot, sf->f.nslots);
    sf->f.slot[CT_S_X] = x;
}

static void add_part(total *t, const ct_cost_part *part)
{
    if (part->ncosts == 0 || t->n == CT_MAX_PARTS) return;
    ct_small_frame sf;
    part_frame(t->g, t->play, t->e, part, t->x, &sf);
    ct_costs_bill(t->g, &sf.f, part->cost0, part->ncosts, part->times, t->bill);
    t->part[t->n++] = *part;
}

static bool add_base(total *t, uint32_t alternative)
{
    const ct_play *play = t->play;
    if (alternative > 0) {
        ct_cost_part part = {.times = 1, .has_hit = 1};
        if (!ct_alternative_cost(t->g, play, alternative, &part.hit)) return false;
        const ct_rec_effect *rec = &t->g->set->effect[part.hit.rec];
        part.ability = part.hit.ability;
        part.cost0 = rec->cost0;
        part.ncosts = rec->ncosts;
        add_part(t, &part);
        return true;
    }
    if (play->ncosts) {
        const ct_cost_part part = {.ability = play->ability,
                                   .cost0 = play->cost0,
                                   .ncosts = play->ncosts,
                                   .times = 1,
                                   .has_hit = play->has_hit,
                                   .hit = play->hit};
        add_part(t, &part);
        return true;
    }
    if (play->flags & CT_PLAY_FREE) /* [CR 118.5] */
        return true;
    const uint32_t mana = t->g->set->face[play->face].mana;
    if (mana == CT_NONE) /* [CR 118.6] */
        return false;
    ct_bill_add(t->g, t->bill, mana, 1, t->x);
    return true;
}

static void add_extras(total *t, uint32_t paid)
{
    ct_game *g = t->g;
    uint32_t extra[CT_MAX_EXTRAS];
    const uint32_t n = ct_extra_costs(g, t->play->face, extra);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t ability = ct_face_chars(g, t->play->face)->abils[extra[i]].ability;
        const ct_rec_ability *a = &g->set->ability[ability];
        const uint32_t times = a->flags & CT_ABF_OPTIONAL ? paid >> 4 * i & 15u : 1;
        if (times)
            add_part(
                t, &(ct_cost_part){
                       .ability = ability, .cost0 = a->cost0, .ncosts = a->ncosts, .times = times});
    }
}

static void add_own(total *t, uint32_t modes)
{
    const ct_set *set = t->g->set;
    const uint32_t ability = ct_face_spell_ability(set, t->play->face);
    if (ability == CT_NONE) return;
    const ct_rec_ability *a = &set->ability[ability];
    add_part(t,
             &(ct_cost_part){
                 .ability = ability, .cost0 = a->cost0, .ncosts = a->ncosts, .times = 1, .own = 1});
    for (uint32_t m = 0; m < a->nmodes && m < 32; m++)
        if (modes >> m & 1u)
            add_part(t, &(ct_cost_part){.ability = ability,
                                        .cost0 = set->mode[a->mode0 + m].cost0,
                                        .ncosts = set->mode[a->mode0 + m].ncosts,
                                        .times = 1,
                                        .own = 1});
}

/* Additional costs that other objects impose. */
static void add_imposed(total *t)
{
    ct_game *g = t->g;
    if (!ct_rule_any(g, CT_RULE_COST)) return;
    for (ct_rule_hit h = CT_RULE_FIRST;
         ct_rule_next(g, CT_RULE_COST, ct_player_ent(t->play->player), t->e, &h);) {
        const ct_rec_effect *rec = &g->set->effect[h.rec];
        if (rec->ncosts && !(rec->arg & CT_COSTMOD_ABILITY))
            add_part(t, &(ct_cost_part){.ability = h.ability,
                                        .cost0 = rec->cost0,
                                        .ncosts = rec->ncosts,
                                        .times = 1,
                                        .has_hit = 1,
                                        .hit = h});
    }
}

bool ct_spell_cost(ct_game *g, const ct_play *play, ct_ent e, uint32_t alternative, uint32_t paid,
                   uint32_t modes, uint32_t x, ct_bill *bill, ct_cost_part part[CT_MAX_PARTS],
                   uint32_t *nparts)
{
    total t = {.g = g, .play = play, .e = e, .x = x, .bill = bill, .part = part};
    *bill = (ct_bill){.spend_any = play->flags & CT_PLAY_ANY_MANA_TYPE ? CT_SPEND_TYPE : 0};
    if (!add_base(&t, alternative)) return false;
    add_extras(&t, paid);
    add_own(&t, modes);
    add_imposed(&t);
    ct_bill_modify(g, play->player, e, false, bill);
    *nparts = t.n;
    return true;
}

bool ct_spell_payable(ct_game *g, const ct_play *play, ct_ent e, uint32_t alternative,
                      uint32_t paid, uint32_t modes, uint32_t x, const ct_supply *supply)
{
    ct_bill bill;
    ct_cost_part part[CT_MAX_PARTS];
    uint32_t n;
    if (!ct_spell_cost(g, play, e, alternative, paid, modes, x, &bill, part, &n)) return false;
    ct_supply with = *supply;
    ct_supply_helpers(g, play->player, e, &with);
    if (!ct_supply_covers(&with, &bill, g->s->player[play->player].life)) return false;
    for (uint32_t i = 0; i < n; i++) {
        ct_small_frame sf;
        part_frame(g, play, e, &part[i], x, &sf);
        if (!ct_costs_payable(g, play->player, &sf.f, part[i].cost0, part[i].ncosts, NULL))
            return false;
    }
    return true;
}

bool ct_spell_affordable(ct_game *g, const ct_play *play, const ct_supply *supply)
{
    ct_rule_hit hit;
    if (ct_spell_payable(g, play, play->card, 0, 0, 0, 0, supply)) return true;
    for (uint32_t n = 1; ct_alternative_cost(g, play, n, &hit); n++)
        if (ct_spell_payable(g, play, play->card, n, 0, 0, 0, supply)) return true;
    return false;
}

bool ct_spell_has_x(ct_game *g, const ct_play *play, ct_ent e, uint32_t alternative, uint32_t paid)
{
    ct_bill bill;
    ct_cost_part part[CT_MAX_PARTS];
    uint32_t n;
    if (!ct_spell_cost(g, play, e, alternative, paid, 0, 0, &bill, part, &n)) return false;
    const uint32_t mana = g->set->face[play->face].mana;
    if (alternative == 0 && !play->ncosts && !(play->flags & CT_PLAY_FREE) && mana != CT_NONE &&
        g->set->mana[mana].nx)
        return true;
    for (uint32_t i = 0; i < n; i++)
        if (!part[i].has_hit && ct_costs_use_x(g, part[i].ability, part[i].cost0, part[i].ncosts))
            return true;
    return false;
}
