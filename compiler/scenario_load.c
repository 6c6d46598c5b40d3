#include "compiler/scenario_load.h"

#include "compiler/carddata.h"
#include "compiler/cardfile.h"
#include "compiler/compile.h"
#include "compiler/prelude.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FOLDERS_MOST = 32, MEMORY_MOST = 1 << 29, ERRORS_KEPT = 200 };

/* ---- names --------------------------------------------------------------------------------- */

static void add(struct ct_sc_names *names, enum ct_sc_name_kind kind, const char *text)
{
    if (text) ct_sc_names_add(names, kind, text, strlen(text));
}

/* The words of the game itself. */
static void add_words(struct ct_sc_names *names)
{
    static const char *const subtypes[] = {
#define CT_SUBTYPE(id, word, plural, of) word,
#include "grammar/subtypes.def"
#undef CT_SUBTYPE
    };
    static const char *const keywords[] = {
#define CT_KEYWORD(id, name, frame) name,
#include "grammar/keywords.def"
#undef CT_KEYWORD
    };

    for (size_t i = 0; i < sizeof subtypes / sizeof subtypes[0]; i++)
        add(names, CT_SC_NAME_SUBTYPE, subtypes[i]);
    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++)
        add(names, CT_SC_NAME_KEYWORD, keywords[i]);
}

/* Subtypes that are nowhere but on these cards. */
static void add_subtypes(struct ct_sc_names *names, const struct ct_printed_face *face)
{
    const char *line = face->type_line.text;
    uint32_t at = face->subtypes.start;

    while (line && at < face->subtypes.end) {
        uint32_t end = at;

        while (end < face->subtypes.end && line[end] != ' ')
            end++;
        if (end > at) ct_sc_names_add(names, CT_SC_NAME_SUBTYPE, line + at, end - at);
        at = end + 1;
    }
}

static void add_definition(struct ct_sc_names *names, const struct ct_definition *definition)
{
    const char *head;
    size_t len;

    if (definition->kind == CT_DEF_TOKEN) {
        add(names, CT_SC_NAME_CARD, definition->face.name.text);
        add_subtypes(names, &definition->face);
        return;
    }
    if (definition->kind != CT_DEF_ABILITY || definition->part_count == 0 ||
        definition->parts[0].parameter || !definition->parts[0].words.text)
        return;
    head = definition->parts[0].words.text;
    len = strlen(head);
    while (len && head[len - 1] == ' ')
        len--;
    if (len > 5 && memcmp(head + len - 5, " from", 5) == 0) len -= 5;
    ct_sc_names_add(names, CT_SC_NAME_KEYWORD, head, len);
}

/* A name in another language, and its halves. */
static void add_foreign(struct ct_sc_names *names, const struct ct_foreign_name *foreign)
{
    for (; foreign; foreign = foreign->next) {
        const char *split = foreign->name.text ? strstr(foreign->name.text, " // ") : NULL;

        add(names, CT_SC_NAME_CARD, foreign->name.text);
        if (!split) continue;
        ct_sc_names_add(names, CT_SC_NAME_CARD, foreign->name.text,
                        (size_t)(split - foreign->name.text));
        add(names, CT_SC_NAME_CARD, split + strlen(" // "));
    }
}

static void add_pool(struct ct_sc_names *names, const struct ct_cardpool *pool)
{
    for (const struct ct_printed_card *card = pool->cards; card; card = card->next) {
        add(names, CT_SC_NAME_CARD, card->name);
        add_foreign(names, card->names);
        for (uint32_t i = 0; i < card->face_count; i++) {
            add(names, CT_SC_NAME_CARD, card->faces[i].name.text);
            add_foreign(names, card->faces[i].names);
            add_subtypes(names, &card->faces[i]);
        }
    }
    for (const struct ct_definition *d = pool->definitions; d; d = d->next)
        add_definition(names, d);
}

/* Card data is asked for no card, and so tells the names of all of them. */
static bool note_name(void *context, const char *name)
{
    add(context, CT_SC_NAME_CARD, name);
    return false;
}

/* ---- finding cards ------------------------------------------------------------------------- */

static bool is_data(const char *path)
{
    const char *dot = strrchr(path, '.');
    struct stat info;

    return dot && (strcmp(dot, ".json") == 0 || strcmp(dot, ".jsonl") == 0) &&
           stat(path, &info) == 0 && !S_ISDIR(info.st_mode);
}

static bool is_root(const char *folder)
{
    char full[PATH_MAX];

    return !realpath(*folder ? folder : ".", full) || strcmp(full, "/") == 0;
}

/* Where PATH is, seen from the scenario's folder or one above it; NULL if nowhere. */
static const char *find_path(struct ct_sc_session *session, const char *path)
{
    const char *up = session->folder;
    struct stat info;

    if (!up) return NULL;
    if (path[0] == '/') return stat(path, &info) == 0 ? path : NULL;
    for (int i = 0; up && i < FOLDERS_MOST; i++) {
        const char *full = ct_arena_printf(&session->arena, "%s%s", up, path);

        if (!full) return NULL;
        if (stat(full, &info) == 0) return full;
        if (is_root(up)) return NULL;
        up = ct_arena_printf(&session->arena, "%s../", up);
    }
    return NULL;
}

static const struct ct_source *cards_here(struct ct_sc_session *session,
                                          const struct ct_sc_cards *cards)
{
    return ct_source_dedent(&session->arena, session->source, cards->body);
}

/* Adds to the names those of CARDS. */
static void read_names(struct ct_sc_session *session, const struct ct_sc_cards *cards)
{
    struct ct_diags quiet;
    struct ct_cardpool pool;

    ct_diags_init(&quiet);
    ct_cardpool_init(&pool, &quiet, MEMORY_MOST);
    if (!cards->path) {
        const struct ct_source *here = cards_here(session, cards);

        if (here) ct_cardfile_read(&pool, here);
    } else {
        const char *path = find_path(session, cards->path);

        if (!path)
            ct_diag_add(&session->diags, CT_ERR_CANNOT_READ, session->source, cards->span,
                        "there is no file or folder '%s' here or in a folder above", cards->path);
        else if (is_data(path))
            ct_carddata_load_named(&pool, path, note_name, &session->names);
        else
            ct_cardpool_load(&pool, path);
    }
    add_pool(&session->names, &pool);
    ct_cardpool_free(&pool);
    ct_diags_free(&quiet);
}

static void read_prelude_names(struct ct_sc_session *session)
{
    struct ct_diags quiet;
    struct ct_cardpool pool;

    ct_diags_init(&quiet);
    ct_cardpool_init(&pool, &quiet, MEMORY_MOST);
    ct_cardpool_prelude(&pool);
    add_pool(&session->names, &pool);
    ct_cardpool_free(&pool);
    ct_diags_free(&quiet);
}

/* ---- opening ------------------------------------------------------------------------------- */

static void begin(struct ct_sc_session *session)
{
    *session = (struct ct_sc_session){.folder = ""};
    ct_arena_init(&session->arena, MEMORY_MOST);
    ct_diags_init(&session->diags);
    session->diags.most = ERRORS_KEPT;
    ct_sc_names_init(&session->names);
}

static bool same_cards(const struct ct_sc_cards *a, const struct ct_sc_cards *b)
{
    return a->path && b->path && strcmp(a->path, b->path) == 0;
}

static bool parse(struct ct_sc_session *session)
{
    uint32_t before = session->diags.errors;

    add_words(&session->names);
    read_prelude_names(session);
    struct ct_sc_cards *all = ct_sc_scan_cards(&session->arena, session->source);
    for (const struct ct_sc_cards *cards = all; cards; cards = cards->next) {
        const struct ct_sc_cards *earlier = all;

        while (earlier != cards && !same_cards(earlier, cards))
            earlier = earlier->next;
        if (earlier == cards) read_names(session, cards);
    }
    if (session->diags.errors != before) return false;
    if (!session->names.failed)
        session->file =
            ct_sc_parse(&session->arena, session->source, &session->names, &session->diags);
    if (!session->file)
        ct_diag_add(&session->diags, CT_ERR_SCENARIO_LIMIT, session->source, (struct ct_span){0, 0},
                    "the scenarios need more memory than there is");
    return session->file != NULL;
}

bool ct_sc_open(struct ct_sc_session *session, const char *path)
{
    const char *slash = strrchr(path, '/');

    begin(session);
    if (slash)
        session->folder = ct_arena_strndup(&session->arena, path, (size_t)(slash + 1 - path));
    session->source = ct_source_load(&session->arena, path, &session->diags);
    return session->source && session->folder && parse(session);
}

bool ct_sc_open_text(struct ct_sc_session *session, const char *name, const char *text, size_t len)
{
    begin(session);
    session->folder = NULL;
    session->source = ct_source_from(&session->arena, name, text, len, &session->diags);
    return session->source && parse(session);
}

void ct_sc_close(struct ct_sc_session *session)
{
    ct_sc_names_free(&session->names);
    ct_diags_free(&session->diags);
    ct_arena_free(&session->arena);
}

/* ---- compiling ----------------------------------------------------------------------------- */

/* The names of a scenario, to be looked up: sorted, each once. */
struct wanted {
    const char **names;
    size_t count;
};

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool wanted_make(struct ct_arena *arena, const struct ct_scenario *scenario,
                        struct wanted *wanted)
{
    size_t count = 0, kept = 0;

    for (const struct ct_sc_text *t = scenario->names; t; t = t->next)
        count++;
    wanted->count = 0;
    wanted->names = ct_arena_array(arena, count ? count : 1, sizeof *wanted->names);
    if (!wanted->names) return false;
    for (const struct ct_sc_text *t = scenario->names; t; t = t->next)
        wanted->names[wanted->count++] = t->text;
    qsort(wanted->names, count, sizeof *wanted->names, by_name);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || strcmp(wanted->names[i], wanted->names[kept - 1]) != 0)
            wanted->names[kept++] = wanted->names[i];
    wanted->count = kept;
    return true;
}

static bool is_wanted(void *context, const char *name)
{
    const struct wanted *wanted = context;

    return bsearch(&name, wanted->names, wanted->count, sizeof *wanted->names, by_name) != NULL;
}

/* Reads what a header brings into the compiler's pool. */
static void read_cards(struct ct_sc_session *session, struct ct_compiler *compiler,
                       const struct ct_sc_cards *first, const struct ct_sc_cards *before,
                       struct wanted *wanted)
{
    for (const struct ct_sc_cards *cards = first; cards; cards = cards->next) {
        const struct ct_sc_cards *earlier = before;

        while (earlier && earlier != cards && !same_cards(earlier, cards))
            earlier = earlier->next;
        if (earlier && earlier != cards) continue;
        if (!cards->path) {
            const struct ct_source *here = cards_here(session, cards);

            if (here) ct_cardfile_read(&compiler->pool, here);
            continue;
        }
        const char *path = find_path(session, cards->path);
        if (path && is_data(path))
            ct_carddata_load_named(&compiler->pool, path, is_wanted, wanted);
        else if (path)
            ct_cardpool_load(&compiler->pool, path);
    }
}

/* Compiles the cards that are wanted, each once. */
static bool compile_wanted(struct ct_compiler *compiler, const struct wanted *wanted)
{
    const struct ct_printed_card **done =
        ct_arena_array(&compiler->pool.arena, wanted->count + 1, sizeof *done);
    size_t count = 0;
    bool fine = ct_compile_definitions(compiler);

    if (!done) return false;
    for (size_t i = 0; i < wanted->count; i++) {
        const char *name = wanted->names[i];
        struct ct_printed_card *card = ct_cardpool_find(&compiler->pool, name, strlen(name), NULL);
        struct ct_compiled result;
        size_t k = 0;

        while (k < count && done[k] != card)
            k++;
        if (!card || k < count) continue;
        done[count++] = card;
        fine = ct_compile_card(compiler, card, 0, &result) && fine;
    }
    return fine;
}

struct ct_set *ct_sc_compile(struct ct_sc_session *session, const struct ct_scenario *scenario,
                             struct ct_compiler **compiler)
{
    struct ct_compiler *c = ct_compiler_new();
    const struct ct_sc_cards *shared = session->file->header.cards;
    struct wanted wanted;

    *compiler = c;
    if (!c || !wanted_make(&session->arena, scenario, &wanted)) return NULL;
    /* One of the game's own mechanics that does not compile costs the cards that use it, and they
     * say so. */
    if (!ct_compile_definitions(c)) ct_diags_clear(&c->diags);
    read_cards(session, c, shared, shared, &wanted);
    read_cards(session, c, scenario->header.cards, shared, &wanted);
    if (c->diags.errors) return NULL;
    if (!compile_wanted(c, &wanted)) return NULL;
    /* Counters and types that no card speaks of can be put or chosen all the same. */
    for (const struct ct_sc_text *t = scenario->symbols; t; t = t->next)
        ct_emit_symbol(&c->emit, t->text, strlen(t->text));
    return ct_emit_finish(&c->emit);
}
