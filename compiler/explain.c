#include "compiler/explain.h"

#include "compiler/lexicon.h"

#include <string.h>

enum { DEEPEST = 200 };

struct printer {
    FILE *out;
    const struct ct_lexicon *lexicon;
    const struct ct_source *text;
};

/* The words of a span on one line, without reaching outside of the text. */
static void put_words(const struct printer *printer, struct ct_span span)
{
    const struct ct_source *text = printer->text;

    for (uint32_t at = span.start; at < span.end && at < text->len; at++)
        fputc(text->text[at] == '\n' ? ' ' : text->text[at], printer->out);
}

static void put_number(const struct printer *printer, const ct_node *node)
{
    enum ct_num_class of = ct_kind_num(node->kind);
    const struct ct_verb_info *verb;
    const char *word = NULL;

    switch (of) {
    case CT_NUM_NONE:
        return;
    case CT_NUM_INT:
    case CT_NUM_BITS:
        fprintf(printer->out, " %d", (int)node->num);
        return;
    case CT_NUM_CHAR:
        fprintf(printer->out, " %c", (char)node->num);
        return;
    case CT_NUM_VERB:
        verb = ct_lexicon_verb(printer->lexicon, node->num);
        word = verb ? verb->base : NULL;
        break;
    default:
        word = ct_word_text(printer->lexicon, of, node->num, false);
        break;
    }
    if (word && *word) fprintf(printer->out, " %s", word);
}

/* What a noun phrase or a clause is beside its parts. */
static void put_flags(const struct printer *printer, const ct_node *node)
{
    static const struct {
        uint32_t flag;
        const char *word;
    } words[] = {
        {CT_F_TARGET, "target"},   {CT_F_OTHER, "other"},   {CT_F_NON, "not"},
        {CT_F_TOP, "top"},         {CT_F_BOTTOM, "bottom"}, {CT_F_PLURAL, "several"},
        {CT_F_PASSIVE, "passive"}, {CT_F_NEXT, "next"},     {CT_F_ONLY, "only"},
        {CT_F_NOT, "negated"},     {CT_F_EACH, "each"},
    };

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (node->flags & words[i].flag) fprintf(printer->out, " (%s)", words[i].word);
}

static void put_node(const struct printer *printer, const ct_node *node, const char *role,
                     int depth)
{
    if (!node) return;
    fprintf(printer->out, "%*s", 4 + 2 * depth, "");
    if (role) fprintf(printer->out, "%s: ", role);
    fputs(ct_kind_name(node->kind), printer->out);
    put_number(printer, node);
    put_flags(printer, node);
    if (node->nkids == 0 || node->bind) {
        fputs("  `", printer->out);
        put_words(printer, node->span);
        fputs("`", printer->out);
    }
    if (node->bind) {
        fputs("  is `", printer->out);
        put_words(printer, node->bind->span);
        fprintf(printer->out, "` at %u", node->bind->span.start);
    }
    fputc('\n', printer->out);
    if (depth >= DEEPEST) return;
    for (uint32_t i = 0; i < node->nkids; i++)
        put_node(printer, node->kid[i], ct_slot_name(node->kind, i), depth + 1);
}

void ct_explain_trees(FILE *out, const struct ct_lexicon *lexicon,
                      const struct ct_passage *passages, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct ct_printed_face *face = passages[i].face;
        const struct printer printer = {out, lexicon, face->text};

        fprintf(out, "%s%s%s\n%s\n", face->name.text, face->mana_cost.text ? " " : "",
                face->mana_cost.text ? face->mana_cost.text : "", face->type_line.text);
        for (uint32_t j = 0; j < passages[i].tree->nkids; j++) {
            const ct_node *ability = passages[i].tree->kid[j];
            if (!ability) continue;
            fputs("\n  ", out);
            put_words(&printer, ability->span);
            fputc('\n', out);
            put_node(&printer, ability, NULL, 0);
        }
        fputc('\n', out);
    }
}

static void put_example(FILE *out, const char *title, const char *example)
{
    fprintf(out, "\n%s\n\n", title);
    while (*example) {
        size_t len = strcspn(example, "\n");
        fprintf(out, "    %.*s\n", (int)len, example);
        example += len + (example[len] == '\n');
    }
}

void ct_explain_code(FILE *out, const struct ct_code_info *info)
{
    fprintf(out, "E%04d: %s\n\n%s\n", (int)info->code, info->title, info->explanation);
    if (*info->example) put_example(out, "This card file has the error:", info->example);
    if (*info->fix) put_example(out, "And this one is right:", info->fix);
}
