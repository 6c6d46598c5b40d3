/* Instructions that begin continuous effects, delayed and reflexive triggers, and
 * keyword actions. */
#include "runtime/chars.h"
#include "runtime/decision.h"
#include "runtime/do_common.h"
#include "runtime/effect.h"
#include "runtime/event_run.h"
#include "runtime/object.h"
#include "runtime/trigger.h"

ct_status ct_do_APPLY(ct_game *g, ct_frame *f, const ct_insn *i)
{
    ct_effect_start(g, f, (uint32_t)i->imm, i->b, ct_operand_list(g, f, i, 0));
    return CT_DONE;
}

ct_status ct_do_APPLYALL(ct_game *g, ct_frame *f, const ct_insn *i)
{
    ct_effect_start(g, f, (uint32_t)i->imm, i->a, CT_NO_LOCK);
    return CT_DONE;
}

ct_status ct_do_DELAY(ct_game *g, ct_frame *f, const ct_insn *i)
{
    ct_delay(g, f, (uint32_t)i->imm, i->a);
    return CT_DONE;
}

ct_status ct_do_REFLEX(ct_game *g, ct_frame *f, const ct_insn *i)
{
    ct_reflex(g, f, (uint32_t)i->imm);
    return CT_DONE;
}

/* Each permanent gets an effect whose controller is the other's, read from EVPLAYER [CR 701.12b].
 */
bool ct_exchange_control(ct_game *g, ct_frame *f, ct_ent a, ct_ent b, int32_t rec)
{
    const ct_object *x = ct_live(g, a), *y = ct_live(g, b);
    if (rec < 0 || !x || !y || x->zone != CT_ZONE_BATTLEFIELD || y->zone != CT_ZONE_BATTLEFIELD ||
        ct_controller(g, a) == ct_controller(g, b))
        return false;
    uint32_t before = f->slot[CT_S_EVPLAYER];
    ct_ent of_a = ct_player_ent(ct_controller(g, a)), of_b = ct_player_ent(ct_controller(g, b));
    f->slot[CT_S_EVPLAYER] = of_b;
    ct_effect_start(g, f, (uint32_t)rec, CT_DUR_FOREVER, ct_list_make(g, &a, 1));
    f->slot[CT_S_EVPLAYER] = of_a;
    ct_effect_start(g, f, (uint32_t)rec, CT_DUR_FOREVER, ct_list_make(g, &b, 1));
    f->slot[CT_S_EVPLAYER] = before;
    return true;
}

/* ---- keyword actions [CR 701.1]
 * -------------------------------------------------------------------------- */
static void start_action(ct_game *g, const ct_frame *f, const ct_insn *i, ct_ent obj)
{
    uint32_t base = ct_batch(g);
    ct_event *e = ct_propose(g, CT_EV_ACTION, ct_cause_of(f));
    e->obj = obj;
    e->player = f->slot[i->b];
    e->src = f->slot[CT_S_THIS];
    e->amount = ct_num(f, i->d);
    e->sym = g->set->action[i->imm].name;
    ct_start_events(g, base);
}

static ct_list all_but(ct_game *g, ct_list l, ct_ent e)
{
    ct_list r = ct_list_begin(g);
    for (uint32_t i = 0; i < ct_list_len(g, l); i++)
        if (ct_list_at(g, l, i) != e) ct_list_push(g, r, ct_list_at(g, l, i));
    return ct_list_end(g, r);
}

/* Of several that are to do something, the first player in APNAP order who controls one of them, or
 * last controlled it, chooses which is next [CR 101.4, 701.44d]. Returns that object if there is
 * but one to choose; otherwise asks. */
static ct_ent next_to_act(ct_game *g, const ct_frame *f, ct_list left)
{
    ct_ent only = CT_NOBODY;
    for (unsigned seat = 0; seat < g->s->nplayers; seat++) {
        unsigned player = (g->s->active + seat) % g->s->nplayers;
        uint32_t n = 0;
        for (uint32_t k = 0; k < ct_list_len(g, left); k++)
            if (ct_controller(g, ct_list_at(g, left, k)) == player) {
                only = ct_list_at(g, left, k);
                n++;
            }
        if (n == 0) continue;
        if (n == 1) return only;
        ct_ask(g, CT_DEC_PICK, player, f->self_object ? f->self_object : f->slot[CT_S_THIS]);
        for (uint32_t k = 0; k < ct_list_len(g, left); k++)
            if (ct_controller(g, ct_list_at(g, left, k)) == player)
                ct_option_add(g, CT_OPT_ENT, ct_list_at(g, left, k), k, 0);
        return CT_NOBODY;
    }
    return ct_list_at(g, left, 0);
}

/* One object after the other; with an entity operand once, also for nobody. */
ct_status ct_do_ACTION(ct_game *g, ct_frame *f, const ct_insn *i)
{
    enum { BEGIN, CHOSEN, DID };
    const ct_rec_ability *a = &g->set->ability[f->ability];
    bool list = i->c < a->nslots && g->set->word[a->slot0 + i->c] == CT_T_LIST;
    ct_ent next = CT_NOBODY;
    if (!list && f->stage == BEGIN) {
        f->stage = DID;
        start_action(g, f, i, f->slot[i->c]);
        return CT_RUN;
    }
    if (f->stage == BEGIN) {
        f->scratch[0] = list ? f->slot[i->c] : CT_EMPTY_LIST;
        f->scratch[1] = CT_EMPTY_LIST;
    } else if (f->stage == CHOSEN) {
        next = ct_picked(g).a;
    } else {
        f->scratch[1] = list ? ct_lists_joined(g, f->scratch[1], g->s->ret) : g->s->ret;
    }
    if (!list || !ct_list_len(g, f->scratch[0])) {
        f->slot[i->a] = f->scratch[1];
        return CT_DONE;
    }
    if (!next && (next = next_to_act(g, f, f->scratch[0])) == CT_NOBODY) {
        f->stage = CHOSEN;
        return CT_WAIT;
    }
    f->scratch[0] = all_but(g, f->scratch[0], next);
    f->stage = DID;
    start_action(g, f, i, next);
    return CT_RUN;
}
