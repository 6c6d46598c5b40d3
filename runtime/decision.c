/* Asking for a decision and answering it. */
#include "runtime/decision.h"

enum { MAX_OPTIONS = 1 << 13 };

/* More forced answers in a row than any game needs: nobody can break the loop
 * any more, so the game is a draw [CR 104.4b]. */
enum { FORCED_LIMIT = 20000 };

void ct_ask(ct_game *g, ct_decision_kind kind, unsigned player, ct_ent source)
{
    ct_decision_rec *d = &g->s->decision;
    g->s->pool[CT_POOL_option].used = 0;
    *d = (ct_decision_rec){
        .kind = (uint16_t)kind, .player = (uint16_t)player, .source = source, .lo = 0, .hi = -1};
}

void ct_option_add(ct_game *g, ct_option_kind kind, uint32_t a, uint32_t b, uint32_t c)
{
    ct_pool *pool = &g->s->pool[CT_POOL_option];
    if (pool->used >= MAX_OPTIONS) {
        g->s->over = CT_OVER_LIMIT;
        return;
    }
    g->option[pool->used++] = (ct_option){.kind = kind, .a = a, .b = b, .c = c};
    if (!ct_decision_is_range(g)) g->s->decision.noptions = pool->used;
}

void ct_ask_range(ct_game *g, int32_t lo, int32_t hi)
{
    ct_decision_rec *d = &g->s->decision;
    if (hi < lo) hi = lo;
    int64_t n = (int64_t)hi - lo + 1;
    if (n > INT32_MAX) {
        n = INT32_MAX;
        hi = (int32_t)(lo + n - 1);
    }
    d->lo = lo;
    d->hi = hi;
    d->noptions = (uint32_t)n;
}

bool ct_decision_is_range(const ct_game *g)
{
    return g->s->decision.hi >= g->s->decision.lo;
}

ct_option ct_picked(const ct_game *g)
{
    const ct_state *s = g->s;
    if (ct_decision_is_range(g))
        return (ct_option){.kind = CT_OPT_NUMBER,
                           .a = (uint32_t)(s->decision.lo + (int32_t)s->answer)};
    if (s->answer < s->pool[CT_POOL_option].used) return g->option[s->answer];
    return (ct_option){.kind = CT_OPT_DONE};
}

int32_t ct_picked_number(const ct_game *g)
{
    return (int32_t)ct_picked(g).a;
}

bool ct_answer(ct_game *g, uint32_t index)
{
    ct_state *s = g->s;
    if (s->decision.kind == CT_DEC_NONE || s->over != CT_NOT_OVER || index >= s->decision.noptions)
        return false;
    s->answer = index;
    s->vm_steps = 0;
    s->forced = s->decision.noptions == 1 ? s->forced + 1 : 0;
    s->decision.kind = CT_DEC_NONE;
    s->ndecisions++;
    if (s->forced > FORCED_LIMIT) s->over = CT_OVER_LOOP;
    return true;
}
