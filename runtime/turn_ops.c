/* Instructions about turns, combat and the end of the game. */
#include "runtime/chars.h"
#include "runtime/combat.h"
#include "runtime/cost.h"
#include "runtime/event.h"
#include "runtime/log.h"
#include "runtime/object.h"
#include "runtime/operand.h"
#include "runtime/sba.h"
#include "runtime/turn.h"

ct_status ct_do_EXTRATURN(ct_game *g, ct_frame *f, const ct_insn *i)
{
    ct_state *s = g->s;
    const ct_ent who = f->slot[i->a];
    if (!ct_is_player(who)) return CT_DONE;
    if (s->nextra_turns == sizeof s->extra_turns / sizeof *s->extra_turns) {
        s->over = CT_OVER_LIMIT;
        return CT_DONE;
    }
    s->extra_turns[s->nextra_turns++] =
        ct_player_index(who); /* the newest is taken first [CR 500.7] */
    CT_LOG(g, EXTRA_TURN, "500.7", .player = who);
    return CT_DONE;
}

ct_status ct_do_EXTRASTEP(ct_game *g, ct_frame *f, const ct_insn *i)
{
    (void)f;
    ct_state *s = g->s;
    if (s->nextra_steps == sizeof s->extra_steps / sizeof *s->extra_steps) {
        s->over = CT_OVER_LIMIT;
        return CT_DONE;
    }
    if (i->a < CT_NSTEPS) s->extra_steps[s->nextra_steps++] = i->a;
    return CT_DONE;
}

ct_status ct_do_SKIP(ct_game *g, ct_frame *f, const ct_insn *i)
{
    const ct_ent who = f->slot[i->a];
    if (!ct_is_player(who)) return CT_DONE;
    ct_player *p = &g->s->player[ct_player_index(who)];
    if (i->b == CT_SKIP_TURN)
        p->skip_turns++;
    else if (i->b == CT_SKIP_COMBAT)
        p->skip_steps |= CT_SKIP_COMBAT_BIT;
    else if (i->b < CT_NSTEPS)
        p->skip_steps |= 1u << i->b;
    return CT_DONE;
}

/* ---- winning and losing [CR 104] -------------------------------------------------------- */

ct_status ct_do_WIN(ct_game *g, ct_frame *f, const ct_insn *i)
{
    const ct_ent who = f->slot[i->a];
    if (ct_is_player(who) && !g->s->player[ct_player_index(who)].lost &&
        !ct_rule_applies_arg(g, CT_RULE_CANT_LOSE, who, 1)) {
        g->s->winner = who;
        ct_check_over(g);
    }
    return CT_DONE;
}

ct_status ct_do_LOSE(ct_game *g, ct_frame *f, const ct_insn *i)
{
    if (f->stage != 0) {
        ct_check_over(g);
        return CT_DONE;
    }
    const ct_list who = ct_operand_list(g, f, i->a);
    const uint32_t base = ct_batch(g);
    for (uint32_t k = 0; k < ct_list_len(g, who); k++) {
        const ct_ent p = ct_list_at(g, who, k);
        if (ct_is_player(p) && !ct_rule_applies_arg(g, CT_RULE_CANT_LOSE, p, 0))
            ct_propose(g, CT_EV_LOSEGAME, ct_operand_cause(f))->player = p;
    }
    f->stage = 1;
    ct_start_events(g, base);
    return CT_RUN;
}

/* ---- combat ------------------------------------------------------------------------------- */

ct_status ct_do_REMOVEFROMCOMBAT(ct_game *g, ct_frame *f, const ct_insn *i)
{
    const ct_list what = ct_operand_list(g, f, i->a);
    for (uint32_t k = 0; k < ct_list_len(g, what); k++)
        ct_remove_from_combat(g, ct_list_at(g, what, k));
    return CT_DONE;
}

typedef struct ct_fight_locals {
    ct_ent a, b, cause;
} ct_fight_locals;

static bool can_fight(ct_game *g, ct_ent e)
{
    const ct_object *o = ct_live(g, e);
    return o && o->zone == CT_ZONE_BATTLEFIELD && ct_is_type(g, e, CT_TYPE_CREATURE);
}

static void start_fight_damage(ct_game *g, const ct_fight_locals *l)
{
    const uint32_t base = ct_batch(g);
    const int32_t power_a = ct_power(g, l->a), power_b = ct_power(g, l->b);
    if (power_a > 0)
        ct_propose_damage(g, l->a, l->b, l->a == l->b ? 2 * power_a : power_a, 0,
                          l->cause); /* [CR 701.14c] */
    if (power_b > 0 && l->a != l->b) ct_propose_damage(g, l->b, l->a, power_b, 0, l->cause);
    ct_start_events(g, base);
}

ct_status ct_task_FIGHT(ct_game *g, ct_task *t)
{
    ct_fight_locals *l = ct_locals(t);
    CT_BEGIN(t);
    if (!can_fight(g, l->a) || !can_fight(g, l->b)) { /* [CR 701.14b] */
        g->s->ret = 0;
        return CT_DONE;
    }
    CT_AWAIT(t, 1, start_fight_damage(g, l));
    g->s->ret = 1;
    CT_FINISH(t);
}

ct_status ct_do_FIGHT(ct_game *g, ct_frame *f, const ct_insn *i)
{
    if (f->stage != 0) {
        f->slot[i->a] = g->s->ret;
        return CT_DONE;
    }
    ct_fight_locals *l = CT_PUSH(g, CT_TASK_FIGHT, ct_fight_locals);
    if (!l) return CT_ENDED;
    *l = (ct_fight_locals){.a = f->slot[i->b], .b = f->slot[i->c], .cause = ct_operand_cause(f)};
    f->stage = 1;
    return CT_RUN;
}

/* ---- ending the turn [CR 724] -----------------------------------------------------------------
 */

typedef struct ct_endturn_locals {
    ct_ent cause;
} ct_endturn_locals;

static void start_exiling_stack(ct_game *g)
{
    const ct_list cards = ct_list_begin(g);
    CT_EACH(g, e, CT_ZONE_STACK, 0)
    if (ct_obj(g, e)->kind != CT_OBJ_ABILITY) ct_list_push(g, cards, e);
    const ct_list all = ct_list_end(g, cards);
    ct_ent e;
    for (ct_ent at = ct_zone_first(g, CT_ZONE_STACK, 0); (e = at) != CT_NOBODY;) {
        at = ct_zone_next(g, e);
        if (ct_obj(g, e)->kind == CT_OBJ_ABILITY) ct_object_cease(g, e);
    }
    ct_start_move_list(g, all, CT_ZONE_EXILE, 0, CT_NOBODY, 0, CT_NOBODY);
}

ct_status ct_task_ENDTURN(ct_game *g, ct_task *t)
{
    CT_BEGIN(t);
    g->s->pool[CT_POOL_pending].used = 0;   /* [CR 724.1a] */
    CT_AWAIT(t, 1, start_exiling_stack(g)); /* [CR 724.1b] */
    CT_AWAIT(t, 2, ct_start_sba(g));        /* [CR 724.1c] */
    ct_end_combat(g);                       /* [CR 724.1d] */
    g->s->ending_turn = 1;
    CT_FINISH(t);
}

ct_status ct_do_ENDTURN(ct_game *g, ct_frame *f, const ct_insn *i)
{
    (void)i;
    if (f->stage != 0) return CT_DONE;
    f->stage = 1;
    return CT_PUSH(g, CT_TASK_ENDTURN, ct_endturn_locals) ? CT_RUN : CT_ENDED;
}
