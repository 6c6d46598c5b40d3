#include "compiler/scenario_words.h"

#include "grammar/scenario.tab.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIXED_MOST = 512,     /* words and phrases of the grammar */
    FIXED_WORDS_MOST = 8, /* words in one of them */
    PHRASE_TOKENS_MOST = 4000,
    TAB_WIDTH = 8
};

struct words {
    struct ct_sc_parser *p;
    struct ct_raw *raws;
    size_t count, capacity;
    struct ct_sc_fixed fixed[FIXED_MOST];
    size_t fixed_count;
    bool inside; /* the line: not at its first word, where alone "cards" opens a list of cards */
    bool said;   /* an error in this line was reported by us */
    struct ct_sc_token spare; /* what emit gives when memory is refused */
};

/* ---- words that are listed ----------------------------------------------------------------- */

struct listed {
    const char *text;
    int value;
};

static const struct listed numbers[] = {
    {"zero", 0},     {"one", 1},      {"two", 2},        {"three", 3},     {"four", 4},
    {"five", 5},     {"six", 6},      {"seven", 7},      {"eight", 8},     {"nine", 9},
    {"ten", 10},     {"eleven", 11},  {"twelve", 12},    {"thirteen", 13}, {"fourteen", 14},
    {"fifteen", 15}, {"sixteen", 16}, {"seventeen", 17}, {"eighteen", 18}, {"nineteen", 19},
    {"twenty", 20},
};

static const struct listed ordinals[] = {
    {"first", 1}, {"second", 2},  {"third", 3},  {"fourth", 4}, {"fifth", 5},
    {"sixth", 6}, {"seventh", 7}, {"eighth", 8}, {"ninth", 9},  {"tenth", 10},
};

static const struct listed colors[] = {
    {"white", 0}, {"blue", 1}, {"black", 2}, {"red", 3}, {"green", 4},
};

enum listed_type {
#define TYPE(name, word, plural, permanent) LISTED_##name,
#include "runtime/types.def"
#undef TYPE
    LISTED_TYPE_COUNT
};
static const struct listed types[] = {
#define TYPE(name, word, plural, permanent) {word, LISTED_##name}, {plural, LISTED_##name},
#include "runtime/types.def"
#undef TYPE
};

enum listed_super {
#define SUPER(name, word) LISTED_SUPER_##name,
#include "runtime/types.def"
#undef SUPER
    LISTED_SUPER_COUNT
};
static const struct listed supers[] = {
#define SUPER(name, word) {word, LISTED_SUPER_##name},
#include "runtime/types.def"
#undef SUPER
};

static const struct listed states[] = {
#define STATE(name, text) {text, CT_SC_IS_##name},
#include "compiler/scenario_states.def"
#undef STATE
    {"tokens", CT_SC_IS_TOKEN},        {"copies", CT_SC_IS_COPY},
    {"cards", CT_SC_IS_CARD},          {"spells", CT_SC_IS_SPELL},
    {"objects", CT_SC_IS_OBJECT},      {"permanents", CT_SC_IS_PERMANENT},
    {"face-down", CT_SC_IS_FACE_DOWN},
};

#define LIST(list) list, sizeof(list) / sizeof((list)[0])

static const struct listed *find(const struct listed *list, size_t count, const char *text,
                                 size_t len)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(list[i].text) == len && memcmp(list[i].text, text, len) == 0) return &list[i];
    return NULL;
}

static bool is_noun(int state)
{
    return state == CT_SC_IS_TOKEN || state == CT_SC_IS_COPY || state == CT_SC_IS_CARD ||
           state == CT_SC_IS_SPELL || state == CT_SC_IS_PERMANENT || state == CT_SC_IS_OBJECT;
}

/* ---- raw tokens ---------------------------------------------------------------------------- */

static const char *raw_text(const struct words *w, size_t i)
{
    return w->p->source->text + w->raws[i].span.start;
}

static size_t raw_len(const struct words *w, size_t i)
{
    return w->raws[i].span.end - w->raws[i].span.start;
}

static bool raw_is(const struct words *w, size_t i, const char *text)
{
    return i < w->count && w->raws[i].kind == CT_RAW_WORD && raw_len(w, i) == strlen(text) &&
           memcmp(raw_text(w, i), text, raw_len(w, i)) == 0;
}

static bool read_raw(struct words *w)
{
    void *scanner = ct_sc_raw_open(w->p->source->text, w->p->source->len);
    uint32_t start = 0;

    if (!scanner) return false;
    for (;;) {
        enum ct_raw_kind kind = (enum ct_raw_kind)ct_sc_raw_next(scanner);
        uint32_t end = ct_sc_raw_offset(scanner);
        struct ct_raw *raws;

        if (kind != CT_RAW_SPACE) {
            raws = ct_arena_grow(w->p->arena, w->raws, w->count, &w->capacity, sizeof *raws);
            if (!raws) break;
            w->raws = raws;
            raws[w->count++] = (struct ct_raw){kind, {start, end}};
        }
        start = end;
        if (kind == CT_RAW_EOF || kind == CT_RAW_UNENDED) break;
    }
    ct_sc_raw_close(scanner);
    return w->count > 0 && (w->raws[w->count - 1].kind == CT_RAW_EOF ||
                            w->raws[w->count - 1].kind == CT_RAW_UNENDED);
}

/* ---- tokens -------------------------------------------------------------------------------- */

static struct ct_sc_token *emit(struct words *w, int code, struct ct_span span)
{
    struct ct_sc_parser *p = w->p;
    struct ct_sc_token *tokens =
        ct_arena_grow(p->arena, p->tokens, p->count, &p->capacity, sizeof *tokens);

    if (!tokens) {
        p->failed = true;
        w->spare = (struct ct_sc_token){0};
        return &w->spare;
    }
    p->tokens = tokens;
    tokens[p->count] = (struct ct_sc_token){.code = code, .span = span};
    return &tokens[p->count++];
}

static void emit_number(struct words *w, int code, struct ct_span span, int number)
{
    emit(w, code, span)->number = number;
}

static void emit_text(struct words *w, int code, struct ct_span span, const char *text, size_t len)
{
    char *copy = ct_arena_strndup(w->p->arena, text, len);

    if (!copy) w->p->failed = true;
    emit(w, code, span)->text = copy ? copy : "";
}

static struct ct_sc_word *emit_word(struct words *w, int code, struct ct_span span,
                                    enum ct_sc_word_kind kind, int value)
{
    struct ct_sc_word *word = ct_arena_alloc(w->p->arena, sizeof *word);

    if (!word) {
        w->p->failed = true;
        return NULL;
    }
    word->kind = kind;
    word->value = value;
    word->span = span;
    emit(w, code, span)->word = word;
    return word;
}

static struct ct_diag *complain(struct words *w, enum ct_code code, struct ct_span span,
                                const char *message)
{
    w->said = true;
    return ct_diag_add(w->p->diags, code, w->p->source, span, "%s", message);
}

/* The number in LEN digits, a sign before them (of either kind) obeyed. */
static int number_of(const char *text, size_t len)
{
    bool minus = false;
    int value = 0;

    while (len && (*text < '0' || *text > '9')) {
        if (*text == '-' || *text == '\xe2') minus = true;
        text++, len--;
    }
    for (; len && *text >= '0' && *text <= '9' && value < 100000000; text++, len--)
        value = value * 10 + (*text - '0');
    return minus ? -value : value;
}

/* A string's content: \" and \\ stand for themselves without the backslash. */
static void emit_string(struct words *w, size_t i)
{
    const char *text = raw_text(w, i) + 1;
    size_t len = raw_len(w, i) - 2, used = 0;
    char *copy = ct_arena_alloc(w->p->arena, len + 1);

    if (!copy) {
        w->p->failed = true;
        return;
    }
    for (size_t at = 0; at < len; at++) {
        if (text[at] == '\\' && at + 1 < len) at++;
        copy[used++] = text[at];
    }
    emit(w, T_STRING, w->raws[i].span)->text = copy;
}

/* ---- names --------------------------------------------------------------------------------- */

static size_t raws_until(const struct words *w, size_t i, uint32_t offset)
{
    size_t used = 0;

    while (i + used < w->count && w->raws[i + used].span.start < offset)
        used++;
    return used ? used : 1;
}

static bool is_player(const struct words *w, size_t i)
{
    return (raw_len(w, i) == 5 && memcmp(raw_text(w, i), "Alice", 5) == 0) ||
           (raw_len(w, i) == 3 && memcmp(raw_text(w, i), "Bob", 3) == 0);
}

/* A capitalised word: a player, a name, a subtype. Returns how many raw tokens it took. */
static size_t capital(struct words *w, size_t i)
{
    const char *text = raw_text(w, i), *name = NULL;
    uint32_t start = w->raws[i].span.start;
    unsigned found = 0;
    struct ct_diag *diag;
    struct ct_sc_word *word;
    size_t len;

    if (raw_len(w, i) == 9 && memcmp(text, "Adventure", 9) == 0) {
        emit(w, ADVENTURE, w->raws[i].span);
        return 1;
    }
    if (is_player(w, i)) {
        emit_number(w, T_PLAYER, w->raws[i].span, *text == 'A' ? 1 : 2);
        return 1;
    }
    len = ct_sc_names_match(w->p->names, CT_SC_NAME_CARD | CT_SC_NAME_SUBTYPE, text,
                            w->p->source->len - start, true, &name, &found);
    if (len) {
        struct ct_span span = {start, start + (uint32_t)len};
        bool card = found & CT_SC_NAME_CARD;

        word =
            emit_word(w, card ? T_NAME : T_SUBTYPE, span, card ? CT_SC_W_NAME : CT_SC_W_SUBTYPE, 0);
        if (word) word->text = name;
        return raws_until(w, i, span.end);
    }
    if (raw_len(w, i) == 1 && *text == 'X') {
        emit(w, T_X, w->raws[i].span);
        return 1;
    }
    if (w->raws[i].kind == CT_RAW_ID) {
        emit_text(w, T_ID, w->raws[i].span, text, raw_len(w, i));
        return 1;
    }
    diag = complain(w, CT_ERR_SCENARIO_NAME, w->raws[i].span,
                    "no card, token or subtype has this name");
    /* Past what is kept nobody reads it. */
    if (w->p->diags->most && w->p->diags->errors > w->p->diags->most) {
        emit(w, T_WORD, w->raws[i].span)->text = "";
        return 1;
    }
    name = ct_sc_names_near(w->p->names, CT_SC_NAME_CARD | CT_SC_NAME_SUBTYPE, text, raw_len(w, i));
    if (name) ct_diag_help(diag, w->p->source, w->raws[i].span, name, "did you mean");
    emit(w, T_WORD, w->raws[i].span)->text = "";
    return 1;
}

/* ---- lower-case words ---------------------------------------------------------------------- */

/* How many raw tokens from I on make up TEXT, a phrase of the grammar; 0 when they don't. */
static size_t match_fixed(const struct words *w, size_t i, const char *text)
{
    size_t used = 0;

    while (*text) {
        size_t len = strcspn(text, " ");

        if (i + used >= w->count || raw_len(w, i + used) != len ||
            w->raws[i + used].kind != CT_RAW_WORD || memcmp(raw_text(w, i + used), text, len) != 0)
            return 0;
        used++;
        text += len;
        if (*text == ' ') text++;
    }
    return used;
}

static size_t longest_fixed(const struct words *w, size_t i, int *code)
{
    size_t best = 0;

    for (size_t k = 0; k < w->fixed_count; k++) {
        size_t used;

        if (w->fixed[k].text[0] != *raw_text(w, i)) continue;
        used = match_fixed(w, i, w->fixed[k].text);
        if (used > best) best = used, *code = w->fixed[k].code;
    }
    return best;
}

/* "shield" before "counter": what kind of counter it is. */
static bool counter_follows(const struct words *w, size_t i)
{
    return raw_is(w, i + 1, "counter") || raw_is(w, i + 1, "counters");
}

static bool describes(struct words *w, size_t i)
{
    const char *text = raw_text(w, i);
    size_t len = raw_len(w, i);
    bool negated = len > 3 && memcmp(text, "non", 3) == 0;
    size_t skip = negated ? (len > 4 && text[3] == '-' ? 4 : 3) : 0;
    const struct listed *listed;
    struct ct_span span = w->raws[i].span;
    struct ct_sc_word *word = NULL;

    text += skip, len -= skip;
    if ((listed = find(LIST(types), text, len)))
        word = emit_word(w, negated ? T_ADJECTIVE : T_TYPE, span, CT_SC_W_TYPE, listed->value);
    else if ((listed = find(LIST(supers), text, len)))
        word = emit_word(w, T_SUPERTYPE, span, CT_SC_W_SUPERTYPE, listed->value);
    else if ((listed = find(LIST(colors), text, len)))
        word = emit_word(w, negated ? T_ADJECTIVE : T_COLOR, span, CT_SC_W_COLOR, listed->value);
    else if ((listed = find(LIST(states), text, len)))
        word = emit_word(w, is_noun(listed->value) && !negated ? T_NOUN : T_ADJECTIVE, span,
                         CT_SC_W_STATE, listed->value);
    if (word) word->negated = negated;
    return listed != NULL;
}

/* "summoning sick", "face down": states of two words. */
static size_t two_word_state(struct words *w, size_t i)
{
    for (size_t k = 0; k < sizeof states / sizeof states[0]; k++) {
        size_t used;

        if (!strchr(states[k].text, ' ')) continue;
        used = match_fixed(w, i, states[k].text);
        if (used) {
            struct ct_span span = {w->raws[i].span.start, w->raws[i + used - 1].span.end};

            emit_word(w, T_ADJECTIVE, span, CT_SC_W_STATE, states[k].value);
            return used;
        }
    }
    return 0;
}

/* A comma or "and" before a clause ("…, targeting Bob") only separates. */
static bool clause_begins(const struct words *w, size_t i)
{
    static const char *const openers[] = {
        "targeting", "choosing",    "using",      "without", "kicked",  "bargained",
        "paying",    "sacrificing", "discarding", "exiling", "tapping", "returning",
        "revealing", "dividing",    "removing",   "not",     "for",
    };

    for (size_t k = 0; k < sizeof openers / sizeof openers[0]; k++)
        if (raw_is(w, i, openers[k])) return true;
    return raw_is(w, i, "from") || (raw_is(w, i, "with") && i + 1 < w->count &&
                                    raw_len(w, i + 1) == 1 && *raw_text(w, i + 1) == 'X');
}

/* A word in lower case; returns how many raw tokens it took. */
static size_t lower(struct words *w, size_t i)
{
    const char *text = raw_text(w, i), *name;
    uint32_t start = w->raws[i].span.start;
    size_t len = raw_len(w, i), fixed, keyword, used;
    const struct listed *listed;
    unsigned found;
    int code = 0;

    if (counter_follows(w, i) && !find(LIST(numbers), text, len) && !raw_is(w, i, "a") &&
        !raw_is(w, i, "an") && !raw_is(w, i, "no") && !find(LIST(ordinals), text, len)) {
        emit_text(w, T_COUNTER, w->raws[i].span, text, len);
        return 1;
    }
    if (raw_is(w, i, "and") && clause_begins(w, i + 1)) return 1;
    fixed = longest_fixed(w, i, &code);
    keyword = ct_sc_names_match(w->p->names, CT_SC_NAME_KEYWORD, text, w->p->source->len - start,
                                false, &name, &found);
    used = keyword ? raws_until(w, i, start + (uint32_t)keyword) : 0;
    if (used > fixed) {
        emit_text(w, T_KEYWORD, (struct ct_span){start, start + (uint32_t)keyword}, name,
                  strlen(name));
        return used;
    }
    used = two_word_state(w, i);
    if (used) return used;
    if (fixed && (code > THEN || !w->inside)) {
        emit(w, code, (struct ct_span){start, w->raws[i + fixed - 1].span.end});
        return fixed;
    }
    if ((listed = find(LIST(numbers), text, len))) {
        emit_number(w, T_NUMBER, w->raws[i].span, listed->value);
        return 1;
    }
    if ((listed = find(LIST(ordinals), text, len))) {
        emit_number(w, T_ORDINAL, w->raws[i].span, listed->value);
        return 1;
    }
    if (describes(w, i)) return 1;
    emit_text(w, T_WORD, w->raws[i].span, text, len);
    return 1;
}

/* ---- everything else ----------------------------------------------------------------------- */

static void pair(struct words *w, size_t i)
{
    const char *text = raw_text(w, i), *slash = memchr(text, '/', raw_len(w, i));
    struct ct_sc_word *word = emit_word(w, T_PAIR, w->raws[i].span, CT_SC_W_POWER_TOUGHNESS, 0);

    if (!word) return;
    word->value = number_of(text, (size_t)(slash - text));
    word->value2 = number_of(slash + 1, raw_len(w, i) - (size_t)(slash + 1 - text));
}

/* "+1/+1" before "counter", with the minus that Unicode has made a hyphen. */
static void signed_pair(struct words *w, size_t i)
{
    const char *text = raw_text(w, i), *slash = memchr(text, '/', raw_len(w, i));
    int first = number_of(text, (size_t)(slash - text));
    int second = number_of(slash + 1, raw_len(w, i) - (size_t)(slash + 1 - text));
    char *name = ct_arena_printf(w->p->arena, "%c%d/%c%d", *text == '+' ? '+' : '-', abs(first),
                                 slash[1] == '+' ? '+' : '-', abs(second));

    if (!name) w->p->failed = true;
    emit(w, T_COUNTER, w->raws[i].span)->text = name ? name : "";
}

/* One or more raw tokens from I on; returns how many. */
static size_t token(struct words *w, size_t i)
{
    struct ct_span span = w->raws[i].span;
    const char *text = raw_text(w, i);
    size_t len = raw_len(w, i);

    switch (w->raws[i].kind) {
    case CT_RAW_STRING:
        emit_string(w, i);
        return 1;
    case CT_RAW_POSSESSIVE:
        emit(w, T_POSSESSIVE, span);
        return 1;
    case CT_RAW_WORD:
        return lower(w, i);
    case CT_RAW_CAPITAL:
    case CT_RAW_ID:
        return capital(w, i);
    case CT_RAW_MANA:
        emit_text(w, T_MANA, span, text, len);
        return 1;
    case CT_RAW_SIGNED_PAIR:
        signed_pair(w, i);
        return 1;
    case CT_RAW_PAIR:
        pair(w, i);
        return 1;
    case CT_RAW_SIGNED:
        emit_number(w, T_SIGNED, span, number_of(text, len));
        return 1;
    case CT_RAW_ORDINAL:
        emit_number(w, T_ORDINAL, span, number_of(text, len));
        return 1;
    case CT_RAW_NUMBER:
        emit_number(w, T_NUMBER, span, number_of(text, len));
        return 1;
    case CT_RAW_EQUALS:
        emit(w, T_EQUALS, span);
        return 1;
    case CT_RAW_COMMA:
        if (!clause_begins(w, i + 1) && !(raw_is(w, i + 1, "and") && clause_begins(w, i + 2)))
            emit(w, T_COMMA, span);
        return 1;
    case CT_RAW_UNCLOSED:
        complain(w, CT_ERR_SCENARIO_QUOTE, span, "this quotation is not closed in its line");
        emit(w, T_WORD, span)->text = "";
        return 1;
    default:
        complain(w, CT_ERR_SCENARIO_SYNTAX, span, "a scenario has no such character");
        emit(w, T_WORD, span)->text = "";
        return 1;
    }
}

/* The lines between `card` and `end` become one token; returns how many raw tokens there were. */
static size_t block(struct words *w, size_t i)
{
    size_t used = 1;
    struct ct_span span = {w->raws[i].span.end, w->raws[i].span.end};
    struct ct_span head = {w->raws[i].span.start, w->raws[i].span.end - 1};

    while (i + used < w->count && w->raws[i + used].kind == CT_RAW_CARD_LINE) {
        span.end = w->raws[i + used].span.end;
        used++;
    }
    bool ended = i + used < w->count && w->raws[i + used].kind == CT_RAW_END;
    if (ended)
        used++;
    else
        complain(w, CT_ERR_SCENARIO_QUOTE, head, "these cards have no line `end`");
    emit(w, ended ? T_CARDS_HERE : T_BAD_LINE, span);
    emit(w, T_NEWLINE, (struct ct_span){span.end, span.end});
    return used;
}

/* Columns before the first token of its line. */
static uint32_t indentation(const struct words *w, size_t i)
{
    const char *text = w->p->source->text;
    uint32_t at = w->raws[i].span.start, column = 0, start = at;

    while (start > 0 && text[start - 1] != '\n')
        start--;
    for (; start < at; start++)
        column = text[start] == '\t' ? (column / TAB_WIDTH + 1) * TAB_WIDTH : column + 1;
    return column;
}

static bool heads(const struct words *w, size_t i)
{
    static const char *const words[] = {"scenario", "ruling", "cards", "seed",
                                        "strict",   "given",  "when",  "then"};

    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++)
        if (raw_is(w, i, words[k])) return true;
    return w->raws[i].kind == CT_RAW_CARD;
}

/* Tokens of the line at I, newline and all; returns how many raw tokens. */
static size_t line(struct words *w, size_t i, size_t *phrase_start)
{
    size_t used = 0;

    while (w->raws[i + used].kind != CT_RAW_NEWLINE && w->raws[i + used].kind != CT_RAW_EOF &&
           w->raws[i + used].kind != CT_RAW_UNENDED && w->raws[i + used].kind != CT_RAW_CARD) {
        if (w->said) { /* one error is enough for a line */
            used++;
            continue;
        }
        if (w->p->count - *phrase_start > PHRASE_TOKENS_MOST) {
            complain(w, CT_ERR_SCENARIO_SYNTAX, w->raws[i + used].span, "this phrase is too long");
            continue;
        }
        w->inside = used > 0;
        used += token(w, i + used);
    }
    /* One error a line is enough: what the scanner has said, the parser does not say again. */
    if (w->said) {
        w->p->count = *phrase_start;
        emit(w, T_BAD_LINE, w->raws[i].span);
    }
    return used;
}

void ct_sc_tokenize(struct ct_sc_parser *p)
{
    struct words w = {.p = p};
    uint32_t phrase_indent = 0;
    bool open = false, can_go_on = false;
    size_t phrase_start = 0;

    w.fixed_count = ct_sc_fixed_words(w.fixed, FIXED_MOST);
    if (!read_raw(&w)) {
        p->failed = true;
        return;
    }
    for (size_t i = 0; i < w.count;) {
        enum ct_raw_kind kind = w.raws[i].kind;

        if (kind == CT_RAW_EOF || kind == CT_RAW_UNENDED) break;
        if (kind == CT_RAW_NEWLINE) {
            i++;
            continue;
        }
        bool head = heads(&w, i);
        uint32_t indent = indentation(&w, i);

        if (open && (head || !can_go_on || indent <= phrase_indent)) {
            emit(&w, T_NEWLINE, (struct ct_span){w.raws[i].span.start, w.raws[i].span.start});
            open = false;
        }
        if (kind == CT_RAW_CARD) {
            i += block(&w, i);
            w.said = false;
            continue;
        }
        if (!open) {
            open = true;
            phrase_indent = indent;
            phrase_start = p->count;
            can_go_on = !head;
            w.said = false;
        }
        i += line(&w, i, &phrase_start);
    }
    struct ct_span end = {p->source->len, p->source->len};
    if (open) emit(&w, T_NEWLINE, end);
    emit(&w, 0, end);
}
