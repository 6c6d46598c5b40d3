/* Tokens and copies [CR 111, 707]. */
#include "compiler/lower_verb.h"

#include <string.h>

/* ---- the face of a token ------------------------------------------------------------------------------------ */

struct token {
    ct_rec_face face;
    uint32_t subs[8];
    const char *words[8]; /* of the subtypes: its name [CR 111.4] */
    uint32_t name;
    bool named, colored, token;
    ct_node *pt;
};

static bool token_word(struct ct_low *low, ct_node *word, struct token *t)
{
    ct_see(word);
    if (word->flags & CT_F_NON)
        return ct_low_refuse(low, word, "a token that is not something");
    switch (word->kind) {
    case CT_GROUP:
    case CT_AND:
        for (uint32_t i = 0; i < word->nkids; i++)
            if (!token_word(low, word->kid[i], t))
                return false;
        return true;
    case CT_PT: t->pt = word; return true;
    case CT_COLOR:
        if (!ct_color_mask(word->num) && word->num != CT_WCOLOR_COLORLESS)
            break;
        t->face.colors |= ct_color_mask(word->num);
        t->colored = true;
        return true;
    case CT_TYPE:
        t->face.types |= ct_type_mask(word->num);
        if (ct_type_mask(word->num))
            return true;
        break;
    case CT_SUPERTYPE: t->face.supers |= ct_supertype_mask(word->num); return true;
    case CT_SUBTYPE:
        if (t->face.nsubs == 8)
            break;
        t->words[t->face.nsubs] = ct_lexicon_subtype(low->c->lexicon, word->num, false);
        t->subs[t->face.nsubs++] = ct_low_subtype(low, word->num);
        return true;
    case CT_NOUN:
        if (word->num == CT_N_TOKEN)
            return t->token = true;
        break;
    case CT_STATE:
        if (word->num == CT_WSTATE_TAPPED || word->num == CT_WSTATE_ATTACKING)
            return true; /* how it enters: read by the clause */
        break;
    default: break;
    }
    return ct_low_refuse(low, word, "this in the description of a token");
}

static void token_name(struct ct_low *low, struct token *t)
{
    char text[256];
    size_t len = 0;
    for (uint32_t i = 0; i < t->face.nsubs && t->words[i]; i++) {
        size_t n = strlen(t->words[i]);
        if (len + n + 8 > sizeof text)
            break;
        if (i)
            text[len++] = ' ';
        memcpy(text + len, t->words[i], n);
        len += n;
    }
    memcpy(text + len, " Token", 6); /* [CR 111.4] */
    t->face.name = ct_emit_symbol(low->emit, text, len + 6);
}

static bool number_word(struct ct_low *low, ct_node *node, ct_w *out)
{
    int32_t n;
    if (!ct_low_plain_number(low, node, &n))
        return ct_low_refuse(low, node, "a token of this size");
    ct_see(node);
    *out = (ct_w)n;
    return true;
}

static bool with_abilities(struct ct_low *low, ct_node *of, struct ct_face_build *build)
{
    ct_see(of);
    switch (of->kind) {
    case CT_KEYWORD: return ct_face_keyword(low, build, of);
    case CT_QUOTED:
        for (uint32_t i = 0; i < of->nkids; i++)
            if (!ct_face_ability(low, build, of->kid[i]))
                return false;
        return true;
    case CT_AND:
        for (uint32_t i = 0; i < of->nkids; i++)
            if (!with_abilities(low, of->kid[i], build))
                return false;
        return true;
    default: return ct_low_refuse(low, of, "a token with this");
    }
}

/* "a Monster Role token": the name alone is not enough if it is no subtype. */
static bool says_its_subtype(struct ct_low *low, const ct_node *np, const ct_rec_face *rec)
{
    const ct_node *words = np->kid[CT_NP_WORDS];
    for (uint32_t i = 0; i < words->nkids; i++)
        for (uint32_t k = 0; words->kid[i]->kind == CT_SUBTYPE && k < rec->nsubs; k++)
            if (low->emit->word[rec->sub0 + k] == ct_low_subtype(low, words->kid[i]->num))
                return true;
    return false;
}

/* A token that has a name of its own: a definition [CR 111.10]. The words must be the definition's. */
static uint32_t predefined(struct ct_low *low, ct_node *np)
{
    ct_node *words = np->kid[CT_NP_WORDS];
    const ct_node *name = ct_word_of(np, CT_TOKEN_NAME, -1);
    uint32_t symbol = 0;
    if (!ct_is(words, CT_GROUP) || ct_word_of(np, CT_PT, -1))
        return CT_NONE;
    if (name) {
        symbol = ct_low_name(low, name);
    } else {
        const ct_node *sub = ct_word_of(np, CT_SUBTYPE, -1);
        const char *word = sub ? ct_lexicon_subtype(low->c->lexicon, sub->num, false) : NULL;
        if (!word)
            return CT_NONE;
        symbol = ct_emit_symbol(low->emit, word, strlen(word));
    }
    uint32_t face = ct_token_face_named(low->c, symbol);
    if (face == CT_NONE)
        return CT_NONE;
    if (!says_its_subtype(low, np, &low->emit->face[face])) {
        ct_low_error(low, CT_ERR_INCOMPLETE, np, "a token is called by its name and a subtype");
        return CT_NONE;
    }
    const ct_rec_face *rec = &low->emit->face[face];
    for (uint32_t i = 0; i < words->nkids; i++) {
        ct_node *word = words->kid[i];
        bool fits = word->kind == CT_TOKEN_NAME ||
                    (word->kind == CT_NOUN && word->num == CT_N_TOKEN) || word->kind == CT_STATE;
        if (word->kind == CT_SUBTYPE && ct_low_subtype(low, word->num) == rec->name)
            fits = true; /* its name is the word of a subtype: "a Sorcerer Role token" */
        if (word->kind == CT_SUBTYPE)
            for (uint32_t k = 0; k < rec->nsubs; k++)
                fits = fits || low->emit->word[rec->sub0 + k] == ct_low_subtype(low, word->num);
        if (word->kind == CT_TYPE)
            fits = rec->types & ct_type_mask(word->num);
        if (!fits) {
            ct_low_refuse(low, word, "a predefined token that is not this");
            return CT_NONE;
        }
        ct_see(word);
    }
    ct_see(words);
    return face;
}

static bool size_of(struct ct_low *low, struct token *t)
{
    if (!t->pt)
        return !(t->face.types & CT_TYPE_CREATURE) ||
               ct_low_refuse(low, NULL, "a creature token without power and toughness");
    if (t->pt->flags & CT_F_DELTA)
        return ct_low_refuse(low, t->pt, "a token of this size");
    t->face.has_pt = 1;
    return number_word(low, t->pt->kid[CT_PT_POWER], &t->face.power) &&
           number_word(low, t->pt->kid[CT_PT_TOUGHNESS], &t->face.toughness);
}

static bool token_tails(struct ct_low *low, ct_node *np, struct token *t, struct ct_face_build *build)
{
    for (uint32_t i = CT_NP_REST; i < np->nkids; i++) {
        ct_node *tail = np->kid[i];
        if (ct_is(tail, CT_WITH) && !(tail->flags & CT_F_NON)) {
            ct_see(tail);
            if (!tail->kid[CT_WITH_OF] || !with_abilities(low, tail->kid[CT_WITH_OF], build))
                return false;
        } else if (ct_is(tail, CT_NAMED)) {
            ct_see(tail);
            t->face.name = ct_low_name(low, tail);
            t->named = true;
        }
    }
    return true;
}

uint32_t ct_low_token_face(struct ct_low *low, ct_node *np)
{
    struct token t = {.face = {.mana = CT_NONE, .card = CT_NONE, .loyalty = CT_NONE,
                               .defense = CT_NONE}};
    struct ct_face_build build = {.low = low};
    uint32_t face = predefined(low, np);
    if (face != CT_NONE || low->failed)
        return face;
    if (!np->kid[CT_NP_WORDS] || !token_word(low, np->kid[CT_NP_WORDS], &t))
        return CT_NONE;
    if (!t.face.types && t.face.nsubs) {
        ct_low_refuse(low, np, "a token that no definition describes");
        return CT_NONE;
    }
    if (!t.token) {
        ct_low_error(low, CT_ERR_INCOMPLETE, np, "what is created is called a token");
        return CT_NONE;
    }
    if (!t.colored) {
        ct_low_error(low, CT_ERR_INCOMPLETE, np, "which color, or \"colorless\"?");
        return CT_NONE;
    }
    if (!size_of(low, &t) || !token_tails(low, np, &t, &build))
        return CT_NONE;
    if (!t.named)
        token_name(low, &t);
    t.face.sub0 = ct_emit_word(low->emit, t.subs, t.face.nsubs);
    ct_face_finish(&build, &t.face);
    return ct_emit_face(low->emit, &t.face, 1);
}

/* ---- create ---------------------------------------------------------------------------------------------------- */

/* How the tokens enter, and on what: parts of the NP that are no part of the token. */
struct manner {
    uint16_t attached; /* slot, UINT16_MAX: to nothing */
    ct_val to;         /* several: one token for each */
    bool several, tapped, attacking;
    ct_node *copy_of;
};

static bool attached_to(struct ct_cl *c, ct_node *participle, struct manner *m)
{
    ct_node *body = participle->kid[0];
    ct_node *pp = ct_is(body, CT_CLAUSE) && body->num == CT_V_ATTACH &&
                          body->nkids == CT_CLAUSE_REST + 1
                      ? body->kid[CT_CLAUSE_REST]
                      : NULL;
    if (!ct_is(pp, CT_PP) || pp->num != CT_PREP_TO)
        return ct_low_refuse(c->low, participle, "a token like this");
    ct_see(participle);
    ct_see(body);
    ct_see(body->kid[CT_CLAUSE_SUBJECT]);
    ct_see(pp);
    if (!ct_low_operand(c->low, c->fn, pp->kid[CT_PP_OBJECT], CT_USE_ACT, &m->to))
        return false;
    m->several = m->to.type == CT_T_LIST;
    m->attached = m->several ? UINT16_MAX : m->to.slot;
    return true;
}

/* "that's tapped and attacking", "that's a copy of [np]", "that are ..." */
static bool that_is(struct ct_cl *c, ct_node *relative, struct manner *m)
{
    ct_node *body = relative->kid[0];
    if (!ct_is(body, CT_CLAUSE) || body->num != CT_V_BE)
        return ct_low_refuse(c->low, relative, "a token like this");
    ct_see(relative);
    ct_see(body);
    ct_see(body->kid[CT_CLAUSE_SUBJECT]);
    ct_node *what = body->kid[CT_CLAUSE_OBJECT];
    if (ct_is(what, CT_NP) && ct_head_is(what, CT_N_COPY) && what->nkids == CT_NP_REST + 1 &&
        ct_is(what->kid[CT_NP_REST], CT_PP) && what->kid[CT_NP_REST]->num == CT_PREP_OF) {
        ct_see(what);
        ct_see_all(what->kid[CT_NP_WORDS]);
        ct_see(what->kid[CT_NP_REST]);
        m->copy_of = what->kid[CT_NP_REST]->kid[CT_PP_OBJECT];
        return true;
    }
    struct ct_cl inner = {.low = c->low, .fn = c->fn, .node = body};
    m->tapped |= ct_cl_state(&inner, CT_WSTATE_TAPPED);
    m->attacking |= ct_cl_state(&inner, CT_WSTATE_ATTACKING);
    ct_node *list = what;
    for (uint32_t i = 0; list && i < (list->kind == CT_AND || list->kind == CT_GROUP ? list->nkids : 1); i++) {
        ct_node *state = list->kind == CT_AND || list->kind == CT_GROUP ? list->kid[i] : list;
        if (!ct_is(state, CT_STATE) ||
            (state->num != CT_WSTATE_TAPPED && state->num != CT_WSTATE_ATTACKING))
            return ct_low_refuse(c->low, state, "a token like this");
        ct_see(list);
        ct_see(state);
        m->tapped |= state->num == CT_WSTATE_TAPPED;
        m->attacking |= state->num == CT_WSTATE_ATTACKING;
    }
    return ct_low_no_more(c->low, body);
}

/* Also in "tapped 2/1 white and black ...", where it stands with the first of two colors. */
static bool among_words(const ct_node *words, int32_t state)
{
    if (!words)
        return false;
    if (words->kind == CT_STATE)
        return words->num == state;
    for (uint32_t i = 0; (words->kind == CT_GROUP || words->kind == CT_AND) && i < words->nkids; i++)
        if (among_words(words->kid[i], state))
            return true;
    return false;
}

static bool read_manner(struct ct_cl *c, ct_node *np, struct manner *m)
{
    *m = (struct manner){.attached = UINT16_MAX};
    m->tapped = among_words(np->kid[CT_NP_WORDS], CT_WSTATE_TAPPED);
    m->attacking = among_words(np->kid[CT_NP_WORDS], CT_WSTATE_ATTACKING);
    for (uint32_t i = CT_NP_REST; i < np->nkids; i++) {
        ct_node *tail = np->kid[i];
        if (ct_is(tail, CT_PARTICIPLE) && !attached_to(c, tail, m))
            return false;
        if (ct_is(tail, CT_RELATIVE) && !that_is(c, tail, m))
            return false;
    }
    return true;
}

static unsigned how(const struct manner *m)
{
    return (m->tapped ? CT_CREATE_TAPPED : 0u) | (m->attacking ? CT_CREATE_ATTACKING : 0u);
}

static bool create_copy(struct ct_cl *c, ct_node *np, struct manner *m, uint16_t amount)
{
    struct ct_low *low = c->low;
    const ct_node *words = np->kid[CT_NP_WORDS];
    ct_val of, tokens = ct_low_new(low, CT_T_LIST);
    if (ct_is(words, CT_GROUP) && words->nkids > 1)
        return ct_low_refuse(low, words, "a copy that is something else as well");
    ct_see_all(np->kid[CT_NP_WORDS]);
    if (!ct_low_operand(low, c->fn, m->copy_of, CT_USE_READ, &of))
        return false;
    ct_op5(c->fn, CT_OP_COPYTOKEN, tokens.slot, ct_cl_player(c), amount,
           ct_low_entity(low, c->fn, of), how(m), -1);
    ct_low_define(np, tokens, 0);
    ct_cl_result(c, tokens, 0);
    return true;
}

/* What was put together with CT_CREATE_TOGETHER is created; ALL of it is the result. */
static void together(struct ct_cl *c, uint16_t all, uint32_t face)
{
    uint16_t none = ct_slot(c->low->ab->frame, CT_T_ENT);
    ct_op1(c->fn, CT_OP_NONE, none, 0);
    ct_op5(c->fn, CT_OP_CREATE, all, ct_cl_player(c), ct_low_const(c->low, c->fn, 0), none, 0, (int32_t)face);
}

/* One kind of token. SHARED: how all of several kinds enter, or NULL when NP is alone and creates at once. */
static bool create(struct ct_cl *c, ct_node *np, const struct manner *shared, ct_val tokens, uint32_t *face)
{
    struct ct_low *low = c->low;
    struct manner m;
    uint16_t amount, player = ct_cl_player(c);
    unsigned with_next = shared ? CT_CREATE_TOGETHER : 0;
    if (!ct_is(np, CT_NP))
        return ct_low_refuse(low, np ? np : c->node, "creating this");
    if (np->num != CT_DET_A && np->num != CT_DET_NONE)
        return ct_low_refuse(low, np, "creating this");
    ct_see(np);
    if (!ct_low_amount(low, c->fn, np, &amount))
        return false;
    if (shared)
        m = *shared;
    else if (!read_manner(c, np, &m))
        return false;
    if (m.copy_of)
        return shared ? ct_low_refuse(low, np, "copies and other tokens at once") : create_copy(c, np, &m, amount);
    *face = ct_low_token_face(low, np);
    if (*face == CT_NONE)
        return ct_low_refuse(low, np, "a token like this");
    if (m.several) { /* one for each, all at the same time */
        struct ct_loop loop = ct_low_loop(low, c->fn, m.to.slot);
        ct_op5(c->fn, CT_OP_CREATE, tokens.slot, player, amount, loop.element, how(&m) | CT_CREATE_TOGETHER,
               (int32_t)*face);
        ct_low_loop_end(c->fn, loop);
        if (!shared)
            together(c, tokens.slot, *face);
    } else {
        uint16_t to = m.attached;
        int32_t none = ct_label(c->fn);
        if (to == UINT16_MAX) {
            to = ct_slot(low->ab->frame, CT_T_ENT);
            ct_op1(c->fn, CT_OP_NONE, to, 0);
        } else {
            uint16_t gone = ct_low_num(low);
            ct_op1(c->fn, CT_OP_EMPTY, tokens.slot, 0);
            ct_op2(c->fn, CT_OP_ISNONE, gone, to, 0);
            ct_op1(c->fn, CT_OP_JNZ, gone, none); /* [CR 303.4i] */
        }
        ct_op5(c->fn, CT_OP_CREATE, tokens.slot, player, amount, to, how(&m) | with_next, (int32_t)*face);
        ct_place(c->fn, none);
    }
    ct_low_define(np, tokens, 0);
    return true;
}

/* Those of ALL that have the name of FACE. */
static ct_val of_face(struct ct_cl *c, uint16_t all, uint32_t face)
{
    struct ct_low *low = c->low;
    struct ct_fn *fn = ct_fn_open(low->ab, CT_FN_NUMBER);
    uint16_t named = ct_low_symbol_const(low, fn, low->emit->face[face].name);
    ct_op3(fn, CT_OP_ISNAMED, named, CT_S_IT, named, 0);
    ct_op1(fn, CT_OP_RETN, named, 0);
    ct_val some = ct_low_new(low, CT_T_LIST);
    ct_op3(c->fn, CT_OP_FILTER, some.slot, all, fn->index, 0);
    return some;
}

/* "a Wicked Role token and a Royal Role token attached to [np]": all at the same time; where the last
 * are attached, all are. */
static bool create_several(struct ct_cl *c, ct_node *np, uint16_t all)
{
    struct manner m;
    uint32_t face[8];
    ct_node *last = np->kid[np->nkids - 1];
    if (np->nkids > 8 || !ct_is(last, CT_NP))
        return ct_low_refuse(c->low, np, "creating this");
    ct_see(np);
    if (!read_manner(c, last, &m))
        return false;
    for (uint32_t i = 0; i < np->nkids; i++)
        if (!create(c, np->kid[i], &m, ct_low_new(c->low, CT_T_LIST), &face[i]))
            return false;
    together(c, all, face[0]);
    for (uint32_t i = 0; i < np->nkids; i++)
        ct_low_define(np->kid[i], of_face(c, all, face[i]), 0);
    return true;
}

bool ct_lower_create(struct ct_cl *c)
{
    ct_node *np = ct_cl_object(c);
    ct_val all = ct_low_new(c->low, CT_T_LIST);
    uint32_t face;
    bool ok = ct_is(np, CT_AND) ? create_several(c, np, all.slot) : create(c, np, NULL, all, &face);
    if (!ok || c->low->failed)
        return false;
    if (!ct_is(np, CT_AND) && ct_is(np, CT_NP)) {
        int flags;
        ct_low_defined(np, &all, &flags); /* a copy has a list of its own */
    }
    ct_low_define(np, all, 0);
    ct_cl_result(c, all, 0);
    return true;
}

/* "copy target instant or sorcery spell" [CR 707.10] */
bool ct_lower_copy(struct ct_cl *c)
{
    struct ct_low *low = c->low;
    ct_val spell, copies = ct_low_new(low, CT_T_LIST);
    if (!ct_cl_act(c, &spell))
        return false;
    ct_op4(c->fn, CT_OP_COPYSPELL, copies.slot, ct_cl_player(c), ct_low_entity(low, c->fn, spell),
           ct_low_const(low, c->fn, 1), 0);
    ct_cl_result(c, copies, 0);
    return true;
}

bool ct_low_except(struct ct_low *low, struct ct_fn *fn, ct_node *except)
{
    (void)fn;
    return ct_low_refuse(low, except->kid[CT_EXCEPT_EXCEPTION], "an exception");
}
