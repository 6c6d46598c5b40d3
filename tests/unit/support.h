/* What the unit tests share. cmocka wants these headers before its own. */
#ifndef CT_TEST_SUPPORT_H
#define CT_TEST_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* All of a stream that was opened with tmpfile(); the caller frees it. */
static inline char *ct_test_contents(FILE *file)
{
    long len = ftell(file);
    char *text = calloc(1, (size_t)len + 1);

    rewind(file);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)len, file), (size_t)len);
    return text;
}

/* A new file with this text under the build directory's temporary names; the caller frees the path.
 */
static inline char *ct_test_file(const char *ending, const char *text, size_t len)
{
    char *path = NULL;
    int fd;
    FILE *file;

    assert_true(asprintf(&path, "/tmp/cantrip-test-XXXXXX%s", ending) > 0);
    fd = mkstemps(path, (int)strlen(ending));
    assert_true(fd >= 0);
    file = fdopen(fd, "wb");
    assert_int_equal(fwrite(text, 1, len, file), len);
    fclose(file);
    return path;
}

#endif
