/* Instructions to players: cards, life, mana, looking, searching, choosing, turns. */
#include "compiler/lower_verb.h"

/* A NP that is an amount of HEAD ("three cards", "2 life"); other descriptions are refused. */
static bool plain_amount(struct ct_cl *c, ct_node *np, int32_t head, uint16_t *amount)
{
    if (!ct_is(np, CT_NP) || !ct_head_is(np, head))
        return ct_low_refuse(c->low, np ? np : c->node, "this amount");
    for (uint32_t i = CT_NP_REST; i < np->nkids; i++)
        if (np->kid[i]->kind != CT_EQUAL)
            return ct_low_refuse(c->low, np->kid[i], "this description of an amount");
    const ct_node *words = np->kid[CT_NP_WORDS];
    uint32_t more = ct_low_has_state(np, CT_WSTATE_ADDITIONAL); /* "an additional card" */
    if (ct_is(words, CT_GROUP) && words->nkids > 1 + more)
        return ct_low_refuse(c->low, words, "this description of an amount");
    ct_see(np);
    ct_see_all(np->kid[CT_NP_WORDS]);
    return ct_low_amount(c->low, c->fn, np, amount);
}

/* ---- cards ----------------------------------------------------------------------------------------------------- */

bool ct_lower_draw(struct ct_cl *c)
{
    ct_node *np = ct_cl_object(c);
    uint16_t amount;
    ct_val drawn = ct_low_new(c->low, CT_T_LIST);
    if (!plain_amount(c, np, CT_N_CARD, &amount))
        return false;
    ct_op3(c->fn, CT_OP_DRAW, drawn.slot, c->subject.slot, amount, 0);
    ct_low_define(np, drawn, 0);
    ct_cl_result(c, drawn, 0);
    return true;
}

bool ct_lower_mill(struct ct_cl *c)
{
    ct_node *np = ct_cl_object(c);
    uint16_t amount;
    ct_val milled = ct_low_new(c->low, CT_T_LIST);
    if (ct_is(np, CT_HALF)) { /* "half their library, rounded down" */
        if (!ct_low_quantity(c->low, c->fn, np, &amount))
            return false;
    } else if (!plain_amount(c, np, CT_N_CARD, &amount)) {
        return false;
    }
    ct_op3(c->fn, CT_OP_MILL, milled.slot, c->subject.slot, amount, 0);
    if (np->kind == CT_NP)
        ct_low_define(np, milled, 0);
    ct_cl_result(c, milled, 0);
    return true;
}

/* "discard two cards", "discard your hand", "discard a card at random" [CR 701.9] */
bool ct_lower_discard(struct ct_cl *c)
{
    struct ct_low *low = c->low;
    ct_node *np = ct_cl_object(c);
    ct_val cards, result = ct_low_new(low, CT_T_LIST);
    uint16_t player = ct_cl_player(c);
    if (!np)
        return ct_low_refuse(low, c->node, "discarding nothing");
    if (ct_low_is_reference(np) && !(np->num == CT_DET_POSS && ct_zone_of_np(np))) {
        if (!ct_cl_act(c, &cards))
            return false;
    } else if (ct_zone_of_np(np) == CT_ZM_HAND) {
        if (!ct_cl_act(c, &cards))
            return false;
    } else {
        struct ct_fn *is = ct_fn_open(low->ab, CT_FN_NUMBER);
        int32_t no = ct_label(is);
        uint32_t outer = low->ambient;
        uint16_t list = ct_slot(low->ab->frame, CT_T_LIST), owner, same = ct_low_num(low);
        low->ambient = CT_ZM_HAND;
        owner = ct_low_gete(low, is, CT_S_IT, CT_EP_OWNER);
        ct_op3(is, CT_OP_SAME, same, owner, player, 0);
        ct_low_unless(is, same, false, no);
        bool ok = ct_low_test_np(low, is, np, CT_S_IT, no);
        low->ambient = outer;
        ct_low_finish_test(low, is, no);
        ct_op3(c->fn, CT_OP_COLLECT, list, CT_ZM_HAND, is->index, 0);
        if (!ok)
            return false;
        if (ct_cl_adverb(c, CT_ADV_AT_RANDOM)) {
            uint16_t n;
            cards = ct_low_new(low, CT_T_LIST);
            if (!ct_low_amount(low, c->fn, np, &n))
                return false;
            ct_op3(c->fn, CT_OP_RANDOM, cards.slot, list, n, 0);
        } else {
            uint16_t actor = low->actor;
            low->actor = player;
            ok = ct_low_all_or_some(low, c->fn, np, list, &cards);
            low->actor = actor;
            if (!ok)
                return false;
        }
    }
    if (low->gather)
        ct_op3(c->fn, CT_OP_APPEND, low->gather, low->gather, cards.slot, 0);
    else
        ct_op3(c->fn, CT_OP_DISCARD, result.slot, player, cards.slot, 0);
    ct_low_moved(low, np, CT_DEF_OUT);
    ct_cl_result(c, result, 0);
    return true;
}

bool ct_lower_look(struct ct_cl *c)
{
    ct_val cards;
    ct_node *np = ct_cl_object(c);
    if (!np) { /* "at" with what follows */
        ct_node *at = ct_cl_pp(c, CT_PREP_AT);
        ct_see(at);
        np = at ? at->kid[CT_PP_OBJECT] : NULL;
    }
    if (!np)
        return ct_low_refuse(c->low, c->node, "looking at nothing");
    if (!ct_low_operand(c->low, c->fn, np, CT_USE_ACT, &cards))
        return false;
    ct_op2(c->fn, CT_OP_LOOK, ct_cl_player(c), cards.slot, 0);
    ct_cl_result(c, cards, 0);
    return true;
}

bool ct_lower_reveal(struct ct_cl *c)
{
    ct_val cards;
    if (!ct_cl_act(c, &cards))
        return false;
    ct_op1(c->fn, CT_OP_REVEAL, cards.slot, 0);
    ct_cl_result(c, cards, 0);
    return true;
}

/* "Search your library for a basic land card" [CR 701.23]: fewer may be found if it says what kind. */
bool ct_lower_search(struct ct_cl *c)
{
    struct ct_low *low = c->low;
    ct_node *library = ct_cl_object(c), *pp = ct_cl_pp(c, CT_PREP_FOR);
    ct_node *np = pp ? pp->kid[CT_PP_OBJECT] : NULL;
    ct_node *whose = ct_is(library, CT_NP) ? library->kid[CT_NP_POSSESSOR] : NULL;
    uint16_t player, least, most;
    if (!np || !whose || ct_zone_of_np(library) != CT_ZM_LIBRARY || library->nkids > CT_NP_REST)
        return ct_low_refuse(low, c->node, "searching this");
    ct_see(library);
    ct_see_all(library->kid[CT_NP_WORDS]);
    ct_see(pp);
    if (!ct_low_player(low, c->fn, whose, &player))
        return false;
    ct_node *about = np->kind == CT_AND || np->kind == CT_OR ? np->kid[0] : np;
    if (np->kind != CT_NP && np->kind != CT_OR)
        return ct_low_refuse(low, np, "searching for this");
    if (!ct_low_how_many(low, c->fn, about, &least, &most))
        return false;
    ct_val found = ct_low_new(low, CT_T_LIST);
    ct_see(np);
    uint32_t predicate = ct_low_is_any_card(np) ? CT_NO_FN : ct_low_predicate(low, np, CT_ZM_LIBRARY);
    ct_see_all(np->kind == CT_NP ? np->kid[CT_NP_WORDS] : NULL);
    ct_op5(c->fn, CT_OP_SEARCH, found.slot, ct_cl_player(c), player, predicate, most,
           ct_low_is_optional(about) ? 1 : 0);
    ct_low_define(np, found, 0);
    ct_cl_result(c, found, 0);
    return true;
}

/* ---- life [CR 119] ------------------------------------------------------------------------------------------------- */

static bool gain_control(struct ct_cl *c, ct_node *np);

bool ct_lower_gain(struct ct_cl *c)
{
    struct ct_low *low = c->low;
    ct_node *np = ct_cl_object(c);
    uint16_t amount, gained = ct_low_num(low);
    if (np && ct_head_is(np, CT_N_LIFE)) {
        if (!plain_amount(c, np, CT_N_LIFE, &amount))
            return false;
        ct_op3(c->fn, CT_OP_GAINLIFE, gained, c->subject.slot, amount, 0);
        ct_low_define(np, (ct_val){CT_T_NUM, amount}, 0);
        ct_cl_result(c, (ct_val){CT_T_NUM, gained}, 0);
        return true;
    }
    if (np && ct_low_is_control_word(np))
        return gain_control(c, np);
    return ct_low_continuous(low, c->fn, c->node);
}

/* "Gain control of target creature until end of turn" [CR 613.1b] */
static bool gain_control(struct ct_cl *c, ct_node *np)
{
    struct ct_low *low = c->low;
    ct_node *pp = np->nkids == CT_NP_REST + 1 ? np->kid[CT_NP_REST] : NULL;
    ct_node *of = ct_is(pp, CT_PP) && pp->num == CT_PREP_OF ? pp->kid[CT_PP_OBJECT] : NULL;
    ct_val what;
    if (!of) {
        pp = ct_cl_pp(c, CT_PREP_OF);
        of = pp ? pp->kid[CT_PP_OBJECT] : NULL;
    }
    if (!of)
        return ct_low_refuse(low, c->node, "control of what");
    ct_see(pp);
    ct_see(np);
    ct_see_all(np->kid[CT_NP_WORDS]);
    if (ct_low_is_player_np(low, of))
        return ct_low_refuse(low, of, "control of a player");
    if (!ct_low_operand(low, c->fn, of, CT_USE_ACT, &what))
        return false;
    struct ct_fn *layer = ct_fn_open(low->ab, CT_FN_LAYER);
    ct_op1(layer, CT_OP_L_CONTROL, ct_cl_player(c), 0);
    ct_op_imm(layer, CT_OP_END, 0);
    return ct_low_apply(low, c->fn, what, (ct_rec_part){CT_LAYER_CONTROL, layer->index});
}

bool ct_lower_lose(struct ct_cl *c)
{
    struct ct_low *low = c->low;
    ct_node *np = ct_cl_object(c);
    uint16_t amount, lost = ct_low_num(low);
    if (np && ct_head_is(np, CT_N_GAME)) {
        ct_see_all(np);
        ct_op1(c->fn, CT_OP_LOSE, c->subject.slot, 0);
        return true;
    }
    if (ct_is(np, CT_HALF)) {
        if (!ct_low_quantity(low, c->fn, np, &amount))
            return false;
    } else if (np && ct_head_is(np, CT_N_LIFE)) {
        if (!plain_amount(c, np, CT_N_LIFE, &amount))
            return false;
        ct_low_define(np, (ct_val){CT_T_NUM, amount}, 0);
    } else {
        return ct_low_continuous(low, c->fn, c->node);
    }
    ct_op3(c->fn, CT_OP_LOSELIFE, lost, c->subject.slot, amount, 0);
    ct_cl_result(c, (ct_val){CT_T_NUM, lost}, 0);
    return true;
}

bool ct_lower_win(struct ct_cl *c)
{
    ct_node *np = ct_cl_object(c);
    if (!np || !ct_head_is(np, CT_N_GAME))
        return ct_low_refuse(c->low, c->node, "winning this");
    ct_see_all(np);
    ct_op1(c->fn, CT_OP_WIN, ct_cl_player(c), 0);
    return true;
}

bool ct_lower_pay(struct ct_cl *c)
{
    uint32_t first, count;
    uint16_t paid = ct_low_num(c->low);
    if (!ct_low_cost(c->low, c->node, &first, &count))
        return false;
    ct_op3(c->fn, CT_OP_PAY, paid, ct_cl_player(c), 0, CT_COSTLIST(first, count));
    ct_cl_result(c, (ct_val){CT_T_NUM, paid}, 0);
    return true;
}

/* ---- mana [CR 106] --------------------------------------------------------------------------------------------------- */

/* "one mana of any color", "X mana of any one color", "two mana in any combination of colors": no */
static bool add_any(struct ct_cl *c, ct_node *np)
{
    struct ct_low *low = c->low;
    uint16_t amount, colors;
    ct_node *of = np->nkids == CT_NP_REST + 1 ? np->kid[CT_NP_REST] : NULL;
    ct_node *color = ct_is(of, CT_PP) && of->num == CT_PREP_OF ? of->kid[CT_PP_OBJECT] : NULL;
    if (!ct_is(color, CT_NP) || !ct_head_is(color, CT_N_COLOR) || color->nkids > CT_NP_REST)
        return ct_low_refuse(low, np, "this mana");
    ct_see(np);
    ct_see_all(np->kid[CT_NP_WORDS]);
    ct_see(of);
    if (!ct_low_amount(low, c->fn, np, &amount))
        return false;
    if (ct_low_has_state(color, CT_WSTATE_CHOSEN)) {
        colors = ct_low_num(low);
        ct_op2(c->fn, CT_OP_CHOSEN, colors, CT_CH_COLOR, 0);
    } else if (color->num == CT_DET_ANY) {
        int32_t n;
        ct_node *quantity = np->kid[CT_NP_QUANTITY];
        if ((!ct_low_plain_number(low, quantity, &n) || n != 1) && !color->kid[CT_NP_QUANTITY])
            return ct_low_refuse(low, np, "mana of different colors");
        colors = ct_low_const(low, c->fn, CT_ALL_COLORS);
    } else {
        return ct_low_refuse(low, color, "this color of mana");
    }
    ct_see_all(color);
    ct_op3(c->fn, CT_OP_ADDMANAC, ct_cl_player(c), amount, colors, 0);
    return true;
}

/* "Add {W} or {U}": one of them, as the player chooses. */
static bool add_or(struct ct_cl *c, ct_node *list)
{
    struct ct_low *low = c->low;
    uint16_t mask = 0, one = ct_low_const(low, c->fn, 1);
    ct_see(list);
    for (uint32_t i = 0; i < list->nkids; i++) {
        ct_node *mana = list->kid[i];
        const ct_node *symbol = ct_is(mana, CT_MANA) && mana->nkids == 1 ? mana->kid[0] : NULL;
        if (!symbol || symbol->num < CT_SYMBOL_W || symbol->num > CT_SYMBOL_G)
            return ct_low_refuse(low, mana, "this choice of mana");
        ct_see_all(mana);
        mask |= (uint16_t)(1 << (symbol->num - CT_SYMBOL_W));
    }
    ct_op3(c->fn, CT_OP_ADDMANAC, ct_cl_player(c), one, ct_low_const(low, c->fn, mask), 0);
    return true;
}

bool ct_lower_add(struct ct_cl *c)
{
    struct ct_low *low = c->low;
    ct_node *what = ct_cl_object(c);
    uint32_t record;
    if (!what)
        return ct_low_refuse(low, c->node, "adding nothing");
    if (what->kind == CT_OR)
        return add_or(c, what);
    if (what->kind == CT_NP && ct_head_is(what, CT_N_MANA))
        return add_any(c, what);
    if (what->kind != CT_MANA)
        return ct_low_refuse(low, what, "this mana");
    uint16_t times = ct_low_const(low, c->fn, 1);
    if (!ct_low_times(low, c->fn, &times) || !ct_low_mana(low, what, &record))
        return false;
    ct_op2(c->fn, CT_OP_ADDMANA, ct_cl_player(c), times, (int32_t)record);
    return true;
}

/* ---- choosing [CR 608.2d] ------------------------------------------------------------------------------------------------ */

bool ct_low_choice_kind(struct ct_low *low, const ct_node *np, ct_choice_kind *kind)
{
    const ct_node *words = np->kind == CT_NP ? np->kid[CT_NP_WORDS] : NULL;
    const ct_node *head = ct_head_word(np);
    int32_t type = 0;
    if (ct_is(words, CT_GROUP))
        for (uint32_t i = 0; i + 1 < words->nkids; i++) {
            const ct_node *word = words->kid[i];
            if (word->kind == CT_TYPE)
                type = word->num;
            else if ((!ct_is(word, CT_NOUN) || word->num != CT_N_CARD) &&
                     (!ct_is(word, CT_STATE) || word->num != CT_WSTATE_CHOSEN))
                return ct_low_refuse(low, word, "this kind of choice");
        }
    switch (head ? head->num : 0) {
    case CT_N_COLOR: *kind = CT_CH_COLOR; return true;
    case CT_N_NAME: *kind = CT_CH_NAME; return true;
    case CT_N_NUMBER: *kind = CT_CH_NUMBER; return true;
    case CT_N_PLAYER:
    case CT_N_OPPONENT: *kind = CT_CH_PLAYER; return true;
    case CT_N_TYPE:
        *kind = type == CT_WTYPE_LAND ? CT_CH_LAND_TYPE
                : type == 0           ? CT_CH_CREATURE_TYPE
                                      : CT_CH_CREATURE_TYPE;
        if (!type && ct_is(words, CT_GROUP) && words->nkids > 1)
            *kind = CT_CH_CARD_TYPE;
        if (type && type != CT_WTYPE_CREATURE && type != CT_WTYPE_LAND)
            break;
        return true;
    default: break;
    }
    return ct_low_refuse(low, np, "this kind of choice");
}

static bool choose_quality(struct ct_cl *c, ct_node *np)
{
    struct ct_low *low = c->low;
    ct_choice_kind kind;
    uint16_t value = ct_low_num(low), player = ct_cl_player(c);
    if (!ct_low_choice_kind(low, np, &kind))
        return false;
    if (np->nkids > CT_NP_REST || np->kid[CT_NP_QUANTITY])
        return ct_low_refuse(low, np, "this choice");
    switch (kind) {
    case CT_CH_COLOR:
        ct_op3(c->fn, CT_OP_PICKCOLOR, value, player, ct_low_const(low, c->fn, CT_ALL_COLORS), 0);
        break;
    case CT_CH_CREATURE_TYPE: ct_op3(c->fn, CT_OP_PICKTYPE, value, player, CT_FAM_CREATURE, 0); break;
    case CT_CH_LAND_TYPE: ct_op3(c->fn, CT_OP_PICKTYPE, value, player, CT_FAM_LAND, 0); break;
    case CT_CH_CARD_TYPE: ct_op3(c->fn, CT_OP_PICKTYPE, value, player, CT_FAM_CARD_TYPE, 0); break;
    case CT_CH_NAME: {
        /* "a nonland card name": the words before "card name" describe the card [CR 201.3] */
        return ct_low_pick_name(c, np, value, player);
    }
    default: return ct_low_refuse(low, np, "this choice");
    }
    ct_see_all(np);
    ct_op2(c->fn, CT_OP_REMEMBER, kind, value, 0);
    ct_low_define(np, (ct_val){CT_T_NUM, value}, 0);
    return true;
}

bool ct_low_pick_name(struct ct_cl *c, ct_node *np, uint16_t value, uint16_t player)
{
    struct ct_low *low = c->low;
    ct_node *words = np->kid[CT_NP_WORDS];
    if (!ct_word_of(np, CT_NOUN, CT_N_CARD))
        return ct_low_error(low, CT_ERR_INCOMPLETE, np, "the name of a card: \"a card name\"");
    struct ct_fn *is = ct_fn_open(low->ab, CT_FN_NUMBER);
    int32_t no = ct_label(is);
    bool ok = true;
    uint32_t outer = low->ambient;
    low->ambient = CT_ZM_HAND;
    for (uint32_t i = 0; ct_is(words, CT_GROUP) && ok && i + 1 < words->nkids; i++)
        ok = ct_low_test_words(low, is, words->kid[i], CT_S_IT, no);
    low->ambient = outer;
    ct_low_finish_test(low, is, no);
    ct_op3(c->fn, CT_OP_PICKNAME, value, player, is->index, 0);
    ct_op2(c->fn, CT_OP_REMEMBER, CT_CH_NAME, value, 0);
    ct_see_all(np);
    ct_low_define(np, (ct_val){CT_T_NUM, value}, 0);
    return ok;
}

/* "choose new targets for the copy" [CR 115.7d, 707.10c] */
static bool new_targets(struct ct_cl *c, ct_node *np)
{
    struct ct_low *low = c->low;
    ct_node *pp = ct_cl_pp(c, CT_PREP_FOR);
    ct_val spells;
    if (!pp || np->nkids > CT_NP_REST || np->kid[CT_NP_QUANTITY])
        return ct_low_refuse(low, np, "choosing these targets");
    ct_see_all(np);
    ct_see(pp);
    if (!ct_low_operand(low, c->fn, pp->kid[CT_PP_OBJECT], CT_USE_READ, &spells))
        return false;
    struct ct_loop loop = ct_low_loop(low, c->fn, ct_low_list(low, c->fn, spells));
    ct_op2(c->fn, CT_OP_NEWTARGETS, ct_cl_player(c), loop.element, 0);
    ct_low_loop_end(c->fn, loop);
    return true;
}

bool ct_lower_choose(struct ct_cl *c)
{
    struct ct_low *low = c->low;
    ct_node *np = ct_cl_object(c);
    const ct_node *head = np ? ct_head_word(np) : NULL;
    ct_val chosen;
    if (!np)
        return ct_low_refuse(low, c->node, "choosing nothing");
    if (ct_is(head, CT_NOUN) && (head->num == CT_N_COLOR || head->num == CT_N_TYPE ||
                                 head->num == CT_N_NAME || head->num == CT_N_NUMBER))
        return choose_quality(c, np);
    if (ct_low_has_state(np, CT_WSTATE_NEW) && ct_head_is(np, CT_N_TARGET))
        return new_targets(c, np);
    if (!ct_cl_act(c, &chosen))
        return false;
    ct_cl_result(c, chosen, 0);
    return true;
}

/* ---- turns, coins ----------------------------------------------------------------------------------------------------- */

/* "Take an extra turn after this one" [CR 500.7] */
bool ct_lower_take(struct ct_cl *c)
{
    ct_node *np = ct_cl_object(c);
    if (!ct_is(np, CT_NP) || !ct_head_is(np, CT_N_TURN) || np->kid[CT_NP_QUANTITY] ||
        !ct_low_has_state(np, CT_WSTATE_EXTRA))
        return ct_low_refuse(c->low, c->node, "taking this");
    ct_node *after = ct_cl_pp(c, CT_PREP_AFTER);
    for (uint32_t i = CT_NP_REST; i < np->nkids && !after; i++)
        if (ct_is(np->kid[i], CT_PP) && np->kid[i]->num == CT_PREP_AFTER)
            after = np->kid[i];
    if (!after || !ct_is(after->kid[CT_PP_OBJECT], CT_PRONOUN) ||
        after->kid[CT_PP_OBJECT]->num != CT_PRONOUN_THIS_ONE)
        return ct_low_refuse(c->low, np, "a turn at this time");
    ct_see_all(np);
    ct_see_all(after);
    ct_op1(c->fn, CT_OP_EXTRATURN, ct_cl_player(c), 0);
    return true;
}

/* "End the turn" [CR 724] */
bool ct_lower_end(struct ct_cl *c)
{
    ct_node *np = ct_cl_object(c);
    if (!ct_is(np, CT_NP) || !ct_head_is(np, CT_N_TURN) || np->num != CT_DET_THE)
        return ct_low_refuse(c->low, c->node, "ending this");
    ct_see_all(np);
    ct_op_imm(c->fn, CT_OP_ENDTURN, 0);
    return true;
}

bool ct_lower_skip(struct ct_cl *c)
{
    ct_node *np = ct_cl_object(c);
    const ct_node *head = np ? ct_head_word(np) : NULL;
    int32_t what;
    if (!ct_is(np, CT_NP) || !ct_low_has_state(np, CT_WSTATE_NEXT) || !ct_is(head, CT_NOUN) ||
        np->nkids > CT_NP_REST || np->kid[CT_NP_QUANTITY])
        return ct_low_refuse(c->low, c->node, "skipping this");
    switch (head->num) {
    case CT_N_TURN: what = CT_SKIP_TURN; break;
    case CT_N_COMBAT_PHASE: what = CT_SKIP_COMBAT; break;
    case CT_N_DRAW_STEP: what = CT_STEP_DRAW; break;
    case CT_N_UNTAP_STEP: what = CT_STEP_UNTAP; break;
    case CT_N_UPKEEP_STEP: what = CT_STEP_UPKEEP; break;
    default: return ct_low_refuse(c->low, np, "skipping this");
    }
    ct_see_all(np);
    ct_op2(c->fn, CT_OP_SKIP, ct_cl_player(c), what, 0);
    return true;
}

bool ct_lower_flip(struct ct_cl *c)
{
    ct_node *np = ct_cl_object(c);
    uint16_t won = ct_low_num(c->low);
    if (!ct_is(np, CT_NP) || !ct_head_is(np, CT_N_COIN) || np->kid[CT_NP_QUANTITY])
        return ct_low_refuse(c->low, c->node, "flipping this");
    ct_see_all(np);
    ct_op2(c->fn, CT_OP_FLIP, won, ct_cl_player(c), 0);
    ct_cl_result(c, (ct_val){CT_T_NUM, won}, 0);
    return true;
}

/* "cast a spell from your hand": a half of a card is chosen by what it would be as a spell
 * [CR 601.3e, 715.3a], so the cards are collected and the description is left to the instruction. */
static bool cast_one_of(struct ct_cl *c, ct_node *np, uint16_t spell, int32_t flags)
{
    struct ct_low *low = c->low;
    uint16_t cards;
    uint32_t zones = 0;
    if (!ct_low_source_list(low, c->fn, np, &cards))
        return false;
    if (cards == UINT16_MAX) {
        zones = ct_low_zones(low, np);
        if (!zones)
            return ct_low_refuse(low, np, "casting this from where");
        cards = ct_slot(low->ab->frame, CT_T_LIST);
        ct_op3(c->fn, CT_OP_COLLECT, cards, zones, CT_NO_FN, 0);
    }
    const uint32_t is = ct_low_predicate(low, np, zones);
    ct_op5(c->fn, CT_OP_CASTONE, spell, ct_cl_player(c), cards, is, (unsigned)flags, -1);
    ct_low_define(np, (ct_val){CT_T_ENT, spell}, 0);
    return !low->failed;
}

/* "cast it without paying its mana cost" [CR 601.3b, 118.9] */
bool ct_lower_cast(struct ct_cl *c)
{
    struct ct_low *low = c->low;
    ct_node *np = ct_cl_object(c);
    ct_val card;
    int32_t flags = 0;
    ct_node *without = ct_cl_pp(c, CT_PREP_WITHOUT);
    if (without && !ct_low_without_paying(low, without, &flags))
        return false;
    uint16_t spell = ct_slot(low->ab->frame, CT_T_ENT);
    if (ct_is(np, CT_NP) && np->num == CT_DET_A && ct_head_is(np, CT_N_SPELL) && !np->kid[CT_NP_QUANTITY] && !ct_low_is_reference(np)) {
        ct_see(np);
        if (!cast_one_of(c, np, spell, flags))
            return false;
    } else {
        if (!ct_cl_act(c, &card))
            return false;
        ct_op4(c->fn, CT_OP_CAST, spell, ct_cl_player(c), ct_low_entity(low, c->fn, card), flags, -1);
    }
    ct_low_moved(low, np, CT_DEF_IN);
    ct_cl_result(c, (ct_val){CT_T_ENT, spell}, 0);
    return true;
}
