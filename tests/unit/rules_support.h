/* Small sets for tests of the runtime, put together record by record, and games of them. */
#ifndef CT_RULES_SUPPORT_H
#define CT_RULES_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "compiler/arena.h"
#include "compiler/emit.h"
#include "runtime/block.h"
#include "runtime/chars.h"
#include "runtime/counter.h"
#include "runtime/decision.h"
#include "runtime/event.h"
#include "runtime/known.h"
#include "runtime/object.h"
#include "runtime/sba.h"
#include "runtime/setup.h"
#include "runtime/verify.h"
#include "runtime/vm.h"

typedef struct maker {
    struct ct_emit emit;
    struct ct_arena arena;
    struct ct_ab ab;
    struct ct_emit_frame *frame;
    ct_rec_ability abilities[8]; /* of the card being made */
    uint32_t nabilities;
} maker;

static inline uint32_t sym(maker *m, const char *text)
{
    return ct_emit_symbol(&m->emit, text, strlen(text));
}

static inline void maker_init(maker *m)
{
    memset(m, 0, sizeof *m);
    ct_emit_init(&m->emit);
    ct_arena_init(&m->arena, 0);
    sym(m, "");
    sym(m, "+1/+1");
    sym(m, "-1/-1");
    sym(m, "poison");
}

/* ---- abilities ---- */
static inline void ability(maker *m, ct_ability_kind kind)
{
    m->frame = ct_frame_new(&m->arena);
    ct_ab_open(&m->ab, &m->emit, &m->arena, m->frame, kind);
    m->ab.rec.zones = CT_ZM_BATTLEFIELD;
}

static inline void ability_done(maker *m)
{
    ct_ab_finish(&m->ab);
    ct_frame_finish(m->frame, &m->emit, &m->ab.rec);
    m->abilities[m->nabilities++] = m->ab.rec;
}

static inline ct_rec_effect no_effect(ct_effect_kind kind, uint32_t sub)
{
    return (ct_rec_effect){.kind = kind,
                           .sub = sub,
                           .fn_affects = CT_NONE,
                           .fn_object = CT_NONE,
                           .fn_amount = CT_NONE,
                           .fn_apply = CT_NONE,
                           .fn_cond = CT_NONE,
                           .zones = CT_ZM_BATTLEFIELD};
}

static inline uint16_t number(maker *m, struct ct_fn *fn, int32_t n)
{
    uint16_t slot = ct_slot(m->frame, CT_T_NUM);
    ct_op1(fn, CT_OP_LDI, slot, n);
    return slot;
}

/* A predicate: property p of IT has a bit of mask (or, with mask 0, is not zero). */
static inline uint32_t has_bit(maker *m, ct_nprop p, int32_t mask)
{
    struct ct_fn *fn = ct_fn_open(&m->ab, CT_FN_NUMBER);
    uint16_t value = ct_slot(m->frame, CT_T_NUM);
    ct_op3(fn, CT_OP_GETN, value, CT_S_IT, p, 0);
    if (mask) ct_op3(fn, CT_OP_BAND, value, value, number(m, fn, mask), 0);
    ct_op1(fn, CT_OP_RETN, value, 0);
    return fn->index;
}

/* A layer function of one instruction with two number operands. */
static inline uint32_t layer_numbers(maker *m, ct_op op, int32_t a, int32_t b, unsigned c)
{
    struct ct_fn *fn = ct_fn_open(&m->ab, CT_FN_LAYER);
    uint16_t x = number(m, fn, a), y = number(m, fn, b);
    ct_op3(fn, op, x, y, c, 0);
    ct_op_imm(fn, CT_OP_END, 0);
    return fn->index;
}

static inline uint32_t layer_constant(maker *m, ct_op op, unsigned a, int32_t imm)
{
    struct ct_fn *fn = ct_fn_open(&m->ab, CT_FN_LAYER);
    ct_op1(fn, op, a, imm);
    ct_op_imm(fn, CT_OP_END, 0);
    return fn->index;
}

/* A static ability that changes what the predicate fits, in one or two layers. */
static inline void continuous(maker *m, uint32_t affects, ct_layer layer, uint32_t fn,
                              ct_layer layer2, uint32_t fn2)
{
    ct_rec_part parts[2] = {{layer, fn}, {layer2, fn2}};
    ct_rec_effect e = no_effect(CT_EFF_CONTINUOUS, 0);
    e.fn_affects = affects;
    e.nparts = layer2 == CT_NLAYERS ? 1 : 2;
    e.part0 = ct_emit_part(&m->emit, parts, e.nparts);
    m->ab.rec.eff0 = ct_emit_effect(&m->emit, &e, 1);
    m->ab.rec.neffs = 1;
    ability_done(m);
}

/* ---- cards ---- */
typedef struct card_def {
    const char *name;
    uint32_t types, supers, colors;
    int32_t power, toughness;
    const char *subtype;
    uint32_t keyword; /* index + 1, 0: none */
} card_def;

static inline uint32_t make_card(maker *m, card_def d)
{
    ct_rec_face f = {.name = sym(m, d.name),
                     .mana = CT_NONE,
                     .types = d.types,
                     .supers = d.supers,
                     .colors = d.colors,
                     .power = (uint32_t)d.power,
                     .toughness = (uint32_t)d.toughness,
                     .has_pt = (d.types & CT_TYPE_CREATURE) != 0,
                     .loyalty = CT_NONE,
                     .defense = CT_NONE,
                     .card = m->emit.ncard};
    f.nabils = m->nabilities;
    f.abil0 = m->nabilities ? ct_emit_ability(&m->emit, m->abilities, m->nabilities) : 0;
    m->nabilities = 0;
    if (d.subtype) {
        uint32_t s = sym(m, d.subtype);
        f.sub0 = ct_emit_word(&m->emit, &s, 1);
        f.nsubs = 1;
    }
    if (d.keyword) {
        uint32_t k = d.keyword - 1;
        f.kw0 = ct_emit_word(&m->emit, &k, 1);
        f.nkw = 1;
    }
    uint32_t face = ct_emit_face(&m->emit, &f, 1);
    ct_rec_card c = {.name = f.name, .layout = CT_LAYOUT_NORMAL, .face0 = face, .nfaces = 1};
    return ct_emit_card(&m->emit, &c, 1);
}

static inline uint32_t make_keyword(maker *m, const char *name, uint32_t builtin)
{
    ct_rec_keyword k = {
        .name = sym(m, name), .builtin = builtin, .text = sym(m, name), .base = m->emit.nkeyword};
    return ct_emit_keyword(&m->emit, &k, 1);
}

/* ---- games ---- */
typedef struct table {
    ct_set *set;
    ct_game *g;
} table;

static inline table deal(maker *m)
{
    table t = {ct_emit_finish(&m->emit), NULL};
    assert_non_null(t.set);
    ct_verify_error error;
    char why[200];
    if (!ct_verify(t.set, &error)) fail_msg("%s", ct_verify_message(&error, why, sizeof why));
    ct_emit_free(&m->emit);
    ct_arena_free(&m->arena);
    t.g = ct_game_bare(t.set, 2, 1);
    assert_non_null(t.g);
    ct_setup_turn(t.g, 1, 0, CT_STEP_MAIN1);
    return t;
}

static inline void clear_table(table *t)
{
    ct_game_free(t->g);
    ct_set_free(t->set);
}

static inline ct_ent put(table *t, uint32_t card, unsigned player, ct_zone zone)
{
    ct_ent e = ct_setup_card(t->g, card, CT_NONE, player, player, zone, CT_AT_END);
    assert_true(e != CT_NOBODY);
    return e;
}

/* Runs what was started, without a decision, and state-based actions after it. */
static inline void run(table *t)
{
    ct_run(t->g);
    assert_int_equal(t->g->s->decision.kind, CT_DEC_NONE);
}

static inline void settle(table *t)
{
    ct_start_sba(t->g);
    run(t);
}

#endif
