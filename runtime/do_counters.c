/* Instructions about counters [CR 122]. */
#include "runtime/chars.h"
#include "runtime/counter.h"
#include "runtime/decision.h"
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

/* ---- removing counters of any kind: whoever removes them chooses which
 * ------------------------------ */
enum { NEXT, ASKED, REMOVED };

static uint32_t kinds_on(const ct_game *g, ct_ent e)
{
    uint32_t n = 0;
    while (ct_counters_kind(g, e, n))
        n++;
    return n;
}

static void start_removing(ct_game *g, ct_frame *f, ct_ent from, uint32_t symbol, int32_t n)
{
    uint32_t base = ct_batch(g);
    f->stage = REMOVED;
    propose(g, f, CT_EV_UNCOUNTERS, from, symbol, n);
    ct_start_events(g, base);
}

static void ask_kind(ct_game *g, ct_frame *f, ct_ent from)
{
    ct_ent you = f->slot[CT_S_YOU];
    f->stage = ASKED;
    ct_ask(g, CT_DEC_SYMBOL, ct_is_player(you) ? ct_player_index(you) : 0, from);
    for (uint32_t k = 0, symbol; (symbol = ct_counters_kind(g, from, k)) != 0; k++)
        ct_option_add(g, CT_OPT_SYMBOL, symbol, 0, 0);
}

/* scratch: the object at hand, how many counters are still to come off it, how many came off in
 * all. */
static ct_status remove_any(ct_game *g, ct_frame *f, const ct_insn *i)
{
    ct_list l = ct_operand_list(g, f, i, 1);
    if (f->stage == NEXT) {
        f->scratch[0] = 0;
        f->scratch[1] = f->slot[i->c];
        f->scratch[2] = 0;
    } else if (f->stage == ASKED) {
        start_removing(g, f, ct_list_at(g, l, f->scratch[0]), ct_picked(g).a, 1);
        return CT_RUN;
    } else {
        f->scratch[2] += g->s->ret2;
        f->scratch[1] -= g->s->ret2 ? g->s->ret2 : f->scratch[1];
    }
    for (; f->scratch[0] < ct_list_len(g, l); f->scratch[0]++, f->scratch[1] = f->slot[i->c]) {
        ct_ent from = ct_list_at(g, l, f->scratch[0]);
        uint32_t kinds = (int32_t)f->scratch[1] > 0 ? kinds_on(g, from) : 0;
        if (kinds == 0) continue;
        if (kinds > 1) {
            ask_kind(g, f, from);
            return CT_WAIT;
        }
        start_removing(g, f, from, ct_counters_kind(g, from, 0), (int32_t)f->scratch[1]);
        return CT_RUN;
    }
    f->slot[i->a] = f->scratch[2];
    return CT_DONE;
}

ct_status ct_do_REMCNT(ct_game *g, ct_frame *f, const ct_insn *i)
{
    if (!i->imm) return remove_any(g, f, i);
    if (f->stage) return take_amount(g, f, i);
    f->stage = 1;
    ct_list l = ct_operand_list(g, f, i, 1);
    uint32_t base = ct_batch(g);
    for (uint32_t k = 0; k < ct_list_len(g, l); k++)
        propose(g, f, CT_EV_UNCOUNTERS, ct_list_at(g, l, k), (uint32_t)i->imm, ct_num(f, i->c));
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
