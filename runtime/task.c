/* The trampoline: runs the stack of tasks until a player must choose. */
#include "runtime/task.h"

#include <string.h>

typedef ct_status (*task_fn)(ct_game *g, ct_task *t);

static const task_fn functions[CT_NTASKS] = {
#define TASK(name, locals, text) [CT_TASK_##name] = ct_task_##name,
#include "runtime/tasks.def"
#undef TASK
};

enum { HEADER_WORDS = sizeof(ct_task) / 4, TASK_POOL_WORDS = 1 << 18 };

static ct_task *task_at(ct_game *g, uint32_t offset)
{
    return (ct_task *)(void *)(g->task + offset);
}

void *ct_push_task(ct_game *g, ct_task_kind kind, uint32_t nwords)
{
    ct_pool *pool = &g->s->pool[CT_POOL_task];
    if (nwords > TASK_POOL_WORDS || pool->used + HEADER_WORDS + nwords > TASK_POOL_WORDS) {
        g->s->over = CT_OVER_LIMIT;
        return NULL;
    }
    ct_task *t = task_at(g, pool->used);
    t->kind = (uint16_t)kind;
    t->pc = 0;
    t->below = g->s->task_top;
    t->nwords = nwords;
    memset(t->locals, 0, (size_t)nwords * 4);
    g->s->task_top = pool->used;
    pool->used += HEADER_WORDS + nwords;
    return t->locals;
}

static void pop(ct_game *g, const ct_task *t)
{
    g->s->pool[CT_POOL_task].used = g->s->task_top;
    g->s->task_top = t->below;
}

ct_status ct_run(ct_game *g)
{
    ct_state *s = g->s;
    while (s->over == CT_NOT_OVER) {
        if (s->decision.kind != 0) return CT_WAIT;
        if (s->task_top == CT_NONE) return CT_ENDED;
        ct_task *t = task_at(g, s->task_top);
        if (functions[t->kind](g, t) == CT_DONE) pop(g, t);
    }
    s->decision.kind = 0;
    return CT_ENDED;
}
