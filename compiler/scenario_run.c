/* A scenario from its first phrase to its last. */
#include "compiler/scenario_stage.h"

#include "cantrip/compiler.h"
#include "compiler/compile.h"
#include "runtime/block.h"
#include "runtime/setup.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY_MOST = 1 << 28, PLAYERS = 2, FIRST_TURN = 3 };

/* ---- failing and going back ---------------------------------------------------------------- */

bool ct_stage_fail(struct ct_stage *stage, enum ct_code code, struct ct_span span,
                   const char *format, ...)
{
    va_list args, again;
    const char *text = "";
    char *room;
    int n;
    struct ct_diag *diag;

    va_start(args, format);
    va_copy(again, args);
    n = vsnprintf(NULL, 0, format, again);
    va_end(again);
    room = n < 0 ? NULL : ct_arena_alloc(&stage->arena, (size_t)n + 1);
    if (room) {
        vsnprintf(room, (size_t)n + 1, format, args);
        text = room;
    }
    va_end(args);
    if (stage->trying) {
        stage->reason = text;
        return false;
    }
    if (stage->failed) return false;
    stage->failed = true;
    diag = ct_diag_add(stage->diags, code, stage->session->source, span, "%s", text);
    if (stage->g) ct_diag_note(diag, NULL, span, "the position: %s", ct_stage_position(stage));
    return false;
}

bool ct_stage_mark(struct ct_stage *stage, struct ct_stage_mark *mark)
{
    mark->size = ct_snapshot_size(stage->g);
    mark->bytes = malloc(mark->size);
    mark->log_count = stage->log_count;
    mark->goal = stage->goal;
    if (!mark->bytes)
        return ct_stage_fail(stage, CT_ERR_SCENARIO_LIMIT, stage->scenario->span,
                             "there is not enough memory");
    ct_snapshot(stage->g, mark->bytes);
    return true;
}

void ct_stage_back(struct ct_stage *stage, const struct ct_stage_mark *mark)
{
    ct_restore(stage->g, mark->bytes, mark->size);
    stage->log_count = mark->log_count;
    stage->goal = mark->goal;
}

void ct_stage_forget(struct ct_stage_mark *mark)
{
    free(mark->bytes);
    mark->bytes = NULL;
}

/* ---- the log ------------------------------------------------------------------------------- */

static void note(void *user, const struct ct_game *g, const ct_log_entry *entry)
{
    static const char *const names[] = {"Alice", "Bob"};
    struct ct_stage *stage = user;
    char text[512];
    struct ct_stage_entry *log = ct_arena_grow(&stage->arena, stage->log, stage->log_count,
                                               &stage->log_capacity, sizeof *log);

    if (!log) return;
    stage->log = log;
    ct_log_text(g, entry, names, text, sizeof text);
    log[stage->log_count++] = (struct ct_stage_entry){
        .text = ct_arena_printf(&stage->arena, "%s", text),
        .rule = entry->rule,
        .kind = entry->kind,
        .obj = entry->obj,
        .name = ct_obj(g, entry->obj) ? ct_chars_of(stage->g, entry->obj)->name : 0,
    };
    if (!log[stage->log_count - 1].text) log[stage->log_count - 1].text = "";
}

/* What has happened for good is told. */
static void tell(struct ct_stage *stage)
{
    if (stage->log_told > stage->log_count) stage->log_told = stage->log_count;
    for (; stage->log_told < stage->log_count; stage->log_told++)
        if (stage->options && stage->options->on_event)
            stage->options->on_event(stage->options->user, stage->log[stage->log_told].text,
                                     stage->log[stage->log_told].rule);
}

/* ---- phrases ------------------------------------------------------------------------------- */

/* A choice may stay open after a `then` that says so. */
static bool says_asked(const struct ct_sc_phrase *phrase)
{
    for (; phrase && phrase->section == CT_SC_THEN; phrase = phrase->next)
        if (phrase->kind == CT_SC_IS_ASKED && !phrase->negated) return true;
    return false;
}

static bool nothing_open(struct ct_stage *stage)
{
    struct ct_span span = stage->last_step ? stage->last_step->span : stage->scenario->span;

    if (!ct_stage_choice_open(stage)) return true;
    return ct_stage_fail(stage, CT_ERR_SCENARIO_UNANSWERED, span,
                         "this leads to a choice that no line answers: %s",
                         ct_stage_decision(stage));
}

static bool enter_section(struct ct_stage *stage, const struct ct_sc_phrase *phrase,
                          enum ct_sc_section before)
{
    if (phrase->section == before) return true;
    if (phrase->section == CT_SC_WHEN) {
        stage->log_mark = stage->log_count;
        return true;
    }
    return says_asked(phrase) || nothing_open(stage);
}

static bool do_phrase(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    stage->phrase = phrase;
    if (stage->options && stage->options->on_phrase)
        stage->options->on_phrase(stage->options->user, stage->scenario, phrase);
    if (phrase->section == CT_SC_THEN) return ct_stage_check(stage, phrase);
    stage->last_step = phrase;
    if (!ct_stage_step(stage, phrase) || !ct_stage_advance(stage, phrase->next)) return false;
    tell(stage);
    return true;
}

static bool do_all(struct ct_stage *stage)
{
    const struct ct_sc_phrase *phrase = stage->scenario->phrases;
    enum ct_sc_section before = CT_SC_GIVEN;

    if (!ct_stage_given(stage)) return false;
    while (phrase && phrase->section == CT_SC_GIVEN)
        phrase = phrase->next;
    if (!ct_stage_advance(stage, phrase)) return false;
    tell(stage);
    for (; phrase; phrase = phrase->next) {
        if (!enter_section(stage, phrase, before) || !do_phrase(stage, phrase)) return false;
        before = phrase->section;
    }
    return before == CT_SC_THEN || nothing_open(stage);
}

/* ---- the cards ----------------------------------------------------------------------------- */

/* The first error of the cards, and all of them in a note. */
static void report_cards(struct ct_stage *stage, const struct ct_compiler *compiler)
{
    char *text = NULL;
    size_t size = 0;
    FILE *page = open_memstream(&text, &size);
    struct ct_diag *diag;

    if (page) {
        if (compiler) ct_diags_print(page, &compiler->diags, CT_DIAG_TEXT);
        fclose(page);
    }
    diag = ct_diag_add(stage->diags, CT_ERR_SCENARIO_SETUP, stage->session->source,
                       stage->scenario->span, "a card of this scenario does not compile%s%s",
                       compiler && compiler->diags.first ? ": " : "",
                       compiler && compiler->diags.first ? compiler->diags.first->message : "");
    if (text && *text) ct_diag_note(diag, NULL, stage->scenario->span, "%s", text);
    free(text);
}

static bool play_with(struct ct_stage *stage, ct_set *set)
{
    int seed = stage->scenario->header.seed >= 0 ? stage->scenario->header.seed
                                                 : stage->session->file->header.seed;
    bool passed;

    stage->set = set;
    stage->g = ct_game_bare(set, PLAYERS, seed < 0 ? 1 : (uint64_t)seed);
    if (!stage->g)
        return ct_stage_fail(stage, CT_ERR_SCENARIO_LIMIT, stage->scenario->span,
                             "there is not enough memory");
    ct_setup_turn(stage->g, FIRST_TURN, 0, CT_STEP_MAIN1);
    stage->g->log = note;
    stage->g->log_user = stage;
    passed = do_all(stage);
    if (!passed && !stage->failed)
        ct_stage_fail(stage, CT_ERR_SCENARIO_LIMIT,
                      stage->phrase ? stage->phrase->span : stage->scenario->span,
                      "this line can't be carried out: %s",
                      stage->reason ? stage->reason : "there is not enough memory");
    tell(stage);
    if (stage->options && stage->options->decisions)
        *stage->options->decisions += stage->g->s->ndecisions;
    ct_game_free(stage->g);
    stage->g = NULL;
    return passed;
}

bool ct_sc_play(struct ct_sc_session *session, const struct ct_scenario *scenario,
                const struct ct_sc_options *options, struct ct_diags *diags)
{
    struct ct_stage stage = {
        .session = session, .scenario = scenario, .options = options, .diags = diags};
    struct ct_compiler *compiler = NULL;
    ct_set *set;
    bool passed = false;

    if (scenario->broken) {
        ct_diag_add(diags, CT_ERR_SCENARIO_SYNTAX, session->source, scenario->span,
                    "this scenario has a line that is not understood");
        return false;
    }
    ct_arena_init(&stage.arena, MEMORY_MOST);
    stage.strict = scenario->header.strict || session->file->header.strict;
    set = ct_sc_compile(session, scenario, &compiler);
    if (set)
        passed = play_with(&stage, set);
    else
        report_cards(&stage, compiler);
    ct_set_free(set);
    ct_compiler_free(compiler);
    ct_arena_free(&stage.arena);
    return passed;
}
