#include "compiler/define.h"

#include "compiler/lexicon.h"

#include <string.h>

/* ---- parameters ----------------------------------------------------------------------------- */

enum parameter { PARAM_COST, PARAM_NUMBER, PARAM_QUALITY, PARAM_NOUN, PARAM_UNKNOWN };

/* What a parameter that is a noun says: "creature", "another creature". */
struct noun {
    const struct ct_sense *sense; /* of a type or a noun */
    uint32_t classes;             /* CT_NC_* */
};

static bool read_noun(const struct ct_lexicon *lexicon, const char *words, struct noun *noun)
{
    static const char another[] = "another ";
    const struct ct_sense *sense;

    *noun = (struct noun){0};
    if (strncmp(words, another, strlen(another)) == 0) words += strlen(another);
    sense = ct_lexicon_find(lexicon, words, strlen(words), NULL);
    noun->sense = ct_sense_of(lexicon, sense, CT_WC_TYPE);
    noun->classes = CT_NC_PERMANENT;
    if (noun->sense) return true;
    noun->sense = ct_sense_of(lexicon, sense, CT_WC_NOUN);
    if (noun->sense) noun->classes = ct_noun_classes(noun->sense->num);
    return noun->sense && noun->classes & (CT_NC_OBJECT | CT_NC_STACK | CT_NC_PLAYER);
}

static enum parameter read_parameter(const struct ct_lexicon *lexicon,
                                     const struct ct_head_part *part, struct noun *noun)
{
    static const struct {
        const char *word;
        enum parameter parameter;
    } words[] = {{"cost", PARAM_COST}, {"number", PARAM_NUMBER}, {"quality", PARAM_QUALITY}};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(part->words.text, words[i].word) == 0) return words[i].parameter;
    return read_noun(lexicon, part->words.text, noun) ? PARAM_NOUN : PARAM_UNKNOWN;
}

static bool bad_head(struct ct_compiler *compiler, const struct ct_definition *definition,
                     const struct ct_head_part *part, const char *message)
{
    ct_diag_add(&compiler->diags, CT_ERR_BAD_PARAMETER, definition->source,
                part ? part->words.span : definition->head.span, "%s", message);
    return false;
}

/* ---- heads ---------------------------------------------------------------------------------- */

/* "{permanent} explores", "scry {number}", "{creature} fights {another creature}", "investigate".
 */
static bool define_action(struct ct_compiler *compiler, const struct ct_definition *definition)
{
    const struct ct_head_part *part = definition->parts, *end = part + definition->part_count;
    uint32_t subject = CT_NC_PLAYER, object = CT_NC_NONE;
    enum ct_frame_of frame = CT_FRAME_I;
    const char *verb;
    struct noun noun;
    bool third = part->parameter;

    if (third) {
        if (read_parameter(compiler->lexicon, part, &noun) != PARAM_NOUN)
            return bad_head(compiler, definition, part,
                            "who does it is a kind of object or player: {creature}, {player}");
        subject = noun.classes;
        part++;
    }
    if (part == end || part->parameter)
        return bad_head(compiler, definition, part == end ? NULL : part, "a verb belongs here");
    verb = part++->words.text;
    if (part < end) {
        switch (read_parameter(compiler->lexicon, part, &noun)) {
        case PARAM_NUMBER:
            frame = CT_FRAME_NUM;
            break;
        case PARAM_NOUN:
            frame = CT_FRAME_T;
            object = noun.classes;
            break;
        default:
            return bad_head(compiler, definition, part,
                            "a number or a kind of object or player follows a verb");
        }
        part++;
    }
    if (part < end) return bad_head(compiler, definition, part, "nothing can follow here");
    return ct_lexicon_add_verb(compiler->lexicon, verb, strlen(verb), third, frame, subject,
                               object) != 0;
}

/* "ward {cost}", "crew {number}", "protection from {quality}", "shadow". */
static bool define_ability(struct ct_compiler *compiler, const struct ct_definition *definition)
{
    static const char from[] = " from";
    const struct ct_head_part *parts = definition->parts;
    enum ct_keyword_frame frame = CT_KF_NONE;
    struct noun noun;
    size_t len;

    if (parts[0].parameter || definition->part_count > 2)
        return bad_head(compiler, definition, &parts[definition->part_count - 1],
                        "a keyword ability is a name and at most one parameter behind it");
    len = strlen(parts[0].words.text);
    if (definition->part_count == 2) {
        switch (read_parameter(compiler->lexicon, &parts[1], &noun)) {
        case PARAM_COST:
            frame = CT_KF_COST;
            break;
        case PARAM_NUMBER:
            frame = CT_KF_NUMBER;
            break;
        case PARAM_QUALITY:
            if (len > strlen(from) && strcmp(parts[0].words.text + len - strlen(from), from) == 0) {
                frame = CT_KF_FROM;
                len -= strlen(from);
                break;
            }
            return bad_head(compiler, definition, &parts[1], "a quality stands behind \"from\"");
        default:
            return bad_head(compiler, definition, &parts[1],
                            "the parameter of a keyword ability is {cost}, {number} or {quality}");
        }
    }
    return ct_lexicon_add_keyword(compiler->lexicon, parts[0].words.text, len, frame) != 0;
}

bool ct_define_words(struct ct_compiler *compiler, const struct ct_definition *definition)
{
    switch (definition->kind) {
    case CT_DEF_ACTION:
        return define_action(compiler, definition);
    case CT_DEF_ABILITY:
        return define_ability(compiler, definition);
    case CT_DEF_TOKEN:
        break;
    }
    return ct_define_subtypes(compiler, &definition->face) &&
           ct_lexicon_add_token(compiler->lexicon, definition->head.text,
                                strlen(definition->head.text)) != 0;
}

bool ct_define_subtypes(struct ct_compiler *compiler, const struct ct_printed_face *face)
{
    const char *at = face->type_line.text + face->subtypes.start;

    while (*at) {
        size_t len = strcspn(at, " ");
        if (len && !ct_lexicon_add_subtype(compiler->lexicon, at, len)) return false;
        at += len + (at[len] == ' ');
    }
    return true;
}

ct_node *ct_define_subject(struct ct_compiler *compiler, struct ct_arena *arena,
                           const struct ct_definition *definition)
{
    const struct ct_head_part *part = definition->parts;
    ct_node *np, *group, *word;
    struct noun noun;

    if (definition->kind != CT_DEF_ACTION || !part->parameter ||
        read_parameter(compiler->lexicon, part, &noun) != PARAM_NOUN)
        return NULL;
    np = ct_node_new(arena, CT_NP, part->words.span, CT_NP_REST);
    group = ct_node_new(arena, CT_GROUP, part->words.span, 1);
    word =
        ct_node_new(arena, noun.sense->wc == CT_WC_TYPE ? CT_TYPE : CT_NOUN, part->words.span, 0);
    if (!np || !group || !word) return NULL;
    word->num = noun.sense->num;
    group->kid[0] = word;
    np->kid[CT_NP_WORDS] = group;
    return np;
}
