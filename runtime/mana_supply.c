/* Bills, supplies, and whether one covers the other. */
#include "runtime/mana.h"

#include <string.h>

void ct_bill_add(const ct_game *g, ct_bill *b, uint32_t mana, uint32_t times, uint32_t x)
{
    if (mana >= g->set->nmana) return;
    const ct_rec_mana *m = &g->set->mana[mana];
    uint64_t generic = b->generic + (uint64_t)times * (m->generic + (uint64_t)m->nx * x);
    b->generic = generic > 1000000 ? 1000000 : (uint32_t)generic;
    for (uint32_t t = 0; t < times; t++)
        for (uint32_t i = 0; i < m->npips; i++) {
            if (b->npips == CT_MAX_PIPS) return;
            b->pip[b->npips++] = g->set->word[m->pip0 + i];
        }
}

void ct_bill_reduce(ct_bill *b, uint32_t generic)
{
    b->generic = b->generic > generic ? b->generic - generic : 0;
}

uint32_t ct_bill_size(const ct_bill *b)
{
    return b->npips + b->generic;
}

void ct_supply_add(ct_supply *s, uint32_t mask, bool snow, uint32_t n)
{
    for (; n > 0 && s->n < CT_MAX_UNITS; n--) {
        s->mask[s->n] = (uint8_t)mask;
        s->snow[s->n++] = snow;
    }
    s->more += n;
}

void ct_supply_pool(const ct_game *g, unsigned player, ct_supply *s)
{
    memset(s, 0, sizeof *s);
    s->unlimited = g->s->player[player].unlimited_mana;
    const uint32_t n = g->s->pool[CT_POOL_mana].used;
    for (uint32_t i = 0; i < n; i++)
        if (g->mana[i].player == player) ct_supply_add(s, g->mana[i].type, g->mana[i].snow, 1);
}

static uint64_t fitting_units(const ct_supply *s, const ct_bill *b, uint32_t pip)
{
    uint64_t fit = 0;
    const uint32_t any = b->spend_any & CT_SPEND_TYPE ? 63 : b->spend_any & CT_SPEND_COLOR ? 31 : 0;
    const bool snow = pip & CT_PIP_SNOW;
    const uint32_t wanted = pip & 63;
    for (uint32_t i = 0; i < s->n; i++) {
        const bool fits = snow ? s->snow[i] : (s->mask[i] & wanted) != 0 || (any & wanted) != 0;
        if (fits) fit |= UINT64_C(1) << i;
    }
    return fit;
}

typedef struct matching {
    uint64_t fit[CT_MAX_PIPS];
    uint8_t owner[CT_MAX_UNITS]; /* pip + 1 */
    uint64_t seen;
} matching;

/* One augmenting path (Kuhn); the depth is bounded by the number of symbols. */
static bool augment(matching *m, uint32_t pip)
{
    uint64_t open;
    while ((open = m->fit[pip] & ~m->seen) != 0) {
        const unsigned u = (unsigned)__builtin_ctzll(open);
        m->seen |= UINT64_C(1) << u;
        if (m->owner[u] == 0 || augment(m, m->owner[u] - 1u)) {
            m->owner[u] = (uint8_t)(pip + 1);
            return true;
        }
    }
    return false;
}

/* Matches the symbols that have to be paid as they are, then those that have
 * another way.  Returns how many were matched; *twice and *phyrexian count the
 * unmatched ones that can be paid otherwise, *failed those that cannot. */
static uint32_t match(const ct_supply *s, const ct_bill *b, uint32_t *twice, uint32_t *phyrexian,
                      uint32_t *failed)
{
    matching m;
    memset(m.owner, 0, sizeof m.owner);
    uint32_t matched = 0;
    *twice = *phyrexian = *failed = 0;
    for (int round = 0; round < 3; round++)
        for (uint32_t i = 0; i < b->npips; i++) {
            const uint32_t pip = b->pip[i];
            const int its_round = pip & CT_PIP_TWO ? 1 : pip & CT_PIP_PHYREXIAN ? 2 : 0;
            if (its_round != round) continue;
            m.fit[i] = fitting_units(s, b, pip);
            m.seen = 0;
            if (augment(&m, i))
                matched++;
            else
                ++*(round == 0 ? failed : round == 1 ? twice : phyrexian);
        }
    return matched;
}

bool ct_supply_covers(const ct_supply *s, const ct_bill *b, int32_t life)
{
    if (s->unlimited) return true;
    if (b->npips == 0) return s->n + s->more >= b->generic;
    uint32_t twice, phyrexian, failed;
    const uint32_t matched = match(s, b, &twice, &phyrexian, &failed);
    if (failed) return false;
    if (phyrexian && life < (int32_t)(2 * phyrexian)) /* [CR 107.4f, 119.4] */
        return false;
    return (uint64_t)s->n + s->more >= (uint64_t)matched + b->generic + 2 * twice;
}

int32_t ct_supply_max_x(const ct_supply *s, const ct_bill *b, int32_t life, uint32_t nx)
{
    if (s->unlimited) return 1000;
    if (!ct_supply_covers(s, b, life)) return -1;
    int32_t lo = 0, hi = 1000;
    while (lo < hi) {
        const int32_t mid = (lo + hi + 1) / 2;
        ct_bill more = *b;
        more.generic += (uint32_t)mid * nx;
        if (ct_supply_covers(s, &more, life))
            lo = mid;
        else
            hi = mid - 1;
    }
    return lo;
}

uint32_t ct_supply_rank(const ct_supply *s, const ct_bill *b)
{
    uint32_t twice, phyrexian, failed;
    const uint32_t matched = match(s, b, &twice, &phyrexian, &failed);
    const uint32_t rest = s->n + s->more - matched;
    return matched + (rest < b->generic ? rest : b->generic);
}
