/* The log: what happens, step by step, with the rule behind it.
 *
 * The runtime tells the sink in the handle (g->log), if there is one, after
 * each thing that happened.  Entries are for people and tests; nothing in the
 * game depends on them.
 */
#ifndef CT_LOG_H
#define CT_LOG_H

#include "runtime/state.h"

/* LOGKIND(name, "text"): %p player, %o object, %b other object or player, %n amount,
 * %s symbol, %z zone, %f zone it came from, %c so many counters of that kind and "is" or "are", %v the symbol as a verb
 * in the third person */
#define CT_LOG_KINDS(K)                                                                            \
    K(MOVED, "%o goes from %f to %z") K(ENTERED, "%o enters the battlefield under %p's control")   \
    K(DIED, "%o dies") K(DREW, "%p draws %o") K(DISCARDED, "%p discards %o")                       \
    K(SACRIFICED, "%p sacrifices %o") K(DESTROYED, "%o is destroyed")                              \
    K(DAMAGED, "%b deals %n damage to %o") K(GAINED_LIFE, "%p gains %n life")                      \
    K(LOST_LIFE, "%p loses %n life") K(TAPPED, "%o becomes tapped")                                \
    K(UNTAPPED, "%o becomes untapped") K(COUNTERS_PUT, "%c put on %o")           \
    K(COUNTERS_REMOVED, "%c removed from %o") K(CREATED, "%p creates %o")        \
    K(ATTACHED, "%o becomes attached to %b") K(UNATTACHED, "%o becomes unattached")                \
    K(CAST, "%p casts %o") K(PLAYED, "%p plays %o") K(ACTIVATED, "%p activates an ability of %o")  \
    K(TRIGGERED, "an ability of %o triggers") K(PUT_ON_STACK, "an ability of %o goes on the stack")\
    K(RESOLVES, "%o resolves") K(FIZZLES, "%o doesn't resolve: all its targets are illegal")       \
    K(COUNTERED, "%o is countered") K(CEASES, "%o ceases to exist")                                \
    K(TARGETS, "%o targets %b") K(CHOSE, "%p chooses %s") K(REVEALED, "%p reveals %o")             \
    K(SHUFFLED, "%p shuffles their library") K(SEARCHED, "%p searches a library")                  \
    K(KEYWORD_ACTION, "%o %v") K(REPLACED, "an effect of %b replaces what would happen to %o")    \
    K(PREVENTED, "%n damage to %o is prevented") K(STEP, "%p's %s begins")                         \
    K(TURN, "%p's turn %n begins") K(ATTACKS, "%o attacks %b") K(BLOCKS, "%o blocks %b")           \
    K(BLOCKED, "%o becomes blocked") K(LEGEND, "legend rule: %o goes to its owner's graveyard")    \
    K(ROLE, "%o is put into its owner's graveyard: a newer Role is on the same permanent")         \
    K(UNATTACHED_AURA, "%o is put into its owner's graveyard: it enchants nothing legally")        \
    K(TRANSFORMED, "%o transforms") K(CONTROL, "%p gains control of %o")                           \
    K(MANA, "%p gets %n mana from %o") K(PAID, "%p pays for %o") K(FLIPPED, "%p flips a coin: %s")  \
    K(NOT_CREATED, "%s is not created: it can't be attached to %b")                               \
    K(LOSES, "%p loses the game") K(WINS, "%p wins the game") K(MULLIGAN, "%p takes a mulligan")   \
    K(EXTRA_TURN, "%p takes an extra turn after this one") K(REGENERATED, "%o regenerates")

typedef enum ct_log_kind {
#define K(name, text) CT_LOG_##name,
    CT_LOG_KINDS(K)
#undef K
    CT_NLOG_KINDS
} ct_log_kind;

struct ct_log_entry {
    ct_log_kind kind;
    const char *rule; /* number in the Comprehensive Rules, "704.5m" */
    ct_ent player, obj, other;
    int32_t amount;
    uint32_t symbol;  /* of the set; 0: none */
    uint8_t from, to; /* zones */
};

/* Tells the sink, if there is one. */
void ct_log(const ct_game *g, const ct_log_entry *e);
#define CT_LOG(g, k, r, ...) do { if ((g)->log) ct_log((g), &(ct_log_entry){.kind = CT_LOG_##k, .rule = (r), __VA_ARGS__}); } while (0)

/* The entry in English, without a full stop, at most size - 1 bytes and always
 * terminated; returns its length.  Players are named by names[index] (NULL: "player 1"). */
size_t ct_log_text(const ct_game *g, const ct_log_entry *e, const char *const *names, char *out, size_t size);
const char *ct_log_kind_name(ct_log_kind kind);

#endif
