/* Slots and values. */
#include "compiler/lower.h"

#include <string.h>

ct_val ct_low_new(struct ct_low *low, ct_slot_type type)
{
    return (ct_val){(uint8_t)type, ct_slot(low->ab->frame, type)};
}

uint16_t ct_low_num(struct ct_low *low) { return ct_slot(low->ab->frame, CT_T_NUM); }

uint16_t ct_low_const(struct ct_low *low, struct ct_fn *fn, int32_t value)
{
    uint16_t slot = ct_low_num(low);
    ct_op1(fn, CT_OP_LDI, slot, value);
    return slot;
}

uint16_t ct_low_symbol_const(struct ct_low *low, struct ct_fn *fn, uint32_t symbol)
{
    uint16_t slot = ct_low_num(low);
    ct_op1(fn, CT_OP_SYM, slot, (int32_t)symbol);
    return slot;
}

uint16_t ct_low_entity(struct ct_low *low, struct ct_fn *fn, ct_val val)
{
    if (val.type == CT_T_ENT)
        return val.slot;
    uint16_t zero = ct_low_const(low, fn, 0);
    uint16_t slot = ct_slot(low->ab->frame, CT_T_ENT);
    ct_op3(fn, CT_OP_NTH, slot, val.slot, zero, 0);
    return slot;
}

uint16_t ct_low_list(struct ct_low *low, struct ct_fn *fn, ct_val val)
{
    if (val.type == CT_T_LIST)
        return val.slot;
    uint16_t slot = ct_slot(low->ab->frame, CT_T_LIST);
    ct_op2(fn, CT_OP_LIST1, slot, val.slot, 0);
    return slot;
}

uint16_t ct_low_getn(struct ct_low *low, struct ct_fn *fn, uint16_t of, ct_nprop prop)
{
    uint16_t slot = ct_low_num(low);
    ct_op3(fn, CT_OP_GETN, slot, of, prop, 0);
    return slot;
}

uint16_t ct_low_gete(struct ct_low *low, struct ct_fn *fn, uint16_t of, ct_eprop prop)
{
    uint16_t slot = ct_slot(low->ab->frame, CT_T_ENT);
    ct_op3(fn, CT_OP_GETE, slot, of, prop, 0);
    return slot;
}

void ct_low_unless(struct ct_fn *fn, uint16_t slot, bool negate, int32_t no)
{
    ct_op1(fn, negate ? CT_OP_JNZ : CT_OP_JZ, slot, no);
}

/* ---- definitions: slot + 1, its type and flags in ct_node.slot --------------------------------------- */

void ct_low_define(ct_node *def, ct_val val, int flags)
{
    def->slot = (int32_t)((uint32_t)val.slot + 1) | (int32_t)val.type << 16 | flags << 20;
}

bool ct_low_defined(const ct_node *def, ct_val *val, int *flags)
{
    if (def->slot <= 0)
        return false;
    val->slot = (uint16_t)((def->slot & 0xffff) - 1);
    val->type = (uint8_t)(def->slot >> 16 & 3);
    *flags = def->slot >> 20;
    return true;
}

void ct_low_define_players(ct_node *np, ct_val val, int flags)
{
    for (uint32_t i = CT_NP_REST; np->kind == CT_NP && i < np->nkids; i++) {
        const ct_node *body = np->kid[i]->kind == CT_RELATIVE ? np->kid[i]->kid[0] : NULL;
        ct_node *zone = np->kid[i]->kind == CT_PP ? np->kid[i]->kid[CT_PP_OBJECT] : NULL;
        if (ct_is(zone, CT_NP) && ct_zone_of_np(zone) && !(np->flags & CT_F_PLURAL)) {
            ct_node *whose = zone->kid[CT_NP_POSSESSOR]; /* "a card from an opponent's graveyard": its owner */
            if (ct_is(whose, CT_NP) && whose->num == CT_DET_A && !(whose->flags & CT_F_TARGET))
                ct_low_define(whose, val, CT_DEF_OWNER);
        }
        ct_node *player = ct_is(body, CT_CLAUSE) ? body->kid[CT_CLAUSE_SUBJECT] : NULL;
        if (!player || player->kind != CT_NP || !ct_is(body->kid[CT_CLAUSE_OBJECT], CT_GAP) ||
            (player->flags & CT_F_TARGET) || player->num == CT_DET_THAT)
            continue;
        if (body->num == CT_V_CONTROL)
            ct_low_define(player, val, (flags & CT_DEF_IN) | CT_DEF_CONTROLLER);
        else if (body->num == CT_V_OWN)
            ct_low_define(player, val, CT_DEF_OWNER);
    }
}

void ct_low_moved(struct ct_low *low, const ct_node *np, int flags)
{
    if (!np)
        return;
    if (np->kind == CT_SAME && np->bind) {
        ct_low_moved(low, np->bind, flags);
        return;
    }
    if (ct_low_is_self(np) || (np->bind && ct_low_is_self(np->bind))) {
        low->self_moved |= flags;
        return;
    }
    ct_val val;
    int before;
    /* "one" of a group has a value of its own; the group has not moved */
    bool own = np->kind != CT_NP && ct_low_defined(np, &val, &before);
    ct_node *def = np->bind && !own ? np->bind : (ct_node *)np;
    if (def->slot > 0)
        def->slot |= flags << 20;
}

/* ---- loops ------------------------------------------------------------------------------------------------ */

struct ct_loop ct_low_loop(struct ct_low *low, struct ct_fn *fn, uint16_t list)
{
    struct ct_loop loop = {.top = ct_label(fn), .end = ct_label(fn)};
    uint16_t index = ct_low_const(low, fn, 0);
    loop.element = ct_slot(low->ab->frame, CT_T_ENT);
    ct_place(fn, loop.top);
    ct_op3(fn, CT_OP_NEXT, list, index, loop.element, loop.end);
    return loop;
}

void ct_low_loop_end(struct ct_fn *fn, struct ct_loop loop)
{
    ct_op_imm(fn, CT_OP_JMP, loop.top);
    ct_place(fn, loop.end);
}

/* ---- words ------------------------------------------------------------------------------------------------ */

uint32_t ct_low_word(struct ct_low *low, const char *text)
{
    return ct_emit_symbol(low->emit, text, strlen(text));
}
