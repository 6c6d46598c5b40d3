/* Choices made while something resolves [CR 608.2d], and what is left to chance [CR 705, 706]. */
#include "runtime/chars.h"
#include "runtime/decision.h"
#include "runtime/event.h"
#include "runtime/known.h"
#include "runtime/memory.h"
#include "runtime/object.h"
#include "runtime/rules.h"
#include "runtime/vm.h"

/* Names and types that fit into one decision. */
enum { MAX_SYMBOLS = 8000 };

/* Who chooses: the player of a slot, or the ability's controller when that is nobody. */
static bool chooser(const ct_game *g, const ct_frame *f, uint16_t slot, unsigned *player)
{
    ct_ent e = ct_is_player(f->slot[slot]) ? f->slot[slot] : f->slot[CT_S_YOU];
    *player = ct_player_index(e);
    return ct_is_player(e) && *player < g->s->nplayers && g->s->player[*player].alive;
}

static ct_ent source_of(const ct_frame *f)
{
    return f->self_object ? f->self_object : f->slot[CT_S_THIS];
}

/* Opens a decision for a handler that goes on at its next stage. */
static void ask(ct_game *g, ct_frame *f, ct_decision_kind kind, unsigned player)
{
    f->stage++;
    ct_ask(g, kind, player, source_of(f));
}

/* ---- yes or no, numbers, words -----------------------------------------------------------------
 */
ct_status ct_do_MAY(ct_game *g, ct_frame *f, const ct_insn *i)
{
    unsigned player;
    if (f->stage == 0 && chooser(g, f, i->b, &player)) {
        ask(g, f, CT_DEC_YESNO, player);
        g->s->decision.prompt = (uint32_t)i->imm;
        ct_option_add(g, CT_OPT_YES, 0, 0, 0);
        ct_option_add(g, CT_OPT_NO, 0, 0, 0);
        return CT_WAIT;
    }
    f->slot[i->a] = f->stage != 0 && ct_picked(g).kind == CT_OPT_YES;
    return CT_DONE;
}

ct_status ct_do_PICKNUM(ct_game *g, ct_frame *f, const ct_insn *i)
{
    unsigned player;
    if (f->stage == 0 && chooser(g, f, i->b, &player)) {
        ask(g, f, CT_DEC_NUMBER, player);
        ct_ask_range(g, ct_num(f, i->c), ct_num(f, i->d));
        return CT_WAIT;
    }
    f->slot[i->a] = f->stage ? (uint32_t)ct_picked_number(g) : 0;
    return CT_DONE;
}

/* One bit of a mask: its number, or the mask of it alone. */
static ct_status pick_bit(ct_game *g, ct_frame *f, const ct_insn *i, ct_decision_kind kind,
                          uint32_t mask)
{
    unsigned player;
    if (f->stage == 0 && mask && chooser(g, f, i->b, &player)) {
        ask(g, f, kind, player);
        for (uint32_t bit = 0; bit < 32; bit++)
            if (mask >> bit & 1)
                ct_option_add(g, CT_OPT_NUMBER, kind == CT_DEC_COLOR ? 1u << bit : bit, 0, 0);
        return CT_WAIT;
    }
    f->slot[i->a] = f->stage ? ct_picked(g).a : 0;
    return CT_DONE;
}

ct_status ct_do_PICKCOLOR(ct_game *g, ct_frame *f, const ct_insn *i)
{
    return pick_bit(g, f, i, CT_DEC_COLOR, f->slot[i->c] & CT_ALL_COLORS);
}

ct_status ct_do_PICKMODE(ct_game *g, ct_frame *f, const ct_insn *i)
{
    return pick_bit(g, f, i, CT_DEC_MODE, f->slot[i->c]);
}

/* The words that the set has: card types [CR 205.2a] or the subtypes of a family [CR 205.3]. */
static void offer_types(ct_game *g, unsigned family)
{
    static const char *const words[] = {
#define TYPE(name, word, plural, permanent) word,
#include "runtime/types.def"
#undef TYPE
    };
    if (family == CT_FAM_CARD_TYPE) {
        for (unsigned t = 0; t < CT_NTYPES; t++) {
            ct_w symbol = ct_set_symbol(g->set, words[t], __builtin_strlen(words[t]));
            if (symbol != CT_NONE) ct_option_add(g, CT_OPT_SYMBOL, symbol, 0, 0);
        }
        return;
    }
    unsigned n = 0;
    for (uint32_t k = 0; k < g->known->nsubtype && n < MAX_SYMBOLS; k++) {
        uint32_t symbol = g->known->subtype[k];
        if (!(ct_families(g, symbol) >> family & 1)) continue;
        ct_option_add(g, CT_OPT_SYMBOL, symbol, 0, 0);
        n++;
    }
}

/* A decision over symbols that are already offered; without any there is nothing to choose. */
static ct_status wait_for_symbol(ct_game *g, ct_frame *f, const ct_insn *i)
{
    if (g->s->pool[CT_POOL_option].used > 0) return CT_WAIT;
    g->s->decision.kind = CT_DEC_NONE;
    f->slot[i->a] = 0;
    return CT_DONE;
}

ct_status ct_do_PICKTYPE(ct_game *g, ct_frame *f, const ct_insn *i)
{
    unsigned player;
    if (f->stage == 0 && chooser(g, f, i->b, &player)) {
        ask(g, f, CT_DEC_SYMBOL, player);
        offer_types(g, i->c);
        return wait_for_symbol(g, f, i);
    }
    f->slot[i->a] = f->stage ? ct_picked(g).a : 0;
    return CT_DONE;
}

/* [CR 201.4] A name is that of a card, or of one of its halves, that has the characteristics named;
 * each half is judged by its own. A card made for the occasion stands for each in turn. */
static void offer_names(ct_game *g, ct_frame *f, uint16_t fn, unsigned player)
{
    const ct_set *set = g->set;
    ct_ent card = set->ncard ? ct_object_new(g, CT_OBJ_CARD, 0, set->card[0].face0, player) : 0;
    unsigned n = 0;
    for (uint32_t c = 0; card && c < set->ncard; c++) {
        for (uint32_t k = 0; k < set->card[c].nfaces && n < MAX_SYMBOLS; k++) {
            uint32_t face = set->card[c].face0 + k;
            ct_object *o = ct_obj(g, card);
            o->card = c;
            o->face = face;
            ct_as_face(g, card, face, player);
            bool fits = ct_test(g, f, fn, card);
            ct_as_face_end(g);
            if (!fits) continue;
            ct_option_add(g, CT_OPT_SYMBOL, set->face[face].name, 0, 0);
            n++;
        }
    }
    if (card) ct_object_cease(g, card);
}

ct_status ct_do_PICKNAME(ct_game *g, ct_frame *f, const ct_insn *i)
{
    unsigned player;
    if (f->stage == 0 && chooser(g, f, i->b, &player)) {
        ask(g, f, CT_DEC_SYMBOL, player);
        offer_names(g, f, i->c, player);
        return wait_for_symbol(g, f, i);
    }
    f->slot[i->a] = f->stage ? ct_picked(g).a : 0;
    return CT_DONE;
}

/* ---- some of a list -------------------------------------------------------------------------- */
typedef struct selection { /* what is chosen from, and how many */
    ct_list from;
    int32_t min, max;
} selection;

static void bound_selection(const ct_game *g, selection *s)
{
    int32_t n = (int32_t)ct_list_len(g, s->from);
    if (s->max > n) s->max = n;
    if (s->max < 0) s->max = 0;
    if (s->min > s->max) s->min = s->max;
    if (s->min < 0) s->min = 0;
}

/* Offers what can be the next pick: behind the last one, and with enough left to reach the minimum.
 */
static ct_status offer_next(ct_game *g, ct_frame *f, const selection *s, unsigned player)
{
    int32_t n = (int32_t)ct_list_len(g, s->from), have = (int32_t)ct_list_len(g, f->scratch[0]);
    ct_ask(g, CT_DEC_PICK, player, source_of(f));
    for (int32_t k = (int32_t)f->scratch[1]; k < n && have + n - k >= s->min; k++)
        ct_option_add(g, CT_OPT_ENT, ct_list_at(g, s->from, (uint32_t)k), (uint32_t)k, 0);
    if (have >= s->min) ct_option_add(g, CT_OPT_DONE, 0, 0, 0);
    f->stage = 1;
    return CT_WAIT;
}

static ct_list with_one_more(ct_game *g, ct_list l, ct_ent e)
{
    ct_list longer = ct_list_begin(g);
    for (uint32_t k = 0; k < ct_list_len(g, l); k++)
        ct_list_push(g, longer, ct_list_at(g, l, k));
    ct_list_push(g, longer, e);
    return ct_list_end(g, longer);
}

/* One pick after the other; scratch: 0 the picks, 1 the place of the next in the list. CT_DONE when
 * all is chosen. */
static ct_status select_some(ct_game *g, ct_frame *f, const selection *s, unsigned player)
{
    if (f->stage == 1) {
        ct_option picked = ct_picked(g);
        if (picked.kind != CT_OPT_ENT) return CT_DONE;
        f->scratch[0] = with_one_more(g, f->scratch[0], picked.a);
        f->scratch[1] = picked.b + 1;
    } else {
        f->scratch[0] = CT_EMPTY_LIST;
        f->scratch[1] = 0;
    }
    bool more =
        f->scratch[1] < ct_list_len(g, s->from) && (int32_t)ct_list_len(g, f->scratch[0]) < s->max;
    return more ? offer_next(g, f, s, player) : CT_DONE;
}

ct_status ct_do_CHOOSE(ct_game *g, ct_frame *f, const ct_insn *i)
{
    unsigned player;
    selection s = {f->slot[i->c], ct_num(f, i->d), ct_num(f, i->e)};
    if (f->stage == 0 &&
        ((int64_t)ct_list_len(g, s.from) < s.min || !chooser(g, f, i->b, &player))) {
        f->slot[i->a] = s.from;
        return CT_DONE;
    }
    chooser(g, f, i->b, &player);
    bound_selection(g, &s);
    ct_status status = select_some(g, f, &s, player);
    if (status == CT_DONE) f->slot[i->a] = f->scratch[0];
    return status;
}

ct_status ct_do_CHOOSE1(ct_game *g, ct_frame *f, const ct_insn *i)
{
    unsigned player;
    ct_list from = f->slot[i->c];
    if (f->stage == 0 && from != CT_EMPTY_LIST && chooser(g, f, i->b, &player)) {
        ask(g, f, CT_DEC_PICK, player);
        for (uint32_t k = 0; k < ct_list_len(g, from); k++)
            ct_option_add(g, CT_OPT_ENT, ct_list_at(g, from, k), k, 0);
        return CT_WAIT;
    }
    f->slot[i->a] = f->stage ? ct_picked(g).a : CT_NOBODY;
    return CT_DONE;
}

/* [CR 701.23] A player looks through a library for cards that fit; cards of a quality need not be
 * found [CR 701.23b], cards without one must be [CR 701.23d]. The library is not shuffled by this.
 */
ct_status ct_do_SEARCH(ct_game *g, ct_frame *f, const ct_insn *i)
{
    unsigned player;
    ct_ent whose = f->slot[i->c];
    bool able = chooser(g, f, i->b, &player) && ct_is_player(whose) &&
                ct_player_index(whose) < g->s->nplayers &&
                !ct_rule_applies(g, CT_RULE_CANT_SEARCH, ct_player_ent(player), CT_NOBODY);
    if (f->stage == 0) {
        f->slot[i->a] = CT_EMPTY_LIST;
        if (!able) return CT_DONE;
        ct_list found = CT_EMPTY_LIST;
        CT_EACH(g, e, CT_ZONE_LIBRARY, ct_player_index(whose))
        {
            if (ct_test(g, f, i->d, e)) found = with_one_more(g, found, e);
        }
        f->scratch[2] = found;
    }
    bool must = i->d == CT_NO_FN && i->imm == 0;
    selection s = {f->scratch[2], must ? ct_num(f, i->e) : 0, ct_num(f, i->e)};
    bound_selection(g, &s);
    ct_status status = select_some(g, f, &s, player);
    if (status != CT_DONE) return status;
    f->slot[i->a] = f->scratch[0];
    ct_note(g, &(ct_event){
                   .kind = CT_EV_SEARCH, .player = ct_player_ent(player), .cause = source_of(f)});
    return CT_DONE;
}

/* ---- an order, a division ----------------------------------------------------------------------
 */
static ct_list without(ct_game *g, ct_list l, uint32_t at)
{
    ct_list rest = ct_list_begin(g);
    for (uint32_t k = 0; k < ct_list_len(g, l); k++)
        if (k != at) ct_list_push(g, rest, ct_list_at(g, l, k));
    return ct_list_end(g, rest);
}

/* scratch: 0 what is ordered, 1 what is left. */
ct_status ct_do_ORDER(ct_game *g, ct_frame *f, const ct_insn *i)
{
    unsigned player;
    if (f->stage == 0) {
        f->scratch[0] = CT_EMPTY_LIST;
        f->scratch[1] = f->slot[i->c];
    } else {
        ct_option picked = ct_picked(g);
        f->scratch[0] = with_one_more(g, f->scratch[0], picked.a);
        f->scratch[1] = without(g, f->scratch[1], picked.b);
    }
    uint32_t left = ct_list_len(g, f->scratch[1]);
    if (left > 1 && chooser(g, f, i->b, &player)) {
        ct_ask(g, CT_DEC_ORDER, player, source_of(f));
        for (uint32_t k = 0; k < left; k++)
            ct_option_add(g, CT_OPT_ENT, ct_list_at(g, f->scratch[1], k), k, 0);
        f->stage = 1;
        return CT_WAIT;
    }
    for (uint32_t k = 0; k < left; k++)
        f->scratch[0] = with_one_more(g, f->scratch[0], ct_list_at(g, f->scratch[1], k));
    f->slot[i->a] = f->scratch[0];
    return CT_DONE;
}

/* The element at hand AMOUNT times at the end of the division. */
static ct_list repeated(ct_game *g, ct_list l, ct_ent e, int32_t amount)
{
    ct_list longer = ct_list_begin(g);
    for (uint32_t k = 0; k < ct_list_len(g, l); k++)
        ct_list_push(g, longer, ct_list_at(g, l, k));
    for (; amount > 0 && g->s->over == CT_NOT_OVER; amount--)
        ct_list_push(g, longer, e);
    return ct_list_end(g, longer);
}

/* [CR 601.2d] Each gets at least one, as far as there is enough. scratch: 0 the division, 1 the
 * element at hand, 2 the amount left. */
ct_status ct_do_DIVIDE(ct_game *g, ct_frame *f, const ct_insn *i)
{
    unsigned player;
    ct_list among = f->slot[i->c];
    int32_t n = (int32_t)ct_list_len(g, among);
    if (f->stage == 0) {
        f->scratch[0] = CT_EMPTY_LIST;
        f->scratch[1] = 0;
        f->scratch[2] = f->slot[i->d];
    } else {
        int32_t part = ct_picked_number(g);
        f->scratch[0] = repeated(g, f->scratch[0], ct_list_at(g, among, f->scratch[1]), part);
        f->scratch[1]++;
        f->scratch[2] -= (uint32_t)part;
    }
    int32_t at = (int32_t)f->scratch[1], left = (int32_t)f->scratch[2];
    if (at + 1 < n && left > 0 && chooser(g, f, i->b, &player)) {
        int32_t behind = n - at - 1, least = left > behind;
        ct_ask(g, CT_DEC_DIVIDE, player, source_of(f));
        ct_ask_range(g, least, least ? left - behind : left);
        ct_option_add(g, CT_OPT_ENT, ct_list_at(g, among, (uint32_t)at), 0, 0);
        f->stage = 1;
        return CT_WAIT;
    }
    if (at < n)
        f->scratch[0] = repeated(g, f->scratch[0], ct_list_at(g, among, (uint32_t)at), left);
    f->slot[i->a] = f->scratch[0];
    return CT_DONE;
}

/* ---- chance ------------------------------------------------------------------------------------
 */
ct_status ct_do_RANDOM(ct_game *g, ct_frame *f, const ct_insn *i)
{
    ct_list from = f->slot[i->b];
    int32_t n = ct_num(f, i->c);
    ct_list drawn = CT_EMPTY_LIST;
    for (; n > 0 && from != CT_EMPTY_LIST && g->s->over == CT_NOT_OVER; n--) {
        uint32_t at = ct_random(g, ct_list_len(g, from));
        drawn = with_one_more(g, drawn, ct_list_at(g, from, at));
        from = without(g, from, at);
    }
    f->slot[i->a] = drawn;
    return CT_DONE;
}

/* [CR 705.2] */
ct_status ct_do_FLIP(ct_game *g, ct_frame *f, const ct_insn *i)
{
    int32_t won = (int32_t)ct_random(g, 2);
    f->slot[i->a] = (uint32_t)won;
    ct_note(g, &(ct_event){.kind = CT_EV_COINFLIP,
                           .player = f->slot[i->b],
                           .amount = won,
                           .cause = source_of(f)});
    return CT_DONE;
}

/* [CR 706.2] */
ct_status ct_do_ROLL(ct_game *g, ct_frame *f, const ct_insn *i)
{
    f->slot[i->a] = i->imm > 0 ? 1 + ct_random(g, (uint32_t)i->imm) : 0;
    return CT_DONE;
}

/* ---- what is kept for later --------------------------------------------------------------------
 */
ct_status ct_do_REMEMBER(ct_game *g, ct_frame *f, const ct_insn *i)
{
    ct_remember(g, f->slot[CT_S_THIS], i->a, f->slot[i->b]);
    return CT_DONE;
}

/* [CR 607.2a] */
ct_status ct_do_LINK(ct_game *g, ct_frame *f, const ct_insn *i)
{
    const ct_rec_ability *ab = &g->set->ability[f->ability];
    uint32_t kind = CT_MEM_LINK + i->a, value = f->slot[i->b];
    if (g->set->word[ab->slot0 + i->b] != CT_T_LIST) {
        if (value != CT_NOBODY) ct_remember(g, f->slot[CT_S_THIS], kind, value);
        return CT_DONE;
    }
    for (uint32_t k = 0; k < ct_list_len(g, value); k++)
        ct_remember(g, f->slot[CT_S_THIS], kind, ct_list_at(g, value, k));
    return CT_DONE;
}

/* Looking changes nothing: what a player has seen is the player's to know [CR 701.20e]. */
ct_status ct_do_LOOK(ct_game *g, ct_frame *f, const ct_insn *i)
{
    (void)g;
    (void)f;
    (void)i;
    return CT_DONE;
}
