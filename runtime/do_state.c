/* Instructions about the state of permanents: tapped, attached, face up, phased in,
 * regeneration shields. */
#include "runtime/chars.h"
#include "runtime/do_common.h"
#include "runtime/event_run.h"
#include "runtime/memory.h"
#include "runtime/object.h"
#include "runtime/rules.h"
#include "runtime/turn.h"

ct_status ct_do_TAP(ct_game *g, ct_frame *f, const ct_insn *i)
{
    if (f->stage) {
        f->slot[i->a] = g->s->ret;
        return CT_DONE;
    }
    f->stage = 1;
    ct_start_tap(g, ct_operand_list(g, f, i, 1), 0, ct_cause_of(f));
    return CT_RUN;
}

ct_status ct_do_UNTAP(ct_game *g, ct_frame *f, const ct_insn *i)
{
    if (f->stage) {
        f->slot[i->a] = g->s->ret;
        return CT_DONE;
    }
    f->stage = 1;
    ct_start_untap(g, ct_operand_list(g, f, i, 1), ct_cause_of(f));
    return CT_RUN;
}

/* Attaching it to what it is attached to already does nothing [CR 701.3b]. */
ct_status ct_do_ATTACH(ct_game *g, ct_frame *f, const ct_insn *i)
{
    if (f->stage) {
        f->slot[i->a] = ct_list_len(g, g->s->ret) > 0;
        return CT_DONE;
    }
    const ct_object *o = ct_live(g, f->slot[i->b]);
    f->slot[i->a] = 0;
    if (!o || o->attached_to == f->slot[i->c] || f->slot[i->c] == CT_NOBODY) return CT_DONE;
    f->stage = 1;
    uint32_t base = ct_batch(g);
    ct_event *e = ct_propose(g, CT_EV_ATTACH, ct_cause_of(f));
    e->obj = f->slot[i->b];
    e->src = f->slot[i->c];
    ct_start_events(g, base);
    return CT_RUN;
}

static ct_status each(ct_game *g, ct_frame *f, const ct_insn *i, ct_event_kind kind, int32_t amount)
{
    if (f->stage) return CT_DONE;
    f->stage = 1;
    ct_list l = ct_operand_list(g, f, i, 0);
    uint32_t base = ct_batch(g);
    for (uint32_t k = 0; k < ct_list_len(g, l); k++) {
        ct_event *e = ct_propose(g, kind, ct_cause_of(f));
        e->obj = ct_list_at(g, l, k);
        e->amount = amount;
    }
    ct_start_events(g, base);
    return CT_RUN;
}

ct_status ct_do_UNATTACH(ct_game *g, ct_frame *f, const ct_insn *i)
{
    return each(g, f, i, CT_EV_UNATTACH, 0);
}

ct_status ct_do_TURNFACE(ct_game *g, ct_frame *f, const ct_insn *i)
{
    return each(g, f, i, CT_EV_TRANSFORM, i->b);
}

/* [CR 701.19a] */
ct_status ct_do_REGEN(ct_game *g, ct_frame *f, const ct_insn *i)
{
    ct_list l = ct_operand_list(g, f, i, 0);
    for (uint32_t k = 0; k < ct_list_len(g, l); k++)
        if (ct_live(g, ct_list_at(g, l, k)))
            ct_remember(g, ct_list_at(g, l, k), CT_MEM_REGENERATE, 1);
    return CT_DONE;
}

/* What is attached phases out with it [CR 702.26g]. */
ct_status ct_do_DETAIN(ct_game *g, ct_frame *f, const ct_insn *i)
{
    ct_list l = ct_operand_list(g, f, i, 0);
    CT_EACH(g, e, CT_ZONE_BATTLEFIELD, 0)
    {
        ct_object *o = ct_obj(g, e);
        if (ct_list_has(g, l, e) || (o->attached_to && ct_list_has(g, l, o->attached_to))) {
            ct_remove_from_combat(g, e);
            o->flags |= CT_OF_PHASED_OUT;
        }
    }
    ct_touch(g);
    return CT_DONE;
}
