/* Builds the image of a ct_set: interned symbols and mana costs, records section by section, and the
 * functions of abilities with their frame slots and labels.
 *
 * A ct_emit owns its sections (heap) until ct_emit_finish() makes a ct_set of them. What one card added
 * can be taken back (ct_emit_mark, ct_emit_rollback), so that a card with an error leaves nothing. An
 * ability is built in a ct_ab, whose functions live in an arena and are copied into the image by
 * ct_ab_finish(). When memory is refused `failed` is set, everything becomes a no-op and
 * ct_emit_finish() returns NULL. */
#ifndef CT_EMIT_H
#define CT_EMIT_H

#include "compiler/arena.h"
#include "compiler/source.h"
#include "runtime/set.h"

/* ---- the image ---------------------------------------------------------------------------------- */

/* Hash index over records of a section: open addressing, index + 1 or 0. */
struct ct_emit_index {
    uint32_t *slots;
    uint32_t size;
};

struct ct_emit {
#define S(name, type)                                                                              \
    type *name;                                                                                    \
    uint32_t n##name, cap##name;
    CT_SECTIONS(S)
#undef S
    struct ct_emit_index sym_index, mana_index;
    bool failed;
};

/* How much of each section there was. */
struct ct_emit_mark {
#define S(name, type) uint32_t n##name;
    CT_SECTIONS(S)
#undef S
};

void ct_emit_init(struct ct_emit *emit);
void ct_emit_free(struct ct_emit *emit);

struct ct_emit_mark ct_emit_mark(const struct ct_emit *emit);
void ct_emit_rollback(struct ct_emit *emit, const struct ct_emit_mark *mark);

/* Appends N records (zeroed if RECORDS is NULL); returns the index of the first. */
#define S(name, type)                                                                              \
    uint32_t ct_emit_##name(struct ct_emit *emit, const type *records, uint32_t n);
CT_SECTIONS(S)
#undef S

/* What there is so far, as a set that borrows the sections: for looking at only, until something is appended. */
ct_set ct_emit_view(const struct ct_emit *emit);

/* The symbol of LEN bytes; 0 is "". */
uint32_t ct_emit_symbol(struct ct_emit *emit, const char *text, size_t len);

/* The mana record of a cost [CR 107.4, 202.1]: equal costs share one. */
uint32_t ct_emit_mana_cost(struct ct_emit *emit, const ct_w *pips, uint32_t npips, uint32_t generic,
                           uint32_t nx);

/* A ct_set in one heap image, to be freed with ct_set_free(); NULL when memory was refused. */
ct_set *ct_emit_finish(struct ct_emit *emit);

/* ---- abilities ------------------------------------------------------------------------------------ */

/* The frame: shared by an ability and its delayed abilities [CR 603.7], which copy it. */
struct ct_emit_frame {
    uint8_t type[CT_MAX_SLOTS];
    uint32_t count;
    bool overflow;     /* an ability needs more slots than there are */
    uint32_t *ability; /* records whose slot0 is set when the frame is finished */
    size_t nability, capability;
};

/* A function under construction. */
struct ct_fn {
    struct ct_ab *ab;
    uint32_t index; /* operand F */
    uint32_t result;
    ct_insn *code;
    ct_w *spans;
    size_t ncode, capcode, capspans;
    int32_t *labels; /* place of a label, -1 while unknown */
    size_t nlabels, caplabels;
    struct ct_span span; /* of the instructions that come */
    struct ct_fn *next;
};

struct ct_ab {
    struct ct_emit *emit;
    struct ct_arena *arena;
    struct ct_emit_frame *frame;
    struct ct_fn *first, *last;
    uint32_t nfns;
    ct_rec_ability rec;
    bool impure;        /* an instruction that does something stands in a function that only looks */
    struct ct_fn spare; /* stands in when memory is refused */
};

/* A frame that has the runtime's slots only. NULL when memory is refused. */
struct ct_emit_frame *ct_frame_new(struct ct_arena *arena);

/* A slot of its own; 0 (and overflow set) when there are none left. */
uint16_t ct_slot(struct ct_emit_frame *frame, ct_slot_type type);

/* Opens an ability of KIND in FRAME. Its record has CT_NONE wherever that means none. */
void ct_ab_open(struct ct_ab *ab, struct ct_emit *emit, struct ct_arena *arena,
                struct ct_emit_frame *frame, ct_ability_kind kind);

/* Copies the functions into the image and settles fn0 and nfns; the record is in ab->rec. */
void ct_ab_finish(struct ct_ab *ab);

/* Settles slot0 and nslots of a record, or, with REC NULL, of every ability that was
 * registered with ct_frame_share(). */
void ct_frame_finish(struct ct_emit_frame *frame, struct ct_emit *emit, ct_rec_ability *rec);

/* ABILITY (an index) uses this frame. */
void ct_frame_share(struct ct_emit_frame *frame, struct ct_arena *arena, uint32_t ability);

/* A function of the ability, whose result is one of ct_rec_fn.result. Never NULL. */
enum { CT_FN_EFFECT, CT_FN_NUMBER, CT_FN_ENTITY, CT_FN_LIST, CT_FN_LAYER };
struct ct_fn *ct_fn_open(struct ct_ab *ab, uint32_t result);

/* Appends an instruction. For a jump IMM is a label. */
void ct_op5(struct ct_fn *fn, ct_op op, unsigned a, unsigned b, unsigned c, unsigned d, unsigned e,
            int32_t imm);
#define ct_op_imm(fn, op, imm) ct_op5(fn, op, 0, 0, 0, 0, 0, imm)
#define ct_op1(fn, op, a, imm) ct_op5(fn, op, a, 0, 0, 0, 0, imm)
#define ct_op2(fn, op, a, b, imm) ct_op5(fn, op, a, b, 0, 0, 0, imm)
#define ct_op3(fn, op, a, b, c, imm) ct_op5(fn, op, a, b, c, 0, 0, imm)
#define ct_op4(fn, op, a, b, c, d, imm) ct_op5(fn, op, a, b, c, d, 0, imm)

/* A label not yet placed; and its place: the next instruction. */
int32_t ct_label(struct ct_fn *fn);
void ct_place(struct ct_fn *fn, int32_t label);

#endif
