/* The assembler: reads the text that ct_disasm_set prints (runtime/disasm.h says its form) back
 * into a set. Made for tests and for looking at sets; it checks form only, the verifier does the
 * rest.
 */
#ifndef CT_ASM_H
#define CT_ASM_H

#include "runtime/set.h"

struct ct_asm_error {
    unsigned line;       /* from 1 */
    const char *message; /* constant; NULL when memory was refused */
};

/* The set of TEXT, to be freed with ct_set_free(); NULL and *ERROR on bad form. The set is not
 * verified. */
ct_set *ct_asm(const char *text, size_t len, struct ct_asm_error *error);

#endif
