/* Deck lists as people have them: "4 Name" a line, with or without set and number behind the name (Arena, Moxfield,
 * .dec), "SB:" or a heading before the sideboard, and the sections of Forge's and XMage's .dck. Only the main deck
 * is kept.
 *
 * A deck lives in the arena it was read into. */
#ifndef CT_DECKLIST_H
#define CT_DECKLIST_H

#include "compiler/diag.h"

struct ct_deck_line {
    const char *name;
    uint32_t count;
    struct ct_span span; /* of the name */
};

struct ct_decklist {
    const struct ct_source *source;
    struct ct_deck_line *lines;
    size_t nlines, room;
    uint32_t count; /* cards in all */
};

enum { CT_DECK_MOST = 1000 }; /* cards in a deck */

/* Reads a file. False after an error, which is reported. */
bool ct_decklist_read(struct ct_decklist *deck, struct ct_arena *arena, const char *path,
                      struct ct_diags *diags);

#endif
