/* Instructions that begin continuous effects, delayed and reflexive triggers, and
 * keyword actions. */
#include "runtime/chars.h"
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

/* Each permanent gets an effect whose controller is the other's, read from EVPLAYER [CR 701.12b]. */
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

/* ---- keyword actions [CR 701.1] -------------------------------------------------------------------------- */
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

/* One object after the other [CR 701.44b]; with an entity operand once, also for nobody. */
ct_status ct_do_ACTION(ct_game *g, ct_frame *f, const ct_insn *i)
{
    const ct_rec_ability *a = &g->set->ability[f->ability];
    bool list = i->c < a->nslots && g->set->word[a->slot0 + i->c] == CT_T_LIST;
    uint32_t n = list ? ct_list_len(g, f->slot[i->c]) : 1;
    if (f->stage == 0) {
        f->scratch[0] = 0;
        f->scratch[1] = CT_EMPTY_LIST;
        f->stage = 1;
    } else {
        f->scratch[1] = ct_lists_joined(g, f->scratch[1], g->s->ret);
    }
    if (f->scratch[0] < n) {
        start_action(g, f, i, list ? ct_list_at(g, f->slot[i->c], f->scratch[0]) : f->slot[i->c]);
        f->scratch[0]++;
        return CT_RUN;
    }
    f->slot[i->a] = f->scratch[1];
    return CT_DONE;
}
