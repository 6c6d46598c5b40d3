/* The bytecode machine.
 *
 * An effect function runs as a task (CT_TASK_VM) whose locals are a ct_frame:
 * all it knows is in the game block, so it suspends and is copied like any
 * other task.  Pure functions (predicates, quantities, conditions, layer
 * functions) run to their end at once on a frame that someone else owns.
 *
 * Instructions marked ASKS are carried out by ct_do_NAME functions, which are
 * in the file of their subject (do_move.c, do_damage.c ...):
 *
 *     ct_status ct_do_DESTROY(ct_game *g, ct_frame *f, const ct_insn *i);
 *
 * They are called with f->stage 0 first.  A handler that is done at once writes
 * its destination slot and returns CT_DONE.  One that needs a task starts it,
 * sets f->stage to a number above 0 and returns CT_RUN; when that task has
 * ended it is called again with that stage and finds results in s->ret and
 * s->ret2.  f->scratch keeps what it must remember between its stages.
 */
#ifndef CT_VM_H
#define CT_VM_H

#include "runtime/list.h"
#include "runtime/task.h"

typedef struct ct_frame {
    uint32_t ability, fn; /* set records: the ability; its function, relative */
    uint32_t pc, stage, scratch[4];
    uint32_t
        event; /* offset in pool event of the event at hand, for EVENT instructions; else CT_NONE */
    uint32_t self_object; /* stack object that is resolving, 0: none */
    uint32_t effect;      /* replacement code: timestamp of its effect in pool effect, 0: static */
    uint32_t nslots;
    uint32_t slot[]; /* numbers as int32_t, entities, list offsets */
} ct_frame;

static inline int32_t ct_num(const ct_frame *f, uint16_t s)
{
    return (int32_t)f->slot[s];
}

#define OP(name, operands, flags, text)                                                            \
    ct_status ct_do_##name(ct_game *g, ct_frame *f, const ct_insn *i);
#include "runtime/ops.def"
#undef OP

/* Starts effect function fn of an ability as a task on a copy of the frame's
 * slots; when it ends, the task below goes on. Null when a limit is hit. */
ct_frame *ct_start_vm(ct_game *g, uint32_t ability, uint32_t fn, const uint32_t *slots,
                      uint32_t nslots);
ct_status ct_task_VM(ct_game *g, ct_task *t);

/* Runs pure or layer function fn (relative to the frame's ability) to its end.
 * The result's kind is the function's: number as int32_t, entity, list. */
uint32_t ct_eval(ct_game *g, ct_frame *f, uint32_t fn);
/* Predicate fn with candidate it in CT_S_IT; CT_NO_FN / CT_NONE is always true. */
bool ct_test(ct_game *g, ct_frame *f, uint32_t fn, ct_ent it);

/* A frame on the C stack for pure evaluation of an ability's functions: THIS and
 * YOU set, everything else 0. */
typedef struct ct_small_frame {
    ct_frame f;
    uint32_t slots[CT_MAX_SLOTS];
} ct_small_frame;
void ct_frame_init(ct_game *g, ct_small_frame *sf, uint32_t ability, ct_ent self,
                   unsigned controller);

#endif
