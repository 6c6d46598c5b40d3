/* The lines that begin with @ in a card file (grammar/metadata.def). */
#include "compiler/cardfile_build.h"

#include <string.h>

enum metadata_value { TEXT, WORD, LANGUAGE, NAME, COLORS, LAYOUT, RULE };

static const struct metadata_key {
    const char *key;
    enum metadata_value value;
} keys[] = {
#define METADATA(key, value) {key, value},
#include "grammar/metadata.def"
#undef METADATA
};

static bool is_space(char c)
{
    return c == ' ' || c == '\t';
}

static void bad_value(struct ct_cardfile *file, struct ct_span span, const char *key,
                      const char *wanted)
{
    ct_diag_add(file->pool->diags, CT_ERR_BAD_METADATA, file->source, span, "@%s takes %s", key,
                wanted);
    file->bad = true;
}

/* @name de "Dreister Langfinger // Gemeiner Diebstahl": of the card if it has the separator or the
 * card has one face so far, else of this face. */
static void read_name(struct ct_cardfile *file, struct ct_span value)
{
    static const char *const wanted = "a language and a name in quotation marks";
    const char *bytes = file->source->text;
    struct ct_foreign_name *name, **end;
    uint32_t lang_end = value.start, open;

    while (lang_end < value.end && !is_space(bytes[lang_end]))
        lang_end++;
    for (open = lang_end; open < value.end && is_space(bytes[open]);)
        open++;
    if (lang_end == value.start || open == value.end || bytes[open] != '"') {
        bad_value(file, value, "name", wanted);
        return;
    }
    if (value.end - open < 2 || bytes[value.end - 1] != '"') {
        ct_diag_add(file->pool->diags, CT_ERR_UNCLOSED_QUOTE, file->source,
                    (struct ct_span){open, open + 1}, "this quotation is not closed");
        file->bad = true;
        return;
    }
    if (value.end - open < 3) {
        bad_value(file, value, "name", wanted);
        return;
    }
    name = ct_arena_alloc(&file->pool->arena, sizeof *name);
    if (!name) {
        file->exhausted = true;
        return;
    }
    name->lang = ct_cardfile_words(file, (struct ct_span){value.start, lang_end}).text;
    name->name = ct_cardfile_words(file, (struct ct_span){open + 1, value.end - 1});
    end = file->card && strstr(name->name.text, " // ") ? &file->card->names : &file->face->names;
    while (*end)
        end = &(*end)->next;
    *end = name;
}

static void read_colors(struct ct_cardfile *file, struct ct_span value)
{
    static const char *const names[] = {"white", "blue", "black", "red", "green"};
    const char *bytes = file->source->text;

    for (uint32_t at = value.start; at < value.end;) {
        uint32_t end = at, color = 0;
        bool known = false;
        while (end < value.end && !is_space(bytes[end]) && bytes[end] != ',')
            end++;
        for (; color < 5 && !known; color++)
            known = strlen(names[color]) == end - at &&
                    strncmp(bytes + at, names[color], end - at) == 0;
        if (known)
            file->face->colors |= 1u << (color - 1);
        else if (!(end - at == 3 && strncmp(bytes + at, "and", 3) == 0) &&
                 !(end - at == 9 && strncmp(bytes + at, "colorless", 9) == 0))
            bad_value(file, (struct ct_span){at, end}, "color",
                      "white, blue, black, red, green or colorless");
        for (at = end; at < value.end && (is_space(bytes[at]) || bytes[at] == ',');)
            at++;
    }
    file->face->has_colors = true;
}

static void read_rule(struct ct_cardfile *file, struct ct_printed value)
{
    size_t digits = strspn(value.text, "0123456789");
    size_t more = value.text[digits] == '.' ? strspn(value.text + digits + 1, "0123456789") : 0;
    size_t len = digits + 1 + more;

    if (digits != 3 || more == 0 || (value.text[len] && value.text[len + 1])) {
        bad_value(file, value.span, "rule", "the number of a rule, as in 702.19");
        return;
    }
    if (!file->definition || file->definition->kind == CT_DEF_TOKEN) {
        ct_diag_add(file->pool->diags, CT_ERR_BAD_METADATA, file->source, value.span,
                    "@rule belongs in the definition of a keyword");
        file->bad = true;
        return;
    }
    file->definition->rule = value;
}

static void read_value(struct ct_cardfile *file, const struct metadata_key *key,
                       struct ct_printed value)
{
    bool word = *value.text && !strpbrk(value.text, " \t");

    switch (key->value) {
    case TEXT:
        break;
    case WORD:
        if (!word) bad_value(file, value.span, key->key, "one word");
        if (word && file->card && strcmp(key->key, "set") == 0) file->card->set = value.text;
        break;
    case LANGUAGE:
        if (strcmp(value.text, "en") == 0) break;
        ct_diag_add(file->pool->diags, CT_ERR_FOREIGN_TEXT, file->source, value.span,
                    "rules text is read in English");
        file->bad = true;
        break;
    case NAME:
        read_name(file, value.span);
        break;
    case COLORS:
        if (*value.text)
            read_colors(file, value.span);
        else
            bad_value(file, value.span, "color", "white, blue, black, red, green or colorless");
        break;
    case LAYOUT:
        file->layout = value;
        break;
    case RULE:
        read_rule(file, value);
        break;
    }
}

/* Keeps the line for tools, behind the others of its card or face. */
static void keep(struct ct_cardfile *file, struct ct_printed key, struct ct_printed value)
{
    bool second = file->card && file->card->face_count > 1;
    struct ct_metadata ***end = second ? &file->face_metadata_end : &file->card_metadata_end;
    struct ct_metadata *metadata = ct_arena_alloc(&file->pool->arena, sizeof *metadata);

    if (!metadata) {
        file->exhausted = true;
        return;
    }
    metadata->key = key;
    metadata->value = value;
    **end = metadata;
    *end = &metadata->next;
}

void ct_cardfile_meta(struct ct_cardfile *file, struct ct_span line)
{
    const char *bytes = file->source->text;
    struct ct_span key = {line.start + 1, line.start + 1}, value;
    struct ct_printed key_words, value_words;

    ct_cardfile_note(file, CT_ROLE_META, line);
    if (!file->face) return;
    while (key.end < line.end && !is_space(bytes[key.end]))
        key.end++;
    value = (struct ct_span){key.end, line.end};
    while (value.start < value.end && is_space(bytes[value.start]))
        value.start++;
    key_words = ct_cardfile_words(file, key);
    value_words = ct_cardfile_words(file, value);
    if (file->exhausted) return;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (strcmp(key_words.text, keys[i].key) == 0) {
            keep(file, key_words, value_words);
            read_value(file, &keys[i], value_words);
            return;
        }
    ct_diag_add(file->pool->diags, CT_ERR_UNKNOWN_METADATA, file->source,
                (struct ct_span){line.start, key.end}, "there is no metadata @%s", key_words.text);
    file->bad = true;
}
