/* cantrip sim: games between two decks, played by agents. */
#include "tool/command.h"

#include "cantrip/game.h"
#include "compiler/carddata.h"
#include "compiler/compile.h"
#include "compiler/decklist.h"
#include "runtime/log.h"
#include "runtime/sim.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST_GAMES = 10000000, BARS = 20, BAR = 40 };

struct run {
    ct_compiler compiler;
    struct ct_arena arena;
    struct ct_decklist deck[2];
    uint32_t *cards[2];
    ct_set *set;
    ct_sim sim;
    uint32_t n;
    ct_sim_result *results;
    double seconds;
    bool json;
};

/* ---- cards -------------------------------------------------------------------------------------- */

static bool in_a_deck(void *context, const char *name)
{
    const struct run *run = context;
    for (unsigned d = 0; d < 2; d++)
        for (size_t i = 0; i < run->deck[d].nlines; i++)
            if (strcmp(run->deck[d].lines[i].name, name) == 0) return true;
    return false;
}

static bool ends_in(const char *path, const char *ending)
{
    const char *dot = strrchr(path, '.');
    return dot && strcmp(dot, ending) == 0;
}

/* The set that the cards are in: a set file as it is, else compiled; card data only as far as the decks name it. */
static ct_set *read_cards(struct run *run, const char *path)
{
    char message[200];
    bool good;

    if (ends_in(path, ".cset")) {
        ct_set *set = ct_set_read(path, message, sizeof message);
        if (!set)
            ct_diag_add(&run->compiler.diags, CT_ERR_CANNOT_READ, NULL, (struct ct_span){0, 0}, "%s: %s", path,
                        message);
        return set;
    }
    if (ends_in(path, ".json") || ends_in(path, ".jsonl"))
        good = ct_carddata_load_named(&run->compiler.pool, path, in_a_deck, run);
    else
        good = ct_compiler_add_file(&run->compiler, path);
    return good ? ct_compiler_finish(&run->compiler) : NULL;
}

/* The records of the cards of a deck. */
static bool look_up(struct run *run, unsigned d)
{
    const struct ct_decklist *deck = &run->deck[d];
    uint32_t n = 0;
    bool good = true;

    run->cards[d] = ct_arena_array(&run->arena, deck->count, sizeof *run->cards[d]);
    if (!run->cards[d]) return false;
    for (size_t i = 0; i < deck->nlines; i++) {
        uint32_t card = ct_set_find_card(run->set, deck->lines[i].name, strlen(deck->lines[i].name), NULL);
        if (card == CT_NONE) {
            ct_diag_add(&run->compiler.diags, CT_ERR_DECK_CARD, deck->source, deck->lines[i].span,
                        "none of the files with cards has a card of this name");
            good = false;
            continue;
        }
        for (uint32_t k = 0; k < deck->lines[i].count; k++) run->cards[d][n++] = card;
    }
    run->sim.seat[d] = (ct_seat){.cards = run->cards[d], .ncards = n};
    return good;
}

/* ---- the report ------------------------------------------------------------------------------------ */

/* Wilson's interval of a share [E. B. Wilson 1927], at 95 %. */
static void interval(uint32_t hits, uint32_t n, double *low, double *high)
{
    const double z = 1.959963984540054, p = (double)hits / n, zz = z * z / n;
    const double mid = p + zz / 2, half = z * sqrt(p * (1 - p) / n + zz / (4 * n));
    *low = (mid - half) / (1 + zz);
    *high = (mid + half) / (1 + zz);
}

struct totals {
    uint32_t wins[2], draws, ends[CT_SIM_NENDS], most_turns;
    uint64_t decisions, turns;
};

static struct totals add_up(const struct run *run)
{
    struct totals t = {0};
    for (uint32_t k = 0; k < run->n; k++) {
        const ct_sim_result *r = &run->results[k];
        if (r->winner >= 0) t.wins[r->winner]++;
        else t.draws++;
        t.ends[r->end]++;
        t.decisions += r->decisions;
        t.turns += r->turns;
        if (r->turns > t.most_turns) t.most_turns = r->turns;
    }
    return t;
}

static void histogram(const struct run *run, uint32_t most_turns)
{
    uint32_t width = most_turns / BARS + 1, count[BARS + 1] = {0}, most = 1;
    for (uint32_t k = 0; k < run->n; k++) {
        uint32_t *c = &count[run->results[k].turns / width];
        if (++*c > most) most = *c;
    }
    printf("\nturns\n");
    for (uint32_t i = 0; i * width <= most_turns; i++) {
        printf("%4u-%-4u %7u ", i * width, (i + 1) * width - 1, count[i]);
        for (uint32_t b = 0; b < (uint64_t)count[i] * BAR / most; b++) fputs("▇", stdout);
        putchar('\n');
    }
}

static void print_text(const struct run *run, char *const *names)
{
    struct totals t = add_up(run);
    printf("%u games, %.0f a second, %.1f decisions and %.1f turns a game\n", run->n,
           run->n / run->seconds, (double)t.decisions / run->n, (double)t.turns / run->n);
    for (unsigned d = 0; d < 2; d++) {
        double low, high;
        interval(t.wins[d], run->n, &low, &high);
        printf("%-40s won %6u  %5.1f %%  (95 %%: %.1f to %.1f)\n", names[d], t.wins[d],
               100.0 * t.wins[d] / run->n, 100 * low, 100 * high);
    }
    printf("%-40s     %6u\n", "nobody", t.draws);
    for (unsigned e = 0; e < CT_SIM_NENDS; e++)
        if (t.ends[e]) printf("%-40s     %6u\n", ct_sim_end_word((ct_sim_end)e), t.ends[e]);
    histogram(run, t.most_turns);
}

static void print_json(const struct run *run)
{
    struct totals t = add_up(run);
    json_t *reasons = json_object(), *turns = json_object();
    json_t *count = json_object();
    for (unsigned e = 0; e < CT_SIM_NENDS; e++)
        if (t.ends[e]) json_object_set_new(reasons, ct_sim_end_word((ct_sim_end)e), json_integer(t.ends[e]));
    for (uint32_t k = 0; k < run->n; k++) {
        char key[16];
        snprintf(key, sizeof key, "%u", run->results[k].turns);
        json_object_set_new(count, key, json_integer(json_integer_value(json_object_get(count, key)) + 1));
    }
    json_object_set_new(turns, "mean", json_real((double)t.turns / run->n));
    json_object_set_new(turns, "most", json_integer(t.most_turns));
    json_object_set_new(turns, "games", count);
    json_t *out = json_pack("{s:i, s:f, s:f, s:[i,i], s:i, s:o, s:o}", "games", (int)run->n, "games_per_second",
                            run->n / run->seconds, "decisions_per_game", (double)t.decisions / run->n, "wins",
                            (int)t.wins[0], (int)t.wins[1], "draws", (int)t.draws, "turns", turns, "reasons", reasons);
    json_dumpf(out, stdout, JSON_INDENT(2) | JSON_SORT_KEYS);
    putchar('\n');
    json_decref(out);
}

/* ---- playing --------------------------------------------------------------------------------------- */

static void tell(void *user, const ct_game *g, const ct_log_entry *entry)
{
    static const char *const names[] = {"the player who began", "the other player", NULL, NULL, NULL, NULL};
    char text[400];
    (void)user;
    ct_log_text(g, entry, names, text, sizeof text);
    printf("%-70s [CR %s]\n", text, entry->rule ? entry->rule : "");
}

static void show_progress(void *user, uint32_t done)
{
    const struct run *run = user;
    fprintf(stderr, "\r%u of %u games", done, run->n);
    if (done == run->n) fputc('\n', stderr);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int play(struct run *run, unsigned threads, const char *one, char *const *names)
{
    if (one) { /* a game by itself, told */
        ct_sim_result result;
        if (!ct_sim_play(&run->sim, (uint32_t)strtoul(one, NULL, 10), &result, tell, run)) return CT_EXIT_USAGE;
        printf("%s after %u turns and %u decisions (%s), %016llx\n",
               result.winner < 0 ? "nobody wins" : result.winner ? "the second deck wins" : "the first deck wins",
               result.turns, result.decisions, ct_sim_end_word((ct_sim_end)result.end),
               (unsigned long long)result.hash);
        return CT_EXIT_FINE;
    }
    run->results = calloc(run->n, sizeof *run->results);
    double start = now();
    bool good = run->results && ct_sim_run(&run->sim, run->n, threads, run->results,
                                           isatty(STDERR_FILENO) ? show_progress : NULL, run);
    run->seconds = now() - start;
    if (!good) fprintf(stderr, "cantrip sim: memory is short\n");
    else if (run->json) print_json(run);
    else print_text(run, names);
    free(run->results);
    return good ? CT_EXIT_FINE : CT_EXIT_USAGE;
}

static bool number(const char *text, unsigned long long most, unsigned long long *value)
{
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && !*end && !errno && *value <= most;
}

/* Both agents from "random", or "greedy,random". */
static bool agents(ct_sim *sim, const char *words)
{
    char first[32];
    const char *comma = strchr(words, ',');
    size_t len = comma ? (size_t)(comma - words) : strlen(words);
    if (len >= sizeof first) return false;
    memcpy(first, words, len);
    first[len] = '\0';
    sim->agent[0] = ct_agent_find(first);
    sim->agent[1] = ct_agent_find(comma ? comma + 1 : first);
    return sim->agent[0] != CT_NAGENTS && sim->agent[1] != CT_NAGENTS;
}

int ct_cmd_sim(int argc, char **argv)
{
    struct run run = {0};
    const char *n = "100", *seed = "1", *jobs = "1", *who = "random", *cards = "cards", *one = NULL;
    const struct ct_flag options[] = {
        {"json", 0, &run.json, NULL}, {"games", 'n', NULL, &n},     {"seed", 's', NULL, &seed},
        {"jobs", 'j', NULL, &jobs},   {"agents", 0, NULL, &who},    {"cards", 0, NULL, &cards},
        {"game", 0, NULL, &one},      {0}};
    unsigned long long games, threads, value;
    int status = CT_EXIT_INPUT;
    bool good;

    argc = ct_take_options(argc, argv, options);
    if (argc != 3 || !number(n, MOST_GAMES, &games) || !games || !number(seed, UINT64_MAX, &value) ||
        !number(jobs, 256, &threads) || !threads || !agents(&run.sim, who))
        return ct_usage("sim");
    run.n = (uint32_t)games;
    run.sim.seed = value;
    if (one && !number(one, MOST_GAMES, &value)) return ct_usage("sim");
    good = ct_compiler_init(&run.compiler);
    ct_arena_init(&run.arena, 0);
    for (unsigned d = 0; d < 2 && good; d++)
        good = ct_decklist_read(&run.deck[d], &run.arena, argv[1 + d], &run.compiler.diags);
    run.set = good ? read_cards(&run, cards) : NULL;
    good = run.set != NULL;
    for (unsigned d = 0; d < 2 && run.set; d++) good = look_up(&run, d) && good;
    run.sim.set = run.set;
    if (good) status = play(&run, (unsigned)threads, one, argv + 1);
    else ct_show_diags(&run.compiler.diags, false);
    if (run.set) ct_set_free(run.set);
    ct_arena_free(&run.arena);
    ct_compiler_fini(&run.compiler);
    return status;
}
