/* Casting and playing while something resolves [CR 608.2g, 601.3]. */
#include "runtime/activate.h"
#include "runtime/cast.h"
#include "runtime/decision.h"
#include "runtime/operand.h"

enum { MAX_PLAYS = 128 };

typedef struct ct_castoffer_locals {
    uint32_t player, flags, ability, list;
    int32_t costs;
    uint32_t nplays;
    struct {
        ct_ent card;
        uint32_t half;
    } play[MAX_PLAYS];
    ct_play chosen;
} ct_castoffer_locals;

/* Adds the halves of a card that can be cast or played and, as the spells they
 * would be, satisfy fn of the frame. */
static void add_plays(ct_game *g, ct_castoffer_locals *l, ct_frame *f, uint32_t fn, ct_ent card)
{
    ct_play play[2];
    const uint32_t n = ct_plays_by_effect(g, l->player, card, l->flags, play);
    for (uint32_t k = 0; k < n && l->nplays < MAX_PLAYS; k++) {
        const ct_look look = ct_look_as(g, card, play[k].face, l->player);
        const bool fits = fn == CT_NO_FN || ct_test(g, f, fn, card);
        ct_look_end(g, &look);
        if (!fits) continue;
        l->play[l->nplays].card = card;
        l->play[l->nplays++].half = play[k].face - g->set->card[ct_obj(g, card)->card].face0;
    }
}

/* Which one, if there are several. */
static void ask_which(ct_game *g, const ct_castoffer_locals *l)
{
    ct_ask(g, CT_DEC_PICK, l->player, l->play[0].card);
    for (uint32_t k = 0; k < l->nplays; k++) {
        const ct_object *o = ct_obj(g, l->play[k].card);
        const bool land =
            g->set->face[g->set->card[o->card].face0 + l->play[k].half].types & CT_TYPE_LAND;
        ct_option_add(g, land ? CT_OPT_LAND : CT_OPT_CAST, l->play[k].card, l->play[k].half,
                      CT_PERM_EFFECT);
    }
}

static bool find_chosen(ct_game *g, ct_castoffer_locals *l, uint32_t index)
{
    ct_play play[2];
    const ct_ent card = l->play[index].card;
    const uint32_t n = ct_plays_by_effect(g, l->player, card, l->flags, play);
    for (uint32_t k = 0; k < n; k++)
        if (play[k].face == g->set->card[ct_obj(g, card)->card].face0 + l->play[index].half) {
            l->chosen = play[k];
            if (l->costs != -1) {
                l->chosen.ability = l->ability;
                l->chosen.cost0 = CT_COSTLIST_FIRST(l->costs);
                l->chosen.ncosts = CT_COSTLIST_COUNT(l->costs);
            }
            return true;
        }
    return false;
}

ct_status ct_task_CASTOFFER(ct_game *g, ct_task *t)
{
    ct_castoffer_locals *l = ct_locals(t);
    CT_BEGIN(t);
    g->s->answer = 0;
    if (l->nplays > 1) CT_ASK(t, 1, ask_which(g, l));
    if (l->nplays == 0 || !find_chosen(g, l, g->s->answer)) {
        g->s->ret = CT_NOBODY;
        return CT_DONE;
    }
    if (l->chosen.land)
        CT_AWAIT(t, 2, ct_start_play_land(g, &l->chosen));
    else
        CT_AWAIT(t, 3, ct_start_cast(g, &l->chosen));
    CT_FINISH(t);
}

static ct_castoffer_locals *start(ct_game *g, const ct_frame *f, ct_ent who, uint32_t flags,
                                  int32_t costs)
{
    ct_castoffer_locals *l = CT_PUSH(g, CT_TASK_CASTOFFER, ct_castoffer_locals);
    if (!l) return NULL;
    l->player = ct_player_index(who);
    l->flags = flags;
    l->ability = f->ability;
    l->costs = costs;
    return l;
}

static ct_status do_play(ct_game *g, ct_frame *f, const ct_insn *i, uint32_t flags, int32_t costs)
{
    if (f->stage != 0) {
        f->slot[i->a] = g->s->ret;
        return CT_DONE;
    }
    f->slot[i->a] = CT_NOBODY;
    if (!ct_is_player(f->slot[i->b])) return CT_DONE;
    ct_castoffer_locals *l = start(g, f, f->slot[i->b], flags, costs);
    if (!l) return CT_ENDED;
    add_plays(g, l, f, CT_NO_FN, f->slot[i->c]);
    f->stage = 1;
    return CT_RUN;
}

ct_status ct_do_CAST(ct_game *g, ct_frame *f, const ct_insn *i)
{
    return do_play(g, f, i, i->d, i->imm);
}

ct_status ct_do_PLAYLAND(ct_game *g, ct_frame *f, const ct_insn *i)
{
    return do_play(g, f, i, CT_PLAY_LANDS, -1);
}

ct_status ct_do_CASTONE(ct_game *g, ct_frame *f, const ct_insn *i)
{
    if (f->stage != 0) {
        f->slot[i->a] = g->s->ret;
        return CT_DONE;
    }
    f->slot[i->a] = CT_NOBODY;
    if (!ct_is_player(f->slot[i->b])) return CT_DONE;
    ct_castoffer_locals *l = start(g, f, f->slot[i->b], i->e, i->imm);
    if (!l) return CT_ENDED;
    const ct_list cards = f->slot[i->c];
    for (uint32_t k = 0; k < ct_list_len(g, cards); k++)
        add_plays(g, l, f, i->d, ct_list_at(g, cards, k));
    f->stage = 1;
    return CT_RUN;
}
