/* Damaged sets: flipping bits of a good image (and making its checksum fit) never does worse than
 * being refused or playing nonsense. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "compiler/asm.h"
#include "runtime/verify.h"
#include "set_example.h"
#include "tests/fuzz/exercise.h"

typedef struct bytes {
    uint8_t *data;
    size_t size;
} bytes;

static int keep(void *user, const void *data, size_t size)
{
    bytes *b = user;
    b->data = malloc(size);
    b->size = size;
    memcpy(b->data, data, size);
    return 0;
}

static bytes example_image(void)
{
    struct ct_asm_error error;
    bytes image = {NULL, 0};
    ct_set *set = ct_asm(set_example, strlen(set_example), &error);
    assert_non_null(set);
    assert_int_equal(ct_set_write(set, keep, &image), 0);
    ct_set_free(set);
    return image;
}

/* Loads, verifies and, when that is fine, plays. True: it was accepted. */
static bool try_image(bytes *image, uint64_t seed)
{
    ct_set set;
    ct_set_seal(image->data, image->size);
    if (ct_set_load(&set, image->data, image->size) != CT_SET_OK) return false;
    bool accepted = ct_verify(&set, NULL);
    if (accepted) exercise_set(&set, seed);
    ct_set_close(&set);
    return accepted;
}

static void test_every_bit(void **state)
{
    (void)state;
    bytes image = example_image();
    unsigned accepted = 0, refused = 0;
    for (size_t bit = 32; bit < image.size * 8; bit += 3) { /* not the magic number */
        image.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        if (try_image(&image, bit))
            accepted++;
        else
            refused++;
        image.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    assert_true(try_image(&image, 0)); /* all was put back */
    assert_true(accepted > 100);
    assert_true(refused > 1000);
    free(image.data);
}

static void test_many_bits(void **state)
{
    (void)state;
    uint64_t seed = 7;
    bytes image = example_image();
    uint8_t *good = malloc(image.size);
    memcpy(good, image.data, image.size);
    for (int round = 0; round < 2000; round++) {
        memcpy(image.data, good, image.size);
        unsigned n = 1 + exercise_random(&seed) % 4;
        for (unsigned i = 0; i < n; i++)
            image.data[24 + exercise_random(&seed) % (image.size - 24)] ^=
                (uint8_t)(1u << exercise_random(&seed) % 8);
        try_image(&image, seed);
    }
    free(good);
    free(image.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_bit),
                                       cmocka_unit_test(test_many_bits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
