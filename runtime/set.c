/* Set images: loading in place, writing, looking up symbols and cards.
 *
 * An image is a header, the section table and the sections, all little-endian. The header is six
 * words (magic, version, hash of the tables, size of the image, checksum low and high); the
 * checksum is XXH3-64 of everything behind the header. The table has two words a section: byte
 * offset and number of records.
 */
#include "runtime/set.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <utf8proc.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define HEADER_WORDS 6u
#define TABLE_AT (HEADER_WORDS * 4u)
#define SECTIONS_AT (TABLE_AT + CT_NSECTIONS * 8u)
#define MAX_IMAGE (1u << 30)

static const uint32_t record_size[CT_NSECTIONS] = {
#define S(name, type) sizeof(type),
    CT_SECTIONS(S)
#undef S
};

static bool host_is_little(void)
{
    const uint16_t one = 1;
    uint8_t low;
    memcpy(&low, &one, 1);
    return low == 1;
}

/* Every number an image may carry is an index into these tables: an image made with other tables
 * is another format, whatever its version says. */
static const char tables_text[] =
#define OP(name, operands, flags, text) #name operands ";"
#include "runtime/ops.def"
#undef OP
#define EVENT(name, obj, player, source, amount, when) #name ","
#include "runtime/events.def"
#undef EVENT
#define RULE(name, affects, object, amount) #name ","
#include "runtime/rules.def"
#undef RULE
#define NPROP(name, text) #name ","
#define EPROP(name, text) #name "!"
#include "runtime/props.def"
#undef NPROP
#undef EPROP
#define TYPE(name, word, plural, permanent) #name ","
#define SUPER(name, word) #name ";"
#define ZONE(name, word, hidden) #name ","
#define STEP(name, words, rule) #name ","
#include "runtime/types.def"
#undef TYPE
#undef SUPER
#undef ZONE
#undef STEP
#define KW(name, word, rule) #name ","
#include "runtime/keywords_builtin.def"
#undef KW
#define LAYOUT(name, word) #name ","
#define ABILITY(name, word) #name ","
#define EFFECT(name, word) #name ","
#define LAYER_ROW(name, word) #name ","
#define COST(name, word) #name ","
#include "runtime/kinds.def"
#undef LAYOUT
#undef ABILITY
#undef EFFECT
#undef LAYER_ROW
#undef COST
    ;

static uint32_t tables_hash(void)
{
    return (uint32_t)XXH3_64bits(tables_text, sizeof tables_text - 1);
}

const char *ct_set_status_text(ct_set_status status)
{
    switch (status) {
    case CT_SET_OK:
        return "loaded";
    case CT_SET_IO:
        return "the file can't be read";
    case CT_SET_NOMEM:
        return "out of memory";
    case CT_SET_TRUNCATED:
        return "the file is cut short";
    case CT_SET_NOT_A_SET:
        return "not a set file";
    case CT_SET_OTHER_VERSION:
        return "made by another version of cantrip: build it again";
    case CT_SET_ALTERED:
        return "the file was altered: its checksum does not fit";
    case CT_SET_BAD_TABLE:
        return "its section table points outside the file";
    }
    return "unknown status";
}

/* ---- bytes --------------------------------------------------------------------------------- */
static uint32_t get32(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void put32(uint8_t *p, uint32_t v)
{
    for (int i = 0; i < 4; i++)
        p[i] = (uint8_t)(v >> 8 * i);
}

/* Swaps between host order and the image's, in place; nothing to do on a little-endian host. */
static void swap_section(ct_section section, void *data, size_t count)
{
    if (host_is_little() || section == CT_SEC_string) return;
    uint8_t *p = data;
    size_t bytes = count * record_size[section];
    for (size_t at = 0; at < bytes; at += 4) {
        uint8_t *q = p + at;
        /* an instruction is six halves and a word */
        bool halves = section == CT_SEC_code && at % sizeof(ct_insn) < 12;
        uint8_t old[4];
        memcpy(old, q, 4);
        for (int i = 0; i < 4; i++)
            q[i] = halves ? old[i ^ 1] : old[3 - i];
    }
}

static uint64_t checksum(const uint8_t *image, size_t size)
{
    return XXH3_64bits(image + TABLE_AT, size - TABLE_AT);
}

static void put_header(uint8_t *header, uint32_t size, uint64_t sum)
{
    put32(header, CT_SET_MAGIC);
    put32(header + 4, CT_SET_VERSION);
    put32(header + 8, tables_hash());
    put32(header + 12, size);
    put32(header + 16, (uint32_t)sum);
    put32(header + 20, (uint32_t)(sum >> 32));
}

bool ct_set_seal(void *image, size_t size)
{
    if (size < SECTIONS_AT || size > MAX_IMAGE) return false;
    put_header(image, (uint32_t)size, checksum(image, size));
    return true;
}

/* ---- writing ------------------------------------------------------------------------------- */
typedef struct section_view {
    const void *data;
    size_t count;
} section_view;

static void view_sections(const ct_set *set, section_view view[CT_NSECTIONS])
{
#define S(name, type) view[CT_SEC_##name] = (section_view){set->name, set->n##name};
    CT_SECTIONS(S)
#undef S
}

/* The size of the image and the offset of each section; 0 when it is too large. */
static uint32_t lay_out(const section_view view[CT_NSECTIONS], uint32_t offset[CT_NSECTIONS])
{
    uint64_t at = SECTIONS_AT;
    for (unsigned s = 0; s < CT_NSECTIONS; s++) {
        offset[s] = (uint32_t)at;
        at += (uint64_t)view[s].count * record_size[s];
        at = (at + 3) & ~(uint64_t)3;
        if (at > MAX_IMAGE) return 0;
    }
    return (uint32_t)at;
}

static void fill_image(uint8_t *image, uint32_t size, const section_view view[CT_NSECTIONS],
                       const uint32_t offset[CT_NSECTIONS])
{
    memset(image, 0, size);
    for (unsigned s = 0; s < CT_NSECTIONS; s++) {
        put32(image + TABLE_AT + 8 * s, offset[s]);
        put32(image + TABLE_AT + 8 * s + 4, (uint32_t)view[s].count);
        if (view[s].count == 0) continue;
        memcpy(image + offset[s], view[s].data, view[s].count * record_size[s]);
        swap_section(s, image + offset[s], view[s].count);
    }
    ct_set_seal(image, size);
}

static uint8_t *make_image(const ct_set *parts, uint32_t *size, ct_set_status *status)
{
    section_view view[CT_NSECTIONS];
    uint32_t offset[CT_NSECTIONS];
    view_sections(parts, view);
    *size = lay_out(view, offset);
    *status = *size ? CT_SET_NOMEM : CT_SET_BAD_TABLE;
    uint8_t *image = *size ? malloc(*size) : NULL;
    if (!image) return NULL;
    fill_image(image, *size, view, offset);
    *status = CT_SET_OK;
    return image;
}

int ct_set_write(const ct_set *parts, ct_set_writer *writer, void *user)
{
    uint32_t size;
    ct_set_status status;
    uint8_t *image = make_image(parts, &size, &status);
    if (!image) return -1;
    int result = writer(user, image, size);
    free(image);
    return result;
}

/* ---- loading ------------------------------------------------------------------------------- */
static ct_set_status check_header(const uint8_t *image, size_t size)
{
    if (size < 4 || get32(image) != CT_SET_MAGIC) return CT_SET_NOT_A_SET;
    if (size < SECTIONS_AT) return CT_SET_TRUNCATED;
    if (get32(image + 4) != CT_SET_VERSION || get32(image + 8) != tables_hash())
        return CT_SET_OTHER_VERSION;
    if (get32(image + 12) > size) return CT_SET_TRUNCATED;
    if (get32(image + 12) != size || size > MAX_IMAGE) return CT_SET_ALTERED;
    uint64_t sum = checksum(image, size);
    if (get32(image + 16) != (uint32_t)sum || get32(image + 20) != (uint32_t)(sum >> 32))
        return CT_SET_ALTERED;
    return CT_SET_OK;
}

static bool section_bounds(const uint8_t *image, size_t size, unsigned s, uint32_t *offset,
                           uint32_t *count)
{
    *offset = get32(image + TABLE_AT + 8 * s);
    *count = get32(image + TABLE_AT + 8 * s + 4);
    uint64_t bytes = (uint64_t)*count * record_size[s];
    return *offset % 4 == 0 && *offset >= SECTIONS_AT && *offset <= size && bytes <= size - *offset;
}

static bool symbol_in_bounds(const ct_set *set, ct_w symbol)
{
    if (symbol >= set->nsym) return false;
    const ct_rec_sym *sym = &set->sym[symbol];
    return sym->off <= set->nstring && sym->len <= set->nstring - sym->off;
}

const char *ct_set_text(const ct_set *set, ct_w symbol, size_t *len)
{
    if (!symbol_in_bounds(set, symbol)) {
        *len = 0;
        return "";
    }
    *len = set->sym[symbol].len;
    return (const char *)set->string + set->sym[symbol].off;
}

/* Open addressing; an entry is symbol + 1. The first symbol of a text wins. */
static ct_set_status build_hash(ct_set *set)
{
    uint32_t size = 16;
    while (size / 2 < set->nsym)
        size *= 2;
    set->sym_hash = calloc(size, sizeof *set->sym_hash);
    if (!set->sym_hash) return CT_SET_NOMEM;
    set->sym_hash_size = size;
    for (ct_w symbol = 0; symbol < set->nsym; symbol++) {
        size_t len;
        const char *text = ct_set_text(set, symbol, &len);
        if (ct_set_symbol(set, text, len) != CT_NONE) continue;
        uint32_t at = (uint32_t)XXH3_64bits(text, len) & (size - 1);
        while (set->sym_hash[at])
            at = (at + 1) & (size - 1);
        set->sym_hash[at] = symbol + 1;
    }
    return CT_SET_OK;
}

ct_w ct_set_symbol(const ct_set *set, const char *text, size_t len)
{
    if (!set->sym_hash) return CT_NONE;
    uint32_t mask = set->sym_hash_size - 1;
    for (uint32_t at = (uint32_t)XXH3_64bits(text, len) & mask; set->sym_hash[at];
         at = (at + 1) & mask) {
        size_t other;
        const char *candidate = ct_set_text(set, set->sym_hash[at] - 1, &other);
        if (other == len && memcmp(candidate, text, len) == 0) return set->sym_hash[at] - 1;
    }
    return CT_NONE;
}

/* Points *SET into the image, which it owns from here on, whatever the status. */
static ct_set_status adopt(ct_set *set, void *image, size_t size, bool mapped)
{
    *set = (ct_set){.image = image, .image_size = size, .mapped = mapped};
    ct_set_status status = check_header(image, size);
    uint8_t *base = image;
    uint32_t offset, count;
#define S(section, type)                                                                           \
    if (status == CT_SET_OK) {                                                                     \
        if (!section_bounds(base, size, CT_SEC_##section, &offset, &count)) {                      \
            status = CT_SET_BAD_TABLE;                                                             \
        } else {                                                                                   \
            swap_section(CT_SEC_##section, base + offset, count);                                  \
            set->section = (const type *)(const void *)(base + offset);                            \
            set->n##section = count;                                                               \
        }                                                                                          \
    }
    CT_SECTIONS(S)
#undef S
    if (status == CT_SET_OK) status = build_hash(set);
    if (status != CT_SET_OK) ct_set_close(set);
    return status;
}

ct_set_status ct_set_load(ct_set *set, const void *image, size_t size)
{
    *set = (ct_set){0};
    if (size < 4) return CT_SET_NOT_A_SET;
    if (size > MAX_IMAGE) return CT_SET_ALTERED;
    void *copy = malloc(size);
    if (!copy) return CT_SET_NOMEM;
    memcpy(copy, image, size);
    return adopt(set, copy, size, false);
}

ct_set_status ct_set_from_parts(ct_set *set, const ct_set *parts)
{
    uint32_t size;
    ct_set_status status;
    *set = (ct_set){0};
    uint8_t *image = make_image(parts, &size, &status);
    return image ? adopt(set, image, size, false) : status;
}

/* Private and writable where the words must be swapped; the file itself never changes. */
static ct_set_status open_descriptor(ct_set *set, int fd)
{
    struct stat st;
    if (fstat(fd, &st) != 0) return CT_SET_IO;
    if (!S_ISREG(st.st_mode)) {
        errno = EINVAL;
        return CT_SET_IO;
    }
    if (st.st_size < 4) return CT_SET_NOT_A_SET;
    if (st.st_size > (off_t)MAX_IMAGE) return CT_SET_ALTERED;
    size_t size = (size_t)st.st_size;
    int protection = host_is_little() ? PROT_READ : PROT_READ | PROT_WRITE;
    void *image = mmap(NULL, size, protection, MAP_PRIVATE, fd, 0);
    if (image == MAP_FAILED) return CT_SET_IO;
    return adopt(set, image, size, true);
}

ct_set_status ct_set_open(ct_set *set, const char *path)
{
    *set = (ct_set){0};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return CT_SET_IO;
    ct_set_status status = open_descriptor(set, fd);
    int saved = errno;
    close(fd);
    errno = saved;
    return status;
}

void ct_set_close(ct_set *set)
{
    if (set->mapped)
        munmap(set->image, set->image_size);
    else
        free(set->image);
    free(set->sym_hash);
    *set = (ct_set){0};
}

void ct_set_free(ct_set *set)
{
    if (set) ct_set_close(set);
    free(set);
}

/* ---- cards by name ------------------------------------------------------------------------- */
typedef struct span {
    const char *text;
    size_t len;
} span;

static span symbol_span(const ct_set *set, ct_w symbol)
{
    span s;
    s.text = ct_set_text(set, symbol, &s.len);
    return s;
}

static bool same_name(span a, span b)
{
    size_t i = 0, j = 0;
    while (i < a.len && j < b.len) {
        utf8proc_int32_t x, y;
        utf8proc_ssize_t nx =
            utf8proc_iterate((const uint8_t *)a.text + i, (utf8proc_ssize_t)(a.len - i), &x);
        utf8proc_ssize_t ny =
            utf8proc_iterate((const uint8_t *)b.text + j, (utf8proc_ssize_t)(b.len - j), &y);
        if (nx <= 0 || ny <= 0 || utf8proc_tolower(x) != utf8proc_tolower(y)) return false;
        i += (size_t)nx;
        j += (size_t)ny;
    }
    return i == a.len && j == b.len;
}

/* Is WANTED one half of FULL ("left // right")? */
static bool is_half(span full, span wanted)
{
    static const char separator[] = " // ";
    const size_t gap = sizeof separator - 1;
    for (size_t start = 0, i = 0; i <= full.len; i++) {
        bool end = i == full.len;
        if (!end && (full.len - i < gap || memcmp(full.text + i, separator, gap) != 0)) continue;
        if (same_name((span){full.text + start, i - start}, wanted)) return true;
        start = i + gap;
        i += gap - 1;
    }
    return false;
}

static ct_w face_named(const ct_set *set, const ct_rec_card *card, span wanted)
{
    ct_w end = card->face0 < set->nface ? set->nface - card->face0 : 0;
    for (ct_w f = 0; f < card->nfaces && f < end; f++)
        if (same_name(symbol_span(set, set->face[card->face0 + f].name), wanted))
            return card->face0 + f;
    return CT_NONE;
}

static ct_w card_by_own_name(const ct_set *set, span wanted, ct_w *face)
{
    for (ct_w c = 0; c < set->ncard; c++) {
        if (!same_name(symbol_span(set, set->card[c].name), wanted)) continue;
        *face = set->card[c].nfaces == 1 ? set->card[c].face0 : CT_NONE;
        return c;
    }
    for (ct_w c = 0; c < set->ncard; c++) {
        *face = face_named(set, &set->card[c], wanted);
        if (*face != CT_NONE) return c;
    }
    return CT_NONE;
}

ct_w ct_set_find_card(const ct_set *set, const char *name, size_t len, ct_w *face)
{
    ct_w unused;
    span wanted = {name, len};
    if (!face) face = &unused;
    ct_w found = card_by_own_name(set, wanted, face);
    if (found != CT_NONE) return found;
    for (ct_w i = 0; i + 1 < set->naltname; i += 2) {
        span other = symbol_span(set, set->altname[i]);
        if (set->altname[i + 1] < set->ncard &&
            (same_name(other, wanted) || is_half(other, wanted)))
            return set->altname[i + 1];
    }
    return CT_NONE;
}
