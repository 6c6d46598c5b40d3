/* The pure instructions, one function each: part of vm.c, which includes this once, behind struct
 * machine. NAME is carried out by pure_NAME; a TERM sets pc to NULL.
 */
#ifndef CT_VM_PURE_H
#define CT_VM_PURE_H

#define PURE(name) static inline void pure_##name(machine *m, const ct_insn *i)

static inline int32_t num(const machine *m, uint16_t slot)
{
    return (int32_t)m->s[slot];
}

static inline void set_num(machine *m, uint16_t slot, int64_t value)
{
    m->s[slot] = (uint32_t)(int32_t)(value > INT32_MAX   ? INT32_MAX
                                     : value < INT32_MIN ? INT32_MIN
                                                         : value);
}

/* ---- moving values ------------------------------------------------------------------------- */
PURE(LDI)
{
    m->s[i->a] = (uint32_t)i->imm;
}
PURE(SYM)
{
    m->s[i->a] = (uint32_t)i->imm;
}
PURE(MOVN)
{
    m->s[i->a] = m->s[i->b];
}
PURE(MOVE)
{
    m->s[i->a] = m->s[i->b];
}
PURE(MOVL)
{
    m->s[i->a] = m->s[i->b];
}
PURE(NONE)
{
    m->s[i->a] = CT_NOBODY;
}
PURE(EMPTY)
{
    m->s[i->a] = CT_EMPTY_LIST;
}

/* ---- arithmetic and logic ------------------------------------------------------------------ */
PURE(ADD)
{
    set_num(m, i->a, (int64_t)num(m, i->b) + num(m, i->c));
}
PURE(SUB)
{
    set_num(m, i->a, (int64_t)num(m, i->b) - num(m, i->c));
}
PURE(MUL)
{
    set_num(m, i->a, (int64_t)num(m, i->b) * num(m, i->c));
}
PURE(DIVUP)
{
    int64_t b = num(m, i->b), c = num(m, i->c);
    int64_t q = c ? b / c : 0;
    if (c && b % c != 0 && (b < 0) == (c < 0)) q++;
    set_num(m, i->a, q);
}
PURE(DIVDOWN)
{
    int64_t b = num(m, i->b), c = num(m, i->c);
    int64_t q = c ? b / c : 0;
    if (c && b % c != 0 && (b < 0) != (c < 0)) q--;
    set_num(m, i->a, q);
}
PURE(MIN)
{
    m->s[i->a] = num(m, i->b) < num(m, i->c) ? m->s[i->b] : m->s[i->c];
}
PURE(MAX)
{
    m->s[i->a] = num(m, i->b) > num(m, i->c) ? m->s[i->b] : m->s[i->c];
}
PURE(NEG)
{
    set_num(m, i->a, -(int64_t)num(m, i->b));
}
PURE(BAND)
{
    m->s[i->a] = m->s[i->b] & m->s[i->c];
}
PURE(BOR)
{
    m->s[i->a] = m->s[i->b] | m->s[i->c];
}
PURE(POPCNT)
{
    m->s[i->a] = (uint32_t)__builtin_popcount(m->s[i->b]);
}
PURE(EQ)
{
    m->s[i->a] = m->s[i->b] == m->s[i->c];
}
PURE(NE)
{
    m->s[i->a] = m->s[i->b] != m->s[i->c];
}
PURE(LT)
{
    m->s[i->a] = num(m, i->b) < num(m, i->c);
}
PURE(LE)
{
    m->s[i->a] = num(m, i->b) <= num(m, i->c);
}
PURE(AND)
{
    m->s[i->a] = m->s[i->b] && m->s[i->c];
}
PURE(OR)
{
    m->s[i->a] = m->s[i->b] || m->s[i->c];
}
PURE(NOT)
{
    m->s[i->a] = !m->s[i->b];
}
PURE(SAME)
{
    m->s[i->a] = m->s[i->b] != CT_NOBODY && m->s[i->b] == m->s[i->c];
}
PURE(ISNONE)
{
    m->s[i->a] = m->s[i->b] == CT_NOBODY;
}

/* ---- control ------------------------------------------------------------------------------- */
/* A jump back is the end of a round of a loop: its instructions are counted then. */
static inline void jump(machine *m, int32_t by)
{
    if (by < 0 && !spend(m, (uint32_t)-by))
        m->pc = NULL;
    else
        m->pc += by;
}
PURE(JMP)
{
    jump(m, i->imm);
}
PURE(JZ)
{
    if (!m->s[i->a]) jump(m, i->imm);
}
PURE(JNZ)
{
    if (m->s[i->a]) jump(m, i->imm);
}
PURE(NEXT)
{
    uint32_t at = m->s[i->b];
    if (at >= ct_list_len(m->g, m->s[i->a])) {
        m->pc += i->imm;
        return;
    }
    m->s[i->c] = ct_list_at(m->g, m->s[i->a], at);
    m->s[i->b] = at + 1;
}
static inline void end_with(machine *m, uint32_t result)
{
    m->result = result;
    m->pc = NULL;
}
PURE(RETN)
{
    end_with(m, m->s[i->a]);
}
PURE(RETE)
{
    end_with(m, m->s[i->a]);
}
PURE(RETL)
{
    end_with(m, m->s[i->a]);
}
PURE(END)
{
    (void)i;
    end_with(m, 0);
}
PURE(CALLN)
{
    m->s[i->a] = call(m, i->b);
}

/* ---- looking at the game ------------------------------------------------------------------- */
PURE(GETN)
{
    m->s[i->a] = (uint32_t)ct_look_number(m->g, m->s[i->b], i->c);
}
PURE(GETE)
{
    m->s[i->a] = ct_look_entity(m->g, m->s[i->b], i->c);
}
PURE(HASKW)
{
    m->s[i->a] = ct_has_keyword(m->g, m->s[i->b], (uint32_t)i->imm);
}
PURE(HASSUB)
{
    m->s[i->a] = ct_has_subtype(m->g, m->s[i->b], (uint32_t)i->imm);
}
PURE(HASSUBV)
{
    m->s[i->a] = m->s[i->c] != 0 && ct_has_subtype(m->g, m->s[i->b], m->s[i->c]);
}
PURE(ISNAMED)
{
    m->s[i->a] = m->s[i->c] != 0 && ct_chars_of(m->g, m->s[i->b])->name == m->s[i->c];
}
PURE(CNTRS)
{
    m->s[i->a] = ct_counters(m->g, m->s[i->b], (uint32_t)i->imm);
}
PURE(PAID)
{
    m->s[i->a] = (uint32_t)ct_look_paid(m->g, m->s[i->b], (uint32_t)i->imm);
}
PURE(CANTARG)
{
    m->s[i->a] = ct_look_any_target(m->g, m->s[i->b]);
}
PURE(SHARES)
{
    m->s[i->a] = ct_look_shares(m->g, m->s[i->b], m->s[i->c], i->d);
}
PURE(TARGETS)
{
    ct_list l = ct_list_begin(m->g);
    ct_ent e;
    for (uint32_t n = 0; (e = ct_target_at(m->g, m->s[i->b], n)) != CT_NOBODY; n++)
        ct_list_push(m->g, l, e);
    m->s[i->a] = ct_list_end(m->g, l);
}
PURE(DEVOTION)
{
    m->s[i->a] = (uint32_t)ct_look_devotion(m->g, m->s[i->b], m->s[i->c]);
}
PURE(ISCHOSEN)
{
    m->s[i->a] = ct_look_is_chosen(m->g, m->s[CT_S_THIS], m->s[i->b], i->c);
}
PURE(CHOSEN)
{
    uint32_t value = 0;
    ct_recall(m->g, m->s[CT_S_THIS], i->b, &value);
    m->s[i->a] = value;
}
PURE(LINKED)
{
    m->s[i->a] = ct_recall_all(m->g, m->s[CT_S_THIS], CT_MEM_LINK + i->b);
}

/* ---- lists --------------------------------------------------------------------------------- */
PURE(COUNT)
{
    uint32_t it = m->s[CT_S_IT], n = 0;
    ct_zones w = ct_zones_walk(i->b);
    for (ct_ent e = ct_zones_next(m->g, &w); e; e = ct_zones_next(m->g, &w))
        n += fits(m, i->c, e);
    m->s[CT_S_IT] = it;
    m->s[i->a] = n;
}
static inline void collect(machine *m, uint16_t to, uint32_t zones, uint16_t fn)
{
    uint32_t it = m->s[CT_S_IT];
    ct_zones w = ct_zones_walk(zones);
    ct_list l = ct_list_begin(m->g);
    for (ct_ent e = ct_zones_next(m->g, &w); e; e = ct_zones_next(m->g, &w))
        if (fits(m, fn, e)) ct_list_push(m->g, l, e);
    m->s[CT_S_IT] = it;
    m->s[to] = ct_list_end(m->g, l);
}
PURE(COLLECT)
{
    collect(m, i->a, i->b, i->c);
}
PURE(PLAYERS)
{
    collect(m, i->a, CT_ZM_PLAYERS, i->b);
}
PURE(FILTER)
{
    ct_list from = m->s[i->b], l = ct_list_begin(m->g);
    uint32_t it = m->s[CT_S_IT];
    for (uint32_t k = 0; k < ct_list_len(m->g, from); k++) {
        ct_ent e = ct_list_at(m->g, from, k);
        if (fits(m, i->c, e)) ct_list_push(m->g, l, e);
    }
    m->s[CT_S_IT] = it;
    m->s[i->a] = ct_list_end(m->g, l);
}
PURE(LEN)
{
    m->s[i->a] = ct_list_len(m->g, m->s[i->b]);
}
PURE(NTH)
{
    m->s[i->a] = ct_list_at(m->g, m->s[i->b], m->s[i->c]);
}
PURE(HAS)
{
    m->s[i->a] = ct_list_has(m->g, m->s[i->b], m->s[i->c]);
}
PURE(LIST1)
{
    ct_ent e = m->s[i->b];
    m->s[i->a] = ct_list_make(m->g, &e, e != CT_NOBODY);
}
PURE(REPEAT)
{
    ct_list l = ct_list_begin(m->g);
    int32_t n = (int32_t)m->s[i->c];
    for (int32_t k = 0; k < n && k < 1000; k++)
        ct_list_push(m->g, l, m->s[i->b]);
    m->s[i->a] = ct_list_end(m->g, l);
}

/* Operand X: a list, or an entity as the list of it alone. */
static inline bool is_list_slot(const machine *m, uint16_t slot)
{
    return m->g->set->word[m->ab->slot0 + slot] == CT_T_LIST;
}
static inline uint32_t many_len(const machine *m, uint16_t slot)
{
    if (is_list_slot(m, slot)) return ct_list_len(m->g, m->s[slot]);
    return m->s[slot] != CT_NOBODY;
}
static inline ct_ent many_at(const machine *m, uint16_t slot, uint32_t k)
{
    return is_list_slot(m, slot) ? ct_list_at(m->g, m->s[slot], k) : m->s[slot];
}
static inline bool many_has(const machine *m, uint16_t slot, ct_ent e)
{
    if (is_list_slot(m, slot)) return ct_list_has(m->g, m->s[slot], e);
    return m->s[slot] == e && e != CT_NOBODY;
}
PURE(APPEND)
{
    ct_list from = m->s[i->b], l = ct_list_begin(m->g);
    for (uint32_t k = 0; k < ct_list_len(m->g, from); k++)
        ct_list_push(m->g, l, ct_list_at(m->g, from, k));
    for (uint32_t k = 0, n = many_len(m, i->c); k < n && spend(m, ct_list_len(m->g, l)); k++)
        if (!ct_list_has(m->g, l, many_at(m, i->c, k))) ct_list_push(m->g, l, many_at(m, i->c, k));
    m->s[i->a] = ct_list_end(m->g, l);
}
PURE(MINUS)
{
    ct_list from = m->s[i->b], l = ct_list_begin(m->g);
    uint32_t others = many_len(m, i->c);
    for (uint32_t k = 0; k < ct_list_len(m->g, from) && spend(m, others); k++)
        if (!many_has(m, i->c, ct_list_at(m->g, from, k)))
            ct_list_push(m->g, l, ct_list_at(m->g, from, k));
    m->s[i->a] = ct_list_end(m->g, l);
}

/* ---- functions over lists ------------------------------------------------------------------ */
typedef enum fold { FOLD_SUM, FOLD_MAX, FOLD_MIN, FOLD_OR } fold;

static inline void fold_list(machine *m, const ct_insn *i, fold how)
{
    ct_list l = m->s[i->b];
    uint32_t it = m->s[CT_S_IT], n = ct_list_len(m->g, l);
    int64_t total = 0;
    for (uint32_t k = 0; k < n; k++) {
        int32_t v = value_for(m, i->c, ct_list_at(m->g, l, k));
        if (how == FOLD_SUM)
            total += v;
        else if (how == FOLD_OR)
            total = (int32_t)((uint32_t)total | (uint32_t)v);
        else if (k == 0 || (how == FOLD_MAX ? v > total : v < total))
            total = v;
    }
    m->s[CT_S_IT] = it;
    set_num(m, i->a, total);
}
PURE(SUM)
{
    fold_list(m, i, FOLD_SUM);
}
PURE(LARGEST)
{
    fold_list(m, i, FOLD_MAX);
}
PURE(SMALLEST)
{
    fold_list(m, i, FOLD_MIN);
}
PURE(UNIONOF)
{
    fold_list(m, i, FOLD_OR);
}

PURE(TOPCARDS)
{
    ct_ent player = m->s[i->b];
    int32_t n = num(m, i->c);
    ct_list l = CT_EMPTY_LIST;
    if (ct_is_player(player) && ct_player_index(player) < m->g->s->nplayers) {
        l = ct_list_begin(m->g);
        ct_ent e = ct_zone_first(m->g, CT_ZONE_LIBRARY, ct_player_index(player));
        for (; e && n > 0; n--, e = ct_zone_next(m->g, e))
            ct_list_push(m->g, l, e);
        l = ct_list_end(m->g, l);
    }
    m->s[i->a] = l;
}

/* ---- what became of objects [CR 400.7] ----------------------------------------------------- */
PURE(LATEST)
{
    ct_ent e = many_len(m, i->b) ? many_at(m, i->b, 0) : CT_NOBODY;
    m->s[i->a] = ct_is_player(e) ? e : ct_latest_by(m->g, e, m->f->self_object);
}
PURE(LATESTL)
{
    ct_list l = ct_list_begin(m->g);
    for (uint32_t k = 0, n = many_len(m, i->b); k < n; k++) {
        ct_ent e = many_at(m, i->b, k),
               now = ct_is_player(e) ? e : ct_latest_by(m->g, e, m->f->self_object);
        if (now != CT_NOBODY) ct_list_push(m->g, l, now);
    }
    m->s[i->a] = ct_list_end(m->g, l);
}

/* ---- this turn's events -------------------------------------------------------------------- */
/* The slots that hold an event, put back afterwards. */
typedef struct event_slots {
    uint32_t obj, player, src, num, event;
} event_slots;

static inline event_slots keep_event(const machine *m)
{
    return (event_slots){m->s[CT_S_EVOBJ], m->s[CT_S_EVPLAYER], m->s[CT_S_EVSRC], m->s[CT_S_EVNUM],
                         m->f->event};
}
static inline void put_event_back(machine *m, event_slots old)
{
    m->s[CT_S_EVOBJ] = old.obj;
    m->s[CT_S_EVPLAYER] = old.player;
    m->s[CT_S_EVSRC] = old.src;
    m->s[CT_S_EVNUM] = old.num;
    m->f->event = old.event;
}
/* The event's object is the candidate too. */
static inline bool event_fits(machine *m, const ct_insn *i, uint32_t k)
{
    if (m->g->history[k].kind != (uint32_t)i->imm) return false;
    if (i->b == CT_NO_FN) return true;
    ct_event_slots(m->g, m->f, k | CT_EVENT_PAST);
    return fits(m, i->b, m->s[CT_S_EVOBJ]);
}
static inline int64_t history(machine *m, const ct_insn *i, bool amounts)
{
    event_slots old = keep_event(m);
    uint32_t it = m->s[CT_S_IT];
    int64_t total = 0;
    for (uint32_t k = 0; k < m->g->s->pool[CT_POOL_history].used; k++)
        if (event_fits(m, i, k)) total += amounts ? m->g->history[k].amount : 1;
    put_event_back(m, old);
    m->s[CT_S_IT] = it;
    return total;
}
PURE(HISTORY)
{
    set_num(m, i->a, history(m, i, false));
}
PURE(HISTSUM)
{
    set_num(m, i->a, history(m, i, true));
}
PURE(HISTOBJ)
{
    event_slots old = keep_event(m);
    uint32_t it = m->s[CT_S_IT];
    ct_list l = ct_list_begin(m->g);
    for (uint32_t k = 0; k < m->g->s->pool[CT_POOL_history].used; k++)
        if (event_fits(m, i, k)) {
            ct_ent e = m->g->history[k].obj;
            if (e != CT_NOBODY && !ct_list_has(m->g, l, e)) ct_list_push(m->g, l, e);
        }
    put_event_back(m, old);
    m->s[CT_S_IT] = it;
    m->s[i->a] = ct_list_end(m->g, l);
}

/* ---- the event at hand --------------------------------------------------------------------- */
PURE(EVN)
{
    m->s[i->a] = (uint32_t)ct_event_get_n(m->g, m->f->event, i->b);
}
PURE(EVE)
{
    m->s[i->a] = ct_event_get_e(m->g, m->f->event, i->b);
}

#undef PURE
#endif
