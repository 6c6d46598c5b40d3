/* The grammar of rules text, over words that compiler/tag.c has tagged by what they do in their sentence.
 *
 * It is small because the tags carry what English leaves to the context: which of "and", "or" and the
 * comma joins noun phrases, verbs or clauses, where a subordinate clause ends, whether "exiled" is a past
 * tense or a participle. docs/grammar.md says why. Every action is one call of a constructor
 * (compiler/build.h), which also refuses what agrees in no number or order. */
%code top {
#include "compiler/build.h"
}
%code requires {
#include "compiler/tag.h"
struct ct_vec;
}
%define api.pure full
%define api.prefix {ct_rt_}
%define api.token.prefix {CT_T_}
%define parse.lac full
%define parse.error custom
%union {
    const struct ct_token *token;
    ct_node *node;
    struct ct_vec *vec;
}
%param {struct ct_parser *p}
%expect 927

%code {
static int ct_rt_lex(CT_RT_STYPE *value, struct ct_parser *p)
{
    const struct ct_token *t = &p->tokens[p->at];
    if (t->type) p->at++;
    value->token = t;
    return t->type;
}
static void ct_rt_error(struct ct_parser *p, const char *message)
{
    (void)message;
    p->failed = true;
}
}

/* Joints, by what they join: chains of clauses, relative clauses, noun phrases, words, complements. */
%token <token> AND_S OR_S COMMA_S THEN
%token <token> AND_R OR_R COMMA_R
%token <token> AND_NP OR_NP AND_OR_NP COMMA_NP
%token <token> AND_W OR_W AND_OR_W COMMA_W
%token <token> COMMA_K
%token <token> AND_P COMMA_P OR_P
%token <token> COMMA_COST OR_COST COMMA_SUB COLON DASH STOP BULLET BULLET_COST OPEN CLOSE LABEL CHAPTER SEMICOLON
/* Openers of clauses. */
%token <token> WHEN AT_TIME AS_EVENT IF_L UNLESS_L AS_LONG_L FOR_EACH_L DURING_L UNTIL_L FOR_AS_LONG_L DURATION_L OTHERWISE_L THEN_L INSTEAD_L
%token <token> IF UNLESS AS_LONG WHILE FOR_EACH FOR_AS_LONG UNTIL WHERE INSTEAD EXCEPT AS_THOUGH UNTIL_NP
/* Noun phrases. */
%token <token> DET TARGET OTHER TOP POSS NUM QMARK PRON SELF WORD APOS NUMBER_OF HALF TWICE EQUAL_TO MORE_THAN PLUS NUM_C PT_C SYMBOL NAMED
%token <token> AND_T OR_T PREP_L WITH PREP REL REL0 TO_N
/* Verbs. */
%token <token> VERB PARTICIPLE GERUND BE HAVE_AUX CAUSATIVE MODAL MODAL_ALONE THERE TO_INF ABLE
/* Complements and adjuncts. */
%token <token> DURATION_I QMARK_C ADVERB_L RATHER EQUAL_C MORE_THAN_C PREP_C AND_ADJ OR_ADJ VERB_ZERO GERUND_S TO_CAUSE KW_NPC
%token <token> DELTA KW KW_N KW_C KW_D KW_F KW_NP KW_ND FROM_K ADVERB ADVERB_PRE STATE_A AND_A DURATION PREP_V PREP_I WITH_V TIME ROUNDED TAP UNTAP LOYALTY PARAM

%type <node> paragraph sentence link clause vp be_rest np core term kw cost lead adjunct tail iadjunct rvp mode
%type <node> mana from_item gerund nps object relative kwline
%type <vec> chain leads items words adjuncts iadjuncts costs modes terms kwseq rchain fromseq states
%type <vec> block sentences symbols

%start input

%%

input: paragraph { p->result = $1; }
;

paragraph: block { $$ = ct_b_paragraph(p, NULL, NULL, $1); }
| LABEL block { $$ = ct_b_paragraph(p, $1, NULL, $2); }
| costs COLON block { $$ = ct_b_paragraph(p, NULL, $1, $3); }
| LABEL costs COLON block { $$ = ct_b_paragraph(p, $1, $2, $4); }
| CHAPTER block { $$ = ct_b_paragraph(p, $1, NULL, $2); }
| kwline
| LABEL kwline { $$ = ct_b_label(p, $1, $2); }
;

kwline: kwseq { $$ = ct_b_keywords(p, $1, NULL); }
| kwseq STOP { $$ = ct_b_keywords(p, $1, $2); }
;
kwseq: kw { $$ = ct_b_one(p, $1); }
| kwseq COMMA_K kw { $$ = ct_b_push_join(p, $1, $2, $3); }
| kwseq SEMICOLON kw { $$ = ct_b_push_join(p, $1, $2, $3); }
;

block: sentences
| sentences modes { $$ = ct_b_modes_behind(p, $1, $2); }
;
sentences: sentence { $$ = ct_b_one(p, $1); }
| sentences sentence { $$ = ct_b_push(p, $1, $2); }
;
sentence: chain STOP { $$ = ct_b_sentence(p, $1); }
| chain DASH modes { $$ = ct_b_modes(p, ct_b_sentence(p, $1), $3); }
;
modes: mode { $$ = ct_b_one(p, $1); }
| modes mode { $$ = ct_b_push(p, $1, $2); }
;
mode: BULLET sentences { $$ = ct_b_mode(p, $1, NULL, NULL, $2); }
| BULLET LABEL sentences { $$ = ct_b_mode(p, $1, NULL, $2, $3); }
| BULLET_COST costs DASH sentences { $$ = ct_b_mode(p, $1, $2, NULL, $4); }
;

/* Clauses joined in a sentence; what joins them stands before each. */
chain: link { $$ = ct_b_one(p, $1); }
| chain AND_S link { $$ = ct_b_push_join(p, $1, $2, $3); }
| chain OR_S link { $$ = ct_b_push_join(p, $1, $2, $3); }
| chain COMMA_S link { $$ = ct_b_push_join(p, $1, $2, $3); }
| chain THEN link { $$ = ct_b_push_join(p, $1, $2, $3); }
;
link: clause
| leads clause { $$ = ct_b_led(p, $1, $2); }
;
leads: lead { $$ = ct_b_one(p, $1); }
| leads lead { $$ = ct_b_push(p, $1, $2); }
;
lead: IF_L chain COMMA_SUB { $$ = ct_b_lead(p, $1, ct_b_chain(p, $2)); }
| UNLESS_L chain COMMA_SUB { $$ = ct_b_lead(p, $1, ct_b_chain(p, $2)); }
| WHEN chain COMMA_SUB { $$ = ct_b_lead(p, $1, ct_b_chain(p, $2)); }
| AT_TIME nps COMMA_SUB { $$ = ct_b_lead(p, $1, $2); }
| AS_EVENT chain COMMA_SUB { $$ = ct_b_lead(p, $1, ct_b_chain(p, $2)); }
| AS_LONG_L chain COMMA_SUB { $$ = ct_b_lead(p, $1, ct_b_chain(p, $2)); }
| FOR_AS_LONG_L chain COMMA_SUB { $$ = ct_b_lead(p, $1, ct_b_chain(p, $2)); }
| FOR_EACH_L PREP np COMMA_SUB { $$ = ct_b_lead(p, $1, ct_b_of(p, ct_b_prep(p, $2, $3))); }
| FOR_EACH_L np COMMA_SUB { $$ = ct_b_lead(p, $1, $2); }
| DURING_L nps COMMA_SUB { $$ = ct_b_lead(p, $1, $2); }
| UNTIL_L np COMMA_SUB { $$ = ct_b_lead(p, $1, $2); }
| UNTIL_L chain COMMA_SUB { $$ = ct_b_lead(p, $1, ct_b_chain(p, $2)); }
| ADVERB_L TIME np COMMA_SUB { $$ = ct_b_lead_time(p, $1, ct_b_prep(p, $2, $3)); }
| ADVERB_L PREP_V nps COMMA_SUB { $$ = ct_b_lead_time(p, $1, ct_b_prep(p, $2, $3)); }
| DURATION_L COMMA_SUB { $$ = ct_b_lead(p, $1, NULL); }
| OTHERWISE_L COMMA_SUB { $$ = ct_b_lead(p, $1, NULL); }
| THEN_L { $$ = ct_b_lead(p, $1, NULL); }
| INSTEAD_L { $$ = ct_b_lead(p, $1, NULL); }
;

clause: nps vp { $$ = ct_b_subject(p, $1, $2); }
| vp
| THERE BE nps adjuncts { $$ = ct_b_exists(p, $1, $2, $3, $4); }
| THERE MODAL BE nps adjuncts { $$ = ct_b_exists(p, $1, $3, $4, $5); }
;

/* ---- verb phrases ---- */
vp: VERB object adjuncts { $$ = ct_b_verb(p, $1, $2, $3); }
| VERB_ZERO nps adjuncts { $$ = ct_b_verb_zero(p, $1, $2, $3); }
| BE be_rest { $$ = ct_b_be(p, $1, $2); }
| HAVE_AUX PARTICIPLE object adjuncts { $$ = ct_b_perfect(p, $1, ct_b_verb(p, $2, $3, $4)); }
| HAVE_AUX BE be_rest { $$ = ct_b_perfect(p, $1, ct_b_be(p, $2, $3)); }
| CAUSATIVE nps vp { $$ = ct_b_causative(p, $1, $2, $3); }
| CAUSATIVE nps TO_CAUSE vp { $$ = ct_b_causative(p, $1, $2, ct_b_infinitive(p, $3, $4)); }
| MODAL vp { $$ = ct_b_modal(p, $1, $2); }
| MODAL_ALONE { $$ = ct_b_modal(p, $1, NULL); }
| ADVERB_PRE vp { $$ = ct_b_adverb_pre(p, $1, $2); }
;
be_rest: nps adjuncts { $$ = ct_b_copula(p, $1, $2); }
| adjuncts { $$ = ct_b_copula(p, NULL, $1); }
| PARTICIPLE object adjuncts { $$ = ct_b_passive(p, $1, $2, $3); }
| GERUND object adjuncts { $$ = ct_b_progressive(p, $1, $2, $3); }
| ADVERB_PRE be_rest { $$ = ct_b_adverb_pre(p, $1, $2); }
| ABLE TO_INF vp { $$ = ct_b_able(p, $1, ct_b_infinitive(p, $2, $3)); }
;
object: %empty { $$ = NULL; }
| nps
;

adjuncts: %empty { $$ = ct_b_none(p); }
| adjuncts adjunct { $$ = ct_b_push(p, $1, $2); }
| adjuncts AND_ADJ adjunct { $$ = ct_b_push_join(p, $1, $2, $3); }
| adjuncts OR_ADJ adjunct { $$ = ct_b_push_join(p, $1, $2, $3); }
;
adjunct: iadjunct
| PREP_V nps { $$ = ct_b_prep(p, $1, $2); }
| PREP_V gerund { $$ = ct_b_prep(p, $1, $2); }
| IF chain { $$ = ct_b_adjunct(p, $1, ct_b_chain(p, $2)); }
| RATHER vp { $$ = ct_b_rather(p, $1, $2); }
| PREP_C chain { $$ = ct_b_prep_clause(p, $1, ct_b_chain(p, $2)); }
| UNLESS chain { $$ = ct_b_adjunct(p, $1, ct_b_chain(p, $2)); }
| AS_LONG chain { $$ = ct_b_adjunct(p, $1, ct_b_chain(p, $2)); }
| FOR_AS_LONG chain { $$ = ct_b_adjunct(p, $1, ct_b_chain(p, $2)); }
| UNTIL chain { $$ = ct_b_adjunct(p, $1, ct_b_chain(p, $2)); }
| UNTIL_NP np { $$ = ct_b_adjunct(p, $1, $2); }
| FOR_EACH np { $$ = ct_b_adjunct(p, $1, $2); }
| FOR_EACH PREP np { $$ = ct_b_adjunct(p, $1, ct_b_of(p, ct_b_prep(p, $2, $3))); }
| AT_TIME np { $$ = ct_b_adjunct(p, $1, $2); }
| WHERE NUM BE nps { $$ = ct_b_where(p, $1, $2, $4); }
| EXCEPT chain { $$ = ct_b_adjunct(p, $1, ct_b_chain(p, $2)); }
| INSTEAD { $$ = ct_b_adjunct(p, $1, NULL); }
| DURATION { $$ = ct_b_adjunct(p, $1, NULL); }
;
/* Adjuncts that a relative clause can have too. */
iadjuncts: %empty { $$ = ct_b_none(p); }
| iadjuncts iadjunct { $$ = ct_b_push(p, $1, $2); }
;
iadjunct: PREP_I nps { $$ = ct_b_prep(p, $1, $2); }
| PREP_I gerund { $$ = ct_b_prep(p, $1, $2); }
| PREP np { $$ = ct_b_prep(p, $1, $2); }
| PREP gerund { $$ = ct_b_prep(p, $1, $2); }
| WITH_V nps { $$ = ct_b_with(p, $1, $2); }
| ADVERB { $$ = ct_b_adverb(p, $1); }
| states { $$ = ct_b_states(p, $1); }
| TIME np { $$ = ct_b_prep(p, $1, $2); }
| WHILE states { $$ = ct_b_while_state(p, $1, $2); }
| WHILE chain { $$ = ct_b_adjunct(p, $1, ct_b_chain(p, $2)); }
| AS_THOUGH chain { $$ = ct_b_adjunct(p, $1, ct_b_chain(p, $2)); }
| TO_INF vp { $$ = ct_b_infinitive(p, $1, $2); }
| ROUNDED { $$ = ct_b_adverb(p, $1); }
| DURATION_I { $$ = ct_b_duration(p, $1); }
;
states: STATE_A { $$ = ct_b_one(p, ct_b_word(p, $1)); }
| states AND_A STATE_A { $$ = ct_b_push_join(p, $1, $2, ct_b_word(p, $3)); }
;
gerund: GERUND object iadjuncts { $$ = ct_b_gerund(p, $1, $2, $3); }
;

/* ---- noun phrases ---- */
nps: terms { $$ = ct_b_list(p, $1); }
;
terms: term { $$ = ct_b_one(p, $1); }
| terms COMMA_NP term { $$ = ct_b_push_join(p, $1, $2, $3); }
| terms AND_NP term { $$ = ct_b_push_join(p, $1, $2, $3); }
| terms OR_NP term { $$ = ct_b_push_join(p, $1, $2, $3); }
| terms AND_OR_NP term { $$ = ct_b_push_join(p, $1, $2, $3); }
;
term: np
| EQUAL_C np { $$ = ct_b_compare(p, $1, $2); }
| MORE_THAN_C np { $$ = ct_b_compare(p, $1, $2); }
| kw
| GERUND_S object iadjuncts { $$ = ct_b_gerund(p, $1, $2, $3); }
| DELTA { $$ = ct_b_pt(p, $1); }
| OPEN paragraph CLOSE { $$ = ct_b_quoted(p, $1, $2, $3); }
;
np: core
| np tail { $$ = ct_b_tail(p, $1, $2); }
| np AND_T tail { $$ = ct_b_tail_join(p, $1, $2, $3); }
| np OR_T tail { $$ = ct_b_tail_join(p, $1, $2, $3); }
| HALF np { $$ = ct_b_half(p, $1, $2); }
| TWICE np { $$ = ct_b_times(p, $1, $2); }
| np PLUS np { $$ = ct_b_plus(p, $1, $2, $3); }
| NUMBER_OF np { $$ = ct_b_number_of(p, $1, $2); }
;
core: items words { $$ = ct_b_np(p, NULL, $1, $2); }
| items { $$ = ct_b_np(p, NULL, $1, NULL); }
| words { $$ = ct_b_np(p, NULL, NULL, $1); }
| core APOS words { $$ = ct_b_np(p, ct_b_possessor(p, $1, $2), NULL, $3); }
| core APOS items words { $$ = ct_b_np(p, ct_b_possessor(p, $1, $2), $3, $4); }
| PRON { $$ = ct_b_pronoun(p, $1); }
| SELF { $$ = ct_b_self(p, $1); }
| mana
;
mana: symbols { $$ = ct_b_mana(p, $1); }
;
symbols: SYMBOL { $$ = ct_b_one(p, ct_b_symbol(p, $1)); }
| symbols SYMBOL { $$ = ct_b_push(p, $1, ct_b_symbol(p, $2)); }
;
items: item_ { $$ = ct_b_one(p, ct_b_item(p, $<token>1)); }
| items item_ { $$ = ct_b_push(p, $1, ct_b_item(p, $<token>2)); }
;
item_: DET { $<token>$ = $1; }
| TARGET { $<token>$ = $1; }
| OTHER { $<token>$ = $1; }
| TOP { $<token>$ = $1; }
| POSS { $<token>$ = $1; }
| NUM { $<token>$ = $1; }
| QMARK { $<token>$ = $1; }
| PARAM { $<token>$ = $1; }
;
words: WORD { $$ = ct_b_one(p, ct_b_word(p, $1)); }
| words WORD { $$ = ct_b_push(p, $1, ct_b_word(p, $2)); }
| words AND_W WORD { $$ = ct_b_push_join(p, $1, $2, ct_b_word(p, $3)); }
| words OR_W WORD { $$ = ct_b_push_join(p, $1, $2, ct_b_word(p, $3)); }
| words AND_OR_W WORD { $$ = ct_b_push_join(p, $1, $2, ct_b_word(p, $3)); }
| words COMMA_W WORD { $$ = ct_b_push_join(p, $1, $2, ct_b_word(p, $3)); }
;
tail: PREP np { $$ = ct_b_prep(p, $1, $2); }
| PREP_L nps { $$ = ct_b_prep(p, $1, $2); }
| WITH nps { $$ = ct_b_with(p, $1, $2); }
| relative
| NAMED { $$ = ct_b_named(p, $1); }
| EQUAL_TO np { $$ = ct_b_compare(p, $1, $2); }
| MORE_THAN np { $$ = ct_b_compare(p, $1, $2); }
| NUM_C { $$ = ct_b_amount(p, $1, NULL); }
| NUM_C QMARK_C { $$ = ct_b_amount(p, $1, $2); }
| QMARK_C NUM { $$ = ct_b_amount(p, $2, $1); }
| PT_C { $$ = ct_b_pt(p, $1); }
| TO_N vp { $$ = ct_b_infinitive(p, $1, $2); }
;
relative: REL rchain { $$ = ct_b_relative(p, $1, $2); }
| REL0 np rchain { $$ = ct_b_relative0(p, $1, $2, $3); }
| PARTICIPLE object iadjuncts { $$ = ct_b_participle(p, $1, $2, $3); }
| GERUND object iadjuncts { $$ = ct_b_participle(p, $1, $2, $3); }
| ABLE TO_INF vp { $$ = ct_b_able_tail(p, ct_b_able(p, $1, ct_b_infinitive(p, $2, $3))); }
;
rchain: rvp { $$ = ct_b_one(p, $1); }
| rchain AND_R rvp { $$ = ct_b_push_join(p, $1, $2, $3); }
| rchain OR_R rvp { $$ = ct_b_push_join(p, $1, $2, $3); }
| rchain COMMA_R rvp { $$ = ct_b_push_join(p, $1, $2, $3); }
;
rvp: VERB object iadjuncts { $$ = ct_b_verb(p, $1, $2, $3); }
| BE nps iadjuncts { $$ = ct_b_be(p, $1, ct_b_copula(p, $2, $3)); }
| BE iadjuncts { $$ = ct_b_be(p, $1, ct_b_copula(p, NULL, $2)); }
| BE PARTICIPLE object iadjuncts { $$ = ct_b_be(p, $1, ct_b_passive(p, $2, $3, $4)); }
| BE GERUND object iadjuncts { $$ = ct_b_be(p, $1, ct_b_progressive(p, $2, $3, $4)); }
| HAVE_AUX PARTICIPLE object iadjuncts { $$ = ct_b_perfect(p, $1, ct_b_verb(p, $2, $3, $4)); }
| HAVE_AUX BE PARTICIPLE object iadjuncts { $$ = ct_b_perfect(p, $1, ct_b_be(p, $2, ct_b_passive(p, $3, $4, $5))); }
| MODAL rvp { $$ = ct_b_modal(p, $1, $2); }
| MODAL_ALONE { $$ = ct_b_modal(p, $1, NULL); }
| ADVERB_PRE rvp { $$ = ct_b_adverb_pre(p, $1, $2); }
| BE ADVERB_PRE nps iadjuncts { $$ = ct_b_be(p, $1, ct_b_adverb_pre(p, $2, ct_b_copula(p, $3, $4))); }
| BE ADVERB_PRE PARTICIPLE object iadjuncts { $$ = ct_b_be(p, $1, ct_b_adverb_pre(p, $2, ct_b_passive(p, $3, $4, $5))); }
;

/* ---- keywords and costs ---- */
kw: KW { $$ = ct_b_keyword(p, $1, NULL, NULL); }
| KW_N NUM { $$ = ct_b_keyword(p, $1, NULL, ct_b_item(p, $2)); }
| KW_N PARAM { $$ = ct_b_keyword(p, $1, NULL, ct_b_item(p, $2)); }
| KW_C mana { $$ = ct_b_keyword(p, $1, NULL, $2); }
| KW_C PARAM { $$ = ct_b_keyword(p, $1, NULL, ct_b_item(p, $2)); }
| KW_D DASH costs { $$ = ct_b_keyword(p, $1, $2, ct_b_cost(p, $3)); }
| KW_ND NUM DASH costs { $$ = ct_b_keyword2(p, $1, ct_b_item(p, $2), $3, ct_b_cost(p, $4)); }
| KW_F fromseq { $$ = ct_b_keyword(p, $1, NULL, ct_b_from(p, $2)); }
| KW_NP nps { $$ = ct_b_keyword(p, $1, NULL, $2); }
| KW_NPC core mana { $$ = ct_b_keyword2(p, $1, $2, NULL, $3); }
;
fromseq: from_item { $$ = ct_b_one(p, $1); }
| fromseq AND_P from_item { $$ = ct_b_push_join(p, $1, $2, $3); }
| fromseq OR_P from_item { $$ = ct_b_push_join(p, $1, $2, $3); }
| fromseq COMMA_P from_item { $$ = ct_b_push_join(p, $1, $2, $3); }
;
from_item: FROM_K np { $$ = ct_b_prep(p, $1, $2); }
;
costs: cost { $$ = ct_b_one(p, $1); }
| costs COMMA_COST cost { $$ = ct_b_push(p, $1, $3); }
;
cost: mana
| TAP { $$ = ct_b_tap(p, $1); }
| UNTAP { $$ = ct_b_tap(p, $1); }
| LOYALTY { $$ = ct_b_loyalty(p, $1); }
| PARAM { $$ = ct_b_item(p, $1); }
| vp { $$ = ct_b_cost_action(p, $1); }
| mana OR_COST vp { $$ = ct_b_cost_or(p, $1, $2, $3); }
;

%%

static int yyreport_syntax_error(const yypcontext_t *context, struct ct_parser *p)
{
    enum { MOST = 160 };
    yysymbol_kind_t expected[MOST];
    int n = yypcontext_expected_tokens(context, expected, MOST);
    const char *names[MOST];
    for (int i = 0; i < n; i++)
        names[i] = yysymbol_name(expected[i]);
    ct_syntax_error(p, names, n > 0 ? (unsigned)n : 0);
    return 0;
}
