/* The mechanics that come with the compiler: the files of cards/mechanics, built into the library.
 * The bytes are constant and owned by the library. */
#ifndef CT_PRELUDE_H
#define CT_PRELUDE_H

#include <stddef.h>

struct ct_prelude_file {
    const char *name; /* "mechanics/explore.cards" */
    const char *text; /* UTF-8, followed by a NUL that is not counted */
    size_t len;
};

/* Ends with an entry whose name is NULL. */
extern const struct ct_prelude_file ct_prelude_files[];

#endif
