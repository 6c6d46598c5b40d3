/* Tasks: everything in the rules that can stop and wait for a player.
 *
 * A game is a stack of tasks in its block (pool task).  The top one runs until
 * it is done, starts another task on top of itself, or asks for a decision;
 * then its locals and its place (pc) are all there is to know, so a game can be
 * copied, hashed and continued at any point, under either engine.
 *
 * A task is written as one function in the manner of a protothread:
 *
 *     typedef struct draw_locals { ct_ent player; int32_t left; } draw_locals;
 *     ct_status ct_task_draw(ct_game *g, ct_task *t)
 *     {
 *         draw_locals *l = ct_locals(t);
 *         CT_BEGIN(t);
 *         for (; l->left > 0; l->left--)
 *             CT_AWAIT(t, 1, ct_start_draw_one(g, l->player));
 *         CT_FINISH(t);
 *     }
 *
 * Nothing lives across CT_AWAIT or CT_ASK but the locals.  No variable may be
 * declared between CT_BEGIN and CT_FINISH outside an inner block.  State
 * numbers are written out (not __LINE__), so that a state's hash does not
 * depend on the layout of the source.
 */
#ifndef CT_TASK_H
#define CT_TASK_H

#include "runtime/state.h"

typedef enum ct_status {
    CT_RUN,   /* go on with whatever task is on top now */
    CT_DONE,  /* this task is finished: pop it; results are in s->ret, s->ret2 */
    CT_WAIT,  /* a decision is open (s->decision) */
    CT_ENDED  /* the game is over */
} ct_status;

typedef enum ct_task_kind {
    CT_TASK_NONE,
#define TASK(name, locals, text) CT_TASK_##name,
#include "runtime/tasks.def"
#undef TASK
    CT_NTASKS
} ct_task_kind;

typedef struct ct_task { /* header in the task pool; locals follow */
    uint16_t kind, pc; uint32_t below /* word offset of the task below, CT_NONE */, nwords /* of locals */;
    uint32_t locals[];
} ct_task;

#define TASK(name, locals, text) ct_status ct_task_##name(ct_game *g, ct_task *t);
#include "runtime/tasks.def"
#undef TASK

static inline void *ct_locals(ct_task *t) { return t->locals; }

/* Pushes a task with nwords zeroed words of locals and returns these; NULL if
 * the pool is full (the game is then over with CT_OVER_LIMIT). */
void *ct_push_task(ct_game *g, ct_task_kind kind, uint32_t nwords);
#define CT_PUSH(g, kind, type) ((type *)ct_push_task((g), (kind), (uint32_t)(sizeof(type) / 4)))

#define CT_BEGIN(t) switch ((t)->pc) { case 0:
#define CT_AWAIT(t, n, start) do { (t)->pc = (n); start; return CT_RUN; case (n):; } while (0)
#define CT_ASK(t, n, ask) do { (t)->pc = (n); ask; return CT_WAIT; case (n):; } while (0)
#define CT_FINISH(t) } return CT_DONE

/* Runs the game until a decision is open or the game is over. */
ct_status ct_run(ct_game *g);

#endif
