/* What the two halves of the verifier share: verify.c checks records, verify_code.c functions in
 * the context of their ability. Internal to the verifier.
 */
#ifndef CT_VERIFY_CODE_H
#define CT_VERIFY_CODE_H

#include "runtime/records.h"
#include "runtime/verify.h"

typedef struct ct_fn_facts { /* of a function of the ability at hand */
    uint8_t state;           /* 0 not looked at, 1 being looked at, 2 checked */
    uint8_t depth;           /* longest chain of calls below it */
    bool event;              /* needs the event at hand */
    uint16_t layers;         /* layers whose instructions it has */
    uint64_t writes[4];      /* slots it or its callees write */
} ct_fn_facts;

typedef struct ct_verifier {
    const ct_set *set;
    ct_verify_error *error;
    uint64_t work, limit;
    ct_w ability;             /* at hand */
    const ct_rec_ability *ab; /* the same */
    ct_fn_facts *facts;       /* of its functions */
    unsigned nesting;         /* of ct_verify_fn */
    struct {                  /* the fields of each section that are checked in context */
        uint8_t n, at[16];    /* indices into ct_fields(section) */
        const ct_field *field;
    } context[CT_NSECTIONS];
} ct_verifier;

/* Notes an error; always false, so that a check can return it. */
bool ct_verify_fail(ct_verifier *v, ct_verify_code code, ct_section section, ct_w record,
                    ct_w word);
/* Counts work; false when there is too much. */
bool ct_verify_spend(ct_verifier *v, uint64_t work);

/* Checks function FN (relative) of the ability at hand and all it calls. */
bool ct_verify_fn(ct_verifier *v, ct_w fn);

/* Checks the effects and costs that the instructions of FN name; all functions were checked. */
bool ct_verify_named_records(ct_verifier *v, ct_w fn);

/* Checks that FN may stand where a function with RESULT is wanted, with or without an event at
 * hand. Called for what a record names: the error is that record's. CT_NONE is fine. */
bool ct_verify_fn_use(ct_verifier *v, ct_w fn, ct_result result, bool event, ct_section section,
                      ct_w record, ct_w word);

/* The records an instruction or ability refers to, in the context of the ability at hand. */
bool ct_verify_effect(ct_verifier *v, ct_w effect);
bool ct_verify_costs(ct_verifier *v, ct_w first, ct_w count, bool event);

/* The type of a slot of the ability at hand; CT_NONE when it has no such slot. */
uint32_t ct_verify_slot_type(const ct_verifier *v, ct_w slot);

#endif
