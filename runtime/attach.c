/* Attaching [CR 701.3, 301.5, 303.4]: what may be attached to what, and doing it. */
#include "runtime/event_run.h"
#include "runtime/known.h"
#include "runtime/layers.h"
#include "runtime/log.h"
#include "runtime/object.h"
#include "runtime/rules.h"

/* The enchant abilities that an object has where it is; each must allow it [CR 702.5]. An Aura
 * without one enchants nothing. */
static bool enchants(ct_game *g, ct_ent aura, ct_ent to)
{
    const ct_chars *c = ct_chars_of(g, aura);
    unsigned n = c->nabils;
    bool any = false;
    for (unsigned i = 0; i < n; i++) {
        ct_abilref ref = ct_chars_of(g, aura)->abils[i];
        if (ref.ability >= g->set->nability || g->set->ability[ref.ability].kind != CT_AB_STATIC)
            continue;
        const ct_rec_ability *a = &g->set->ability[ref.ability];
        for (uint32_t k = 0; k < a->neffs; k++) {
            const ct_rec_effect *rec = &g->set->effect[a->eff0 + k];
            if (rec->kind != CT_EFF_RULE || rec->sub != CT_RULE_ENCHANT) continue;
            uint32_t zones = rec->arg ? rec->arg : CT_ZM_BATTLEFIELD;
            const ct_object *o = ct_live(g, to);
            ct_small_frame sf;
            ct_abil_frame(g, &sf, &ref, aura);
            if (!(o ? zones & 1u << o->zone : ct_is_player(to)) ||
                !ct_test(g, &sf.f, rec->fn_affects, to))
                return false;
            any = true;
        }
    }
    return any;
}

bool ct_can_attach(ct_game *g, ct_ent attachment, ct_ent to)
{
    const ct_object *o = ct_obj(g, attachment), *host = ct_live(g, to);
    if (!o || attachment == to || (!host && !ct_is_player(to))) return false;
    if (ct_is_player(to) && !g->s->player[ct_player_index(to)].alive) return false;
    bool creature = ct_is_type(g, attachment, CT_TYPE_CREATURE);
    if (ct_has_subtype(g, attachment, CT_KNOWN(g, AURA))) {
        if (creature || !enchants(g, attachment, to)) /* [CR 303.4d] */
            return false;
    } else if (ct_has_subtype(g, attachment, CT_KNOWN(g, EQUIPMENT))) {
        if (creature || !host || host->zone != CT_ZONE_BATTLEFIELD ||
            !ct_is_type(g, to, CT_TYPE_CREATURE))
            return false; /* [CR 301.5, 301.5c] */
    } else if (ct_has_subtype(g, attachment, CT_KNOWN(g, FORTIFICATION))) {
        if (creature || !host || host->zone != CT_ZONE_BATTLEFIELD ||
            !ct_is_type(g, to, CT_TYPE_LAND))
            return false; /* [CR 301.6] */
    } else {
        return false;
    }
    return !ct_rule_applies(g, CT_RULE_CANT_ATTACH, to, attachment); /* [CR 702.16c-d] */
}

void ct_attach_now(ct_game *g, ct_ent attachment, ct_ent to, uint32_t timestamp)
{
    ct_object *o = ct_live(g, attachment);
    if (!o) return;
    o->attached_to = to;
    o->timestamp = timestamp; /* [CR 613.7e] */
    ct_touch(g);
}

void ct_detach_now(ct_game *g, ct_ent attachment)
{
    ct_object *o = ct_live(g, attachment);
    if (!o) return;
    o->attached_to = CT_NOBODY;
    ct_touch(g);
}
