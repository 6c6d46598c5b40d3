/* cantrip test: plays scenarios and says which hold. */
#include "tool/command.h"

#include "compiler/scenario_run.h"
#include "tool/scenarios.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

struct report {
    unsigned passed, failed;
    bool json, colour;
    json_t *scenarios; /* NULL unless json */
};

static json_t *ids_of(const struct ct_scenario *scenario)
{
    json_t *ids = json_array();

    for (const struct ct_sc_text *t = scenario ? scenario->ids : NULL; t; t = t->next)
        json_array_append_new(ids, json_string(t->text));
    return ids;
}

/* The first diagnostic whose place is in a part of the file, or that has no place. */
static const struct ct_diag *first_in(const struct ct_diags *diags, uint32_t start, uint32_t end)
{
    const struct ct_diag *diag = diags->first;

    while (diag && diag->source && (diag->span.start < start || diag->span.start >= end))
        diag = diag->next;
    return diag;
}

static void add_json(struct report *report, const char *file, const struct ct_scenario *scenario,
                     const struct ct_diag *diag, bool passed)
{
    json_t *entry = json_object();

    json_object_set_new(entry, "file", json_string(file));
    json_object_set_new(entry, "name", json_string(scenario ? scenario->name : ""));
    json_object_set_new(entry, "ids", ids_of(scenario));
    json_object_set_new(entry, "status", json_string(passed ? "passed" : "failed"));
    if (!passed) {
        uint32_t line =
            diag && diag->source ? ct_source_place(diag->source, diag->span.start).line : 0;

        json_object_set_new(entry, "line", json_integer(line));
        json_object_set_new(entry, "message", json_string(diag ? diag->message : "it failed"));
    }
    json_array_append_new(report->scenarios, entry);
}

static void add_result(struct report *report, const char *file, const struct ct_scenario *scenario,
                       const struct ct_diag *diag, bool passed)
{
    if (passed)
        report->passed++;
    else
        report->failed++;
    if (report->scenarios) {
        add_json(report, file, scenario, diag, passed);
    } else if (!passed) {
        printf("FAILED %s: %s\n", file, scenario ? scenario->name : "the file");
    }
}

static void print_diag(const struct report *report, const struct ct_diag *diag)
{
    if (!report->json && diag)
        ct_diag_print(stdout, diag, report->colour ? CT_DIAG_COLOUR : CT_DIAG_TEXT);
}

static void test_scenario(struct report *report, struct ct_sc_session *session, const char *file,
                          const struct ct_scenario *scenario)
{
    uint32_t end = scenario->next ? scenario->next->span.start : session->source->len + 1;
    const struct ct_diag *diag;
    struct ct_diags diags;

    if (scenario->broken) {
        diag = first_in(&session->diags, scenario->span.start, end);
        add_result(report, file, scenario, diag, false);
        for (; diag; diag = diag->next)
            if (diag->span.start < end) print_diag(report, diag);
        return;
    }
    ct_diags_init(&diags);
    bool passed = ct_sc_play(session, scenario, NULL, &diags);
    add_result(report, file, scenario, diags.first, passed);
    for (diag = diags.first; diag; diag = diag->next)
        print_diag(report, diag);
    ct_diags_free(&diags);
}

static void test_file(void *context, const char *file)
{
    struct report *report = context;
    struct ct_sc_session session;

    if (ct_sc_open(&session, file)) {
        const struct ct_scenario *first = session.file->scenarios;
        uint32_t head = first ? first->span.start : session.source->len + 1;
        const struct ct_diag *diag = first_in(&session.diags, 0, head);

        if (diag) {
            add_result(report, file, NULL, diag, false);
            print_diag(report, diag);
        }
        for (const struct ct_scenario *s = first; s; s = s->next)
            test_scenario(report, &session, file, s);
    } else {
        add_result(report, file, NULL, session.diags.first, false);
        for (const struct ct_diag *d = session.diags.first; d; d = d->next)
            print_diag(report, d);
    }
    ct_sc_close(&session);
}

static int finish(struct report *report)
{
    unsigned total = report->passed + report->failed;

    if (report->scenarios) {
        json_t *all = json_object();

        json_object_set_new(all, "passed", json_integer(report->passed));
        json_object_set_new(all, "failed", json_integer(report->failed));
        json_object_set_new(all, "scenarios", report->scenarios);
        json_dumpf(all, stdout, JSON_INDENT(2));
        putchar('\n');
        json_decref(all);
    } else {
        printf("%u passed, %u failed\n", report->passed, report->failed);
    }
    if (total == 0) fputs("cantrip test: there are no scenarios\n", stderr);
    return report->failed == 0 && total > 0 ? CT_EXIT_FINE : CT_EXIT_INPUT;
}

int ct_cmd_test(int argc, char **argv)
{
    struct report report = {0};
    const char *engine = NULL;
    const struct ct_flag options[] = {
        {"json", 0, &report.json, NULL},
        {"engine", 0, NULL, &engine},
        {NULL, 0, NULL, NULL},
    };

    argc = ct_take_options(argc, argv, options);
    if (argc < 0) return CT_EXIT_USAGE;
    if (argc < 2) return ct_usage("test");
    if (engine && strcmp(engine, "vm") != 0) {
        fprintf(stderr, "cantrip test: this build has no engine '%s', only vm\n", engine);
        return CT_EXIT_USAGE;
    }
    if (report.json) report.scenarios = json_array();
    report.colour = ct_diag_format_for(stdout) == CT_DIAG_COLOUR;
    for (int i = 1; i < argc; i++)
        if (!ct_each_scenario_file(argv[i], test_file, &report)) {
            fprintf(stderr, "cantrip test: there is no file or folder '%s'\n", argv[i]);
            json_decref(report.scenarios);
            return CT_EXIT_USAGE;
        }
    return finish(&report);
}
