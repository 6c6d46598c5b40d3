/* Set files: what is written is read, what is damaged is refused, cards are found by any name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compiler/asm.h"
#include "runtime/verify.h"
#include "set_example.h"

typedef struct bytes {
    uint8_t *data;
    size_t size;
} bytes;

static int keep(void *user, const void *data, size_t size)
{
    bytes *b = user;
    b->data = realloc(b->data, b->size + size);
    memcpy(b->data + b->size, data, size);
    b->size += size;
    return 0;
}

static int refuse(void *user, const void *data, size_t size)
{
    (void)user;
    (void)data;
    (void)size;
    return 7;
}

static ct_set *example(void)
{
    struct ct_asm_error error;
    ct_set *set = ct_asm(set_example, strlen(set_example), &error);
    if (!set) fail_msg("line %u: %s", error.line, error.message);
    return set;
}

static bytes image_of(const ct_set *set)
{
    bytes b = {NULL, 0};
    assert_int_equal(ct_set_write(set, keep, &b), 0);
    return b;
}

static void test_write_and_load(void **state)
{
    (void)state;
    ct_set *set = example(), again;
    bytes a = image_of(set);
    assert_int_equal(ct_set_load(&again, a.data, a.size), CT_SET_OK);
    bytes b = image_of(&again);
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.data, b.data, a.size);
    assert_true(ct_verify(&again, NULL));
    assert_int_equal(again.ncard, 1);
    assert_int_equal(again.code[2].op, CT_OP_NEXT);
    assert_int_equal(again.code[2].imm, 3);
    assert_int_equal((int32_t)again.face[0].toughness, -1);
    assert_int_equal(ct_set_write(set, refuse, NULL), 7);
    free(a.data);
    free(b.data);
    ct_set_close(&again);
    ct_set_free(set);
}

static void test_open(void **state)
{
    (void)state;
    char path[] = "/tmp/cantrip-set-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    ct_set *set = example(), opened;
    bytes image = image_of(set);
    assert_int_equal(write(fd, image.data, image.size), (ssize_t)image.size);
    assert_int_equal(ct_set_open(&opened, path), CT_SET_OK);
    assert_true(opened.mapped);
    assert_true(ct_verify(&opened, NULL));
    assert_int_equal(ct_set_find_card(&opened, "test bear", 9, NULL), 0);
    ct_set_close(&opened);
    assert_int_equal(ftruncate(fd, (off_t)image.size - 4), 0);
    assert_int_equal(ct_set_open(&opened, path), CT_SET_TRUNCATED);
    assert_int_equal(ftruncate(fd, 0), 0);
    assert_int_equal(ct_set_open(&opened, path), CT_SET_NOT_A_SET);
    close(fd);
    unlink(path);
    assert_int_equal(ct_set_open(&opened, path), CT_SET_IO);
    assert_int_equal(ct_set_open(&opened, "/tmp"), CT_SET_IO);
    free(image.data);
    ct_set_free(set);
}

static void expect_load(const bytes *image, size_t size, ct_set_status status)
{
    ct_set set;
    assert_string_equal(ct_set_status_text(ct_set_load(&set, image->data, size)),
                        ct_set_status_text(status));
    if (status == CT_SET_OK)
        ct_set_close(&set);
    else
        assert_null(set.image);
}

/* Every cut and every altered byte is noticed. */
static void test_damaged(void **state)
{
    (void)state;
    ct_set *set = example();
    bytes image = image_of(set);
    for (size_t size = 0; size < image.size; size++)
        expect_load(&image, size, size < 4 ? CT_SET_NOT_A_SET : CT_SET_TRUNCATED);
    for (size_t at = 0; at < image.size; at++) {
        ct_set altered;
        image.data[at] ^= 0x20;
        assert_int_not_equal(ct_set_load(&altered, image.data, image.size), CT_SET_OK);
        image.data[at] ^= 0x20;
    }
    expect_load(&image, image.size, CT_SET_OK);
    image.data[0]++;
    expect_load(&image, image.size, CT_SET_NOT_A_SET);
    image.data[0]--;
    image.data[4]++;
    expect_load(&image, image.size, CT_SET_OTHER_VERSION);
    image.data[4]--;
    image.data[8]++;
    expect_load(&image, image.size, CT_SET_OTHER_VERSION);
    image.data[8]--;
    image.data[image.size - 1]++;
    expect_load(&image, image.size, CT_SET_ALTERED);
    image.data[image.size - 1]--;
    image.data[24 + 3] = 0x7f; /* the offset of the first section, and the checksum made to fit */
    assert_true(ct_set_seal(image.data, image.size));
    expect_load(&image, image.size, CT_SET_BAD_TABLE);
    assert_false(ct_set_seal(image.data, 12));
    free(image.data);
    ct_set_free(set);
}

static void test_symbols(void **state)
{
    (void)state;
    ct_set *set = example();
    size_t len;
    assert_int_equal(ct_set_symbol(set, "ward", 4), 2);
    assert_int_equal(ct_set_symbol(set, "", 0), 0);
    assert_int_equal(ct_set_symbol(set, "war", 3), CT_NONE);
    assert_memory_equal(ct_set_text(set, 4, &len), "Bear", 4);
    assert_int_equal(len, 4);
    ct_set_text(set, 4000, &len);
    assert_int_equal(len, 0);
    ct_set_free(set);
}

static void expect_card(const ct_set *set, const char *name, ct_w card, ct_w face)
{
    ct_w found = 77;
    ct_w c = ct_set_find_card(set, name, strlen(name), &found);
    if (c != card || (c != CT_NONE && found != face))
        fail_msg("\"%s\": card %u, face %u", name, c, found);
}

static void test_names(void **state)
{
    (void)state;
    ct_set *set = example();
    expect_card(set, "Test Bear // Trail \"Snack\"", 0, CT_NONE);
    expect_card(set, "test bear", 0, 0);
    expect_card(set, "TRAIL \"SNACK\"", 0, 1);
    expect_card(set, "bÄR DER PRÜFUNG", 0, CT_NONE);
    expect_card(set, "Bärin", 0, CT_NONE);
    expect_card(set, "Bär der Prüfung // Bärin", 0, CT_NONE);
    expect_card(set, "Bär", CT_NONE, CT_NONE);
    expect_card(set, "Test", CT_NONE, CT_NONE);
    expect_card(set, "", CT_NONE, CT_NONE);
    expect_card(set, "Test Bear\xff", CT_NONE, CT_NONE);
    expect_card(set, "Wicked", CT_NONE, CT_NONE); /* a token is no card */
    ct_set_free(set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_write_and_load), cmocka_unit_test(test_open),
        cmocka_unit_test(test_damaged),        cmocka_unit_test(test_symbols),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
