/* Cards and definitions by their names. */
#include "compiler/cardfile.h"

#include "compiler/carddata.h"
#include "compiler/prelude.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <utf8proc.h>
#include <xxhash.h>

/* How well a name names its card: the lower goes before the higher. */
enum name_rank { RANK_WHOLE, RANK_FACE, RANK_FOREIGN };

struct ct_name_slot {
    uint64_t hash; /* of the folded name; two names of one hash are one name */
    struct ct_printed_card *card;
    uint32_t face;
    enum name_rank rank;
};

void ct_cardpool_init(struct ct_cardpool *pool, struct ct_diags *diags, size_t limit)
{
    *pool = (struct ct_cardpool){.diags = diags};
    ct_arena_init(&pool->arena, limit);
    pool->cards_end = &pool->cards;
    pool->definitions_end = &pool->definitions;
}

void ct_cardpool_free(struct ct_cardpool *pool)
{
    ct_arena_free(&pool->arena);
    free(pool->slots);
    ct_cardpool_init(pool, pool->diags, pool->arena.limit);
}

void ct_cardpool_reset(struct ct_cardpool *pool)
{
    ct_arena_reset(&pool->arena);
    if (pool->name_count) memset(pool->slots, 0, pool->slot_count * sizeof *pool->slots);
    pool->cards = NULL;
    pool->cards_end = &pool->cards;
    pool->definitions = NULL;
    pool->definitions_end = &pool->definitions;
    pool->card_count = pool->definition_count = pool->name_count = 0;
}

/* ---- names ---------------------------------------------------------------------------------- */

/* The hash of a name without case and without the ways of writing one character; 0 when memory is
 * refused. */
static uint64_t fold_hash(const char *name, size_t len)
{
    char folded[256];
    utf8proc_uint8_t *mapped = NULL;
    utf8proc_ssize_t size;
    uint64_t hash;
    size_t i = 0;

    while (len && *name == ' ') {
        name++;
        len--;
    }
    while (len && name[len - 1] == ' ')
        len--;
    if (len < sizeof folded)
        while (i < len && (unsigned char)name[i] < 0x80) {
            folded[i] = (char)tolower((unsigned char)name[i]);
            i++;
        }
    if (i == len) return XXH3_64bits(folded, len) | 1;
    size = utf8proc_map((const utf8proc_uint8_t *)name, (utf8proc_ssize_t)len, &mapped,
                        UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD);
    if (size < 0) return 0;
    hash = XXH3_64bits(mapped, (size_t)size) | 1;
    free(mapped);
    return hash;
}

static struct ct_name_slot *slot_of(const struct ct_cardpool *pool, uint64_t hash)
{
    uint32_t mask = pool->slot_count - 1;
    uint32_t i = (uint32_t)hash & mask;

    while (pool->slots[i].hash && pool->slots[i].hash != hash)
        i = (i + 1) & mask;
    return &pool->slots[i];
}

static bool grow_names(struct ct_cardpool *pool)
{
    struct ct_name_slot *old = pool->slots;
    uint32_t old_count = pool->slot_count;
    uint32_t count = old_count ? old_count * 2 : 64;
    struct ct_name_slot *slots = count > old_count ? calloc(count, sizeof *slots) : NULL;

    if (!slots) return false;
    pool->slots = slots;
    pool->slot_count = count;
    for (uint32_t i = 0; i < old_count; i++)
        if (old[i].hash) *slot_of(pool, old[i].hash) = old[i];
    free(old);
    return true;
}

/* Makes NAME name the card, unless it names another one better. */
static void add_name(struct ct_cardpool *pool, const char *name, size_t len,
                     struct ct_printed_card *card, uint32_t face, enum name_rank rank)
{
    uint64_t hash = fold_hash(name, len);
    struct ct_name_slot *slot;

    if (!hash || ((pool->name_count + 1) * 2 > pool->slot_count && !grow_names(pool))) {
        ct_diag_add(pool->diags, CT_ERR_OUT_OF_MEMORY, NULL, card->span, "memory is exhausted");
        return;
    }
    slot = slot_of(pool, hash);
    if (slot->hash && slot->rank <= rank) return;
    if (!slot->hash) pool->name_count++;
    *slot = (struct ct_name_slot){hash, card, face, rank};
}

static void add_foreign(struct ct_cardpool *pool, struct ct_printed_card *card,
                        const struct ct_foreign_name *names, uint32_t face)
{
    static const char separator[] = " // ";

    for (; names; names = names->next) {
        const char *text = names->name.text, *split = strstr(text, separator);
        add_name(pool, text, strlen(text), card, face, RANK_FOREIGN);
        if (!split) continue;
        add_name(pool, text, (size_t)(split - text), card, 0, RANK_FOREIGN);
        split += strlen(separator);
        add_name(pool, split, strlen(split), card, 1, RANK_FOREIGN);
    }
}

void ct_cardpool_add(struct ct_cardpool *pool, struct ct_printed_card *card)
{
    uint32_t face, errors = pool->diags->errors;
    uint64_t hash = fold_hash(card->name, strlen(card->name));
    const struct ct_name_slot *slot = pool->slot_count && hash ? slot_of(pool, hash) : NULL;

    if (slot && slot->hash && slot->rank == RANK_WHOLE) {
        struct ct_diag *diag =
            ct_diag_add(pool->diags, CT_ERR_DUPLICATE_NAME, card->source, card->faces[0].name.span,
                        "there is another card with the name %s", card->name);
        ct_diag_note(diag, slot->card->source, slot->card->faces[0].name.span, "the other one");
        return;
    }
    *pool->cards_end = card;
    pool->cards_end = &card->next;
    pool->card_count++;
    add_name(pool, card->name, strlen(card->name), card, 0, RANK_WHOLE);
    for (face = 0; face < card->face_count && pool->diags->errors == errors; face++) {
        const char *name = card->faces[face].name.text;
        if (card->face_count > 1) add_name(pool, name, strlen(name), card, face, RANK_FACE);
        add_foreign(pool, card, card->faces[face].names, face);
    }
    add_foreign(pool, card, card->names, 0);
}

struct ct_printed_card *ct_cardpool_find(const struct ct_cardpool *pool, const char *name,
                                         size_t len, uint32_t *face)
{
    uint64_t hash = fold_hash(name, len);
    const struct ct_name_slot *slot = pool->slot_count && hash ? slot_of(pool, hash) : NULL;

    if (!slot || !slot->hash) return NULL;
    if (face) *face = slot->face;
    return slot->card;
}

/* ---- definitions ---------------------------------------------------------------------------- */

/* The words of a head, which are the name of what it defines. */
static struct ct_printed definition_name(const struct ct_definition *definition)
{
    for (uint32_t i = 0; i < definition->part_count; i++)
        if (!definition->parts[i].parameter) return definition->parts[i].words;
    return definition->head;
}

struct ct_definition *ct_cardpool_definition(const struct ct_cardpool *pool,
                                             enum ct_definition_kind kind, const char *name,
                                             size_t len)
{
    for (struct ct_definition *definition = pool->definitions; definition;
         definition = definition->next) {
        const char *own = definition_name(definition).text;
        if (definition->kind == kind && strlen(own) == len && strncasecmp(own, name, len) == 0)
            return definition;
    }
    return NULL;
}

static bool same_words(struct ct_printed a, struct ct_printed b)
{
    return a.text == b.text || (a.text && b.text && strcmp(a.text, b.text) == 0);
}

/* Whether two definitions of a name say the same. */
static bool same_definition(const struct ct_definition *a, const struct ct_definition *b)
{
    return same_words(a->head, b->head) && same_words(a->rule, b->rule) &&
           same_words(a->face.type_line, b->face.type_line) &&
           same_words(a->face.power, b->face.power) &&
           same_words(a->face.toughness, b->face.toughness) && a->face.colors == b->face.colors &&
           a->face.text->len == b->face.text->len &&
           memcmp(a->face.text->text, b->face.text->text, a->face.text->len) == 0;
}

void ct_cardpool_define(struct ct_cardpool *pool, struct ct_definition *definition)
{
    struct ct_printed name = definition_name(definition);
    const struct ct_definition *other =
        ct_cardpool_definition(pool, definition->kind, name.text, strlen(name.text));

    if (other && same_definition(other, definition)) return;
    if (other) {
        struct ct_diag *diag =
            ct_diag_add(pool->diags, CT_ERR_DUPLICATE_DEFINITION, definition->source,
                        definition->head.span, "%s is defined already", name.text);
        ct_diag_note(diag, other->source, other->head.span, "the other definition");
        return;
    }
    *pool->definitions_end = definition;
    pool->definitions_end = &definition->next;
    pool->definition_count++;
}

/* ---- files ---------------------------------------------------------------------------------- */

static bool ends_in(const char *name, const char *ending)
{
    size_t len = strlen(name), end = strlen(ending);

    return len > end && strcmp(name + len - end, ending) == 0;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

enum { DEEPEST_FOLDER = 32 };

static bool load(struct ct_cardpool *pool, const char *path, int depth);

static bool load_folder(struct ct_cardpool *pool, const char *path, int depth)
{
    struct dirent **entries = NULL;
    int count = scandir(path, &entries, is_visible, alphasort);
    bool good = count >= 0;

    if (count < 0)
        ct_diag_add(pool->diags, CT_ERR_CANNOT_READ, NULL, (struct ct_span){0, 0}, "cannot read %s",
                    path);
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        char *inside = ct_arena_printf(&pool->arena, "%s/%s", path, name);
        struct stat info;
        bool folder = inside && stat(inside, &info) == 0 && S_ISDIR(info.st_mode);
        bool wanted =
            folder ? depth < DEEPEST_FOLDER
                   : ends_in(name, ".cards") || ends_in(name, ".json") || ends_in(name, ".jsonl");
        if (inside && wanted) good = load(pool, inside, depth + 1) && good;
        free(entries[i]);
    }
    free(entries);
    return good;
}

static bool load(struct ct_cardpool *pool, const char *path, int depth)
{
    struct stat info;
    struct ct_source *source;

    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) return load_folder(pool, path, depth);
    if (ends_in(path, ".json") || ends_in(path, ".jsonl")) return ct_carddata_load(pool, path);
    if (!ends_in(path, ".cards") && strcmp(path, "-") != 0) {
        ct_diag_add(pool->diags, CT_ERR_NOT_A_CARD_FILE, NULL, (struct ct_span){0, 0},
                    "%s is neither a card file (.cards) nor card data (.json, .jsonl)", path);
        return false;
    }
    source = ct_source_load(&pool->arena, path, pool->diags);
    return source && ct_cardfile_read(pool, source);
}

bool ct_cardpool_load(struct ct_cardpool *pool, const char *path)
{
    return load(pool, path, 0);
}

bool ct_cardpool_prelude(struct ct_cardpool *pool)
{
    bool good = true;

    for (const struct ct_prelude_file *file = ct_prelude_files; file->name; file++) {
        struct ct_source *source =
            ct_source_from(&pool->arena, file->name, file->text, file->len, pool->diags);
        good = source && ct_cardfile_read(pool, source) && good;
    }
    return good;
}
