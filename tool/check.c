/* cantrip check: compiles and says what is wrong; writes nothing. */
#include "tool/command.h"

#include "compiler/compile.h"

#include <stdio.h>

int ct_cmd_check(int argc, char **argv)
{
    bool json = false, roundtrip = false, good;
    const struct ct_flag options[] = {
        {"json", 0, &json, NULL}, {"roundtrip", 0, &roundtrip, NULL}, {0}};
    ct_compiler compiler;

    argc = ct_take_options(argc, argv, options);
    if (argc < 2) return ct_usage("check");
    good = ct_compiler_init(&compiler);
    for (int i = 1; i < argc; i++)
        good = ct_compiler_add_file(&compiler, argv[i]) && good;
    good = ct_compile_all(&compiler, 0) && good;
    good = ct_compile_examples(&compiler) && good;
    ct_show_diags(&compiler.diags, json);
    if (!json && good)
        printf("%u cards and %u definitions compile%s\n", compiler.pool.card_count,
               compiler.pool.definition_count, roundtrip ? " and read back" : "");
    if (!json && !good)
        fprintf(stderr, "%u error%s\n", compiler.diags.errors,
                compiler.diags.errors == 1 ? "" : "s");
    ct_compiler_fini(&compiler);
    return good ? CT_EXIT_FINE : CT_EXIT_INPUT;
}
