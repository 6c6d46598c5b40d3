#include "compiler/intern.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

struct ct_intern_entry {
    const char *text;
    uint32_t len;
    uint32_t hash;
};

void ct_intern_init(struct ct_intern *table)
{
    *table = (struct ct_intern){0};
    ct_arena_init(&table->strings, 0);
}

void ct_intern_free(struct ct_intern *table)
{
    ct_arena_free(&table->strings);
    free(table->entries);
    free(table->slots);
    ct_intern_init(table);
}

/* The slot that holds the string, or the empty one where it belongs. */
static uint32_t *find_slot(const struct ct_intern *table, const char *text, size_t len,
                           uint32_t hash)
{
    uint32_t mask = table->slot_count - 1;

    for (uint32_t i = hash & mask;; i = (i + 1) & mask) {
        uint32_t sym = table->slots[i];
        const struct ct_intern_entry *entry = &table->entries[sym];
        if (!sym || (entry->hash == hash && entry->len == len &&
                     (len == 0 || memcmp(entry->text, text, len) == 0)))
            return &table->slots[i];
    }
}

static bool grow_entries(struct ct_intern *table)
{
    uint32_t capacity = table->capacity ? table->capacity * 2 : 64;
    struct ct_intern_entry *entries;

    if (capacity < table->capacity) return false;
    entries = realloc(table->entries, capacity * sizeof *entries);
    if (!entries) return false;
    table->entries = entries;
    table->capacity = capacity;
    if (!table->count) {
        entries[0] = (struct ct_intern_entry){.text = ""};
        table->count = 1;
    }
    return true;
}

static bool grow_slots(struct ct_intern *table)
{
    uint32_t count = table->slot_count ? table->slot_count * 2 : 128;
    uint32_t *slots = count > table->slot_count ? calloc(count, sizeof *slots) : NULL;

    if (!slots) return false;
    free(table->slots);
    table->slots = slots;
    table->slot_count = count;
    for (uint32_t sym = 1; sym < table->count; sym++) {
        const struct ct_intern_entry *entry = &table->entries[sym];
        *find_slot(table, entry->text, entry->len, entry->hash) = sym;
    }
    return true;
}

ct_sym ct_intern(struct ct_intern *table, const char *text, size_t len)
{
    uint32_t hash = (uint32_t)XXH3_64bits(text, len);
    uint32_t *slot;
    char *copy;

    if (len > UINT32_MAX) return 0;
    if (table->count >= table->capacity && !grow_entries(table)) return 0;
    if (table->count * 2 >= table->slot_count && !grow_slots(table)) return 0;
    slot = find_slot(table, text, len, hash);
    if (*slot) return *slot;
    copy = ct_arena_strndup(&table->strings, text, len);
    if (!copy) return 0;
    table->entries[table->count] = (struct ct_intern_entry){copy, (uint32_t)len, hash};
    return *slot = table->count++;
}

ct_sym ct_intern_find(const struct ct_intern *table, const char *text, size_t len)
{
    if (!table->slot_count || len > UINT32_MAX) return 0;
    return *find_slot(table, text, len, (uint32_t)XXH3_64bits(text, len));
}

const char *ct_sym_text(const struct ct_intern *table, ct_sym sym)
{
    return sym && sym < table->count ? table->entries[sym].text : "";
}

size_t ct_sym_len(const struct ct_intern *table, ct_sym sym)
{
    return sym && sym < table->count ? table->entries[sym].len : 0;
}
