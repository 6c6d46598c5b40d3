#include "compiler/tree_dump.h"

#include <string.h>

struct dump {
    FILE *out;
    const struct ct_lexicon *lexicon;
};

static const struct {
    uint32_t flag;
    const char *name;
} FLAGS[] = {
    {CT_F_TARGET, "target"},
    {CT_F_OTHER, "other"},
    {CT_F_PLURAL, "plural"},
    {CT_F_NON, "non"},
    {CT_F_TOP, "top"},
    {CT_F_BOTTOM, "bottom"},
    {CT_F_IMPERATIVE, "imperative"},
    {CT_F_PAST, "past"},
    {CT_F_PERFECT, "perfect"},
    {CT_F_PASSIVE, "passive"},
    {CT_F_GERUND, "gerund"},
    {CT_F_INFINITIVE, "infinitive"},
    {CT_F_BARE, "bare"},
    {CT_F_DELTA, "delta"},
    {CT_F_NEGATIVE, "negative"},
    {CT_F_VARIABLE, "variable"},
    {CT_F_EXISTS, "exists"},
    {CT_F_NOT, "not"},
    {CT_F_PROGRESSIVE, "progressive"},
    {CT_F_EACH, "each"},
    {CT_F_NEXT, "next"},
    {CT_F_ONLY, "only"},
};

static void number(const struct dump *d, const ct_node *node)
{
    enum ct_num_class of = ct_kind_num(node->kind);
    const struct ct_verb_info *verb =
        of == CT_NUM_VERB ? ct_lexicon_verb(d->lexicon, node->num) : NULL;
    const char *word = verb ? verb->base : ct_word_text(d->lexicon, of, node->num, false);
    if (word && word[0])
        fprintf(d->out, " %s", word);
    else if (of == CT_NUM_CHAR)
        fprintf(d->out, " %c", (char)node->num);
    else if (of == CT_NUM_SYMBOL)
        fprintf(d->out, " %d", node->num - CT_SYMBOL_GENERIC);
    else if (of == CT_NUM_INT || of == CT_NUM_BITS || node->num)
        fprintf(d->out, " %d", node->num);
}

static void line(const struct dump *d, const ct_node *node, const char *slot, int depth)
{
    fprintf(d->out, "%*s", depth * 2, "");
    for (const char *c = slot; c && *c; c++)
        fputc(*c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c, d->out);
    fprintf(d->out, "%s%s", slot ? ": " : "", ct_kind_name(node->kind));
    if (ct_kind_num(node->kind) != CT_NUM_NONE) number(d, node);
    for (size_t i = 0; i < sizeof FLAGS / sizeof *FLAGS; i++)
        if (node->flags & FLAGS[i].flag) fprintf(d->out, " %s", FLAGS[i].name);
    fputc('\n', d->out);
}

static void dump_node(const struct dump *d, const ct_node *node, const char *slot, int depth)
{
    line(d, node, slot, depth);
    for (unsigned i = 0; i < node->nkids; i++)
        if (node->kid[i]) dump_node(d, node->kid[i], ct_slot_name(node->kind, i), depth + 1);
}

void ct_tree_dump(FILE *out, const struct ct_lexicon *lexicon, const ct_node *node)
{
    struct dump d = {out, lexicon};
    if (node) dump_node(&d, node, NULL, 0);
}
