/* The position in words, for failures. */
#include "compiler/scenario_stage.h"

#include "runtime/codes.h"
#include "runtime/counter.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A text that grows in the play's arena. */
struct page {
    struct ct_stage *stage;
    char *text;
    size_t len, capacity;
};

static void put(struct page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(struct page *page, const char *format, ...)
{
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (n < 0) return;
    if (page->len + (size_t)n + 1 > page->capacity) {
        size_t capacity = (page->capacity + (size_t)n) * 2 + 256;
        char *text = ct_arena_alloc(&page->stage->arena, capacity);

        if (!text) return;
        if (page->len) memcpy(text, page->text, page->len);
        page->text = text;
        page->capacity = capacity;
    }
    va_start(args, format);
    vsnprintf(page->text + page->len, page->capacity - page->len, format, args);
    va_end(args);
    page->len += (size_t)n;
}

const char *ct_stage_player(unsigned index)
{
    static const char *const names[] = {"Alice", "Bob"};

    return index < 2 ? names[index] : "nobody";
}

const char *ct_stage_zone_name(unsigned zone)
{
    static const char *const names[] = {
#define ZONE(name, word, hidden) word,
#include "runtime/types.def"
#undef ZONE
    };

    return zone < CT_NZONES ? names[zone] : "nowhere";
}

static const char *step_name(unsigned step)
{
    static const char *const names[] = {
#define STEP(name, words, rule) words,
#include "runtime/types.def"
#undef STEP
    };

    return step < CT_NSTEPS ? names[step] : "no step";
}

const char *ct_stage_words(struct ct_stage *stage, struct ct_span span)
{
    const char *text = ct_arena_strndup(&stage->arena, stage->session->source->text + span.start,
                                        span.end - span.start);
    return text ? text : "";
}

const char *ct_stage_text(struct ct_stage *stage, uint32_t sym)
{
    const char *text = NULL;

    if (sym < stage->set->nsym)
        text = ct_arena_strndup(&stage->arena,
                                (const char *)stage->set->string + stage->set->sym[sym].off,
                                stage->set->sym[sym].len);
    return text ? text : "";
}

const char *ct_stage_name(struct ct_stage *stage, ct_ent e)
{
    const ct_object *o = ct_obj(stage->g, e);
    const char *text;

    if (ct_is_player(e)) return ct_stage_player(ct_player_index(e));
    if (!o) return "nothing";
    if (o->kind == CT_OBJ_ABILITY)
        text = ct_arena_printf(&stage->arena, "an ability of %s",
                               o->source == e ? "itself" : ct_stage_name(stage, o->source));
    else
        text = ct_arena_printf(&stage->arena, "%s",
                               ct_stage_text(stage, ct_chars_of(stage->g, e)->name));
    if (text && *text) return text;
    if (o->kind == CT_OBJ_CARD && o->card < stage->set->ncard)
        text = ct_arena_printf(&stage->arena, "a face-down %s",
                               ct_stage_text(stage, stage->set->card[o->card].name));
    return text ? text : "";
}

static void put_counters(struct page *page, ct_ent e)
{
    uint32_t kind;

    for (uint32_t i = 0; (kind = ct_counters_kind(page->stage->g, e, i)); i++)
        put(page, ", %u %s", ct_counters(page->stage->g, e, kind),
            ct_stage_text(page->stage, kind));
}

static void put_permanent(struct page *page, ct_ent e)
{
    struct ct_stage *stage = page->stage;
    const ct_object *o = ct_obj(stage->g, e);
    const ct_chars *c = ct_chars_of(stage->g, e);

    put(page, "    %s", ct_stage_name(stage, e));
    if (o->kind == CT_OBJ_TOKEN) put(page, " token");
    if (c->has_pt) put(page, " %d/%d", c->power, c->toughness);
    if (o->flags & CT_OF_TAPPED) put(page, ", tapped");
    if (o->flags & CT_OF_SICK) put(page, ", summoning sick");
    if (o->flags & CT_OF_FACEDOWN) put(page, ", face down");
    if (o->damage) put(page, ", %d damage", o->damage);
    put_counters(page, e);
    if (o->attached_to) put(page, ", attached to %s", ct_stage_name(stage, o->attached_to));
    if (o->attacking) put(page, ", attacking %s", ct_stage_name(stage, o->attacking));
    if (o->owner != ct_controller(stage->g, e))
        put(page, ", owned by %s", ct_stage_player(o->owner));
    put(page, "\n");
}

static void put_zone(struct page *page, unsigned zone, unsigned player)
{
    const char *between = "";

    if (ct_zone_count(page->stage->g, zone, player) == 0) return;
    put(page, "    %s: ", ct_stage_zone_name(zone));
    CT_EACH(page->stage->g, e, zone, player)
    {
        put(page, "%s%s", between, ct_stage_name(page->stage, e));
        between = ", ";
    }
    put(page, "\n");
}

static void put_mana(struct page *page, unsigned player)
{
    static const char types[] = "WUBRGC";
    const ct_game *g = page->stage->g;
    const char *before = ", mana ";

    if (g->s->player[player].unlimited_mana) put(page, ", unlimited mana");
    for (uint32_t i = 0; i < g->s->pool[CT_POOL_mana].used; i++)
        for (unsigned type = 0; type < 6 && g->mana[i].player == player; type++)
            if (g->mana[i].type & 1u << type) {
                put(page, "%s{%c}", before, types[type]);
                before = "";
            }
}

static void put_player(struct page *page, unsigned player)
{
    ct_game *g = page->stage->g;

    put(page, "  %s: %d life", ct_stage_player(player), g->s->player[player].life);
    put_counters(page, ct_player_ent(player));
    put_mana(page, player);
    put(page, "\n");
    CT_EACH(g, e, CT_ZONE_BATTLEFIELD, 0)
    if (ct_controller(g, e) == player) put_permanent(page, e);
    put_zone(page, CT_ZONE_HAND, player);
    put_zone(page, CT_ZONE_GRAVEYARD, player);
    put_zone(page, CT_ZONE_LIBRARY, player);
}

/* ---- decisions ----------------------------------------------------------------------------- */

static void put_option(struct page *page, const ct_option *o)
{
    struct ct_stage *stage = page->stage;

    switch ((ct_option_kind)o->kind) {
    case CT_OPT_PASS:
        put(page, "pass");
        break;
    case CT_OPT_DONE:
        put(page, "no more");
        break;
    case CT_OPT_YES:
        put(page, "yes");
        break;
    case CT_OPT_NO:
        put(page, "no");
        break;
    case CT_OPT_ENT:
        put(page, "%s", ct_stage_name(stage, o->a));
        break;
    case CT_OPT_PAIR:
        put(page, "%s with %s", ct_stage_name(stage, o->a), ct_stage_name(stage, o->b));
        break;
    case CT_OPT_NUMBER:
        put(page, "%d", (int32_t)o->a);
        break;
    case CT_OPT_SYMBOL:
        put(page, "%s", ct_stage_text(stage, o->a));
        break;
    case CT_OPT_CAST:
        put(page, "cast %s", ct_stage_text(stage, ct_stage_half_name(stage, o)));
        break;
    case CT_OPT_LAND:
        put(page, "play %s", ct_stage_name(stage, o->a));
        break;
    case CT_OPT_ACTIVATE:
        put(page, "activate %s", ct_stage_name(stage, o->a));
        break;
    case CT_OPT_MANA:
        put(page, "a mana of the pool");
        break;
    case CT_OPT_LIFE:
        put(page, "life");
        break;
    case CT_OPT_SPECIAL:
        put(page, "a special action");
        break;
    }
}

const char *ct_stage_decision(struct ct_stage *stage)
{
    static const char *const whats[] = {"nothing",
#define D(name, what, options) what,
                                        CT_DECISIONS(D)
#undef D
    };
    enum { SHOWN = 20 };
    struct page page = {.stage = stage};
    const ct_decision_rec *d = &stage->g->s->decision;

    if (stage->g->s->over) return "the game is over";
    if (d->kind == CT_DEC_NONE || d->kind >= CT_NDECISIONS) return "nothing is to be decided";
    put(&page, "%s chooses %s", ct_stage_player(d->player), whats[d->kind]);
    if (d->source) put(&page, " (for %s)", ct_stage_name(stage, d->source));
    put(&page, ": ");
    if (ct_decision_is_range(stage->g)) {
        put(&page, "%d to %d", d->lo, d->hi);
        if (stage->g->s->pool[CT_POOL_option].used && stage->g->option[0].kind == CT_OPT_ENT)
            put(&page, " for %s", ct_stage_name(stage, stage->g->option[0].a));
    } else {
        for (uint32_t i = 0; i < d->noptions && i < SHOWN; i++) {
            put(&page, "%s", i ? ", " : "");
            put_option(&page, &stage->g->option[i]);
        }
        if (d->noptions > SHOWN) put(&page, ", …");
    }
    return page.text ? page.text : "";
}

const char *ct_stage_position(struct ct_stage *stage)
{
    struct page page = {.stage = stage};
    const ct_state *s = stage->g->s;

    put(&page, "turn %u, %s's %s\n", s->turn, ct_stage_player(s->active), step_name(s->step));
    for (unsigned p = 0; p < s->nplayers; p++)
        put_player(&page, p);
    put_zone(&page, CT_ZONE_EXILE, 0);
    if (ct_zone_count(stage->g, CT_ZONE_STACK, 0)) {
        const char *between = "";

        put(&page, "    stack, from the top: ");
        for (ct_ent e = ct_zone_last(stage->g, CT_ZONE_STACK, 0); e;
             e = ct_zone_prev(stage->g, e)) {
            put(&page, "%s%s", between, ct_stage_name(stage, e));
            between = ", ";
        }
        put(&page, "\n");
    }
    put(&page, "  %s", ct_stage_decision(stage));
    return page.text ? page.text : "";
}
