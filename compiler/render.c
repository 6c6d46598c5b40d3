/* Bodies, abilities and the words themselves; clauses are in render_clause.c, noun phrases in
 * render_np.c. */
#include "compiler/render_out.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MAX_DEPTH = 200 };

/* ---- words ---------------------------------------------------------------------------------- */

static void append(struct ct_out *out, const char *text, size_t len)
{
    if (out->failed) return;
    if (out->len + len + 1 > out->capacity) {
        size_t capacity = out->capacity ? out->capacity * 2 : 256;
        while (capacity < out->len + len + 1)
            capacity *= 2;
        char *grown = ct_arena_alloc(out->arena, capacity);
        if (!grown) {
            out->failed = true;
            return;
        }
        if (out->len) memcpy(grown, out->text, out->len);
        out->text = grown;
        out->capacity = capacity;
    }
    memcpy(out->text + out->len, text, len);
    out->len += len;
    out->text[out->len] = 0;
}

void ct_put_glued(struct ct_out *out, const char *text)
{
    append(out, text, strlen(text));
    out->glue = false;
}

/* "a" becomes "an" before a vowel sound; the article is the last word so far. */
static void settle_article(struct ct_out *out, const char *next)
{
    if (out->len < 1 || (out->text[out->len - 1] != 'a' && out->text[out->len - 1] != 'A') ||
        (out->len > 1 && isalnum((unsigned char)out->text[out->len - 2])))
        return;
    if (ct_takes_an(next)) append(out, "n", 1);
}

void ct_put(struct ct_out *out, const char *word)
{
    if (!word || !*word) return;
    if (out->len && !out->glue && out->text[out->len - 1] != '\n') {
        settle_article(out, word);
        append(out, " ", 1);
    }
    out->glue = false;
    size_t at = out->len;
    append(out, word, strlen(word));
    if (out->capital && !out->failed) {
        out->text[at] = (char)toupper((unsigned char)out->text[at]);
        out->capital = false;
    }
}

void ct_put_article(struct ct_out *out)
{
    ct_put(out, "a");
}

void ct_put_number(struct ct_out *out, int32_t value, bool as_word)
{
    static const char *const words[] = {
        "zero",     "one",     "two",     "three",     "four",     "five",     "six",
        "seven",    "eight",   "nine",    "ten",       "eleven",   "twelve",   "thirteen",
        "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"};
    char digits[16];
    if (as_word && value >= 0 && value <= 20) {
        ct_put(out, words[value]);
        return;
    }
    snprintf(digits, sizeof digits, "%d", value);
    ct_put(out, digits);
}

void ct_render_list(struct ct_out *out, const ct_node *node, const char *word, enum ct_case as)
{
    for (uint32_t i = 0; i < node->nkids; i++) {
        bool last = i + 1 == node->nkids,
             plain = node->form == CT_FORM_LIST_NO_COMMA || node->form == CT_FORM_OTHER ||
                     node->form == CT_FORM_WHENEVER || node->form == CT_FORM_WHEN;
        if (i > 0 && !plain) ct_put_glued(out, ",");
        if (i > 0 && (last || plain) && node->form != CT_FORM_LIST_ASYNDETIC) ct_put(out, word);
        if (i > 0 && last && node->form == CT_FORM_OTHER) ct_put(out, "if");
        if (i > 0 && last && node->form == CT_FORM_WHENEVER) ct_put(out, "whenever");
        if (i > 0 && last && node->form == CT_FORM_WHEN) ct_put(out, "when");
        ct_render_node(out, node->kid[i], as);
    }
}

/* ---- bodies --------------------------------------------------------------------------------- */

static void leading(struct ct_out *out, const char *word, const ct_node *what, const ct_node *body)
{
    ct_put(out, word);
    ct_render_node(out, what, CT_CASE_SUBJECT);
    ct_put_glued(out, ",");
    ct_render_body(out, body);
}

static void trailing(struct ct_out *out, const ct_node *body, const char *word, const ct_node *what)
{
    ct_render_body(out, body);
    ct_put(out, word);
    ct_render_node(out, what, CT_CASE_SUBJECT);
}

static void either(struct ct_out *out, const ct_node *node, const char *word, const ct_node *what,
                   const ct_node *body)
{
    if (node->form == CT_FORM_TRAILING)
        trailing(out, body, word, what);
    else
        leading(out, word, what, body);
}

static void render_if(struct ct_out *out, const ct_node *node)
{
    const ct_node *otherwise = node->kid[CT_IF_ELSE];
    either(out, node, "if", node->kid[CT_IF_CONDITION], node->kid[CT_IF_BODY]);
    if (!otherwise) return;
    ct_put_glued(out, ".");
    out->capital = true;
    ct_put(out, "otherwise");
    ct_put_glued(out, ",");
    ct_render_body(out, otherwise);
}

static void render_then(struct ct_out *out, const ct_node *node)
{
    if (node->nkids == 1) {
        ct_put(out, "then");
        if (node->form == CT_FORM_OTHER) ct_put_glued(out, ",");
        ct_render_body(out, node->kid[0]);
        return;
    }
    for (uint32_t i = 0; i < node->nkids; i++) {
        bool last = i + 1 == node->nkids;
        if (i > 0) {
            ct_put_glued(out, ",");
            if (node->flags & CT_F_AND_THEN && last) ct_put(out, "and");
            if (last || node->form == CT_FORM_THEN_EACH) ct_put(out, "then");
        }
        ct_render_body(out, node->kid[i]);
    }
}

static const char *event_word(const ct_node *node)
{
    switch (node->form) {
    case CT_FORM_WHENEVER:
        return "whenever";
    case CT_FORM_WHEN:
        return "when";
    case CT_FORM_AT:
        return "";
    default:
        return "when";
    }
}

static void condition_after(struct ct_out *out, const ct_node *condition)
{
    if (!condition) return;
    ct_put(out, "if");
    ct_render_node(out, condition, CT_CASE_SUBJECT);
    ct_put_glued(out, ",");
}

static void render_delayed(struct ct_out *out, const ct_node *node)
{
    const ct_node *event = node->kid[CT_DELAYED_EVENT];
    if (node->form == CT_FORM_TRAILING) {
        ct_render_body(out, node->kid[CT_DELAYED_BODY]);
        ct_put(out, ct_is(event, CT_AT) ? "" : "when");
        ct_render_node(out, event, CT_CASE_SUBJECT);
        return;
    }
    ct_put(out, event_word(node));
    ct_render_node(out, event, CT_CASE_SUBJECT);
    ct_put_glued(out, ",");
    condition_after(out, node->kid[CT_DELAYED_CONDITION]);
    ct_render_body(out, node->kid[CT_DELAYED_BODY]);
}

static void render_replace(struct ct_out *out, const ct_node *node)
{
    ct_put(out, node->flags & CT_F_NEXT ? "the next time" : "if");
    ct_render_node(out, node->kid[CT_REPLACE_EVENT], CT_CASE_SUBJECT);
    if (node->kid[CT_REPLACE_CONDITION]) {
        ct_put(out, "and");
        ct_render_node(out, node->kid[CT_REPLACE_CONDITION], CT_CASE_SUBJECT);
    }
    ct_put_glued(out, ",");
    ct_render_body(out, node->kid[CT_REPLACE_BODY]);
}

static void render_lasting(struct ct_out *out, const ct_node *node)
{
    const ct_node *duration = node->kid[CT_LASTING_DURATION], *body = node->kid[CT_LASTING_BODY];
    if (node->form == CT_FORM_TRAILING) {
        if (node->num > 0 && !out->held) {
            out->held = duration;
            out->held_behind = node->num;
            ct_render_body(out, body);
            return;
        }
        ct_render_body(out, body);
        ct_render_node(out, duration, CT_CASE_OBJECT);
        return;
    }
    ct_render_node(out, duration, CT_CASE_OBJECT);
    ct_put_glued(out, ",");
    ct_render_body(out, body);
}

static void put_modes(struct ct_out *out, const ct_node *node)
{
    for (uint32_t i = CT_MODES_REST; i < node->nkids; i++) {
        const ct_node *mode = node->kid[i];
        ct_put_glued(out, "\n•");
        if (mode->kid[CT_MODE_COST]) {
            ct_render_node(out, mode->kid[CT_MODE_COST], CT_CASE_OBJECT);
            ct_put(out, "—");
        }
        if (mode->kid[CT_MODE_LABEL]) {
            ct_render_node(out, mode->kid[CT_MODE_LABEL], CT_CASE_OBJECT);
            ct_put(out, "—");
        }
        ct_render_sentence(out, mode->kid[CT_MODE_BODY]);
    }
}

/* "Choose one —" and its modes; or "Choose one." and the modes at the end of the paragraph. */
static void render_modes(struct ct_out *out, const ct_node *node)
{
    ct_render_body(out, node->kid[CT_MODES_HEAD]);
    if (node->form == CT_FORM_OTHER) {
        out->modes = node;
        return;
    }
    ct_put(out, "—");
    put_modes(out, node);
}

static bool modes_here(const ct_node *node)
{
    return ct_is(node, CT_MODES) && node->form != CT_FORM_OTHER;
}

/* The full stop; a closing quotation that ends with one has it already. */
static void stop(struct ct_out *out)
{
    if (out->len >= 2 && out->text[out->len - 1] == '"' && out->text[out->len - 2] == '.') return;
    ct_put_glued(out, ".");
}

void ct_render_sentence(struct ct_out *out, const ct_node *node)
{
    if (!node) return;
    if (node->kind == CT_SEQ) {
        for (uint32_t i = 0; i < node->nkids; i++)
            ct_render_sentence(out, node->kid[i]);
        return;
    }
    out->capital = true;
    ct_render_body(out, node);
    if (!modes_here(node)) stop(out);
}

/* Sentences where a body goes on after a comma: "When ..., A. B." */
static void render_seq(struct ct_out *out, const ct_node *node)
{
    for (uint32_t i = 0; i < node->nkids; i++) {
        if (i > 0) {
            stop(out);
            out->capital = true;
        }
        ct_render_body(out, node->kid[i]);
    }
}

void ct_render_body(struct ct_out *out, const ct_node *node)
{
    ct_render_node(out, node, CT_CASE_SUBJECT);
}

/* ---- abilities ------------------------------------------------------------------------------ */

static void label(struct ct_out *out, const ct_node *node)
{
    if (!node) return;
    out->capital = true;
    ct_render_node(out, node, CT_CASE_OBJECT);
    ct_put(out, "—");
}

static void paragraph_body(struct ct_out *out, const ct_node *body)
{
    if (!body) return;
    if (body->kind == CT_SEQ) {
        for (uint32_t i = 0; i < body->nkids; i++)
            if (i == 0) {
                ct_render_body(out, body->kid[0]);
                if (!modes_here(body->kid[0])) stop(out);
            } else {
                ct_render_sentence(out, body->kid[i]);
            }
        return;
    }
    ct_render_body(out, body);
    if (!modes_here(body)) stop(out);
}

static void render_triggered(struct ct_out *out, const ct_node *node)
{
    label(out, node->kid[CT_TRIGGERED_LABEL]);
    out->capital = true;
    ct_put(out, event_word(node));
    ct_render_node(out, node->kid[CT_TRIGGERED_EVENT], CT_CASE_SUBJECT);
    ct_put_glued(out, ",");
    condition_after(out, node->kid[CT_TRIGGERED_CONDITION]);
    paragraph_body(out, node->kid[CT_TRIGGERED_BODY]);
}

static void render_chapter(struct ct_out *out, const ct_node *node)
{
    static const char *const numerals[] = {"I",  "II",  "III",  "IV", "V",
                                           "VI", "VII", "VIII", "IX", "X"};
    bool first = true;
    for (unsigned i = 0; i < sizeof numerals / sizeof *numerals; i++)
        if (node->num & 1 << i) {
            if (!first) ct_put_glued(out, ",");
            ct_put(out, numerals[i]);
            first = false;
        }
    ct_put(out, "—");
    label(out, node->kid[CT_CHAPTER_LABEL]);
    ct_render_sentence(out, node->kid[CT_CHAPTER_BODY]);
}

static void render_keywords(struct ct_out *out, const ct_node *node)
{
    label(out, node->kid[CT_KEYWORDS_LABEL]);
    out->capital = true;
    for (uint32_t i = CT_KEYWORDS_REST; i < node->nkids; i++) {
        if (i > CT_KEYWORDS_REST) ct_put_glued(out, node->form == CT_FORM_OTHER ? ";" : ",");
        ct_render_node(out, node->kid[i], CT_CASE_OBJECT);
    }
    if (node->form == CT_FORM_TRAILING) ct_put_glued(out, ".");
}

void ct_render_ability(struct ct_out *out, const ct_node *node)
{
    switch (node->kind) {
    case CT_SPELL:
        label(out, node->kid[CT_SPELL_LABEL]);
        ct_render_sentence(out, node->kid[CT_SPELL_BODY]);
        break;
    case CT_STATIC:
        label(out, node->kid[CT_STATIC_LABEL]);
        ct_render_sentence(out, node->kid[CT_STATIC_BODY]);
        break;
    case CT_ACTIVATED:
        label(out, node->kid[CT_ACTIVATED_LABEL]);
        out->capital = true;
        ct_render_node(out, node->kid[CT_ACTIVATED_COST], CT_CASE_OBJECT);
        ct_put_glued(out, ":");
        ct_render_sentence(out, node->kid[CT_ACTIVATED_BODY]);
        break;
    case CT_TRIGGERED:
        render_triggered(out, node);
        break;
    case CT_CHAPTER:
        render_chapter(out, node);
        break;
    case CT_KEYWORDS:
        render_keywords(out, node);
        break;
    default:
        ct_render_sentence(out, node);
        break;
    }
    const ct_node *modes = out->modes;
    out->modes = NULL;
    if (modes) put_modes(out, modes);
}

static void render_text(struct ct_out *out, const ct_node *node)
{
    for (uint32_t i = 0; i < node->nkids; i++) {
        if (i > 0) ct_put_glued(out, "\n");
        ct_render_ability(out, node->kid[i]);
    }
}

static void render_quoted(struct ct_out *out, const ct_node *node)
{
    const ct_node *subject = out->subject, *head = out->head;
    ct_put(out, "\"");
    out->glue = true;
    for (uint32_t i = 0; i < node->nkids; i++) {
        if (i > 0) ct_put_glued(out, "\n");
        ct_render_ability(out, node->kid[i]);
    }
    bool stopped = out->len && out->text && out->text[out->len - 1] == '.';
    if (node->form == CT_FORM_ZERO && stopped)
        out->text[--out->len] = 0; /* the sentence around it goes on */
    ct_put_glued(out, "\"");
    out->capital = false;
    out->subject = subject;
    out->head = head;
}

/* ---- all kinds ------------------------------------------------------------------------------ */

static bool render_of_body(struct ct_out *out, const ct_node *node)
{
    switch (node->kind) {
    case CT_SEQ:
        render_seq(out, node);
        return true;
    case CT_THEN:
        render_then(out, node);
        return true;
    case CT_IF:
        render_if(out, node);
        return true;
    case CT_UNLESS:
        if (node->form == CT_FORM_LEADING)
            leading(out, "unless", node->kid[CT_UNLESS_CONDITION], node->kid[CT_UNLESS_BODY]);
        else
            trailing(out, node->kid[CT_UNLESS_BODY], "unless", node->kid[CT_UNLESS_CONDITION]);
        return true;
    case CT_AS_LONG_AS:
        either(out, node, "as long as", node->kid[CT_AS_LONG_AS_CONDITION],
               node->kid[CT_AS_LONG_AS_BODY]);
        return true;
    case CT_FOR_EACH:
        either(out, node, "for each", node->kid[CT_FOR_EACH_OF], node->kid[CT_FOR_EACH_BODY]);
        return true;
    case CT_WHERE: {
        char letter[] = {(char)node->num, 0};
        ct_render_body(out, node->kid[CT_WHERE_BODY]);
        ct_put_glued(out, ",");
        ct_put(out, "where");
        ct_put(out, letter);
        ct_put(out, "is");
        ct_render_node(out, node->kid[CT_WHERE_VALUE], CT_CASE_OBJECT);
        return true;
    }
    case CT_LASTING:
        render_lasting(out, node);
        return true;
    case CT_DELAYED:
        render_delayed(out, node);
        return true;
    case CT_REPLACE:
        render_replace(out, node);
        return true;
    case CT_AS_EVENT:
        leading(out, "as", node->kid[CT_AS_EVENT_EVENT], node->kid[CT_AS_EVENT_BODY]);
        return true;
    case CT_INSTEAD:
        if (node->form == CT_FORM_LEADING) ct_put(out, "instead");
        ct_render_body(out, node->kid[CT_INSTEAD_BODY]);
        if (node->form != CT_FORM_LEADING) ct_put(out, "instead");
        return true;
    case CT_WITHIN:
        ct_render_node(out, node->kid[CT_WITHIN_HOW], CT_CASE_OBJECT);
        ct_render_node(out, node->kid[CT_WITHIN_TIME], CT_CASE_OBJECT);
        ct_put_glued(out, ",");
        ct_render_body(out, node->kid[CT_WITHIN_BODY]);
        return true;
    case CT_OTHERWISE:
        ct_put(out, "otherwise");
        ct_put_glued(out, ",");
        ct_render_body(out, node->kid[CT_OTHERWISE_BODY]);
        return true;
    case CT_EXCEPT:
        ct_render_body(out, node->kid[CT_EXCEPT_BODY]);
        ct_put_glued(out, ",");
        ct_put(out, "except");
        ct_render_node(out, node->kid[CT_EXCEPT_EXCEPTION], CT_CASE_SUBJECT);
        return true;
    case CT_MODES:
        render_modes(out, node);
        return true;
    default:
        return false;
    }
}

void ct_render_node(struct ct_out *out, const ct_node *node, enum ct_case as)
{
    if (!node || out->failed) return;
    if (++out->depth > MAX_DEPTH) {
        out->failed = true;
        return;
    }
    switch (node->kind) {
    case CT_TEXT:
        render_text(out, node);
        break;
    case CT_SPELL:
    case CT_ACTIVATED:
    case CT_TRIGGERED:
    case CT_STATIC:
    case CT_KEYWORDS:
    case CT_CHAPTER:
        ct_render_ability(out, node);
        break;
    case CT_QUOTED:
        render_quoted(out, node);
        break;
    case CT_AND:
        ct_render_list(out, node, "and", as);
        break;
    case CT_OR:
        ct_render_list(out, node, "or", as);
        break;
    case CT_AND_OR:
        ct_render_list(out, node, "and/or", as);
        break;
    case CT_CLAUSE:
        ct_render_clause(out, node);
        break;
    case CT_MODAL:
        ct_render_modal(out, node);
        break;
    default:
        if (!render_of_body(out, node)) ct_render_np(out, node, as);
        break;
    }
    out->depth--;
}

char *ct_render(struct ct_arena *arena, const struct ct_lexicon *lexicon,
                const struct ct_render_names *names, const ct_node *node, size_t *len)
{
    struct ct_out out = {.arena = arena, .lexicon = lexicon, .names = names};
    ct_render_node(&out, node, CT_CASE_SUBJECT);
    if (out.failed) return NULL;
    if (!out.text) append(&out, "", 0);
    if (len) *len = out.len;
    return out.failed ? NULL : out.text;
}
