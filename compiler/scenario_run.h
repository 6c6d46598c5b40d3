/* Plays a scenario: sets the position up, does the steps, checks what must be true. Choices are
 * made through decisions alone (runtime/decision.h). */
#ifndef CT_SCENARIO_RUN_H
#define CT_SCENARIO_RUN_H

#include "compiler/scenario_load.h"

/* Told while a scenario is played; either may be NULL. */
struct ct_sc_options {
    void *user;
    /* A phrase is about to be carried out or checked. */
    void (*on_phrase)(void *user, const struct ct_scenario *scenario,
                      const struct ct_sc_phrase *phrase);
    /* Something happened: in words, and the rule behind it ("704.5m"). */
    void (*on_event)(void *user, const char *text, const char *rule);
    /* How many choices the game asked for is added here; NULL: nobody counts. */
    unsigned *decisions;
};

/* True when everything was as the scenario says. Otherwise DIAGS has one more error, at the line
 * that failed, with the position in a note. OPTIONS may be NULL. */
bool ct_sc_play(struct ct_sc_session *session, const struct ct_scenario *scenario,
                const struct ct_sc_options *options, struct ct_diags *diags);

#endif
