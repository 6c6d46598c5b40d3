#include "compiler/scenario_parse.h"

#include "grammar/scenario.tab.h"

#include <stdio.h>
#include <string.h>

static void *make(struct ct_sc_parser *p, size_t size)
{
    void *made = ct_arena_alloc(p->arena, size);

    if (!made) p->failed = true;
    return made;
}

/* ---- tokens and errors --------------------------------------------------------------------- */

/* Before the first scenario there is nothing to remember a word for. */
static void remember(struct ct_sc_parser *p, bool name, const char *text)
{
    struct ct_sc_text **list, *made;

    if (!p->scenario) return;
    made = make(p, sizeof *made);
    if (!made) return;
    list = name ? &p->scenario->names : &p->scenario->symbols;
    made->text = text;
    made->next = *list;
    *list = made;
}

int ct_sc_next(struct ct_sc_parser *p, union ct_sc_value *value, struct ct_span *span)
{
    const struct ct_sc_token *token = &p->tokens[p->at];

    if (p->at + 1 < p->count) p->at++;
    *span = token->span;
    switch (token->code) {
    case T_NAME:
    case T_SUBTYPE:
        remember(p, token->code == T_NAME, token->word->text);
        __attribute__((fallthrough));
    case T_TYPE:
    case T_SUPERTYPE:
    case T_COLOR:
    case T_ADJECTIVE:
    case T_NOUN:
    case T_PAIR:
        value->word = token->word;
        break;
    case T_PLAYER:
    case T_NUMBER:
    case T_ORDINAL:
    case T_SIGNED:
        value->number = token->number;
        break;
    case T_STRING:
    case T_COUNTER:
        remember(p, token->code == T_STRING, token->text);
        __attribute__((fallthrough));
    default:
        value->text = token->text;
        break;
    }
    return token->code;
}

void ct_sc_broken(struct ct_sc_parser *p)
{
    if (p->scenario) p->scenario->broken = true;
}

/* The first error of its line, or NULL. */
static struct ct_diag *complain(struct ct_sc_parser *p, enum ct_code code, struct ct_span span,
                                const char *message)
{
    uint32_t line = ct_source_line(p->source, span.start).start;

    ct_sc_broken(p);
    if (p->error_line == line + 1) return NULL;
    p->error_line = line + 1;
    return ct_diag_add(p->diags, code, p->source, span, "%s", message);
}

void ct_sc_syntax_error(struct ct_sc_parser *p, struct ct_span span, const char *message)
{
    complain(p, CT_ERR_SCENARIO_SYNTAX, span, message);
}

/* "a number" and "the end of the line" are kinds of words; anything else is the word itself. */
static bool is_kind(const char *name)
{
    return strncmp(name, "a ", 2) == 0 || strncmp(name, "an ", 3) == 0 ||
           strncmp(name, "the end", 7) == 0 || name[0] == 'A' || strcmp(name, "mana symbols") == 0;
}

void ct_sc_unexpected(struct ct_sc_parser *p, struct ct_span span, const char *const *expected,
                      int count)
{
    char list[512] = "";
    size_t used = 0;
    struct ct_diag *diag;

    /* The end of a line is its last byte; the token stands at the start of the next. */
    if (span.start == span.end && span.start > 0) {
        uint32_t at = span.start;

        while (at > 0 && strchr(" \t\r\n", p->source->text[at - 1]))
            at--;
        span = (struct ct_span){at ? at - 1 : 0, at};
        diag = complain(p, CT_ERR_SCENARIO_SYNTAX, span, "the phrase is not finished here");
    } else {
        diag = complain(p, CT_ERR_SCENARIO_SYNTAX, span, "this word does not belong here");
    }
    if (!diag || count == 0) return;
    for (int i = 0; i < count && used < sizeof list; i++) {
        const char *between = i == 0 ? "" : i == count - 1 ? " or " : ", ";
        const char *quote = is_kind(expected[i]) ? "" : "'";
        int n = snprintf(list + used, sizeof list - used, "%s%s%s%s", between, quote, expected[i],
                         quote);

        if (n < 0) break;
        used += (size_t)n;
    }
    ct_diag_label(diag, "expected %s", list);
}

/* ---- the file's own lines ------------------------------------------------------------------ */

static struct ct_sc_header *header(struct ct_sc_parser *p)
{
    return p->scenario ? &p->scenario->header : &p->file->header;
}

static bool above_sections(struct ct_sc_parser *p, struct ct_span span)
{
    if (!p->in_section) return true;
    complain(p, CT_ERR_SCENARIO_SYNTAX, span,
             "this line belongs before the first given, when or then");
    return false;
}

void ct_sc_begin(struct ct_sc_parser *p, const char *name, struct ct_span span)
{
    struct ct_scenario *made;

    if (ct_intern_find(&p->taken, name, strlen(name))) {
        struct ct_diag *diag = complain(p, CT_ERR_SCENARIO_NAME_TAKEN, span,
                                        "another scenario of this file has the same name");

        for (made = p->file->scenarios; made && strcmp(made->name, name) != 0;)
            made = made->next;
        if (diag && made) ct_diag_note(diag, p->source, made->span, "here");
    } else {
        ct_intern(&p->taken, name, strlen(name));
    }
    made = make(p, sizeof *made);
    if (!made) return;
    made->name = name;
    made->span = span;
    made->header.seed = -1;
    *p->scenario_end = made;
    p->scenario_end = &made->next;
    p->phrase_end = &made->phrases;
    p->scenario = made;
    p->in_section = false;
}

void ct_sc_ids(struct ct_sc_parser *p, struct ct_sc_text *ids, struct ct_span span)
{
    if (!p->scenario) {
        complain(p, CT_ERR_SCENARIO_SYNTAX, span,
                 "there is no scenario yet that these ids could belong to");
        return;
    }
    if (!above_sections(p, span)) return;
    struct ct_sc_text **end = &p->scenario->ids;
    while (*end)
        end = &(*end)->next;
    *end = ids;
}

static void add_cards(struct ct_sc_parser *p, const char *path, struct ct_span body,
                      struct ct_span span)
{
    struct ct_sc_cards **end = &header(p)->cards, *made;

    if (!above_sections(p, span)) return;
    made = make(p, sizeof *made);
    if (!made) return;
    made->path = path;
    made->body = body;
    made->span = span;
    while (*end)
        end = &(*end)->next;
    *end = made;
}

void ct_sc_cards_path(struct ct_sc_parser *p, const char *path, struct ct_span span)
{
    add_cards(p, path, (struct ct_span){0, 0}, span);
}

void ct_sc_cards_here(struct ct_sc_parser *p, struct ct_span span)
{
    add_cards(p, NULL, span, span);
}

void ct_sc_seed(struct ct_sc_parser *p, int seed, struct ct_span span)
{
    if (above_sections(p, span)) header(p)->seed = seed;
}

void ct_sc_strict(struct ct_sc_parser *p, struct ct_span span)
{
    if (above_sections(p, span)) header(p)->strict = true;
}

void ct_sc_open_section(struct ct_sc_parser *p, enum ct_sc_section section, struct ct_span span)
{
    bool first = !p->in_section;

    p->in_section = true;
    if (!p->scenario) {
        complain(p, CT_ERR_SCENARIO_SYNTAX, span, "this belongs to a scenario, and none has begun");
        p->in_section = false;
    } else if (section == CT_SC_GIVEN && !first) {
        complain(p, CT_ERR_SCENARIO_SYNTAX, span,
                 "the position is given once, before everything else");
    }
    p->section = section;
}

static const char *section_name(enum ct_sc_section section)
{
    return section == CT_SC_GIVEN ? "given" : section == CT_SC_WHEN ? "when" : "then";
}

void ct_sc_add_phrase(struct ct_sc_parser *p, struct ct_sc_phrase *phrase, enum ct_sc_section first,
                      enum ct_sc_section second)
{
    if (!phrase) return;
    if (!p->scenario || !p->in_section) {
        complain(p, CT_ERR_SCENARIO_SYNTAX, phrase->span,
                 "a phrase stands under given, when or then of a scenario");
        return;
    }
    if (p->section != first && p->section != second) {
        struct ct_diag *diag = complain(p, CT_ERR_SCENARIO_SYNTAX, phrase->span,
                                        "this phrase does not belong in this part of a scenario");

        if (diag)
            ct_diag_label(diag, "%s can be said under %s%s%s, not under %s",
                          ct_sc_phrase_text(phrase->kind), section_name(first),
                          first == second ? "" : " and ",
                          first == second ? "" : section_name(second), section_name(p->section));
        return;
    }
    phrase->section = p->section;
    *p->phrase_end = phrase;
    p->phrase_end = &phrase->next;
}

/* ---- the interface ------------------------------------------------------------------------- */

const char *ct_sc_phrase_text(enum ct_sc_phrase_kind kind)
{
    static const char *const texts[] = {
#define PHRASE(name, text) text,
#include "compiler/scenario_phrases.def"
#undef PHRASE
    };

    return kind < CT_SC_PHRASE_COUNT ? texts[kind] : "";
}

/* Every scenario needs something to check. */
static void check_whole(struct ct_sc_parser *p)
{
    for (struct ct_scenario *scenario = p->file->scenarios; scenario; scenario = scenario->next) {
        bool checked = false;

        for (const struct ct_sc_phrase *phrase = scenario->phrases; phrase; phrase = phrase->next)
            checked = checked || phrase->section == CT_SC_THEN || phrase->refused;
        if (checked || scenario->broken) continue;
        p->scenario = scenario;
        complain(p, CT_ERR_SCENARIO_EMPTY, scenario->span,
                 "this scenario does not say what must be true");
    }
}

struct ct_sc_file *ct_sc_parse(struct ct_arena *arena, const struct ct_source *source,
                               const struct ct_sc_names *names, struct ct_diags *diags)
{
    struct ct_sc_parser p = {.arena = arena, .source = source, .names = names, .diags = diags};

    p.file = make(&p, sizeof *p.file);
    if (!p.file) return NULL;
    p.file->source = source;
    p.file->header.seed = -1;
    p.scenario_end = &p.file->scenarios;
    ct_sc_tokenize(&p);
    if (p.failed || p.count == 0) return NULL;
    ct_intern_init(&p.taken);
    if (ct_sc_yyparse(&p) == 2) p.failed = true;
    ct_intern_free(&p.taken);
    if (p.failed) return NULL;
    check_whole(&p);
    return p.file;
}

/* ---- the cards alone ----------------------------------------------------------------------- */

struct ct_sc_cards *ct_sc_scan_cards(struct ct_arena *arena, const struct ct_source *source)
{
    struct ct_sc_names none;
    struct ct_diags quiet;
    struct ct_sc_parser p = {.arena = arena, .source = source, .names = &none, .diags = &quiet};
    struct ct_sc_cards *found = NULL, **end = &found;

    ct_sc_names_init(&none);
    ct_diags_init(&quiet);
    ct_sc_tokenize(&p);
    for (size_t i = 0; i < p.count && !p.failed; i++) {
        bool path =
            p.tokens[i].code == CARDS && i + 1 < p.count && p.tokens[i + 1].code == T_STRING;
        struct ct_sc_cards *made;

        if (!path && p.tokens[i].code != T_CARDS_HERE) continue;
        made = make(&p, sizeof *made);
        if (!made) break;
        made->path = path ? p.tokens[i + 1].text : NULL;
        made->span = path ? p.tokens[i + 1].span : p.tokens[i].span;
        made->body = p.tokens[i].span;
        *end = made;
        end = &made->next;
    }
    ct_diags_free(&quiet);
    ct_sc_names_free(&none);
    return p.failed ? NULL : found;
}
