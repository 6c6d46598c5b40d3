/* Instructions about counters [CR 122]. */
#include "runtime/chars.h"
#include "runtime/counter.h"
#include "runtime/do_common.h"
#include "runtime/event_run.h"

static void propose(ct_game *g, const ct_frame *f, ct_event_kind kind, ct_ent on, uint32_t symbol,
                    int32_t n)
{
    ct_event *e = ct_propose(g, kind, ct_cause_of(f));
    e->obj = ct_is_player(on) ? CT_NOBODY : on;
    e->player = ct_is_player(on) ? on : CT_NOBODY;
    e->src = f->slot[CT_S_THIS];
    e->sym = symbol;
    e->amount = n;
}

static ct_status take_amount(ct_game *g, ct_frame *f, const ct_insn *i)
{
    f->slot[i->a] = g->s->ret2;
    return CT_DONE;
}

ct_status ct_do_ADDCNT(ct_game *g, ct_frame *f, const ct_insn *i)
{
    if (f->stage) return take_amount(g, f, i);
    f->stage = 1;
    ct_list l = ct_operand_list(g, f, i, 1);
    uint32_t base = ct_batch(g);
    for (uint32_t k = 0; k < ct_list_len(g, l); k++)
        propose(g, f, CT_EV_COUNTERS, ct_list_at(g, l, k), (uint32_t)i->imm, ct_num(f, i->c));
    ct_start_events(g, base);
    return CT_RUN;
}

/* Of any kind: kind after kind in the order in which they came, until there are enough. */
static void propose_any(ct_game *g, const ct_frame *f, ct_ent from, int32_t n)
{
    uint32_t symbol;
    for (uint32_t k = 0; n > 0 && (symbol = ct_counters_kind(g, from, k)) != 0; k++) {
        int32_t have = (int32_t)ct_counters(g, from, symbol);
        propose(g, f, CT_EV_UNCOUNTERS, from, symbol, have < n ? have : n);
        n -= have;
    }
}

ct_status ct_do_REMCNT(ct_game *g, ct_frame *f, const ct_insn *i)
{
    if (f->stage) return take_amount(g, f, i);
    f->stage = 1;
    ct_list l = ct_operand_list(g, f, i, 1);
    uint32_t base = ct_batch(g);
    for (uint32_t k = 0; k < ct_list_len(g, l); k++) {
        if (i->imm)
            propose(g, f, CT_EV_UNCOUNTERS, ct_list_at(g, l, k), (uint32_t)i->imm, ct_num(f, i->c));
        else
            propose_any(g, f, ct_list_at(g, l, k), ct_num(f, i->c));
    }
    ct_start_events(g, base);
    return CT_RUN;
}

/* [CR 122.5] */
ct_status ct_do_MOVECNT(ct_game *g, ct_frame *f, const ct_insn *i)
{
    if (f->stage) {
        f->slot[i->a] = g->s->ret2 / 2; /* each was removed and put */
        return CT_DONE;
    }
    f->stage = 1;
    ct_ent from = f->slot[i->b], to = f->slot[i->d];
    int32_t n = ct_num(f, i->c), have = (int32_t)ct_counters(g, from, (uint32_t)i->imm);
    n = n < have ? n : have;
    uint32_t base = ct_batch(g);
    if (n > 0 && from != to && ct_live(g, from) && ct_live(g, to)) {
        propose(g, f, CT_EV_UNCOUNTERS, from, (uint32_t)i->imm, n);
        propose(g, f, CT_EV_COUNTERS, to, (uint32_t)i->imm, n);
    }
    ct_start_events(g, base);
    return CT_RUN;
}
