#include "compiler/words.h"

#include <ctype.h>
#include <string.h>

enum { LONGEST_UNIT = 96, LONGEST_NAME = 200 };

struct reader {
    struct ct_parser *p;
    const char *text;
    uint32_t at, end;
    unsigned quotes;
    bool start; /* the next word begins a sentence */
};

static struct ct_unit *push(struct reader *r, enum ct_unit_kind kind, uint32_t start, uint32_t end)
{
    struct ct_parser *p = r->p;
    struct ct_unit *units =
        ct_arena_grow(p->arena, p->units, p->unit_count, &p->unit_room, sizeof *units);
    if (!units) {
        p->failed = true;
        return NULL;
    }
    p->units = units;
    struct ct_unit *u = &units[p->unit_count++];
    *u = (struct ct_unit){.span = {start, end}, .kind = (uint8_t)kind};
    if (r->start) u->flags |= CT_UF_START;
    r->start = false;
    return u;
}

static bool letter(char c)
{
    return isalpha((unsigned char)c) || (unsigned char)c >= 0x80;
}

/* The three-byte sequences that are no letters: dashes, the bullet, the minus sign. */
static bool is_at(const struct reader *r, uint32_t at, const char *bytes)
{
    size_t n = strlen(bytes);
    return at + n <= r->end && !memcmp(r->text + at, bytes, n);
}

#define EM_DASH "\xe2\x80\x94"
#define BULLET "\xe2\x80\xa2"
#define MINUS "\xe2\x88\x92"

static bool sign_at(const struct reader *r, uint32_t at)
{
    if ((unsigned char)r->text[at] != 0xe2) return false; /* how all of them begin */
    return is_at(r, at, EM_DASH) || is_at(r, at, BULLET) || is_at(r, at, MINUS) ||
           is_at(r, at, "\xe2\x80\x93");
}

/* The end of the word that begins at AT: letters, and hyphens and apostrophes between letters. */
static uint32_t word_end(const struct reader *r, uint32_t at)
{
    while (at < r->end && !sign_at(r, at)) {
        char c = r->text[at];
        bool inner = (c == '-' || c == '\'') && at + 1 < r->end && letter(r->text[at + 1]) &&
                     !sign_at(r, at + 1);
        if (c == '/' && at >= 3 && !strncasecmp(r->text + at - 3, "and/or", 6) && at + 3 <= r->end)
            inner = true;
        if (!letter(c) && !inner && !isdigit((unsigned char)c)) break;
        at++;
    }
    return at;
}

static size_t lower_into(char *out, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        out[i] = (char)tolower((unsigned char)text[i]);
    out[len] = 0;
    return len;
}

/* ---- the card's own name -------------------------------------------------------------------- */

/* The length of the short form by which a legend is called in its own text: what stands before a
 * comma, before " of ", " the " and the like, or its first name where the whole name is not used
 * [CR 201.5c]. 0: it has none. */
static size_t short_name(const struct ct_parser *p)
{
    static const char *const ENDS[] = {" of ",   " the ", " from ", " in ",
                                       " with ", " and ", " to "};
    const char *name = p->name ? p->name : "";
    if (!p->legendary) return 0;
    const char *comma = strchr(name, ',');
    if (comma) return (size_t)(comma - name);
    const char *first = NULL;
    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++) {
        const char *at = strstr(name, ENDS[i]);
        if (at && (!first || at < first)) first = at;
    }
    if (first) return (size_t)(first - name);
    return strstr(p->source->text, name) ? 0 : strcspn(name, " ");
}

static bool ends_word(const struct reader *r, uint32_t at)
{
    if (at >= r->end) return true;
    if (r->text[at] == '-') return !(at + 1 < r->end && letter(r->text[at + 1]));
    return !letter(r->text[at]) || sign_at(r, at);
}

/* How many bytes at AT are the card's name or its short form. */
static uint32_t self_name(const struct reader *r, uint32_t at)
{
    const char *name = r->p->name ? r->p->name : "";
    size_t len = strlen(name);
    if (!len || r->text[at] != name[0]) return 0;
    if (is_at(r, at, name) && ends_word(r, at + (uint32_t)len)) return (uint32_t)len;
    size_t n = short_name(r->p);
    if (!n || at + n > r->end || memcmp(r->text + at, name, n) || !ends_word(r, at + (uint32_t)n))
        return 0;
    /* A short form is no common word: "When" of a legend's name is not the card; "Elspeth" is. */
    char lower[LONGEST_UNIT];
    if (n >= sizeof lower) return 0;
    lower_into(lower, name, n);
    const struct ct_sense *common = ct_lexicon_find(r->p->lexicon, lower, n, NULL);
    return common && !(common->capital && !common->next && name[n] == ',') ? 0 : (uint32_t)n;
}

/* ---- numbers and symbols -------------------------------------------------------------------- */

static int32_t symbol_of(struct reader *r, const char *text, size_t len)
{
    char upper[16];
    if (len && len < sizeof upper) {
        bool digits = true;
        int32_t n = 0;
        for (size_t i = 0; i < len; i++) {
            upper[i] = (char)toupper((unsigned char)text[i]);
            digits = digits && isdigit((unsigned char)text[i]);
            if (digits && n < 1000000) n = n * 10 + (text[i] - '0');
        }
        upper[len] = 0;
        if (digits) return n < 1000000 ? CT_SYMBOL_GENERIC + n : 0;
        for (int i = 1; i < CT_SYMBOL_HOW_MANY; i++)
            if (!strcmp(ct_word_text(r->p->lexicon, CT_NUM_SYMBOL, i, false), upper)) return i;
    }
    return 0;
}

static bool read_symbol(struct reader *r)
{
    const char *close = memchr(r->text + r->at, '}', r->end - r->at);
    uint32_t end = close ? (uint32_t)(close - r->text) + 1 : r->end;
    size_t len = end - r->at;
    struct ct_span span = {r->at, end};
    if (close) {
        for (int i = 1; i < CT_PARAM_HOW_MANY; i++) {
            const char *word = ct_word_text(r->p->lexicon, CT_NUM_PARAMETER, i, false);
            if (strlen(word) != len || memcmp(word, r->text + r->at, len)) continue;
            struct ct_unit *u = push(r, CT_U_PARAM, r->at, end);
            if (u) u->num = i;
            r->at = end;
            return u != NULL;
        }
        int32_t num = symbol_of(r, r->text + r->at + 1, len - 2);
        if (num) {
            struct ct_unit *u = push(r, CT_U_SYMBOL, r->at, end);
            if (u) u->num = num;
            r->at = end;
            return u != NULL;
        }
    }
    ct_parse_error(r->p, close ? CT_ERR_UNKNOWN_SYMBOL : CT_ERR_UNCLOSED_BRACE, span,
                   close ? "“%.*s” is no symbol" : "a brace is not closed: “%.*s”",
                   (int)(len > 20 ? 20 : len), r->text + r->at);
    return false;
}

/* A number, X or * with its sign at *AT; what it is goes to VALUE (-'X' for a letter) and SIGN (0,
 * +1, -1). */
static bool amount_at(const struct reader *r, uint32_t *at, int16_t *value, int *sign)
{
    uint32_t i = *at;
    *sign = 0;
    if (i < r->end && r->text[i] == '+') {
        *sign = 1;
        i++;
    } else if (i < r->end && r->text[i] == '-') {
        *sign = -1;
        i++;
    } else if (is_at(r, i, MINUS)) {
        *sign = -1;
        i += 3;
    }
    if (i < r->end && strchr("XYZ*", r->text[i])) {
        *value = (int16_t)-r->text[i];
        i++;
    } else {
        int n = 0;
        uint32_t first = i;
        while (i < r->end && isdigit((unsigned char)r->text[i]) && n < 3000)
            n = n * 10 + (r->text[i++] - '0');
        if (i == first) return false;
        *value = (int16_t)n;
    }
    *at = i;
    return true;
}

/* 2/2, +1/-1, X/X; or the loyalty cost before a colon. */
static bool read_amounts(struct reader *r)
{
    uint32_t at = r->at;
    int16_t power, toughness = 0;
    int sign, sign2;
    if (!amount_at(r, &at, &power, &sign)) return false;
    uint32_t first_end = at;
    if (at < r->end && r->text[at] == '/') {
        at++;
        bool whole =
            amount_at(r, &at, &toughness, &sign2) &&
            !(at < r->end && (letter(r->text[at]) || isdigit((unsigned char)r->text[at])) &&
              !sign_at(r, at));
        if (whole && (sign == 0) == (sign2 == 0)) {
            struct ct_unit *u = push(r, CT_U_PT, r->at, at);
            if (!u) return false;
            u->power = power;
            u->toughness = toughness;
            u->minus = (uint8_t)((sign < 0) | (sign2 < 0) << 1);
            if (sign) u->flags |= CT_UF_DELTA;
            r->at = at;
            return true;
        }
    }
    bool first = r->p->unit_count == 0;
    if (first && first_end < r->end && r->text[first_end] == ':' && power != -'*') {
        struct ct_unit *u = push(r, CT_U_LOYALTY, r->at, first_end);
        if (!u) return false;
        u->num = power < 0 ? (sign < 0 ? -1 : 1) : sign < 0 ? -power : power;
        if (power < 0) u->flags |= CT_UF_VAR;
        r->at = first_end;
        return true;
    }
    return false;
}

static bool read_number(struct reader *r)
{
    uint32_t at = r->at;
    int32_t n = 0;
    while (at < r->end &&
           (isdigit((unsigned char)r->text[at]) ||
            (r->text[at] == ',' && at + 3 < r->end && isdigit((unsigned char)r->text[at + 1]) &&
             isdigit((unsigned char)r->text[at + 2]) && isdigit((unsigned char)r->text[at + 3])))) {
        if (n > 100000000) return false;
        if (r->text[at] != ',') n = n * 10 + (r->text[at] - '0');
        at++;
    }
    if (at == r->at || (at < r->end && letter(r->text[at]) && !sign_at(r, at))) return false;
    struct ct_unit *u = push(r, CT_U_NUMBER, r->at, at);
    if (u) u->num = n;
    r->at = at;
    return u != NULL;
}

static uint32_t longest(const struct reader *r, uint32_t at, const struct ct_sense **sense);

/* ---- labels and chapters -------------------------------------------------------------------- */

static int roman_at(const char *text, size_t len)
{
    static const char *const ROMAN[] = {"",   "I",   "II",   "III", "IV", "V",
                                        "VI", "VII", "VIII", "IX",  "X"};
    for (int i = 1; i <= 10; i++)
        if (strlen(ROMAN[i]) == len && !memcmp(ROMAN[i], text, len)) return i;
    return 0;
}

/* "I, II — " at the start of a paragraph. */
static bool read_chapter(struct reader *r)
{
    uint32_t at = r->at, bits = 0;
    for (;;) {
        uint32_t end = at;
        while (end < r->end && strchr("IVX", r->text[end]))
            end++;
        int n = roman_at(r->text + at, end - at);
        if (!n) return false;
        bits |= 1u << (n - 1);
        at = end;
        if (is_at(r, at, ", "))
            at += 2;
        else
            break;
    }
    if (!is_at(r, at, " " EM_DASH " ")) return false;
    struct ct_unit *u = push(r, CT_U_CHAPTER, r->at, at);
    if (u) u->num = (int32_t)bits;
    r->at = at + 5;
    r->start = true;
    return u != NULL;
}

static bool small_word(const char *word, size_t len)
{
    static const char *const SMALL[] = {"of", "the",  "and",  "a",  "an", "in", "to", "for",
                                        "on", "with", "from", "by", "at", "as", "or"};
    for (size_t i = 0; i < sizeof SMALL / sizeof *SMALL; i++)
        if (strlen(SMALL[i]) == len && !memcmp(SMALL[i], word, len)) return true;
    return false;
}

/* A name as flavour words and "named" have it, from AT: capitalized words with small words between
 * them. */
static uint32_t name_end(const struct reader *r, uint32_t at, bool commas)
{
    uint32_t last = at;
    while (at < r->end) {
        uint32_t end = word_end(r, at);
        if (end == at) break;
        bool capital = !islower((unsigned char)r->text[at]);
        if (!capital && !small_word(r->text + at, end - at)) break;
        if (!capital && last == at) break;
        if (capital) last = end;
        at = end;
        if (commas && at < r->end && r->text[at] == ',') at++;
        if (at < r->end && strchr("!?", r->text[at])) last = ++at;
        if (at >= r->end || r->text[at] != ' ') break;
        at++;
    }
    return last;
}

/* Words before a dash at the start that are no label: if the first are those of a name, the one
 * that isn't is what is wrong. Never true: no label was read. */
static bool label_error(struct reader *r, uint32_t end)
{
    uint32_t good = name_end(r, r->at, true);
    const struct ct_sense *sense = NULL;
    if (good <= r->at || good >= end || longest(r, r->at, &sense)) return false;
    uint32_t at = good + 1, to = word_end(r, at);
    while (to > at && small_word(r->text + at, to - at) && to < end) {
        at = to + 1;
        to = word_end(r, at);
    }
    struct reader rest = *r;
    rest.at = at;
    if (longest(&rest, at, &sense)) return false; /* the first word is what is not known */
    if (to > at)
        ct_parse_error(r->p, CT_ERR_UNKNOWN_WORD, (struct ct_span){at, to},
                       "“%.*s” does not belong in the name of an ability", (int)(to - at),
                       r->text + at);
    return false;
}

/* Keywords that stand before a whole ability: "Boast — {1}: ...". */
static bool label_keyword(int keyword)
{
    return keyword == CT_WKW_EXHAUST || keyword == CT_WKW_BOAST || keyword == CT_WKW_MAX_SPEED ||
           keyword == CT_WKW_FORECAST || keyword == CT_WKW_SOLVED;
}

/* "Landfall — ", "Brand-new Sky — ": an ability word of the list, or flavour words, which look like
 * a name. */
static bool read_label(struct reader *r)
{
    const char *dash = memmem(r->text + r->at, r->end - r->at, " " EM_DASH " ", 5);
    if (!dash) return false;
    uint32_t end = (uint32_t)(dash - r->text);
    size_t len = end - r->at;
    char lower[LONGEST_UNIT];
    if (len >= sizeof lower || !len) return false;
    lower_into(lower, r->text + r->at, len);
    const struct ct_sense *s = ct_lexicon_find(r->p->lexicon, lower, len, NULL);
    const struct ct_sense *keyword = ct_sense_of(r->p->lexicon, s, CT_WC_KEYWORD);
    if (keyword && label_keyword(keyword->num)) {
        struct ct_unit *k = push(r, CT_U_LABEL, r->at, end);
        if (k) {
            k->num = keyword->num;
            k->sense = keyword;
        }
        r->at = end + 5;
        r->start = true;
        return k != NULL;
    }
    bool known = ct_sense_of(r->p->lexicon, s, CT_WC_LABEL) != NULL;
    bool flavour = isupper((unsigned char)r->text[r->at]) && name_end(r, r->at, true) == end;
    if (ct_sense_of(r->p->lexicon, s, CT_WC_KEYWORD)) flavour = false;
    if (flavour && !known && (!strncmp(lower, "choose", 6) || !strncmp(lower, "level", 5)))
        flavour = false;
    if (!known && !flavour) return label_error(r, end);
    struct ct_unit *u = push(r, CT_U_LABEL, r->at, end);
    if (u) u->num = (int32_t)ct_intern(ct_lexicon_names(r->p->lexicon), r->text + r->at, len);
    r->at = end + 5;
    r->start = true;
    return u != NULL;
}

/* ---- words ---------------------------------------------------------------------------------- */

/* "each other creature", "any number of them", "any time you could": a unit gives way where its
 * last word belongs to what is behind it. */
static bool splits(const struct reader *r, uint32_t at, uint32_t end)
{
    bool each_other = end - at == 10 && !strncasecmp(r->text + at, "each other", 10);
    bool number = end - at == 13 && !strncasecmp(r->text + at, "any number of", 13);
    bool time = end - at == 8 && !strncasecmp(r->text + at, "any time", 8);
    if ((!each_other && !number && !time) || end >= r->end || r->text[end] != ' ') return false;
    uint32_t next = word_end(r, end + 1);
    char lower[LONGEST_UNIT];
    if (next - end - 1 >= sizeof lower || next == end + 1) return false;
    lower_into(lower, r->text + end + 1, next - end - 1);
    size_t n = next - end - 1;
    if (n > 2 && !memcmp(lower + n - 2, "'s", 2)) n -= 2;
    const struct ct_sense *s = ct_lexicon_find(r->p->lexicon, lower, n, NULL);
    for (; s; s = ct_sense_next(r->p->lexicon, s)) {
        bool noun = s->wc >= CT_WC_TYPE && s->wc <= CT_WC_COUNTER;
        bool known = s->wc == CT_WC_PRONOUN || s->wc == CT_WC_DETERMINER ||
                     (s->wc == CT_WC_FUNCTION && (s->num == CT_FN_THAT || s->num == CT_FN_THOSE));
        if (each_other ? noun : known) return true;
    }
    return each_other && !strncmp(lower, "non", 3);
}

/* The longest entry of the lexicon at AT: its end, and its senses in *SENSE. 0: there is none. */
static uint32_t longest(const struct reader *r, uint32_t at, const struct ct_sense **sense)
{
    char lower[LONGEST_UNIT];
    uint32_t ends[16];
    unsigned words = 1, n = 0;
    uint32_t end = word_end(r, at);
    if (end - at >= sizeof lower) return 0;
    lower_into(lower, r->text + at, end - at);
    const struct ct_sense *single = ct_lexicon_find(r->p->lexicon, lower, end - at, &words);
    ends[n++] = end;
    while (n < words && n < 16 && end < r->end && r->text[end] == ' ') {
        uint32_t next = word_end(r, end + 1);
        if (next == end + 1) break;
        end = next;
        ends[n++] = end;
    }
    for (; n > 1; n--) {
        uint32_t e = ends[n - 1];
        if (e - at >= sizeof lower) continue;
        lower_into(lower, r->text + at, e - at);
        if (e < r->end && r->text[e] == '!' &&
            e - at + 1 < sizeof lower) { /* "start your engines!" */
            memcpy(lower + (e - at), "!", 2);
            *sense = ct_lexicon_find(r->p->lexicon, lower, e - at + 1, NULL);
            if (*sense) return e + 1;
        }
        *sense = ct_lexicon_find(r->p->lexicon, lower, e - at, NULL);
        if (*sense && !splits(r, at, e)) return e;
    }
    *sense = single;
    return single ? ends[0] : 0;
}

/* Whether the words from FROM to END begin a unit of the lexicon ("as long" of "as long as"). */
static bool begins_unit(const struct reader *r, uint32_t from, uint32_t end)
{
    char lower[LONGEST_UNIT];
    if (end - from >= sizeof lower) return false;
    lower_into(lower, r->text + from, end - from);
    return ct_lexicon_begins(r->p->lexicon, lower, end - from);
}

/* A word that begins a unit is not what is wrong: the one that doesn't go on with it is. */
static bool broken_unit(const struct reader *r, uint32_t end)
{
    if (end >= r->end || r->text[end] != ' ') return false;
    if (begins_unit(r, r->at, end)) return true;
    size_t n = r->p->unit_count;
    for (size_t back = 1; back <= 3 && back <= n; back++)
        if (begins_unit(r, r->p->units[n - back].span.start, end)) return true;
    return false;
}

/* Where a text that begins like the card's name at AT leaves it, if that is at a later word; 0
 * otherwise. */
static uint32_t leaves_name(const struct reader *r, uint32_t at)
{
    const char *name = r->p->name ? r->p->name : "";
    uint32_t word = 0;
    for (uint32_t i = 0; name[i] && at + i < r->end && r->text[at + i] == name[i]; i++)
        if (name[i] == ' ') word = at + i + 1;
    return word;
}

static void unknown_word(struct reader *r, uint32_t end)
{
    uint32_t other = leaves_name(r, r->at);
    if (other) {
        r->at = other;
        end = word_end(r, other);
        if (end == other) end++;
    }
    if (broken_unit(r, end)) {
        r->at = end + 1;
        end = word_end(r, r->at);
        if (end == r->at) end++;
    }
    struct ct_span span = {r->at, end};
    const char *word = r->text + r->at;
    int len = (int)(end - r->at);
    struct ct_diag *d = ct_parse_error(r->p, CT_ERR_UNKNOWN_WORD, span,
                                       "“%.*s” is not a word of rules text", len, word);
    const char *near = ct_lexicon_nearest(r->p->lexicon, word, (size_t)len);
    if (d && near) ct_diag_help(d, r->p->source, span, near, "did you mean “%s”?", near);
}

/* "non" and what it negates: nonland, nontoken, non-Giant. */
static bool read_non(struct reader *r, uint32_t end)
{
    char lower[LONGEST_UNIT];
    size_t len = end - r->at;
    if (len < 5 || len >= sizeof lower) return false;
    lower_into(lower, r->text + r->at, len);
    if (strncmp(lower, "non", 3)) return false;
    bool hyphen = lower[3] == '-';
    const char *rest = lower + (hyphen ? 4 : 3);
    const struct ct_sense *s = ct_lexicon_find(r->p->lexicon, rest, strlen(rest), NULL);
    for (; s; s = ct_sense_next(r->p->lexicon, s))
        if ((s->wc >= CT_WC_TYPE && s->wc <= CT_WC_NOUN)) break;
    if (!s) return false;
    struct ct_unit *u = push(r, CT_U_WORD, r->at, end);
    if (!u) return false;
    u->sense = s;
    u->flags |= (uint8_t)(CT_UF_NON | (hyphen ? CT_UF_HYPHEN : 0));
    r->at = end;
    return true;
}

static bool old_wording(struct reader *r, const struct ct_sense *s, uint32_t end)
{
    static const char *const NEW[] = {
#define CT_OLD_WORDING(OLD_WORDS, NEW_WORDS) NEW_WORDS,
#include "grammar/oldwords.def"
#undef CT_OLD_WORDING
    };
    const struct ct_sense *old = ct_sense_of(r->p->lexicon, s, CT_WC_OLD);
    if (!old) return false;
    struct ct_span span = {r->at, end};
    struct ct_diag *d = ct_parse_error(r->p, CT_ERR_OLD_WORDING, span, "“%.*s” is no longer said",
                                       (int)(end - r->at), r->text + r->at);
    if (d) ct_diag_help(d, r->p->source, span, NEW[old->num], "today it is “%s”", NEW[old->num]);
    return true;
}

/* A sentence, a cost and an effect begin with a capital letter. */
static bool small_start(struct reader *r, uint32_t end)
{
    if (!r->start || !islower((unsigned char)r->text[r->at])) return false;
    struct ct_diag *d = ct_parse_error(r->p, CT_ERR_PUNCTUATION, (struct ct_span){r->at, end},
                                       "a sentence begins with a capital letter");
    if (d) ct_diag_label(d, "or the words before it are missing");
    return true;
}

static bool read_named(struct reader *r)
{
    uint32_t at = r->at;
    if (at >= r->end || r->text[at] != ' ') return true;
    at++;
    uint32_t self = self_name(r, at);
    uint32_t written = name_end(r, at, true), end = at + self;
    if (!self || (written > end && self != strlen(r->p->name))) {
        self = 0;
        end = written;
    }
    if (end == at) return true;
    if (r->text[end - 1] == ',') end--;
    struct ct_unit *u = push(r, self ? CT_U_SELF : CT_U_NAME, at, end);
    if (u) u->num = (int32_t)ct_intern(ct_lexicon_names(r->p->lexicon), r->text + at, end - at);
    r->at = end;
    return u != NULL;
}

static bool read_word(struct reader *r)
{
    const struct ct_sense *sense = NULL;
    uint32_t end = word_end(r, r->at), whole = longest(r, r->at, &sense);
    if (whole) {
        if (old_wording(r, sense, whole) || small_start(r, whole)) return false;
        struct ct_unit *u = push(r, CT_U_WORD, r->at, whole);
        if (!u) return false;
        if (isupper((unsigned char)r->text[r->at])) u->flags |= CT_UF_CAPITAL;
        if (whole - r->at == 2 && !strncasecmp(r->text + r->at, "an", 2)) u->flags |= CT_UF_AN;
        u->sense = sense;
        bool named = sense->wc == CT_WC_FUNCTION && sense->num == CT_FN_NAMED;
        r->at = whole;
        return named ? read_named(r) : true;
    }
    if (end - r->at == 1 && strchr("XYZ", r->text[r->at])) {
        struct ct_unit *u = push(r, CT_U_LETTER, r->at, end);
        if (u) u->num = r->text[r->at];
        r->at = end;
        return u != NULL;
    }
    /* A possessive: the word without 's, or without the ' behind a plural. */
    if (end - r->at > 2 && !memcmp(r->text + end - 2, "'s", 2)) {
        struct reader sub = *r;
        sub.end = end - 2;
        if (longest(&sub, r->at, &sense) == end - 2) {
            struct ct_unit *u = push(r, CT_U_WORD, r->at, end - 2);
            if (!u) return false;
            if (isupper((unsigned char)r->text[r->at])) u->flags |= CT_UF_CAPITAL;
            u->sense = sense;
            r->at = end - 2;
            return true;
        }
    }
    if (read_non(r, end)) return true;
    if (r->p->failed) return false;
    unknown_word(r, end > r->at ? end : r->at + 1);
    return false;
}

/* ---- punctuation ---------------------------------------------------------------------------- */

static bool skip_reminder(struct reader *r)
{
    uint32_t open = r->at;
    unsigned depth = 0;
    for (; r->at < r->end; r->at++) {
        if (r->text[r->at] == '(') depth++;
        if (r->text[r->at] == ')' && --depth == 0) {
            r->at++;
            return true;
        }
    }
    ct_parse_error(r->p, CT_ERR_UNCLOSED_PARENTHESIS, (struct ct_span){open, open + 1},
                   "reminder text is not closed");
    return false;
}

static bool read_mark(struct reader *r)
{
    static const struct {
        const char *bytes;
        uint8_t kind;
    } MARKS[] = {
        {",", CT_U_COMMA},     {".", CT_U_STOP},     {":", CT_U_COLON},
        {";", CT_U_SEMICOLON}, {EM_DASH, CT_U_DASH}, {BULLET, CT_U_BULLET},
    };
    if (r->text[r->at] == '"') {
        bool close = r->quotes % 2 == 1;
        if (!push(r, close ? CT_U_CLOSE : CT_U_OPEN, r->at, r->at + 1)) return false;
        r->quotes++;
        r->at++;
        r->start = !close;
        return true;
    }
    if (r->text[r->at] == '\'') {
        uint32_t end = r->at + 1;
        if (end < r->end && r->text[end] == 's') end++;
        bool ok = push(r, CT_U_APOS, r->at, end) != NULL;
        r->at = end;
        return ok;
    }
    for (size_t i = 0; i < sizeof MARKS / sizeof *MARKS; i++) {
        if (!is_at(r, r->at, MARKS[i].bytes)) continue;
        uint32_t end = r->at + (uint32_t)strlen(MARKS[i].bytes);
        if (!push(r, MARKS[i].kind, r->at, end)) return false;
        r->at = end;
        r->start = MARKS[i].kind != CT_U_COMMA && MARKS[i].kind != CT_U_SEMICOLON;
        return true;
    }
    /* A sign before what is no number: the word is what is wrong. */
    if (strchr("+-/", r->text[r->at]) && r->at + 1 < r->end && letter(r->text[r->at + 1])) {
        r->at++;
        return read_word(r);
    }
    uint32_t end = r->at + 1;
    while (end < r->end && ((unsigned char)r->text[end] & 0xc0) == 0x80)
        end++;
    ct_parse_error(r->p, CT_ERR_UNKNOWN_WORD, (struct ct_span){r->at, end},
                   "“%.*s” does not belong in rules text", (int)(end - r->at), r->text + r->at);
    return false;
}

static bool read_one(struct reader *r)
{
    char c = r->text[r->at];
    bool boundary = r->at == 0 || !letter(r->text[r->at - 1]);
    if (c == '(') return skip_reminder(r);
    if (c == '{') return read_symbol(r);
    uint32_t self = boundary ? self_name(r, r->at) : 0;
    if (self) {
        struct ct_unit *u = push(r, CT_U_SELF, r->at, r->at + self);
        if (u) u->num = (int32_t)ct_intern(ct_lexicon_names(r->p->lexicon), r->text + r->at, self);
        r->at += self;
        return u != NULL;
    }
    size_t before = r->p->unit_count;
    if (isdigit((unsigned char)c) || strchr("+-XYZ*", c) || is_at(r, r->at, MINUS)) {
        if (read_amounts(r)) return true;
        if (isdigit((unsigned char)c) && read_number(r)) return true;
        if (r->p->unit_count != before || r->p->failed) return false;
    }
    bool label_place = before == 0 || r->p->units[before - 1].kind == CT_U_BULLET ||
                       r->p->units[before - 1].kind == CT_U_OPEN;
    if (before == 0 && read_chapter(r)) return true;
    if (label_place && read_label(r)) return true;
    if (r->p->failed) return false;
    if (letter(c) && !sign_at(r, r->at)) return read_word(r);
    return read_mark(r);
}

bool ct_words_read(struct ct_parser *p, struct ct_span span)
{
    struct reader r = {
        .p = p, .text = p->source->text, .at = span.start, .end = span.end, .start = true};
    p->unit_count = 0;
    while (r.at < r.end) {
        if (strchr(" \t\n\r", r.text[r.at])) {
            r.at++;
            continue;
        }
        if (!read_one(&r)) return false;
    }
    if (r.quotes % 2) {
        ct_parse_error(p, CT_ERR_UNCLOSED_QUOTE,
                       (struct ct_span){span.end ? span.end - 1 : 0, span.end},
                       "a quotation mark is not closed");
        return false;
    }
    return push(&r, CT_U_END, span.end, span.end) != NULL;
}
