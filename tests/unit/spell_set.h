/* A set of spells and permanents with abilities, emitted by hand: what the tests of
 * casting, targets, costs and resolution play with.  (Written without the language, so
 * that these tests say something about the rules alone.) */
#ifndef CT_TEST_SPELL_SET_H
#define CT_TEST_SPELL_SET_H

#include "compiler/emit.h"
#include "runtime/codes.h"
#include "runtime/verify.h"

#include <stdio.h>
#include <string.h>

enum {
    SS_FOREST,
    SS_BEAR /* {1}{G} 2/2 */,
    SS_BOLT /* {R} instant: 3 damage to any target */,
    SS_DENY /* {U} instant: counter target spell */,
    SS_CHARM /* {G} sorcery: gain 3 life, or 2 damage to target creature */,
    SS_BLAZE /* {X}{R} sorcery: X damage to any target */,
    SS_SPRAY /* {R} instant: 3 damage divided among targets */,
    SS_STUDY /* {U} sorcery, kicker {1}: draw a card, one more if kicked */,
    SS_RIDER /* {1}{G} 2/2, Adventure {W} instant: gain 2 life */,
    SS_COAT /* {W} Aura: enchant creature */,
    SS_SAGE /* planeswalker 3, +1: gain 1 life, -3: draw two cards */,
    SS_BLOOM /* {G} 0/1, {T}: one mana of any color */,
    SS_RITE /* {B} sorcery, sacrifice a creature: gain life equal to its power */,
    SS_GUARD /* {1}{W} 1/3, hexproof */,
    SS_GOAT /* {G} 1/1, all able creatures block it */,
    SS_OX /* {W} 0/4, assigns damage equal to its toughness */,
    SS_TRUCE /* {W} instant: remove target creature from combat */,
    SS_DRUM /* {R} sorcery: an additional combat phase */,
    SS_NAP /* {1} artifact: its controller's draw step is skipped */,
    SS_NCARDS
};

struct ss {
    struct ct_emit emit;
    struct ct_arena arena;
};

static uint32_t ss_mana(struct ss *b, const char *cost)
{
    ct_w pips[8];
    uint32_t n = 0, generic = 0, x = 0;
    for (; *cost; cost++) {
        const char *at = strchr("WUBRG", *cost);
        if (at)
            pips[n++] = 1u << (at - "WUBRG");
        else if (*cost == 'X')
            x++;
        else
            generic += (uint32_t)(*cost - '0');
    }
    return ct_emit_mana_cost(&b->emit, pips, n, generic, x);
}

static uint32_t ss_symbol(struct ss *b, const char *text)
{
    return ct_emit_symbol(&b->emit, text, strlen(text));
}

static ct_rec_face ss_face(struct ss *b, const char *name, const char *cost, uint32_t types)
{
    return (ct_rec_face){.name = ss_symbol(b, name),
                         .mana = cost ? ss_mana(b, cost) : CT_NONE,
                         .types = types,
                         .loyalty = CT_NONE,
                         .defense = CT_NONE};
}

static void ss_stats(ct_rec_face *f, int power, int toughness)
{
    f->has_pt = 1;
    f->power = (ct_w)power;
    f->toughness = (ct_w)toughness;
}

/* ---- abilities ------------------------------------------------------------------------------ */

struct ss_ability {
    struct ct_ab ab;
    struct ct_emit_frame *frame;
};

static void ss_open(struct ss *b, struct ss_ability *a, ct_ability_kind kind, uint32_t zones)
{
    a->frame = ct_frame_new(&b->arena);
    ct_ab_open(&a->ab, &b->emit, &b->arena, a->frame, kind);
    a->ab.rec.zones = zones;
}

static uint32_t ss_close(struct ss *b, struct ss_ability *a)
{
    ct_ab_finish(&a->ab);
    ct_frame_finish(a->frame, &b->emit, &a->ab.rec);
    return ct_emit_ability(&b->emit, &a->ab.rec, 1);
}

static uint16_t ss_number(struct ss_ability *a, struct ct_fn *fn, int32_t n)
{
    const uint16_t slot = ct_slot(a->frame, CT_T_NUM);
    ct_op1(fn, CT_OP_LDI, slot, n);
    return slot;
}

static uint32_t ss_number_fn(struct ss_ability *a, int32_t n)
{
    struct ct_fn *fn = ct_fn_open(&a->ab, CT_FN_NUMBER);
    ct_op1(fn, CT_OP_RETN, ss_number(a, fn, n), 0);
    return fn->index;
}

/* Is it a creature, and if so, controlled by you (if asked)? */
static uint32_t ss_creature_fn(struct ss_ability *a, bool yours)
{
    struct ct_fn *fn = ct_fn_open(&a->ab, CT_FN_NUMBER);
    const uint16_t types = ct_slot(a->frame, CT_T_NUM), controller = ct_slot(a->frame, CT_T_ENT),
                   same = ct_slot(a->frame, CT_T_NUM);
    const uint16_t mask = ss_number(a, fn, CT_TYPE_CREATURE);
    ct_op3(fn, CT_OP_GETN, types, CT_S_IT, CT_NP_TYPES, 0);
    ct_op3(fn, CT_OP_BAND, types, types, mask, 0);
    if (yours) {
        ct_op3(fn, CT_OP_GETE, controller, CT_S_IT, CT_EP_CONTROLLER, 0);
        ct_op3(fn, CT_OP_SAME, same, controller, CT_S_YOU, 0);
        ct_op3(fn, CT_OP_AND, types, types, same, 0);
    }
    ct_op1(fn, CT_OP_RETN, types, 0);
    return fn->index;
}

static uint32_t ss_any_fn(struct ss_ability *a)
{
    struct ct_fn *fn = ct_fn_open(&a->ab, CT_FN_NUMBER);
    const uint16_t ok = ct_slot(a->frame, CT_T_NUM);
    ct_op2(fn, CT_OP_CANTARG, ok, CT_S_IT, 0);
    ct_op1(fn, CT_OP_RETN, ok, 0);
    return fn->index;
}

static uint32_t ss_spell_fn(struct ss_ability *a)
{
    struct ct_fn *fn = ct_fn_open(&a->ab, CT_FN_NUMBER);
    const uint16_t ok = ct_slot(a->frame, CT_T_NUM);
    ct_op3(fn, CT_OP_GETN, ok, CT_S_IT, CT_NP_IS_SPELL, 0);
    ct_op1(fn, CT_OP_RETN, ok, 0);
    return fn->index;
}

static ct_rec_target ss_target(uint16_t slot, uint32_t zones, uint32_t fn)
{
    return (ct_rec_target){.slot = slot,
                           .zones = zones,
                           .fn = fn,
                           .fn_min = CT_NONE,
                           .fn_max = CT_NONE,
                           .divide_slot = CT_NONE,
                           .fn_divide = CT_NONE,
                           .mode = CT_NONE};
}

static ct_rec_cost ss_cost(ct_cost_kind kind)
{
    return (ct_rec_cost){.kind = kind,
                         .mana = CT_NONE,
                         .fn = CT_NONE,
                         .fn_amount = CT_NONE,
                         .fn_weight = CT_NONE,
                         .slot = CT_NONE};
}

/* ---- effects, one instruction and END ----------------------------------------------------------
 */

static uint32_t ss_gain_fn(struct ss_ability *a, int32_t n)
{
    struct ct_fn *fn = ct_fn_open(&a->ab, CT_FN_EFFECT);
    const uint16_t done = ct_slot(a->frame, CT_T_NUM);
    ct_op3(fn, CT_OP_GAINLIFE, done, CT_S_YOU, ss_number(a, fn, n), 0);
    ct_op_imm(fn, CT_OP_END, 0);
    return fn->index;
}

static uint32_t ss_draw_fn(struct ss_ability *a, int32_t n)
{
    struct ct_fn *fn = ct_fn_open(&a->ab, CT_FN_EFFECT);
    const uint16_t drawn = ct_slot(a->frame, CT_T_LIST);
    ct_op3(fn, CT_OP_DRAW, drawn, CT_S_YOU, ss_number(a, fn, n), 0);
    ct_op_imm(fn, CT_OP_END, 0);
    return fn->index;
}

static uint32_t ss_damage_fn(struct ss_ability *a, uint16_t target, bool x, int32_t n)
{
    struct ct_fn *fn = ct_fn_open(&a->ab, CT_FN_EFFECT);
    const uint16_t done = ct_slot(a->frame, CT_T_NUM);
    ct_op4(fn, CT_OP_DAMAGE, done, CT_S_THIS, target, x ? CT_S_X : ss_number(a, fn, n), 0);
    ct_op_imm(fn, CT_OP_END, 0);
    return fn->index;
}

/* ---- cards
 * ----------------------------------------------------------------------------------------- */

static void ss_card(struct ss *b, ct_layout layout, ct_rec_face *faces, uint32_t n)
{
    const uint32_t card = b->emit.ncard;
    for (uint32_t i = 0; i < n; i++)
        faces[i].card = card;
    const ct_rec_card rec = {
        .name = faces[0].name, .layout = layout, .face0 = b->emit.nface, .nfaces = n};
    (void)ct_emit_face(&b->emit, faces, n);
    (void)ct_emit_card(&b->emit, &rec, 1);
}

static void ss_plain(struct ss *b, ct_rec_face f)
{
    ss_card(b, CT_LAYOUT_NORMAL, &f, 1);
}

static void ss_spell(struct ss *b, const char *name, const char *cost, uint32_t type,
                     uint32_t first, uint32_t n)
{
    ct_rec_face f = ss_face(b, name, cost, type);
    f.abil0 = first;
    f.nabils = n;
    ss_plain(b, f);
}

static uint32_t ss_bolt(struct ss *b, bool x)
{
    struct ss_ability a;
    ss_open(b, &a, CT_AB_SPELL, CT_ZM_STACK);
    const uint16_t slot = ct_slot(a.frame, CT_T_ENT);
    const ct_rec_target t = ss_target(slot, CT_ZM_BATTLEFIELD | CT_ZM_PLAYERS, ss_any_fn(&a));
    a.ab.rec.target0 = ct_emit_target(&b->emit, &t, 1);
    a.ab.rec.ntargets = 1;
    a.ab.rec.fn_effect = ss_damage_fn(&a, slot, x, 3);
    return ss_close(b, &a);
}

static uint32_t ss_deny(struct ss *b)
{
    struct ss_ability a;
    ss_open(b, &a, CT_AB_SPELL, CT_ZM_STACK);
    const uint16_t slot = ct_slot(a.frame, CT_T_ENT), gone = ct_slot(a.frame, CT_T_LIST);
    const ct_rec_target t = ss_target(slot, CT_ZM_STACK, ss_spell_fn(&a));
    a.ab.rec.target0 = ct_emit_target(&b->emit, &t, 1);
    a.ab.rec.ntargets = 1;
    struct ct_fn *fn = ct_fn_open(&a.ab, CT_FN_EFFECT);
    ct_op2(fn, CT_OP_COUNTERIT, gone, slot, 0);
    ct_op_imm(fn, CT_OP_END, 0);
    a.ab.rec.fn_effect = fn->index;
    return ss_close(b, &a);
}

static uint32_t ss_charm(struct ss *b)
{
    struct ss_ability a;
    ss_open(b, &a, CT_AB_SPELL, CT_ZM_STACK);
    const uint16_t slot = ct_slot(a.frame, CT_T_ENT);
    ct_rec_target t = ss_target(slot, CT_ZM_BATTLEFIELD, ss_creature_fn(&a, false));
    t.mode = 1;
    ct_rec_mode modes[2] = {
        {.fn_effect = ss_gain_fn(&a, 3), .fn_cond = CT_NONE},
        {.fn_effect = ss_damage_fn(&a, slot, false, 2), .ntargets = 1, .fn_cond = CT_NONE}};
    modes[1].target0 = ct_emit_target(&b->emit, &t, 1);
    a.ab.rec.fn_mode_min = a.ab.rec.fn_mode_max = ss_number_fn(&a, 1);
    a.ab.rec.mode0 = ct_emit_mode(&b->emit, modes, 2);
    a.ab.rec.nmodes = 2;
    return ss_close(b, &a);
}

static uint32_t ss_spray(struct ss *b)
{
    struct ss_ability a;
    ss_open(b, &a, CT_AB_SPELL, CT_ZM_STACK);
    const uint16_t targets = ct_slot(a.frame, CT_T_LIST), parts = ct_slot(a.frame, CT_T_LIST);
    const uint16_t i = ct_slot(a.frame, CT_T_NUM), each = ct_slot(a.frame, CT_T_ENT),
                   done = ct_slot(a.frame, CT_T_NUM);
    ct_rec_target t = ss_target(targets, CT_ZM_BATTLEFIELD | CT_ZM_PLAYERS, ss_any_fn(&a));
    t.fn_max = ss_number_fn(&a, 3);
    t.divide_slot = parts;
    t.fn_divide = ss_number_fn(&a, 3);
    a.ab.rec.target0 = ct_emit_target(&b->emit, &t, 1);
    a.ab.rec.ntargets = 1;
    struct ct_fn *fn = ct_fn_open(&a.ab, CT_FN_EFFECT);
    const uint16_t one = ss_number(&a, fn, 1);
    const int32_t again = ct_label(fn), end = ct_label(fn);
    ct_op1(fn, CT_OP_LDI, i, 0);
    ct_place(fn, again);
    ct_op3(fn, CT_OP_NEXT, parts, i, each, end);
    ct_op4(fn, CT_OP_DAMAGE, done, CT_S_THIS, each, one, 0);
    ct_op_imm(fn, CT_OP_JMP, again);
    ct_place(fn, end);
    ct_op_imm(fn, CT_OP_END, 0);
    a.ab.rec.fn_effect = fn->index;
    return ss_close(b, &a);
}

static uint32_t ss_study(struct ss *b)
{
    struct ss_ability kicker, a;
    const uint32_t name = ss_symbol(b, "kicker");
    ss_open(b, &kicker, CT_AB_EXTRACOST, CT_ZM_STACK);
    kicker.ab.rec.flags = CT_ABF_OPTIONAL;
    kicker.ab.rec.keyword = name;
    ct_rec_cost c = ss_cost(CT_COST_MANA);
    c.mana = ss_mana(b, "1");
    kicker.ab.rec.cost0 = ct_emit_cost(&b->emit, &c, 1);
    kicker.ab.rec.ncosts = 1;
    const uint32_t first = ss_close(b, &kicker);
    ct_rec_keyword k = {.name = name,
                        .builtin = CT_NONE,
                        .abil0 = first,
                        .nabils = 1,
                        .text = name,
                        .base = b->emit.nkeyword};
    const uint32_t keyword = ct_emit_keyword(&b->emit, &k, 1);
    ss_open(b, &a, CT_AB_SPELL, CT_ZM_STACK);
    struct ct_fn *fn = ct_fn_open(&a.ab, CT_FN_EFFECT);
    const uint16_t times = ct_slot(a.frame, CT_T_NUM), drawn = ct_slot(a.frame, CT_T_LIST);
    const uint16_t one = ss_number(&a, fn, 1);
    ct_op2(fn, CT_OP_PAID, times, CT_S_THIS, (int32_t)keyword);
    ct_op3(fn, CT_OP_ADD, times, times, one, 0);
    ct_op3(fn, CT_OP_DRAW, drawn, CT_S_YOU, times, 0);
    ct_op_imm(fn, CT_OP_END, 0);
    a.ab.rec.fn_effect = fn->index;
    (void)ss_close(b, &a);
    return keyword;
}

static uint32_t ss_simple(struct ss *b, int32_t gain)
{
    struct ss_ability a;
    ss_open(b, &a, CT_AB_SPELL, CT_ZM_STACK);
    a.ab.rec.fn_effect = ss_gain_fn(&a, gain);
    return ss_close(b, &a);
}

static uint32_t ss_rule(struct ss *b, ct_rule rule, bool affects_this, bool by_opponents)
{
    struct ss_ability a;
    ss_open(b, &a, CT_AB_STATIC, CT_ZM_BATTLEFIELD);
    ct_rec_effect e = {.kind = CT_EFF_RULE,
                       .sub = rule,
                       .fn_affects = CT_NONE,
                       .fn_object = CT_NONE,
                       .fn_amount = CT_NONE,
                       .fn_apply = CT_NONE,
                       .fn_cond = CT_NONE,
                       .zones = CT_ZM_BATTLEFIELD};
    if (affects_this) {
        struct ct_fn *fn = ct_fn_open(&a.ab, CT_FN_NUMBER);
        const uint16_t same = ct_slot(a.frame, CT_T_NUM);
        ct_op3(fn, CT_OP_SAME, same, CT_S_IT, CT_S_THIS, 0);
        ct_op1(fn, CT_OP_RETN, same, 0);
        e.fn_affects = fn->index;
    } else {
        e.fn_affects = ss_creature_fn(&a, false);
    }
    if (by_opponents) {
        struct ct_fn *fn = ct_fn_open(&a.ab, CT_FN_NUMBER);
        const uint16_t who = ct_slot(a.frame, CT_T_ENT), same = ct_slot(a.frame, CT_T_NUM);
        ct_op3(fn, CT_OP_GETE, who, CT_S_IT, CT_EP_CONTROLLER, 0);
        ct_op3(fn, CT_OP_SAME, same, who, CT_S_YOU, 0);
        ct_op2(fn, CT_OP_NOT, same, same, 0);
        ct_op1(fn, CT_OP_RETN, same, 0);
        e.fn_object = fn->index;
    }
    a.ab.rec.eff0 = ct_emit_effect(&b->emit, &e, 1);
    a.ab.rec.neffs = 1;
    return ss_close(b, &a);
}

/* The arg of the rule effect that was made last. */
static uint32_t ss_with_arg(struct ss *b, uint32_t ability, uint32_t arg)
{
    b->emit.effect[b->emit.neffect - 1].arg = arg;
    return ability;
}

static uint32_t ss_truce(struct ss *b)
{
    struct ss_ability a;
    ss_open(b, &a, CT_AB_SPELL, CT_ZM_STACK);
    const uint16_t slot = ct_slot(a.frame, CT_T_ENT);
    const ct_rec_target t = ss_target(slot, CT_ZM_BATTLEFIELD, ss_creature_fn(&a, false));
    a.ab.rec.target0 = ct_emit_target(&b->emit, &t, 1);
    a.ab.rec.ntargets = 1;
    struct ct_fn *fn = ct_fn_open(&a.ab, CT_FN_EFFECT);
    ct_op1(fn, CT_OP_REMOVEFROMCOMBAT, slot, 0);
    ct_op_imm(fn, CT_OP_END, 0);
    a.ab.rec.fn_effect = fn->index;
    return ss_close(b, &a);
}

static uint32_t ss_drum(struct ss *b)
{
    struct ss_ability a;
    ss_open(b, &a, CT_AB_SPELL, CT_ZM_STACK);
    struct ct_fn *fn = ct_fn_open(&a.ab, CT_FN_EFFECT);
    ct_op1(fn, CT_OP_EXTRASTEP, CT_STEP_BEGIN_COMBAT, 0);
    ct_op_imm(fn, CT_OP_END, 0);
    a.ab.rec.fn_effect = fn->index;
    return ss_close(b, &a);
}

/* Its controller skips their draw step: the rule is about a player. */
static uint32_t ss_nap(struct ss *b)
{
    struct ss_ability a;
    ss_open(b, &a, CT_AB_STATIC, CT_ZM_BATTLEFIELD);
    struct ct_fn *fn = ct_fn_open(&a.ab, CT_FN_NUMBER);
    const uint16_t same = ct_slot(a.frame, CT_T_NUM);
    ct_op3(fn, CT_OP_SAME, same, CT_S_IT, CT_S_YOU, 0);
    ct_op1(fn, CT_OP_RETN, same, 0);
    const ct_rec_effect e = {.kind = CT_EFF_RULE,
                             .sub = CT_RULE_SKIP_STEP,
                             .fn_affects = fn->index,
                             .fn_object = CT_NONE,
                             .fn_amount = CT_NONE,
                             .fn_apply = CT_NONE,
                             .fn_cond = CT_NONE,
                             .zones = CT_ZM_BATTLEFIELD,
                             .arg = CT_STEP_DRAW};
    a.ab.rec.eff0 = ct_emit_effect(&b->emit, &e, 1);
    a.ab.rec.neffs = 1;
    return ss_close(b, &a);
}

static uint32_t ss_loyalty(struct ss *b, int32_t loyalty, bool draws)
{
    struct ss_ability a;
    ss_open(b, &a, CT_AB_ACTIVATED, CT_ZM_BATTLEFIELD);
    a.ab.rec.flags = CT_ABF_LOYALTY;
    ct_rec_cost c = ss_cost(CT_COST_LOYALTY);
    c.fn_amount = ss_number_fn(&a, loyalty);
    a.ab.rec.cost0 = ct_emit_cost(&b->emit, &c, 1);
    a.ab.rec.ncosts = 1;
    a.ab.rec.fn_effect = draws ? ss_draw_fn(&a, 2) : ss_gain_fn(&a, 1);
    return ss_close(b, &a);
}

static uint32_t ss_bloom(struct ss *b)
{
    struct ss_ability a;
    ss_open(b, &a, CT_AB_ACTIVATED, CT_ZM_BATTLEFIELD);
    a.ab.rec.flags = CT_ABF_MANA;
    const ct_rec_cost c = ss_cost(CT_COST_TAP);
    a.ab.rec.cost0 = ct_emit_cost(&b->emit, &c, 1);
    a.ab.rec.ncosts = 1;
    struct ct_fn *fn = ct_fn_open(&a.ab, CT_FN_EFFECT);
    const uint16_t one = ss_number(&a, fn, 1), any = ss_number(&a, fn, CT_ALL_COLORS);
    ct_op3(fn, CT_OP_ADDMANAC, CT_S_YOU, one, any, 0);
    ct_op_imm(fn, CT_OP_END, 0);
    a.ab.rec.fn_effect = fn->index;
    return ss_close(b, &a);
}

static uint32_t ss_rite(struct ss *b)
{
    struct ss_ability a;
    ss_open(b, &a, CT_AB_SPELL, CT_ZM_STACK);
    const uint16_t used = ct_slot(a.frame, CT_T_ENT), power = ct_slot(a.frame, CT_T_NUM),
                   done = ct_slot(a.frame, CT_T_NUM);
    ct_rec_cost c = ss_cost(CT_COST_SACRIFICE);
    c.fn = ss_creature_fn(&a, true);
    c.slot = used;
    c.zones = CT_ZM_BATTLEFIELD;
    a.ab.rec.cost0 = ct_emit_cost(&b->emit, &c, 1);
    a.ab.rec.ncosts = 1;
    struct ct_fn *fn = ct_fn_open(&a.ab, CT_FN_EFFECT);
    ct_op3(fn, CT_OP_GETN, power, used, CT_NP_POWER, 0);
    ct_op3(fn, CT_OP_GAINLIFE, done, CT_S_YOU, power, 0);
    ct_op_imm(fn, CT_OP_END, 0);
    a.ab.rec.fn_effect = fn->index;
    return ss_close(b, &a);
}

static void ss_permanents(struct ss *b)
{
    const uint32_t forest = ss_symbol(b, "Forest"), aura = ss_symbol(b, "Aura");
    (void)ss_symbol(b, "loyalty");
    ct_rec_face f = ss_face(b, "Forest", NULL, CT_TYPE_LAND);
    f.supers = CT_SUPER_BASIC;
    f.sub0 = ct_emit_word(&b->emit, &forest, 1);
    f.nsubs = 1;
    ss_plain(b, f);
    f = ss_face(b, "Bear", "1G", CT_TYPE_CREATURE);
    ss_stats(&f, 2, 2);
    ss_plain(b, f);
    (void)aura;
}

static void ss_spells(struct ss *b)
{
    ss_spell(b, "Bolt", "R", CT_TYPE_INSTANT, ss_bolt(b, false), 1);
    ss_spell(b, "Deny", "U", CT_TYPE_INSTANT, ss_deny(b), 1);
    ss_spell(b, "Charm", "G", CT_TYPE_SORCERY, ss_charm(b), 1);
    ss_spell(b, "Blaze", "XR", CT_TYPE_SORCERY, ss_bolt(b, true), 1);
    ss_spell(b, "Spray", "R", CT_TYPE_INSTANT, ss_spray(b), 1);
    const uint32_t kicker = ss_study(b);
    ct_rec_face f = ss_face(b, "Study", "U", CT_TYPE_SORCERY);
    f.abil0 = b->emit.nability - 1;
    f.nabils = 1;
    f.kw0 = ct_emit_word(&b->emit, &kicker, 1);
    f.nkw = 1;
    ss_plain(b, f);
}

static void ss_others(struct ss *b)
{
    const uint32_t aura = ss_symbol(b, "Aura");
    ct_rec_face rider[2] = {ss_face(b, "Rider", "1G", CT_TYPE_CREATURE),
                            ss_face(b, "Ride", "W", CT_TYPE_INSTANT)};
    ss_stats(&rider[0], 2, 2);
    rider[1].abil0 = ss_simple(b, 2);
    rider[1].nabils = 1;
    ss_card(b, CT_LAYOUT_ADVENTURE, rider, 2);
    ct_rec_face f = ss_face(b, "Coat", "W", CT_TYPE_ENCHANTMENT);
    f.sub0 = ct_emit_word(&b->emit, &aura, 1);
    f.nsubs = 1;
    f.abil0 = ss_rule(b, CT_RULE_ENCHANT, false, false);
    f.nabils = 1;
    ss_plain(b, f);
    f = ss_face(b, "Sage", "2U", CT_TYPE_PLANESWALKER);
    f.loyalty = 3;
    f.abil0 = ss_loyalty(b, 1, false);
    (void)ss_loyalty(b, -3, true);
    f.nabils = 2;
    ss_plain(b, f);
    f = ss_face(b, "Bloom", "G", CT_TYPE_CREATURE);
    ss_stats(&f, 0, 1);
    f.abil0 = ss_bloom(b);
    f.nabils = 1;
    ss_plain(b, f);
    ss_spell(b, "Rite", "B", CT_TYPE_SORCERY, ss_rite(b), 1);
    f = ss_face(b, "Guard", "1W", CT_TYPE_CREATURE);
    ss_stats(&f, 1, 3);
    f.abil0 = ss_rule(b, CT_RULE_CANT_TARGET, true, true);
    f.nabils = 1;
    ss_plain(b, f);
}

static void ss_fighters(struct ss *b)
{
    ct_rec_face f = ss_face(b, "Goat", "G", CT_TYPE_CREATURE);
    ss_stats(&f, 1, 1);
    f.abil0 = ss_with_arg(b, ss_rule(b, CT_RULE_MUST_BE_BLOCKED, true, false), 1);
    f.nabils = 1;
    ss_plain(b, f);
    f = ss_face(b, "Ox", "W", CT_TYPE_CREATURE);
    ss_stats(&f, 0, 4);
    f.abil0 = ss_rule(b, CT_RULE_ASSIGN_TOUGHNESS, true, false);
    f.nabils = 1;
    ss_plain(b, f);
    ss_spell(b, "Truce", "W", CT_TYPE_INSTANT, ss_truce(b), 1);
    ss_spell(b, "Drum", "R", CT_TYPE_SORCERY, ss_drum(b), 1);
    ss_spell(b, "Nap", "1", CT_TYPE_ARTIFACT, ss_nap(b), 1);
}

/* The set, verified; NULL (and why on stderr) when it is not right. */
static ct_set *ss_make(void)
{
    struct ss b;
    ct_emit_init(&b.emit);
    ct_arena_init(&b.arena, 1 << 20);
    (void)ct_emit_symbol(&b.emit, "", 0);
    ss_permanents(&b);
    ss_spells(&b);
    ss_others(&b);
    ss_fighters(&b);
    if (b.emit.nspan < b.emit.ncode) (void)ct_emit_span(&b.emit, NULL, b.emit.ncode - b.emit.nspan);
    ct_set *set = ct_emit_finish(&b.emit);
    ct_emit_free(&b.emit);
    ct_arena_free(&b.arena);
    ct_verify_error error;
    if (set && !ct_verify(set, &error)) {
        char text[256];
        ct_verify_message(&error, text, sizeof text);
        fprintf(stderr, "spell set: %s\n", text);
        return NULL;
    }
    return set;
}

#endif
