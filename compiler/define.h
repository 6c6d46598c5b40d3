/* The words that card files bring along: mechanics by the heads of their definitions, tokens by
 * their names, and subtypes by the type lines they stand on. They go into the compilation's lexicon
 * before any rules text is read. */
#ifndef CT_DEFINE_H
#define CT_DEFINE_H

#include "compiler/compile.h"

/* Enters the name of what is defined. False when the head is none that a sentence could use, which
 * is reported, or when memory is refused. */
bool ct_define_words(struct ct_compiler *compiler, const struct ct_definition *definition);

/* Enters the subtypes of the type line of FACE [CR 205.3]. False when memory is refused. */
bool ct_define_subtypes(struct ct_compiler *compiler, const struct ct_printed_face *face);

/* The noun phrase that the body of a keyword action refers to by "that creature": the parameter
 * before its verb, or NULL when it has none or memory is refused. Lives in ARENA. */
ct_node *ct_define_subject(struct ct_compiler *compiler, struct ct_arena *arena,
                           const struct ct_definition *definition);

#endif
