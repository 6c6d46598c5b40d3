/* Any bytes as a file of scenarios: parsed, its cards compiled, and what was understood played. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>

#include "compiler/scenario_run.h"

enum { SCENARIOS_MOST = 4 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ct_sc_session session;
    int played = 0;

    if (ct_sc_open_text(&session, "fuzz", (const char *)data, size))
        for (const struct ct_scenario *s = session.file->scenarios; s && played < SCENARIOS_MOST;
             s = s->next) {
            struct ct_diags diags;
            bool passed;

            if (s->broken) continue;
            ct_diags_init(&diags);
            passed = ct_sc_play(&session, s, NULL, &diags);
            /* it holds, or it is said why not */
            FUZZ_PROMISE(passed == (diags.errors == 0));
            ct_diags_free(&diags);
            played++;
        }
    else
        FUZZ_PROMISE(session.diags.errors > 0);
    ct_sc_close(&session);
    return 0;
}
