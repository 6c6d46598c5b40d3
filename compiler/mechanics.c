#include "compiler/mechanics.h"

#include "compiler/lexicon.h"
#include "compiler/lower.h"

#include <string.h>

/* ---- finding ------------------------------------------------------------------------------------------------ */

const struct ct_action_info *ct_action_of_verb(const struct ct_compiler *c, int32_t verb)
{
    for (size_t i = 0; i < c->mechanics->nactions; i++)
        if (c->mechanics->actions[i].verb == verb)
            return &c->mechanics->actions[i];
    return NULL;
}

struct ct_keyword_def *ct_keyword_def_of(const struct ct_compiler *c, int32_t word)
{
    for (size_t i = 0; i < c->mechanics->nkeywords; i++)
        if (c->mechanics->keywords[i].word == word)
            return &c->mechanics->keywords[i];
    return NULL;
}

uint32_t ct_keyword_base_of(const struct ct_compiler *c, int32_t word)
{
    const struct ct_keyword_def *def = ct_keyword_def_of(c, word);
    return def ? def->base : CT_NONE;
}

uint32_t ct_keyword_base(const struct ct_compiler *c, const char *name)
{
    for (size_t i = 0; i < c->mechanics->nkeywords; i++)
        if (c->mechanics->keywords[i].word >= 0 && !strcmp(c->mechanics->keywords[i].name, name))
            return c->mechanics->keywords[i].base;
    return CT_NONE;
}

uint32_t ct_token_face_named(const struct ct_compiler *c, uint32_t symbol)
{
    for (size_t i = 0; i < c->mechanics->ntokens; i++)
        if (c->mechanics->tokens[i].source && c->emit.face[c->mechanics->tokens[i].face].name == symbol)
            return c->mechanics->tokens[i].face;
    return CT_NONE;
}

enum { /* the type that subtypes.def names, as a family of runtime/codes.h */
    FAM_ARTIFACT = CT_FAM_ARTIFACT,
    FAM_BATTLE = CT_FAM_BATTLE,
    FAM_CREATURE = CT_FAM_CREATURE,
    FAM_DUNGEON = CT_NFAMILIES,
    FAM_ENCHANTMENT = CT_FAM_ENCHANTMENT,
    FAM_INSTANT = CT_FAM_SPELL,
    FAM_LAND = CT_FAM_LAND,
    FAM_PLANESWALKER = CT_FAM_PLANESWALKER,
};

static const uint8_t families[] = {
    [CT_WSUB_NONE] = CT_NFAMILIES,
#define CT_SUBTYPE(ID, WORD, PLURAL, OF) [CT_WSUB_##ID] = FAM_##OF,
#include "grammar/subtypes.def"
#undef CT_SUBTYPE
};

/* A subtype that a card file brings along is a creature type: those are what designers make. */
int ct_subtype_family(const struct ct_compiler *c, int32_t subtype)
{
    (void)c;
    return subtype > 0 && subtype < CT_WSUB_HOW_MANY ? families[subtype] : CT_FAM_CREATURE;
}

/* ---- defining ----------------------------------------------------------------------------------------------- */

static const char *const builtin_words[] = {
#define KW(name, word, rule) word,
#include "runtime/keywords_builtin.def"
#undef KW
};

static uint32_t builtin_of(const char *name)
{
    for (uint32_t i = 0; i < sizeof builtin_words / sizeof *builtin_words; i++)
        if (!strcmp(builtin_words[i], name))
            return i;
    return CT_NONE;
}

static bool out_of_memory(struct ct_compiler *c)
{
    c->emit.failed = true;
    return false;
}

/* The words of the head before a parameter: "ward", "first strike", "protection" of "protection from". */
static const char *head_words(struct ct_compiler *c, const struct ct_definition *definition)
{
    for (uint32_t i = 0; i < definition->part_count; i++) {
        const struct ct_head_part *part = &definition->parts[i];
        if (part->parameter)
            continue;
        size_t len = strlen(part->words.text);
        if (len > 5 && !strcmp(part->words.text + len - 5, " from"))
            len -= 5;
        return ct_arena_strndup(&c->pool.arena, part->words.text, len);
    }
    return NULL;
}

static bool has_parameter(const struct ct_definition *definition)
{
    for (uint32_t i = 0; i < definition->part_count; i++)
        if (definition->parts[i].parameter)
            return true;
    return false;
}

static bool declare_keyword(struct ct_compiler *c, const struct ct_passage *passage)
{
    struct ct_mechanics *m = c->mechanics;
    const struct ct_definition *d = passage->definition;
    const char *name = head_words(c, d);
    if (!name)
        return out_of_memory(c);
    const struct ct_sense *sense = ct_lexicon_find(c->lexicon, name, strlen(name), NULL);
    sense = ct_sense_of(c->lexicon, sense, CT_WC_KEYWORD);
    if (!sense)
        return ct_low_report(c, CT_ERR_CANNOT_RUN, d->source, d->head.span,
                             "this keyword ability cannot be named in a text");
    struct ct_keyword_def *list = ct_arena_grow(&c->pool.arena, m->keywords, m->nkeywords,
                                                &m->capkeywords, sizeof *list);
    if (!list)
        return out_of_memory(c);
    m->keywords = list;
    struct ct_keyword_def def = {.word = sense->num, .name = name, .builtin = CT_NONE,
                                 .argument = has_parameter(d), .tree = passage->tree,
                                 .source = passage->face->text};
    if (d->rule.text) {
        def.builtin = builtin_of(name);
        def.tree = NULL;
        if (def.builtin == CT_NONE)
            return ct_low_report(c, CT_ERR_CANNOT_RUN, d->source, d->rule.span,
                                 "the runtime does not implement this rule");
    }
    ct_rec_keyword rec = {.name = ct_emit_symbol(&c->emit, name, strlen(name)),
                          .builtin = def.builtin};
    rec.text = rec.name;
    rec.base = c->emit.nkeyword;
    def.base = ct_emit_keyword(&c->emit, &rec, 1);
    m->keywords[m->nkeywords++] = def;
    return true;
}

static bool define_keyword(struct ct_compiler *c, const struct ct_passage *passage)
{
    struct ct_keyword_def *def = NULL;
    uint32_t first, count;
    for (size_t i = 0; i < c->mechanics->nkeywords; i++)
        if (c->mechanics->keywords[i].source == passage->face->text)
            def = &c->mechanics->keywords[i];
    if (!def || !def->tree || def->argument)
        return def != NULL; /* with an argument: for each use */
    if (!ct_low_expand(c, def->tree, def->source, NULL, &first, &count)) {
        def->word = -1; /* no text finds it */
        return false;
    }
    ct_rec_keyword *rec = &c->emit.keyword[def->base];
    rec->abil0 = first;
    rec->nabils = count;
    for (uint32_t i = 0; i < count; i++)
        c->emit.ability[first + i].keyword = rec->name;
    return true;
}

/* The verb of the head; the form is the third person if a parameter stands before it. */
static int32_t action_verb(struct ct_compiler *c, const char *words)
{
    const char *space = strchr(words, ' ');
    size_t len = space ? (size_t)(space - words) : strlen(words);
    const struct ct_sense *sense = ct_lexicon_find(c->lexicon, words, strlen(words), NULL);
    sense = ct_sense_of(c->lexicon, sense, CT_WC_VERB);
    if (!sense)
        sense = ct_sense_of(c->lexicon, ct_lexicon_find(c->lexicon, words, len, NULL), CT_WC_VERB);
    return sense ? sense->num : 0;
}

static bool declare_action(struct ct_compiler *c, const struct ct_passage *passage)
{
    struct ct_mechanics *m = c->mechanics;
    const struct ct_definition *d = passage->definition;
    const char *words = head_words(c, d);
    struct ct_action_info info = {.verb = words ? action_verb(c, words) : 0};
    if (!info.verb)
        return ct_low_report(c, CT_ERR_CANNOT_RUN, d->source, d->head.span,
                             "this keyword action cannot be named in a text");
    const struct ct_verb_info *verb = ct_lexicon_verb(c->lexicon, info.verb);
    info.by_object = d->parts[0].parameter && verb->subject != CT_NC_PLAYER;
    for (uint32_t i = 1; i < d->part_count; i++)
        info.number = info.number || (d->parts[i].parameter && !strcmp(d->parts[i].words.text, "number"));
    ct_rec_action rec = {.name = ct_emit_symbol(&c->emit, verb->base, strlen(verb->base))};
    info.name = rec.name;
    info.index = ct_emit_action(&c->emit, &rec, 1);
    struct ct_action_info *list = ct_arena_grow(&c->pool.arena, m->actions, m->nactions,
                                                &m->capactions, sizeof *list);
    if (!list)
        return out_of_memory(c);
    info.source = passage->face->text;
    m->actions = list;
    m->actions[m->nactions++] = info;
    return true;
}

static bool define_action(struct ct_compiler *c, const struct ct_passage *passage)
{
    struct ct_action_info *info = NULL;
    uint32_t ability;
    for (size_t i = 0; i < c->mechanics->nactions; i++)
        if (c->mechanics->actions[i].source == passage->face->text)
            info = &c->mechanics->actions[i];
    if (!info)
        return false;
    if (!ct_low_action_body(c, passage, info, &ability)) {
        info->verb = -1; /* no text finds it */
        return false;
    }
    c->emit.action[info->index].ability = ability;
    return true;
}

/* The face is there, with its name and types, before its abilities are. */
static bool declare_token(struct ct_compiler *c, const struct ct_passage *passage)
{
    struct ct_mechanics *m = c->mechanics;
    struct ct_token_def *list =
        ct_arena_grow(&c->pool.arena, m->tokens, m->ntokens, &m->captokens, sizeof *list);
    ct_rec_face face;
    if (!list)
        return out_of_memory(c);
    m->tokens = list;
    if (!ct_low_printed(c, passage, &face))
        return false;
    struct ct_token_def def = {.face = ct_emit_face(&c->emit, &face, 1), .source = passage->face->text};
    m->tokens[m->ntokens++] = def;
    return true;
}

static bool define_token(struct ct_compiler *c, const struct ct_passage *passage)
{
    struct ct_token_def *def = NULL;
    for (size_t i = 0; i < c->mechanics->ntokens; i++)
        if (c->mechanics->tokens[i].source == passage->face->text)
            def = &c->mechanics->tokens[i];
    if (!def)
        return false;
    if (!ct_low_face_abilities(c, passage, def->face)) {
        def->source = NULL; /* no text finds it */
        return false;
    }
    ct_emit_token(&c->emit, &def->face, 1);
    return true;
}

bool ct_declare_definition(struct ct_compiler *c, const struct ct_passage *passage)
{
    switch (passage->definition->kind) {
    case CT_DEF_ABILITY: return declare_keyword(c, passage);
    case CT_DEF_ACTION: return declare_action(c, passage);
    case CT_DEF_TOKEN: return declare_token(c, passage);
    default: return false;
    }
}

bool ct_lower_definition(struct ct_compiler *c, const struct ct_passage *passage)
{
    switch (passage->definition->kind) {
    case CT_DEF_ABILITY: return define_keyword(c, passage);
    case CT_DEF_ACTION: return define_action(c, passage);
    case CT_DEF_TOKEN: return define_token(c, passage);
    default: return false;
    }
}

bool ct_mechanics_init(struct ct_compiler *c)
{
    c->mechanics = ct_arena_alloc(&c->pool.arena, sizeof *c->mechanics);
    return c->mechanics != NULL;
}

/* ---- keywords with arguments ------------------------------------------------------------------------------------ */

/* The argument of a use, by the kinds of its children. */
static bool arguments(struct ct_low *low, ct_node *node, struct ct_args *args)
{
    *args = (struct ct_args){.outer = low->args};
    for (uint32_t i = 0; i < node->nkids; i++) {
        ct_node *kid = node->kid[i];
        if (!kid)
            continue;
        switch (kid->kind) {
        case CT_COST: args->cost = kid; break;
        case CT_NUMBER:
        case CT_VARIABLE: args->number = kid; break;
        case CT_PARAMETER:
            if (kid->num == CT_PARAM_COST)
                args->cost = kid;
            else if (kid->num == CT_PARAM_NUMBER)
                args->number = kid;
            else
                args->quality = kid;
            break;
        case CT_PP:
        case CT_AND:
        case CT_NP: args->quality = kid; break;
        default: return ct_low_refuse(low, kid, "this argument of a keyword ability");
        }
    }
    return true;
}

/* The record for these words, if an earlier use made it and it was not taken back. */
static uint32_t used_before(const struct ct_low *low, const struct ct_keyword_def *def, uint32_t text)
{
    for (size_t i = 0; i < def->nused; i++) {
        uint32_t k = def->used[i];
        if (k < low->emit->nkeyword && low->emit->keyword[k].text == text &&
            low->emit->keyword[k].base == def->base)
            return k;
    }
    return CT_NONE;
}

static uint32_t with_argument(struct ct_low *low, ct_node *node, struct ct_keyword_def *def)
{
    struct ct_args args;
    uint32_t text = ct_low_text(low, node->span);
    uint32_t found = low->args ? CT_NONE : used_before(low, def, text);
    ct_see_all(node);
    if (found != CT_NONE)
        return found;
    if (!arguments(low, node, &args))
        return CT_NONE;
    ct_rec_keyword rec = {.name = low->emit->keyword[def->base].name, .builtin = def->builtin,
                          .text = text, .base = def->base};
    if (def->tree && !ct_low_expand_with(low, def, &args, node, &rec.abil0, &rec.nabils))
        return CT_NONE;
    for (uint32_t i = 0; i < rec.nabils; i++)
        low->emit->ability[rec.abil0 + i].keyword = rec.name;
    uint32_t index = ct_emit_keyword(low->emit, &rec, 1);
    uint32_t *list = ct_arena_grow(&low->c->pool.arena, def->used, def->nused, &def->capused,
                                   sizeof *list);
    if (list) {
        def->used = list;
        def->used[def->nused++] = index;
    }
    return index;
}

uint32_t ct_low_keyword(struct ct_low *low, ct_node *node)
{
    struct ct_keyword_def *def;
    ct_see(node);
    if (node->num == CT_WKW_ENCHANT)
        return ct_low_enchant(low, node);
    def = ct_keyword_def_of(low->c, node->num);
    if (!def) {
        ct_low_refuse(low, node, "no definition of this keyword ability is known");
        return CT_NONE;
    }
    if (!node->nkids && !def->argument)
        return def->base;
    if (!node->nkids != !def->argument) {
        ct_low_refuse(low, node, "this argument of a keyword ability");
        return CT_NONE;
    }
    return with_argument(low, node, def);
}
