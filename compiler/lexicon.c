#include "compiler/lexicon.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { CT_WORD_LEN_MAX = 96 };

struct entry {
    uint32_t hash;
    uint32_t sense; /* first; 0: a free slot */
    const char *text;
    uint16_t len;
    uint16_t words; /* longest entry that begins with this word */
};

struct added {
    const char *name;
    const char *plural;
    uint8_t frame;
};

struct ct_lexicon {
    struct ct_arena arena;
    struct ct_intern names;
    struct entry *slots;
    uint32_t slot_count, used;
    struct ct_sense *senses;
    size_t sense_count, sense_room;
    struct ct_verb_info *verbs; /* from CT_USER on */
    size_t verb_count, verb_room;
    struct added *keywords, *subtypes;
    size_t keyword_count, keyword_room, subtype_count, subtype_room;
    bool failed;
};

/* ---- the tables of grammar/ ----------------------------------------------------------------- */

#define PERMANENT CT_NC_PERMANENT
#define CARD CT_NC_CARD
#define SPELL CT_NC_SPELL
#define TOKEN CT_NC_TOKEN
#define ABILITY CT_NC_ABILITY
#define PLAYER CT_NC_PLAYER
#define COUNTER CT_NC_COUNTER
#define DAMAGE CT_NC_DAMAGE
#define LIFE CT_NC_LIFE
#define MANA CT_NC_MANA
#define ZONE CT_NC_ZONE
#define STAT CT_NC_STAT
#define QUALITY CT_NC_QUALITY
#define TIME CT_NC_TIME
#define COST CT_NC_COST
#define GAME CT_NC_GAME
#define FLIP CT_NC_FLIP
#define PT CT_NC_PT
#define EMBLEM CT_NC_EMBLEM
#define AMOUNT CT_NC_AMOUNT
#define SYMBOL CT_NC_SYMBOL
#define DESIGNATION CT_NC_DESIGNATION
#define STICKER CT_NC_STICKER
#define PROCESS CT_NC_PROCESS
#define DOOR CT_NC_DOOR
#define EVIDENCE CT_NC_EVIDENCE
#define OBJECT CT_NC_OBJECT
#define STACK CT_NC_STACK
#define ANY CT_NC_ANY
#define NONE CT_NC_NONE

static const struct ct_verb_info VERBS[] = {
    {"", "", "", "", "", 0, 0, 0},
#define CT_VERB(ID, BASE, THIRD, PAST, PP, ING, FRAME, SUBJ, OBJ)                                  \
    {BASE, THIRD, PAST, PP, ING, CT_FRAME_##FRAME, (uint32_t)(SUBJ), (uint32_t)(OBJ)},
#include "grammar/verbs.def"
#undef CT_VERB
};

static const struct {
    const char *word, *plural;
    uint32_t classes;
} NOUNS[] = {
    {"", "", 0},
#define CT_NOUN(ID, WORD, PLURAL, CLASSES) {WORD, PLURAL, (uint32_t)(CLASSES)},
#include "grammar/nouns.def"
#undef CT_NOUN
};

#undef PERMANENT
#undef CARD
#undef SPELL
#undef TOKEN
#undef ABILITY
#undef PLAYER
#undef COUNTER
#undef DAMAGE
#undef LIFE
#undef MANA
#undef ZONE
#undef STAT
#undef QUALITY
#undef TIME
#undef COST
#undef GAME
#undef FLIP
#undef PT
#undef EMBLEM
#undef AMOUNT
#undef SYMBOL
#undef DESIGNATION
#undef STICKER
#undef PROCESS
#undef DOOR
#undef EVIDENCE
#undef OBJECT
#undef STACK
#undef ANY
#undef NONE

struct word2 {
    const char *word, *plural;
};

static const struct word2 TYPES[] = {
    {"", ""},
#define CT_TYPE(ID, WORD, PLURAL) {WORD, PLURAL},
#include "grammar/types.def"
#undef CT_TYPE
};
static const struct word2 SUBTYPES[] = {
    {"", ""},
#define CT_SUBTYPE(ID, WORD, PLURAL, OF) {WORD, PLURAL},
#include "grammar/subtypes.def"
#undef CT_SUBTYPE
};
static const struct added KEYWORDS[] = {
    {"", "", 0},
#define CT_KEYWORD(ID, WORD, FRAME) {WORD, "", CT_KF_##FRAME},
#include "grammar/keywords.def"
#undef CT_KEYWORD
};

#define CT_WORDS_OF(...) static const char *const __VA_ARGS__
CT_WORDS_OF(SUPERTYPES[]) = {
    "",
#define CT_SUPERTYPE(ID, WORD) WORD,
#include "grammar/supertypes.def"
#undef CT_SUPERTYPE
};
CT_WORDS_OF(COLORS[]) = {
    "",
#define CT_COLOR(ID, WORD) WORD,
#include "grammar/colors.def"
#undef CT_COLOR
};
CT_WORDS_OF(STATES[]) = {
    "",
#define CT_STATE(ID, WORD) WORD,
#include "grammar/states.def"
#undef CT_STATE
};
CT_WORDS_OF(COUNTERS[]) = {
    "",
#define CT_COUNTER(ID, WORD) WORD,
#include "grammar/counters.def"
#undef CT_COUNTER
};
CT_WORDS_OF(PREPOSITIONS[]) = {
    "",
#define CT_PREPOSITION(ID, WORD) WORD,
#include "grammar/prepositions.def"
#undef CT_PREPOSITION
};
CT_WORDS_OF(ADVERBS[]) = {
    "",
#define CT_ADVERB(ID, WORD) WORD,
#include "grammar/adverbs.def"
#undef CT_ADVERB
};
CT_WORDS_OF(SYMBOLS[]) = {
    "",
#define CT_MANA_SYMBOL(ID, WORD) WORD,
#include "grammar/symbols.def"
#undef CT_MANA_SYMBOL
};
CT_WORDS_OF(DETERMINERS[]) = {
    "",
#define CT_DET(ID, WORD) WORD,
#include "grammar/closed.def"
#undef CT_DET
};
CT_WORDS_OF(MODALS[]) = {
    "",
#define CT_MODAL_VERB(ID, WORD) WORD,
#include "grammar/closed.def"
#undef CT_MODAL_VERB
};
CT_WORDS_OF(DURATIONS[]) = {
    "",
#define CT_DURATION_WORDS(ID, WORD) WORD,
#include "grammar/closed.def"
#undef CT_DURATION_WORDS
};
CT_WORDS_OF(PARAMETERS[]) = {
    "",
#define CT_PARAMETER_WORD(ID, WORD) WORD,
#include "grammar/closed.def"
#undef CT_PARAMETER_WORD
};
CT_WORDS_OF(ABILITY_WORDS[]) = {
#define CT_ABILITY_WORD(ID, WORD) WORD,
#include "grammar/abilitywords.def"
#undef CT_ABILITY_WORD
};
CT_WORDS_OF(OLD[]) = {
#define CT_OLD_WORDING(OLD_WORDS, NEW_WORDS) OLD_WORDS,
#include "grammar/oldwords.def"
#undef CT_OLD_WORDING
};
static const struct {
    const char *subject, *object, *possessive;
    int plural;
} PRONOUNS[] = {
    {"", "", "", 0},
#define CT_PRONOUN(ID, SUBJECT, OBJECT, POSSESSIVE, PLURAL) {SUBJECT, OBJECT, POSSESSIVE, PLURAL},
#include "grammar/closed.def"
#undef CT_PRONOUN
};
static const struct {
    const char *words;
    int id, num;
} FUNCTIONS[] = {
#define CT_FUNCTION(ID, WORDS, NUM) {WORDS, CT_FN_##ID, NUM},
#include "grammar/function.def"
#undef CT_FUNCTION
};
CT_WORDS_OF(NUMBERS[]) = {"zero",     "one",      "two",      "three",   "four",    "five",
                          "six",      "seven",    "eight",    "nine",    "ten",     "eleven",
                          "twelve",   "thirteen", "fourteen", "fifteen", "sixteen", "seventeen",
                          "eighteen", "nineteen", "twenty"};
CT_WORDS_OF(ORDINALS[]) = {"",      "first",   "second", "third", "fourth", "fifth",
                           "sixth", "seventh", "eighth", "ninth", "tenth"};

#define COUNT_OF(ARRAY) (sizeof(ARRAY) / sizeof *(ARRAY))

/* ---- the hash table ------------------------------------------------------------------------- */

static uint32_t hash_of(const char *text, size_t len)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < len; i++)
        h = (h ^ (unsigned char)text[i]) * 16777619u;
    return h ^ (h >> 15);
}

static struct entry *slot_of(const struct ct_lexicon *lex, const char *text, size_t len)
{
    uint32_t hash = hash_of(text, len), mask = lex->slot_count - 1;
    for (uint32_t i = hash & mask;; i = (i + 1) & mask) {
        struct entry *e = &lex->slots[i];
        if (!e->text || (e->hash == hash && e->len == len && !memcmp(e->text, text, len))) {
            return e;
        }
    }
}

static bool widen(struct ct_lexicon *lex)
{
    if (lex->used * 2 < lex->slot_count) return true;
    struct entry *old = lex->slots;
    uint32_t count = lex->slot_count, wider = count ? count * 2 : 8192;
    struct entry *fresh = ct_arena_array(&lex->arena, wider, sizeof *fresh);
    if (!fresh) return false;
    lex->slots = fresh;
    lex->slot_count = wider;
    for (uint32_t i = 0; i < count; i++)
        if (old[i].text) *slot_of(lex, old[i].text, old[i].len) = old[i];
    return true;
}

static struct entry *enter(struct ct_lexicon *lex, const char *text, size_t len)
{
    if (!widen(lex)) {
        lex->failed = true;
        return NULL;
    }
    struct entry *e = slot_of(lex, text, len);
    if (!e->text) {
        e->hash = hash_of(text, len);
        e->text = ct_arena_strndup(&lex->arena, text, len);
        if (!e->text) {
            lex->failed = true;
            return NULL;
        }
        e->len = (uint16_t)len;
        e->words = 1;
        lex->used++;
    }
    return e;
}

static struct ct_sense *add(struct ct_lexicon *lex, const char *text, size_t len, int wc, int num)
{
    char lower[CT_WORD_LEN_MAX];
    if (!len || len >= sizeof lower) return NULL;
    unsigned words = 1;
    for (size_t i = 0; i < len; i++) {
        lower[i] = (char)tolower((unsigned char)text[i]);
        words += text[i] == ' ';
    }
    /* Every beginning of a longer unit is an entry too, without a sense: it tells how far to look,
     * and where a misspelled unit goes wrong. */
    unsigned before = 0;
    for (size_t i = 0; words > 1 && i < len; i++) {
        if (lower[i] != ' ') continue;
        struct entry *head = enter(lex, lower, i);
        before++;
        if (head && before == 1 && head->words < words) head->words = (uint16_t)words;
    }
    struct entry *e = enter(lex, lower, len);
    struct ct_sense *senses =
        ct_arena_grow(&lex->arena, lex->senses, lex->sense_count, &lex->sense_room, sizeof *senses);
    if (!e || !senses) {
        lex->failed = true;
        return NULL;
    }
    lex->senses = senses;
    uint32_t index = (uint32_t)lex->sense_count++;
    struct ct_sense *s = &senses[index];
    *s = (struct ct_sense){.wc = (uint8_t)wc, .num = num};
    if (!e->sense) {
        e->sense = index;
    } else {
        uint32_t last = e->sense;
        while (senses[last].next)
            last = senses[last].next;
        senses[last].next = index;
    }
    return s;
}

static void add_form(struct ct_lexicon *lex, const char *text, int wc, int num, int form)
{
    struct ct_sense *s = add(lex, text, strlen(text), wc, num);
    if (s) s->form = (uint8_t)form;
}

static void add_noun(struct ct_lexicon *lex, const char *word, const char *plural, int wc, int num,
                     bool capital)
{
    struct ct_sense *s = add(lex, word, strlen(word), wc, num);
    if (s) s->capital = capital;
    if (s && !strcmp(word, plural)) {
        s->plural = 2; /* both */
        return;
    }
    s = add(lex, plural, strlen(plural), wc, num);
    if (s) {
        s->plural = 1;
        s->capital = capital;
    }
}

static void add_verb_forms(struct ct_lexicon *lex, const struct ct_verb_info *v, int num)
{
    const char *forms[5] = {v->base, v->third, v->past, v->participle, v->ing};
    for (int i = 0; i < 5; i++) {
        int form = 0;
        bool seen = false;
        for (int j = 0; j < 5; j++)
            if (!strcmp(forms[i], forms[j])) {
                form |= 1 << j;
                seen = seen || j < i;
            }
        if (!seen) add_form(lex, forms[i], CT_WC_VERB, num, form);
    }
}

static void add_list(struct ct_lexicon *lex, const char *const *words, size_t count, int wc)
{
    for (size_t i = 0; i < count; i++)
        if (words[i][0]) add(lex, words[i], strlen(words[i]), wc, (int)i);
}

static void fill_nouns(struct ct_lexicon *lex)
{
    for (size_t i = 1; i < COUNT_OF(TYPES); i++)
        add_noun(lex, TYPES[i].word, TYPES[i].plural, CT_WC_TYPE, (int)i, false);
    for (size_t i = 1; i < COUNT_OF(NOUNS); i++)
        add_noun(lex, NOUNS[i].word, NOUNS[i].plural, CT_WC_NOUN, (int)i,
                 isupper((unsigned char)NOUNS[i].word[0]));
    for (size_t i = 1; i < COUNT_OF(SUBTYPES); i++)
        add_noun(lex, SUBTYPES[i].word, SUBTYPES[i].plural, CT_WC_SUBTYPE, (int)i, true);
    add_list(lex, SUPERTYPES, COUNT_OF(SUPERTYPES), CT_WC_SUPERTYPE);
    add_list(lex, COLORS, COUNT_OF(COLORS), CT_WC_COLOR);
    add_list(lex, STATES, COUNT_OF(STATES), CT_WC_STATE);
    add_list(lex, COUNTERS, COUNT_OF(COUNTERS), CT_WC_COUNTER);
    for (size_t i = 1; i < COUNT_OF(KEYWORDS); i++)
        add(lex, KEYWORDS[i].name, strlen(KEYWORDS[i].name), CT_WC_KEYWORD, (int)i);
}

static void fill_pronouns(struct ct_lexicon *lex)
{
    for (size_t i = 1; i < COUNT_OF(PRONOUNS); i++) {
        const char *s = PRONOUNS[i].subject, *o = PRONOUNS[i].object, *p = PRONOUNS[i].possessive;
        if (!strcmp(s, o)) {
            add_form(lex, s, CT_WC_PRONOUN, (int)i, 3);
        } else {
            add_form(lex, s, CT_WC_PRONOUN, (int)i, 0);
            add_form(lex, o, CT_WC_PRONOUN, (int)i, 1);
        }
        if (p[0] && !strchr(p, '\'')) add_form(lex, p, CT_WC_PRONOUN, (int)i, 2);
    }
}

static void fill(struct ct_lexicon *lex)
{
    for (size_t i = 0; i < COUNT_OF(FUNCTIONS); i++)
        add_form(lex, FUNCTIONS[i].words, CT_WC_FUNCTION, FUNCTIONS[i].id, FUNCTIONS[i].num);
    for (size_t i = 1; i < COUNT_OF(VERBS); i++)
        add_verb_forms(lex, &VERBS[i], (int)i);
    fill_nouns(lex);
    fill_pronouns(lex);
    add_list(lex, PREPOSITIONS, COUNT_OF(PREPOSITIONS), CT_WC_PREPOSITION);
    add_list(lex, ADVERBS, COUNT_OF(ADVERBS), CT_WC_ADVERB);
    for (size_t i = 1; i < COUNT_OF(DETERMINERS); i++)
        if (DETERMINERS[i][0] != '\'' && strcmp(DETERMINERS[i], "that"))
            add(lex, DETERMINERS[i], strlen(DETERMINERS[i]), CT_WC_DETERMINER, (int)i);
    add_form(lex, "an", CT_WC_DETERMINER, CT_DET_A, 0);
    add_form(lex, "these", CT_WC_DETERMINER, CT_DET_THIS, 1);
    for (size_t i = 1; i < COUNT_OF(MODALS); i++)
        if (i != CT_MODAL_DONT && i != CT_MODAL_DIDNT && i != CT_MODAL_HAVENT)
            add(lex, MODALS[i], strlen(MODALS[i]), CT_WC_MODAL, (int)i);
    add_list(lex, DURATIONS, COUNT_OF(DURATIONS), CT_WC_DURATION);
    add_list(lex, NUMBERS, COUNT_OF(NUMBERS), CT_WC_NUMBER);
    for (size_t i = 1; i < COUNT_OF(ORDINALS); i++)
        add(lex, ORDINALS[i], strlen(ORDINALS[i]), CT_WC_ORDINAL, (int)i);
    for (size_t i = 0; i < COUNT_OF(ABILITY_WORDS); i++)
        add(lex, ABILITY_WORDS[i], strlen(ABILITY_WORDS[i]), CT_WC_LABEL, (int)i);
    for (size_t i = 0; i < COUNT_OF(OLD); i++)
        add(lex, OLD[i], strlen(OLD[i]), CT_WC_OLD, (int)i);
}

struct ct_lexicon *ct_lexicon_new(void)
{
    struct ct_lexicon *lex = calloc(1, sizeof *lex);
    if (!lex) return NULL;
    ct_arena_init(&lex->arena, 0);
    ct_intern_init(&lex->names);
    lex->sense_count = 1; /* 0 is none */
    lex->senses = ct_arena_grow(&lex->arena, NULL, 0, &lex->sense_room, sizeof *lex->senses);
    if (lex->senses) fill(lex);
    if (!lex->senses || lex->failed) {
        ct_lexicon_free(lex);
        return NULL;
    }
    return lex;
}

void ct_lexicon_free(struct ct_lexicon *lex)
{
    if (!lex) return;
    ct_intern_free(&lex->names);
    ct_arena_free(&lex->arena);
    free(lex);
}

struct ct_intern *ct_lexicon_names(struct ct_lexicon *lex)
{
    return &lex->names;
}

const struct ct_sense *ct_lexicon_find(const struct ct_lexicon *lex, const char *lower, size_t len,
                                       unsigned *words)
{
    uint32_t hash = hash_of(lower, len), mask = lex->slot_count - 1;
    for (uint32_t i = hash & mask; lex->slots[i].text; i = (i + 1) & mask) {
        const struct entry *e = &lex->slots[i];
        if (e->hash != hash || e->len != len || memcmp(e->text, lower, len)) continue;
        if (words) *words = e->words;
        return e->sense ? &lex->senses[e->sense] : NULL;
    }
    if (words) *words = 1;
    return NULL;
}

bool ct_lexicon_begins(const struct ct_lexicon *lex, const char *lower, size_t len)
{
    return slot_of(lex, lower, len)->text != NULL;
}

const struct ct_sense *ct_sense_next(const struct ct_lexicon *lex, const struct ct_sense *sense)
{
    return sense && sense->next ? &lex->senses[sense->next] : NULL;
}

const struct ct_sense *ct_sense_of(const struct ct_lexicon *lex, const struct ct_sense *sense,
                                   enum ct_word_class wc)
{
    while (sense && sense->wc != wc)
        sense = ct_sense_next(lex, sense);
    return sense;
}

/* ---- what card files add -------------------------------------------------------------------- */

static bool vowel(char c)
{
    return c && strchr("aeiou", c);
}

/* Regular English inflection of the first word of BASE; the rest is kept. */
static void inflect(struct ct_arena *arena, const char *base, struct ct_verb_info *v)
{
    const char *space = strchr(base, ' ');
    int n = space ? (int)(space - base) : (int)strlen(base);
    const char *rest = space ? space : "";
    char last = base[n - 1], before = n > 1 ? base[n - 2] : 0;
    bool sibilant = strchr("sxz", last) || (last == 'h' && before && strchr("cs", before));
    bool y = last == 'y' && !vowel(before), e = last == 'e';
    v->base = base;
    v->third = y ? ct_arena_printf(arena, "%.*sies%s", n - 1, base, rest)
                 : ct_arena_printf(arena, "%.*s%s%s", n, base, sibilant ? "es" : "s", rest);
    v->past = y   ? ct_arena_printf(arena, "%.*sied%s", n - 1, base, rest)
              : e ? ct_arena_printf(arena, "%.*sd%s", n, base, rest)
                  : ct_arena_printf(arena, "%.*sed%s", n, base, rest);
    v->participle = v->past;
    v->ing = e && before != 'e' ? ct_arena_printf(arena, "%.*sing%s", n - 1, base, rest)
                                : ct_arena_printf(arena, "%.*sing%s", n, base, rest);
}

/* The base form of a third person: explores, fights, scries, clashes. */
static char *base_of_third(struct ct_arena *arena, const char *words, size_t len)
{
    const char *space = memchr(words, ' ', len);
    size_t n = space ? (size_t)(space - words) : len;
    int rest = (int)(len - n);
    if (n > 3 && !strncmp(words + n - 3, "ies", 3))
        return ct_arena_printf(arena, "%.*sy%.*s", (int)n - 3, words, rest, words + n);
    if (n > 3 && (!strncmp(words + n - 3, "xes", 3) || !strncmp(words + n - 3, "zes", 3) ||
                  !strncmp(words + n - 4, "ches", 4) || !strncmp(words + n - 4, "shes", 4) ||
                  !strncmp(words + n - 4, "sses", 4)))
        return ct_arena_printf(arena, "%.*s%.*s", (int)n - 2, words, rest, words + n);
    if (n > 1 && words[n - 1] == 's')
        return ct_arena_printf(arena, "%.*s%.*s", (int)n - 1, words, rest, words + n);
    return ct_arena_strndup(arena, words, len);
}

static const struct ct_sense *known(const struct ct_lexicon *lex, const char *words, size_t len,
                                    int wc)
{
    char lower[CT_WORD_LEN_MAX];
    if (len >= sizeof lower) return NULL;
    for (size_t i = 0; i < len; i++)
        lower[i] = (char)tolower((unsigned char)words[i]);
    return ct_sense_of(lex, ct_lexicon_find(lex, lower, len, NULL), (enum ct_word_class)wc);
}

int ct_lexicon_add_verb(struct ct_lexicon *lex, const char *words, size_t len, bool third,
                        enum ct_frame_of frame, uint32_t subject, uint32_t object)
{
    const struct ct_sense *old = known(lex, words, len, CT_WC_VERB);
    if (old) return old->num;
    char *base =
        third ? base_of_third(&lex->arena, words, len) : ct_arena_strndup(&lex->arena, words, len);
    struct ct_verb_info *verbs =
        ct_arena_grow(&lex->arena, lex->verbs, lex->verb_count, &lex->verb_room, sizeof *verbs);
    if (!base || !base[0] || !verbs) return 0;
    lex->verbs = verbs;
    struct ct_verb_info *v = &verbs[lex->verb_count];
    inflect(&lex->arena, base, v);
    v->frame = (uint8_t)frame;
    v->subject = subject;
    v->object = object;
    if (!v->third || !v->past || !v->ing) return 0;
    int num = CT_USER + (int)lex->verb_count++;
    add_verb_forms(lex, v, num);
    return lex->failed ? 0 : num;
}

static int add_named(struct ct_lexicon *lex, struct added **items, size_t *count, size_t *room,
                     const char *words, size_t len, int frame)
{
    struct added *grown = ct_arena_grow(&lex->arena, *items, *count, room, sizeof *grown);
    char *name = ct_arena_strndup(&lex->arena, words, len);
    if (!grown || !name) return 0;
    *items = grown;
    grown[*count] = (struct added){name, name, (uint8_t)frame};
    return CT_USER + (int)(*count)++;
}

int ct_lexicon_add_keyword(struct ct_lexicon *lex, const char *words, size_t len,
                           enum ct_keyword_frame frame)
{
    const struct ct_sense *old = known(lex, words, len, CT_WC_KEYWORD);
    if (old) return old->num;
    int num = add_named(lex, &lex->keywords, &lex->keyword_count, &lex->keyword_room, words, len,
                        (int)frame);
    if (num) add(lex, words, len, CT_WC_KEYWORD, num);
    return lex->failed ? 0 : num;
}

int ct_lexicon_add_subtype(struct ct_lexicon *lex, const char *word, size_t len)
{
    const struct ct_sense *old = known(lex, word, len, CT_WC_SUBTYPE);
    if (old) return old->num;
    int num = add_named(lex, &lex->subtypes, &lex->subtype_count, &lex->subtype_room, word, len, 0);
    if (!num) return 0;
    struct added *s = &lex->subtypes[lex->subtype_count - 1];
    struct ct_verb_info v;
    inflect(&lex->arena, s->name, &v); /* nouns take -s, -es, -ies as verbs do */
    s->plural = v.third;
    if (!s->plural) return 0;
    add_noun(lex, s->name, s->plural, CT_WC_SUBTYPE, num, true);
    return lex->failed ? 0 : num;
}

int ct_lexicon_add_token(struct ct_lexicon *lex, const char *name, size_t len)
{
    ct_sym sym = ct_intern(&lex->names, name, len);
    if (!sym) return 0;
    if (known(lex, name, len, CT_WC_TOKEN_NAME)) return (int)sym;
    struct ct_sense *s = add(lex, name, len, CT_WC_TOKEN_NAME, (int)sym);
    if (s) s->capital = 1;
    return lex->failed ? 0 : (int)sym;
}

/* ---- words of numbers ----------------------------------------------------------------------- */

const struct ct_verb_info *ct_lexicon_verb(const struct ct_lexicon *lex, int verb)
{
    if (verb > 0 && verb < CT_V_HOW_MANY) return &VERBS[verb];
    if (verb >= CT_USER && (size_t)(verb - CT_USER) < lex->verb_count)
        return &lex->verbs[verb - CT_USER];
    return NULL;
}

static const struct added *keyword_of(const struct ct_lexicon *lex, int keyword)
{
    if (keyword > 0 && keyword < CT_WKW_HOW_MANY) return &KEYWORDS[keyword];
    if (keyword >= CT_USER && (size_t)(keyword - CT_USER) < lex->keyword_count)
        return &lex->keywords[keyword - CT_USER];
    return NULL;
}

const char *ct_lexicon_keyword(const struct ct_lexicon *lex, int keyword)
{
    const struct added *k = keyword_of(lex, keyword);
    return k ? k->name : NULL;
}

enum ct_keyword_frame ct_lexicon_keyword_frame(const struct ct_lexicon *lex, int keyword)
{
    const struct added *k = keyword_of(lex, keyword);
    return k ? (enum ct_keyword_frame)k->frame : CT_KF_NONE;
}

const char *ct_lexicon_subtype(const struct ct_lexicon *lex, int subtype, bool plural)
{
    if (subtype > 0 && subtype < CT_WSUB_HOW_MANY)
        return plural ? SUBTYPES[subtype].plural : SUBTYPES[subtype].word;
    if (subtype >= CT_USER && (size_t)(subtype - CT_USER) < lex->subtype_count) {
        const struct added *s = &lex->subtypes[subtype - CT_USER];
        return plural ? s->plural : s->name;
    }
    return NULL;
}

int ct_pronoun_plural(int pronoun)
{
    return pronoun > 0 && pronoun < CT_PRONOUN_HOW_MANY ? PRONOUNS[pronoun].plural : 0;
}

const char *ct_pronoun_text(int pronoun, int which)
{
    if (pronoun <= 0 || pronoun >= CT_PRONOUN_HOW_MANY) return "";
    return which == 0   ? PRONOUNS[pronoun].subject
           : which == 1 ? PRONOUNS[pronoun].object
                        : PRONOUNS[pronoun].possessive;
}

uint32_t ct_noun_classes(int noun)
{
    return noun > 0 && noun < CT_N_HOW_MANY ? NOUNS[noun].classes : (uint32_t)CT_NC_ANY;
}

uint32_t ct_verb_subjects(int verb)
{
    return verb > 0 && verb < CT_V_HOW_MANY ? VERBS[verb].subject : (uint32_t)CT_NC_ANY;
}

uint32_t ct_verb_objects(int verb)
{
    return verb > 0 && verb < CT_V_HOW_MANY ? VERBS[verb].object : (uint32_t)CT_NC_ANY;
}

const char *ct_word_text(const struct ct_lexicon *lex, enum ct_num_class of, int num, bool plural)
{
#define FROM(ARRAY) (num > 0 && (size_t)num < COUNT_OF(ARRAY) ? (ARRAY)[num] : NULL)
#define FROM2(ARRAY)                                                                               \
    (num > 0 && (size_t)num < COUNT_OF(ARRAY) ? (plural ? (ARRAY)[num].plural : (ARRAY)[num].word) \
                                              : NULL)
    switch (of) {
    case CT_NUM_TYPE:
        return FROM2(TYPES);
    case CT_NUM_NOUN:
        return FROM2(NOUNS);
    case CT_NUM_SUBTYPE:
        return ct_lexicon_subtype(lex, num, plural);
    case CT_NUM_SUPERTYPE:
        return FROM(SUPERTYPES);
    case CT_NUM_COLOR:
        return FROM(COLORS);
    case CT_NUM_STATE:
        return FROM(STATES);
    case CT_NUM_COUNTER:
        return FROM(COUNTERS);
    case CT_NUM_KEYWORD:
        return ct_lexicon_keyword(lex, num);
    case CT_NUM_PREPOSITION:
        return FROM(PREPOSITIONS);
    case CT_NUM_ADVERB:
        return FROM(ADVERBS);
    case CT_NUM_SYMBOL:
        return FROM(SYMBOLS);
    case CT_NUM_DET:
        return FROM(DETERMINERS);
    case CT_NUM_MODAL:
        return FROM(MODALS);
    case CT_NUM_DURATION:
        return FROM(DURATIONS);
    case CT_NUM_PARAMETER:
        return FROM(PARAMETERS);
    case CT_NUM_PRONOUN:
        return num > 0 && (size_t)num < COUNT_OF(PRONOUNS) ? PRONOUNS[num].subject : NULL;
    case CT_NUM_NAME:
        return ct_sym_text(&lex->names, (ct_sym)num);
    default:
        return NULL;
    }
}

bool ct_takes_an(const char *text)
{
    static const char *const consonant[] = {"uni", "one", "use", "Uni", "once", "usu"};
    static const char *const vowel_sound[] = {"8", "11", "18", "hour", "X"};
    bool an = text[0] && strchr("aeiouAEIOU", text[0]) != NULL;
    for (size_t i = 0; i < COUNT_OF(consonant); i++)
        if (!strncmp(text, consonant[i], strlen(consonant[i]))) an = false;
    for (size_t i = 0; i < COUNT_OF(vowel_sound); i++)
        if (!strncmp(text, vowel_sound[i], strlen(vowel_sound[i]))) an = true;
    return an;
}

/* ---- spelling ------------------------------------------------------------------------------- */

/* Edit distance with swaps of neighbours, given up above LIMIT. */
static unsigned distance(const char *a, size_t na, const char *b, size_t nb, unsigned limit)
{
    unsigned rows[3][CT_WORD_LEN_MAX + 1];
    for (size_t j = 0; j <= nb; j++)
        rows[1][j] = (unsigned)j;
    for (size_t i = 1; i <= na; i++) {
        unsigned *row = rows[(i + 1) % 3], *up = rows[i % 3], *up2 = rows[(i + 2) % 3];
        unsigned least = row[0] = (unsigned)i;
        for (size_t j = 1; j <= nb; j++) {
            unsigned d = up[j - 1] + (a[i - 1] != b[j - 1]);
            if (up[j] + 1 < d) d = up[j] + 1;
            if (row[j - 1] + 1 < d) d = row[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                up2[j - 2] + 1 < d)
                d = up2[j - 2] + 1;
            row[j] = d;
            if (d < least) least = d;
        }
        if (least > limit) return limit + 1;
    }
    return rows[(na + 1) % 3][nb];
}

const char *ct_lexicon_nearest(const struct ct_lexicon *lex, const char *text, size_t len)
{
    char lower[CT_WORD_LEN_MAX];
    if (len < 3 || len >= sizeof lower) return NULL;
    for (size_t i = 0; i < len; i++)
        lower[i] = (char)tolower((unsigned char)text[i]);
    unsigned best = len > 6 ? 3 : 2; /* fewer edits than this */
    const struct entry *found = NULL;
    for (uint32_t i = 0; i < lex->slot_count; i++) {
        const struct entry *e = &lex->slots[i];
        if (!e->text || !e->sense || e->len + 2u < len || e->len > len + 2u) continue;
        unsigned d = distance(lower, len, e->text, e->len, best);
        if (d < best || (found && d == best && strcmp(e->text, found->text) < 0)) {
            best = d;
            found = e;
        }
    }
    return found ? found->text : NULL;
}
