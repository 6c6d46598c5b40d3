/* "Reveal cards from the top of your library until you reveal a creature card." */
#include "compiler/lower_verb.h"

/* The clause of the duration and that of the instruction are about the same doing. */
bool ct_low_is_until_found(const ct_node *lasting)
{
    const ct_node *duration = lasting->kid[CT_LASTING_DURATION], *body = lasting->kid[CT_LASTING_BODY];
    const ct_node *found = ct_is(duration, CT_DURATION) && duration->nkids ? duration->kid[0] : NULL;
    return ct_is(found, CT_CLAUSE) && ct_is(body, CT_CLAUSE) && found->num == body->num &&
           (body->num == CT_V_REVEAL || body->num == CT_V_EXILE) && !(body->flags & CT_F_PASSIVE);
}

/* The library of "cards from the top of your library" */
static ct_node *library_of(ct_node *np)
{
    ct_node *from = ct_is(np, CT_NP) && np->nkids == CT_NP_REST + 1 ? np->kid[CT_NP_REST] : NULL;
    ct_node *top = ct_is(from, CT_PP) && from->num == CT_PREP_FROM ? from->kid[CT_PP_OBJECT] : NULL;
    ct_node *of = ct_is(top, CT_NP) && ct_head_is(top, CT_N_TOP) && top->nkids == CT_NP_REST + 1 ? top->kid[CT_NP_REST]
                                                                                               : NULL;
    ct_node *library = ct_is(of, CT_PP) && of->num == CT_PREP_OF ? of->kid[CT_PP_OBJECT] : NULL;
    const ct_node *words = np ? np->kid[CT_NP_WORDS] : NULL;
    if (!ct_is(library, CT_NP) || ct_zone_of_np(library) != CT_ZM_LIBRARY || !library->kid[CT_NP_POSSESSOR] ||
        library->nkids > CT_NP_REST || np->kid[CT_NP_QUANTITY] || np->num != CT_DET_NONE || !words ||
        !ct_head_is(words, CT_N_CARD) || !ct_one_word(words))
        return NULL;
    ct_see(np);
    ct_see_all(np->kid[CT_NP_WORDS]);
    ct_see(from);
    ct_see(top);
    ct_see_all(top->kid[CT_NP_WORDS]);
    ct_see(of);
    ct_see(library);
    ct_see_all(library->kid[CT_NP_WORDS]);
    return library;
}

bool ct_low_until_found(struct ct_low *low, struct ct_fn *fn, ct_node *lasting)
{
    ct_node *duration = lasting->kid[CT_LASTING_DURATION], *body = lasting->kid[CT_LASTING_BODY];
    ct_node *until = duration->kid[0], *np = until->kid[CT_CLAUSE_OBJECT], *cards = body->kid[CT_CLAUSE_OBJECT];
    ct_node *subject = body->kid[CT_CLAUSE_SUBJECT], *library = library_of(cards);
    uint16_t player, actor;
    if (!library || !ct_is(np, CT_NP) || np->num != CT_DET_A || np->kid[CT_NP_QUANTITY] || (np->flags & CT_F_OTHER) ||
        until->nkids > CT_CLAUSE_REST || body->nkids > CT_CLAUSE_REST || (subject && !ct_low_refers(subject) &&
        !ct_low_is_you(subject)))
        return ct_low_refuse(low, lasting, "this search");
    ct_see(lasting);
    ct_see(duration);
    ct_see(until);
    ct_see_all(until->kid[CT_CLAUSE_SUBJECT]);
    ct_see(body);
    if ((subject && !ct_low_player(low, fn, subject, &actor)) ||
        !ct_low_player(low, fn, library->kid[CT_NP_POSSESSOR], &player))
        return false;
    uint32_t is = ct_low_predicate(low, np, CT_ZM_LIBRARY);
    ct_val seen = ct_low_new(low, CT_T_LIST), found = ct_low_new(low, CT_T_ENT);
    uint16_t all = ct_slot(low->ab->frame, CT_T_LIST), one = ct_slot(low->ab->frame, CT_T_LIST);
    uint16_t such = ct_slot(low->ab->frame, CT_T_LIST), is_it = ct_low_num(low);
    uint16_t size = ct_low_getn(low, fn, player, CT_NP_LIBRARY_SIZE);
    int32_t next = ct_label(fn);
    ct_op3(fn, CT_OP_TOPCARDS, all, player, size, 0);
    ct_op1(fn, CT_OP_EMPTY, seen.slot, 0);
    ct_op1(fn, CT_OP_NONE, found.slot, 0);
    struct ct_loop loop = ct_low_loop(low, fn, all);
    ct_op3(fn, CT_OP_APPEND, seen.slot, seen.slot, loop.element, 0);
    ct_op2(fn, CT_OP_LIST1, one, loop.element, 0);
    ct_op3(fn, CT_OP_FILTER, such, one, (int32_t)is, 0);
    ct_op2(fn, CT_OP_LEN, is_it, such, 0);
    ct_op1(fn, CT_OP_JZ, is_it, next);
    ct_op2(fn, CT_OP_MOVE, found.slot, loop.element, 0);
    ct_op_imm(fn, CT_OP_JMP, loop.end);
    ct_place(fn, next);
    ct_low_loop_end(fn, loop);
    int flags = 0;
    if (body->num == CT_V_EXILE) {
        uint16_t nobody = ct_slot(low->ab->frame, CT_T_ENT), moved = ct_slot(low->ab->frame, CT_T_LIST);
        ct_op1(fn, CT_OP_NONE, nobody, 0);
        ct_op4(fn, CT_OP_MOVETO, moved, seen.slot, CT_ZONE_EXILE, nobody, CT_MV_LINK);
        flags = CT_DEF_OUT;
    } else {
        ct_op1(fn, CT_OP_REVEAL, seen.slot, 0);
    }
    ct_low_define(np, found, flags);
    ct_low_define(cards, seen, flags);
    ct_low_define(body, seen, flags);
    ct_low_define(until, found, flags);
    ct_low_taken(low, cards, found);
    return !low->failed;
}
