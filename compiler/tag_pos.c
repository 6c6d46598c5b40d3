#include "compiler/tag_in.h"

#include <string.h>

/* ---- what a unit can be --------------------------------------------------------------------- */

static const struct ct_sense *sense_of(const struct ct_tagger *t, size_t i, enum ct_word_class wc)
{
    return i < t->n && t->u[i].kind == CT_U_WORD ? ct_sense_of(t->p->lexicon, t->u[i].sense, wc)
                                                 : NULL;
}

static bool is_function(const struct ct_tagger *t, size_t i, int function)
{
    const struct ct_sense *s = i < t->n && t->u[i].kind == CT_U_WORD ? t->u[i].sense : NULL;
    for (; s; s = ct_sense_next(t->p->lexicon, s))
        if (s->wc == CT_WC_FUNCTION && s->num == function) return true;
    return false;
}

/* "a flying, haste, or reach counter": whether a list of kinds that begins at I ends with
 * "counter". */
static bool counter_ahead(const struct ct_tagger *t, size_t i)
{
    for (size_t j = i + 1; j < t->n; j++) {
        if (t->u[j].kind == CT_U_COMMA || is_function(t, j, CT_FN_OR) ||
            is_function(t, j, CT_FN_AND))
            continue;
        const struct ct_sense *noun = sense_of(t, j, CT_WC_NOUN);
        if (noun && noun->num == CT_N_COUNTER) return true;
        if (!sense_of(t, j, CT_WC_COUNTER) && t->u[j].kind != CT_U_PT) return false;
    }
    return false;
}

/* The sense as part of a noun phrase: a type, a color, a noun, an adjective. */
static const struct ct_sense *noun_sense(const struct ct_tagger *t, size_t i)
{
    if (i >= t->n || t->u[i].kind != CT_U_WORD) return NULL;
    const struct ct_unit *u = &t->u[i];
    const struct ct_sense *best = NULL;
    for (const struct ct_sense *s = u->sense; s; s = ct_sense_next(t->p->lexicon, s)) {
        bool noun = (s->wc >= CT_WC_TYPE && s->wc <= CT_WC_COUNTER) || s->wc == CT_WC_ORDINAL ||
                    s->wc == CT_WC_TOKEN_NAME;
        if (!noun) continue;
        bool capital = (u->flags & CT_UF_CAPITAL) != 0 || u->flags & CT_UF_NON;
        if (s->capital && !capital) continue;
        /* A capitalized word inside a sentence is the subtype or the name. */
        if (s->capital && capital && !(u->flags & CT_UF_START)) return s;
        bool counter = s->wc == CT_WC_COUNTER && t->u[i + 1].kind == CT_U_WORD;
        const struct ct_sense *after =
            counter ? ct_sense_of(t->p->lexicon, t->u[i + 1].sense, CT_WC_NOUN) : NULL;
        if (after && after->num == CT_N_COUNTER) return s;
        if (s->wc == CT_WC_COUNTER && !counter_ahead(t, i))
            continue; /* a kind of counter stands before "counter" */
        if (!best) best = s;
    }
    return best;
}

static const struct ct_sense *verb_sense(const struct ct_tagger *t, size_t i, int forms)
{
    const struct ct_sense *s = sense_of(t, i, CT_WC_VERB);
    return s && s->form & forms ? s : NULL;
}

static bool adjective(const struct ct_sense *s)
{
    return s && (s->wc == CT_WC_SUPERTYPE || s->wc == CT_WC_COLOR || s->wc == CT_WC_STATE ||
                 s->wc == CT_WC_ORDINAL);
}

uint32_t ct_pos_classes(const struct ct_tagger *t, size_t i)
{
    if (i >= t->n || t->pick[i].pos != CT_O_WORD || !t->pick[i].sense) return 0;
    const struct ct_sense *s = t->pick[i].sense;
    if (s->wc == CT_WC_NOUN) return ct_noun_classes(s->num);
    return s->wc == CT_WC_TYPE || s->wc == CT_WC_SUBTYPE ? (uint32_t)CT_NC_PERMANENT : 0;
}

bool ct_pos_np_start(const struct ct_tagger *t, size_t i)
{
    if (i >= t->n) return false;
    switch (t->pick[i].pos) {
    case CT_O_DET:
    case CT_O_TARGET:
    case CT_O_OTHER:
    case CT_O_TOP:
    case CT_O_POSS:
    case CT_O_NUM:
    case CT_O_QMARK:
    case CT_O_PRON:
    case CT_O_SELF:
    case CT_O_WORD:
    case CT_O_NUMBER_OF:
    case CT_O_HALF:
    case CT_O_TWICE:
    case CT_O_SYMBOL:
    case CT_O_PT:
    case CT_O_PARAM:
        return true;
    default:
        return false;
    }
}

bool ct_pos_np_end(const struct ct_tagger *t, size_t i)
{
    if (i >= t->n) return false;
    switch (t->pick[i].pos) {
    case CT_O_PRON:
    case CT_O_SELF:
    case CT_O_WORD:
    case CT_O_NUM:
    case CT_O_QMARK:
    case CT_O_NAME:
    case CT_O_SYMBOL:
    case CT_O_PT:
    case CT_O_KEYWORD:
    case CT_O_CLOSE:
    case CT_O_PARAM:
    case CT_O_DET:
        return true;
    default:
        return false;
    }
}

bool ct_pos_verb(const struct ct_tagger *t, size_t i)
{
    if (i >= t->n) return false;
    switch (t->pick[i].pos) {
    case CT_O_VERB:
    case CT_O_BE:
    case CT_O_HAVE_AUX:
    case CT_O_CAUSATIVE:
    case CT_O_MODAL:
    case CT_O_ADVERB_PRE:
    case CT_O_EACH_PRE:
        return true;
    default:
        return false;
    }
}

/* ---- noun or verb --------------------------------------------------------------------------- */

static bool expects_noun(const struct ct_tagger *t, size_t i)
{
    if (!i) return false;
    const struct ct_pick *b = &t->pick[i - 1];
    switch (b->pos) {
    case CT_O_DET:
    case CT_O_TARGET:
    case CT_O_OTHER:
    case CT_O_TOP:
    case CT_O_POSS:
    case CT_O_NUM:
    case CT_O_QMARK:
    case CT_O_APOS:
    case CT_O_PREP:
    case CT_O_NUMBER_OF:
    case CT_O_PT:
    case CT_O_PARAM:
        return true;
    case CT_O_OPENER:
        return b->num == CT_FN_FOR_EACH;
    case CT_O_WORD:
        return b->sense && (adjective(b->sense) || b->sense->wc == CT_WC_COUNTER ||
                            b->sense->wc == CT_WC_KEYWORD || b->sense->wc == CT_WC_TOKEN_NAME);
    default:
        return false;
    }
}

/* The first word of a clause or after something that only a verb follows. */
static bool expects_verb(const struct ct_tagger *t, size_t i)
{
    if (!i) return true;
    switch (t->pick[i - 1].pos) {
    case CT_O_STOP:
    case CT_O_COLON:
    case CT_O_COMMA:
    case CT_O_AND:
    case CT_O_OR:
    case CT_O_THEN:
    case CT_O_MODAL:
    case CT_O_TO:
    case CT_O_OPEN:
    case CT_O_BULLET:
    case CT_O_LABEL:
    case CT_O_CHAPTER:
    case CT_O_PRON:
    case CT_O_SELF:
    case CT_O_REL:
    case CT_O_ADVERB:
    case CT_O_ADVERB_PRE:
    case CT_O_INSTEAD:
    case CT_O_DASH:
    case CT_O_NONE:
        return true;
    default:
        return false;
    }
}

static bool plural_noun_before(const struct ct_tagger *t, size_t i)
{
    return i && t->pick[i - 1].pos == CT_O_WORD && t->pick[i - 1].sense &&
           t->pick[i - 1].sense->plural == 1;
}

/* What could begin the object of a verb or end its phrase: decides "copy target spell" against
 * "copy". */
static bool object_ahead(const struct ct_tagger *t, size_t i)
{
    if (i >= t->n) return false;
    if (t->u[i].kind == CT_U_SYMBOL || t->u[i].kind == CT_U_SELF || t->u[i].kind == CT_U_NUMBER ||
        t->u[i].kind == CT_U_LETTER || t->u[i].kind == CT_U_PT)
        return true;
    if (t->u[i].kind != CT_U_WORD) return false;
    for (const struct ct_sense *s = t->u[i].sense; s; s = ct_sense_next(t->p->lexicon, s)) {
        if (s->wc == CT_WC_DETERMINER || s->wc == CT_WC_PRONOUN || s->wc == CT_WC_NUMBER)
            return true;
        if (s->wc != CT_WC_FUNCTION) continue;
        switch (s->num) {
        case CT_FN_TARGET:
        case CT_FN_ANOTHER:
        case CT_FN_OTHER:
        case CT_FN_UP_TO:
        case CT_FN_ANY_NUMBER_OF:
        case CT_FN_THAT:
        case CT_FN_THOSE:
        case CT_FN_THAT_MANY:
        case CT_FN_HALF:
            return true;
        }
    }
    return false;
}

/* "a creature you control dies": behind the verb of such a relative clause the next verb is the
 * clause's. */
static bool after_relative(const struct ct_tagger *t, size_t i)
{
    if (i < 2 || t->pick[i - 1].pos != CT_O_VERB) return false;
    int verb = t->pick[i - 1].num;
    return (verb == CT_V_CONTROL || verb == CT_V_OWN || verb == CT_V_CAST) &&
           ct_pos_np_end(t, i - 2);
}

static bool choose_verb(const struct ct_tagger *t, size_t i, const struct ct_sense *verb,
                        const struct ct_sense *noun)
{
    if (!noun) return true;
    bool owned = i && (t->pick[i - 1].pos == CT_O_DET || t->pick[i - 1].pos == CT_O_POSS ||
                       t->pick[i - 1].pos == CT_O_APOS);
    if (verb->num == CT_V_COST && i + 1 < t->n && t->u[i + 1].kind == CT_U_SYMBOL && !owned)
        return true;
    if (after_relative(t, i) && verb->form & (CT_VF_BASE | CT_VF_THIRD)) return true;
    if (expects_noun(t, i)) return false;
    if (adjective(noun)) {
        /* A participle: an adjective before a noun, or alone behind "is"; tag.c sorts out the rest.
         */
        const struct ct_sense *after = noun_sense(t, i + 1);
        bool before_noun = after && !(t->u[i + 1].kind == CT_U_WORD &&
                                      verb_sense(t, i + 1, CT_VF_BASE | CT_VF_THIRD) && !after);
        if (before_noun && !(i && ct_pos_np_end(t, i - 1) && t->pick[i - 1].pos != CT_O_DET))
            return false;
        if (verb->form == CT_VF_ING && before_noun) return false;
        return true;
    }
    if (verb->form & CT_VF_BASE) {
        if (expects_verb(t, i) || plural_noun_before(t, i)) {
            bool list = i && (t->pick[i - 1].pos == CT_O_COMMA || t->pick[i - 1].pos == CT_O_AND ||
                              t->pick[i - 1].pos == CT_O_OR);
            if (list && !object_ahead(t, i + 1) && i > 1 && t->pick[i - 2].pos == CT_O_WORD &&
                t->u[i + 1].kind == CT_U_WORD && noun_sense(t, i + 1))
                return false;
            return true;
        }
        return i && t->pick[i - 1].pos == CT_O_OPENER;
    }
    /* "as steps and phases end" */
    bool listed = verb->form & CT_VF_THIRD && i > 1 && t->pick[i - 1].pos == CT_O_AND &&
                  plural_noun_before(t, i - 1) && verb_sense(t, i + 1, CT_VF_BASE);
    if (listed) return false;
    if (verb->form & CT_VF_THIRD) return i && (ct_pos_np_end(t, i - 1) || expects_verb(t, i));
    return true;
}

/* ---- words with a place of their own -------------------------------------------------------- */

static void pick_be(struct ct_pick *k, int row)
{
    static const uint8_t FORMS[] = {0,         CT_VF_THIRD, CT_VF_ARE,        CT_VF_THIRD,
                                    CT_VF_ARE, CT_VF_THIRD, CT_VF_ARE,        CT_VF_THIRD,
                                    CT_VF_ARE, CT_VF_BARE,  CT_VF_PARTICIPLE, CT_VF_ING};
    k->pos = CT_O_BE;
    k->num = row;
    k->form = FORMS[row];
}

static bool vp_ahead(const struct ct_tagger *t, size_t i)
{
    if (i >= t->n || t->u[i].kind != CT_U_WORD) return false;
    if (verb_sense(t, i, 31) || sense_of(t, i, CT_WC_MODAL)) return true;
    return is_function(t, i, CT_FN_BE) || is_function(t, i, CT_FN_DONT) ||
           is_function(t, i, CT_FN_HASNT) ||
           (sense_of(t, i, CT_WC_ADVERB) && verb_sense(t, i + 1, 31));
}

static void pick_that(struct ct_tagger *t, size_t i, bool plural)
{
    struct ct_pick *k = &t->pick[i];
    bool after_noun =
        i && ((ct_pos_np_end(t, i - 1) && t->pick[i - 1].pos != CT_O_DET) || after_relative(t, i));
    const struct ct_sense *noun = noun_sense(t, i + 1);
    bool noun_next = (noun && !(vp_ahead(t, i + 1) && after_noun)) ||
                     is_function(t, i + 1, CT_FN_OTHER) || is_function(t, i + 1, CT_FN_TARGET) ||
                     sense_of(t, i + 1, CT_WC_NUMBER) || sense_of(t, i + 1, CT_WC_KEYWORD) ||
                     t->u[i + 1].kind == CT_U_NUMBER;
    if (!plural && after_noun && vp_ahead(t, i + 1) && !(noun && !verb_sense(t, i + 1, 31))) {
        k->pos = CT_O_REL;
        return;
    }
    const struct ct_sense *pronoun = sense_of(t, i + 1, CT_WC_PRONOUN);
    if (!plural && after_noun && pronoun && pronoun->form != 2) {
        k->pos = CT_O_REL; /* "the card that you chose" */
        k->num = 2;
        return;
    }
    if (noun_next) {
        k->pos = CT_O_DET;
        k->num = CT_DET_THAT;
        k->form = plural;
        return;
    }
    k->pos = CT_O_PRON;
    k->num = plural ? CT_PRONOUN_THOSE : CT_PRONOUN_THAT;
}

/* Functions that are one thing wherever they stand: their position, and the number it has. */
static const struct {
    int function;
    uint8_t pos;
    int8_t num; /* -1: the function */
} FIXED[] = {
    {CT_FN_AND, CT_O_AND, -1},
    {CT_FN_AND_OR, CT_O_AND_OR, -1},
    {CT_FN_THEN, CT_O_THEN, -1},
    {CT_FN_INSTEAD, CT_O_INSTEAD, -1},
    {CT_FN_WHO, CT_O_REL, 1},
    {CT_FN_NAMED, CT_O_NAMED, -1},
    {CT_FN_OTHER, CT_O_OTHER, 0},
    {CT_FN_ANOTHER, CT_O_OTHER, 1},
    {CT_FN_UP_TO, CT_O_QMARK, -1},
    {CT_FN_ANY_NUMBER_OF, CT_O_QMARK, -1},
    {CT_FN_ANY_NUMBER, CT_O_QMARK, -1},
    {CT_FN_THAT_MANY, CT_O_QMARK, -1},
    {CT_FN_THAT_MUCH, CT_O_QMARK, -1},
    {CT_FN_OR_MORE, CT_O_QMARK, -1},
    {CT_FN_OR_LESS, CT_O_QMARK, -1},
    {CT_FN_AT_LEAST, CT_O_QMARK, -1},
    {CT_FN_AT_MOST, CT_O_QMARK, -1},
    {CT_FN_EXACTLY, CT_O_QMARK, -1},
    {CT_FN_HALF, CT_O_HALF, -1},
    {CT_FN_NUMBER_OF, CT_O_NUMBER_OF, -1},
    {CT_FN_EQUAL_TO, CT_O_COMPARE, -1},
    {CT_FN_MORE_THAN, CT_O_COMPARE, -1},
    {CT_FN_LESS_THAN, CT_O_COMPARE, -1},
    {CT_FN_LESS_EQUAL, CT_O_COMPARE, -1},
    {CT_FN_GREATER_EQUAL, CT_O_COMPARE, -1},
    {CT_FN_PLUS, CT_O_PLUS, -1},
    {CT_FN_MINUS, CT_O_PLUS, -1},
    {CT_FN_HASNT, CT_O_HAVE_AUX, -1},
};

/* Two words in one: what the first is, its number, and whether the second is "have" (else "be"). */
static const struct {
    int function;
    uint8_t pos, num, have;
} CONTRACTIONS[] = {
    {CT_FN_ITS_BE, CT_O_PRON, CT_PRONOUN_IT, 0},
    {CT_FN_THEYRE_BE, CT_O_PRON, CT_PRONOUN_THEY, 0},
    {CT_FN_YOURE_BE, CT_O_PRON, CT_PRONOUN_YOU, 0},
    {CT_FN_HES_BE, CT_O_PRON, CT_PRONOUN_HE, 0},
    {CT_FN_SHES_BE, CT_O_PRON, CT_PRONOUN_SHE, 0},
    {CT_FN_YOUVE_HAVE, CT_O_PRON, CT_PRONOUN_YOU, 1},
    {CT_FN_THEYVE_HAVE, CT_O_PRON, CT_PRONOUN_THEY, 1},
    {CT_FN_THATS_BE, CT_O_REL, 0, 0},
    {CT_FN_WHOS_BE, CT_O_REL, 1, 0},
    {CT_FN_THERES_BE, CT_O_THERE, 0, 0},
    {CT_FN_WHOVE_HAVE, CT_O_REL, 1, 1},
    {CT_FN_THATVE_HAVE, CT_O_REL, 0, 1},
};

static bool pick_fixed(struct ct_pick *k, int function)
{
    for (size_t i = 0; i < sizeof FIXED / sizeof *FIXED; i++) {
        if (FIXED[i].function != function) continue;
        k->pos = FIXED[i].pos;
        if (FIXED[i].num >= 0) k->num = FIXED[i].num;
        return true;
    }
    for (size_t i = 0; i < sizeof CONTRACTIONS / sizeof *CONTRACTIONS; i++) {
        if (CONTRACTIONS[i].function != function) continue;
        k->pos = CONTRACTIONS[i].pos;
        k->num = CONTRACTIONS[i].num;
        k->form = CONTRACTIONS[i].have;
        k->contracted = true;
        return true;
    }
    return false;
}

/* "more lands than you": whether what is compared follows. */
static bool than_ahead(const struct ct_tagger *t, size_t i)
{
    if (!noun_sense(t, i + 1)) return false;
    for (size_t j = i + 1; j < t->n && j < i + 12; j++) {
        const struct ct_sense *prep = sense_of(t, j, CT_WC_PREPOSITION);
        if (prep && prep->num == CT_PREP_THAN) return true;
        if (t->u[j].kind == CT_U_STOP || t->u[j].kind == CT_U_COMMA) return false;
    }
    return false;
}

static void pick_twice(struct ct_tagger *t, size_t i)
{
    struct ct_pick *k = &t->pick[i];
    bool factor = object_ahead(t, i + 1) || is_function(t, i + 1, CT_FN_THAT_MUCH) ||
                  is_function(t, i + 1, CT_FN_NUMBER_OF);
    const struct ct_sense *adverb = sense_of(t, i, CT_WC_ADVERB);
    k->pos = factor ? CT_O_TWICE : CT_O_ADVERB;
    if (!factor && adverb) k->num = adverb->num;
}

static bool pick_function(struct ct_tagger *t, size_t i, const struct ct_sense *s)
{
    struct ct_pick *k = &t->pick[i];
    k->num = s->num;
    k->form = s->form;
    if (pick_fixed(k, s->num)) return true;
    switch (s->num) {
    case CT_FN_OR: {
        bool numbers = i && t->pick[i - 1].pos == CT_O_NUM && sense_of(t, i + 1, CT_WC_NUMBER);
        k->pos = numbers ? CT_O_QMARK : CT_O_OR; /* "one or two" */
        return true;
    }
    case CT_FN_THAT:
    case CT_FN_THOSE:
        pick_that(t, i, s->num == CT_FN_THOSE);
        return true;
    case CT_FN_THERE:
        k->pos = CT_O_THERE;
        return is_function(t, i + 1, CT_FN_BE) || sense_of(t, i + 1, CT_WC_MODAL);
    case CT_FN_TWICE:
        pick_twice(t, i);
        return true;
    case CT_FN_MORE:
        k->pos = CT_O_QMARK;
        return than_ahead(t, i);
    case CT_FN_NEXT_TIME:
        k->pos = CT_O_OPENER;
        return !(i && ct_pos_np_end(t, i - 1));
    case CT_FN_BE:
        pick_be(k, s->form);
        return true;
    case CT_FN_DONT:
        k->pos = CT_O_MODAL;
        k->num = s->form == 2 ? CT_MODAL_DIDNT : CT_MODAL_DONT;
        return true;
    case CT_FN_TARGET:
    case CT_FN_WHICH:
    case CT_FN_WHOSE:
        return false;
    default:
        k->pos = CT_O_OPENER;
        return true;
    }
}

/* "target": of a spell's targets, the verb, or the noun. */
static void pick_target(struct ct_tagger *t, size_t i)
{
    struct ct_pick *k = &t->pick[i];
    const struct ct_sense *noun = noun_sense(t, i + 1);
    bool before_np = noun || t->u[i + 1].kind == CT_U_SELF;
    bool subject = i && (t->pick[i - 1].pos == CT_O_REL || t->pick[i - 1].pos == CT_O_MODAL ||
                         (t->pick[i - 1].pos == CT_O_PRON) || plural_noun_before(t, i) ||
                         t->pick[i - 1].pos == CT_O_TO);
    bool player = noun && noun->wc == CT_WC_NOUN && ct_noun_classes(noun->num) == CT_NC_PLAYER &&
                  !(i && t->pick[i - 1].pos == CT_O_MODAL);
    if (subject && player && i && t->pick[i - 1].pos == CT_O_WORD) {
        k->pos = CT_O_TARGET;
        return;
    }
    if (subject && !(before_np && !object_ahead(t, i + 1) && t->pick[i - 1].pos != CT_O_PRON &&
                     t->pick[i - 1].pos != CT_O_WORD && t->pick[i - 1].pos != CT_O_REL)) {
        k->pos = CT_O_VERB;
        k->num = CT_V_TARGET;
        k->form = CT_VF_BASE;
        return;
    }
    if (before_np) {
        k->pos = CT_O_TARGET;
        return;
    }
    k->sense = sense_of(t, i, CT_WC_NOUN);
    bool for_each = i && t->pick[i - 1].pos == CT_O_OPENER && t->pick[i - 1].num == CT_FN_FOR_EACH;
    k->pos = k->sense && (expects_noun(t, i) || for_each) ? CT_O_WORD : CT_O_TARGET;
}

static bool gains_follow(const struct ct_tagger *t, size_t i)
{
    /* "flying counter", "kicker cost", "cycling ability": the keyword is a word of a noun phrase.
     */
    const struct ct_sense *s = sense_of(t, i + 1, CT_WC_NOUN);
    return s && (s->num == CT_N_COUNTER || s->num == CT_N_COST || s->num == CT_N_ABILITY);
}

static bool perfect_ahead(const struct ct_tagger *t, size_t i)
{
    const struct ct_sense *v = verb_sense(t, i, CT_VF_PARTICIPLE);
    if (is_function(t, i, CT_FN_BE)) {
        const struct ct_sense *s = sense_of(t, i, CT_WC_FUNCTION);
        return s && s->form == 10;
    }
    if (sense_of(t, i, CT_WC_ADVERB) && verb_sense(t, i + 1, CT_VF_PARTICIPLE)) return true;
    if (!v) return false;
    /* "has tapped creatures" would be an adjective; Magic has no such phrase but with a noun right
     * behind. */
    return !(noun_sense(t, i) && noun_sense(t, i + 1));
}

static void pick_verb(struct ct_tagger *t, size_t i, const struct ct_sense *s)
{
    struct ct_pick *k = &t->pick[i];
    k->pos = s->form == CT_VF_ING ? CT_O_GERUND : CT_O_VERB;
    k->num = s->num;
    k->form = s->form;
    if (s->num == CT_V_HAVE && s->form != CT_VF_ING && perfect_ahead(t, i + 1)) {
        k->pos = CT_O_HAVE_AUX;
        k->num = 3;
    }
}

/* "top" of "the top card" or "the top two cards". */
static bool pick_top(struct ct_tagger *t, size_t i, const struct ct_sense *noun)
{
    if (!noun || noun->wc != CT_WC_NOUN || (noun->num != CT_N_TOP && noun->num != CT_N_BOTTOM))
        return false;
    if (!i || (t->pick[i - 1].pos != CT_O_DET && t->pick[i - 1].pos != CT_O_POSS &&
               t->pick[i - 1].pos != CT_O_APOS))
        return false;
    bool number = sense_of(t, i + 1, CT_WC_NUMBER) || t->u[i + 1].kind == CT_U_LETTER ||
                  t->u[i + 1].kind == CT_U_PARAM || is_function(t, i + 1, CT_FN_THAT_MANY);
    const struct ct_sense *next = noun_sense(t, i + 1);
    if (!number &&
        !(next && ((next->wc == CT_WC_NOUN && next->num == CT_N_CARD) || next->wc == CT_WC_TYPE)))
        return false;
    t->pick[i].pos = CT_O_TOP;
    t->pick[i].num = noun->num == CT_N_BOTTOM;
    return true;
}

static void pick_keyword(struct ct_tagger *t, size_t i, const struct ct_sense *s)
{
    t->pick[i].sense = s;
    t->pick[i].num = s->num;
    t->pick[i].pos = gains_follow(t, i) ? CT_O_WORD : CT_O_KEYWORD;
}

/* Where a keyword's name is also a common word: "exploit", "crew", "enchant", "equip", "champion".
 */
static bool keyword_place(const struct ct_tagger *t, size_t i)
{
    if (gains_follow(t, i)) return true;
    for (size_t j = i; j-- > 0;) {
        const struct ct_pick *b = &t->pick[j];
        if (b->pos == CT_O_KEYWORD || b->pos == CT_O_COMMA || b->pos == CT_O_AND ||
            b->pos == CT_O_OR)
            continue;
        if (b->pos == CT_O_PREP) return b->num == CT_PREP_WITH || b->num == CT_PREP_WITHOUT;
        return b->pos == CT_O_VERB &&
               (b->num == CT_V_HAVE || b->num == CT_V_GAIN || b->num == CT_V_LOSE);
    }
    return false;
}

static bool subject_pronoun(const struct ct_tagger *t, size_t i)
{
    const struct ct_pick *k = &t->pick[i];
    return k->pos == CT_O_PRON &&
           (k->num == CT_PRONOUN_YOU || k->num == CT_PRONOUN_THEY || k->num == CT_PRONOUN_IT ||
            k->num == CT_PRONOUN_HE || k->num == CT_PRONOUN_SHE);
}

/* A word of no other use: by its class alone. */
static void pick_class(struct ct_tagger *t, size_t i)
{
    static const struct {
        uint8_t wc, pos;
    } CLASSES[] = {
        {CT_WC_NUMBER, CT_O_NUM},
        {CT_WC_MODAL, CT_O_MODAL},
        {CT_WC_PREPOSITION, CT_O_PREP},
        {CT_WC_ADVERB, CT_O_ADVERB},
    };
    struct ct_pick *k = &t->pick[i];
    for (size_t c = 0; c < sizeof CLASSES / sizeof *CLASSES; c++) {
        const struct ct_sense *s = sense_of(t, i, (enum ct_word_class)CLASSES[c].wc);
        if (!s) continue;
        k->pos = CLASSES[c].pos;
        k->sense = s;
        k->num = s->num;
        return;
    }
    k->sense = t->u[i].sense;
    k->pos = CT_O_NONE;
    k->num = k->sense ? k->sense->num : 0;
}

/* Determiners, pronouns and durations; false if it is none of them. */
static bool pick_closed(struct ct_tagger *t, size_t i)
{
    struct ct_pick *k = &t->pick[i];
    const struct ct_sense *s = sense_of(t, i, CT_WC_DURATION),
                          *pronoun = sense_of(t, i, CT_WC_PRONOUN);
    if (s && s->num != CT_DURATION_UNTIL) {
        bool opener = s->num == CT_DURATION_FOR_AS_LONG_AS;
        k->pos = opener ? CT_O_OPENER : CT_O_DURATION;
        k->sense = opener ? k->sense : s;
        k->num = opener ? -CT_DURATION_FOR_AS_LONG_AS : s->num;
        return true;
    }
    s = sense_of(t, i, CT_WC_DETERMINER);
    if (s && s->num == CT_DET_THIS && !s->form && !noun_sense(t, i + 1) && pronoun) {
        k->pos = CT_O_PRON;
        s = pronoun;
    } else if (s) {
        k->pos = CT_O_DET;
        k->form = s->form;
    } else if (pronoun && !sense_of(t, i, CT_WC_NUMBER)) {
        /* "her": object or possessive. */
        const struct ct_sense *other =
            ct_sense_of(t->p->lexicon, ct_sense_next(t->p->lexicon, pronoun), CT_WC_PRONOUN);
        bool possessive = pronoun->form == 2 || (other && other->form == 2 && noun_sense(t, i + 1));
        k->pos = possessive ? CT_O_POSS : CT_O_PRON;
        s = pronoun;
    } else {
        return false;
    }
    k->sense = s;
    k->num = s->num;
    return true;
}

/* "double that damage": a factor behind a verb. */
static bool pick_double(struct ct_tagger *t, size_t i, const struct ct_sense *verb)
{
    struct ct_pick *k = &t->pick[i];
    if (!verb || (verb->num != CT_V_DOUBLE && verb->num != CT_V_TRIPLE) ||
        !(verb->form & CT_VF_BASE))
        return false;
    if (!i || t->pick[i - 1].pos != CT_O_VERB) return false;
    k->pos = CT_O_TWICE;
    k->form = verb->num == CT_V_DOUBLE ? 2 : 3;
    k->contracted = true; /* worded "double" */
    return true;
}

static void pick_word(struct ct_tagger *t, size_t i)
{
    struct ct_pick *k = &t->pick[i];
    const struct ct_sense *noun = noun_sense(t, i), *s;
    const struct ct_sense *verb = sense_of(t, i, CT_WC_VERB);
    bool capital_noun = noun && noun->capital && !(t->u[i].flags & CT_UF_START);
    if (t->u[i].flags & CT_UF_NON || capital_noun) {
        k->sense = noun;
        k->pos = CT_O_WORD;
        return;
    }
    if (is_function(t, i, CT_FN_TARGET)) {
        pick_target(t, i);
        return;
    }
    if ((s = sense_of(t, i, CT_WC_FUNCTION)) && pick_function(t, i, s)) return;
    s = sense_of(t, i, CT_WC_KEYWORD);
    bool cost_next = s && i + 1 < t->n && t->u[i + 1].kind == CT_U_SYMBOL &&
                     ct_lexicon_keyword_frame(t->p->lexicon, s->num) == CT_KF_COST;
    if (s && (keyword_place(t, i) || cost_next || (!verb && !noun))) {
        pick_keyword(t, i, s);
        return;
    }
    if (pick_top(t, i, noun) || pick_double(t, i, verb)) return;
    if (verb && choose_verb(t, i, verb, noun)) {
        pick_verb(t, i, verb);
        return;
    }
    if (noun) {
        k->sense = noun;
        k->pos = CT_O_WORD;
        return;
    }
    if (!pick_closed(t, i)) pick_class(t, i);
}

static void refine(struct ct_tagger *t, size_t i)
{
    struct ct_pick *k = &t->pick[i];
    /* "to" before a plain verb form. */
    if (k->pos == CT_O_PREP && k->num == CT_PREP_TO) {
        const struct ct_sense *v = verb_sense(t, i + 1, CT_VF_BASE);
        const struct ct_sense *f = sense_of(t, i + 1, CT_WC_FUNCTION);
        bool be = f && f->num == CT_FN_BE && f->form == 9;
        bool noun_there = is_function(t, i + 1, CT_FN_TARGET);
        if ((v && !noun_there) || be) k->pos = CT_O_TO;
    }
    /* "each" before a verb. */
    if (k->pos == CT_O_DET && k->num == CT_DET_EACH && i &&
        (ct_pos_np_end(t, i - 1) || t->pick[i - 1].pos == CT_O_BE || after_relative(t, i)) &&
        (verb_sense(t, i + 1, CT_VF_BASE | CT_VF_PAST) || is_function(t, i + 1, CT_FN_EQUAL_TO) ||
         sense_of(t, i + 1, CT_WC_MODAL)) &&
        !noun_sense(t, i + 1))
        k->pos = CT_O_EACH_PRE;
    if (k->pos == CT_O_WORD && k->sense && k->sense->wc == CT_WC_STATE &&
        k->sense->num == CT_WSTATE_NEXT && i && t->pick[i - 1].pos == CT_O_PRON &&
        verb_sense(t, i + 1, CT_VF_BASE)) {
        k->pos = CT_O_ADVERB_PRE;
        k->num = CT_ADV_NEXT;
    }
    bool copula = i && (t->pick[i - 1].pos == CT_O_BE || t->pick[i - 1].contracted);
    if (k->pos == CT_O_ADVERB && copula &&
        (k->num == CT_ADV_ALSO || k->num == CT_ADV_STILL || k->num == CT_ADV_NO_LONGER ||
         k->num == CT_ADV_NOT))
        k->pos = CT_O_ADVERB_PRE;
    if (k->pos == CT_O_ADVERB && k->num == CT_ADV_FULLY && verb_sense(t, i + 1, 15))
        k->pos = CT_O_ADVERB_PRE;
    if (k->pos == CT_O_ADVERB && i && verb_sense(t, i + 1, CT_VF_BASE | CT_VF_THIRD | CT_VF_PAST) &&
        !is_function(t, i + 1, CT_FN_TARGET) &&
        (k->num == CT_ADV_ALSO || k->num == CT_ADV_STILL || k->num == CT_ADV_SECRETLY ||
         k->num == CT_ADV_SIMULTANEOUSLY))
        k->pos = CT_O_ADVERB_PRE;
}

static void pick_one(struct ct_tagger *t, size_t i)
{
    static const uint8_t DIRECT[] = {
        [CT_U_END] = CT_O_END,         [CT_U_NUMBER] = CT_O_NUM,
        [CT_U_LETTER] = CT_O_NUM,      [CT_U_SYMBOL] = CT_O_SYMBOL,
        [CT_U_PARAM] = CT_O_PARAM,     [CT_U_PT] = CT_O_PT,
        [CT_U_LOYALTY] = CT_O_LOYALTY, [CT_U_CHAPTER] = CT_O_CHAPTER,
        [CT_U_SELF] = CT_O_SELF,       [CT_U_NAME] = CT_O_NAME,
        [CT_U_LABEL] = CT_O_LABEL,     [CT_U_APOS] = CT_O_APOS,
        [CT_U_COMMA] = CT_O_COMMA,     [CT_U_STOP] = CT_O_STOP,
        [CT_U_COLON] = CT_O_COLON,     [CT_U_SEMICOLON] = CT_O_SEMICOLON,
        [CT_U_DASH] = CT_O_DASH,       [CT_U_BULLET] = CT_O_BULLET,
        [CT_U_OPEN] = CT_O_OPEN,       [CT_U_CLOSE] = CT_O_CLOSE,
    };
    struct ct_pick *k = &t->pick[i];
    *k = (struct ct_pick){.num = t->u[i].num};
    if (t->u[i].kind != CT_U_WORD) {
        k->pos = DIRECT[t->u[i].kind];
        return;
    }
    pick_word(t, i);
    refine(t, i);
}

/* ---- relative clauses without an opener ----------------------------------------------------- */

/* From the start of a noun phrase at I to the verb behind it, or 0. */
static size_t verb_after_np(const struct ct_tagger *t, size_t i)
{
    size_t j = i;
    while (j < t->n && (t->pick[j].pos == CT_O_DET || t->pick[j].pos == CT_O_TARGET ||
                        t->pick[j].pos == CT_O_OTHER || t->pick[j].pos == CT_O_POSS ||
                        t->pick[j].pos == CT_O_WORD || t->pick[j].pos == CT_O_APOS ||
                        t->pick[j].pos == CT_O_NUM || t->pick[j].pos == CT_O_SELF ||
                        t->pick[j].pos == CT_O_PRON || t->pick[j].pos == CT_O_QMARK))
        j++;
    return j > i && j < t->n && ct_pos_verb(t, j) ? j : 0;
}

static bool relative_noun(const struct ct_tagger *t, size_t i)
{
    const struct ct_pick *k = &t->pick[i];
    if (k->pos == CT_O_KEYWORD) return true;
    if (k->pos == CT_O_NAME || k->pos == CT_O_SYMBOL) return k->pos == CT_O_NAME;
    if (k->pos != CT_O_WORD || !k->sense) return k->pos == CT_O_PRON && k->num == CT_PRONOUN_THOSE;
    return !adjective(k->sense) || k->sense->wc == CT_WC_COLOR;
}

static void find_relatives(struct ct_tagger *t)
{
    for (size_t i = 1; i < t->n; i++) {
        struct ct_pick *k = &t->pick[i];
        if (!relative_noun(t, i - 1)) continue;
        if (subject_pronoun(t, i)) {
            k->rel0 = k->contracted || ct_pos_verb(t, i + 1);
        } else if (k->pos == CT_O_WORD && k->sense && k->sense->wc == CT_WC_STATE &&
                   k->sense->num == CT_WSTATE_DEFENDING) {
            size_t v = verb_after_np(t, i);
            k->rel0 = v && t->pick[v].pos == CT_O_VERB &&
                      (t->pick[v].num == CT_V_CONTROL || t->pick[v].num == CT_V_OWN);
        } else if (k->pos == CT_O_DET || k->pos == CT_O_POSS || k->pos == CT_O_TARGET ||
                   k->pos == CT_O_SELF) {
            size_t v = verb_after_np(t, i);
            const struct ct_sense *before = t->pick[i - 1].sense;
            bool time = before && before->wc == CT_WC_NOUN && before->num == CT_N_TIME;
            if (v && time && k->pos == CT_O_DET &&
                (t->pick[v].pos == CT_O_HAVE_AUX || t->pick[v].pos == CT_O_BE))
                k->rel0 = true;
            if (!v || t->pick[v].pos != CT_O_VERB) continue;
            bool quality =
                before && before->wc == CT_WC_NOUN && ct_noun_classes(before->num) == CT_NC_QUALITY;
            int verb = t->pick[v].num;
            k->rel0 = quality || verb == CT_V_CONTROL || verb == CT_V_OWN || verb == CT_V_CAST ||
                      (k->pos != CT_O_TARGET &&
                       t->pick[v].form & (CT_VF_THIRD | CT_VF_BASE | CT_VF_PAST) &&
                       ct_pos_classes(t, v - 1) & CT_NC_PLAYER);
        }
    }
}

bool ct_tag_positions(struct ct_tagger *t)
{
    enum {
        BEFORE = 2,
        BEHIND = 2
    }; /* places around the text, so that a look there finds nothing */
    struct ct_pick *all = ct_arena_array(t->p->arena, t->n + BEFORE + BEHIND, sizeof *all);
    if (!all) {
        t->p->failed = true;
        return false;
    }
    t->pick = all + BEFORE;
    for (size_t i = 0; i < t->n; i++)
        pick_one(t, i);
    find_relatives(t);
    return true;
}
