/* Changing one place of a text and compiling it again. */
#include "compiler/probe.h"

#include "runtime/codes.h"

#include <ctype.h>
#include <string.h>

struct probe {
    ct_compiler *compiler;
    const struct ct_printed_card *card;
    uint32_t face;
    uint64_t code;
    struct ct_probe_report *report;
    ct_probe_found *found;
    void *user;
    struct ct_arena arena; /* one changed text at a time */
    bool failed;
};

static const struct {
    const char *words, *instead;
} swaps[] = {
#define SWAP(words, instead) {words, instead},
#include "compiler/probe_swaps.def"
#undef SWAP
};

static const struct {
    const char *word, *before;
} excuses[] = {
#define EXCUSE(word, before, why) {word, before},
#include "compiler/probe_excuses.def"
#undef EXCUSE
};

static bool same_word(const char *text, uint32_t len, const char *word)
{
    if (strlen(word) != len)
        return false;
    for (uint32_t i = 0; i < len; i++)
        if (tolower((unsigned char)text[i]) != tolower((unsigned char)word[i]))
            return false;
    return true;
}

/* The word that ends before OFFSET. */
static struct ct_span word_before(const char *text, uint32_t offset)
{
    struct ct_span word = {offset, offset};
    while (word.end > 0 && text[word.end - 1] == ' ')
        word.end--;
    word.start = word.end;
    while (word.start > 0 && (isalpha((unsigned char)text[word.start - 1]) || text[word.start - 1] == '\''))
        word.start--;
    return word;
}

static bool is_excused(const char *text, struct ct_span word)
{
    struct ct_span before = word_before(text, word.start);
    for (size_t i = 0; i < sizeof excuses / sizeof *excuses; i++)
        if (same_word(text + word.start, word.end - word.start, excuses[i].word) &&
            (!*excuses[i].before ||
             same_word(text + before.start, before.end - before.start, excuses[i].before)))
            return true;
    return false;
}

/* The numeral of a chapter is no label: it says when [CR 714.2b]. */
static bool is_numeral(const char *text, struct ct_span word)
{
    for (uint32_t i = word.start; i < word.end; i++)
        if (text[i] != 'I' && text[i] != 'V' && text[i] != 'X')
            return false;
    return true;
}

/* "II —": another word in its place would be a label. */
static bool is_chapter(const char *text, struct ct_span word)
{
    return is_numeral(text, word) &&
           (word.start == 0 || text[word.start - 1] == '\n' || text[word.start - 1] == ' ');
}

/* A word of a label: between the start of its paragraph, a quotation or a bullet, and a dash. */
static bool is_label(const char *text, struct ct_span word)
{
    static const char dash[] = " — ";
    if (is_numeral(text, word))
        return false;
    for (const char *at = text + word.end; *at && *at != '\n' && *at != '.' && *at != '"'; at++)
        if (!strncmp(at, dash, sizeof dash - 1)) {
            const char *back = text + word.start;
            while (back > text && back[-1] != '\n' && back[-1] != '"' && back[-1] != '.' &&
                   back[-1] != '{')
                back--;
            return back == text || back[-1] == '\n' || back[-1] == '"';
        }
    return false;
}

/* ---- one changed text ----------------------------------------------------------------------------------- */

static const char *changed_text(struct probe *p, struct ct_span out, const char *instead)
{
    const struct ct_source *text = p->card->faces[p->face].text;
    size_t len = strlen(instead);
    char *made = ct_arena_alloc(&p->arena, text->len - (out.end - out.start) + len + 1);
    if (!made) {
        p->failed = true;
        return NULL;
    }
    memcpy(made, text->text, out.start);
    memcpy(made + out.start, instead, len);
    memcpy(made + out.start + len, text->text + out.end, text->len - out.end);
    /* a sentence begins as the one before the change did */
    if (len && isupper((unsigned char)text->text[out.start]) && out.start < out.end)
        made[out.start] = (char)toupper((unsigned char)made[out.start]);
    return made;
}

static void report_failure(struct probe *p, enum ct_probe_kind kind, struct ct_span out,
                           const char *instead, const char *text, bool caret)
{
    p->report->failed[kind]++;
    if (!p->found)
        return;
    struct ct_probe_failure failure = {
        .kind = kind,
        .card = p->card,
        .face = p->face,
        .words = ct_arena_strndup(&p->arena, p->card->faces[p->face].text->text + out.start,
                                  out.end - out.start),
        .instead = instead,
        .text = text,
        .caret = caret,
    };
    p->found(p->user, &failure);
}

/* The nonsense must be what the first error is about, wherever else there may be one. */
static bool caret_on(const struct ct_diags *diags, const struct ct_source *source, uint32_t offset)
{
    const struct ct_diag *diag = diags->first;
    return diag && diag->derived_source == source && diag->derived_span.start == offset;
}

static void try_change(struct probe *p, enum ct_probe_kind kind, struct ct_span out,
                       const char *instead, bool excused)
{
    ct_arena_reset(&p->arena);
    const char *made = changed_text(p, out, instead);
    if (!made)
        return;
    ct_diags_clear(&p->compiler->diags);
    struct ct_source *source =
        ct_source_from(&p->arena, "probe", made, strlen(made), &p->compiler->diags);
    if (!source)
        return;
    struct ct_printed_card card = *p->card;
    card.faces[p->face].text = source;
    struct ct_compiled result = {0};
    bool compiled = ct_compile_card(p->compiler, &card, CT_COMPILE_CODE | CT_COMPILE_CODE | CT_COMPILE_FORGET, &result);
    p->report->tried[kind]++;
    p->report->compiled[kind] += compiled;
    if (kind == CT_PROBE_GLEEPS) {
        bool caret = !compiled && !caret_on(&p->compiler->diags, source, out.start);
        if (compiled || caret)
            report_failure(p, kind, out, instead, made, caret);
    } else if (compiled && result.code == p->code) {
        if (excused)
            p->report->excused++;
        else
            report_failure(p, kind, out, instead, made, false);
    }
}

/* ---- the places ------------------------------------------------------------------------------------------- */

static bool in_word(unsigned char c)
{
    return isalnum(c) || c == '\'' || c == '-' || c == '+' || c == '/' || c >= 0x80;
}

/* The next word at or after *AT outside reminder text and symbols. A dash, a bullet or a minus sign alone is
 * no word. */
static bool next_word(const struct ct_source *text, uint32_t *at, struct ct_span *word)
{
    for (uint32_t i = *at; i < text->len;) {
        char c = text->text[i];
        char close = c == '(' ? ')' : c == '{' ? '}' : 0;
        if (close) {
            while (i < text->len && text->text[i] != close)
                i++;
            i++;
            continue;
        }
        if (!in_word((unsigned char)c)) {
            i++;
            continue;
        }
        uint32_t start = i;
        bool letters = false;
        for (; i < text->len && in_word((unsigned char)text->text[i]); i++)
            letters |= isalnum((unsigned char)text->text[i]) != 0;
        if (letters) {
            *word = (struct ct_span){start, i};
            *at = i;
            return true;
        }
    }
    return false;
}

/* The word with the space that goes with it. */
static struct ct_span with_space(const struct ct_source *text, struct ct_span word)
{
    if (word.start > 0 && text->text[word.start - 1] == ' ')
        word.start--;
    else if (word.end < text->len && text->text[word.end] == ' ')
        word.end++;
    return word;
}

/* A word of a name: the card's own, or one that stands after "named". Names are not words of the language. */
static bool is_name(const struct probe *p, struct ct_span word)
{
    const struct ct_printed_face *face = &p->card->faces[p->face];
    const char *text = face->text->text, *name = face->name.text;
    size_t len = name ? strlen(name) : 0;
    if (word.end - word.start > 2 && !strncmp(text + word.end - 2, "'s", 2))
        word.end -= 2;
    for (uint32_t i = word.start > len ? word.start - (uint32_t)len : 0; len && i <= word.start; i++)
        if (!strncmp(text + i, name, len) && i + len >= word.end)
            return true;
    bool legendary = face->supers & CT_SUPER_LEGENDARY;
    if (legendary && isupper((unsigned char)text[word.start]))
        for (size_t i = 0; i + (word.end - word.start) <= len; i++)
            if (!strncmp(text + word.start, name + i, word.end - word.start))
                return true; /* a legendary by a part of its name */
    struct ct_span at = word;
    while (at.start > 0 && (isupper((unsigned char)text[at.start]) || at.end - at.start <= 3)) {
        at = word_before(text, at.start);
        if (same_word(text + at.start, at.end - at.start, "named"))
            return true;
        if (at.start == at.end)
            return false;
    }
    return false;
}

static void probe_words(struct probe *p, unsigned kinds)
{
    const struct ct_source *text = p->card->faces[p->face].text;
    struct ct_span word;
    for (uint32_t at = 0; next_word(text, &at, &word) && !p->failed;) {
        if (is_name(p, word))
            continue;
        bool label = is_label(text->text, word) || is_chapter(text->text, word);
        if (kinds & 1u << CT_PROBE_GLEEPS && !label)
            try_change(p, CT_PROBE_GLEEPS, word, "gleeps", false);
        if (kinds & 1u << CT_PROBE_DELETE)
            try_change(p, CT_PROBE_DELETE, with_space(text, word), "",
                       is_excused(text->text, word) || is_label(text->text, word));
    }
}

static bool at_word_edges(const struct ct_source *text, uint32_t start, uint32_t end)
{
    bool before = start == 0 || !in_word((unsigned char)text->text[start - 1]) ||
                  !in_word((unsigned char)text->text[start]);
    bool after = end >= text->len || !in_word((unsigned char)text->text[end]) ||
                 !in_word((unsigned char)text->text[end - 1]);
    return before && after;
}

static bool in_reminder(const struct ct_source *text, uint32_t offset)
{
    int depth = 0;
    for (uint32_t i = 0; i < offset; i++)
        depth += (text->text[i] == '(') - (text->text[i] == ')');
    return depth > 0;
}

/* "that creature", "this creature": which object it is stays the same when another of its types is said. */
static bool is_reference(const char *text, struct ct_span word)
{
    struct ct_span before = word_before(text, word.start);
    static const char *const words[] = {"this", "that", "those", "the", "enchanted", "equipped",
                                        "sacrificed", "exiled", "discarded", "milled", "chosen", "revealed"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (same_word(text + before.start, before.end - before.start, words[i]))
            return true;
    return false;
}

static bool is_type(const char *words)
{
    return !strcmp(words, "creature") || !strcmp(words, "creature spell") || !strcmp(words, "permanent") || !strcmp(words, "artifact") ||
           !strcmp(words, "land");
}

/* "for each Elf or Goblin", "the number of Elves and Goblins": what is counted is both. */
static bool is_counted(const char *text, uint32_t offset)
{
    uint32_t start = offset;
    while (start > 0 && text[start - 1] != '.' && text[start - 1] != '\n')
        start--;
    for (uint32_t i = start; i < offset; i++)
        if (!strncmp(text + i, "for each ", 9) || !strncmp(text + i, "number of ", 10))
            return true;
    return false;
}

static void probe_swaps(struct probe *p)
{
    const struct ct_source *text = p->card->faces[p->face].text;
    for (size_t s = 0; s < sizeof swaps / sizeof *swaps; s++) {
        uint32_t len = (uint32_t)strlen(swaps[s].words);
        for (uint32_t i = 0; i + len <= text->len && !p->failed; i++) {
            if (!same_word(text->text + i, len, swaps[s].words) ||
                !at_word_edges(text, i, i + len) || in_reminder(text, i) ||
                is_label(text->text, (struct ct_span){i, i + len}) ||
                (!strcmp(swaps[s].words, "or") && is_counted(text->text, i)) ||
                (is_type(swaps[s].instead) && is_reference(text->text, (struct ct_span){i, i})))
                continue;
            struct ct_span out = {i, i + len};
            if (!*swaps[s].instead && swaps[s].words[len - 1] != ' ')
                out = with_space(text, out);
            try_change(p, CT_PROBE_SWAP, out, swaps[s].instead, false);
        }
    }
}

bool ct_probe_card(ct_compiler *compiler, const struct ct_printed_card *card, unsigned kinds,
                   struct ct_probe_report *report, ct_probe_found *found, void *user)
{
    struct probe p = {
        .compiler = compiler, .card = card, .report = report, .found = found, .user = user};
    struct ct_compiled original = {0};
    ct_diags_clear(&compiler->diags);
    if (!ct_compile_card(compiler, card, CT_COMPILE_CODE | CT_COMPILE_CODE | CT_COMPILE_FORGET, &original))
        return true;
    report->cards++;
    p.code = original.code;
    ct_arena_init(&p.arena, 0);
    for (p.face = 0; p.face < card->face_count && !p.failed; p.face++) {
        probe_words(&p, kinds);
        if (kinds & 1u << CT_PROBE_SWAP)
            probe_swaps(&p);
    }
    ct_arena_free(&p.arena);
    ct_diags_clear(&compiler->diags);
    return !p.failed;
}
