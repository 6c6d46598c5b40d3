/* Hashing a card's code by content. records.def says what each word of a record is, ops.def what each
 * operand is: references are replaced by what they lead to, names and positions are left out. */
#include "compiler/codehash.h"

#include "runtime/records.h"

#include <stddef.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

enum { MAX_DEPTH = 64, BUFFERED = 256 };

struct hasher {
    const ct_set *set;
    XXH3_state_t state;
    uint32_t buffer[BUFFERED], nbuffered; /* words that the state has not seen yet */
    uint32_t depth;
    struct {
        uint32_t section, index;
    } open[MAX_DEPTH]; /* records that are being hashed: a cycle ends at one of them */
};

static void flush(struct hasher *h)
{
    XXH3_64bits_update(&h->state, h->buffer, h->nbuffered * sizeof h->buffer[0]);
    h->nbuffered = 0;
}

static void put(struct hasher *h, uint32_t word)
{
    if (h->nbuffered == BUFFERED)
        flush(h);
    h->buffer[h->nbuffered++] = word;
}

static void put_symbol(struct hasher *h, uint32_t symbol)
{
    const ct_rec_sym *s = &h->set->sym[symbol];
    put(h, s->len);
    flush(h);
    if (s->len)
        XXH3_64bits_update(&h->state, h->set->string + s->off, s->len);
}

static void put_record(struct hasher *h, ct_section section, uint32_t index);

/* What the words of a range in the word section are. */
static void put_words(struct hasher *h, const ct_field *field, uint32_t first, uint32_t count)
{
    bool face = field->section == CT_SEC_face;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t word = h->set->word[first + i];
        if (face && field->word == offsetof(ct_rec_face, sub0) / 4)
            put_symbol(h, word);
        else if (face)
            put_record(h, CT_SEC_keyword, word);
        else
            put(h, word);
    }
}

static void put_insn(struct hasher *h, const ct_insn *insn)
{
    put(h, insn->op);
    for (unsigned i = 0; i < ct_ops[insn->op].noperands; i++)
        put(h, ct_operand(insn, i));
    uint32_t imm = (uint32_t)insn->imm;
    switch (ct_ops[insn->op].imm) {
    case 's': put_symbol(h, imm); break;
    case 'f': put_record(h, CT_SEC_face, imm); break;
    case 'a': put_record(h, CT_SEC_ability, imm); break;
    case 't': put_record(h, CT_SEC_action, imm); break;
    case 'k': put_record(h, CT_SEC_keyword, imm); break;
    case 'm': put_record(h, CT_SEC_mana, imm); break;
    case 'x': put_record(h, CT_SEC_effect, imm); break;
    case 'c':
        if (imm == CT_NONE) {
            put(h, imm);
            break;
        }
        put(h, CT_COSTLIST_COUNT(imm));
        for (uint32_t i = 0; i < CT_COSTLIST_COUNT(imm); i++)
            put_record(h, CT_SEC_cost, CT_COSTLIST_FIRST(imm) + i);
        break;
    default: put(h, imm); break;
    }
}

static void put_range(struct hasher *h, const ct_field *field, uint32_t first, uint32_t count)
{
    put(h, count);
    if (field->arg == CT_SEC_word) {
        put_words(h, field, first, count);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        if (field->arg == CT_SEC_code)
            put_insn(h, &h->set->code[first + i]);
        else
            put_record(h, (ct_section)field->arg, first + i);
}

/* Names of cards and faces, and where things stand in a text, are not code. */
static bool is_code(const ct_field *field)
{
    switch (field->section) {
    case CT_SEC_card:
        return field->word != offsetof(ct_rec_card, name) / 4 &&
               field->word != offsetof(ct_rec_card, file) / 4 &&
               field->word != offsetof(ct_rec_card, line) / 4;
    case CT_SEC_face:
        return field->word != offsetof(ct_rec_face, card) / 4;
    case CT_SEC_ability:
        return field->word != offsetof(ct_rec_ability, source_off) / 4 &&
               field->word != offsetof(ct_rec_ability, source_len) / 4 &&
               field->word != offsetof(ct_rec_ability, line) / 4 &&
               field->word != offsetof(ct_rec_ability, text) / 4;
    case CT_SEC_mode: return field->word != offsetof(ct_rec_mode, text) / 4;
    default: return true;
    }
}

static void put_field(struct hasher *h, const ct_field *field, const ct_w *record)
{
    uint32_t word = record[field->word];
    switch (field->kind) {
    case CT_F_SYM: put_symbol(h, word); break;
    case CT_F_REF:
    case CT_F_OPT:
        if (word == CT_NONE)
            put(h, word);
        else
            put_record(h, (ct_section)field->arg, word);
        break;
    case CT_F_FROM: put_range(h, field, word, record[field->word + 1]); break;
    case CT_F_COUNT: break;
    default: put(h, word); break;
    }
}

static void put_record(struct hasher *h, ct_section section, uint32_t index)
{
    if (index == CT_NONE) {
        put(h, index);
        return;
    }
    for (uint32_t i = 0; i < h->depth; i++)
        if (h->open[i].section == (uint32_t)section && h->open[i].index == index) {
            put(h, i);
            return;
        }
    if (h->depth == MAX_DEPTH) {
        put(h, CT_NONE);
        return;
    }
    h->open[h->depth].section = (uint32_t)section;
    h->open[h->depth++].index = index;
    unsigned n;
    const ct_field *fields = ct_fields(section, &n);
    const ct_w *record = ct_section_words(h->set, section) + (size_t)index * ct_record_words(section);
    /* the name of a token is its own; the name of a card's face is not code */
    bool card_face = section == CT_SEC_face && h->set->face[index].card != CT_NONE;
    for (unsigned i = 0; i < n; i++)
        if (is_code(&fields[i]) &&
            !(card_face && fields[i].word == offsetof(ct_rec_face, name) / 4))
            put_field(h, &fields[i], record);
    h->depth--;
}

uint64_t ct_code_hash(const ct_set *set, uint32_t card)
{
    struct hasher h;
    h.set = set;
    h.nbuffered = h.depth = 0;
    XXH3_64bits_reset(&h.state);
    put_record(&h, CT_SEC_card, card);
    flush(&h);
    return XXH3_64bits_digest(&h.state);
}

uint64_t ct_emit_code_hash(const struct ct_emit *emit, uint32_t card)
{
    ct_set view = ct_emit_view(emit);

    return ct_code_hash(&view, card);
}
