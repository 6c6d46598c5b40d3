/* The public face of the runtime (cantrip/game.h): sets from files, games behind an opaque handle.
 */
#include "cantrip/game.h"

#include "runtime/game.h"
#include "runtime/log.h"
#include "runtime/verify.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- sets ----------------------------------------------------------------------------------- */

ct_set *ct_set_read(const char *path, char *message, size_t size)
{
    ct_set *set = calloc(1, sizeof *set);
    ct_set_status status = set ? ct_set_open(set, path) : CT_SET_NOMEM;
    ct_verify_error error;

    if (status == CT_SET_OK && ct_verify(set, &error)) return set;
    if (message && status != CT_SET_OK)
        snprintf(message, size, "%s", ct_set_status_text(status));
    else if (message)
        ct_verify_message(&error, message, size);
    ct_set_free(set);
    return NULL;
}

uint32_t ct_set_count(const ct_set *set)
{
    return set->ncard;
}

int64_t ct_set_find(const ct_set *set, const char *name)
{
    ct_w card = ct_set_find_card(set, name, strlen(name), NULL);

    return card == CT_NONE ? -1 : (int64_t)card;
}

/* LEN bytes, cut to SIZE and terminated; returns how many were kept. */
static size_t copy_text(char *out, size_t size, const char *text, size_t len)
{
    if (size == 0) return 0;
    if (len >= size) len = size - 1;
    if (len) memcpy(out, text, len);
    out[len] = '\0';
    return len;
}

size_t ct_set_name(const ct_set *set, uint32_t index, char *name, size_t size)
{
    size_t len = 0;
    const char *text = index < set->ncard ? ct_set_text(set, set->card[index].name, &len) : "";

    return copy_text(name, size, text, len);
}

/* ---- games ---------------------------------------------------------------------------------- */

ct_game *ct_game_start(const ct_set *set, const struct ct_game_setup *setup)
{
    ct_new_game how = {.nplayers = 2, .seed = setup->seed, .no_mulligans = setup->no_mulligans};

    for (int i = 0; i < 2; i++)
        how.seat[i] = (ct_seat){.cards = setup->decks[i].cards, .ncards = setup->decks[i].count};
    return ct_game_new(set, &how);
}

enum ct_progress ct_game_advance(ct_game *game)
{
    if (ct_run(game) == CT_WAIT) return CT_GAME_ASKS;
    switch ((ct_over)game->s->over) {
    case CT_OVER_WIN:
        return CT_GAME_WON;
    case CT_OVER_DRAW:
    case CT_OVER_LOOP:
        return CT_GAME_DRAWN;
    default:
        return CT_GAME_STOPPED;
    }
}

static const char *const whats[CT_NDECISIONS] = {"nothing",
#define D(name, what, options) what,
                                                 CT_DECISIONS(D)
#undef D
};

bool ct_game_choice(const ct_game *game, struct ct_choice *choice)
{
    const ct_decision_rec *open = &game->s->decision;

    if (game->s->over || open->kind == CT_DEC_NONE || open->kind >= CT_NDECISIONS) return false;
    *choice = (struct ct_choice){
        .what = whats[open->kind],
        .player = open->player,
        .options = open->noptions,
        .is_number = ct_decision_is_range(game),
    };
    if (choice->is_number) {
        choice->options = (uint32_t)(open->hi - open->lo) + 1;
        choice->least = open->lo;
    }
    return true;
}

bool ct_game_answer(ct_game *game, uint32_t index)
{
    return ct_answer(game, index);
}

int32_t ct_game_life(const ct_game *game, uint32_t player)
{
    return player < game->s->nplayers ? game->s->player[player].life : 0;
}

uint32_t ct_game_turn(const ct_game *game)
{
    return game->s->turn;
}

int ct_game_winner(const ct_game *game)
{
    return game->s->over == CT_OVER_WIN ? (int)ct_player_index(game->s->winner) : -1;
}

ct_game *ct_game_fork(const ct_game *game)
{
    ct_game *fork = ct_game_reserve(game->set);

    if (fork) ct_game_copy(fork, game);
    return fork;
}

/* ---- answers in words ----------------------------------------------------------------------- */

struct words {
    char *out;
    size_t size, len;
};

static void put(struct words *words, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(struct words *words, const char *format, ...)
{
    va_list args;
    int len;

    va_start(args, format);
    len = vsnprintf(words->out + words->len, words->size - words->len, format, args);
    va_end(args);
    if (len > 0) words->len += (size_t)len;
    if (words->len >= words->size) words->len = words->size - 1;
}

static void put_symbol(struct words *words, const ct_game *game, ct_w symbol)
{
    size_t len = 0;
    const char *text = ct_set_text(game->set, symbol, &len);

    put(words, "%.*s", (int)len, text);
}

static void put_entity(struct words *words, const ct_game *game, ct_ent entity)
{
    const ct_object *object = ct_obj(game, entity);

    if (ct_is_player(entity)) {
        put(words, "player %u", ct_player_index(entity) + 1);
        return;
    }
    if (object && object->kind == CT_OBJ_ABILITY) {
        put(words, "an ability of ");
        object = ct_obj(game, object->source);
    }
    if (object && object->face < game->set->nface)
        put_symbol(words, game, game->set->face[object->face].name);
    else
        put(words, "something");
}

/* The half of a card that would be cast. */
static void put_cast(struct words *words, const ct_game *game, const ct_option *option)
{
    const ct_object *object = ct_obj(game, option->a);
    ct_w face = object && object->card < game->set->ncard
                    ? game->set->card[object->card].face0 + option->b
                    : CT_NONE;

    put(words, "cast ");
    if (face < game->set->nface)
        put_symbol(words, game, game->set->face[face].name);
    else
        put_entity(words, game, option->a);
}

static void put_option(struct words *words, const ct_game *game, const ct_option *option)
{
    switch ((ct_option_kind)option->kind) {
    case CT_OPT_PASS:
        put(words, "pass");
        break;
    case CT_OPT_DONE:
        put(words, "no more");
        break;
    case CT_OPT_YES:
        put(words, "yes");
        break;
    case CT_OPT_NO:
        put(words, "no");
        break;
    case CT_OPT_ENT:
        put_entity(words, game, option->a);
        break;
    case CT_OPT_PAIR:
        put_entity(words, game, option->a);
        put(words, " and ");
        put_entity(words, game, option->b);
        break;
    case CT_OPT_NUMBER:
        put(words, "%d", (int32_t)option->a);
        break;
    case CT_OPT_SYMBOL:
        put_symbol(words, game, option->a);
        break;
    case CT_OPT_CAST:
        put_cast(words, game, option);
        break;
    case CT_OPT_LAND:
        put(words, "play ");
        put_entity(words, game, option->a);
        break;
    case CT_OPT_ACTIVATE:
        put(words, "activate ability %u of ", option->b + 1);
        put_entity(words, game, option->a);
        break;
    case CT_OPT_MANA:
        put(words, "pay with mana of the pool");
        break;
    case CT_OPT_LIFE:
        put(words, "pay life");
        break;
    case CT_OPT_SPECIAL:
        put(words, "take a special action");
        break;
    }
}

size_t ct_game_option(const ct_game *game, uint32_t index, char *text, size_t size)
{
    struct words words = {text, size, 0};
    struct ct_choice choice;

    if (size == 0) return 0;
    text[0] = '\0';
    if (!ct_game_choice(game, &choice) || index >= choice.options) return 0;
    if (choice.is_number)
        put(&words, "%d", choice.least + (int32_t)index);
    else
        put_option(&words, game, &game->option[index]);
    return words.len;
}
