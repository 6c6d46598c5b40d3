/* cantrip run: tells scenarios step by step, each happening with the rule behind it. */
#include "tool/command.h"

#include "compiler/scenario_run.h"

#include <stdio.h>
#include <string.h>

enum { RULE_COLUMN = 76 };

struct story {
    const struct ct_source *source;
    const struct ct_sc_phrase *last;
};

/* Columns that a UTF-8 text takes, one for each code point. */
static int width(const char *text)
{
    int columns = 0;

    for (; *text; text++)
        columns += ((unsigned char)*text & 0xc0) != 0x80;
    return columns;
}

static void on_phrase(void *user, const struct ct_scenario *scenario,
                      const struct ct_sc_phrase *phrase)
{
    static const char *const sections[] = {
        [CT_SC_GIVEN] = "given", [CT_SC_WHEN] = "when", [CT_SC_THEN] = "then"};
    struct story *story = user;

    (void)scenario;
    if (!story->last || story->last->section != phrase->section)
        printf("%s\n", sections[phrase->section]);
    printf("  %.*s\n", (int)(phrase->span.end - phrase->span.start),
           story->source->text + phrase->span.start);
    story->last = phrase;
}

static void on_event(void *user, const char *text, const char *rule)
{
    int pad = RULE_COLUMN - 6 - width(text);

    (void)user;
    printf("      %s%*s[CR %s]\n", text, pad > 2 ? pad : 2, "", rule ? rule : "");
}

static bool tell(struct ct_sc_session *session, const struct ct_scenario *scenario)
{
    struct story story = {.source = session->source};
    const struct ct_sc_options options = {
        .user = &story, .on_phrase = on_phrase, .on_event = on_event};
    struct ct_diags diags;
    bool passed;

    ct_diags_init(&diags);
    printf("scenario \"%s\"\n", scenario->name);
    passed = ct_sc_play(session, scenario, &options, &diags);
    if (passed)
        puts("All of it is so.\n");
    else
        ct_show_diags(&diags, false);
    ct_diags_free(&diags);
    return passed;
}

static int run_file(const char *file)
{
    struct ct_sc_session session;
    bool fine = ct_sc_open(&session, file);

    if (session.diags.errors) {
        ct_show_diags(&session.diags, false);
        fine = false;
    }
    if (session.file && !session.file->scenarios) {
        fprintf(stderr, "cantrip run: there is no scenario in '%s'\n", file);
        fine = false;
    }
    for (const struct ct_scenario *s = session.file ? session.file->scenarios : NULL; s;
         s = s->next)
        if (!s->broken) fine = tell(&session, s) && fine;
    ct_sc_close(&session);
    return fine ? CT_EXIT_FINE : CT_EXIT_INPUT;
}

int ct_cmd_run(int argc, char **argv)
{
    static const struct ct_flag options[] = {{NULL, 0, NULL, NULL}};

    argc = ct_take_options(argc, argv, options);
    if (argc < 0) return CT_EXIT_USAGE;
    if (argc != 2) return ct_usage("run");
    return run_file(argv[1]);
}
