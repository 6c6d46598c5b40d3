/* The functions of an ability: slots, instructions, labels. */
#include "compiler/emit.h"

#include <string.h>

static const uint8_t runtime_slots[CT_S_FIRST] = {
    [CT_S_THIS] = CT_T_ENT,     [CT_S_YOU] = CT_T_ENT,   [CT_S_IT] = CT_T_ENT,
    [CT_S_X] = CT_T_NUM,        [CT_S_EVOBJ] = CT_T_ENT, [CT_S_EVPLAYER] = CT_T_ENT,
    [CT_S_EVSRC] = CT_T_ENT,    [CT_S_EVNUM] = CT_T_NUM, [CT_S_BEARER] = CT_T_ENT,
};

struct ct_emit_frame *ct_frame_new(struct ct_arena *arena)
{
    struct ct_emit_frame *frame = ct_arena_alloc(arena, sizeof *frame);
    if (frame) {
        memcpy(frame->type, runtime_slots, sizeof runtime_slots);
        frame->count = CT_S_FIRST;
    }
    return frame;
}

uint16_t ct_slot(struct ct_emit_frame *frame, ct_slot_type type)
{
    if (frame->count == CT_MAX_SLOTS) {
        frame->overflow = true;
        return 0;
    }
    frame->type[frame->count] = (uint8_t)type;
    return (uint16_t)frame->count++;
}

void ct_frame_share(struct ct_emit_frame *frame, struct ct_arena *arena, uint32_t ability)
{
    uint32_t *list = ct_arena_grow(arena, frame->ability, frame->nability, &frame->capability,
                                   sizeof *frame->ability);
    if (!list)
        return;
    frame->ability = list;
    frame->ability[frame->nability++] = ability;
}

void ct_frame_finish(struct ct_emit_frame *frame, struct ct_emit *emit, ct_rec_ability *rec)
{
    ct_w words[CT_MAX_SLOTS];
    for (uint32_t i = 0; i < frame->count; i++)
        words[i] = frame->type[i];
    uint32_t slot0 = ct_emit_word(emit, words, frame->count);
    if (emit->failed)
        return;
    if (rec) {
        rec->slot0 = slot0;
        rec->nslots = frame->count;
    }
    for (size_t i = 0; i < frame->nability; i++) {
        emit->ability[frame->ability[i]].slot0 = slot0;
        emit->ability[frame->ability[i]].nslots = frame->count;
    }
}

void ct_ab_open(struct ct_ab *ab, struct ct_emit *emit, struct ct_arena *arena,
                struct ct_emit_frame *frame, ct_ability_kind kind)
{
    memset(ab, 0, sizeof *ab);
    ab->emit = emit;
    ab->arena = arena;
    ab->frame = frame;
    ab->rec.kind = (ct_w)kind;
    ab->rec.fn_effect = CT_NONE;
    ab->rec.fn_cond = CT_NONE;
    ab->rec.fn_mode_min = CT_NONE;
    ab->rec.fn_mode_max = CT_NONE;
}

struct ct_fn *ct_fn_open(struct ct_ab *ab, uint32_t result)
{
    struct ct_fn *fn = ct_arena_alloc(ab->arena, sizeof *fn);
    if (!fn) { /* one that collects nothing; the whole image has failed */
        ab->emit->failed = true;
        return &ab->spare;
    }
    fn->ab = ab;
    fn->index = ab->nfns++;
    fn->result = result;
    if (ab->last)
        ab->last->next = fn;
    else
        ab->first = fn;
    ab->last = fn;
    return fn;
}

/* Offset and length of the text an instruction comes from, in one word. */
static ct_w packed_span(struct ct_span span)
{
    uint32_t len = span.end - span.start;
    return (span.start & 0xffffffu) << 8 | (len > 255 ? 255 : len);
}

static const uint8_t op_flags[] = {
#define OP(name, operands, flags, text) [CT_OP_##name] = flags,
#include "runtime/ops.def"
#undef OP
};

void ct_op5(struct ct_fn *fn, ct_op op, unsigned a, unsigned b, unsigned c, unsigned d, unsigned e,
            int32_t imm)
{
    struct ct_ab *ab = fn->ab;
    if (!ab || ab->emit->failed)
        return;
    ct_insn *code = ct_arena_grow(ab->arena, fn->code, fn->ncode, &fn->capcode, sizeof *code);
    ct_w *spans = ct_arena_grow(ab->arena, fn->spans, fn->ncode, &fn->capspans, sizeof *spans);
    if (!code || !spans) {
        ab->emit->failed = true;
        return;
    }
    if ((op_flags[op] & ASKS) && fn->result != CT_FN_EFFECT)
        ab->impure = true;
    if ((op_flags[op] & LAYER) && fn->result != CT_FN_LAYER)
        ab->impure = true;
    fn->code = code;
    fn->spans = spans;
    code[fn->ncode] = (ct_insn){(uint16_t)op, (uint16_t)a, (uint16_t)b, (uint16_t)c,
                                (uint16_t)d,  (uint16_t)e, imm};
    spans[fn->ncode++] = packed_span(fn->span);
}

int32_t ct_label(struct ct_fn *fn)
{
    struct ct_ab *ab = fn->ab;
    if (!ab || ab->emit->failed)
        return 0;
    int32_t *labels =
        ct_arena_grow(ab->arena, fn->labels, fn->nlabels, &fn->caplabels, sizeof *labels);
    if (!labels) {
        ab->emit->failed = true;
        return 0;
    }
    fn->labels = labels;
    labels[fn->nlabels] = -1;
    return (int32_t)fn->nlabels++;
}

void ct_place(struct ct_fn *fn, int32_t label)
{
    if (fn->ab && !fn->ab->emit->failed)
        fn->labels[label] = (int32_t)fn->ncode;
}

static bool jumps(unsigned op)
{
    return op == CT_OP_JMP || op == CT_OP_JZ || op == CT_OP_JNZ || op == CT_OP_NEXT;
}

void ct_ab_finish(struct ct_ab *ab)
{
    struct ct_emit *emit = ab->emit;
    ab->rec.fn0 = emit->nfn;
    ab->rec.nfns = ab->nfns;
    for (struct ct_fn *fn = ab->first; fn && !emit->failed; fn = fn->next) {
        for (size_t i = 0; i < fn->ncode; i++)
            if (jumps(fn->code[i].op))
                fn->code[i].imm = fn->labels[fn->code[i].imm] - (int32_t)i - 1;
        ct_rec_fn rec = {.ncode = (ct_w)fn->ncode, .result = fn->result};
        rec.code0 = ct_emit_code(emit, fn->code, (uint32_t)fn->ncode);
        ct_emit_span(emit, fn->spans, (uint32_t)fn->ncode);
        ct_emit_fn(emit, &rec, 1);
    }
}
