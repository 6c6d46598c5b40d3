/* The verifier: decides whether an image may be used at all. Everything in an image is untrusted;
 * what ct_verify accepts can be executed without further checks of indices, types of slots, jumps
 * or the end of loops (how long they take is bounded at run time, vm.h).
 */
#ifndef CT_VERIFY_H
#define CT_VERIFY_H

#include "runtime/set.h"

typedef enum ct_verify_code {
#define VERR(name, text) CT_VERR_##name,
#include "runtime/verify.def"
#undef VERR
    CT_NVERIFY_CODES
} ct_verify_code;

#define CT_MAX_CALL_DEPTH 16u /* of functions of one ability, CALLN and predicates alike */
#define CT_MAX_LOOPS 64u      /* of one function */

/* Where and why. Members that do not apply are CT_NONE. */
typedef struct ct_verify_error {
    ct_verify_code code;
    ct_section section; /* of the record at fault */
    ct_w record;        /* its index */
    ct_w word;          /* the word of it at fault */
    ct_w ability;       /* the ability in whose context it was checked */
    ct_w fn, pc;        /* relative to the ability and the function */
} ct_verify_error;

/* Checks everything in a loaded set. True: it can be used. False: *ERROR (may be NULL) says why
 * not. Takes memory for the length of the call only. */
bool ct_verify(const ct_set *set, ct_verify_error *error);

/* Checks the abilities from FIRST on, in a set whose records are known to be well-formed: for the
 * compiler, which has each card's code checked as it makes it. */
bool ct_verify_abilities(const ct_set *set, ct_w first, ct_verify_error *error);

const char *ct_verify_text(ct_verify_code code);

/* Writes the error in words, with its place, into BUFFER; returns BUFFER. */
char *ct_verify_message(const ct_verify_error *error, char *buffer, size_t size);

#endif
