#include "compiler/build_in.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int ct_rt_parse(struct ct_parser *p);

struct ct_diag *ct_parse_error(struct ct_parser *p, enum ct_code code, struct ct_span span,
                               const char *format, ...)
{
    if (p->reported) {
        p->failed = true;
        return NULL;
    }
    p->failed = true;
    p->reported = true;
    char message[256];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return ct_diag_add(p->diags, code, p->source, span, "%s", message);
}

/* What the grammar's tokens are called in an error: the groups a designer thinks in. */
static const char *group_of(const char *token)
{
    static const struct {
        const char *token, *group;
    } GROUPS[] = {
        {"DET", "a noun phrase"},    {"TARGET", "a noun phrase"},
        {"WORD", "a noun"},          {"PRON", "a noun phrase"},
        {"VERB", "a verb"},          {"BE", "a verb"},
        {"MODAL", "a verb"},         {"STOP", "the end of the sentence"},
        {"COMMA_SUB", "a comma"},    {"DURATION", "a duration"},
        {"AND_S", "“and”"},          {"AND_NP", "“and”"},
        {"OR_NP", "“or”"},           {"COLON", "a colon"},
        {"PREP_V", "a preposition"}, {"PREP", "a preposition"},
        {"IF", "a condition"},       {"KW", "a keyword"},
        {"SYMBOL", "a symbol"},      {"NUM", "a number"},
        {"BULLET", "a mode"},        {"CLOSE", "the end of the quotation"},
    };
    for (size_t i = 0; i < sizeof GROUPS / sizeof *GROUPS; i++)
        if (!strcmp(GROUPS[i].token, token)) return GROUPS[i].group;
    return NULL;
}

void ct_syntax_error(struct ct_parser *p, const char *const *expected, unsigned count)
{
    const struct ct_token *t = p->at ? &p->tokens[p->at - 1] : &p->tokens[0];
    char list[256] = "";
    const char *seen[8];
    unsigned n = 0;
    for (unsigned i = 0; i < count && n < 5; i++) {
        const char *group = group_of(expected[i]);
        bool known = group == NULL;
        for (unsigned k = 0; k < n && !known; k++)
            known = seen[k] == group || !strcmp(seen[k], group);
        if (known) continue;
        seen[n++] = group;
        size_t len = strlen(list);
        snprintf(list + len, sizeof list - len, "%s%s", len ? ", " : "", group);
    }
    struct ct_span span = t->span;
    int len = (int)(span.end - span.start);
    struct ct_diag *d;
    if (!t->type || len == 0)
        d = ct_parse_error(p, CT_ERR_SYNTAX, span, "the sentence is not complete");
    else
        d = ct_parse_error(p, CT_ERR_SYNTAX, span, "“%.*s” does not fit here", len > 40 ? 40 : len,
                           p->source->text + span.start);
    if (d && list[0]) ct_diag_label(d, "expected %s", list);
}

/* The end of the paragraph at AT: the line, and the lines of modes under it. */
static uint32_t paragraph_end(const struct ct_source *s, uint32_t at)
{
    static const char BULLET[] = "\xe2\x80\xa2";
    for (;;) {
        const char *nl = memchr(s->text + at, '\n', s->len - at);
        if (!nl) return s->len;
        at = (uint32_t)(nl - s->text);
        if (s->len - at < 4 || memcmp(nl + 1, BULLET, 3)) return at;
        at++;
    }
}

ct_node *ct_parse_paragraph(struct ct_parser *p, struct ct_span span)
{
    p->failed = p->reported = false;
    p->result = NULL;
    p->left = NULL;
    if (!ct_words_read(p, span)) return NULL;
    if (p->unit_count == 1) return NULL; /* reminder text alone */
    if (!ct_tag(p)) {
        if (!p->reported) ct_parse_error(p, CT_ERR_SYNTAX, span, "this is nested too deeply");
        return NULL;
    }
    int status = ct_rt_parse(p);
    if (status == 0 && !p->failed && p->left)
        ct_parse_error(p, CT_ERR_SYNTAX, p->left->parts[0].join->span, "this joins nothing");
    if (status == 0 && !p->failed && ct_check_frames(p, p->result)) return p->result;
    if (!p->reported) ct_parse_error(p, CT_ERR_SYNTAX, span, "this cannot be read");
    return NULL;
}

ct_node *ct_parse(struct ct_parser *p, unsigned *errors)
{
    const struct ct_source *s = p->source;
    struct ct_vec *abilities = ct_b_none(p);
    unsigned bad = 0;
    for (uint32_t at = 0; at < s->len;) {
        uint32_t end = paragraph_end(s, at);
        ct_node *ability = ct_parse_paragraph(p, (struct ct_span){at, end});
        if (ability)
            ct_b_push(p, abilities, ability);
        else
            bad += p->failed;
        at = end + 1;
    }
    p->failed = false;
    if (errors) *errors = bad;
    unsigned n = abilities ? (unsigned)abilities->count : 0;
    ct_node *text = ct_b_new(p, CT_TEXT, (struct ct_span){0, s->len}, n);
    for (unsigned i = 0; text && i < n; i++)
        text->kid[i] = abilities->parts[i].node;
    return text;
}
