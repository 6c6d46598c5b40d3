/* A set from a stranger, as a file or as text: loaded, verified, listed, and played with when the
 * verifier accepts it. The checksum is made to fit, so that what lies behind it is reached. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/asm.h"
#include "exercise.h"
#include "runtime/disasm.h"
#include "runtime/verify.h"

/* Whatever the set, its listing is made; of an accepted one it can be read back. */
static void list(const ct_set *set, bool accepted)
{
    char *text = NULL;
    size_t size;
    struct ct_asm_error error;
    FILE *out = open_memstream(&text, &size);
    if (!out) return;
    ct_disasm_set(set, out);
    fclose(out);
    if (accepted) {
        ct_set *again = ct_asm(text, size, &error);
        FUZZ_PROMISE(again);
        ct_set_free(again);
    }
    free(text);
}

/* The text of a set is as good as its bytes: changes to it stay closer to what is accepted. */
static bool assemble(ct_set *set, const uint8_t *data, size_t size)
{
    struct ct_asm_error error;
    if (size < 5 || memcmp(data, ".cset", 5) != 0) return false;
    ct_set *made = ct_asm((const char *)data, size, &error);
    if (!made) return false;
    *set = *made; /* what it owns moves over */
    free(made);
    return true;
}

static bool load(ct_set *set, const uint8_t *data, size_t size)
{
    uint8_t *image = malloc(size ? size : 1);
    if (!image) return false;
    memcpy(image, data, size);
    if (size > 4 && memcmp(data, "CSET", 4) == 0) ct_set_seal(image, size);
    bool loaded = ct_set_load(set, image, size) == CT_SET_OK;
    free(image);
    return loaded;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ct_set set;
    ct_verify_error error;
    char message[256];
    uint64_t seed = size;
    if (!assemble(&set, data, size) && !load(&set, data, size)) return 0;
    bool accepted = ct_verify(&set, &error);
    if (!accepted) ct_verify_message(&error, message, sizeof message);
    list(&set, accepted);
    ct_set_find_card(&set, "a name", 6, NULL);
    for (size_t i = 0; i < size; i += 64)
        seed = seed * 31 + data[i];
    if (accepted) exercise_set(&set, seed);
    ct_set_close(&set);
    return 0;
}
