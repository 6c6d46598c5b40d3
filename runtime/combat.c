/* Who may attack and block, and leaving combat [CR 506, 508.1, 509.1]. */
#include "runtime/combat.h"

#include "runtime/chars.h"
#include "runtime/cost.h"
#include "runtime/known.h"
#include "runtime/object.h"

bool ct_is_attacking(const ct_game *g, ct_ent e)
{
    const ct_object *o = ct_live(g, e);
    return o && o->zone == CT_ZONE_BATTLEFIELD && o->attacking != CT_NOBODY;
}

bool ct_is_blocking(const ct_game *g, ct_ent e)
{
    return ct_blocked_by(g, e, 0) != CT_NOBODY;
}

bool ct_any_attackers(ct_game *g)
{
    CT_EACH(g, e, CT_ZONE_BATTLEFIELD, 0)
    if (ct_is_attacking(g, e)) return true;
    return false;
}

ct_ent ct_defending_player(ct_game *g, ct_ent attacked)
{
    if (ct_is_player(attacked) || !attacked) return attacked;
    return ct_obj(g, attacked) ? ct_player_ent(ct_controller(g, attacked)) : CT_NOBODY;
}

/* ---- attacking ------------------------------------------------------------------------------ */

/* A restriction that can be bought off is none here: the cost is paid when
 * attackers are declared [CR 508.1h]. */
static bool attack_forbidden(ct_game *g, ct_ent e, ct_ent attacked)
{
    if (!ct_rule_any(g, CT_RULE_CANT_ATTACK)) return false;
    const bool ignores_defender = ct_rule_applies_arg(g, CT_RULE_ATTACK_AS_THOUGH, e, 0);
    const uint32_t defender = CT_KNOWN(g, KW_DEFENDER);
    for (ct_rule_hit h = CT_RULE_FIRST; ct_rule_next(g, CT_RULE_CANT_ATTACK, e, attacked, &h);) {
        if (g->set->effect[h.rec].ncosts) continue;
        if (ignores_defender && defender != CT_NONE &&
            g->set->ability[h.ability].keyword == defender)
            continue;
        return true;
    }
    return false;
}

bool ct_can_attack(ct_game *g, ct_ent e, ct_ent attacked)
{
    const ct_object *o = ct_live(g, e);
    if (!o || o->zone != CT_ZONE_BATTLEFIELD || (o->flags & (CT_OF_TAPPED | CT_OF_PHASED_OUT)))
        return false;
    if (!ct_is_type(g, e, CT_TYPE_CREATURE) || ct_is_type(g, e, CT_TYPE_BATTLE)) return false;
    if (ct_is_sick(g, e) &&
        !ct_rule_applies_arg(g, CT_RULE_ATTACK_AS_THOUGH, e, 1)) /* [CR 302.6] */
        return false;
    return !attack_forbidden(g, e, attacked);
}

/* ---- blocking ---------------------------------------------------------------------------------
 */

bool ct_can_block(ct_game *g, ct_ent blocker, ct_ent attacker)
{
    const ct_object *b = ct_live(g, blocker), *a = ct_live(g, attacker);
    if (!a || !b || b->zone != CT_ZONE_BATTLEFIELD ||
        (b->flags & (CT_OF_TAPPED | CT_OF_PHASED_OUT)))
        return false;
    if (!ct_is_type(g, blocker, CT_TYPE_CREATURE) || ct_is_type(g, blocker, CT_TYPE_BATTLE))
        return false;
    if (ct_defending_player(g, a->attacking) != ct_player_ent(ct_controller(g, blocker)))
        return false;
    if (ct_rule_applies(g, CT_RULE_BLOCK_AS_THOUGH, blocker, attacker))
        return !ct_rule_applies(g, CT_RULE_CANT_BLOCK, blocker, attacker);
    return !ct_rule_applies(g, CT_RULE_CANT_BLOCK, blocker, attacker) &&
           !ct_rule_applies(g, CT_RULE_CANT_BE_BLOCKED, attacker, blocker);
}

uint32_t ct_most_blocked(ct_game *g, ct_ent blocker)
{
    uint32_t n = 1;
    if (!ct_rule_any(g, CT_RULE_CAN_BLOCK_MORE)) return n;
    for (ct_rule_hit h = CT_RULE_FIRST;
         ct_rule_next(g, CT_RULE_CAN_BLOCK_MORE, blocker, CT_NOBODY, &h);) {
        const uint32_t more = (uint32_t)ct_rule_amount(g, &h, blocker, 1);
        if (more >= 1000) /* CT_X_VALUE: any number */
            return 1000;
        n += more;
    }
    return n;
}

uint32_t ct_min_blockers(ct_game *g, ct_ent attacker)
{
    uint32_t n = 1;
    if (!ct_rule_any(g, CT_RULE_MIN_BLOCKERS)) return n;
    for (ct_rule_hit h = CT_RULE_FIRST;
         ct_rule_next(g, CT_RULE_MIN_BLOCKERS, attacker, CT_NOBODY, &h);) {
        const int32_t k = ct_rule_amount(g, &h, attacker, 2);
        n = k > (int32_t)n ? (uint32_t)k : n;
    }
    return n;
}

uint32_t ct_max_blockers(ct_game *g, ct_ent attacker)
{
    uint32_t n = 100000;
    if (!ct_rule_any(g, CT_RULE_MAX_BLOCKERS)) return n;
    for (ct_rule_hit h = CT_RULE_FIRST;
         ct_rule_next(g, CT_RULE_MAX_BLOCKERS, attacker, CT_NOBODY, &h);) {
        const int32_t k = ct_rule_amount(g, &h, attacker, 1);
        n = k >= 0 && (uint32_t)k < n ? (uint32_t)k : n;
    }
    return n;
}

ct_ent ct_blocker_of(const ct_game *g, ct_ent attacker, uint32_t k)
{
    for (uint32_t i = 0; i < g->s->pool[CT_POOL_block].used; i++)
        if (g->block[i].attacker == attacker && ct_live(g, g->block[i].blocker) && k-- == 0)
            return g->block[i].blocker;
    return CT_NOBODY;
}

ct_ent ct_blocked_by(const ct_game *g, ct_ent blocker, uint32_t k)
{
    for (uint32_t i = 0; i < g->s->pool[CT_POOL_block].used; i++)
        if (g->block[i].blocker == blocker && ct_live(g, g->block[i].attacker) && k-- == 0)
            return g->block[i].attacker;
    return CT_NOBODY;
}

/* ---- first strike [CR 510.4]
 * ---------------------------------------------------------------------- */

bool ct_first_strike_in_combat(ct_game *g)
{
    CT_EACH(g, e, CT_ZONE_BATTLEFIELD, 0)
    if ((ct_is_attacking(g, e) || ct_is_blocking(g, e)) &&
        (ct_has_builtin(g, e, CT_KW_FIRST_STRIKE) || ct_has_builtin(g, e, CT_KW_DOUBLE_STRIKE)))
        return true;
    return false;
}

/* ---- leaving combat [CR 506.4, 511.3]
 * --------------------------------------------------------------- */

void ct_remove_from_combat(ct_game *g, ct_ent e)
{
    ct_object *o = ct_obj(g, e);
    ct_pool *pool = &g->s->pool[CT_POOL_block];
    uint32_t kept = 0;
    if (!o) return;
    for (uint32_t i = 0; i < pool->used; i++)
        if (g->block[i].attacker != e && g->block[i].blocker != e) g->block[kept++] = g->block[i];
    pool->used = kept;
    o->attacking = CT_NOBODY;
    o->flags &= ~(uint32_t)(CT_OF_IS_BLOCKED | CT_OF_DEALT_FIRST);
    ct_touch_state(g);
}

void ct_end_combat(ct_game *g)
{
    CT_EACH(g, e, CT_ZONE_BATTLEFIELD, 0)
    {
        ct_object *o = ct_obj(g, e);
        o->attacking = CT_NOBODY;
        o->flags &= ~(uint32_t)(CT_OF_IS_BLOCKED | CT_OF_DEALT_FIRST);
    }
    g->s->pool[CT_POOL_block].used = 0;
    ct_touch_state(g);
}
