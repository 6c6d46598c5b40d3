/* Any bytes as card data: each object is a card or an error, and diagnostics stay within their
 * texts. */
#include "compiler/carddata.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_all(const char *path)
{
    struct ct_diags diags;
    struct ct_cardpool pool;
    struct ct_carddata *reader;
    struct ct_printed_card *card;
    enum ct_carddata_result result;

    ct_diags_init(&diags);
    ct_cardpool_init(&pool, &diags, 64u << 20);
    reader = ct_carddata_open(path, &diags);
    if (reader) {
        while ((result = ct_carddata_next(reader, &pool, &card, NULL)) != CT_CARDDATA_END) {
            if (result == CT_CARDDATA_CARD)
                ct_cardpool_add(&pool, card);
            else if (!diags.errors)
                __builtin_trap();
        }
        ct_carddata_close(reader);
    }
    for (const struct ct_diag *diag = diags.first; diag; diag = diag->next)
        if (diag->source &&
            (diag->span.end < diag->span.start || diag->span.start > diag->source->len))
            __builtin_trap();
    ct_cardpool_free(&pool);
    ct_diags_free(&diags);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char path[64];
    FILE *file;

    if (!path[0]) snprintf(path, sizeof path, "/tmp/cantrip-fuzz-%d.jsonl", (int)getpid());
    file = fopen(path, "wb");
    if (!file) return 0;
    fwrite(data, 1, size, file);
    fclose(file);
    read_all(path);
    remove(path);
    return 0;
}
