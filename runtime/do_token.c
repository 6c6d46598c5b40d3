/* Instructions that create tokens [CR 111, 707.2]. */
#include "runtime/chars.h"
#include "runtime/do_common.h"
#include "runtime/event_run.h"
#include "runtime/layers.h"
#include "runtime/log.h"
#include "runtime/object.h"

enum { TOGETHER = 0xffffffffu }; /* ct_event.batch of what waits for the next creation */

static ct_event *propose(ct_game *g, const ct_frame *f, ct_ent player, int32_t n, uint32_t face,
                         unsigned how)
{
    ct_event *e = ct_propose(g, CT_EV_CREATE, ct_cause_of(f));
    e->player = player;
    e->src = f->slot[CT_S_THIS];
    e->amount = n;
    e->face = face;
    e->mv = (how & CT_CREATE_TAPPED ? CT_MV_TAPPED : 0u) |
            (how & CT_CREATE_ATTACKING ? CT_MV_ATTACKING : 0u);
    e->batch = how & CT_CREATE_TOGETHER ? TOGETHER : 0;
    return e;
}

/* Starts the creation proposed last with those that wait for it. */
static void start(ct_game *g)
{
    uint32_t base = ct_batch(g) - 1;
    while (base > 0 && g->event[base - 1].kind == CT_EV_CREATE &&
           g->event[base - 1].batch == TOGETHER && g->event[base - 1].stage == CT_EVS_PROPOSED)
        g->event[--base].batch = 0;
    ct_start_events(g, base);
}

ct_status ct_do_CREATE(ct_game *g, ct_frame *f, const ct_insn *i)
{
    if (f->stage) {
        f->slot[i->a] = g->s->ret;
        if (!g->s->ret && f->slot[i->d])
            CT_LOG(g, NOT_CREATED, "303.4i", .symbol = g->set->face[i->imm].name,
                   .other = f->slot[i->d]);
        return CT_DONE;
    }
    ct_event *e = propose(g, f, f->slot[i->b], ct_num(f, i->c), (uint32_t)i->imm, i->e);
    e->other = f->slot[i->d];
    f->slot[i->a] = CT_EMPTY_LIST;
    if (i->e & CT_CREATE_TOGETHER) return CT_DONE;
    f->stage = 1;
    start(g);
    return CT_RUN;
}

/* The exceptions of a copy are part of its copiable values [CR 707.9]. */
static void except(ct_game *g, ct_frame *f, uint32_t rec, ct_ent of, ct_chars *c)
{
    const ct_rec_effect *e = &g->set->effect[rec];
    ct_layer_view outer = g->layers->view;
    uint32_t before = f->slot[CT_S_IT];
    f->slot[CT_S_IT] = of;
    g->layers->view = (ct_layer_view){.it = of, .c = c};
    for (uint32_t p = 0; p < e->nparts; p++)
        ct_eval(g, f, g->set->part[e->part0 + p].fn);
    g->layers->view = outer;
    f->slot[CT_S_IT] = before;
    c->base_power = c->power;
    c->base_toughness = c->toughness;
    for (unsigned k = 0; k < c->nabils; k++)
        c->abils[k].timestamp = 0;
}

ct_status ct_do_COPYTOKEN(ct_game *g, ct_frame *f, const ct_insn *i)
{
    const ct_object *o = ct_obj(g, f->slot[i->d]);
    if (f->stage) {
        ct_lki_free(g, f->scratch[0]);
        f->slot[i->a] = g->s->ret;
        return CT_DONE;
    }
    if (!o) {
        f->slot[i->a] = CT_EMPTY_LIST;
        return CT_DONE;
    }
    ct_chars c;
    ct_copiable(g, f->slot[i->d], &c);
    if (i->imm >= 0) except(g, f, (uint32_t)i->imm, f->slot[i->d], &c);
    f->scratch[0] = ct_lki_new(g, &c);
    f->stage = 1;
    uint32_t base = ct_batch(g);
    ct_event *e =
        propose(g, f, f->slot[i->b], ct_num(f, i->c), c.face < g->set->nface ? c.face : o->face,
                i->e & ~(unsigned)CT_CREATE_TOGETHER);
    e->sym = f->scratch[0];
    ct_start_events(g, base);
    return CT_RUN;
}
