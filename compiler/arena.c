#include "compiler/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ct_arena_chunk {
    struct ct_arena_chunk *older;
    size_t size; /* of data */
    size_t used;
    max_align_t data[];
};

enum { FIRST_CHUNK = 16 * 1024, LARGEST_CHUNK = 1024 * 1024 };

void ct_arena_init(struct ct_arena *arena, size_t limit)
{
    *arena = (struct ct_arena){.limit = limit};
}

void ct_arena_free(struct ct_arena *arena)
{
    while (arena->chunk) {
        struct ct_arena_chunk *older = arena->chunk->older;
        free(arena->chunk);
        arena->chunk = older;
    }
    ct_arena_init(arena, arena->limit);
}

void ct_arena_reset(struct ct_arena *arena)
{
    struct ct_arena_chunk *keep = arena->chunk;

    arena->failed = false;
    if (!keep) return;
    while (keep->older) {
        struct ct_arena_chunk *older = keep->older;
        keep->older = older->older;
        arena->total -= sizeof *older + older->size;
        free(older);
    }
    keep->used = 0;
}

static struct ct_arena_chunk *add_chunk(struct ct_arena *arena, size_t need)
{
    size_t size = arena->chunk ? arena->chunk->size * 2 : FIRST_CHUNK;
    struct ct_arena_chunk *chunk;

    if (size > LARGEST_CHUNK) size = LARGEST_CHUNK;
    if (size < need) size = need;
    if (size > SIZE_MAX - sizeof *chunk) return NULL;
    if (arena->limit && sizeof *chunk + size > arena->limit - arena->total) {
        /* Close to the limit, take what is needed and no more. */
        size = need;
        if (sizeof *chunk + size > arena->limit - arena->total) return NULL;
    }
    chunk = malloc(sizeof *chunk + size);
    if (!chunk) return NULL;
    chunk->older = arena->chunk;
    chunk->size = size;
    chunk->used = 0;
    arena->chunk = chunk;
    arena->total += sizeof *chunk + size;
    return chunk;
}

void *ct_arena_alloc(struct ct_arena *arena, size_t size)
{
    const size_t align = _Alignof(max_align_t);
    struct ct_arena_chunk *chunk = arena->chunk;
    void *block;

    if (size > SIZE_MAX / 2) {
        arena->failed = true;
        return NULL;
    }
    size = size ? (size + align - 1) / align * align : align;
    if (!chunk || chunk->size - chunk->used < size) chunk = add_chunk(arena, size);
    if (!chunk) {
        arena->failed = true;
        return NULL;
    }
    block = (char *)chunk->data + chunk->used;
    chunk->used += size;
    return memset(block, 0, size);
}

void *ct_arena_array(struct ct_arena *arena, size_t count, size_t size)
{
    size_t bytes;

    if (__builtin_mul_overflow(count, size, &bytes)) {
        arena->failed = true;
        return NULL;
    }
    return ct_arena_alloc(arena, bytes);
}

char *ct_arena_strndup(struct ct_arena *arena, const char *text, size_t len)
{
    char *copy = len < SIZE_MAX ? ct_arena_alloc(arena, len + 1) : NULL;

    if (copy && len) memcpy(copy, text, len);
    return copy;
}

char *ct_arena_printf(struct ct_arena *arena, const char *format, ...)
{
    va_list args;
    char *text = NULL;
    int len;

    va_start(args, format);
    len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (len >= 0) text = ct_arena_alloc(arena, (size_t)len + 1);
    if (!text) return NULL;
    va_start(args, format);
    vsnprintf(text, (size_t)len + 1, format, args);
    va_end(args);
    return text;
}

void *ct_arena_grow(struct ct_arena *arena, void *items, size_t count, size_t *capacity,
                    size_t size)
{
    size_t more = *capacity ? *capacity * 2 : 8;
    void *grown;

    if (count < *capacity) return items;
    grown = ct_arena_array(arena, more, size);
    if (!grown) return NULL;
    if (count) memcpy(grown, items, count * size);
    *capacity = more;
    return grown;
}
