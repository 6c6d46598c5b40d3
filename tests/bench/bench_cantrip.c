/* ./do bench: how fast cards compile, sets load, games are copied and decisions are taken. Prints a
 * table; a measurement, not a test. Times are processor time of one core. The corpus is looked for
 * where the tests look for it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compiler/compile.h"
#include "compiler/define.h"
#include "compiler/parse.h"
#include "compiler/resolve.h"
#include "compiler/scenario_run.h"
#include "measure.h"
#include "runtime/codes.h"
#include "runtime/setup.h"
#include "runtime/verify.h"

static const double at_least = 0.5; /* seconds that a row is measured for */

static void heading(void)
{
    const char *why;
    bool counted = measure_counts(&why);
    printf("machine: %s\n", measure_machine());
    if (!counted)
        printf("instructions: not counted here (%s); ./do bench callgrind counts them\n", why);
    printf("\n%-46s %13s %-12s %12s %14s\n", "", "a second", "", "us each", "instr. each");
}

/* N things took M in all. */
static void row(const char *what, const char *unit, double n, struct measure m)
{
    printf("%-46s %13.0f %-12s %12.3f", what, n / m.seconds, unit, m.seconds / n * 1e6);
    if (m.instructions)
        printf(" %14.0f\n", (double)m.instructions / n);
    else
        printf(" %14s\n", "-");
    fflush(stdout);
}

static struct measure minus(struct measure a, struct measure b)
{
    return (struct measure){a.seconds > b.seconds ? a.seconds - b.seconds : 1e-12,
                            a.instructions > b.instructions ? a.instructions - b.instructions : 0};
}

/* ---- compiling ----------------------------------------------------------------------------- */
typedef struct pool_of_cards {
    ct_compiler *compiler;
    const struct ct_printed_card **card; /* those that compile */
    size_t n;
} pool_of_cards;

static const char *corpus(void)
{
    const char *path = getenv("CANTRIP_CORPUS");
    return path ? path : CT_SOURCE_DIR "/../shared/corpus/cards.jsonl";
}

/* Reads the corpus, or the project's own cards when it is not there, and keeps what compiles; the
 * image keeps it too. */
static bool read_cards(pool_of_cards *cards)
{
    cards->compiler = ct_compiler_new();
    if (!cards->compiler) return false;
    bool there = access(corpus(), R_OK) == 0;
    ct_compiler_add_file(cards->compiler, there ? corpus() : CT_SOURCE_DIR "/cards");
    struct ct_cardpool *pool = &cards->compiler->pool;
    cards->card = calloc(pool->card_count + 1, sizeof *cards->card);
    if (!cards->card) return false;
    ct_compile_definitions(
        cards->compiler); /* what is wrong with them costs the cards that use them */
    for (const struct ct_printed_card *card = pool->cards; card; card = card->next) {
        struct ct_compiled result;
        if (ct_compile_card(cards->compiler, card, 0, &result)) cards->card[cards->n++] = card;
    }
    printf("%zu of %u cards of %s compile\n", cards->n, pool->card_count,
           there ? "the corpus" : "the project (there is no corpus here)");
    return cards->n > 0;
}

enum pass { PARSE, RESOLVE, COMPILE };

/* Reading, and for RESOLVE binding too, of one face, as compile.c does it. */
static void read_face(ct_compiler *c, const struct ct_printed_face *face, enum pass pass)
{
    const uint32_t spell = CT_TYPE_INSTANT | CT_TYPE_SORCERY;
    struct ct_parser parser = {.arena = &c->arena,
                               .lexicon = c->lexicon,
                               .source = face->text,
                               .diags = &c->diags,
                               .name = face->name.text ? face->name.text : "",
                               .of = face->types & spell ? CT_TEXT_SPELL : CT_TEXT_PERMANENT,
                               .legendary = (face->supers & CT_SUPER_LEGENDARY) != 0};
    unsigned errors;
    if (face->text->len == 0 || !ct_define_subtypes(c, face)) return;
    ct_node *tree = ct_parse(&parser, &errors);
    const struct ct_resolve resolve = {
        .arena = &c->arena, .diags = &c->diags, .source = face->text};
    if (tree && pass == RESOLVE) ct_resolve(&resolve, tree);
}

static void one_card(const pool_of_cards *cards, size_t i, enum pass pass)
{
    struct ct_compiled result;
    const struct ct_printed_card *card = cards->card[i];
    if (pass == COMPILE) {
        ct_compile_card(cards->compiler, card, CT_COMPILE_FORGET, &result);
        return;
    }
    for (uint32_t f = 0; f < card->face_count; f++)
        read_face(cards->compiler, &card->faces[f], pass);
    ct_arena_reset(&cards->compiler->arena);
}

/* What one card takes on average, over whole rounds of all cards. */
static struct measure time_pass(const pool_of_cards *cards, enum pass pass)
{
    struct measure m;
    unsigned rounds = 0;
    measure_begin();
    do {
        for (size_t i = 0; i < cards->n; i++)
            one_card(cards, i, pass);
        rounds++;
        m = measure_so_far();
    } while (m.seconds < at_least);
    m = measure_end();
    m.seconds /= rounds;
    m.instructions /= rounds;
    return m;
}

static struct measure bench_compiling(const pool_of_cards *cards)
{
    double n = (double)cards->n;
    struct measure parse = time_pass(cards, PARSE), resolve = time_pass(cards, RESOLVE);
    struct measure all = time_pass(cards, COMPILE);
    row("compile a card", "cards", n, all);
    row("  of that: parse", "cards", n, parse);
    row("  of that: bind references", "cards", n, minus(resolve, parse));
    row("  of that: check, read back, lower, verify", "cards", n, minus(all, resolve));
    return all;
}

/* ---- set files ----------------------------------------------------------------------------- */
static int to_file(void *user, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, user) == size ? 0 : -1;
}

static bool load_once(const char *path)
{
    ct_set set;
    bool fine = ct_set_open(&set, path) == CT_SET_OK && ct_verify(&set, NULL);
    ct_set_close(&set);
    return fine;
}

static void bench_loading(const pool_of_cards *cards, struct measure compiling)
{
    char path[] = "/tmp/cantrip-bench-XXXXXX";
    int fd = mkstemp(path);
    FILE *out = fd >= 0 ? fdopen(fd, "wb") : NULL;
    ct_set *set = ct_emit_finish(&cards->compiler->emit);
    bool written = out && set && ct_set_write(set, to_file, out) == 0;
    if (out) written = fclose(out) == 0 && written;
    unsigned n = 0;
    struct measure m = {0, 0};
    if (written && load_once(path)) {
        measure_begin();
        do {
            load_once(path);
            n++;
            m = measure_so_far();
        } while (m.seconds < at_least);
        m = measure_end();
        row("load and verify a set file of these cards", "sets", n, m);
        printf("%-46s %13.0f times as fast as compiling them (%zu bytes)\n", "",
               compiling.seconds / (m.seconds / n), set->image_size);
    } else {
        printf("the set of these cards can't be written, or is not accepted\n");
    }
    unlink(path);
    ct_set_free(set);
}

/* ---- games --------------------------------------------------------------------------------- */
static ct_set *own_cards(void)
{
    ct_compiler *compiler = ct_compiler_new();
    ct_set *set = NULL;
    if (compiler) {
        ct_compiler_add_file(compiler, CT_SOURCE_DIR "/cards");
        ct_compile_all(compiler, 0); /* what does not compile is left out */
        set = ct_emit_finish(&compiler->emit);
    }
    ct_compiler_free(compiler);
    if (set && ct_verify(set, NULL)) return set;
    ct_set_free(set);
    return NULL;
}

/* Eighty objects in the middle of a game: 16 permanents, 10 cards in hands, 54 in libraries. */
static ct_game *game_of_80(const ct_set *set)
{
    ct_game *g = ct_game_bare(set, 2, 1);
    if (!g) return NULL;
    ct_setup_turn(g, 9, 0, CT_STEP_MAIN1);
    uint32_t card = 0;
    for (unsigned p = 0; p < 2; p++)
        for (unsigned i = 0; i < 40; i++, card = (card + 1) % set->ncard)
            ct_setup_card(g, card, CT_NONE, p, p,
                          i < 8    ? CT_ZONE_BATTLEFIELD
                          : i < 13 ? CT_ZONE_HAND
                                   : CT_ZONE_LIBRARY,
                          CT_AT_END);
    ct_setup_begin(g);
    ct_run(g);
    return g;
}

static void bench_copying(const ct_set *set)
{
    enum { TIMES = 1000000 };
    ct_game *from = game_of_80(set), *to = ct_game_reserve(set);
    size_t size = from ? ct_snapshot_size(from) : 0;
    void *a = calloc(1, size + 1), *b = calloc(1, size + 1);
    if (from && to && a && b) {
        char what[80];
        measure_begin();
        for (int i = 0; i < TIMES; i++)
            ct_game_copy(to, from);
        row("copy a game of 80 objects", "copies", TIMES, measure_end());
        measure_begin();
        for (int i = 0; i < TIMES; i++) {
            memcpy(b, a, size);
            __asm__ volatile("" : : "r"(b) : "memory"); /* not to be left out */
        }
        snprintf(what, sizeof what, "memcpy of as many bytes (%zu)", size);
        row(what, "copies", TIMES, measure_end());
    }
    free(a);
    free(b);
    ct_game_free(to);
    ct_game_free(from);
}

static uint32_t read_deck(const ct_set *set, const char *path, uint32_t cards[100])
{
    char line[256];
    uint32_t n = 0;
    FILE *in = fopen(path, "r");
    while (in && fgets(line, sizeof line, in)) {
        char *name;
        unsigned long count = strtoul(line, &name, 10);
        name += strspn(name, " ");
        ct_w card = ct_set_find_card(set, name, strcspn(name, "\r\n"), NULL);
        for (; count > 0 && card != CT_NONE && n < 100; count--)
            cards[n++] = card;
    }
    if (in) fclose(in);
    return n;
}

/* Games between the two decks, every answer by chance. */
static void bench_playing(const ct_set *set)
{
    uint32_t deck[2][100], n[2];
    n[0] = read_deck(set, CT_SOURCE_DIR "/cards/sets/decks/wardens.txt", deck[0]);
    n[1] = read_deck(set, CT_SOURCE_DIR "/cards/sets/decks/drowned.txt", deck[1]);
    if (n[0] < 20 || n[1] < 20) {
        printf("the decks' cards do not compile\n");
        return;
    }
    uint64_t decisions = 0, random = 1;
    unsigned games = 0;
    struct measure m;
    measure_begin();
    do {
        ct_new_game how = {.nplayers = 2, .seed = ++games};
        for (unsigned p = 0; p < 2; p++)
            how.seat[p] = (ct_seat){.cards = deck[p], .ncards = n[p]};
        ct_game *g = ct_game_new(set, &how);
        while (g && ct_run(g) == CT_WAIT && g->s->ndecisions < 20000) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            ct_answer(g, (uint32_t)(random >> 33) % g->s->decision.noptions);
        }
        decisions += g ? g->s->ndecisions : 0;
        ct_game_free(g);
        m = measure_so_far();
    } while (m.seconds < 2 * at_least);
    m = measure_end();
    row("play two decks by chance", "decisions", (double)decisions, m);
    row("", "games", games, m);
}

/* The demonstration again and again; compiling its cards is part of it. */
static void bench_scenario(void)
{
    struct ct_sc_session session;
    unsigned decisions = 0, plays = 0;
    struct ct_sc_options options = {.decisions = &decisions};
    if (ct_sc_open(&session, CT_SOURCE_DIR "/tests/scenarios/demonstration.scenario") &&
        session.file && session.file->scenarios &&
        ct_sc_play(&session, session.file->scenarios, NULL, &session.diags)) {
        struct measure m;
        measure_begin();
        do {
            ct_sc_play(&session, session.file->scenarios, &options, &session.diags);
            plays++;
            m = measure_so_far();
        } while (m.seconds < at_least);
        m = measure_end();
        row("the demonstration, its cards compiled each time", "decisions", decisions, m);
        row("", "scenarios", plays, m);
    } else {
        printf("the demonstration does not pass\n");
    }
    ct_sc_close(&session);
}

int main(void)
{
    pool_of_cards cards = {NULL, NULL, 0};
    struct measure compiling = {0, 0};
    bool read = read_cards(&cards);
    heading();
    if (read) {
        compiling = bench_compiling(&cards);
        bench_loading(&cards, compiling);
    }
    ct_set *set = own_cards();
    if (set) {
        bench_copying(set);
        bench_playing(set);
    }
    bench_scenario();
    ct_set_free(set);
    free(cards.card);
    ct_compiler_free(cards.compiler);
    return read && set ? 0 : 1;
}
