/* Mana: bills, supplies, payment [CR 106, 118.3, 601.2g-h].
 *
 * A bill is the mana part of a cost, symbol by symbol.  A supply is what a
 * player could pay it with: the units in the mana pool, and what mana abilities
 * could add.  Whether a supply covers a bill is a matching of symbols with
 * units, so no order of payment can go wrong: any unit that is offered for
 * payment leaves a way to pay the rest.
 *
 * Bills and supplies are values on the C stack or in a task's locals; they own
 * nothing.
 */
#ifndef CT_MANA_H
#define CT_MANA_H

#include "runtime/task.h"

#define CT_MAX_PIPS 24u
#define CT_MAX_UNITS 64u

enum { CT_SPEND_COLOR = 1 /* mana as though of any color */, CT_SPEND_TYPE = 2 /* of any type */ };

typedef struct ct_bill {
    uint32_t npips, generic, spend_any;
    uint32_t pip[CT_MAX_PIPS]; /* CT_PIP_* */
} ct_bill;

typedef struct ct_supply {
    uint32_t n;                 /* units told apart */
    uint32_t more;              /* units beyond them, good for generic mana only */
    bool unlimited;             /* whatever is owed is paid (scenarios) */
    uint8_t mask[CT_MAX_UNITS]; /* types the unit can be, bits 0..5 WUBRGC */
    bool snow[CT_MAX_UNITS];
} ct_supply;

/* Adds a mana record to a bill, times over, each {X} being x; CT_NONE adds nothing. */
void ct_bill_add(const ct_game *g, ct_bill *b, uint32_t mana, uint32_t times, uint32_t x);
/* Takes generic mana off a bill, never below nothing [CR 118.7c]. */
void ct_bill_reduce(ct_bill *b, uint32_t generic);
uint32_t ct_bill_size(const ct_bill *b);

/* The units in a player's pool. */
void ct_supply_pool(const ct_game *g, unsigned player, ct_supply *s);
/* n more units, each of one of the types of mask. */
void ct_supply_add(ct_supply *s, uint32_t mask, bool snow, uint32_t n);
/* True if the supply covers the bill; life is what may be paid for Phyrexian symbols. */
bool ct_supply_covers(const ct_supply *s, const ct_bill *b, int32_t life);
/* The largest x such that nx times x more generic mana is still covered, at most 1000; -1: none. */
int32_t ct_supply_max_x(const ct_supply *s, const ct_bill *b, int32_t life, uint32_t nx);
/* How many symbols of the bill the supply covers at most. */
uint32_t ct_supply_rank(const ct_supply *s, const ct_bill *b);

/* What a spell lets be tapped or exiled instead of paying mana: convoke, improvise,
 * delve [CR 702.51a, 702.126a, 702.66a].  Each object pays one symbol. */
typedef struct ct_helper {
    ct_ent object;
    uint32_t mask;  /* colors it can pay for; generic mana in any case */
    uint32_t exile; /* exiled, else tapped */
} ct_helper;
#define CT_MAX_HELPERS 64u
/* Fills helper; spell: on the stack, or a card that is looked at.  Returns how many. */
uint32_t ct_mana_helpers(ct_game *g, unsigned player, ct_ent spell, ct_helper *helper);
/* Adds them to a supply. */
void ct_supply_helpers(ct_game *g, unsigned player, ct_ent spell, ct_supply *s);

/* Adds n units of mana of one type (bit 0..5) to a player's pool. */
void ct_mana_add(ct_game *g, unsigned player, uint32_t type, bool snow, uint32_t n, ct_ent source);
/* Empties the pools as a step or phase ends [CR 106.4, 500.5]. */
void ct_mana_empty(ct_game *g);
uint32_t ct_mana_count(const ct_game *g, unsigned player);

/* Pays a bill as a task; the player activates mana abilities on the way while
 * the pool does not cover it.  s->ret: 1 paid, 0 impossible.  s->ret2: what was
 * spent, colors in the low byte, amount above. */
void ct_start_pay_mana(ct_game *g, unsigned player, const ct_bill *b, ct_ent spent_on);
/* Of the types of mask, those that bring the payment under way (if any) nearer
 * to its end; the mask itself if none is under way or none does. */
uint32_t ct_mana_useful_types(const ct_game *g, unsigned player, uint32_t mask);

typedef struct ct_paymana_locals {
    uint32_t player, nchosen, spent, last;
    ct_ent spent_on;
    ct_bill bill;
    uint32_t chosen[CT_MAX_PIPS * 4]; /* kinds of the units chosen, see mana.c */
} ct_paymana_locals;

#endif
