/* Instructions that move objects: to zones, destroyed, sacrificed, discarded, drawn,
 * milled; shuffling and revealing. */
#include "runtime/chars.h"
#include "runtime/decision.h"
#include "runtime/do_common.h"
#include "runtime/event_run.h"
#include "runtime/log.h"
#include "runtime/memory.h"
#include "runtime/object.h"
#include "runtime/zone.h"

/* ---- MOVETO
 * ------------------------------------------------------------------------------------------ */
/* Cards that go to a library together are put in an order by their owner [CR 401.4], or a random
 * one. */
typedef struct ct_arrange_locals {
    ct_ent player, source;
    ct_list left, ordered;
} ct_arrange_locals;

static ct_list without(ct_game *g, ct_list l, ct_ent e)
{
    ct_list r = ct_list_begin(g);
    for (uint32_t i = 0; i < ct_list_len(g, l); i++)
        if (ct_list_at(g, l, i) != e) ct_list_push(g, r, ct_list_at(g, l, i));
    return ct_list_end(g, r);
}

static ct_list with(ct_game *g, ct_list l, ct_ent e)
{
    ct_list r = ct_list_begin(g);
    for (uint32_t i = 0; i < ct_list_len(g, l); i++)
        ct_list_push(g, r, ct_list_at(g, l, i));
    ct_list_push(g, r, e);
    return ct_list_end(g, r);
}

static void ask_next(ct_game *g, const ct_arrange_locals *l)
{
    ct_ask(g, CT_DEC_ORDER, ct_player_index(l->player), l->source);
    for (uint32_t i = 0; i < ct_list_len(g, l->left); i++)
        ct_option_add(g, CT_OPT_ENT, ct_list_at(g, l->left, i), 0, 0);
}

ct_status ct_task_ARRANGE(ct_game *g, ct_task *t)
{
    ct_arrange_locals *l = ct_locals(t);
    CT_BEGIN(t);
    while (ct_list_len(g, l->left) > 1) {
        CT_ASK(t, 1, ask_next(g, l));
        {
            ct_ent picked = ct_picked(g).a;
            l->left = without(g, l->left, picked);
            l->ordered = with(g, l->ordered, picked);
        }
    }
    if (l->left) l->ordered = with(g, l->ordered, ct_list_at(g, l->left, 0));
    g->s->ret = l->ordered;
    CT_FINISH(t);
}

static ct_list at_random(ct_game *g, ct_list l)
{
    ct_list r = ct_list_make(g, &g->temp[l + 1], ct_list_len(g, l));
    for (uint32_t i = ct_list_len(g, r); i > 1; i--) {
        uint32_t j = ct_random(g, i), *a = &g->temp[r + i], *b = &g->temp[r + 1 + j], x = *a;
        *a = *b;
        *b = x;
    }
    return r;
}

static bool one_owner(const ct_game *g, ct_list l)
{
    for (uint32_t i = 1; i < ct_list_len(g, l); i++)
        if (ct_owner(g, ct_list_at(g, l, i)) != ct_owner(g, ct_list_at(g, l, 0))) return false;
    return true;
}

/* Who looks at cards of a library and puts them back in any order arranges them; else their owner
 * does, whether the effect says so or not [CR 401.4]. */
static bool start_arrange(ct_game *g, ct_frame *f, const ct_insn *i, ct_list l)
{
    uint32_t mv = (uint32_t)i->imm;
    if (ct_list_len(g, l) < 2 || i->c != CT_ZONE_LIBRARY || mv & CT_MV_RANDOM_ORDER ||
        !one_owner(g, l))
        return false;
    ct_arrange_locals *a = CT_PUSH(g, CT_TASK_ARRANGE, ct_arrange_locals);
    if (!a) return false;
    const ct_object *first = ct_obj(g, ct_list_at(g, l, 0));
    bool looked = mv & CT_MV_ANY_ORDER && first && first->zone == CT_ZONE_LIBRARY;
    a->player = looked && ct_is_player(f->slot[CT_S_YOU])
                    ? f->slot[CT_S_YOU]
                    : ct_player_ent(ct_owner(g, ct_list_at(g, l, 0)));
    a->source = f->self_object ? f->self_object : f->slot[CT_S_THIS];
    a->left = l;
    return true;
}

/* "Until this leaves the battlefield", and it has left already: nothing happens [CR 610.3]. */
static bool too_late(const ct_game *g, const ct_frame *f, uint32_t mv)
{
    const ct_object *o = ct_live(g, f->slot[CT_S_THIS]);
    return mv & CT_MV_RETURN_WHEN_LEAVES && (!o || o->zone != CT_ZONE_BATTLEFIELD);
}

/* To the top of a library the first named ends on top, so the last goes first. */
static void start_moves(ct_game *g, ct_frame *f, const ct_insn *i, ct_list l, uint32_t mv)
{
    uint32_t base = ct_batch(g), n = ct_list_len(g, l);
    bool backwards = i->c == CT_ZONE_LIBRARY && !(mv & CT_MV_BOTTOM);
    for (uint32_t k = 0; k < n; k++) {
        ct_event *e = ct_propose(g, CT_EV_ZONE, ct_cause_of(f));
        e->obj = ct_list_at(g, l, backwards ? n - 1 - k : k);
        e->to = (uint8_t)i->c;
        e->mv = mv;
        e->put_under = (uint8_t)(ct_is_player(f->slot[i->d])   ? f->slot[i->d]
                                 : i->c == CT_ZONE_BATTLEFIELD ? ct_player_ent(ct_owner(g, e->obj))
                                                               : CT_NOBODY);
        e->src = f->slot[CT_S_THIS];
    }
    ct_start_events(g, base);
}

static void ask_top_or_bottom(ct_game *g, const ct_frame *f, ct_ent card)
{
    ct_ask(g, CT_DEC_NUMBER, ct_owner(g, card), ct_cause_of(f));
    ct_option_add(g, CT_OPT_NUMBER, 0, card, 0); /* top */
    ct_option_add(g, CT_OPT_NUMBER, 1, card, 0); /* bottom */
}

enum { START, ORDERED, SIDED, MOVED };

/* Zone c is one zone: a mask of one bit as Z operands are. */
ct_status ct_do_MOVETO(ct_game *g, ct_frame *f, const ct_insn *i)
{
    uint32_t mv = (uint32_t)i->imm;
    if (f->stage == MOVED) {
        f->slot[i->a] = g->s->ret;
        return CT_DONE;
    }
    if (f->stage == START) {
        ct_list l = ct_operand_list(g, f, i, 1);
        f->scratch[0] = l;
        f->scratch[1] = mv;
        if (!l || too_late(g, f, mv)) {
            f->slot[i->a] = CT_EMPTY_LIST;
            return CT_DONE;
        }
        if (mv & CT_MV_RANDOM_ORDER && ct_list_len(g, l) > 1) f->scratch[0] = at_random(g, l);
        f->stage = ORDERED;
        if (start_arrange(g, f, i, l)) return CT_RUN;
        g->s->ret = f->scratch[0];
    }
    if (f->stage == ORDERED) {
        f->scratch[0] = g->s->ret;
        f->stage = SIDED;
        if (mv & CT_MV_TOP_OR_BOTTOM) {
            ask_top_or_bottom(g, f, ct_list_at(g, f->scratch[0], 0));
            return CT_WAIT;
        }
    } else if (f->stage == SIDED && mv & CT_MV_TOP_OR_BOTTOM && ct_picked(g).a == 1) {
        f->scratch[1] |= CT_MV_BOTTOM;
    }
    f->stage = MOVED;
    start_moves(g, f, i, f->scratch[0], f->scratch[1]);
    return CT_RUN;
}

/* ---- the others
 * ----------------------------------------------------------------------------------------- */
/* What came of it is a list in ret: the handler's result. */
static ct_status take_list(ct_game *g, ct_frame *f, const ct_insn *i)
{
    f->slot[i->a] = g->s->ret;
    return CT_DONE;
}

ct_status ct_do_DESTROY(ct_game *g, ct_frame *f, const ct_insn *i)
{
    if (f->stage) return take_list(g, f, i);
    f->stage = 1;
    ct_start_destroy(g, ct_operand_list(g, f, i, 1), i->imm & 1 ? CT_EVF_NO_REGEN : 0,
                     ct_cause_of(f));
    return CT_RUN;
}

ct_status ct_do_SACRIFICE(ct_game *g, ct_frame *f, const ct_insn *i)
{
    if (f->stage) return take_list(g, f, i);
    f->stage = 1;
    ct_start_sacrifice(g, f->slot[i->b], ct_operand_list(g, f, i, 2), 0, ct_cause_of(f));
    return CT_RUN;
}

ct_status ct_do_DISCARD(ct_game *g, ct_frame *f, const ct_insn *i)
{
    if (f->stage) return take_list(g, f, i);
    f->stage = 1;
    ct_start_discard(g, f->slot[i->b], ct_operand_list(g, f, i, 2), 0, ct_cause_of(f));
    return CT_RUN;
}

/* One player after the other in turn order [CR 121.2c]: scratch 0 is the list of players, 1 which
 * of them, 2 what has come so far. */
typedef void (*start_fn)(ct_game *g, ct_ent player, uint32_t n, ct_ent cause);

static ct_status each_player(ct_game *g, ct_frame *f, const ct_insn *i, start_fn start)
{
    if (f->stage == 0) {
        f->scratch[0] = ct_operand_list(g, f, i, 1);
        f->scratch[1] = 0;
        f->scratch[2] = CT_EMPTY_LIST;
        f->stage = 1;
    } else {
        f->scratch[2] = ct_lists_joined(g, f->scratch[2], g->s->ret);
    }
    int32_t n = ct_num(f, i->c);
    while (n > 0 && f->scratch[1] < ct_list_len(g, f->scratch[0])) {
        ct_ent player = ct_list_at(g, f->scratch[0], f->scratch[1]++);
        if (!ct_is_player(player)) continue;
        start(g, player, (uint32_t)n, ct_cause_of(f));
        return CT_RUN;
    }
    f->slot[i->a] = f->scratch[2];
    return CT_DONE;
}

ct_status ct_do_DRAW(ct_game *g, ct_frame *f, const ct_insn *i)
{
    return each_player(g, f, i, ct_start_draw);
}

ct_status ct_do_MILL(ct_game *g, ct_frame *f, const ct_insn *i)
{
    return each_player(g, f, i, ct_start_mill);
}

ct_status ct_do_SHUFFLE(ct_game *g, ct_frame *f, const ct_insn *i)
{
    if (f->stage) return CT_DONE;
    f->stage = 1;
    ct_list l = ct_operand_list(g, f, i, 0);
    uint32_t base = ct_batch(g);
    for (uint32_t k = 0; k < ct_list_len(g, l); k++) {
        ct_event *e = ct_propose(g, CT_EV_SHUFFLE, ct_cause_of(f));
        e->player = ct_list_at(g, l, k);
    }
    ct_start_events(g, base);
    return CT_RUN;
}

/* [CR 701.20] Cards are shown, nothing about them changes. */
ct_status ct_do_REVEAL(ct_game *g, ct_frame *f, const ct_insn *i)
{
    if (f->stage) return CT_DONE;
    f->stage = 1;
    ct_list l = ct_operand_list(g, f, i, 0);
    uint32_t base = ct_batch(g);
    for (uint32_t k = 0; k < ct_list_len(g, l); k++) {
        if (!ct_live(g, ct_list_at(g, l, k))) continue;
        ct_event *e = ct_propose(g, CT_EV_REVEAL, ct_cause_of(f));
        e->obj = ct_list_at(g, l, k);
    }
    ct_start_events(g, base);
    return CT_RUN;
}
