/* The mana pool, and payment as a task. */
#include "runtime/mana.h"

#include "runtime/activate.h"
#include "runtime/chars.h"
#include "runtime/cost.h"
#include "runtime/decision.h"
#include "runtime/event.h"
#include "runtime/object.h"

#include <string.h>

/* A kind of unit: types in the low six bits, then snow, then "no mana, but what was
 * tapped or exiled instead". */
enum { SNOW_KIND = 64, HELP_KIND = 128, NKINDS = 256, MAX_MANA = 1 << 12 };

void ct_mana_add(ct_game *g, unsigned player, uint32_t type, bool snow, uint32_t n, ct_ent source)
{
    ct_pool *pool = &g->s->pool[CT_POOL_mana];
    for (; n > 0; n--) {
        if (pool->used >= MAX_MANA) {
            g->s->over = CT_OVER_LIMIT;
            return;
        }
        g->mana[pool->used++] = (ct_manaunit){
            .player = (uint8_t)player, .type = (uint8_t)type, .snow = snow, .source = source};
    }
}

void ct_mana_empty(ct_game *g)
{
    ct_pool *pool = &g->s->pool[CT_POOL_mana];
    uint32_t kept = 0;
    uint32_t keep[CT_MAX_PLAYERS];
    for (unsigned p = 0; p < g->s->nplayers; p++)
        keep[p] = pool->used ? ct_kept_mana(g, p) : 0;
    for (uint32_t i = 0; i < pool->used; i++)
        if (g->mana[i].type & keep[g->mana[i].player]) g->mana[kept++] = g->mana[i];
    pool->used = kept;
}

uint32_t ct_mana_count(const ct_game *g, unsigned player)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->s->pool[CT_POOL_mana].used; i++)
        n += g->mana[i].player == player;
    return n;
}

static uint32_t kind_of(const ct_manaunit *u)
{
    return u->type | (u->snow ? SNOW_KIND : 0u) | (u->helper ? HELP_KIND : 0u);
}

static void count_kinds(const ct_game *g, unsigned player, uint32_t count[NKINDS])
{
    memset(count, 0, NKINDS * sizeof *count);
    for (uint32_t i = 0; i < g->s->pool[CT_POOL_mana].used; i++)
        if (g->mana[i].player == player) count[kind_of(&g->mana[i]) % NKINDS]++;
}

static void add_kind(ct_supply *s, uint32_t kind, uint32_t n)
{
    ct_supply_add(s, kind & 63, kind & SNOW_KIND, n);
}

/* Can one more unit of this kind be spent, with only its own and later kinds
 * after it?  The chosen ones must fit different symbols, and the whole bill
 * must still be covered. */
static bool can_choose(const ct_paymana_locals *l, const uint32_t count[NKINDS], uint32_t kind)
{
    uint32_t used[NKINDS] = {0};
    ct_supply chosen = {0};
    for (uint32_t i = 0; i < l->nchosen; i++) {
        used[l->chosen[i]]++;
        add_kind(&chosen, l->chosen[i], 1);
    }
    if (used[kind] >= count[kind]) return false;
    add_kind(&chosen, kind, 1);
    if (ct_supply_rank(&chosen, &l->bill) < l->nchosen + 1) return false;
    used[kind]++;
    for (uint32_t k = kind; k < NKINDS; k++)
        add_kind(&chosen, k, count[k] - used[k]);
    return ct_supply_rank(&chosen, &l->bill) == ct_bill_size(&l->bill);
}

static void remove_unit(ct_game *g, ct_paymana_locals *l, uint32_t kind)
{
    ct_pool *pool = &g->s->pool[CT_POOL_mana];
    for (uint32_t i = 0; i < pool->used; i++)
        if (g->mana[i].player == l->player && kind_of(&g->mana[i]) == kind) {
            memmove(&g->mana[i], &g->mana[i + 1], (pool->used - i - 1) * sizeof *g->mana);
            pool->used--;
            if (!(kind & HELP_KIND)) l->spent = (l->spent | (kind & 31)) + 256;
            return;
        }
}

/* Offers the kinds of mana that can be spent next; returns how many there are,
 * the first in *only. */
static uint32_t offer_kinds(ct_game *g, const ct_paymana_locals *l, uint32_t *only)
{
    uint32_t count[NKINDS], n = 0;
    count_kinds(g, l->player, count);
    for (uint32_t kind = l->last; kind < NKINDS; kind++)
        if (count[kind] && can_choose(l, count, kind)) {
            if (n++ == 0) *only = kind;
            ct_option_add(g, CT_OPT_MANA, kind & 63, kind >> 6, 0);
        }
    return n;
}

/* All of what is in the pool is owed: no choice. */
static bool takes_all(const ct_game *g, const ct_paymana_locals *l)
{
    return ct_mana_count(g, l->player) == ct_bill_size(&l->bill);
}

static void spend_all(ct_game *g, ct_paymana_locals *l)
{
    for (uint32_t i = g->s->pool[CT_POOL_mana].used; i-- > 0;)
        if (g->mana[i].player == l->player) remove_unit(g, l, kind_of(&g->mana[i]));
}

static bool same_source(const ct_game *g, const ct_mana_source *a, const ct_mana_source *b)
{
    const ct_object *x = ct_obj(g, a->object), *y = ct_obj(g, b->object);
    return x && y && a->index == b->index && a->mask == b->mask && a->n == b->n &&
           a->snow == b->snow && x->card == y->card && x->face == y->face && x->kind == y->kind &&
           !x->counters && !y->counters && !a->special && !b->special;
}

/* Offers the mana abilities that bring the payment nearer to its end, of equal
 * ones the first. */
static uint32_t offer_sources(ct_game *g, const ct_paymana_locals *l, ct_mana_source *only)
{
    ct_mana_source source[CT_MAX_SOURCES];
    const uint32_t n = ct_mana_sources(g, l->player, CT_NOBODY, source);
    ct_supply pool;
    ct_supply_pool(g, l->player, &pool);
    const uint32_t rank = ct_supply_rank(&pool, &l->bill);
    uint32_t offered = 0;
    for (uint32_t i = 0; i < n; i++) {
        ct_supply with = pool;
        ct_supply_add(&with, source[i].mask, source[i].snow, source[i].n);
        bool again = ct_supply_rank(&with, &l->bill) <= rank;
        for (uint32_t j = 0; j < i && !again; j++)
            again = same_source(g, &source[i], &source[j]);
        if (again) continue;
        if (offered++ == 0) *only = source[i];
        ct_option_add(g, CT_OPT_ACTIVATE, source[i].object, source[i].index, 0);
    }
    return offered;
}

/* ---- convoke, improvise, delve ----------------------------------------------------------------
 */

/* The player's untapped permanents of a type; with colored they pay for their
 * colors. */
static uint32_t add_tappable(ct_game *g, unsigned player, uint32_t type, bool colored,
                             ct_helper *helper, uint32_t n)
{
    CT_EACH(g, e, CT_ZONE_BATTLEFIELD, 0)
    {
        const ct_object *o = ct_obj(g, e);
        if (n == CT_MAX_HELPERS || (o->flags & (CT_OF_TAPPED | CT_OF_PHASED_OUT)) ||
            ct_controller(g, e) != player || !ct_is_type(g, e, type))
            continue;
        helper[n++] = (ct_helper){.object = e, .mask = colored ? ct_chars_of(g, e)->colors : 0};
    }
    return n;
}

uint32_t ct_mana_helpers(ct_game *g, unsigned player, ct_ent spell, ct_helper *helper)
{
    uint32_t n = 0;
    const uint32_t has = ct_chars_of(g, spell)->builtin;
    if (has >> CT_KW_CONVOKE & 1u) n = add_tappable(g, player, CT_TYPE_CREATURE, true, helper, n);
    if (has >> CT_KW_IMPROVISE & 1u)
        n = add_tappable(g, player, CT_TYPE_ARTIFACT, false, helper, n);
    if (has >> CT_KW_DELVE & 1u) CT_EACH(g, e, CT_ZONE_GRAVEYARD, player)
    if (n < CT_MAX_HELPERS && e != g->s->casting)
        helper[n++] = (ct_helper){.object = e, .exile = 1};
    return n;
}

static bool is_source(const ct_mana_source *source, uint32_t n, ct_ent e)
{
    for (uint32_t i = 0; i < n; i++)
        if (source[i].object == e) return true;
    return false;
}

/* What could be tapped for mana is in the supply already, and is tapped once. */
void ct_supply_helpers(ct_game *g, unsigned player, ct_ent spell, ct_supply *s)
{
    ct_helper helper[CT_MAX_HELPERS];
    const uint32_t n = ct_mana_helpers(g, player, spell, helper);
    if (n == 0) return;
    ct_mana_source source[CT_MAX_SOURCES];
    const uint32_t nsources = ct_mana_sources(g, player, CT_NOBODY, source);
    for (uint32_t i = 0; i < n; i++)
        if (!is_source(source, nsources, helper[i].object))
            ct_supply_add(s, helper[i].mask, false, 1);
}

/* Is what the payment is for a spell that is being cast? */
static bool for_spell(const ct_game *g, const ct_paymana_locals *l)
{
    const ct_object *o = ct_live(g, l->spent_on);
    return o && o->zone == CT_ZONE_STACK && o->kind != CT_OBJ_ABILITY;
}

static uint32_t offer_helpers(ct_game *g, const ct_paymana_locals *l, ct_mana_source *only)
{
    ct_helper helper[CT_MAX_HELPERS];
    ct_supply pool;
    uint32_t offered = 0;
    const uint32_t n = for_spell(g, l) ? ct_mana_helpers(g, l->player, l->spent_on, helper) : 0;
    ct_supply_pool(g, l->player, &pool);
    const uint32_t rank = ct_supply_rank(&pool, &l->bill);
    for (uint32_t i = 0; i < n; i++) {
        ct_supply with = pool;
        ct_supply_add(&with, helper[i].mask, false, 1);
        if (ct_supply_rank(&with, &l->bill) <= rank) continue;
        if (offered++ == 0) *only = (ct_mana_source){.object = helper[i].object};
        ct_option_add(g, CT_OPT_ENT, helper[i].object, helper[i].mask, helper[i].exile);
    }
    return offered;
}

static void start_helping(ct_game *g, const ct_paymana_locals *l, ct_option o)
{
    ct_pool *pool = &g->s->pool[CT_POOL_mana];
    if (pool->used < MAX_MANA)
        g->mana[pool->used++] = (ct_manaunit){
            .player = (uint8_t)l->player, .type = (uint8_t)o.b, .helper = 1, .source = o.a};
    if (o.c)
        ct_start_move(g, o.a, CT_ZONE_EXILE, 0, CT_NOBODY, CT_EVF_COST, CT_NOBODY);
    else
        ct_start_tap(g, ct_list_make(g, &o.a, 1), CT_EVF_COST, CT_NOBODY);
}

/* What was tapped instead of mana is spent first, all of it. */
static void choose_helpers(const ct_game *g, ct_paymana_locals *l)
{
    for (uint32_t i = 0; i < g->s->pool[CT_POOL_mana].used; i++)
        if (g->mana[i].player == l->player && g->mana[i].helper)
            l->chosen[l->nchosen++] = kind_of(&g->mana[i]);
}

enum { CHOOSE_MANA = 1, CHOOSE_LIFE = 2 };

/* The ways in which symbol i, {2/W} or {W/P}, can be paid. */
static int ways(ct_game *g, const ct_paymana_locals *l, uint32_t i)
{
    ct_supply s;
    ct_supply_potential(g, l->player, CT_NOBODY, &s);
    const int32_t life = g->s->player[l->player].life;
    const uint32_t pip = l->bill.pip[i];
    ct_bill as_mana = l->bill, otherwise = l->bill;
    as_mana.pip[i] = pip & 0xffu;
    otherwise.pip[i] = otherwise.pip[--otherwise.npips];
    if (pip & CT_PIP_TWO) otherwise.generic += 2;
    const int32_t left = pip & CT_PIP_PHYREXIAN ? life - 2 : life;
    return (ct_supply_covers(&s, &as_mana, life) ? CHOOSE_MANA : 0) |
           (left >= 0 && ct_supply_covers(&s, &otherwise, left) ? CHOOSE_LIFE : 0);
}

static uint32_t open_symbol(const ct_bill *b)
{
    for (uint32_t i = 0; i < b->npips; i++)
        if (b->pip[i] & (CT_PIP_TWO | CT_PIP_PHYREXIAN)) return i;
    return CT_NONE;
}

/* Takes symbol i off the bill, paid the other way; true if that costs life. */
static bool pay_otherwise(ct_bill *b, uint32_t i)
{
    const uint32_t pip = b->pip[i];
    b->pip[i] = b->pip[--b->npips];
    if (pip & CT_PIP_TWO) b->generic += 2;
    return !(pip & CT_PIP_TWO);
}

static void spend_chosen(ct_game *g, ct_paymana_locals *l)
{
    for (uint32_t i = 0; i < l->nchosen; i++)
        remove_unit(g, l, l->chosen[i]);
}

static void choose(ct_paymana_locals *l, uint32_t kind)
{
    l->chosen[l->nchosen++] = kind;
    l->last = kind;
}

/* The generic part beyond what is worth telling apart is taken from the pool in
 * the order of the kinds, so that `chosen` stays bounded. */
static void shrink(ct_game *g, ct_paymana_locals *l)
{
    while (ct_bill_size(&l->bill) > CT_MAX_UNITS && l->bill.generic > 0 &&
           ct_mana_count(g, l->player) > 0) {
        for (uint32_t i = g->s->pool[CT_POOL_mana].used; i-- > 0;)
            if (g->mana[i].player == l->player) {
                remove_unit(g, l, kind_of(&g->mana[i]));
                break;
            }
        l->bill.generic--;
    }
}

ct_status ct_task_PAYMANA(ct_game *g, ct_task *t)
{
    ct_paymana_locals *l = ct_locals(t);
    ct_state *s = g->s;
    uint32_t i, n, kind = 0;
    ct_mana_source source = {0};
    ct_supply pool;
    CT_BEGIN(t);
    if (s->player[l->player].unlimited_mana) goto paid;
    /* The nonhybrid equivalent and Phyrexian symbols [CR 601.2b, 107.4e-f]. */
    while ((i = open_symbol(&l->bill)) != CT_NONE) {
        n = (uint32_t)ways(g, l, i);
        if (n == 0) goto failed;
        if (n == (CHOOSE_MANA | CHOOSE_LIFE)) {
            ct_ask(g, CT_DEC_COST, l->player, l->spent_on);
            ct_option_add(g, CT_OPT_LIFE, l->bill.pip[i], 0, 0);
            ct_option_add(g, CT_OPT_MANA, l->bill.pip[i] & 63, 0, 0);
            CT_ASK(t, 1, (void)0);
            i = open_symbol(&l->bill);
            n = ct_picked(g).kind == CT_OPT_LIFE ? CHOOSE_LIFE : CHOOSE_MANA;
        }
        if (n == CHOOSE_MANA)
            l->bill.pip[i] &= 0xffu;
        else if (pay_otherwise(&l->bill, i))
            CT_AWAIT(t, 2, ct_start_pay_life(g, l->player, 2, l->spent_on));
    }
    for (;;) {
        shrink(g, l);
        ct_supply_pool(g, l->player, &pool);
        if (ct_supply_rank(&pool, &l->bill) == ct_bill_size(&l->bill)) break;
        ct_ask(g, CT_DEC_PAY, l->player, l->spent_on);
        n = offer_sources(g, l, &source);
        n += offer_helpers(g, l, &source);
        if (n == 0) {
            s->decision.kind = CT_DEC_NONE;
            goto failed;
        }
        if (n == 1) {
            s->decision.kind = CT_DEC_NONE;
            s->answer = 0;
        } else {
            CT_ASK(t, 3, (void)0);
        }
        if (ct_picked(g).kind == CT_OPT_ENT) {
            CT_AWAIT(t, 6, start_helping(g, l, ct_picked(g)));
            continue;
        }
        CT_AWAIT(t, 4, ct_start_activate(g, l->player, ct_picked(g).a, ct_picked(g).b));
        if (!s->ret) goto failed;
    }
    choose_helpers(g, l);
    if (takes_all(g, l)) {
        spend_all(g, l);
        goto paid;
    }
    while (l->nchosen < ct_bill_size(&l->bill)) {
        ct_ask(g, CT_DEC_PAY, l->player, l->spent_on);
        n = offer_kinds(g, l, &kind);
        if (n <= 1) {
            s->decision.kind = CT_DEC_NONE;
            if (n == 0) goto failed;
            choose(l, kind);
            continue;
        }
        CT_ASK(t, 5, (void)0);
        choose(l, ct_picked(g).a | ct_picked(g).b << 6);
    }
    spend_chosen(g, l);
paid:
    s->ret = 1;
    s->ret2 = l->spent;
    return CT_DONE;
failed:
    s->ret = 0;
    CT_FINISH(t);
}

void ct_start_pay_mana(ct_game *g, unsigned player, const ct_bill *b, ct_ent spent_on)
{
    ct_paymana_locals *l = CT_PUSH(g, CT_TASK_PAYMANA, ct_paymana_locals);
    if (!l) return;
    l->player = player;
    l->bill = *b;
    l->spent_on = spent_on;
}

uint32_t ct_mana_useful_types(const ct_game *g, unsigned player, uint32_t mask)
{
    for (uint32_t at = g->s->task_top; at != CT_NONE;) {
        const ct_task *t = (const ct_task *)(const void *)(g->task + at);
        if (t->kind == CT_TASK_PAYMANA) {
            const ct_paymana_locals *l = (const ct_paymana_locals *)(const void *)t->locals;
            if (l->player != player) return mask;
            ct_supply pool;
            ct_supply_pool(g, player, &pool);
            const uint32_t rank = ct_supply_rank(&pool, &l->bill);
            uint32_t useful = 0;
            for (uint32_t type = 1; type < 64; type <<= 1)
                if (mask & type) {
                    ct_supply with = pool;
                    ct_supply_add(&with, type, false, 1);
                    if (ct_supply_rank(&with, &l->bill) > rank) useful |= type;
                }
            return useful ? useful : mask;
        }
        at = t->below;
    }
    return mask;
}
