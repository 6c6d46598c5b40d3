/* Records: what every record must be by itself, then each ability with its functions. */
#include "runtime/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <utf8proc.h>

#include "runtime/verify_code.h"

bool ct_verify_fail(ct_verifier *v, ct_verify_code code, ct_section section, ct_w record, ct_w word)
{
    *v->error = (ct_verify_error){code,    section, record, word, v->ab ? v->ability : CT_NONE,
                                  CT_NONE, CT_NONE};
    return false;
}

bool ct_verify_spend(ct_verifier *v, uint64_t work)
{
    v->work += work + 1;
    return v->work <= v->limit ||
           ct_verify_fail(v, CT_VERR_TOO_MUCH_WORK, CT_SEC_ability, CT_NONE, CT_NONE);
}

uint32_t ct_verify_slot_type(const ct_verifier *v, ct_w slot)
{
    return slot < v->ab->nslots ? v->set->word[v->ab->slot0 + slot] : CT_NONE;
}

/* ---- every record by itself ---------------------------------------------------------------- */
static bool field_value(ct_verifier *v, const ct_field *f, const ct_w *rec, ct_w r)
{
    ct_w value = rec[f->word];
    ct_verify_code why = CT_VERR_OK;
    ct_w limit;
    switch ((ct_field_kind)f->kind) {
    case CT_F_UPTO:
        if (value >= f->arg) why = CT_VERR_NUMBER;
        break;
    case CT_F_MASK:
        if (value & ~f->arg) why = CT_VERR_MASK;
        break;
    case CT_F_SYM:
        if (value >= v->set->nsym) why = CT_VERR_INDEX;
        break;
    case CT_F_REF:
        if (value >= ct_section_count(v->set, f->arg)) why = CT_VERR_INDEX;
        break;
    case CT_F_OPT:
        if (value != CT_NONE && value >= ct_section_count(v->set, f->arg)) why = CT_VERR_INDEX;
        break;
    case CT_F_FROM:
        limit = ct_section_count(v->set, f->arg);
        if (value > limit || rec[f->word + 1] > limit - value) why = CT_VERR_RANGE;
        break;
    case CT_F_LAYOUT:
    case CT_F_ABILITY:
    case CT_F_EFFECT:
    case CT_F_LAYER_ROW:
    case CT_F_COST:
    case CT_F_EVENT:
        if (value >= f->arg) why = CT_VERR_KIND;
        break;
    case CT_F_KW:
        if (value != CT_NONE && value >= CT_NKEYWORDS) why = CT_VERR_KIND;
        break;
    default:
        break; /* any number; or checked in its ability's context */
    }
    return why == CT_VERR_OK || ct_verify_fail(v, why, f->section, r, f->word);
}

static bool check_fields(ct_verifier *v, ct_section section)
{
    unsigned n, stride = ct_record_words(section);
    const ct_field *fields = ct_fields(section, &n);
    const ct_w *rec = ct_section_words(v->set, section);
    uint32_t count = ct_section_count(v->set, section);
    for (uint32_t r = 0; n > 0 && r < count; r++, rec += stride)
        for (unsigned i = 0; i < n; i++)
            if (!field_value(v, &fields[i], rec, r)) return false;
    return true;
}

static bool is_utf8(const uint8_t *text, size_t len)
{
    size_t at = 0;
    while (at < len) {
        utf8proc_int32_t c;
        if (text[at] < 0x80) {
            at++;
            continue;
        }
        utf8proc_ssize_t n = utf8proc_iterate(text + at, (utf8proc_ssize_t)(len - at), &c);
        if (n <= 0) return false;
        at += (size_t)n;
    }
    return true;
}

static bool check_symbols(ct_verifier *v)
{
    const ct_set *set = v->set;
    if (set->nsym == 0 || set->sym[0].len != 0)
        return ct_verify_fail(v, CT_VERR_FIRST_SYMBOL, CT_SEC_sym, 0, 1);
    for (ct_w s = 0; s < set->nsym; s++) {
        const ct_rec_sym *sym = &set->sym[s];
        if (sym->off > set->nstring || sym->len > set->nstring - sym->off)
            return ct_verify_fail(v, CT_VERR_SYMBOL_BOUNDS, CT_SEC_sym, s, 0);
        if (!ct_verify_spend(v, sym->len / 4)) return false;
        if (!is_utf8(set->string + sym->off, sym->len))
            return ct_verify_fail(v, CT_VERR_UTF8, CT_SEC_sym, s, 0);
        if (ct_set_symbol(set, (const char *)set->string + sym->off, sym->len) != s)
            return ct_verify_fail(v, CT_VERR_SAME_SYMBOL, CT_SEC_sym, s, 0);
    }
    return true;
}

/* Words that stand for records: the ranges of a face, of a frame and of a mana cost. */
static bool check_indices(ct_verifier *v, ct_w from, ct_w count, ct_w limit, ct_section section,
                          ct_w record)
{
    if (!ct_verify_spend(v, count)) return false;
    for (ct_w i = 0; i < count; i++)
        if (v->set->word[from + i] >= limit)
            return ct_verify_fail(v, CT_VERR_INDEX, section, record, CT_NONE);
    return true;
}

/* Abilities that stand on a face or in a keyword. */
static bool check_printed(ct_verifier *v, ct_w from, ct_w count, ct_section section, ct_w record)
{
    if (!ct_verify_spend(v, count)) return false;
    for (ct_w i = from; i < from + count; i++)
        if (v->set->ability[i].kind == CT_AB_ACTION || v->set->ability[i].kind == CT_AB_DELAYED)
            return ct_verify_fail(v, CT_VERR_ABILITY_USE, section, record, CT_NONE);
    return true;
}

static bool check_faces(ct_verifier *v)
{
    const ct_set *set = v->set;
    for (ct_w f = 0; f < set->nface; f++) {
        const ct_rec_face *face = &set->face[f];
        if (!check_indices(v, face->sub0, face->nsubs, set->nsym, CT_SEC_face, f) ||
            !check_indices(v, face->kw0, face->nkw, set->nkeyword, CT_SEC_face, f) ||
            !check_printed(v, face->abil0, face->nabils, CT_SEC_face, f))
            return false;
        if (face->card == CT_NONE) continue;
        const ct_rec_card *card = &set->card[face->card];
        if (f < card->face0 || f - card->face0 >= card->nfaces)
            return ct_verify_fail(v, CT_VERR_FACE_CARD, CT_SEC_face, f, CT_NONE);
    }
    return true;
}

static bool right_number_of_faces(ct_w layout, ct_w n)
{
    switch ((ct_layout)layout) {
    case CT_LAYOUT_NORMAL:
    case CT_LAYOUT_TOKEN:
        return n == 1;
    case CT_LAYOUT_SPLIT:
        return n >= 2 && n <= 8;
    case CT_LAYOUT_MELD:
        return n == 1 || n == 2;
    default:
        return n == 2;
    }
}

static bool check_cards(ct_verifier *v)
{
    const ct_set *set = v->set;
    for (ct_w c = 0; c < set->ncard; c++) {
        const ct_rec_card *card = &set->card[c];
        if (!right_number_of_faces(card->layout, card->nfaces))
            return ct_verify_fail(v, CT_VERR_FACES, CT_SEC_card, c, CT_NONE);
        for (ct_w f = card->face0; f < card->face0 + card->nfaces; f++)
            if (set->face[f].card != c)
                return ct_verify_fail(v, CT_VERR_FACE_CARD, CT_SEC_face, f, CT_NONE);
    }
    return true;
}

/* A pip is paid with a color or colorless mana, {S} with snow mana (CR 107.4). */
static bool check_mana(ct_verifier *v)
{
    const ct_w known = CT_ALL_COLORS | CT_PIP_C | CT_PIP_PHYREXIAN | CT_PIP_SNOW | CT_PIP_TWO;
    for (ct_w m = 0; m < v->set->nmana; m++) {
        const ct_rec_mana *mana = &v->set->mana[m];
        if (!ct_verify_spend(v, mana->npips)) return false;
        for (ct_w i = 0; i < mana->npips; i++) {
            ct_w pip = v->set->word[mana->pip0 + i];
            if ((pip & ~known) || !(pip & (CT_ALL_COLORS | CT_PIP_C | CT_PIP_SNOW)))
                return ct_verify_fail(v, CT_VERR_PIP, CT_SEC_mana, m, CT_NONE);
        }
    }
    return true;
}

static bool check_mechanics(ct_verifier *v)
{
    const ct_set *set = v->set;
    for (ct_w k = 0; k < set->nkeyword; k++) {
        const ct_rec_keyword *kw = &set->keyword[k], *base = &set->keyword[kw->base];
        if (base->base != kw->base || base->name != kw->name)
            return ct_verify_fail(v, CT_VERR_KEYWORD_BASE, CT_SEC_keyword, k, CT_NONE);
        if (!check_printed(v, kw->abil0, kw->nabils, CT_SEC_keyword, k)) return false;
    }
    for (ct_w a = 0; a < set->naction; a++)
        if (set->ability[set->action[a].ability].kind != CT_AB_ACTION)
            return ct_verify_fail(v, CT_VERR_ABILITY_USE, CT_SEC_action, a, CT_NONE);
    return true;
}

static bool check_lists(ct_verifier *v)
{
    const ct_set *set = v->set;
    if (set->nspan != 0 && set->nspan != set->ncode)
        return ct_verify_fail(v, CT_VERR_SPANS, CT_SEC_span, CT_NONE, CT_NONE);
    if (set->naltname % 2)
        return ct_verify_fail(v, CT_VERR_ALTNAMES, CT_SEC_altname, CT_NONE, CT_NONE);
    for (ct_w i = 0; i < set->naltname; i++)
        if (set->altname[i] >= (i % 2 ? set->ncard : set->nsym))
            return ct_verify_fail(v, CT_VERR_INDEX, CT_SEC_altname, i, 0);
    for (ct_w i = 0; i < set->ntoken; i++)
        if (set->token[i] >= set->nface)
            return ct_verify_fail(v, CT_VERR_INDEX, CT_SEC_token, i, 0);
    return true;
}

/* ---- records in the context of their ability ----------------------------------------------- */
static void find_context(ct_verifier *v)
{
    for (unsigned s = 0; s < CT_NSECTIONS; s++) {
        unsigned n;
        v->context[s].field = ct_fields(s, &n);
        for (unsigned i = 0; i < n; i++)
            if (v->context[s].field[i].kind == CT_F_FN || v->context[s].field[i].kind == CT_F_SLOT)
                v->context[s].at[v->context[s].n++] = (uint8_t)i;
    }
}

/* The functions and slots a record names. */
static bool check_context(ct_verifier *v, ct_section section, ct_w r, bool event)
{
    const ct_w *rec = ct_section_words(v->set, section) + (size_t)r * ct_record_words(section);
    if (!ct_verify_spend(v, v->context[section].n)) return false;
    for (unsigned i = 0; i < v->context[section].n; i++) {
        const ct_field *f = &v->context[section].field[v->context[section].at[i]];
        ct_w value = rec[f->word];
        if (value == CT_NONE) continue;
        if (f->kind == CT_F_FN && !ct_verify_fn_use(v, value, f->arg, event, section, r, f->word))
            return false;
        if (f->kind == CT_F_SLOT && value >= v->ab->nslots)
            return ct_verify_fail(v, CT_VERR_SLOT, section, r, f->word);
    }
    return true;
}

bool ct_verify_costs(ct_verifier *v, ct_w first, ct_w count, bool event)
{
    for (ct_w i = first; i < first + count; i++) {
        const ct_rec_cost *cost = &v->set->cost[i];
        if (!check_context(v, CT_SEC_cost, i, event)) return false;
        if (ct_verify_slot_type(v, cost->slot) == CT_T_NUM)
            return ct_verify_fail(v, CT_VERR_SLOT_TYPE, CT_SEC_cost, i, 5);
        if (cost->kind == CT_COST_OR && i + 1 == first + count)
            return ct_verify_fail(v, CT_VERR_COST_OR, CT_SEC_cost, i, 0);
        if (cost->kind == CT_COST_MANA && cost->mana == CT_NONE)
            return ct_verify_fail(v, CT_VERR_COST_MANA, CT_SEC_cost, i, 1);
    }
    return true;
}

/* A part belongs to one layer, and so do the instructions of its function (CR 613.1). What a copy
 * or an entering object is except for the copy has no layer of its own. */
static bool check_part(ct_verifier *v, const ct_rec_effect *effect, ct_w p)
{
    const ct_rec_part *part = &v->set->part[p];
    if (!check_context(v, CT_SEC_part, p, effect->kind == CT_EFF_ENTERS)) return false;
    if (effect->kind == CT_EFF_ENTERS || part->fn == CT_NONE) return true;
    return !(v->facts[part->fn].layers & ~(1u << part->layer)) ||
           ct_verify_fail(v, CT_VERR_WRONG_LAYER, CT_SEC_part, p, 0);
}

bool ct_verify_effect(ct_verifier *v, ct_w e)
{
    const ct_rec_effect *effect = &v->set->effect[e];
    bool event = effect->kind == CT_EFF_REPLACE || effect->kind == CT_EFF_ENTERS;
    ct_w limit = effect->kind == CT_EFF_RULE      ? CT_NRULES
                 : effect->kind == CT_EFF_REPLACE ? CT_NEVENTS
                 : effect->kind == CT_EFF_ENTERS  ? CT_ENTERS_TRANSFORMED + 1
                                                  : CT_NONE;
    if (effect->sub >= limit && limit != CT_NONE)
        return ct_verify_fail(v, CT_VERR_KIND, CT_SEC_effect, e, 1);
    if (!check_context(v, CT_SEC_effect, e, event)) return false;
    for (ct_w p = effect->part0; p < effect->part0 + effect->nparts; p++)
        if (!check_part(v, effect, p)) return false;
    return ct_verify_costs(v, effect->cost0, effect->ncosts, event);
}

/* [CR 601.2c] Targets go into a list's slot, or into an entity's, which holds one at most. */
static bool check_targets(ct_verifier *v, ct_w first, ct_w count)
{
    for (ct_w t = first; t < first + count; t++) {
        const ct_rec_target *target = &v->set->target[t];
        if (!check_context(v, CT_SEC_target, t, false)) return false;
        uint32_t type = ct_verify_slot_type(v, target->slot);
        bool any_number = target->flags & CT_TGF_ALL_MAX;
        if (type != CT_T_LIST && (type != CT_T_ENT || any_number))
            return ct_verify_fail(v, CT_VERR_TARGET_SLOT, CT_SEC_target, t, 0);
        if (target->divide_slot != CT_NONE &&
            ct_verify_slot_type(v, target->divide_slot) != CT_T_LIST)
            return ct_verify_fail(v, CT_VERR_TARGET_SLOT, CT_SEC_target, t, 6);
    }
    return true;
}

static bool check_modes(ct_verifier *v)
{
    for (ct_w m = v->ab->mode0; m < v->ab->mode0 + v->ab->nmodes; m++) {
        const ct_rec_mode *mode = &v->set->mode[m];
        if (!check_context(v, CT_SEC_mode, m, false) ||
            !check_targets(v, mode->target0, mode->ntargets) ||
            !ct_verify_costs(v, mode->cost0, mode->ncosts, false))
            return false;
    }
    return true;
}

static bool check_frame(ct_verifier *v)
{
    static const uint8_t fixed[CT_S_FIRST] = {CT_T_ENT, CT_T_ENT, CT_T_ENT, CT_T_NUM, CT_T_ENT,
                                              CT_T_ENT, CT_T_ENT, CT_T_NUM, CT_T_ENT};
    const ct_rec_ability *ab = v->ab;
    if (ab->nslots < CT_S_FIRST || ab->nslots > CT_MAX_SLOTS)
        return ct_verify_fail(v, CT_VERR_SLOT_COUNT, CT_SEC_ability, v->ability, CT_NONE);
    if (!ct_verify_spend(v, ab->nslots)) return false;
    for (ct_w i = 0; i < ab->nslots; i++) {
        ct_w type = v->set->word[ab->slot0 + i];
        if (type > CT_T_LIST || (i < CT_S_FIRST && type != fixed[i]))
            return ct_verify_fail(v, CT_VERR_SLOT_TYPE, CT_SEC_ability, v->ability, CT_NONE);
    }
    return true;
}

static bool check_functions(ct_verifier *v)
{
    memset(v->facts, 0, sizeof *v->facts * v->ab->nfns);
    if (!ct_verify_spend(v, v->ab->nfns)) return false;
    for (ct_w fn = 0; fn < v->ab->nfns; fn++)
        if (!ct_verify_fn(v, fn)) return false;
    for (ct_w fn = 0; fn < v->ab->nfns; fn++)
        if (!ct_verify_named_records(v, fn)) return false;
    return true;
}

static bool check_ability(ct_verifier *v)
{
    const ct_rec_ability *ab = v->ab;
    if (ab->nfns >= CT_NO_FN)
        return ct_verify_fail(v, CT_VERR_NUMBER, CT_SEC_ability, v->ability, CT_NONE);
    if (!check_frame(v) || !check_functions(v) ||
        !check_context(v, CT_SEC_ability, v->ability, false) ||
        !ct_verify_costs(v, ab->cost0, ab->ncosts, false) ||
        !check_targets(v, ab->target0, ab->ntargets) || !check_modes(v))
        return false;
    for (ct_w t = ab->trig0; t < ab->trig0 + ab->ntrigs; t++)
        if (!check_context(v, CT_SEC_trigger, t, true)) return false;
    for (ct_w e = ab->eff0; e < ab->eff0 + ab->neffs; e++) {
        if (v->set->effect[e].kind == CT_EFF_ENTERS)
            return ct_verify_fail(v, CT_VERR_EFFECT_USE, CT_SEC_effect, e, 0);
        if (!ct_verify_effect(v, e)) return false;
    }
    return true;
}

static bool check_abilities(ct_verifier *v, ct_w first)
{
    ct_w most = 1;
    for (ct_w a = first; a < v->set->nability; a++)
        if (v->set->ability[a].nfns > most) most = v->set->ability[a].nfns;
    if (most > v->set->nfn + 1) most = v->set->nfn + 1;
    v->facts = malloc(sizeof *v->facts * most);
    if (!v->facts) return ct_verify_fail(v, CT_VERR_NOMEM, CT_SEC_ability, CT_NONE, CT_NONE);
    bool fine = true;
    for (v->ability = first; fine && v->ability < v->set->nability; v->ability++) {
        v->ab = &v->set->ability[v->ability];
        v->nesting = 0;
        fine = check_ability(v);
        if (!fine) break;
    }
    free(v->facts);
    return fine;
}

bool ct_verify(const ct_set *set, ct_verify_error *error)
{
    ct_verify_error local;
    ct_verifier v = {.set = set, .error = error ? error : &local};
    v.limit = (uint64_t)64 * (set->image_size / 4) + 100000;
    *v.error =
        (ct_verify_error){CT_VERR_OK, CT_SEC_string, CT_NONE, CT_NONE, CT_NONE, CT_NONE, CT_NONE};
    find_context(&v);
    if (!check_symbols(&v)) return false;
    for (unsigned s = 0; s < CT_NSECTIONS; s++)
        if (!check_fields(&v, s)) return false;
    return check_lists(&v) && check_faces(&v) && check_cards(&v) && check_mana(&v) &&
           check_mechanics(&v) && check_abilities(&v, 0);
}

bool ct_verify_abilities(const ct_set *set, ct_w first, ct_verify_error *error)
{
    ct_verify_error local;
    ct_verifier v = {.set = set, .error = error ? error : &local};
    v.limit = (uint64_t)64 * set->ncode + 100000;
    *v.error =
        (ct_verify_error){CT_VERR_OK, CT_SEC_string, CT_NONE, CT_NONE, CT_NONE, CT_NONE, CT_NONE};
    return check_abilities(&v, first);
}

const char *ct_verify_text(ct_verify_code code)
{
    static const char *const text[] = {
#define VERR(name, words) words,
#include "runtime/verify.def"
#undef VERR
    };
    return (unsigned)code < CT_NVERIFY_CODES ? text[code] : "unknown";
}

char *ct_verify_message(const ct_verify_error *error, char *buffer, size_t size)
{
    int at = snprintf(buffer, size, "%s (", ct_verify_text(error->code));
    const struct {
        const char *name;
        ct_w value;
    } part[] = {{ct_section_name(error->section), error->record},
                {"word", error->word},
                {"of ability", error->ability},
                {"function", error->fn},
                {"instruction", error->pc}};
    const char *gap = "";
    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++) {
        if (part[i].value == CT_NONE || at < 0 || (size_t)at >= size) continue;
        at += snprintf(buffer + at, size - (size_t)at, "%s%s %u", gap, part[i].name, part[i].value);
        gap = ", ";
    }
    if (at >= 0 && (size_t)at < size) snprintf(buffer + at, size - (size_t)at, ")");
    return buffer;
}
