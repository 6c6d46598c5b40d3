/* Probes: is any word of a text read and forgotten?
 *
 * A probe changes one place in the rules text of a card that compiles and compiles it again. No expected value is
 * needed to judge the result:
 *   - a word replaced by nonsense must be refused, with the caret on the nonsense;
 *   - a text with a word taken out must be refused, or be other code (or be excused: probe_excuses.def);
 *   - a text with words swapped for others of another meaning must be refused, or be other code
 *     (probe_swaps.def). */
#ifndef CT_PROBE_H
#define CT_PROBE_H

#include "compiler/compile.h"

enum ct_probe_kind { CT_PROBE_GLEEPS, CT_PROBE_DELETE, CT_PROBE_SWAP, CT_PROBE_KINDS };

struct ct_probe_failure {
    enum ct_probe_kind kind;
    const struct ct_printed_card *card;
    uint32_t face;
    const char *words;   /* what was taken out or replaced */
    const char *instead; /* "" when nothing */
    const char *text;    /* the changed rules text */
    bool caret;          /* it was refused, but not at the nonsense */
};

struct ct_probe_report {
    uint32_t cards;                  /* that compiled and so were probed */
    uint32_t tried[CT_PROBE_KINDS];  /* changed texts */
    uint32_t compiled[CT_PROBE_KINDS]; /* of them, accepted (with other code, unless failed) */
    uint32_t failed[CT_PROBE_KINDS];
    uint32_t excused;
};

typedef void ct_probe_found(void *user, const struct ct_probe_failure *failure);

/* Probes CARD, which need not compile (then nothing happens), with every kind of which bit 1 << kind is in
 * KINDS. FOUND (may be NULL) hears of each failure. The compiler's diagnostics are cleared. False when memory
 * is refused. */
bool ct_probe_card(ct_compiler *compiler, const struct ct_printed_card *card, unsigned kinds,
                   struct ct_probe_report *report, ct_probe_found *found, void *user);

#endif
