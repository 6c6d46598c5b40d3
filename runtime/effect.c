/* Continuous effects of resolutions: beginning and ending [CR 611.2]. */
#include "runtime/effect.h"
#include "runtime/block.h"
#include "runtime/capsule.h"
#include "runtime/layers.h"
#include "runtime/memory.h"
#include "runtime/object.h"

#include <string.h>

uint32_t ct_effect_lock_copy(ct_game *g, ct_frame *f, uint32_t rec, ct_ent it)
{
    struct ct_layer_cache *c = g->layers;
    const ct_rec_effect *e = &g->set->effect[rec];
    bool copies = false;
    for (uint32_t p = 0; p < e->nparts; p++)
        copies |= g->set->part[e->part0 + p].layer == CT_LAYER_COPY;
    if (!copies) return 0;
    uint32_t copied = 0;
    static const ct_chars none;
    ct_chars scratch = none;
    ct_layer_view outer = c->view;
    uint32_t before = f->slot[CT_S_IT];
    f->slot[CT_S_IT] = it;
    for (uint32_t p = 0; p < e->nparts && !copied; p++) {
        const ct_rec_part *part = &g->set->part[e->part0 + p];
        c->view = (ct_layer_view){.it = it, .c = &scratch, .copied = &copied, .locking = true};
        if (part->layer == CT_LAYER_COPY) ct_eval(g, f, part->fn);
    }
    f->slot[CT_S_IT] = before;
    c->view = outer;
    return copied;
}

static bool add(ct_game *g, const ct_effect *e)
{
    if (!ct_pool_room(g, CT_POOL_effect, 1)) return false;
    g->effect[g->s->pool[CT_POOL_effect].used++] = *e;
    ct_touch(g);
    return true;
}

bool ct_effect_start(ct_game *g, const ct_frame *f, uint32_t rec, uint32_t duration,
                     ct_list affected)
{
    bool locked = affected != CT_NO_LOCK;
    ct_ent self = f->slot[CT_S_THIS], you = f->slot[CT_S_YOU];
    if (locked && ct_list_len(g, affected) == 0) return false;
    const ct_object *source = ct_live(g, self);
    if (duration == CT_DUR_SOURCE_LEAVES && (!source || source->zone != CT_ZONE_BATTLEFIELD))
        return false; /* [CR 611.2b] */
    uint32_t slots[CT_MAX_SLOTS];
    memcpy(slots, f->slot, f->nslots * sizeof *slots);
    ct_small_frame sf;
    ct_frame_init(g, &sf, f->ability, self, ct_is_player(you) ? ct_player_index(you) : 0);
    memcpy(sf.f.slot, f->slot, f->nslots * sizeof *slots);
    ct_effect e = {.rec = rec,
                   .ability = f->ability,
                   .source = self,
                   .duration = duration,
                   .controller = ct_is_player(you) ? ct_player_index(you) : 0,
                   .timestamp = g->s->next_timestamp++,
                   .turn = g->s->turn};
    e.copied = ct_effect_lock_copy(g, &sf.f, rec, locked ? ct_list_at(g, affected, 0) : CT_NOBODY);
    e.capsule = ct_capsule_make(g, f->ability, slots, f->nslots, locked ? affected : CT_EMPTY_LIST);
    return e.capsule && add(g, &e);
}

bool ct_effect_enter(ct_game *g, uint32_t rec, uint32_t capsule, uint32_t copied, ct_ent id)
{
    uint32_t slots[CT_MAX_SLOTS];
    const ct_capsule *head = (const ct_capsule *)(const void *)&g->capsule[capsule];
    uint32_t ability = head->ability, n = head->nslots;
    ct_capsule_open(g, capsule, slots, n);
    slots[CT_S_THIS] = id;
    ct_ent you = slots[CT_S_YOU];
    ct_effect e = {.rec = rec,
                   .ability = ability,
                   .source = id,
                   .duration = CT_DUR_FOREVER,
                   .controller = ct_is_player(you) ? ct_player_index(you) : 0,
                   .timestamp = ct_obj(g, id)->timestamp,
                   .turn = g->s->turn,
                   .copied = copied};
    e.capsule = ct_capsule_make(g, ability, slots, n, ct_list_make(g, &id, 1));
    return e.capsule && add(g, &e);
}

void ct_effect_remove(ct_game *g, uint32_t ordinal)
{
    ct_pool *pool = &g->s->pool[CT_POOL_effect];
    if (ordinal >= pool->used) return;
    ct_lki_free(g, g->effect[ordinal].copied);
    memmove(&g->effect[ordinal], &g->effect[ordinal + 1],
            (pool->used - ordinal - 1) * sizeof *g->effect);
    pool->used--;
    ct_touch(g);
}

static void delayed_remove(ct_game *g, uint32_t ordinal)
{
    ct_pool *pool = &g->s->pool[CT_POOL_delayed];
    memmove(&g->delayed[ordinal], &g->delayed[ordinal + 1],
            (pool->used - ordinal - 1) * sizeof *g->delayed);
    pool->used--;
    ct_touch(g);
}

/* ---- durations that end at a moment
 * ------------------------------------------------------------------ */
static bool ends(const ct_game *g, uint32_t duration, uint32_t controller, uint32_t turn,
                 ct_moment m)
{
    bool mine = controller == g->s->active, later = turn != g->s->turn;
    switch (m) {
    case CT_MOMENT_CLEANUP:
        return duration == CT_DUR_END_OF_TURN ||
               (duration == CT_DUR_END_YOUR_NEXT_TURN && mine && later);
    case CT_MOMENT_TURN_BEGINS:
        return duration == CT_DUR_YOUR_NEXT_TURN && mine && later;
    case CT_MOMENT_UPKEEP:
        return duration == CT_DUR_YOUR_NEXT_UPKEEP && mine && later;
    case CT_MOMENT_END_STEP:
        return duration == CT_DUR_YOUR_NEXT_END_STEP && mine;
    case CT_MOMENT_COMBAT_ENDS:
        return duration == CT_DUR_END_OF_COMBAT;
    default:
        return false;
    }
}

/* "During its controller's next untap step": over when a player who controls something affected has
 * had that step. What it affects is locked in, or found by its predicate. */
static bool affects_now(ct_game *g, const ct_effect *e, ct_ent it)
{
    uint32_t n, mark = g->s->pool[CT_POOL_temp].used;
    const ct_ent *locked = ct_capsule_affected(g, e->capsule, &n);
    for (uint32_t i = 0; i < n; i++)
        if (locked[i] == it) return true;
    if (locked) return false;
    ct_small_frame sf;
    ct_frame_init(g, &sf, e->ability, e->source, e->controller);
    ct_capsule_open(g, e->capsule, sf.f.slot, sf.f.nslots);
    bool yes = ct_test(g, &sf.f, g->set->effect[e->rec].fn_affects, it);
    g->s->pool[CT_POOL_temp].used = mark;
    return yes;
}

static bool untap_step_over(ct_game *g, const ct_effect *e)
{
    bool any = false;
    if (e->duration != CT_DUR_NEXT_UNTAP) return false;
    CT_EACH(g, it, CT_ZONE_BATTLEFIELD, 0)
    if (affects_now(g, e, it)) {
        any = true;
        if (ct_controller(g, it) == g->s->active) return true;
    }
    return !any;
}

static void forget_shields(ct_game *g)
{
    CT_EACH(g, e, CT_ZONE_BATTLEFIELD, 0)
    for (uint32_t i = ct_obj(g, e)->memory; i; i = g->memory[i].next)
        if (g->memory[i].kind == CT_MEM_REGENERATE) g->memory[i].kind = CT_MEM_REGENERATE + 1;
}

void ct_effects_end(ct_game *g, ct_moment m)
{
    for (uint32_t i = g->s->pool[CT_POOL_effect].used; i-- > 0;) {
        const ct_effect *e = &g->effect[i];
        if (ends(g, e->duration, e->controller, e->turn, m) ||
            (m == CT_MOMENT_UNTAPPED && untap_step_over(g, e)))
            ct_effect_remove(g, i);
    }
    for (uint32_t i = g->s->pool[CT_POOL_delayed].used; i-- > 0;)
        if (ends(g, g->delayed[i].duration, g->delayed[i].controller, g->delayed[i].turn, m))
            delayed_remove(g, i);
    if (m == CT_MOMENT_CLEANUP) forget_shields(g);
}

/* ---- durations that end with a condition
 * ------------------------------------------------------------- */
static bool all_gone(ct_game *g, const ct_effect *e)
{
    uint32_t n;
    const ct_ent *affected = ct_capsule_affected(g, e->capsule, &n);
    for (uint32_t i = 0; i < n; i++)
        if (ct_is_player(affected[i]) || ct_live(g, affected[i])) return false;
    return affected != NULL;
}

static bool condition_over(ct_game *g, const ct_effect *e)
{
    const ct_rec_effect *rec = &g->set->effect[e->rec];
    if (e->duration == CT_DUR_SOURCE_LEAVES) {
        const ct_object *o = ct_live(g, e->source);
        return !o || o->zone != CT_ZONE_BATTLEFIELD;
    }
    if (e->duration != CT_DUR_WHILE || rec->fn_cond == CT_NONE) return false;
    ct_small_frame sf;
    uint32_t mark = g->s->pool[CT_POOL_temp].used;
    ct_frame_init(g, &sf, e->ability, e->source, e->controller);
    ct_capsule_open(g, e->capsule, sf.f.slot, sf.f.nslots);
    bool over = !ct_test(g, &sf.f, rec->fn_cond, e->source);
    g->s->pool[CT_POOL_temp].used = mark;
    return over;
}

void ct_effects_check(ct_game *g)
{
    for (uint32_t i = g->s->pool[CT_POOL_effect].used; i-- > 0;) {
        const ct_effect *e = &g->effect[i];
        if ((e->used && g->set->effect[e->rec].flags & CT_EFFF_NEXT) || all_gone(g, e) ||
            condition_over(g, e))
            ct_effect_remove(g, i);
    }
}
