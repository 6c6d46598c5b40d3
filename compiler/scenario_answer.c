/* Which answers of the open decision the words of a step mean. */
#include "compiler/scenario_stage.h"

#include "runtime/codes.h"

#include <string.h>

/* ---- ways ---------------------------------------------------------------------------------- */

struct ways {
    struct ct_stage *stage;
    const struct ct_tape *tape;
    struct ct_way *way;
    unsigned count;
};

/* A new way with this answer; its tape is changed by the caller. */
static struct ct_tape *add(struct ways *w, uint32_t index)
{
    struct ct_way *way;

    if (w->count == CT_WAYS_MOST) return NULL;
    way = &w->way[w->count++];
    way->index = index;
    way->tape = *w->tape;
    return &way->tape;
}

/* "no more", once everything that was said is chosen. */
static void add_done(struct ways *w)
{
    int done = ct_decision_is_range(w->stage->g) ? -1 : ct_stage_option(w->stage, CT_OPT_DONE);
    struct ct_tape *tape = done < 0 ? NULL : add(w, (uint32_t)done);

    if (tape && tape->answer) tape->closed = true;
}

/* The option whose entity THING means: the one that fits, or the one that the ordinal or the order
 * in which objects are looked for tells among several. -1: none or not clear. */
static int entity_option(struct ct_stage *stage, const struct ct_sc_thing *thing)
{
    const ct_game *g = stage->g;
    int found = -1;
    bool several = false;
    unsigned count;
    ct_ent meant;

    for (uint32_t i = 0; i < g->s->decision.noptions; i++) {
        if (g->option[i].kind != CT_OPT_ENT || !ct_stage_can_mean(stage, thing, g->option[i].a))
            continue;
        if (found >= 0 && !ct_stage_same(stage, g->option[found].a, g->option[i].a)) several = true;
        if (found < 0) found = (int)i;
    }
    if (found < 0 || (!several && !thing->ordinal)) return found;
    meant = ct_stage_look(stage, thing, &count);
    for (uint32_t i = 0; count == 1 && i < g->s->decision.noptions; i++)
        if (g->option[i].kind == CT_OPT_ENT && g->option[i].a == meant) return (int)i;
    return -1;
}

/* One way for each thing of a list that is not used and can be chosen now; BITS says which are
 * used. */
static void entity_ways(struct ways *w, const struct ct_sc_thing *things, uint64_t used,
                        uint64_t *(*bits)(struct ct_tape *, int), int clause)
{
    unsigned bit = 0;

    for (const struct ct_sc_thing *thing = things; thing; thing = thing->next, bit++) {
        int option;
        struct ct_tape *tape;

        if (used & ((uint64_t)1 << bit)) continue;
        option = entity_option(w->stage, thing);
        tape = option < 0 ? NULL : add(w, (uint32_t)option);
        if (tape) *bits(tape, clause) |= (uint64_t)1 << bit;
    }
}

static uint64_t *clause_bits(struct ct_tape *tape, int clause)
{
    return &tape->used[clause];
}

static uint64_t *thing_bits(struct ct_tape *tape, int clause)
{
    (void)clause;
    return &tape->things_used;
}

static uint64_t *target_bits(struct ct_tape *tape, int clause)
{
    (void)clause;
    return &tape->as_targets;
}

/* Choosing entities: from a clause of KIND, or from the answer's own things. */
static void choose_entities(struct ways *w, enum ct_sc_clause_kind kind)
{
    int clause = ct_tape_clause(w->tape, kind);

    if (w->tape->answer) {
        entity_ways(w, w->tape->phrase->things, w->tape->things_used, thing_bits, 0);
        if (w->count == 0 && (w->tape->things == 0 || ct_tape_all_used(w->tape))) add_done(w);
        return;
    }
    if (clause >= 0)
        entity_ways(w, w->tape->clause[clause]->things, w->tape->used[clause], clause_bits, clause);
    if (clause >= 0 && !w->tape->clause[clause]->things) {
        add_done(w);
        if (w->count) w->way[0].tape.used[clause] = 1;
    } else if (w->count == 0 && ct_tape_has(w->tape, kind)) {
        add_done(w);
    }
}

static void choose_targets(struct ways *w)
{
    int clause = ct_tape_clause(w->tape, CT_SC_C_DIVIDING);

    if (w->tape->answer || ct_tape_has(w->tape, CT_SC_C_TARGETING) || clause < 0) {
        choose_entities(w, CT_SC_C_TARGETING);
        return;
    }
    entity_ways(w, w->tape->clause[clause]->things, w->tape->as_targets, target_bits, 0);
    if (w->count == 0) add_done(w);
}

/* ---- values -------------------------------------------------------------------------------- */

static bool is_one_word(const struct ct_sc_thing *thing)
{
    return thing->kind == CT_SC_T_OBJECT && thing->words && !thing->words->next &&
           !thing->ordinal && !thing->player;
}

/* The text that a chosen type, name or kind of counter has in the set. */
static bool symbol_meant(const struct ct_stage *stage, const struct ct_sc_thing *thing,
                         uint32_t symbol)
{
    static const char *const types[] = {
#define TYPE(name, word, plural, permanent) word,
#include "runtime/types.def"
#undef TYPE
    };

    if (thing->text) return ct_stage_symbol_is(stage, symbol, thing->text);
    if (!is_one_word(thing)) return false;
    if (thing->words->kind == CT_SC_W_TYPE)
        return ct_stage_symbol_is(stage, symbol, types[thing->words->value]);
    return thing->words->text && ct_stage_symbol_is(stage, symbol, thing->words->text);
}

/* Does THING mean option O of a decision whose options are no entities? */
static bool value_meant(const struct ct_stage *stage, const struct ct_sc_thing *thing,
                        const ct_option *o)
{
    if (o->kind == CT_OPT_SYMBOL) return symbol_meant(stage, thing, o->a);
    if (o->kind != CT_OPT_NUMBER) return false;
    switch (thing->kind) {
    case CT_SC_T_NUMBER:
        return (int32_t)o->a == thing->value;
    case CT_SC_T_COLOR:
        return o->a == 1u << thing->value;
    case CT_SC_T_MODE:
        return o->a + 1 == (uint32_t)thing->value;
    default:
        return false;
    }
}

static void value_ways(struct ways *w, const struct ct_sc_thing *things, uint64_t used,
                       uint64_t *(*bits)(struct ct_tape *, int), int clause)
{
    const ct_game *g = w->stage->g;
    unsigned bit = 0;

    for (const struct ct_sc_thing *thing = things; thing; thing = thing->next, bit++) {
        int64_t index = -1;
        struct ct_tape *tape;

        if (used & ((uint64_t)1 << bit)) continue;
        if (ct_decision_is_range(g)) {
            if (thing->kind == CT_SC_T_NUMBER) index = ct_stage_in_range(w->stage, thing->value);
        } else {
            for (uint32_t i = 0; i < g->s->decision.noptions && index < 0; i++)
                if (value_meant(w->stage, thing, &g->option[i])) index = i;
        }
        tape = index < 0 ? NULL : add(w, (uint32_t)index);
        if (tape) *bits(tape, clause) |= (uint64_t)1 << bit;
    }
}

static void choose_values(struct ways *w)
{
    int clause = ct_tape_clause(w->tape, CT_SC_C_CHOOSING);

    if (w->tape->answer)
        value_ways(w, w->tape->phrase->things, w->tape->things_used, thing_bits, 0);
    else if (clause >= 0)
        value_ways(w, w->tape->clause[clause]->things, w->tape->used[clause], clause_bits, clause);
    if (w->count == 0 && (w->tape->answer ? w->tape->things == 0 || ct_tape_all_used(w->tape)
                                          : ct_tape_has(w->tape, CT_SC_C_CHOOSING)))
        add_done(w);
}

static void choose_color(struct ways *w)
{
    static const char letters[] = "WUBRG";
    const char *mana = w->tape->phrase->mana;
    const char *letter = mana && mana[0] == '{' && mana[1] ? strchr(letters, mana[1]) : NULL;

    if (w->tape->phrase->kind != CT_SC_TAPS_FOR_MANA || !letter) {
        choose_values(w);
        return;
    }
    for (uint32_t i = 0; i < w->stage->g->s->decision.noptions; i++)
        if (w->stage->g->option[i].kind == CT_OPT_NUMBER &&
            w->stage->g->option[i].a == 1u << (letter - letters))
            add(w, i);
}

static void choose_x(struct ways *w)
{
    int clause = ct_tape_clause(w->tape, CT_SC_C_X);
    int64_t index = clause < 0 ? -1 : ct_stage_in_range(w->stage, w->tape->clause[clause]->value);
    struct ct_tape *tape = index < 0 ? NULL : add(w, (uint32_t)index);

    if (tape) tape->used[clause] = 1;
    if (w->tape->answer) choose_values(w);
}

/* "2 to Bear": the amount of the recipient that is asked about, nothing for one that is not named.
 */
static void choose_amount(struct ways *w)
{
    const ct_game *g = w->stage->g;
    int clause = ct_tape_clause(w->tape, CT_SC_C_DIVIDING);
    const struct ct_sc_thing *things = w->tape->answer ? w->tape->phrase->things
                                       : clause < 0    ? NULL
                                                       : w->tape->clause[clause]->things;
    uint64_t used = w->tape->answer ? w->tape->things_used : clause < 0 ? 0 : w->tape->used[clause];
    ct_ent recipient = g->s->pool[CT_POOL_option].used ? g->option[0].a : CT_NOBODY;
    unsigned bit = 0;
    int total = g->s->decision.hi;

    /* Targets get at least one each, and what the others must get is not offered [CR 601.2d]. */
    if (g->s->decision.kind == CT_DEC_DIVIDE)
        total += (int)ct_tape_things(things) - __builtin_popcountll(used) - 1;

    for (const struct ct_sc_thing *thing = things; thing; thing = thing->next, bit++) {
        int64_t index;
        struct ct_tape *tape;

        if (used & ((uint64_t)1 << bit) || !ct_stage_can_mean(w->stage, thing, recipient)) continue;
        index = ct_stage_in_range(w->stage, thing->amount);
        tape = index < 0 ? NULL : add(w, (uint32_t)index);
        if (!tape) return;
        *(tape->answer ? &tape->things_used : &tape->used[clause]) |= (uint64_t)1 << bit;
        tape->left = total - thing->amount;
    }
    if (w->count == 0 && things && ct_stage_in_range(w->stage, 0) >= 0)
        add(w, (uint32_t)ct_stage_in_range(w->stage, 0));
}

/* ---- costs and payment --------------------------------------------------------------------- */

/* "kicked", "bargained", or the objects that such a cost is paid with: yes. */
static void accept_cost(struct ways *w, uint32_t index)
{
    uint32_t keyword = w->stage->g->s->decision.prompt;

    for (unsigned i = 0; i < w->tape->count; i++) {
        const struct ct_sc_clause *c = w->tape->clause[i];
        struct ct_tape *tape;

        if (ct_tape_used(w->tape, i) ||
            (c->kind != CT_SC_C_PAYING_COST && c->kind != CT_SC_C_PICKING))
            continue;
        if (c->kind == CT_SC_C_PAYING_COST && keyword &&
            !ct_stage_symbol_is(w->stage, keyword, c->text))
            continue;
        tape = add(w, index);
        if (tape && c->kind == CT_SC_C_PAYING_COST) tape->used[i] = 1;
    }
}

/* Alternative costs: the one that the words name, else the mana cost. */
static void choose_alternative(struct ways *w)
{
    const ct_game *g = w->stage->g;
    int using = ct_tape_clause(w->tape, CT_SC_C_USING),
        free = ct_tape_clause(w->tape, CT_SC_C_FREE);
    int other = ct_tape_clause(w->tape, CT_SC_C_FOR_COST);

    for (uint32_t i = 0; i < g->s->decision.noptions; i++) {
        const ct_option *o = &g->option[i];
        bool meant =
            using >= 0 && o->c && ct_stage_can_mean(w->stage, w->tape->clause[using]->things, o->c);
        struct ct_tape *tape;

        if (o->kind != CT_OPT_NUMBER || (using >= 0 && !meant)) continue;
        if ((using >= 0 || free >= 0 || other >= 0) != (o->b != CT_NONE)) continue;
        tape = add(w, i);
        if (!tape) return;
        if (using >= 0) tape->used[using] = 1;
        if (free >= 0) tape->used[free] = 1;
        if (other >= 0) tape->used[other] = 1;
    }
}

/* How often an additional cost is paid. */
static void cost_times(struct ways *w)
{
    int clause = ct_tape_clause(w->tape, CT_SC_C_PAYING_COST);
    int64_t index = ct_stage_in_range(w->stage, clause < 0 ? 0 : w->tape->clause[clause]->value);
    struct ct_tape *tape = index < 0 ? NULL : add(w, (uint32_t)index);

    if (tape && clause >= 0) tape->used[clause] = 1;
}

static void choose_cost(struct ways *w)
{
    const ct_game *g = w->stage->g;
    int yes, no, life = ct_stage_option(w->stage, CT_OPT_LIFE), clause;
    struct ct_tape *tape;

    if (ct_decision_is_range(g)) {
        cost_times(w);
        return;
    }
    if (g->option[0].kind == CT_OPT_NUMBER && g->option[0].b == CT_NONE) {
        choose_alternative(w);
        return;
    }
    yes = ct_stage_option(w->stage, CT_OPT_YES);
    no = ct_stage_option(w->stage, CT_OPT_NO);
    if (yes >= 0) accept_cost(w, (uint32_t)yes);
    clause = ct_tape_clause(w->tape, CT_SC_C_NOT_PAYING_COST);
    tape = no >= 0 && clause >= 0 ? add(w, (uint32_t)no) : NULL;
    if (tape) tape->used[clause] = 1;
    if (no >= 0 && w->count && !tape) add(w, (uint32_t)no);
    clause = ct_tape_clause(w->tape, CT_SC_C_PAYING_LIFE);
    tape = life >= 0 && clause >= 0 ? add(w, (uint32_t)life) : NULL;
    if (tape) tape->used[clause] = 1;
    /* Which of several costs: the one that the other words fit. */
    for (uint32_t i = 0; yes < 0 && i < g->s->decision.noptions && w->tape->count; i++)
        if (g->option[i].kind == CT_OPT_NUMBER) add(w, i);
}

/* Mana symbols of "paying with {R}{R}": one bit a symbol of the text. */
static void pay_symbols(struct ways *w, int clause)
{
    static const char types[] = "WUBRGC";
    unsigned bit = 0;
    const ct_game *g = w->stage->g;

    for (const char *at = w->tape->clause[clause]->text; *at && bit < 64; at++) {
        const char *type;

        if (*at == '{' || *at == '}') continue;
        type = strchr(types, *at);
        for (uint32_t i = 0; type && i < g->s->decision.noptions; i++) {
            struct ct_tape *tape;

            if (g->option[i].kind != CT_OPT_MANA || g->option[i].a != 1u << (type - types) ||
                w->tape->as_targets & ((uint64_t)1 << (32 + bit)))
                continue;
            tape = add(w, i);
            if (!tape) return;
            tape->as_targets |= (uint64_t)1 << (32 + bit);
            tape->used[clause] = 1;
            return;
        }
        bit++;
    }
}

static void pay(struct ways *w)
{
    const ct_game *g = w->stage->g;
    int with = ct_tape_clause(w->tape, CT_SC_C_PAYING_WITH);
    unsigned bit = 0;

    for (unsigned i = 0; i < w->tape->count; i++)
        if (w->tape->clause[i]->kind == CT_SC_C_PAYING_MANA) pay_symbols(w, (int)i);
    if (with < 0) return;
    for (const struct ct_sc_thing *thing = w->tape->clause[with]->things; thing;
         thing = thing->next, bit++) {
        if (w->tape->used[with] & ((uint64_t)1 << bit)) continue;
        for (uint32_t i = 0; i < g->s->decision.noptions; i++) {
            struct ct_tape *tape;

            if ((g->option[i].kind != CT_OPT_ACTIVATE && g->option[i].kind != CT_OPT_ENT) ||
                !ct_stage_can_mean(w->stage, thing, g->option[i].a))
                continue;
            tape = add(w, i);
            if (tape) tape->used[with] |= (uint64_t)1 << bit;
        }
    }
}

/* ---- may ----------------------------------------------------------------------------------- */

static void choose_whether(struct ways *w)
{
    int yes = ct_stage_option(w->stage, CT_OPT_YES), no = ct_stage_option(w->stage, CT_OPT_NO),
        answer = -1;
    struct ct_tape *tape;

    if (!w->tape->answer) {
        choose_cost(w);
        return;
    }
    switch (w->tape->phrase->kind) {
    case CT_SC_DOES:
    case CT_SC_PAYS:
        answer = yes;
        break;
    case CT_SC_DOES_NOT:
    case CT_SC_PAYS_NOT:
    case CT_SC_LEAVES:
        answer = no;
        break;
    case CT_SC_CHOOSES:
    case CT_SC_PICKS:
    case CT_SC_FINDS:
    case CT_SC_APPLIES:
    case CT_SC_PUTS:
        answer = w->tape->things ? yes : no;
        break;
    default:
        break;
    }
    tape = answer < 0 ? NULL : add(w, (uint32_t)answer);
    if (!tape) return;
    /* "puts Bear into her graveyard" names what the choice is about; "sacrifices Bear" may still
     * have to say which. */
    if (tape->phrase->kind == CT_SC_PUTS || tape->phrase->kind == CT_SC_LEAVES)
        tape->things_used = ct_tape_bits(tape->things);
    tape->closed = tape->things == 0 || tape->things_used;
}

/* ---- orders and declarations --------------------------------------------------------------- */

static bool next_meant(struct ct_stage *stage, const struct ct_sc_thing *thing, const ct_option *o)
{
    if (thing->kind == CT_SC_T_ABILITY) {
        const ct_object *source = ct_obj(stage->g, o->a);

        return ct_stage_ability_fits(stage, thing, o->a) ||
               (source && ct_stage_can_mean(stage, thing->object, o->a));
    }
    return ct_stage_can_mean(stage, thing, o->a);
}

/* Of two that are left the second need not be chosen: what is said of it is used up with the first,
 * if it is that one. */
static uint64_t last_too(const struct ways *w, const struct ct_sc_thing *after, unsigned bit,
                         uint32_t chosen)
{
    const ct_game *g = w->stage->g;

    if (!after || after->next || g->s->decision.noptions != 2 ||
        !next_meant(w->stage, after, &g->option[1 - chosen]))
        return 0;
    return (uint64_t)1 << (bit + 1);
}

/* The next thing in the order said; of equal ones the first. */
static void choose_next(struct ways *w)
{
    const ct_game *g = w->stage->g;
    const struct ct_sc_thing *thing = w->tape->phrase->things;
    unsigned bit = 0;

    if (!w->tape->answer) return;
    while (thing && w->tape->things_used & ((uint64_t)1 << bit))
        thing = thing->next, bit++;
    for (uint32_t i = 0; thing && i < g->s->decision.noptions; i++) {
        struct ct_tape *tape;

        if (g->option[i].kind != CT_OPT_ENT || !next_meant(w->stage, thing, &g->option[i]))
            continue;
        tape = add(w, i);
        if (tape) tape->things_used |= (uint64_t)1 << bit | last_too(w, thing->next, bit, i);
    }
}

static void choose_replacement(struct ways *w)
{
    const ct_game *g = w->stage->g;

    if (!w->tape->answer || !w->tape->phrase->things) return;
    for (uint32_t i = 0; i < g->s->decision.noptions; i++) {
        struct ct_tape *tape;

        if (!ct_stage_can_mean(w->stage, w->tape->phrase->things, g->option[i].b)) continue;
        tape = add(w, i);
        if (tape) tape->things_used = ct_tape_bits(tape->things);
    }
}

/* Attackers and blockers are offered in a fixed order: the pair that comes first among those left.
 */
static void declare(struct ways *w)
{
    const ct_game *g = w->stage->g;
    bool attack = g->s->decision.kind == CT_DEC_ATTACKER;

    if (!ct_sc_is_declaration(w->tape->phrase)) return;
    for (uint32_t i = 0; i < g->s->decision.noptions; i++) {
        const ct_option *o = &g->option[i];
        unsigned bit = 0;

        if (o->kind != CT_OPT_PAIR) continue;
        for (const struct ct_sc_pair *pair = w->tape->phrase->pairs; pair;
             pair = pair->next, bit++) {
            const struct ct_sc_thing *a = attack ? pair->first : pair->second;
            const struct ct_sc_thing *b = attack ? pair->second : pair->first;
            struct ct_tape *tape;

            if (w->tape->things_used & ((uint64_t)1 << bit) ||
                !ct_stage_can_mean(w->stage, a, o->a) ||
                (b ? !ct_stage_can_mean(w->stage, b, o->b) : !ct_is_player(o->b)))
                continue;
            if (a->ordinal || (b && b->ordinal)) {
                unsigned count;

                if (a->ordinal && ct_stage_look(w->stage, a, &count) != o->a) continue;
                if (b && b->ordinal && ct_stage_look(w->stage, b, &count) != o->b) continue;
            }
            tape = add(w, i);
            if (tape) tape->things_used |= (uint64_t)1 << bit;
            break;
        }
    }
    if (w->tape->things == 0 || w->tape->things_used == ct_tape_bits(w->tape->things)) {
        w->count = 0;
        add_done(w);
        if (w->count) w->way[0].tape.closed = true;
    }
}

/* ---- all ----------------------------------------------------------------------------------- */

/* An answer ends with its choice: a further decision is part of it when it is asked for the same.
 */
static bool same_choice(const struct ct_tape *tape, const ct_decision_rec *d)
{
    return tape->first.kind == CT_DEC_NONE || tape->first.kind == CT_DEC_YESNO ||
           (tape->first.kind == d->kind && tape->first.player == d->player &&
            tape->first.source == d->source);
}

/* What lies open when nothing is said about it: the first answers there are. */
static void any_ways(struct ways *w)
{
    uint32_t most = w->stage->g->s->decision.noptions;

    for (uint32_t i = 0; i < most && w->count < CT_WAYS_MOST; i++)
        add(w, i);
}

static bool choose_card(struct ways *w);

unsigned ct_stage_ways(struct ct_stage *stage, const struct ct_tape *tape, struct ct_way *way)
{
    struct ways w = {.stage = stage, .tape = tape, .way = way};
    const ct_decision_rec *d = &stage->g->s->decision;

    if (tape->answer && (tape->closed || ct_tape_all_used(tape)) && !same_choice(tape, d)) return 0;
    if (tape->answer && tape->closed && ct_tape_all_used(tape)) return 0;
    switch ((ct_decision_kind)d->kind) {
    case CT_DEC_PRIORITY:
        if (!tape->begun && !tape->answer) return ct_stage_actions(stage, tape, way);
        return 0;
    case CT_DEC_TARGET:
        choose_targets(&w);
        break;
    case CT_DEC_MODE:
    case CT_DEC_NUMBER:
    case CT_DEC_SYMBOL:
        choose_values(&w);
        break;
    case CT_DEC_COLOR:
        choose_color(&w);
        break;
    case CT_DEC_COST:
        tape->answer ? choose_whether(&w) : choose_cost(&w);
        break;
    case CT_DEC_X:
        choose_x(&w);
        break;
    case CT_DEC_PAY:
        pay(&w);
        break;
    case CT_DEC_PICK:
    case CT_DEC_KEEP:
    case CT_DEC_DISCARD:
        if (!choose_card(&w)) choose_entities(&w, CT_SC_C_PICKING);
        break;
    case CT_DEC_YESNO:
        choose_whether(&w);
        break;
    case CT_DEC_ORDER:
    case CT_DEC_TRIGGER_ORDER:
        choose_next(&w);
        break;
    case CT_DEC_REPLACEMENT:
        choose_replacement(&w);
        break;
    case CT_DEC_DIVIDE:
    case CT_DEC_DAMAGE:
        choose_amount(&w);
        break;
    case CT_DEC_ATTACKER:
    case CT_DEC_BLOCKER:
        declare(&w);
        break;
    case CT_DEC_MULLIGAN:
    case CT_DEC_NONE:
    case CT_NDECISIONS:
        break;
    }
    if (w.count == 0 && tape->anything && !ct_stage_asks_declaration(d) &&
        !ct_tape_says_all(tape, d) && ct_stage_implied(stage, tape) < 0)
        any_ways(&w);
    for (unsigned i = 0; i < w.count; i++)
        if (tape->answer && (tape->first.kind == CT_DEC_NONE || tape->first.kind == CT_DEC_YESNO))
            way[i].tape.first = *d;
    return w.count;
}

/* ---- casting while something resolves ------------------------------------------------------ */

/* The card, or the half of it, that "casts Stomp" names in a choice of what is cast or played. */
static bool choose_card(struct ways *w)
{
    const ct_game *g = w->stage->g;
    enum ct_sc_phrase_kind kind = w->tape->phrase->kind;

    if (w->tape->answer || (kind != CT_SC_CASTS && kind != CT_SC_PLAYS)) return false;
    for (uint32_t i = 0; i < g->s->decision.noptions; i++) {
        const ct_option *o = &g->option[i];
        bool half = o->kind == CT_OPT_CAST || o->kind == CT_OPT_LAND;
        struct ct_tape *tape;

        if (half ? !ct_stage_half_meant(w->stage, w->tape->phrase->things, o)
                 : w->tape->begun || o->kind != CT_OPT_ENT ||
                       !ct_stage_can_mean(w->stage, w->tape->phrase->things, o->a))
            continue;
        tape = add(w, i);
        if (tape) tape->begun = true;
    }
    return w->count > 0;
}
