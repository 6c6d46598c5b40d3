/* Cards as data: Scryfall's card objects, one a line or in an array, read one at a time, so that a
 * file of any size needs the memory of one card. Gives the same printed cards as a card file does;
 * their rules text is a source of its own, named after file, line and card.
 *
 * A reader borrows its pool's diagnostics and owns its buffer. */
#ifndef CT_CARDDATA_H
#define CT_CARDDATA_H

#include "compiler/cardfile.h"

enum {
    CT_OBJECT_MAX = 1024 * 1024, /* bytes of one card object */
};

struct ct_carddata;

enum ct_carddata_result { CT_CARDDATA_CARD, CT_CARDDATA_BAD, CT_CARDDATA_END };

/* Opens a file ("-" is standard input); reports and returns NULL when that fails. */
struct ct_carddata *ct_carddata_open(const char *path, struct ct_diags *diags);
void ct_carddata_close(struct ct_carddata *data);

/* Reads the next object into *CARD, which lives in POOL's arena and is not added to the pool. BAD:
 * what is wrong was reported, and reading goes on behind it; *CARD is then NULL. NAME (may be NULL)
 * becomes the object's name where it has one, also when it is bad. */
enum ct_carddata_result ct_carddata_next(struct ct_carddata *data, struct ct_cardpool *pool,
                                         struct ct_printed_card **card, const char **name);

/* The line on which the object that was read last begins. */
uint32_t ct_carddata_line(const struct ct_carddata *data);

/* Whether that object says of itself that it is no card of the game, also when it is bad. */
bool ct_carddata_outside(const struct ct_carddata *data);

/* Adds every card of the file to the pool. False when anything was reported. */
bool ct_carddata_load(struct ct_cardpool *pool, const char *path);

/* Adds those cards of the file for which WANTED says yes to the whole name ("A // B") or the name
 * of a face; what is wrong with other cards is not reported, nor are they parsed. */
bool ct_carddata_load_named(struct ct_cardpool *pool, const char *path,
                            bool (*wanted)(void *context, const char *name), void *context);

#endif
