/* Functions: operands, types, purity, jumps, bounded loops and an acyclic call graph. */
#include "runtime/verify_code.h"

typedef struct code { /* the function at hand */
    ct_w fn;
    const ct_rec_fn *rec;
    const ct_insn *insn;
    ct_fn_facts *facts;
} code;

static bool fail_at(ct_verifier *v, const code *c, ct_w pc, ct_verify_code why)
{
    ct_verify_fail(v, why, CT_SEC_code, c->rec->code0 + pc, CT_NONE);
    v->error->fn = c->fn;
    v->error->pc = pc;
    return false;
}

static void mark(uint64_t writes[4], uint32_t slot)
{
    writes[slot / 64] |= (uint64_t)1 << slot % 64;
}

static bool marked(const uint64_t writes[4], uint32_t slot)
{
    return writes[slot / 64] >> slot % 64 & 1;
}

/* ---- operands ------------------------------------------------------------------------------ */
static bool check_slot(ct_verifier *v, const code *c, ct_w pc, char letter, uint16_t slot)
{
    uint32_t type = ct_verify_slot_type(v, slot);
    if (type == CT_NONE) return fail_at(v, c, pc, CT_VERR_SLOT);
    bool fits = letter == 'N' || letter == 'n'   ? type == CT_T_NUM
                : letter == 'E' || letter == 'e' ? type == CT_T_ENT
                : letter == 'L' || letter == 'l' ? type == CT_T_LIST
                                                 : type == CT_T_ENT || type == CT_T_LIST;
    return fits || fail_at(v, c, pc, CT_VERR_SLOT_TYPE);
}

static bool needs_function(uint16_t op)
{
    return op == CT_OP_CALLN || op == CT_OP_SUM || op == CT_OP_LARGEST || op == CT_OP_SMALLEST ||
           op == CT_OP_UNIONOF;
}

static bool looks_back(uint16_t op)
{
    return op == CT_OP_HISTORY || op == CT_OP_HISTSUM || op == CT_OP_HISTOBJ;
}

/* A callee is checked before its caller goes on; its needs are the caller's, but for the event:
 * functions over the turn's history have each event of it at hand. */
static bool check_callee(ct_verifier *v, const code *c, ct_w pc, uint16_t op, uint16_t fn)
{
    if (fn == CT_NO_FN) return !needs_function(op) || fail_at(v, c, pc, CT_VERR_NEEDS_FUNCTION);
    if (fn >= v->ab->nfns) return fail_at(v, c, pc, CT_VERR_FUNCTION);
    if (v->facts[fn].state == 1) return fail_at(v, c, pc, CT_VERR_CALLS_ITSELF);
    if (!ct_verify_fn(v, fn)) return false;
    if (v->set->fn[v->ab->fn0 + fn].result != CT_RES_NUM) return fail_at(v, c, pc, CT_VERR_RESULT);
    const ct_fn_facts *callee = &v->facts[fn];
    if (callee->depth + 1u > CT_MAX_CALL_DEPTH) return fail_at(v, c, pc, CT_VERR_CALL_DEPTH);
    if (c->facts->depth < callee->depth + 1u) c->facts->depth = (uint8_t)(callee->depth + 1u);
    if (!looks_back(op)) c->facts->event |= callee->event;
    return true;
}

static bool check_operand(ct_verifier *v, const code *c, ct_w pc, unsigned i)
{
    const ct_insn *insn = &c->insn[pc];
    char letter = ct_ops[insn->op].operands[i];
    uint16_t value = ct_operand(insn, i);
    switch (letter) {
    case 'F':
        return check_callee(v, c, pc, insn->op, value);
    case 'P':
        return value < (insn->op == CT_OP_GETE ? CT_NEPROPS : CT_NNPROPS) ||
               fail_at(v, c, pc, CT_VERR_PROPERTY);
    case 'Z':
        return value < 1u << CT_NZONES || fail_at(v, c, pc, CT_VERR_ZONES);
    case 'K':
        return value < ct_constant_limit(insn->op, i) || fail_at(v, c, pc, CT_VERR_CONSTANT);
    case '.':
        return value == 0 || fail_at(v, c, pc, CT_VERR_OPERAND);
    default:
        return check_slot(v, c, pc, letter, value);
    }
}

/* ---- the immediate ------------------------------------------------------------------------- */
/* A delayed ability runs on a copy of this frame (CR 603.7): what both have must be of one type. */
static bool check_delayed(ct_verifier *v, const code *c, ct_w pc, ct_w ability)
{
    const ct_rec_ability *other = &v->set->ability[ability];
    if (other->kind != CT_AB_DELAYED) return fail_at(v, c, pc, CT_VERR_ABILITY_USE);
    for (ct_w i = 0; i < other->nslots && i < v->ab->nslots; i++)
        if (v->set->word[other->slot0 + i] != v->set->word[v->ab->slot0 + i])
            return fail_at(v, c, pc, CT_VERR_FRAME);
    return ct_verify_spend(v, other->nslots);
}

static bool check_ability_use(ct_verifier *v, const code *c, ct_w pc, ct_w ability)
{
    if (c->insn[pc].op != CT_OP_L_ADDABIL) return check_delayed(v, c, pc, ability);
    ct_w kind = v->set->ability[ability].kind;
    return (kind != CT_AB_ACTION && kind != CT_AB_DELAYED) ||
           fail_at(v, c, pc, CT_VERR_ABILITY_USE);
}

static bool check_effect_use(ct_verifier *v, const code *c, ct_w pc, int32_t imm)
{
    uint16_t op = c->insn[pc].op;
    if (imm == -1 && (op == CT_OP_COPYTOKEN || op == CT_OP_EXCHANGE)) return true;
    if ((uint32_t)imm >= v->set->neffect) return fail_at(v, c, pc, CT_VERR_INDEX);
    bool enters = v->set->effect[imm].kind == CT_EFF_ENTERS;
    return op == CT_OP_COPYTOKEN || enters == (op == CT_OP_EVENTERS) ||
           fail_at(v, c, pc, CT_VERR_EFFECT_USE);
}

static bool check_cost_list(ct_verifier *v, const code *c, ct_w pc, int32_t imm)
{
    if (imm == -1) return true;
    ct_w first = CT_COSTLIST_FIRST(imm), count = CT_COSTLIST_COUNT(imm);
    if (first > v->set->ncost || count > v->set->ncost - first)
        return fail_at(v, c, pc, CT_VERR_COST_LIST);
    for (ct_w i = first; i < first + count; i++)
        if (v->set->cost[i].slot != CT_NONE && v->set->cost[i].slot >= v->ab->nslots)
            return fail_at(v, c, pc, CT_VERR_SLOT);
    return ct_verify_spend(v, count);
}

static bool check_imm(ct_verifier *v, const code *c, ct_w pc)
{
    const ct_insn *insn = &c->insn[pc];
    uint32_t limit, value = (uint32_t)insn->imm;
    switch (ct_ops[insn->op].imm) {
    case 'i':
        return true;
    case 'j': {
        int64_t target = (int64_t)pc + 1 + insn->imm;
        return (target >= 0 && target < c->rec->ncode) || fail_at(v, c, pc, CT_VERR_JUMP);
    }
    case 's':
        limit = v->set->nsym;
        break;
    case 'f':
        limit = v->set->nface;
        break;
    case 'a':
        limit = v->set->nability;
        break;
    case 't':
        limit = v->set->naction;
        break;
    case 'k':
        limit = v->set->nkeyword;
        break;
    case 'm':
        limit = v->set->nmana;
        break;
    case 'q':
        limit = CT_NRULES;
        break;
    case 'v':
        limit = CT_NEVENTS;
        break;
    case 'x':
        return check_effect_use(v, c, pc, insn->imm);
    case 'c':
        return check_cost_list(v, c, pc, insn->imm);
    default:
        return insn->imm == 0 || fail_at(v, c, pc, CT_VERR_OPERAND);
    }
    if (value >= limit) return fail_at(v, c, pc, CT_VERR_INDEX);
    return ct_ops[insn->op].imm != 'a' || check_ability_use(v, c, pc, value);
}

/* ---- what a function may contain ----------------------------------------------------------- */
static bool check_place(ct_verifier *v, const code *c, ct_w pc)
{
    uint16_t op = c->insn[pc].op;
    uint8_t flags = ct_ops[op].flags;
    if (flags & LAYER) {
        if (c->rec->result != CT_RES_LAYER) return fail_at(v, c, pc, CT_VERR_NOT_LAYER);
        c->facts->layers |= (uint16_t)(1u << ct_op_layer(op));
        return true;
    }
    if (flags & EVENT) c->facts->event = true;
    if (c->rec->result != CT_RES_EFFECT && !(flags & PURE))
        return fail_at(v, c, pc, CT_VERR_NOT_PURE);
    if (!(flags & TERM)) return true;
    ct_result ends = op == CT_OP_RETN   ? CT_RES_NUM
                     : op == CT_OP_RETE ? CT_RES_ENT
                     : op == CT_OP_RETL ? CT_RES_LIST
                                        : CT_RES_EFFECT;
    bool fits = c->rec->result == ends || (c->rec->result == CT_RES_LAYER && op == CT_OP_END);
    return fits || fail_at(v, c, pc, CT_VERR_WRONG_END);
}

static bool check_insn(ct_verifier *v, const code *c, ct_w pc)
{
    const ct_insn *insn = &c->insn[pc];
    if (insn->op >= CT_OP_COUNT_) return fail_at(v, c, pc, CT_VERR_OPCODE);
    const ct_op_info *info = &ct_ops[insn->op];
    if (!check_place(v, c, pc)) return false;
    for (unsigned i = 0; i < info->noperands; i++)
        if (!check_operand(v, c, pc, i)) return false;
    for (unsigned i = info->noperands; i < 5; i++)
        if (ct_operand(insn, i) != 0) return fail_at(v, c, pc, CT_VERR_OPERAND);
    return check_imm(v, c, pc);
}

/* ---- loops --------------------------------------------------------------------------------- */
typedef struct loop {
    ct_w head, end; /* the NEXT and the last jump back to it */
} loop;

/* The slots an instruction writes, its callees' and its costs' included. */
static void collect_writes(const ct_verifier *v, const ct_insn *insn, uint64_t writes[4])
{
    const ct_op_info *info = &ct_ops[insn->op];
    for (unsigned i = 0; i < info->noperands; i++) {
        char letter = info->operands[i];
        uint16_t value = ct_operand(insn, i);
        if (letter == 'n' || letter == 'e' || letter == 'l') mark(writes, value);
        if (letter == 'F' && value != CT_NO_FN)
            for (int w = 0; w < 4; w++)
                writes[w] |= v->facts[value].writes[w];
    }
    if (info->imm != 'c' || insn->imm == -1) return;
    ct_w first = CT_COSTLIST_FIRST(insn->imm);
    for (ct_w i = 0; i < CT_COSTLIST_COUNT(insn->imm); i++)
        if (v->set->cost[first + i].slot != CT_NONE) mark(writes, v->set->cost[first + i].slot);
}

static bool note_loop(ct_verifier *v, const code *c, ct_w pc, loop *loops, unsigned *n)
{
    int64_t target = (int64_t)pc + 1 + c->insn[pc].imm;
    if (target > pc) return true;
    if (c->insn[pc].op == CT_OP_NEXT || c->insn[target].op != CT_OP_NEXT)
        return fail_at(v, c, pc, CT_VERR_BACKWARD);
    for (unsigned i = 0; i < *n; i++) {
        if (loops[i].head != target) continue;
        loops[i].end = pc;
        return true;
    }
    if (*n == CT_MAX_LOOPS) return fail_at(v, c, pc, CT_VERR_TOO_MANY_LOOPS);
    loops[(*n)++] = (loop){(ct_w)target, pc};
    return true;
}

/* Inside a loop nothing but its NEXT writes its index, and nothing its list: so each round moves
 * the index on, and the list ends. */
static bool check_loop(ct_verifier *v, const code *c, const loop *l)
{
    const ct_insn *next = &c->insn[l->head];
    if (!ct_verify_spend(v, l->end - l->head)) return false;
    for (ct_w pc = l->head + 1; pc <= l->end; pc++) {
        uint64_t writes[4] = {0};
        collect_writes(v, &c->insn[pc], writes);
        if (marked(writes, next->a) || marked(writes, next->b))
            return fail_at(v, c, pc, CT_VERR_LOOP_WRITES);
    }
    return true;
}

/* Loops lie inside each other or apart; together with check_loop this bounds every cycle: the
 * outermost loop a cycle runs through contains all of it. */
static bool check_loops(ct_verifier *v, const code *c)
{
    loop loops[CT_MAX_LOOPS];
    unsigned n = 0;
    for (ct_w pc = 0; pc < c->rec->ncode; pc++)
        if (ct_ops[c->insn[pc].op].imm == 'j' && !note_loop(v, c, pc, loops, &n)) return false;
    for (unsigned i = 0; i < n; i++) {
        if (!check_loop(v, c, &loops[i])) return false;
        for (unsigned j = 0; j < n; j++)
            if (loops[i].head < loops[j].head && loops[j].head <= loops[i].end &&
                loops[i].end < loops[j].end)
                return fail_at(v, c, loops[j].head, CT_VERR_LOOP_NESTING);
    }
    return true;
}

/* ---- a function ---------------------------------------------------------------------------- */
static bool check_fn(ct_verifier *v, const code *c)
{
    if (!ct_verify_spend(v, c->rec->ncode)) return false;
    if (c->rec->ncode == 0) return fail_at(v, c, 0, CT_VERR_EMPTY_FUNCTION);
    for (ct_w pc = 0; pc < c->rec->ncode; pc++) {
        if (!check_insn(v, c, pc)) return false;
        collect_writes(v, &c->insn[pc], c->facts->writes);
    }
    if (!(ct_ops[c->insn[c->rec->ncode - 1].op].flags & TERM))
        return fail_at(v, c, c->rec->ncode - 1, CT_VERR_NO_END);
    return check_loops(v, c);
}

bool ct_verify_fn(ct_verifier *v, ct_w fn)
{
    ct_fn_facts *facts = &v->facts[fn];
    const ct_rec_fn *rec = &v->set->fn[v->ab->fn0 + fn];
    code c = {fn, rec, v->set->code + rec->code0, facts};
    if (facts->state == 2) return true;
    if (facts->state == 1) return fail_at(v, &c, 0, CT_VERR_CALLS_ITSELF);
    if (v->nesting > CT_MAX_CALL_DEPTH) return fail_at(v, &c, 0, CT_VERR_CALL_DEPTH);
    v->nesting++;
    facts->state = 1;
    if (!check_fn(v, &c)) return false;
    facts->state = 2;
    v->nesting--;
    return true;
}

/* The records that instructions name are checked when all functions are: an effect may well make
 * itself again, which is no call. */
bool ct_verify_named_records(ct_verifier *v, ct_w fn)
{
    const ct_rec_fn *rec = &v->set->fn[v->ab->fn0 + fn];
    for (ct_w pc = 0; pc < rec->ncode; pc++) {
        const ct_insn *insn = &v->set->code[rec->code0 + pc];
        char imm = ct_ops[insn->op].imm;
        if (insn->imm == -1 || (imm != 'x' && imm != 'c')) continue;
        bool fine = imm == 'x' ? ct_verify_effect(v, (ct_w)insn->imm)
                               : ct_verify_costs(v, CT_COSTLIST_FIRST(insn->imm),
                                                 CT_COSTLIST_COUNT(insn->imm), v->facts[fn].event);
        if (!fine) return false;
    }
    return true;
}

bool ct_verify_fn_use(ct_verifier *v, ct_w fn, ct_result result, bool event, ct_section section,
                      ct_w record, ct_w word)
{
    if (fn == CT_NONE) return true;
    if (fn >= v->ab->nfns) return ct_verify_fail(v, CT_VERR_FUNCTION, section, record, word);
    if (!ct_verify_fn(v, fn)) return false;
    if (v->set->fn[v->ab->fn0 + fn].result != result)
        return ct_verify_fail(v, CT_VERR_RESULT, section, record, word);
    if (v->facts[fn].event && !event)
        return ct_verify_fail(v, CT_VERR_NO_EVENT, section, record, word);
    return true;
}
