/* Instructions about damage and life. */
#include "runtime/chars.h"
#include "runtime/do_common.h"
#include "runtime/event_run.h"

static ct_status take_amount(ct_game *g, ct_frame *f, const ct_insn *i)
{
    f->slot[i->a] = g->s->ret2;
    return CT_DONE;
}

static uint32_t times_in(const ct_game *g, ct_list l, ct_ent e, uint32_t *first)
{
    uint32_t n = 0;
    for (uint32_t i = ct_list_len(g, l); i-- > 0;)
        if (ct_list_at(g, l, i) == e) {
            n++;
            *first = i;
        }
    return n;
}

/* An element that stands in the list several times is dealt that many parts at once (DIVIDE). */
ct_status ct_do_DAMAGE(ct_game *g, ct_frame *f, const ct_insn *i)
{
    if (f->stage) return take_amount(g, f, i);
    f->stage = 1;
    ct_list l = ct_operand_list(g, f, i, 2);
    uint32_t base = ct_batch(g);
    for (uint32_t k = 0, first = 0; k < ct_list_len(g, l); k++) {
        ct_ent to = ct_list_at(g, l, k);
        int64_t amount = (int64_t)times_in(g, l, to, &first) * ct_num(f, i->d);
        if (first == k)
            ct_propose_damage(g, f->slot[i->b], to,
                              amount > INT32_MAX ? INT32_MAX : (int32_t)amount, 0, ct_cause_of(f));
    }
    ct_start_events(g, base);
    return CT_RUN;
}

static void propose_life(ct_game *g, const ct_frame *f, ct_ent player, int32_t change)
{
    if (!ct_is_player(player) || change == 0) return;
    ct_event *e = ct_propose(g, change > 0 ? CT_EV_LIFEGAIN : CT_EV_LIFELOSS, ct_cause_of(f));
    e->player = player;
    e->src = f->slot[CT_S_THIS];
    e->amount = change > 0 ? change : change == INT32_MIN ? INT32_MAX : -change;
}

static ct_status change_life(ct_game *g, ct_frame *f, const ct_insn *i, int sign)
{
    if (f->stage) return take_amount(g, f, i);
    f->stage = 1;
    ct_list l = ct_operand_list(g, f, i, 1);
    int32_t n = ct_num(f, i->c);
    uint32_t base = ct_batch(g);
    for (uint32_t k = 0; n > 0 && k < ct_list_len(g, l); k++)
        propose_life(g, f, ct_list_at(g, l, k), sign * n);
    ct_start_events(g, base);
    return CT_RUN;
}

ct_status ct_do_GAINLIFE(ct_game *g, ct_frame *f, const ct_insn *i)
{
    return change_life(g, f, i, 1);
}

ct_status ct_do_LOSELIFE(ct_game *g, ct_frame *f, const ct_insn *i)
{
    return change_life(g, f, i, -1);
}

static int32_t difference(int32_t to, int32_t from)
{
    int64_t d = (int64_t)to - from;
    return d > INT32_MAX ? INT32_MAX : d < -INT32_MAX ? -INT32_MAX : (int32_t)d;
}

/* The player gains or loses what is missing [CR 119.5]. */
ct_status ct_do_SETLIFE(ct_game *g, ct_frame *f, const ct_insn *i)
{
    if (f->stage) return CT_DONE;
    f->stage = 1;
    ct_list l = ct_operand_list(g, f, i, 0);
    uint32_t base = ct_batch(g);
    for (uint32_t k = 0; k < ct_list_len(g, l); k++) {
        ct_ent p = ct_list_at(g, l, k);
        if (ct_is_player(p))
            propose_life(g, f, p,
                         difference(ct_num(f, i->b), g->s->player[ct_player_index(p)].life));
    }
    ct_start_events(g, base);
    return CT_RUN;
}

/* ---- EXCHANGE [CR 701.12]
 * ------------------------------------------------------------------------------ */
static void exchange_life(ct_game *g, const ct_frame *f, ct_ent a, ct_ent b)
{
    uint32_t base = ct_batch(g);
    int32_t x = g->s->player[ct_player_index(a)].life, y = g->s->player[ct_player_index(b)].life;
    propose_life(g, f, a, difference(y, x));
    propose_life(g, f, b, difference(x, y));
    ct_start_events(g, base);
}

ct_status ct_do_EXCHANGE(ct_game *g, ct_frame *f, const ct_insn *i)
{
    ct_ent a = f->slot[i->b], b = f->slot[i->c];
    if (f->stage) {
        f->slot[i->a] = 1;
        return CT_DONE;
    }
    f->slot[i->a] = 0;
    if (i->d == 1) {
        if (!ct_is_player(a) || !ct_is_player(b) || a == b) return CT_DONE;
        f->stage = 1;
        exchange_life(g, f, a, b);
        return CT_RUN;
    }
    f->slot[i->a] = ct_exchange_control(g, f, a, b, i->imm);
    return CT_DONE;
}
