/* The log in words. */
#include "runtime/log.h"
#include "runtime/chars.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *text;
} kinds[CT_NLOG_KINDS] = {
#define K(name, text) {#name, text},
    CT_LOG_KINDS(K)
#undef K
};

static const char *const zones[CT_NZONES] = {
#define ZONE(name, word, hidden) (word),
#include "runtime/types.def"
#undef ZONE
};

static const char *const steps[CT_NSTEPS] = {
#define STEP(name, words, rule) (words),
#include "runtime/types.def"
#undef STEP
};

void ct_log(const ct_game *g, const ct_log_entry *e)
{
    if (g->log) g->log(g->log_user, g, e);
}

const char *ct_log_kind_name(ct_log_kind kind)
{
    return kind < CT_NLOG_KINDS ? kinds[kind].name : "?";
}

typedef struct text {
    char *out;
    size_t size, len;
} text;

static void put(text *t, const char *s, size_t n)
{
    for (size_t i = 0; i < n && t->len + 1 < t->size; i++)
        t->out[t->len++] = s[i];
}

static void put_symbol(text *t, const ct_game *g, uint32_t symbol)
{
    size_t n;
    const char *s = ct_set_text(g->set, symbol, &n);
    put(t, s, n);
}

static void put_player(text *t, ct_ent e, const char *const *names)
{
    char unnamed[24];
    const char *name = names ? names[ct_player_index(e)] : NULL;
    if (!name) {
        snprintf(unnamed, sizeof unnamed, "player %u", ct_player_index(e) + 1);
        name = unnamed;
    }
    put(t, name, strlen(name));
}

static void put_entity(text *t, const ct_game *g, ct_ent e, const char *const *names)
{
    if (ct_is_player(e)) {
        put_player(t, e, names);
        return;
    }
    const ct_object *o = ct_obj(g, e);
    if (o && o->kind == CT_OBJ_ABILITY) {
        put(t, "an ability of ", 14);
        put_entity(t, g, o->source == e ? CT_NOBODY : o->source, names);
        return;
    }
    uint32_t face = o ? o->face : CT_NONE;
    uint32_t name = o && o->frozen         ? g->lki[o->frozen].name
                    : o && o->lki          ? g->lki[o->lki].name
                    : face < g->set->nface ? g->set->face[face].name
                                           : 0;
    if (name)
        put_symbol(t, g, name);
    else
        put(t, "something", 9);
}

/* "a +1/+1 counter is", "2 +1/+1 counters are" */
static void put_counters(text *t, const ct_game *g, const ct_log_entry *e)
{
    char number[16];
    snprintf(number, sizeof number, "%d ", e->amount);
    const char *many = e->amount == 1 ? "a " : number;
    put(t, many, strlen(many));
    put_symbol(t, g, e->symbol);
    const char *rest = e->amount == 1 ? " counter is" : " counters are";
    put(t, rest, strlen(rest));
}

/* "explores", "scries", "searches" */
static void put_verb(text *t, const ct_game *g, uint32_t symbol)
{
    size_t n;
    const char *s = ct_set_text(g->set, symbol, &n);
    const char last = n ? s[n - 1] : 0, before = n > 1 ? s[n - 2] : 0;
    const bool y = last == 'y' && before && !strchr("aeiou", before);
    const bool es = last == 's' || last == 'x' || last == 'z' ||
                    (last == 'h' && (before == 'c' || before == 's'));
    put(t, s, y ? n - 1 : n);
    put(t, y ? "ies" : es ? "es" : "s", y ? 3 : es ? 2 : 1);
}

static void put_field(text *t, const ct_game *g, const ct_log_entry *e, char field,
                      const char *const *names)
{
    char number[16];
    const char *word = NULL;
    switch (field) {
    case 'p':
        put_entity(t, g, e->player, names);
        return;
    case 'o':
        put_entity(t, g, e->obj, names);
        return;
    case 'b':
        put_entity(t, g, e->other, names);
        return;
    case 'c':
        put_counters(t, g, e);
        return;
    case 'v':
        put_verb(t, g, e->symbol);
        return;
    case 's':
        if (e->kind != CT_LOG_STEP) {
            put_symbol(t, g, e->symbol);
            return;
        }
        word = (unsigned)e->amount < CT_NSTEPS ? steps[e->amount] : "step";
        break;
    case 'z':
        word = e->to < CT_NZONES ? zones[e->to] : "";
        break;
    case 'f':
        word = e->from < CT_NZONES ? zones[e->from] : "";
        break;
    case 'n':
        snprintf(number, sizeof number, "%d", e->amount);
        word = number;
        break;
    default:
        return;
    }
    put(t, word, strlen(word));
}

size_t ct_log_text(const ct_game *g, const ct_log_entry *e, const char *const *names, char *out,
                   size_t size)
{
    text t = {out, size, 0};
    if (size == 0) return 0;
    const char *s = e->kind < CT_NLOG_KINDS ? kinds[e->kind].text : "";
    for (; *s; s++) {
        if (*s == '%' && s[1])
            put_field(&t, g, e, *++s, names);
        else
            put(&t, s, 1);
    }
    out[t.len] = '\0';
    return t.len;
}
