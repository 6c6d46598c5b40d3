#include "runtime/disasm.h"

#include <stdlib.h>
#include <string.h>

void ct_disasm_text(const char *text, size_t len, FILE *out)
{
    fputc('"', out);
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c < 0x20 || c == 0x7f)
            fprintf(out, "\\x%02x", c);
        else
            fputc(c, out);
    }
    fputc('"', out);
}

static void print_symbol(const ct_set *set, ct_w symbol, FILE *out)
{
    size_t len;
    const char *text = ct_set_text(set, symbol, &len);
    if (symbol < set->nsym)
        ct_disasm_text(text, len, out);
    else
        fprintf(out, "sym:%u", symbol);
}

static void print_word(ct_words words, ct_w value, FILE *out)
{
    if (value < words.count)
        fputs(words.word[value], out);
    else
        fprintf(out, "%u", value);
}

/* A mask as words joined by '+'; unknown bits as a number. */
static void print_mask(ct_words words, ct_w mask, FILE *out)
{
    const char *gap = "";
    if (mask == 0) fputc('-', out);
    for (ct_w i = 0; i < words.count && i < 32; i++) {
        if (!(mask >> i & 1)) continue;
        fprintf(out, "%s%s", gap, words.word[i]);
        mask &= ~(1u << i);
        gap = "+";
    }
    if (mask) fprintf(out, "%s%u", gap, mask);
}

static void print_slot(uint16_t slot, FILE *out)
{
    if (slot < CT_S_FIRST)
        fputs(ct_fixed_slot_words().word[slot], out);
    else
        fprintf(out, "s%u", slot);
}

static void print_index(const char *name, int32_t index, FILE *out)
{
    if (index == -1)
        fprintf(out, "%s:-", name);
    else
        fprintf(out, "%s:%u", name, (uint32_t)index);
}

/* ---- instructions -------------------------------------------------------------------------- */
static void print_operand(const ct_insn *insn, unsigned i, FILE *out)
{
    uint16_t value = ct_operand(insn, i);
    switch (ct_ops[insn->op].operands[i]) {
    case 'F':
        if (value == CT_NO_FN)
            fputs("f-", out);
        else
            fprintf(out, "f%u", value);
        break;
    case 'P':
        print_word(insn->op == CT_OP_GETE ? ct_eprop_words() : ct_nprop_words(), value, out);
        break;
    case 'Z':
        print_mask(ct_zone_words(), value, out);
        break;
    case 'K':
    case '.':
        fprintf(out, "%u", value);
        break;
    default:
        print_slot(value, out);
        break;
    }
}

static void print_imm(const ct_set *set, const ct_insn *insn, ct_w pc, FILE *out)
{
    int32_t imm = insn->imm;
    switch (ct_ops[insn->op].imm) {
    case 'i':
        fprintf(out, "%d", imm);
        break;
    case 's':
        print_symbol(set, (ct_w)imm, out);
        break;
    case 'j':
        fprintf(out, "@%lld", (long long)pc + 1 + imm);
        break;
    case 'f':
        print_index("face", imm, out);
        break;
    case 'a':
        print_index("ability", imm, out);
        break;
    case 't':
        print_index("action", imm, out);
        break;
    case 'k':
        print_index("keyword", imm, out);
        break;
    case 'm':
        print_index("mana", imm, out);
        break;
    case 'x':
        print_index("effect", imm, out);
        break;
    case 'c':
        if (imm == -1)
            fputs("costs:-", out);
        else
            fprintf(out, "costs:%u+%u", CT_COSTLIST_FIRST(imm), CT_COSTLIST_COUNT(imm));
        break;
    case 'q':
        print_word(ct_rule_words(), (ct_w)imm, out);
        break;
    case 'v':
        print_word(ct_kind_words(CT_F_EVENT), (ct_w)imm, out);
        break;
    default:
        fprintf(out, "%d", imm);
        break;
    }
}

void ct_disasm_insn(const ct_set *set, const ct_insn *insn, ct_w pc, FILE *out)
{
    if (insn->op >= CT_OP_COUNT_) {
        fprintf(out, "op:%u", insn->op);
        return;
    }
    const ct_op_info *info = &ct_ops[insn->op];
    const char *gap = " ";
    fputs(info->name, out);
    for (unsigned i = 0; i < info->noperands; i++) {
        fputs(gap, out);
        print_operand(insn, i, out);
        gap = ", ";
    }
    if (info->imm == '-' && insn->imm == 0) return;
    fputs(gap, out);
    print_imm(set, insn, pc, out);
}

/* What an instruction's number stands for, where that is a name. */
static void comment_insn(const ct_set *set, const ct_insn *insn, FILE *out)
{
    ct_w symbol = CT_NONE, imm = (ct_w)insn->imm;
    if (insn->op >= CT_OP_COUNT_) return;
    switch (ct_ops[insn->op].imm) {
    case 'f':
        if (imm < set->nface) symbol = set->face[imm].name;
        break;
    case 'k':
        if (imm < set->nkeyword) symbol = set->keyword[imm].text;
        break;
    case 't':
        if (imm < set->naction) symbol = set->action[imm].name;
        break;
    case 'a':
        if (imm < set->nability) symbol = set->ability[imm].text;
        break;
    default:
        return;
    }
    if (symbol >= set->nsym) return;
    fputs("  ; ", out);
    print_symbol(set, symbol, out);
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

static void print_sub(ct_w kind, ct_w value, FILE *out)
{
    if (kind == CT_EFF_RULE)
        print_word(ct_rule_words(), value, out);
    else if (kind == CT_EFF_REPLACE)
        print_word(ct_kind_words(CT_F_EVENT), value, out);
    else
        fprintf(out, "%u", value);
}

static void print_optional(ct_w value, FILE *out)
{
    if (value == CT_NONE)
        fputc('-', out);
    else if (value == CT_X_VALUE)
        fputc('X', out);
    else
        fprintf(out, "%u", value);
}

static void print_value(const ct_set *set, const ct_field *f, const ct_w *rec, FILE *out)
{
    ct_w value = rec[f->word];
    switch ((ct_field_kind)f->kind) {
    case CT_F_INT:
        fprintf(out, "%d", (int32_t)value);
        break;
    case CT_F_MASK:
        print_mask(mask_words(f->name), value, out);
        break;
    case CT_F_SYM:
        print_symbol(set, value, out);
        break;
    case CT_F_FROM:
        fprintf(out, "%u+%u", value, rec[f->word + 1]);
        break;
    case CT_F_LAYOUT:
    case CT_F_ABILITY:
    case CT_F_EFFECT:
    case CT_F_LAYER_ROW:
    case CT_F_COST:
    case CT_F_EVENT:
        print_word(ct_kind_words(f->kind), value, out);
        break;
    case CT_F_SUB:
        print_sub(rec[0], value, out);
        break;
    case CT_F_KW:
        if (value < CT_NKEYWORDS)
            fprintf(out, "\"%s\"", ct_kind_words(CT_F_KW).word[value]);
        else
            print_optional(value, out);
        break;
    case CT_F_FN:
        if (value != CT_NONE) fputc('f', out);
        print_optional(value, out);
        break;
    case CT_F_SLOT:
        if (value > 0xffff)
            print_optional(value, out);
        else
            print_slot((uint16_t)value, out);
        break;
    case CT_F_NUM:
    case CT_F_UPTO:
        fprintf(out, "%u", value);
        break;
    default:
        print_optional(value, out);
        break;
    }
}

static void print_record(const ct_set *set, ct_section section, ct_w r, FILE *out)
{
    unsigned n;
    const ct_field *fields = ct_fields(section, &n);
    const ct_w *rec = ct_section_words(set, section) + (size_t)r * ct_record_words(section);
    const char *gap = "";
    for (unsigned i = 0; i < n; i++) {
        if (fields[i].kind == CT_F_COUNT) continue;
        fprintf(out, "%s%s=", gap, fields[i].name);
        print_value(set, &fields[i], rec, out);
        gap = " ";
    }
}

/* ---- a whole set --------------------------------------------------------------------------- */
/* For each instruction the function that begins there, as index + 1, and for each function the
 * ability it belongs to, likewise: only for comments. */
typedef struct owners {
    ct_w *fn_at, *ability_of;
} owners;

static bool find_owners(const ct_set *set, owners *o)
{
    o->fn_at = calloc((size_t)set->ncode + 1, sizeof *o->fn_at);
    o->ability_of = calloc((size_t)set->nfn + 1, sizeof *o->ability_of);
    if (!o->fn_at || !o->ability_of) return false;
    for (ct_w f = 0; f < set->nfn; f++)
        if (set->fn[f].code0 < set->ncode) o->fn_at[set->fn[f].code0] = f + 1;
    for (ct_w a = 0; a < set->nability; a++) {
        const ct_rec_ability *ab = &set->ability[a];
        for (ct_w i = 0; i < ab->nfns && ab->fn0 < set->nfn && i < set->nfn - ab->fn0; i++) {
            if (o->ability_of[ab->fn0 + i]) break; /* shared: the first is named */
            o->ability_of[ab->fn0 + i] = a + 1;
        }
    }
    return true;
}

static void print_code(const ct_set *set, const owners *o, FILE *out)
{
    for (ct_w pc = 0; pc < set->ncode; pc++) {
        ct_w fn = o->fn_at[pc];
        if (fn && o->ability_of[fn - 1]) {
            ct_w a = o->ability_of[fn - 1] - 1;
            fprintf(out, "; ability %u f%u: ", a, fn - 1 - set->ability[a].fn0);
            print_word(ct_result_words(), set->fn[fn - 1].result, out);
            fputc('\n', out);
        }
        fprintf(out, "%u: ", pc);
        ct_disasm_insn(set, &set->code[pc], pc, out);
        comment_insn(set, &set->code[pc], out);
        fputc('\n', out);
    }
}

static void print_words(const ct_w *words, uint32_t count, FILE *out)
{
    for (uint32_t i = 0; i < count; i++) {
        if (i % 16 == 0) fprintf(out, "%u:", i);
        fprintf(out, " %u%s", words[i], i % 16 == 15 || i + 1 == count ? "\n" : "");
    }
}

static void print_section(const ct_set *set, ct_section section, const owners *o, FILE *out)
{
    uint32_t count = ct_section_count(set, section);
    unsigned fields;
    ct_fields(section, &fields);
    if (section == CT_SEC_string || count == 0) return;
    fprintf(out, ".%s\n", ct_section_name(section));
    if (section == CT_SEC_code) {
        print_code(set, o, out);
    } else if (fields == 0) {
        print_words(ct_section_words(set, section), count, out);
    } else {
        for (uint32_t r = 0; r < count; r++) {
            fprintf(out, "%u: ", r);
            if (section == CT_SEC_sym)
                print_symbol(set, r, out);
            else
                print_record(set, section, r, out);
            fputc('\n', out);
        }
    }
}

bool ct_disasm_set(const ct_set *set, FILE *out)
{
    owners o = {NULL, NULL};
    bool fine = find_owners(set, &o);
    if (fine) {
        fprintf(out, ".cset %u\n", CT_SET_VERSION);
        for (unsigned s = 0; s < CT_NSECTIONS; s++)
            print_section(set, s, &o, out);
    }
    free(o.fn_at);
    free(o.ability_of);
    return fine;
}

/* ---- one ability --------------------------------------------------------------------------- */
/* Calls by what an ability is made of: a range of records, each on a line with its name. */
static void print_range(const ct_set *set, ct_section section, ct_w first, ct_w count, FILE *out)
{
    uint32_t limit = ct_section_count(set, section);
    for (ct_w i = 0; i < count && first < limit && i < limit - first; i++) {
        fprintf(out, "  %s %u: ", ct_section_name(section), first + i);
        print_record(set, section, first + i, out);
        fputc('\n', out);
        if (section == CT_SEC_effect) {
            const ct_rec_effect *e = &set->effect[first + i];
            print_range(set, CT_SEC_part, e->part0, e->nparts, out);
            print_range(set, CT_SEC_cost, e->cost0, e->ncosts, out);
        } else if (section == CT_SEC_mode) {
            const ct_rec_mode *m = &set->mode[first + i];
            print_range(set, CT_SEC_target, m->target0, m->ntargets, out);
            print_range(set, CT_SEC_cost, m->cost0, m->ncosts, out);
        }
    }
}

/* Effects and costs that instructions name belong to the ability too. */
static void print_named(const ct_set *set, const ct_insn *insn, FILE *out)
{
    if (insn->op >= CT_OP_COUNT_ || insn->imm == -1) return;
    if (ct_ops[insn->op].imm == 'x') print_range(set, CT_SEC_effect, (ct_w)insn->imm, 1, out);
    if (ct_ops[insn->op].imm == 'c')
        print_range(set, CT_SEC_cost, CT_COSTLIST_FIRST(insn->imm), CT_COSTLIST_COUNT(insn->imm),
                    out);
}

static void print_fn(const ct_set *set, const ct_rec_ability *ab, ct_w fn, FILE *out)
{
    const ct_rec_fn *rec = &set->fn[ab->fn0 + fn];
    fprintf(out, "  f%u: ", fn);
    print_word(ct_result_words(), rec->result, out);
    fputc('\n', out);
    for (ct_w pc = 0; pc < rec->ncode; pc++) {
        if (rec->code0 >= set->ncode || pc >= set->ncode - rec->code0) return;
        fprintf(out, "    %u: ", pc);
        ct_disasm_insn(set, &set->code[rec->code0 + pc], pc, out);
        comment_insn(set, &set->code[rec->code0 + pc], out);
        fputc('\n', out);
        print_named(set, &set->code[rec->code0 + pc], out);
    }
}

void ct_disasm_ability(const ct_set *set, ct_w ability, FILE *out)
{
    if (ability >= set->nability) return;
    const ct_rec_ability *ab = &set->ability[ability];
    fprintf(out, "ability %u: ", ability);
    print_record(set, CT_SEC_ability, ability, out);
    fputc('\n', out);
    print_range(set, CT_SEC_cost, ab->cost0, ab->ncosts, out);
    print_range(set, CT_SEC_target, ab->target0, ab->ntargets, out);
    print_range(set, CT_SEC_mode, ab->mode0, ab->nmodes, out);
    print_range(set, CT_SEC_trigger, ab->trig0, ab->ntrigs, out);
    print_range(set, CT_SEC_effect, ab->eff0, ab->neffs, out);
    for (ct_w fn = 0; fn < ab->nfns && ab->fn0 < set->nfn && fn < set->nfn - ab->fn0; fn++)
        print_fn(set, ab, fn, out);
}
