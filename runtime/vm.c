/* The machine. Pure instructions are the pure_NAME functions of vm_pure.h, everything else the
 * ct_do_NAME functions; both tables are made from ops.def, so an instruction that nobody carries
 * out does not compile or link.
 *
 * Nothing is checked here that the verifier has checked: operands are slots of the right type,
 * functions end, calls are no deeper than CT_MAX_CALL_DEPTH, loops run over one list each. How much
 * is done is bounded by CT_VM_LIMIT: what reaches it is a game that no longer goes on (CR 104.4b
 * is about loops of actions; this is the machine's own guard), over with CT_OVER_STALL.
 */
#include "runtime/vm.h"

#include <string.h>

#include "runtime/chars.h"
#include "runtime/counter.h"
#include "runtime/event.h"
#include "runtime/memory.h"
#include "runtime/object.h"
#include "runtime/stack.h"
#include "runtime/vm_look.h"

enum {
    CT_VM_LIMIT = 1 << 22, /* instructions between two decisions, or of one evaluation */
    ASKS_COST = 64,        /* an instruction that makes something happen, in pure ones */
    MAX_NESTED_EVALS = 100 /* evaluations that ask for characteristics that need evaluations ... */
};

typedef struct machine {
    ct_game *g;
    ct_frame *f;
    uint32_t *s; /* the frame's slots */
    const ct_rec_ability *ab;
    const ct_insn *pc; /* the next instruction */
    uint32_t *steps;   /* done so far */
    uint32_t result;   /* of a function that has ended */
} machine;

static bool spend(machine *m, uint32_t steps)
{
    *m->steps += steps;
    if (*m->steps < CT_VM_LIMIT) return true;
    *m->steps = CT_VM_LIMIT;
    if (m->g->s->over == CT_NOT_OVER) m->g->s->over = CT_OVER_STALL;
    return false;
}

static void run(machine *m);

/* The value of a function of the same ability on the same frame; 0 when the game has stalled. */
static uint32_t call(machine *m, uint32_t fn)
{
    const ct_rec_fn *rec = &m->g->set->fn[m->ab->fn0 + fn];
    if (!spend(m, rec->ncode)) return 0;
    machine callee = *m;
    callee.pc = m->g->set->code + rec->code0;
    callee.result = 0;
    run(&callee);
    return callee.result;
}

/* Lists made since MARK are given back; slots that hold one are empty again. */
static void drop_lists(ct_game *g, const ct_rec_ability *ab, uint32_t *slot, uint32_t mark)
{
    ct_pool *temp = &g->s->pool[CT_POOL_temp];
    if (temp->used == mark) return;
    for (uint32_t i = CT_S_FIRST; i < ab->nslots; i++)
        if (slot[i] >= mark && g->set->word[ab->slot0 + i] == CT_T_LIST) slot[i] = CT_EMPTY_LIST;
    temp->used = mark;
}

/* The value of a predicate or quantity for one candidate. Its lists go with it, so that a list
 * being built stays the newest thing in the pool. */
static int32_t value_for(machine *m, uint32_t fn, ct_ent it)
{
    uint32_t mark = m->g->s->pool[CT_POOL_temp].used;
    m->s[CT_S_IT] = it;
    int32_t value = (int32_t)call(m, fn);
    drop_lists(m->g, m->ab, m->s, mark);
    return value;
}

static bool fits(machine *m, uint32_t fn, ct_ent it)
{
    return fn == CT_NO_FN || value_for(m, fn, it) != 0;
}

#include "runtime/vm_pure.h"

/* ---- dispatch ------------------------------------------------------------------------------ */
typedef ct_status (*doer)(ct_game *g, ct_frame *f, const ct_insn *i);

/* NULL for pure instructions. */
static const doer doers[CT_OP_COUNT_] = {
#define PURE_OP(name, operands, flags, text) [CT_OP_##name] = NULL,
#define OP(name, operands, flags, text) [CT_OP_##name] = ct_do_##name,
#include "runtime/ops.def"
#undef OP
};

/* Runs pure instructions until the function ends (pc is NULL then) or another kind is next. */
static void run_pure(machine *m)
{
    while (m->pc) {
        const ct_insn *i = m->pc++;
        switch (i->op) {
#define PURE_OP(name, operands, flags, text)                                                       \
    case CT_OP_##name:                                                                             \
        pure_##name(m, i);                                                                         \
        break;
#define OP(name, operands, flags, text)
#include "runtime/ops.def"
#undef OP
        default:
            m->pc = i;
            return;
        }
    }
}

/* A function without suspension: what is not pure in it are instructions of the layers. */
static void run(machine *m)
{
    for (run_pure(m); m->pc; run_pure(m)) {
        const ct_insn *i = m->pc++;
        doers[i->op](m->g, m->f, i);
    }
}

/* ---- evaluation ---------------------------------------------------------------------------- */
uint32_t ct_eval(ct_game *g, ct_frame *f, uint32_t fn)
{
    const ct_rec_ability *ab = &g->set->ability[f->ability];
    uint32_t mark = g->s->pool[CT_POOL_temp].used, steps = 0;
    machine m = {.g = g, .f = f, .s = f->slot, .ab = ab, .steps = &steps};
    if (g->vm_depth >= MAX_NESTED_EVALS) {
        if (g->s->over == CT_NOT_OVER) g->s->over = CT_OVER_LIMIT;
        return 0;
    }
    g->vm_depth++;
    uint32_t result = call(&m, fn);
    g->vm_depth--;
    if (g->set->fn[ab->fn0 + fn].result != CT_RES_LIST) drop_lists(g, ab, f->slot, mark);
    return result;
}

bool ct_test(ct_game *g, ct_frame *f, uint32_t fn, ct_ent it)
{
    if (fn == CT_NONE || fn == CT_NO_FN) return true;
    uint32_t before = f->slot[CT_S_IT];
    f->slot[CT_S_IT] = it;
    bool result = ct_eval(g, f, fn) != 0;
    f->slot[CT_S_IT] = before;
    return result;
}

void ct_frame_init(ct_game *g, ct_small_frame *sf, uint32_t ability, ct_ent self,
                   unsigned controller)
{
    uint32_t nslots = g->set->ability[ability].nslots;
    sf->f = (ct_frame){.ability = ability, .event = CT_NONE, .nslots = nslots};
    memset(sf->f.slot, 0, (size_t)nslots * sizeof *sf->f.slot);
    sf->f.slot[CT_S_THIS] = self;
    sf->f.slot[CT_S_BEARER] = self;
    sf->f.slot[CT_S_YOU] = ct_player_ent(controller);
}

/* ---- effects as tasks ---------------------------------------------------------------------- */
ct_frame *ct_start_vm(ct_game *g, uint32_t ability, uint32_t fn, const uint32_t *slots,
                      uint32_t nslots)
{
    uint32_t room = g->set->ability[ability].nslots;
    ct_frame *f = ct_push_task(g, CT_TASK_VM, (uint32_t)(sizeof(ct_frame) / 4) + room);
    if (!f) return NULL;
    f->ability = ability;
    f->fn = fn;
    f->event = CT_NONE;
    f->nslots = room;
    memcpy(f->slot, slots, (size_t)(nslots < room ? nslots : room) * sizeof *slots);
    return f;
}

ct_status ct_task_VM(ct_game *g, ct_task *t)
{
    ct_frame *f = ct_locals(t);
    const ct_rec_ability *ab = &g->set->ability[f->ability];
    const ct_insn *code = g->set->code + g->set->fn[ab->fn0 + f->fn].code0;
    machine m = {.g = g, .f = f, .s = f->slot, .ab = ab, .steps = &g->s->vm_steps};
    m.pc = code + f->pc;
    while (g->s->over == CT_NOT_OVER) {
        run_pure(&m);
        if (!m.pc) return CT_DONE;
        f->pc = (uint32_t)(m.pc - code);
        if (f->stage == 0 && !spend(&m, ASKS_COST)) return CT_RUN;
        ct_status status = doers[m.pc->op](g, f, m.pc);
        if (status != CT_DONE) return status;
        f->stage = 0;
        m.pc++;
    }
    return CT_RUN;
}

/* ---- fields of the event at hand ----------------------------------------------------------- */
ct_status ct_do_EVSETN(ct_game *g, ct_frame *f, const ct_insn *i)
{
    ct_event_set_n(g, f->event, i->a, ct_num(f, i->b));
    return CT_DONE;
}

ct_status ct_do_EVSETE(ct_game *g, ct_frame *f, const ct_insn *i)
{
    ct_event_set_e(g, f->event, i->a, f->slot[i->b]);
    return CT_DONE;
}
