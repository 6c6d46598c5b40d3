/* Noun phrases, quantities, words, costs and keywords. */
#include "compiler/render_out.h"

#include <stdio.h>
#include <string.h>

/* ---- pronouns ------------------------------------------------------------------------------- */

static const struct {
    const char *subject, *object, *possessive;
} pronouns[] = {
    {"", "", ""},
#define CT_PRONOUN(ID, SUBJECT, OBJECT, POSSESSIVE, PLURAL) {SUBJECT, OBJECT, POSSESSIVE},
#include "grammar/closed.def"
#undef CT_PRONOUN
};

void ct_render_pronoun(struct ct_out *out, const ct_node *node, enum ct_case as)
{
    if (node->num <= 0 || node->num >= (int32_t)(sizeof pronouns / sizeof *pronouns)) {
        out->failed = true;
        return;
    }
    ct_put(out, as == CT_CASE_SUBJECT  ? pronouns[node->num].subject
                : as == CT_CASE_OBJECT ? pronouns[node->num].object
                                       : pronouns[node->num].possessive);
}

/* ---- quantities ----------------------------------------------------------------------------- */

static bool is_one(const ct_node *node)
{
    return ct_is(node, CT_NUMBER) && node->num == 1;
}

static void quantity_with(struct ct_out *out, const ct_node *node, const char *before,
                          const char *after)
{
    ct_put(out, before);
    ct_render_quantity(out, node->kid[0], true);
    ct_put(out, after);
}

static void put_bound(struct ct_out *out, const ct_node *node)
{
    bool least = node->kind == CT_AT_LEAST, other = node->form == CT_FORM_OTHER;
    const char *before = NULL, *after = NULL;
    if (node->form == CT_FORM_THAT)
        before = least ? "greater than or equal to" : "less than or equal to";
    else if (node->form == CT_FORM_LEADING)
        before = least ? "at least" : "at most";
    else if (node->form == CT_FORM_WORD)
        before = "no more than";
    else if (least)
        after = other ? "or greater" : "or more";
    else
        after = other ? "or fewer" : "or less";
    quantity_with(out, node, before, after);
}

static void put_factor(struct ct_out *out, const ct_node *node)
{
    if (node->kind == CT_HALF) {
        quantity_with(out, node, "half", NULL);
        if (!node->num) return;
        ct_put_glued(out, ",");
        ct_put(out, node->num == 1 ? "rounded up" : "rounded down");
    } else if (node->num == 2) {
        quantity_with(out, node, node->form == CT_FORM_OTHER ? "double" : "twice", NULL);
    } else {
        ct_put_number(out, node->num, true);
        quantity_with(out, node, "times", NULL);
    }
}

/* A quantity that is words around another. False if it is none of these. */
static bool put_around(struct ct_out *out, const ct_node *node)
{
    static const struct {
        uint16_t kind;
        const char *plain, *other;
    } WORDS[] = {
        {CT_UP_TO, "up to", "up to"},
        {CT_MORE_THAN, "greater than", "more than"},
        {CT_LESS_THAN, "less than", "fewer than"},
        {CT_EQUAL, "equal to", "equal to"},
        {CT_EXACTLY, "exactly", "exactly"},
        {CT_NUMBER_OF, "the number of", "the total number of"},
    };
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        if (WORDS[i].kind != node->kind) continue;
        if (node->kind == CT_EQUAL && node->flags & CT_F_EACH) ct_put(out, "each");
        quantity_with(out, node, node->form == CT_FORM_OTHER ? WORDS[i].other : WORDS[i].plain,
                      NULL);
        return true;
    }
    return false;
}

/* Prints a quantity; false if NODE is none. COUNTS: "more", "fewer" of things that are counted. */
bool ct_render_quantity(struct ct_out *out, const ct_node *node, bool counts)
{
    bool other = node->form == CT_FORM_OTHER;
    char letter[] = {(char)node->num, 0};
    switch (node->kind) {
    case CT_NUMBER:
        ct_put_number(out, node->num, node->form == CT_FORM_WORD);
        return true;
    case CT_VARIABLE:
        ct_put(out, letter);
        return true;
    case CT_THAT_MANY:
        ct_put(out, other ? "that much" : "that many");
        return true;
    case CT_ANY_NUMBER:
        ct_put(out, other ? "any number" : "any number of");
        return true;
    case CT_AT_LEAST:
    case CT_AT_MOST:
        put_bound(out, node);
        return true;
    case CT_MORE:
        if (node->kid[CT_MORE_OF]) ct_render_quantity(out, node->kid[CT_MORE_OF], true);
        ct_put(out, node->num < 0 ? "fewer" : "more");
        return true;
    case CT_HALF:
    case CT_TIMES:
        put_factor(out, node);
        return true;
    case CT_PLUS:
    case CT_MINUS:
        ct_render_quantity(out, node->kid[0], counts);
        ct_put(out, node->kind == CT_PLUS ? "plus" : "minus");
        ct_render_quantity(out, node->kid[1], counts);
        return true;
    default:
        if (!put_around(out, node)) ct_render_node(out, node, CT_CASE_OBJECT);
        return true;
    }
}

/* ---- words ---------------------------------------------------------------------------------- */

static enum ct_num_class class_of(const ct_node *node)
{
    return ct_kind_num(node->kind);
}

static void put_word(struct ct_out *out, const ct_node *node)
{
    bool plural = node->flags & CT_F_PLURAL;
    if (node->flags & CT_F_NON) {
        ct_put(out, node->form == CT_FORM_DASH || node->kind == CT_SUBTYPE ? "non-" : "non");
        out->glue = true;
    }
    switch (node->kind) {
    case CT_SUBTYPE:
        ct_put(out, ct_lexicon_subtype(out->lexicon, node->num, plural));
        break;
    case CT_KEYWORD_NAME:
        ct_put(out, ct_lexicon_keyword(out->lexicon, node->num));
        break;
    default:
        ct_put(out, ct_word_text(out->lexicon, class_of(node), node->num, plural));
        break;
    }
}

static void put_signed(struct ct_out *out, const ct_node *node, bool delta)
{
    char text[24];
    bool negative = (node->flags & CT_F_NEGATIVE) || (node->kind == CT_NUMBER && node->num < 0);
    const char *sign = negative ? "-" : delta ? "+" : "";
    if (node->kind == CT_VARIABLE)
        snprintf(text, sizeof text, "%s%c", sign, (char)node->num);
    else
        snprintf(text, sizeof text, "%s%d", sign, node->num < 0 ? -node->num : node->num);
    if (out->glue)
        ct_put_glued(out, text);
    else
        ct_put(out, text);
}

static void put_pt(struct ct_out *out, const ct_node *node)
{
    bool delta = node->flags & CT_F_DELTA;
    put_signed(out, node->kid[CT_PT_POWER], delta);
    ct_put_glued(out, "/");
    out->glue = true;
    put_signed(out, node->kid[CT_PT_TOUGHNESS], delta);
    out->glue = false;
}

static void put_symbol(struct ct_out *out, const ct_node *node)
{
    char text[24];
    if (node->num >= CT_SYMBOL_GENERIC)
        snprintf(text, sizeof text, "{%d}", node->num - CT_SYMBOL_GENERIC);
    else
        snprintf(text, sizeof text, "{%s}",
                 ct_word_text(out->lexicon, CT_NUM_SYMBOL, node->num, false));
    if (out->glue)
        ct_put_glued(out, text);
    else
        ct_put(out, text);
}

static void put_mana(struct ct_out *out, const ct_node *node)
{
    for (uint32_t i = 0; i < node->nkids; i++) {
        if (i > 0) out->glue = true;
        ct_render_node(out, node->kid[i], CT_CASE_OBJECT);
    }
    out->glue = false;
}

static void put_loyalty(struct ct_out *out, const ct_node *node)
{
    char text[24];
    const char *sign = node->num > 0 ? "+" : node->num < 0 ? "−" : "";
    if (node->flags & CT_F_VARIABLE)
        snprintf(text, sizeof text, "%sX", sign);
    else
        snprintf(text, sizeof text, "%s%d", sign, node->num < 0 ? -node->num : node->num);
    ct_put(out, text);
}

static void put_keyword(struct ct_out *out, const ct_node *node)
{
    ct_put(out, ct_lexicon_keyword(out->lexicon, node->num));
    for (uint32_t i = 0; i < node->nkids; i++) {
        if (node->form == CT_FORM_DASH && i + 1 == node->nkids) {
            ct_put_glued(out, "—");
            out->glue = true;
            out->capital = true;
        }
        ct_render_node(out, node->kid[i], CT_CASE_OBJECT);
    }
}

static void put_cost(struct ct_out *out, const ct_node *node)
{
    for (uint32_t i = 0; i < node->nkids; i++) {
        if (i > 0) {
            ct_put_glued(out, ",");
            out->capital = ct_is(node->kid[i], CT_CLAUSE) && node->form != CT_FORM_LIST_NO_COMMA;
        }
        ct_render_node(out, node->kid[i], CT_CASE_OBJECT);
    }
}

/* ---- noun phrases --------------------------------------------------------------------------- */

static void possessor(struct ct_out *out, const ct_node *node)
{
    if (node->kind == CT_PRONOUN && node->num != CT_PRONOUN_EACH_OTHER) {
        ct_render_pronoun(out, node, CT_CASE_POSSESSIVE);
        return;
    }
    ct_render_node(out, node, CT_CASE_POSSESSIVE);
    size_t n = out->len;
    bool s = n && out->text[n - 1] == 's' && node->kind == CT_NP && (node->flags & CT_F_PLURAL);
    ct_put_glued(out, s ? "'" : "'s");
}

static void determiner(struct ct_out *out, const ct_node *np)
{
    bool plural = np->flags & CT_F_PLURAL;
    switch (np->num) {
    case CT_DET_NONE:
    case CT_DET_POSS:
        break;
    case CT_DET_A:
        if (np->flags & CT_F_OTHER)
            ct_put(out, "another");
        else
            ct_put_article(out);
        break;
    case CT_DET_THIS:
        ct_put(out, plural ? "these" : "this");
        break;
    case CT_DET_THAT:
        ct_put(out, plural ? "those" : "that");
        break;
    default:
        ct_put(out, ct_word_text(out->lexicon, CT_NUM_DET, np->num, plural));
        break;
    }
}

static void put_ordinal(struct ct_out *out, const ct_node *node)
{
    static const char *const words[] = {"zeroth", "first",   "second", "third", "fourth", "fifth",
                                        "sixth",  "seventh", "eighth", "ninth", "tenth"};
    if (node->num < 0 || node->num > 10)
        out->failed = true;
    else
        ct_put(out, words[node->num]);
}

static void tail(struct ct_out *out, const ct_node *np, const ct_node *node)
{
    const ct_node *head = out->head, *subject = out->subject;
    out->head = np;
    ct_render_node(out, node, CT_CASE_OBJECT);
    out->head = head;
    out->subject = subject;
}

static void put_np(struct ct_out *out, const ct_node *np)
{
    const ct_node *quantity = np->kid[CT_NP_QUANTITY];
    if (np->flags & CT_F_ONLY) ct_put(out, "only");
    if (np->kid[CT_NP_POSSESSOR]) possessor(out, np->kid[CT_NP_POSSESSOR]);
    determiner(out, np);
    if (np->num == CT_DET_ALL && np->form == CT_FORM_WORD) ct_put(out, "the");
    if (np->flags & CT_F_TOP) ct_put(out, "top");
    if (np->flags & CT_F_BOTTOM) ct_put(out, "bottom");
    if (np->flags & CT_F_NEXT) ct_put(out, "next");
    bool of_after =
        ct_is(quantity, CT_ANY_NUMBER) && !np->kid[CT_NP_WORDS] && np->nkids > CT_NP_REST;
    if (quantity && of_after)
        ct_put(out, "any number");
    else if (quantity)
        ct_render_quantity(out, quantity, true);
    if ((np->flags & CT_F_OTHER) && np->num != CT_DET_A) ct_put(out, "other");
    if (np->flags & CT_F_TARGET)
        ct_put(out, (np->flags & CT_F_PLURAL) && !np->kid[CT_NP_WORDS] ? "targets" : "target");
    ct_render_node(out, np->kid[CT_NP_WORDS], CT_CASE_OBJECT);
    for (uint32_t i = CT_NP_REST; i < np->nkids; i++)
        tail(out, np, np->kid[i]);
}

/* ---- what describes a noun ------------------------------------------------------------------ */

static void put_relative(struct ct_out *out, const ct_node *node)
{
    switch (node->form) {
    case CT_FORM_ZERO:
        break;
    case CT_FORM_WHO:
        ct_put(out, "who");
        break;
    case CT_FORM_THATS:
    case CT_FORM_THAT:
    default:
        ct_put(out, "that");
        break;
    }
    ct_render_node(out, node->kid[CT_RELATIVE_BODY], CT_CASE_SUBJECT);
}

/* "exiled with it", "attacking you": the participle alone. */
static void put_participle(struct ct_out *out, const ct_node *node)
{
    const ct_node *clause = node->kid[CT_PARTICIPLE_BODY];
    if (!ct_is(clause, CT_CLAUSE)) {
        ct_render_node(out, clause, CT_CASE_OBJECT);
        return;
    }
    const struct ct_verb_info *verb = ct_lexicon_verb(out->lexicon, clause->num);
    if (!verb) {
        out->failed = true;
        return;
    }
    if (clause->form != CT_FORM_ZERO)
        ct_put(out, clause->flags & CT_F_PASSIVE ? verb->participle : verb->ing);
    for (uint32_t i = CT_CLAUSE_OBJECT; i < clause->nkids; i++)
        ct_render_node(out, clause->kid[i], CT_CASE_OBJECT);
}

static void put_duration(struct ct_out *out, const ct_node *node)
{
    ct_put(out, ct_word_text(out->lexicon, CT_NUM_DURATION, node->num, false));
    ct_render_node(out, node->kid[CT_DURATION_OF], CT_CASE_OBJECT);
}

static void put_pp(struct ct_out *out, const ct_node *node)
{
    if (node->form == CT_FORM_OTHER) ct_put_glued(out, ",");
    if (node->num) ct_put(out, ct_word_text(out->lexicon, CT_NUM_PREPOSITION, node->num, false));
    ct_render_node(out, node->kid[CT_PP_OBJECT], CT_CASE_OBJECT);
}

static void put_name(struct ct_out *out, const ct_node *node)
{
    ct_put(out, ct_sym_text(ct_lexicon_names((struct ct_lexicon *)(uintptr_t)out->lexicon),
                            (ct_sym)node->num));
}

/* As it was written: the whole name or the short one. */
static void put_self(struct ct_out *out, const ct_node *node)
{
    if (node->num)
        put_name(out, node);
    else
        ct_put(out, out->names && out->names->self ? out->names->self : "~");
}

static void put_parameter(struct ct_out *out, const ct_node *node)
{
    static const char *const words[] = {
        "",
#define CT_PARAMETER_WORD(ID, WORD) WORD,
#include "grammar/closed.def"
#undef CT_PARAMETER_WORD
    };
    if (node->num > 0 && node->num < (int32_t)(sizeof words / sizeof *words))
        ct_put(out, words[node->num]);
}

static void put_nothing(struct ct_out *out, const ct_node *node)
{
    (void)out;
    (void)node;
}

static void put_children(struct ct_out *out, const ct_node *node)
{
    for (uint32_t i = 0; i < node->nkids; i++)
        ct_render_node(out, node->kid[i], CT_CASE_OBJECT);
}

static void put_adverb(struct ct_out *out, const ct_node *node)
{
    bool comma = node->form == CT_FORM_OTHER || node->form == CT_FORM_LIST_SERIAL;
    if (comma) ct_put_glued(out, ",");
    put_word(out, node);
    if (node->form == CT_FORM_LIST_SERIAL) ct_put_glued(out, ",");
}

static void put_named(struct ct_out *out, const ct_node *node)
{
    ct_put(out, "named");
    put_name(out, node);
}

static void put_with(struct ct_out *out, const ct_node *node)
{
    ct_put(out, node->flags & CT_F_NON ? "without" : "with");
    ct_render_node(out, node->kid[CT_WITH_OF], CT_CASE_OBJECT);
}

static void put_only(struct ct_out *out, const ct_node *node)
{
    ct_put(out, "only");
    for (uint32_t i = 0; i < node->nkids; i++) {
        const ct_node *kid = node->kid[i];
        bool condition = ct_is(kid, CT_IF);
        if (condition) ct_put(out, "if");
        ct_render_node(out, condition ? kid->kid[CT_IF_CONDITION] : kid,
                       condition ? CT_CASE_SUBJECT : CT_CASE_OBJECT);
    }
}

/* A word and what follows it: "while", "as though", "at". */
static void put_opened(struct ct_out *out, const ct_node *node)
{
    bool time = node->kind == CT_AT;
    ct_put(out, time ? "at" : node->kind == CT_WHILE ? "while" : "as though");
    ct_render_node(out, node->kid[0], time ? CT_CASE_OBJECT : CT_CASE_SUBJECT);
}

static void put_tap(struct ct_out *out, const ct_node *node)
{
    ct_put(out, node->kind == CT_TAP ? "{T}" : "{Q}");
}

/* Everything that is not a body, a clause or an ability. */
void ct_render_np(struct ct_out *out, const ct_node *node, enum ct_case as)
{
    static void (*const PRINTERS[CT_KIND_COUNT])(struct ct_out *, const ct_node *) = {
        [CT_NP] = put_np,
        [CT_SELF_NAME] = put_self,
        [CT_SAME] = put_nothing,
        [CT_GAP] = put_nothing,
        [CT_GROUP] = put_children,
        [CT_TYPE] = put_word,
        [CT_SUBTYPE] = put_word,
        [CT_SUPERTYPE] = put_word,
        [CT_COLOR] = put_word,
        [CT_STATE] = put_word,
        [CT_NOUN] = put_word,
        [CT_COUNTER_KIND] = put_word,
        [CT_KEYWORD_NAME] = put_word,
        [CT_ADVERB] = put_adverb,
        [CT_ORDINAL] = put_ordinal,
        [CT_TOKEN_NAME] = put_name,
        [CT_LABEL] = put_name,
        [CT_NAMED] = put_named,
        [CT_RELATIVE] = put_relative,
        [CT_PARTICIPLE] = put_participle,
        [CT_WITH] = put_with,
        [CT_COMPARISON] = put_children,
        [CT_PP] = put_pp,
        [CT_ONLY] = put_only,
        [CT_WHILE] = put_opened,
        [CT_AS_THOUGH] = put_opened,
        [CT_AT] = put_opened,
        [CT_DURATION] = put_duration,
        [CT_COST] = put_cost,
        [CT_MANA] = put_mana,
        [CT_SYMBOL] = put_symbol,
        [CT_TAP] = put_tap,
        [CT_UNTAP] = put_tap,
        [CT_LOYALTY] = put_loyalty,
        [CT_PARAMETER] = put_parameter,
        [CT_PT] = put_pt,
        [CT_KEYWORD] = put_keyword,
    };
    if (node->kind == CT_PRONOUN)
        ct_render_pronoun(out, node, as);
    else if (node->kind < CT_KIND_COUNT && PRINTERS[node->kind])
        PRINTERS[node->kind](out, node);
    else if (!ct_render_quantity(out, node, !is_one(node)))
        out->failed = true;
}
