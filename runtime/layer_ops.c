/* Layer instructions: what an effect does to the object at hand [CR 613.1]. */
#include "runtime/layers.h"
#include "runtime/capsule.h"
#include "runtime/known.h"
#include "runtime/object.h"

#include <string.h>

static ct_layer_view *view_of(ct_game *g)
{
    return &g->layers->view;
}

static void trace(ct_game *g, const ct_insn *i, uint32_t a, uint32_t b)
{
    ct_layer_view *v = view_of(g);
    v->trace = (v->trace ^ i->op ^ (uint64_t)a << 8 ^ (uint64_t)b << 32 ^ (uint64_t)v->it << 20 ^
                (uint64_t)(uint32_t)i->imm << 24) *
               1099511628211u;
}

static int32_t saturated(int64_t n)
{
    return n > INT32_MAX ? INT32_MAX : n < INT32_MIN ? INT32_MIN : (int32_t)n;
}

static void set_pt(ct_chars *c, const ct_frame *f, const ct_insn *i)
{
    if (i->c & 1) c->power = ct_num(f, i->a);
    if (i->c & 2) c->toughness = ct_num(f, i->b);
    c->has_pt = 1;
}

ct_status ct_do_L_SETPT(ct_game *g, ct_frame *f, const ct_insn *i)
{
    trace(g, i, f->slot[i->a], f->slot[i->b]);
    set_pt(view_of(g)->c, f, i);
    return CT_DONE;
}

ct_status ct_do_L_CDAPT(ct_game *g, ct_frame *f, const ct_insn *i)
{
    return ct_do_L_SETPT(g, f, i);
}

ct_status ct_do_L_ADDPT(ct_game *g, ct_frame *f, const ct_insn *i)
{
    ct_chars *c = view_of(g)->c;
    trace(g, i, f->slot[i->a], f->slot[i->b]);
    c->power = saturated((int64_t)c->power + ct_num(f, i->a));
    c->toughness = saturated((int64_t)c->toughness + ct_num(f, i->b));
    return CT_DONE;
}

ct_status ct_do_L_SWITCH(ct_game *g, ct_frame *f, const ct_insn *i)
{
    (void)f;
    ct_chars *c = view_of(g)->c;
    int32_t power = c->power;
    trace(g, i, 0, 0);
    c->power = c->toughness;
    c->toughness = power;
    return CT_DONE;
}

/* ---- layer 4 ------------------------------------------------------------------------------------
 */
static void keep_subs(const ct_game *g, ct_chars *c, unsigned lost_families, uint32_t types_left)
{
    unsigned n = 0;
    for (unsigned k = 0; k < c->nsubs; k++) {
        unsigned families = ct_families(g, c->subs[k]);
        bool lost = families & lost_families ||
                    (types_left && families && !(ct_family_types(families) & types_left));
        if (!lost) c->subs[n++] = c->subs[k];
    }
    memset(&c->subs[n], 0, (c->nsubs - n) * sizeof *c->subs);
    c->nsubs = (uint8_t)n;
    if (lost_families & 1 << CT_FAM_CREATURE ||
        (types_left && !(types_left & (CT_TYPE_CREATURE | CT_TYPE_KINDRED))))
        c->all_creature_types = 0;
}

ct_status ct_do_L_ADDTYPE(ct_game *g, ct_frame *f, const ct_insn *i)
{
    (void)f;
    trace(g, i, i->a, 0);
    view_of(g)->c->types |= i->a;
    return CT_DONE;
}

ct_status ct_do_L_SETTYPE(ct_game *g, ct_frame *f, const ct_insn *i)
{
    (void)f;
    ct_chars *c = view_of(g)->c;
    trace(g, i, i->a, 0);
    c->types = i->a;
    keep_subs(g, c, 0, c->types);
    return CT_DONE;
}

ct_status ct_do_L_DELTYPE(ct_game *g, ct_frame *f, const ct_insn *i)
{
    (void)f;
    ct_chars *c = view_of(g)->c;
    trace(g, i, i->a, 0);
    c->types &= (uint16_t)~i->a;
    keep_subs(g, c, 0, c->types);
    return CT_DONE;
}

ct_status ct_do_L_ADDSUPER(ct_game *g, ct_frame *f, const ct_insn *i)
{
    (void)f;
    trace(g, i, i->a, 0);
    view_of(g)->c->supers |= (uint8_t)i->a;
    return CT_DONE;
}

ct_status ct_do_L_DELSUPER(ct_game *g, ct_frame *f, const ct_insn *i)
{
    (void)f;
    trace(g, i, i->a, 0);
    view_of(g)->c->supers &= (uint8_t)~i->a;
    return CT_DONE;
}

ct_status ct_do_L_ADDSUB(ct_game *g, ct_frame *f, const ct_insn *i)
{
    (void)f;
    trace(g, i, 0, 0);
    ct_chars_add_sub(g, view_of(g)->c, (uint32_t)i->imm);
    return CT_DONE;
}

ct_status ct_do_L_ADDSUBV(ct_game *g, ct_frame *f, const ct_insn *i)
{
    trace(g, i, f->slot[i->a], 0);
    if (f->slot[i->a]) ct_chars_add_sub(g, view_of(g)->c, f->slot[i->a]);
    return CT_DONE;
}

ct_status ct_do_L_SETSUB(ct_game *g, ct_frame *f, const ct_insn *i)
{
    (void)f;
    ct_chars *c = view_of(g)->c;
    trace(g, i, i->a, 0);
    bool land = i->a == CT_FAM_LAND || i->a == CT_FAM_BASIC_LAND;
    keep_subs(g, c, land ? 1 << CT_FAM_LAND : 1u << i->a, 0);
    if (land) { /* it loses the abilities of its rules text [CR 305.7] */
        memset(c->abils, 0, sizeof c->abils);
        memset(c->kws, 0, sizeof c->kws);
        c->nabils = c->nkws = 0;
        c->builtin = 0;
    }
    return CT_DONE;
}

ct_status ct_do_L_ALLSUB(ct_game *g, ct_frame *f, const ct_insn *i)
{
    (void)f;
    ct_chars *c = view_of(g)->c;
    trace(g, i, i->a, 0);
    if (i->a == CT_FAM_CREATURE) {
        c->all_creature_types = 1;
        return CT_DONE;
    }
    for (uint32_t k = 0; k < g->known->nsubtype; k++)
        if (ct_families(g, g->known->subtype[k]) & 1u << i->a)
            ct_chars_add_sub(g, c, g->known->subtype[k]);
    return CT_DONE;
}

/* ---- layers 5, 3, 2
 * ------------------------------------------------------------------------------- */
ct_status ct_do_L_SETCOLOR(ct_game *g, ct_frame *f, const ct_insn *i)
{
    trace(g, i, f->slot[i->a], 0);
    view_of(g)->c->colors = (uint8_t)(f->slot[i->a] & CT_ALL_COLORS);
    return CT_DONE;
}

ct_status ct_do_L_ADDCOLOR(ct_game *g, ct_frame *f, const ct_insn *i)
{
    trace(g, i, f->slot[i->a], 0);
    view_of(g)->c->colors |= (uint8_t)(f->slot[i->a] & CT_ALL_COLORS);
    return CT_DONE;
}

ct_status ct_do_L_NAME(ct_game *g, ct_frame *f, const ct_insn *i)
{
    trace(g, i, f->slot[i->a], 0);
    view_of(g)->c->name = f->slot[i->a];
    return CT_DONE;
}

ct_status ct_do_L_CONTROL(ct_game *g, ct_frame *f, const ct_insn *i)
{
    ct_ent e = f->slot[i->a];
    trace(g, i, e, 0);
    if (ct_is_player(e) && ct_player_index(e) < g->s->nplayers)
        view_of(g)->c->controller = (uint8_t)ct_player_index(e);
    return CT_DONE;
}

/* ---- layer 6 ------------------------------------------------------------------------------------
 */
static void rebuild_builtin(const ct_game *g, ct_chars *c)
{
    c->builtin = 0;
    for (unsigned k = 0; k < c->nkws; k++)
        if (g->set->keyword[c->kws[k]].builtin < CT_NKEYWORDS)
            c->builtin |= 1u << g->set->keyword[c->kws[k]].builtin;
}

static void lose_keyword(const ct_game *g, ct_chars *c, uint32_t keyword)
{
    uint32_t base = g->set->keyword[keyword].base;
    unsigned n = 0;
    for (unsigned k = 0; k < c->nkws; k++)
        if (g->set->keyword[c->kws[k]].base != base) c->kws[n++] = c->kws[k];
    memset(&c->kws[n], 0, (c->nkws - n) * sizeof *c->kws);
    c->nkws = (uint8_t)n;
    n = 0;
    for (unsigned k = 0; k < c->nabils; k++)
        if (c->abils[k].keyword == CT_NONE || g->set->keyword[c->abils[k].keyword].base != base)
            c->abils[n++] = c->abils[k];
    memset(&c->abils[n], 0, (c->nabils - n) * sizeof *c->abils);
    c->nabils = (uint8_t)n;
    rebuild_builtin(g, c);
}

ct_status ct_do_L_ADDKW(ct_game *g, ct_frame *f, const ct_insn *i)
{
    ct_layer_view *v = view_of(g);
    uint32_t keyword = (uint32_t)i->imm;
    trace(g, i, 0, 0);
    for (uint32_t k = 0; k < g->layers->ncant; k++)
        if (g->layers->cant[k].slot == ct_slot_of(v->it) &&
            g->set->keyword[g->layers->cant[k].keyword].base == g->set->keyword[keyword].base)
            return CT_DONE;
    ct_chars_add_keyword(g, v->c, keyword, f->slot[CT_S_THIS], v->inst ? v->inst->capsule : 0,
                         v->inst ? v->inst->timestamp : 0);
    return CT_DONE;
}

ct_status ct_do_L_DELKW(ct_game *g, ct_frame *f, const ct_insn *i)
{
    (void)f;
    trace(g, i, 0, 0);
    lose_keyword(g, view_of(g)->c, (uint32_t)i->imm);
    return CT_DONE;
}

ct_status ct_do_L_CANTKW(ct_game *g, ct_frame *f, const ct_insn *i)
{
    (void)f;
    struct ct_layer_cache *c = g->layers;
    trace(g, i, 0, 0);
    lose_keyword(g, c->view.c, (uint32_t)i->imm);
    if (c->ncant < sizeof c->cant / sizeof *c->cant) {
        c->cant[c->ncant].slot = (uint16_t)ct_slot_of(c->view.it);
        c->cant[c->ncant++].keyword = (uint32_t)i->imm;
    }
    return CT_DONE;
}

ct_status ct_do_L_ADDABIL(ct_game *g, ct_frame *f, const ct_insn *i)
{
    ct_layer_view *v = view_of(g);
    trace(g, i, 0, 0);
    ct_chars_add_ability(g, v->c,
                         &(ct_abilref){.ability = (uint32_t)i->imm,
                                       .keyword = CT_NONE,
                                       .grantor = f->slot[CT_S_THIS],
                                       .capsule_or_effect = v->inst ? v->inst->capsule : 0,
                                       .timestamp = v->inst ? v->inst->timestamp : 0});
    return CT_DONE;
}

ct_status ct_do_L_LOSEALL(ct_game *g, ct_frame *f, const ct_insn *i)
{
    (void)f;
    ct_chars *c = view_of(g)->c;
    trace(g, i, 0, 0);
    memset(c->abils, 0, c->nabils * sizeof *c->abils);
    memset(c->kws, 0, c->nkws * sizeof *c->kws);
    c->nabils = c->nkws = 0;
    c->builtin = 0;
    return CT_DONE;
}

/* ---- layer 1
 * ------------------------------------------------------------------------------------- */
/* The copiable values of another object replace its own [CR 707.2]. An effect of a resolution has
 * locked them in as it began [CR 707.2b]; a static ability looks at them as they are. */
ct_status ct_do_L_COPY(ct_game *g, ct_frame *f, const ct_insn *i)
{
    struct ct_layer_cache *cache = g->layers;
    ct_layer_view *v = view_of(g);
    uint8_t controller = v->c->controller;
    uint32_t name = v->c->name;
    uint32_t locked = v->copied                    ? *v->copied
                      : v->inst && v->inst->effect ? g->effect[v->inst->effect - 1].copied
                                                   : 0;
    trace(g, i, f->slot[i->a], 0);
    if (v->locking) {
        ct_copiable(g, f->slot[i->a], &cache->copy);
        *v->copied = ct_obj(g, f->slot[i->a]) ? ct_lki_new(g, &cache->copy) : 0;
        return CT_DONE;
    }
    if (locked)
        ct_chars_copy(&cache->copy, &g->lki[locked]);
    else if (ct_obj(g, f->slot[i->a]))
        ct_copiable(g, f->slot[i->a], &cache->copy);
    else
        return CT_DONE;
    ct_chars_copy(v->c, &cache->copy);
    v->c->controller = controller;
    if (i->b & 1) v->c->name = name;
    const ct_object *o = ct_obj(g, v->it);
    for (unsigned k = 0; k < v->c->nabils; k++)
        v->c->abils[k].timestamp = o ? o->timestamp : 0;
    return CT_DONE;
}
