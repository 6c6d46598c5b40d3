/* Questions about rule effects in force [CR 604.3, 613.11]. */
#include "runtime/rules.h"
#include "runtime/capsule.h"
#include "runtime/layers.h"
#include "runtime/object.h"

static const ct_entry *entry_at(ct_game *g, uint32_t i)
{
    return &g->layers->rules.entry[i];
}

static bool locked_on(ct_game *g, const ct_entry *x, ct_ent a, bool *locked)
{
    uint32_t n;
    const ct_ent *e =
        x->effect ? ct_capsule_affected(g, g->effect[x->effect - 1].capsule, &n) : NULL;
    *locked = e != NULL;
    for (uint32_t i = 0; e && i < n; i++)
        if (e[i] == a) return true;
    return false;
}

/* "For as long as" ends the effect (ct_effects_check).  Until then it is not asked again: a card
 * that is looked at as the spell it would be is not where the condition wants it. */
static bool condition_holds(ct_game *g, const ct_entry *x, ct_small_frame *sf)
{
    if (x->effect)
        return g->effect[x->effect - 1].duration == CT_DUR_WHILE ||
               ct_test(g, &sf->f, g->set->effect[x->rec].fn_cond, x->source);
    return ct_test(g, &sf->f, g->set->ability[x->ability].fn_cond, x->source) &&
           ct_test(g, &sf->f, g->set->effect[x->rec].fn_cond, x->source);
}

static bool fits(ct_game *g, const ct_entry *x, ct_ent a, ct_ent b)
{
    const ct_rec_effect *rec = &g->set->effect[x->rec];
    bool locked, on = locked_on(g, x, a, &locked);
    if (locked && !on) return false;
    if (!locked && rec->flags & CT_EFFF_SELF && ct_is_object(a) && a != x->source) return false;
    if (rec->fn_object != CT_NONE && rec->fn_object != CT_NO_FN && b == CT_NOBODY) return false;
    uint32_t mark = g->s->pool[CT_POOL_temp].used;
    ct_small_frame sf;
    ct_entry_frame(g, x, &sf);
    bool ok = condition_holds(g, x, &sf) && (locked || ct_test(g, &sf.f, rec->fn_affects, a)) &&
              ct_test(g, &sf.f, rec->fn_object, b);
    g->s->pool[CT_POOL_temp].used = mark;
    return ok;
}

static uint32_t id_of(const ct_game *g, const ct_entry *x)
{
    return x->effect ? g->effect[x->effect - 1].timestamp | 0x80000000u
                     : (x->source * 2654435761u ^ x->rec * 40503u) & 0x7fffffffu;
}

bool ct_rule_next(ct_game *g, ct_rule kind, ct_ent a, ct_ent b, ct_rule_hit *h)
{
    uint32_t i = h->index == CT_NONE ? ct_index_first(g, &g->layers->rules, kind)
                                     : entry_at(g, h->index)->next;
    for (; i != CT_NONE; i = entry_at(g, i)->next) {
        ct_entry x = *entry_at(g, i);
        if (!fits(g, &x, a, b)) continue;
        *h = (ct_rule_hit){.rec = x.rec,
                           .ability = x.ability,
                           .source = x.source,
                           .controller = x.controller,
                           .index = i,
                           .effect = x.effect,
                           .id = id_of(g, &x),
                           .grantor = x.ref.grantor,
                           .capsule =
                               x.effect ? g->effect[x.effect - 1].capsule : x.ref.capsule_or_effect,
                           .whole = x.effect != 0};
        return true;
    }
    return false;
}

bool ct_rule_applies(ct_game *g, ct_rule kind, ct_ent a, ct_ent b)
{
    ct_rule_hit h = CT_RULE_FIRST;
    return ct_rule_next(g, kind, a, b, &h);
}

bool ct_rule_any(ct_game *g, ct_rule kind)
{
    return ct_index_first(g, &g->layers->rules, kind) != CT_NONE;
}

void ct_rule_frame(ct_game *g, const ct_rule_hit *h, ct_small_frame *sf)
{
    ct_captured_frame(g, sf, h->ability, h->source, h->controller, h->grantor, h->capsule,
                      h->whole);
}

int32_t ct_rule_amount(ct_game *g, const ct_rule_hit *h, ct_ent it, int32_t dflt)
{
    uint32_t fn = g->set->effect[h->rec].fn_amount;
    if (fn == CT_NONE || fn == CT_NO_FN) return dflt;
    uint32_t mark = g->s->pool[CT_POOL_temp].used;
    ct_small_frame sf;
    ct_rule_frame(g, h, &sf);
    sf.f.slot[CT_S_IT] = it;
    int32_t n = (int32_t)ct_eval(g, &sf.f, fn);
    g->s->pool[CT_POOL_temp].used = mark;
    return n;
}

bool ct_can_be_target(ct_game *g, ct_ent e, ct_ent by)
{
    return !ct_rule_applies(g, CT_RULE_CANT_TARGET, e, by);
}

bool ct_indestructible(ct_game *g, ct_ent e)
{
    return ct_rule_applies(g, CT_RULE_INDESTRUCTIBLE, e, CT_NOBODY);
}
