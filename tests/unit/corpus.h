/* Where the card data is that some tests measure with. It is no part of the project: a test that finds none says
 * so and is skipped. */
#ifndef CT_TEST_CORPUS_H
#define CT_TEST_CORPUS_H

#include "support.h"

#include <unistd.h>

/* The path of cards.jsonl: CANTRIP_CORPUS, or beside the project. Skips the test when there is none. */
static inline const char *ct_test_corpus(void)
{
    const char *path = getenv("CANTRIP_CORPUS");

    if (!path) path = CT_SOURCE_DIR "/../shared/corpus/cards.jsonl";
    if (access(path, R_OK) != 0) path = CT_SOURCE_DIR "/../../shared/corpus/cards.jsonl";
    if (access(path, R_OK) != 0) {
        print_message("skipped: there is no card data\n");
        skip();
    }
    return path;
}

#endif
