/* Auras that are put onto the battlefield [CR 303.4f, 303.4g]. */
#include "runtime/chars.h"
#include "runtime/decision.h"
#include "runtime/event_run.h"
#include "runtime/known.h"
#include "runtime/object.h"
#include "runtime/rules.h"

bool ct_needs_host(ct_game *g, const ct_event *e)
{
    if (e->kind != CT_EV_ZONE || e->to != CT_ZONE_BATTLEFIELD || e->stage != CT_EVS_PROPOSED ||
        e->other || e->flags & CT_EVF_CAST || e->mv & CT_MV_FACE_DOWN ||
        CT_KNOWN(g, AURA) == CT_NONE)
        return false;
    ct_as_entering(g, e);
    bool aura = ct_has_subtype(g, e->obj, CT_KNOWN(g, AURA));
    ct_as_face_end(g);
    return aura;
}

/* Calls for everything that it could be attached to, players first; nobody when there are no more.
 */
static ct_ent next_host(ct_game *g, const ct_event *e, ct_ent after)
{
    static const ct_zone zones[] = {CT_ZONE_BATTLEFIELD, CT_ZONE_GRAVEYARD};
    bool found = after == CT_NOBODY;
    for (unsigned p = 0; p < g->s->nplayers; p++) {
        ct_ent host = ct_player_ent(p);
        if (found && ct_can_attach(g, e->obj, host)) return host;
        found |= host == after;
    }
    for (unsigned z = 0; z < 2; z++)
        for (unsigned p = 0; p < (ct_zone_shared(zones[z]) ? 1 : g->s->nplayers); p++)
            CT_EACH(g, host, zones[z], p)
            {
                if (found && ct_can_attach(g, e->obj, host)) return host;
                found |= host == after;
            }
    return CT_NOBODY;
}

bool ct_has_host(ct_game *g, const ct_event *e)
{
    ct_as_entering(g, e);
    bool any = next_host(g, e, CT_NOBODY) != CT_NOBODY;
    ct_as_face_end(g);
    return any;
}

void ct_ask_host(ct_game *g, const ct_event *e)
{
    ct_ask(g, CT_DEC_PICK, ct_player_index(e->put_under), e->obj);
    ct_as_entering(g, e);
    for (ct_ent host = next_host(g, e, CT_NOBODY); host; host = next_host(g, e, host))
        ct_option_add(g, CT_OPT_ENT, host, 0, 0);
    ct_as_face_end(g);
}
