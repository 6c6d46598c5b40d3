/* What one card object says. Between carddata.c and carddata_object.c only. */
#ifndef CT_CARDDATA_OBJECT_H
#define CT_CARDDATA_OBJECT_H

#include "compiler/cardfile.h"

/* The printed card of the object that is SOURCE's whole text; reports and returns NULL when it is
 * not one. *NAME (may be NULL) becomes its name, and *OUTSIDE (may be NULL) whether
 * it says that it is no card of the game (a layout that is not played, a joke card, a digital-only
 * one), also of one that is wrong elsewhere. */
struct ct_printed_card *ct_carddata_object(struct ct_cardpool *pool, const struct ct_source *source,
                                           const char **name, bool *outside);

/* Whether WANTED says yes to any name of the object. */
bool ct_carddata_wanted(const char *object, size_t len,
                        bool (*wanted)(void *context, const char *name), void *context);

#endif
