/* Combat damage [CR 510]: who assigns how much to whom, then all of it at once. */
#include "runtime/chars.h"
#include "runtime/combat.h"
#include "runtime/cost.h"
#include "runtime/decision.h"
#include "runtime/event.h"
#include "runtime/object.h"

enum { MAX_ASSIGNED = 512, MAX_RECIPIENTS = 128, MAX_FIGHTERS = 256 };

typedef struct assigned {
    ct_ent from, to;
    int32_t amount;
} assigned;

typedef struct ct_combatdamage_locals {
    uint32_t first, nfighters, i, n, nto, k, tramples, all_lethal;
    int32_t left;
    ct_ent fighter[MAX_FIGHTERS], to[MAX_RECIPIENTS], beyond;
    assigned as[MAX_ASSIGNED];
} ct_combatdamage_locals;

void ct_start_combat_damage(ct_game *g, bool first)
{
    ct_combatdamage_locals *l = CT_PUSH(g, CT_TASK_COMBATDAMAGE, ct_combatdamage_locals);
    if (l) l->first = first;
}

/* Does it assign damage in this step [CR 510.4, 702.4b, 702.7b]? */
static bool its_step(ct_game *g, const ct_combatdamage_locals *l, ct_ent e)
{
    const bool both = ct_has_builtin(g, e, CT_KW_DOUBLE_STRIKE);
    if (l->first) return both || ct_has_builtin(g, e, CT_KW_FIRST_STRIKE);
    return both || !(ct_obj(g, e)->flags & CT_OF_DEALT_FIRST);
}

static void add_fighter(ct_game *g, ct_combatdamage_locals *l, ct_ent e)
{
    if (!its_step(g, l, e)) return;
    if (l->nfighters == MAX_FIGHTERS) {
        g->s->over = CT_OVER_LIMIT;
        return;
    }
    l->fighter[l->nfighters++] = e;
    if (l->first) ct_obj(g, e)->flags |= CT_OF_DEALT_FIRST;
}

/* Attackers first, then blockers [CR 510.1]. */
static void gather(ct_game *g, ct_combatdamage_locals *l)
{
    CT_EACH(g, e, CT_ZONE_BATTLEFIELD, 0)
    if (ct_is_attacking(g, e)) add_fighter(g, l, e);
    CT_EACH(g, e, CT_ZONE_BATTLEFIELD, 0)
    if (!ct_is_attacking(g, e) && ct_is_blocking(g, e)) add_fighter(g, l, e);
}

static void assign(ct_combatdamage_locals *l, ct_ent to, int32_t amount)
{
    if (amount > 0 && l->n < MAX_ASSIGNED)
        l->as[l->n++] = (assigned){.from = l->fighter[l->i], .to = to, .amount = amount};
    l->left -= amount;
}

/* What it attacks, if that is still there [CR 510.1b]. */
static ct_ent still_attacked(ct_game *g, ct_ent attacker)
{
    const ct_ent to = ct_obj(g, attacker)->attacking;
    if (ct_is_player(to)) return g->s->player[ct_player_index(to)].lost ? CT_NOBODY : to;
    const ct_object *o = ct_live(g, to);
    return o && o->zone == CT_ZONE_BATTLEFIELD ? to : CT_NOBODY;
}

/* How much more would be lethal [CR 702.19b, 702.2c]. */
static int32_t lethal(ct_game *g, const ct_combatdamage_locals *l, ct_ent to)
{
    const ct_object *o = ct_obj(g, to);
    int32_t need = ct_toughness(g, to) - o->damage;
    bool deathtouched = false;
    for (uint32_t i = 0; i < l->n; i++)
        if (l->as[i].to == to) {
            need -= l->as[i].amount;
            deathtouched = deathtouched || ct_has_builtin(g, l->as[i].from, CT_KW_DEATHTOUCH);
        }
    if (deathtouched || need < 0) return 0;
    return ct_has_builtin(g, l->fighter[l->i], CT_KW_DEATHTOUCH) && need > 1 ? 1 : need;
}

/* Sets up the recipients of fighter i; false when it assigns nothing. */
static bool set_up(ct_game *g, ct_combatdamage_locals *l)
{
    const ct_ent e = l->fighter[l->i];
    const bool attacker = ct_is_attacking(g, e);
    l->nto = l->tramples = 0;
    l->all_lethal = 1;
    l->beyond = attacker ? still_attacked(g, e) : CT_NOBODY;
    l->left = ct_rule_applies(g, CT_RULE_ASSIGN_TOUGHNESS, e, CT_NOBODY) ? ct_toughness(g, e)
                                                                         : ct_power(g, e);
    if (l->left <= 0) /* [CR 510.1a] */
        return false;
    ct_ent to;
    for (uint32_t k = 0;
         k < MAX_RECIPIENTS &&
         (to = attacker ? ct_blocker_of(g, e, k) : ct_blocked_by(g, e, k)) != CT_NOBODY;
         k++)
        l->to[l->nto++] = to;
    const bool blocked = attacker && (ct_obj(g, e)->flags & CT_OF_IS_BLOCKED);
    if (attacker && !blocked) {
        assign(l, l->beyond, l->beyond ? l->left : 0);
        return false;
    }
    l->tramples = attacker && l->beyond && ct_has_builtin(g, e, CT_KW_TRAMPLE);
    if (l->nto == 0) { /* [CR 510.1c, 702.19d] */
        if (l->tramples) assign(l, l->beyond, l->left);
        return false;
    }
    return true;
}

static bool may_ignore_blockers(ct_game *g, const ct_combatdamage_locals *l)
{
    return l->beyond && ct_rule_any(g, CT_RULE_ASSIGN_AS_UNBLOCKED) &&
           ct_rule_applies(g, CT_RULE_ASSIGN_AS_UNBLOCKED, l->fighter[l->i], CT_NOBODY);
}

static void ask_ignore(ct_game *g, const ct_combatdamage_locals *l)
{
    ct_ask(g, CT_DEC_YESNO, ct_controller(g, l->fighter[l->i]), l->fighter[l->i]);
    ct_option_add(g, CT_OPT_YES, 0, 0, 0);
    ct_option_add(g, CT_OPT_NO, 0, 0, 0);
}

/* The amounts that recipient k can be assigned. */
static void range(ct_game *g, const ct_combatdamage_locals *l, int32_t *lo, int32_t *hi)
{
    const bool last = l->k + 1 == l->nto;
    *lo = 0;
    *hi = l->left;
    if (last) /* the rest, unless it may go past them */
        *lo = l->tramples && l->all_lethal ? lethal(g, l, l->to[l->k]) : l->left;
    if (*lo > *hi) *lo = *hi;
}

static void ask_amount(ct_game *g, const ct_combatdamage_locals *l, int32_t lo, int32_t hi)
{
    const ct_ent e = l->fighter[l->i];
    ct_ask(g, CT_DEC_DAMAGE, ct_controller(g, e), e);
    ct_ask_range(g, lo, hi);
    ct_option_add(g, CT_OPT_ENT, l->to[l->k], (uint32_t)lethal(g, l, l->to[l->k]), 0);
}

static void take_amount(ct_game *g, ct_combatdamage_locals *l, int32_t amount)
{
    if (amount < lethal(g, l, l->to[l->k])) l->all_lethal = 0;
    assign(l, l->to[l->k], amount);
}

static void start_dealing(ct_game *g, const ct_combatdamage_locals *l)
{
    const uint32_t base = ct_batch(g);
    for (uint32_t i = 0; i < l->n; i++)
        ct_propose_damage(g, l->as[i].from, l->as[i].to, l->as[i].amount, CT_EVF_COMBAT, CT_NOBODY);
    ct_start_events(g, base); /* [CR 510.2] */
}

ct_status ct_task_COMBATDAMAGE(ct_game *g, ct_task *t)
{
    ct_combatdamage_locals *l = ct_locals(t);
    int32_t lo, hi;
    CT_BEGIN(t);
    gather(g, l);
    for (l->i = 0; l->i < l->nfighters; l->i++) {
        if (!set_up(g, l)) continue;
        if (may_ignore_blockers(g, l)) {
            CT_ASK(t, 1, ask_ignore(g, l));
            if (ct_picked(g).kind == CT_OPT_YES) {
                assign(l, l->beyond, l->left);
                continue;
            }
        }
        for (l->k = 0; l->k < l->nto; l->k++) {
            range(g, l, &lo, &hi);
            if (lo == hi) {
                take_amount(g, l, lo);
                continue;
            }
            CT_ASK(t, 2, ask_amount(g, l, lo, hi));
            take_amount(g, l, ct_picked_number(g));
        }
        if (l->tramples && l->left > 0) assign(l, l->beyond, l->left);
    }
    CT_AWAIT(t, 3, start_dealing(g, l));
    CT_FINISH(t);
}
