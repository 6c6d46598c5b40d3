#include "compiler/asm.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/emit.h"
#include "runtime/records.h"

struct reader {
    const char *at, *end;
    unsigned line;
    const char *message; /* the first error; nothing is read after it */
    struct ct_emit emit;
    char *text; /* the string last read */
    size_t text_len, text_cap;
};

static bool fail(struct reader *r, const char *message)
{
    if (!r->message) r->message = message;
    return false;
}

/* ---- tokens -------------------------------------------------------------------------------- */
/* Spaces, commas and comments stand between tokens; a line's end is seen by end_line only. */
static void skip(struct reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == ',' || *r->at == '\t'))
        r->at++;
    if (r->at < r->end && *r->at == ';')
        while (r->at < r->end && *r->at != '\n')
            r->at++;
}

static bool at_end_of_line(struct reader *r)
{
    skip(r);
    return r->at == r->end || *r->at == '\n';
}

static bool end_line(struct reader *r)
{
    if (!at_end_of_line(r)) return fail(r, "something follows at the end of the line");
    if (r->at < r->end) {
        r->at++;
        r->line++;
    }
    return true;
}

static void skip_empty_lines(struct reader *r)
{
    while (at_end_of_line(r) && r->at < r->end)
        end_line(r);
}

static bool accept(struct reader *r, const char *literal)
{
    size_t len = strlen(literal);
    if ((size_t)(r->end - r->at) < len || memcmp(r->at, literal, len) != 0) return false;
    r->at += len;
    return true;
}

static bool expect(struct reader *r, const char *literal, const char *message)
{
    return accept(r, literal) || fail(r, message);
}

/* The characters of names, words and kinds. */
static size_t word_length(const struct reader *r)
{
    size_t n = 0;
    while (r->at + n < r->end && (isalnum((unsigned char)r->at[n]) || strchr("_-", r->at[n])))
        n++;
    return n;
}

static bool read_number(struct reader *r, int64_t *value)
{
    const char *at = r->at;
    bool negative = at < r->end && *at == '-';
    int64_t n = 0;
    at += negative;
    const char *first = at;
    for (; at < r->end && *at >= '0' && *at <= '9'; at++) {
        n = n * 10 + (*at - '0');
        if (n > UINT32_MAX) return fail(r, "a number that is too large");
    }
    if (at == first) return fail(r, "a number is missing");
    if (negative && n > (int64_t)INT32_MAX + 1) return fail(r, "a number that is too small");
    r->at = at;
    *value = negative ? -n : n;
    return true;
}

static bool read_u32(struct reader *r, uint32_t *value)
{
    int64_t n;
    if (!read_number(r, &n)) return false;
    if (n < 0) return fail(r, "a number that can't be negative");
    *value = (uint32_t)n;
    return true;
}

/* A number, "-" for none or "X". */
static bool read_optional(struct reader *r, uint32_t *value)
{
    bool digit = r->at + 1 < r->end && isdigit((unsigned char)r->at[1]);
    if (!digit && accept(r, "-")) {
        *value = CT_NONE;
        return true;
    }
    if (accept(r, "X")) {
        *value = CT_X_VALUE;
        return true;
    }
    return read_u32(r, value);
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

static bool put_char(struct reader *r, char c)
{
    if (r->text_len == r->text_cap) {
        size_t cap = r->text_cap ? r->text_cap * 2 : 256;
        char *text = realloc(r->text, cap);
        if (!text) {
            r->emit.failed = true;
            return fail(r, "out of memory");
        }
        r->text = text;
        r->text_cap = cap;
    }
    r->text[r->text_len++] = c;
    return true;
}

static bool read_escape(struct reader *r)
{
    if (r->at == r->end) return fail(r, "a text that does not end");
    char c = *r->at++;
    if (c != 'x') return put_char(r, c);
    if (r->end - r->at < 2 || hex_digit(r->at[0]) < 0 || hex_digit(r->at[1]) < 0)
        return fail(r, "\\x without two digits");
    c = (char)(hex_digit(r->at[0]) << 4 | hex_digit(r->at[1]));
    r->at += 2;
    return put_char(r, c);
}

static bool read_text(struct reader *r)
{
    r->text_len = 0;
    if (!expect(r, "\"", "a text in quotes is missing")) return false;
    while (r->at < r->end && *r->at != '"') {
        if (*r->at == '\n') break;
        char c = *r->at++;
        if (!(c == '\\' ? read_escape(r) : put_char(r, c))) return false;
    }
    return expect(r, "\"", "a text that does not end");
}

static bool read_symbol(struct reader *r, uint32_t *value)
{
    if (accept(r, "sym:")) return read_u32(r, value);
    if (!read_text(r)) return false;
    *value = ct_emit_symbol(&r->emit, r->text ? r->text : "", r->text_len);
    return true;
}

/* A word of a table, or a number. */
static bool read_word(struct reader *r, ct_words words, uint32_t *value)
{
    size_t len = word_length(r);
    *value = len ? ct_find_word(words, r->at, len) : CT_NONE;
    if (*value == CT_NONE)
        return r->at < r->end && isdigit((unsigned char)*r->at)
                   ? read_u32(r, value)
                   : fail(r, "a word that is not known here");
    r->at += len;
    return true;
}

static bool read_mask(struct reader *r, ct_words words, uint32_t *mask)
{
    *mask = 0;
    if (accept(r, "-")) return true;
    do {
        bool number = r->at < r->end && isdigit((unsigned char)*r->at);
        uint32_t value;
        if (!read_word(r, words, &value)) return false;
        *mask |= number ? value : 1u << value;
    } while (accept(r, "+"));
    return true;
}

static bool read_slot(struct reader *r, uint32_t *slot)
{
    size_t len = word_length(r);
    *slot = ct_find_word(ct_fixed_slot_words(), r->at, len);
    if (*slot != CT_NONE) {
        r->at += len;
        return true;
    }
    return expect(r, "s", "a slot is missing") && read_u32(r, slot);
}

static bool read_range(struct reader *r, uint32_t *first, uint32_t *count)
{
    return read_u32(r, first) && expect(r, "+", "\"+\" is missing") && read_u32(r, count);
}

/* ---- instructions -------------------------------------------------------------------------- */
static bool read_fn_operand(struct reader *r, uint32_t *value)
{
    if (!expect(r, "f", "a function is missing")) return false;
    *value = CT_NO_FN;
    return accept(r, "-") || read_u32(r, value);
}

static bool read_operand(struct reader *r, const ct_op_info *info, unsigned i, uint32_t *value)
{
    switch (info->operands[i]) {
    case 'F':
        return read_fn_operand(r, value);
    case 'P':
        return read_word(r, info == &ct_ops[CT_OP_GETE] ? ct_eprop_words() : ct_nprop_words(),
                         value);
    case 'Z':
        return read_mask(r, ct_zone_words(), value);
    case 'K':
    case '.':
        return read_u32(r, value);
    default:
        return read_slot(r, value);
    }
}

static bool read_index(struct reader *r, const char *name, int32_t *imm)
{
    uint32_t value = CT_NONE;
    if (!expect(r, name, "the kind of record is missing")) return false;
    if (!accept(r, "-") && !read_u32(r, &value)) return false;
    *imm = (int32_t)value;
    return true;
}

static bool read_jump(struct reader *r, uint32_t pc, int32_t *imm)
{
    int64_t target;
    if (!expect(r, "@", "where to jump is missing") || !read_number(r, &target)) return false;
    target -= (int64_t)pc + 1;
    if (target < INT32_MIN || target > INT32_MAX) return fail(r, "a jump that is too far");
    *imm = (int32_t)target;
    return true;
}

static bool read_costs(struct reader *r, int32_t *imm)
{
    uint32_t first, count;
    *imm = -1;
    if (!expect(r, "costs:", "a list of costs is missing")) return false;
    if (accept(r, "-")) return true;
    if (!read_range(r, &first, &count)) return false;
    *imm = CT_COSTLIST(first, count);
    return CT_COSTLIST_FIRST(*imm) == first && CT_COSTLIST_COUNT(*imm) == count
               ? true
               : fail(r, "a list of costs that is too long");
}

static bool read_plain(struct reader *r, int32_t *imm)
{
    int64_t value;
    if (!read_number(r, &value)) return false;
    if (value > INT32_MAX) return fail(r, "a number that is too large");
    *imm = (int32_t)value;
    return true;
}

static bool read_imm(struct reader *r, char kind, uint32_t pc, int32_t *imm)
{
    uint32_t value;
    bool fine;
    switch (kind) {
    case 'j':
        return read_jump(r, pc, imm);
    case 'f':
        return read_index(r, "face:", imm);
    case 'a':
        return read_index(r, "ability:", imm);
    case 't':
        return read_index(r, "action:", imm);
    case 'k':
        return read_index(r, "keyword:", imm);
    case 'm':
        return read_index(r, "mana:", imm);
    case 'x':
        return read_index(r, "effect:", imm);
    case 'c':
        return read_costs(r, imm);
    case 's':
        fine = read_symbol(r, &value);
        break;
    case 'q':
        fine = read_word(r, ct_rule_words(), &value);
        break;
    case 'v':
        fine = read_word(r, ct_kind_words(CT_F_EVENT), &value);
        break;
    default:
        return read_plain(r, imm);
    }
    if (fine) *imm = (int32_t)value;
    return fine;
}

static bool read_operands(struct reader *r, ct_insn *insn, uint32_t pc)
{
    const ct_op_info *info = &ct_ops[insn->op];
    uint16_t *const to[] = {&insn->a, &insn->b, &insn->c, &insn->d, &insn->e};
    for (unsigned i = 0; i < info->noperands; i++) {
        uint32_t value;
        skip(r);
        if (!read_operand(r, info, i, &value)) return false;
        if (value > 0xffff) return fail(r, "an operand that is too large");
        *to[i] = (uint16_t)value;
    }
    skip(r);
    if (info->imm == '-' && at_end_of_line(r)) return true;
    return read_imm(r, info->imm, pc, &insn->imm);
}

static bool read_insn(struct reader *r, uint32_t pc)
{
    ct_insn insn = {0};
    size_t len = word_length(r);
    uint32_t value;
    if (accept(r, "op:")) {
        if (!read_u32(r, &value)) return false;
        insn.op = (uint16_t)value;
        ct_emit_code(&r->emit, &insn, 1);
        return true;
    }
    while (insn.op < CT_OP_COUNT_ &&
           (strlen(ct_ops[insn.op].name) != len || memcmp(ct_ops[insn.op].name, r->at, len) != 0))
        insn.op++;
    if (insn.op == CT_OP_COUNT_) return fail(r, "an unknown instruction");
    r->at += len;
    if (!read_operands(r, &insn, pc)) return false;
    ct_emit_code(&r->emit, &insn, 1);
    return true;
}

/* ---- records ------------------------------------------------------------------------------- */
static ct_words mask_words(const char *member)
{
    static const char *const colors[] = {"W", "U", "B", "R", "G"};
    if (strcmp(member, "zones") == 0) return ct_zone_words();
    if (strcmp(member, "types") == 0) return ct_type_words();
    if (strcmp(member, "supers") == 0) return ct_super_words();
    return (ct_words){colors, 5};
}

static bool read_signed(struct reader *r, uint32_t *value)
{
    int64_t n;
    if (!read_number(r, &n)) return false;
    *value = (uint32_t)n;
    return true;
}

static bool read_sub(struct reader *r, uint32_t kind, uint32_t *value)
{
    if (kind == CT_EFF_RULE) return read_word(r, ct_rule_words(), value);
    if (kind == CT_EFF_REPLACE) return read_word(r, ct_kind_words(CT_F_EVENT), value);
    return read_u32(r, value);
}

static bool read_keyword(struct reader *r, uint32_t *value)
{
    if (r->at == r->end || *r->at != '"') return read_optional(r, value);
    if (!read_text(r)) return false;
    *value = ct_find_word(ct_kind_words(CT_F_KW), r->text ? r->text : "", r->text_len);
    return *value != CT_NONE || fail(r, "no keyword of the runtime");
}

static bool read_slot_or_none(struct reader *r, uint32_t *value)
{
    if (word_length(r) > 0 && !strchr("-X", *r->at) && !isdigit((unsigned char)*r->at))
        return read_slot(r, value);
    return read_optional(r, value);
}

static bool read_value(struct reader *r, const ct_field *f, ct_w *rec)
{
    ct_w *value = &rec[f->word];
    switch ((ct_field_kind)f->kind) {
    case CT_F_INT:
        return read_signed(r, value);
    case CT_F_MASK:
        return read_mask(r, mask_words(f->name), value);
    case CT_F_SYM:
        return read_symbol(r, value);
    case CT_F_FROM:
        return read_range(r, value, value + 1);
    case CT_F_LAYOUT:
    case CT_F_ABILITY:
    case CT_F_EFFECT:
    case CT_F_LAYER_ROW:
    case CT_F_COST:
    case CT_F_EVENT:
        return read_word(r, ct_kind_words(f->kind), value);
    case CT_F_SUB:
        return read_sub(r, rec[0], value);
    case CT_F_KW:
        return read_keyword(r, value);
    case CT_F_FN:
        accept(r, "f");
        return read_optional(r, value);
    case CT_F_SLOT:
        return read_slot_or_none(r, value);
    case CT_F_NUM:
    case CT_F_UPTO:
        return read_u32(r, value);
    default:
        return read_optional(r, value);
    }
}

static void emit_record(struct ct_emit *emit, ct_section section, const ct_w *rec)
{
    switch (section) {
#define S(name, type)                                                                              \
    case CT_SEC_##name:                                                                            \
        ct_emit_##name(emit, (const type *)(const void *)rec, 1);                                  \
        break;
        CT_SECTIONS(S)
#undef S
    case CT_NSECTIONS:
        break;
    }
}

static bool read_record(struct reader *r, ct_section section)
{
    unsigned n;
    const ct_field *fields = ct_fields(section, &n);
    ct_w rec[32] = {0};
    for (unsigned i = 0; i < n; i++) {
        if (fields[i].kind == CT_F_COUNT) continue;
        skip(r);
        if (!accept(r, fields[i].name) || !accept(r, "="))
            return fail(r, "a member is missing or out of order");
        if (!read_value(r, &fields[i], rec)) return false;
    }
    emit_record(&r->emit, section, rec);
    return true;
}

static bool read_words(struct reader *r, ct_section section)
{
    while (!at_end_of_line(r)) {
        ct_w word;
        if (!read_u32(r, &word)) return false;
        emit_record(&r->emit, section, &word);
    }
    return true;
}

/* ---- sections ------------------------------------------------------------------------------ */
static uint32_t count_of(const struct ct_emit *emit, ct_section section)
{
    switch (section) {
#define S(name, type)                                                                              \
    case CT_SEC_##name:                                                                            \
        return emit->n##name;
        CT_SECTIONS(S)
#undef S
    case CT_NSECTIONS:
        break;
    }
    return 0;
}

static bool read_line(struct reader *r, ct_section section)
{
    uint32_t index, value;
    unsigned fields;
    ct_fields(section, &fields);
    if (!read_u32(r, &index) || !expect(r, ":", "\":\" is missing")) return false;
    skip(r);
    if (section == CT_SEC_sym)
        return read_symbol(r, &value) &&
               (value == index || fail(r, "a symbol out of order or twice"));
    if (index != count_of(&r->emit, section)) return fail(r, "a record out of order");
    if (section == CT_SEC_code) return read_insn(r, index);
    return fields ? read_record(r, section) : read_words(r, section);
}

static bool read_heading(struct reader *r, ct_section *section)
{
    size_t len = word_length(r);
    for (unsigned s = 0; s < CT_NSECTIONS; s++) {
        const char *name = ct_section_name(s);
        if (s == CT_SEC_string || strlen(name) != len || memcmp(name, r->at, len) != 0) continue;
        r->at += len;
        *section = s;
        return end_line(r);
    }
    return fail(r, "an unknown section");
}

static bool read_set(struct reader *r)
{
    ct_section section = CT_SEC_string;
    uint32_t version;
    skip_empty_lines(r);
    if (!expect(r, ".cset ", "\".cset\" is missing") || !read_u32(r, &version) || !end_line(r))
        return false;
    if (version != CT_SET_VERSION) return fail(r, "another version");
    for (skip_empty_lines(r); r->at < r->end; skip_empty_lines(r)) {
        if (accept(r, ".")) {
            if (!read_heading(r, &section)) return false;
        } else if (section == CT_SEC_string) {
            return fail(r, "a section's name is missing");
        } else if (!read_line(r, section) || !end_line(r)) {
            return false;
        }
    }
    return true;
}

ct_set *ct_asm(const char *text, size_t len, struct ct_asm_error *error)
{
    struct reader r = {.at = text, .end = text + len, .line = 1};
    ct_emit_init(&r.emit);
    ct_set *set = read_set(&r) ? ct_emit_finish(&r.emit) : NULL;
    if (!set) *error = (struct ct_asm_error){r.line, r.message};
    ct_emit_free(&r.emit);
    free(r.text);
    return set;
}
