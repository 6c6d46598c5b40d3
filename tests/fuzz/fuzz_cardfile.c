/* Any bytes as a card file: read, formatted and found by name. What is read as correct and
 * formatted must be read as correct again, and be formatted already. */
#include "compiler/cardfmt.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The canonical form of the text in its own pool; copied into KEEP. */
static char *format(struct ct_arena *keep, const char *text, size_t size)
{
    struct ct_diags diags;
    struct ct_cardpool pool;
    const struct ct_source *source;
    const char *formatted = NULL;
    char *copy = NULL;

    ct_diags_init(&diags);
    ct_cardpool_init(&pool, &diags, 64u << 20);
    source = ct_source_from(&pool.arena, "fuzz.cards", text, size, &diags);
    if (source) formatted = ct_cardfile_format(&pool, source);
    for (const struct ct_printed_card *card = pool.cards; card; card = card->next)
        if (!ct_cardpool_find(&pool, card->name, strlen(card->name), NULL)) __builtin_trap();
    if (!formatted && !diags.errors && source) __builtin_trap();
    if (formatted) copy = ct_arena_strndup(keep, formatted, strlen(formatted));
    for (const struct ct_diag *diag = diags.first; diag; diag = diag->next)
        if (diag->source &&
            (diag->span.end < diag->span.start || diag->span.start > diag->source->len))
            __builtin_trap();
    ct_cardpool_free(&pool);
    ct_diags_free(&diags);
    return copy;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ct_arena keep;
    char *once, *twice;

    ct_arena_init(&keep, 0);
    once = format(&keep, (const char *)data, size);
    if (once) {
        twice = format(&keep, once, strlen(once));
        if (!twice || strcmp(once, twice) != 0) __builtin_trap();
    }
    ct_arena_free(&keep);
    return 0;
}
