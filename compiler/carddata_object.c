/* What a card object says, by Scryfall's field names. */
#include "compiler/carddata_object.h"

#include <jansson.h>
#include <string.h>

struct object {
    struct ct_cardpool *pool;
    const struct ct_source *source;
    uint32_t from; /* of the face that is being read */
    bool outside;  /* no card of the game: its types are of other kinds */
    bool bad;
};

/* Where the value of a field stands in the object, from object->from on; its first byte if it isn't
 * there. The text of a string, without its quotes. */
static struct ct_span find_field(const struct object *object, const char *key)
{
    const char *text = object->source->text;
    size_t len = strlen(key);

    for (const char *at = text + object->from; (at = strchr(at, '"')); at++) {
        const char *value = at + 1 + len + 1;
        const char *end;
        if (strncmp(at + 1, key, len) != 0 || at[1 + len] != '"') continue;
        value += strspn(value, " \t\r\n");
        if (*value != ':') continue;
        value += 1 + strspn(value + 1, " \t\r\n");
        if (*value == '"') {
            for (end = ++value; *end && *end != '"'; end++)
                if (*end == '\\' && end[1]) end++;
        } else {
            end = value + strcspn(value, ",}\n");
        }
        return (struct ct_span){(uint32_t)(value - text), (uint32_t)(end - text)};
    }
    return (struct ct_span){object->from, object->from + (object->source->len > 0)};
}

static void report(struct object *object, enum ct_code code, const char *key, const char *message)
{
    ct_diag_add(object->pool->diags, code, object->source, find_field(object, key), "%s: %s", key,
                message);
    object->bad = true;
}

static bool has_control(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < 0x20) return true;
    return false;
}

/* A field that is a string; text NULL when it is absent. */
static struct ct_printed string_field(struct object *object, const json_t *json, const char *key,
                                      bool required)
{
    const json_t *value = json_object_get(json, key);
    struct ct_printed printed = {0};

    if (!value || (json_is_null(value) && !required)) {
        if (required) report(object, CT_ERR_MISSING_FIELD, key, "the card object lacks this field");
        return printed;
    }
    if (!json_is_string(value)) {
        report(object, CT_ERR_MISTYPED_FIELD, key, "this field is a string");
        return printed;
    }
    printed.span = find_field(object, key);
    printed.text =
        ct_arena_strndup(&object->pool->arena, json_string_value(value), json_string_length(value));
    if (!printed.text) object->bad = true;
    return printed;
}

/* The same, for one that stays on one line. */
static struct ct_printed line_field(struct object *object, const json_t *json, const char *key,
                                    bool required)
{
    struct ct_printed printed = string_field(object, json, key, required);

    if (printed.text && has_control(printed.text))
        report(object, CT_ERR_MISTYPED_FIELD, key, "this field is one line of text");
    return printed;
}

static bool flag_field(struct object *object, const json_t *json, const char *key)
{
    const json_t *value = json_object_get(json, key);

    if (value && !json_is_boolean(value))
        report(object, CT_ERR_MISTYPED_FIELD, key, "this field is true or false");
    return json_is_true(value);
}

/* A list of strings, ended by NULL. */
static const char *const *list_field(struct object *object, const json_t *json, const char *key)
{
    const json_t *value = json_object_get(json, key);
    size_t count = json_array_size(value);
    const char **list;

    if (!value) return NULL;
    list =
        json_is_array(value) ? ct_arena_array(&object->pool->arena, count + 1, sizeof *list) : NULL;
    for (size_t i = 0; list && i < count; i++) {
        const json_t *item = json_array_get(value, i);
        if (!json_is_string(item)) {
            list = NULL;
            break;
        }
        list[i] = ct_arena_strndup(&object->pool->arena, json_string_value(item),
                                   json_string_length(item));
        if (!list[i]) object->bad = true;
    }
    if (!list) report(object, CT_ERR_MISTYPED_FIELD, key, "this field is a list of strings");
    return list;
}

static void read_indicator(struct object *object, const json_t *json, struct ct_printed_face *face)
{
    static const char letters[] = "WUBRG";
    const char *const *list = list_field(object, json, "color_indicator");

    for (; list && *list; list++) {
        const char *letter = strchr(letters, (*list)[0]);
        if (strlen(*list) != 1 || !letter) {
            report(object, CT_ERR_MISTYPED_FIELD, "color_indicator", "colors are W, U, B, R and G");
            return;
        }
        face->colors |= 1u << (letter - letters);
        face->has_colors = true;
    }
}

/* The rules text as a source of its own: "cards.jsonl:17 Fenlight Keeper". */
static void read_text(struct object *object, const json_t *json, struct ct_printed_face *face)
{
    struct ct_arena *arena = &object->pool->arena;
    struct ct_printed text = string_field(object, json, "oracle_text", true);
    uint32_t line = ct_source_place(object->source, object->from).line;
    char *name;

    if (!text.text || !face->name.text) return;
    name = ct_arena_printf(arena, "%s:%u %s", object->source->name, line, face->name.text);
    face->text =
        name ? ct_source_from(arena, name, text.text, strlen(text.text), object->pool->diags)
             : NULL;
    if (!face->text) object->bad = true;
}

static void read_face(struct object *object, const json_t *json, struct ct_printed_face *face)
{
    struct ct_span bad;

    face->name = line_field(object, json, "name", true);
    face->mana_cost = line_field(object, json, "mana_cost", true);
    if (face->mana_cost.text && !*face->mana_cost.text) face->mana_cost.text = NULL;
    face->type_line = line_field(object, json, "type_line", true);
    face->power = line_field(object, json, "power", false);
    face->toughness = line_field(object, json, "toughness", false);
    face->loyalty = line_field(object, json, "loyalty", false);
    face->defense = line_field(object, json, "defense", false);
    read_indicator(object, json, face);
    read_text(object, json, face);
    if (face->name.text && !*face->name.text)
        report(object, CT_ERR_MISTYPED_FIELD, "name", "a name is not empty");
    if (!face->type_line.text || object->outside || ct_type_line_read(face, &bad)) return;
    bad.start += face->type_line.span.start;
    bad.end += face->type_line.span.start;
    if (bad.end > face->type_line.span.end) bad = face->type_line.span;
    ct_diag_label(ct_diag_add(object->pool->diags, CT_ERR_NOT_A_TYPE_LINE, object->source, bad,
                              "this is not a type line"),
                  "%s",
                  bad.end > bad.start ? "neither a card type nor a supertype"
                                      : "a card type belongs here");
    object->bad = true;
}

/* Moves object->from to the next object in it. */
static void next_face(struct object *object)
{
    const char *text = object->source->text;
    bool quoted = false;

    for (uint32_t at = object->from + 1; at < object->source->len; at++) {
        if (quoted && text[at] == '\\')
            at++;
        else if (text[at] == '"')
            quoted = !quoted;
        else if (!quoted && text[at] == '{') {
            object->from = at;
            return;
        }
    }
}

static void read_faces(struct object *object, const json_t *json, struct ct_printed_card *card)
{
    const char *key = json_object_get(json, "faces") ? "faces" : "card_faces";
    const json_t *faces = json_object_get(json, key);
    struct ct_span span;

    if (!faces) {
        card->face_count = 1;
        read_face(object, json, &card->faces[0]);
        return;
    }
    span = find_field(object, key);
    if (!json_is_array(faces) || json_array_size(faces) < 1 ||
        json_array_size(faces) > CT_FACES_MAX) {
        report(object, CT_ERR_MISTYPED_FIELD, key, "this field is a list of two faces");
        return;
    }
    object->from = span.start;
    card->face_count = (uint32_t)json_array_size(faces);
    for (uint32_t i = 0; i < card->face_count; i++) {
        const json_t *face = json_array_get(faces, i);
        if (!json_is_object(face)) {
            report(object, CT_ERR_MISTYPED_FIELD, "faces", "a face is an object");
            continue;
        }
        next_face(object);
        read_face(object, face, &card->faces[i]);
    }
    object->from = 0;
}

/* Scryfall gives a foreign printing's name as printed_name, with its language. */
static void read_printed_name(struct object *object, const json_t *json,
                              struct ct_printed_card *card)
{
    struct ct_printed printed = line_field(object, json, "printed_name", false);
    struct ct_printed lang = line_field(object, json, "lang", false);
    struct ct_foreign_name *name;

    if (!printed.text || !lang.text || strcmp(lang.text, "en") == 0) return;
    name = ct_arena_alloc(&object->pool->arena, sizeof *name);
    if (!name) {
        object->bad = true;
        return;
    }
    name->lang = lang.text;
    name->name = printed;
    card->names = name;
}

static void read_card(struct object *object, const json_t *json, struct ct_printed_card *card)
{
    struct ct_printed layout;

    card->name = line_field(object, json, "name", true).text;
    layout = line_field(object, json, "layout", true);
    object->outside = layout.text && ct_layout_is_outside(layout.text);
    card->text_status = line_field(object, json, "text_status", false).text;
    card->funny = flag_field(object, json, "funny");
    card->rebalanced = flag_field(object, json, "rebalanced");
    card->sets = list_field(object, json, "sets");
    card->set = card->sets ? card->sets[0] : line_field(object, json, "set", false).text;
    read_printed_name(object, json, card);
    read_faces(object, json, card);
    if (!object->bad) object->bad = !ct_printed_check(object->pool, card, layout.text, layout.span);
}

static json_t *parse(const char *text, size_t len, json_error_t *error)
{
    return json_loadb(text, len, JSON_REJECT_DUPLICATES, error);
}

struct ct_printed_card *ct_carddata_object(struct ct_cardpool *pool, const struct ct_source *source,
                                           const char **name, bool *outside)
{
    struct object object = {.pool = pool, .source = source};
    struct ct_printed_card *card = ct_arena_alloc(&pool->arena, sizeof *card);
    json_error_t error;
    json_t *json = parse(source->text, source->len, &error);

    if (name) *name = NULL;
    if (outside) *outside = false;
    if (!json) {
        uint32_t at = error.position > 0 ? (uint32_t)error.position - 1 : 0;
        ct_diag_add(pool->diags, CT_ERR_BAD_JSON, source, (struct ct_span){at, at + 1}, "%s",
                    error.text);
        return NULL;
    }
    if (card) {
        card->source = source;
        card->span = (struct ct_span){0, source->len};
        read_card(&object, json, card);
        if (name) *name = card->name;
        if (outside) *outside = object.outside || card->funny || card->rebalanced;
    }
    json_decref(json);
    return card && !object.bad ? card : NULL;
}

bool ct_carddata_wanted(const char *object, size_t len,
                        bool (*wanted)(void *context, const char *name), void *context)
{
    json_error_t error;
    json_t *json = parse(object, len, &error);
    const json_t *faces = json_object_get(json, "faces");
    const char *name = json_string_value(json_object_get(json, "name"));
    bool yes = name && wanted(context, name);

    if (!faces) faces = json_object_get(json, "card_faces");
    for (size_t i = 0; !yes && i < json_array_size(faces); i++) {
        name = json_string_value(json_object_get(json_array_get(faces, i), "name"));
        yes = name && wanted(context, name);
    }
    json_decref(json);
    return yes;
}
