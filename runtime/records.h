/* The shape of sets and instructions as tables: what verify.c checks, disasm.c prints and the
 * assembler reads. Made from records.def, ops.def and the tables of kinds; owns nothing.
 */
#ifndef CT_RECORDS_H
#define CT_RECORDS_H

#include "runtime/codes.h"
#include "runtime/set.h"

typedef enum ct_field_kind { /* see records.def */
                             CT_F_NUM,
                             CT_F_INT,
                             CT_F_UPTO,
                             CT_F_MASK,
                             CT_F_SYM,
                             CT_F_XNUM,
                             CT_F_REF,
                             CT_F_OPT,
                             CT_F_FROM,
                             CT_F_COUNT,
                             CT_F_LAYOUT,
                             CT_F_ABILITY,
                             CT_F_EFFECT,
                             CT_F_LAYER_ROW,
                             CT_F_COST,
                             CT_F_EVENT,
                             CT_F_SUB,
                             CT_F_KW,
                             CT_F_FN,
                             CT_F_SLOT
} ct_field_kind;

typedef struct ct_field {
    const char *name;
    uint8_t section; /* ct_section of the record */
    uint8_t kind;    /* ct_field_kind */
    uint16_t word;   /* which word of the record */
    uint32_t arg;
} ct_field;

/* The fields of a section's records in order; *N is 0 for sections that are not made of fields
 * (string, word, code, span, token, altname). */
const ct_field *ct_fields(ct_section section, unsigned *n);

/* The name of a section ("ability"), its first record and number of words in a record. */
const char *ct_section_name(ct_section section);
const ct_w *ct_section_words(const ct_set *set, ct_section section);
uint32_t ct_section_count(const ct_set *set, ct_section section);
unsigned ct_record_words(ct_section section);

typedef struct ct_op_info {
    const char *name;     /* "GETN" */
    const char *operands; /* the letters of ops.def before the slash */
    char imm;             /* the letter after it */
    uint8_t flags;        /* PURE ... */
    uint8_t noperands;
    const char *text; /* what it does */
} ct_op_info;
extern const ct_op_info ct_ops[CT_OP_COUNT_];

/* Operand I (0 is a) of an instruction. */
static inline uint16_t ct_operand(const ct_insn *insn, unsigned i)
{
    switch (i) {
    case 0:
        return insn->a;
    case 1:
        return insn->b;
    case 2:
        return insn->c;
    case 3:
        return insn->d;
    default:
        return insn->e;
    }
}

/* What a K operand of an instruction may hold: values below LIMIT; a layer instruction's LAYER. */
typedef struct ct_op_limit {
    uint16_t op, operand;
    uint32_t limit;
} ct_op_limit;
/* The limit of operand I of OP; 0x10000 when any constant will do. */
uint32_t ct_constant_limit(ct_op op, unsigned operand);
/* The layer a LAYER instruction belongs to (CR 613.1). */
ct_layer ct_op_layer(ct_op op);

/* A table of words: layouts, kinds of abilities, zones, properties ... */
typedef struct ct_words {
    const char *const *word;
    uint32_t count;
} ct_words;
ct_words ct_kind_words(ct_field_kind kind); /* LAYOUT ... EVENT, KW; count 0 for others */
ct_words ct_zone_words(void);
ct_words ct_rule_words(void);
ct_words ct_nprop_words(void);
ct_words ct_eprop_words(void);
ct_words ct_type_words(void);
ct_words ct_super_words(void);
ct_words ct_result_words(void);     /* "effect", "number" ... */
ct_words ct_fixed_slot_words(void); /* "this", "you" ... */

/* The index of a word in a table, CT_NONE when it is not there. */
uint32_t ct_find_word(ct_words words, const char *text, size_t len);

#endif
