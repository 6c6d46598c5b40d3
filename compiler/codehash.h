/* The code of a card as one number: a hash of everything its bytecode is, and of nothing else.
 *
 * Records are followed from the card through faces, abilities, functions, keywords, tokens and keyword
 * actions by content, so the number depends neither on the card's name nor on where in a set, a file or a
 * text anything stands, nor on the numbering of records and symbols. Two cards that do the same in the same way
 * have the same code; a change of meaning changes it (compiler/probe.h relies on that). */
#ifndef CT_CODEHASH_H
#define CT_CODEHASH_H

#include "compiler/emit.h"
#include "runtime/set.h"

/* The hash of card record CARD of a set that is valid (just emitted, or verified). */
uint64_t ct_code_hash(const ct_set *set, uint32_t card);

/* The same while the image is being built. */
uint64_t ct_emit_code_hash(const struct ct_emit *emit, uint32_t card);

#endif
