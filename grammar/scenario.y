/* The language of scenarios (docs/scenarios.md). LALR(1) without conflicts: what is one word to a
 * reader ("the stack resolves", a card's name, "is refused") is one token, made in
 * compiler/scenario_words.c from the very strings that stand here. */
%require "3.8"
%define api.pure full
%define api.prefix {ct_sc_yy}
%define api.value.type {union ct_sc_value}
%define api.location.type {struct ct_span}
%define parse.error custom
%define parse.lac full
%locations
%expect 0
%param {struct ct_sc_parser *p}

%code requires {
#include "compiler/scenario_parse.h"
}

%code {
#include <string.h>

#define YYLLOC_DEFAULT(current, rhs, n)                                                           \
    do {                                                                                          \
        if (n) {                                                                                  \
            (current).start = YYRHSLOC(rhs, 1).start;                                             \
            (current).end = YYRHSLOC(rhs, n).end;                                                 \
        } else {                                                                                  \
            (current).start = (current).end = YYRHSLOC(rhs, 0).end;                               \
        }                                                                                         \
    } while (0)

static int ct_sc_yylex(union ct_sc_value *value, struct ct_span *span, struct ct_sc_parser *p)
{
    return ct_sc_next(p, value, span);
}
static void ct_sc_yyerror(struct ct_span *span, struct ct_sc_parser *p, const char *message)
{
    ct_sc_syntax_error(p, *span, message);
}
}

/* ---- tokens: what has a value, then what is only itself ----------------------------------------- */
%token <number> T_PLAYER "Alice or Bob" T_NUMBER "a number" T_ORDINAL "an ordinal" T_SIGNED "a loyalty cost"
%token <word> T_NAME "a card's name" T_SUBTYPE "a subtype" T_TYPE "a card type" T_SUPERTYPE "a supertype"
%token <word> T_COLOR "a color" T_ADJECTIVE "a state" T_NOUN "a noun" T_PAIR "a power and toughness"
%token <text> T_STRING "a quotation" T_MANA "mana symbols" T_COUNTER "a kind of counter" T_KEYWORD "a keyword"
%token <text> T_ID "an id" T_WORD "a word"
%token T_NEWLINE "the end of the line" T_COMMA "a comma" T_POSSESSIVE "an apostrophe s" T_X "X" T_EQUALS "an equals sign"
%token T_CARDS_HERE "a block of cards" T_BAD_LINE "a bad line"
%token END 0 "the end of the file"

%token SCENARIO "scenario" RULING "ruling" CARDS "cards" SEED "seed" STRICT "strict" GIVEN "given" WHEN "when" THEN "then"
%token A "a" AN "an" THE "the" NO "no" AND "and" AT_LEAST "at least" AT_MOST "at most"
%token HER "her" HIS "his" THEIR "their" ITS "its" OF "of" TO "to" FROM "from" IN "in" WITH "with" AS "as" BY "by" FOR "for"
%token IN_HAND "in hand" HAND "hand" GRAVEYARD "graveyard" LIBRARY "library" EXILE "exile" IN_EXILE "in exile"
%token IN_GRAVEYARD "in graveyard" IN_LIBRARY "in library"
%token ON_BATTLEFIELD "on the battlefield" ON_STACK "on the stack" ON_TOP "on top" ON_TOP_OF "on top of"
%token ON_BOTTOM "on the bottom" ON_BOTTOM_OF "on the bottom of" FROM_THE_TOP_OF "from the top of" FROM_TOP_OF "from top of"
%token FROM_HAND "from hand" FROM_EXILE "from exile" FROM_GRAVEYARD "from graveyard" INTO "into" ONTO_BATTLEFIELD "onto the battlefield"
%token INTO_EXILE "into exile"
%token HAS "has" HAVE "have" DOESNT_HAVE "doesn't have" DONT_HAVE "don't have" CONTROLS "controls" DOESNT_CONTROL "doesn't control"
%token OWNS "owns" DOESNT_OWN "doesn't own"
%token IS "is" ARE "are" ISNT "isn't" ARENT "aren't" IS_NOT "is not" ARE_NOT "are not"
%token IT_IS "it is" IT_IS_TURN "it is turn" OF_TURN "of turn" TURN "turn" NEXT "next"
%token LIFE "life" DAMAGE "damage" COUNTER "counter" COUNTERS "counters" MANA_POOL "mana pool" MANA_WORD "mana" UNLIMITED_MANA "unlimited mana"
%token ATTACHED_TO "attached to" ATTACHED "attached" OWNED_BY "owned by" CONTROLLED_BY "controlled by" AS_A_COPY_OF "as a copy of"
%token ABILITIES "abilities" ADVENTURE "Adventure"
%token PLAYED_LAND "has played a land this turn"
%token HAS_WON "has won" HAS_LOST "has lost" HASNT_WON "hasn't won" HASNT_LOST "hasn't lost" HAS_PRIORITY "has priority"
%token DOESNT_HAVE_PRIORITY "doesn't have priority"
%token GAME_DRAW "the game is a draw" GAME_OVER "the game is over" GAME_NOT_OVER "the game is not over"
%token NOWHERE "nowhere" EMPTY "empty" THE_STACK "the stack" THE_BATTLEFIELD "the battlefield"
%token TARGETS "targets" DOESNT_TARGET "doesn't target" TRIGGERED "triggered" HASNT_TRIGGERED "hasn't triggered" HAS_TRIGGERED "has triggered"
%token ONCE "once" TWICE "twice" TIMES "times" NEVER "never"
%token IS_ATTACKING "is attacking" ISNT_ATTACKING "isn't attacking" IS_BLOCKING "is blocking" ISNT_BLOCKING "isn't blocking"
%token POWER "power" TOUGHNESS "toughness" LOYALTY "loyalty" MANA_VALUE "mana value" MANA_COST "mana cost" NAME_WORD "name"
%token COLORS "colors" TYPES "types" SUBTYPES "subtypes" SUPERTYPES "supertypes" NONE "none"
%token MAY "may" CANT "can't" CAST "cast" PLAY "play" ACTIVATE "activate" ATTACK_WITH "attack with" BLOCK "block" CHOOSE "choose"
%token IS_ASKED "is asked" TO_CHOOSE "to choose" TO_ORDER "to order" TO_PAY "to pay" WHETHER "whether" TO_ATTACK "to attack" TO_BLOCK "to block"
%token NONE_PENDING "no decision is pending"
%token LOG_ENDS "the log ends with" LOG_SAYS "the log says" LOG_DOESNT "the log doesn't say" BEFORE "before"

%token CASTS "casts" PLAYS "plays" ACTIVATES "activates" TAPS "taps" UNTAPS "untaps" FOR_MANA "for mana"
%token ATTACKS_WITH "attacks with" ATTACKING "attacking" DOESNT_ATTACK "doesn't attack" BLOCKS "blocks" DOESNT_BLOCK "doesn't block"
%token PASSES "passes" CONCEDES "concedes" IS_REFUSED "is refused"
%token TARGETING "targeting" CHOOSING "choosing" NOTHING "nothing" WITHOUT_PAYING "without paying its mana cost" FOR_ITS "for its" COST "cost"
%token USING "using" KICKED "kicked" BARGAINED "bargained" PAYING "paying" PAYING_ITS "paying its" PAYING_WITH "paying with" NOT_PAYING_ITS "not paying its"
%token NOT_KICKED "not kicked" NOT_BARGAINED "not bargained"
%token SACRIFICING "sacrificing" DISCARDING "discarding" EXILING "exiling" TAPPING "tapping" RETURNING "returning" REVEALING "revealing" DIVIDING "dividing"
%token CHOOSES "chooses" THE_NAME "the name" MODE "mode" MODES "modes" DOES "does" DOESNT "doesn't" PAYS "pays" DOESNT_PAY "doesn't pay"
%token SACRIFICES "sacrifices" DISCARDS "discards" EXILES "exiles" DESTROYS "destroys" RETURNS "returns" REVEALS "reveals"
%token PUTS "puts" LEAVES "leaves" ORDERS "orders" APPLIES "applies" DIVIDES "divides" KEEPS "keeps" FINDS "finds" NAMES "names"
%token ABILITY "ability" TRIGGERED_ABILITY "triggered ability" ACTIVATED_ABILITY "activated ability"
%token STACK_RESOLVES "the stack resolves" TOP_RESOLVES "the top of the stack resolves" RESOLVES "resolves" MOVES_TO "the game moves to" COMBAT_OVER "combat is over"
%token COMBAT "combat" UPKEEP "upkeep" DRAW_STEP "draw step" PRECOMBAT_MAIN "precombat main phase" MAIN_PHASE "main phase" BEGINNING_OF_COMBAT "beginning of combat"
%token DECLARE_ATTACKERS "declare attackers step" DECLARE_BLOCKERS "declare blockers step" FIRST_STRIKE_DAMAGE "first-strike damage step" COMBAT_DAMAGE "combat damage step"
%token END_OF_COMBAT "end of combat" POSTCOMBAT_MAIN "postcombat main phase" END_STEP "end step" CLEANUP_STEP "cleanup step"

%type <player> owner subject_owner
%type <zone> zone held_zone object_zone from_zone to_zone zone_noun
%type <number> number count step times from_top
%type <word> adjective noun nouns adjectives description predicate adjective_list
%type <thing> object object_plain thing ability choice objects things targets choices activated named_modes amounts amount
%type <elem> elem elems object_elem object_elems item suffixed keyword
%type <clause> clause clauses some_clauses
%type <pair> attackers attacker blockers blocker
%type <text_list> strings ids
%type <text> cost_word
%type <phrase> fact assertion only_then step_phrase player_step answer goes_on action_may possibility

%%

file: lines ;

lines: %empty | lines line ;

line:
  T_NEWLINE
| T_BAD_LINE T_NEWLINE                   { ct_sc_broken(p); }
| error T_NEWLINE                        { ct_sc_broken(p); yyerrok; }
| SCENARIO T_STRING T_NEWLINE            { ct_sc_begin(p, $2, @$); }
| RULING ids T_NEWLINE                   { ct_sc_ids(p, $2, @$); }
| CARDS T_STRING T_NEWLINE               { ct_sc_cards_path(p, $2, @2); }
| T_CARDS_HERE T_NEWLINE                 { ct_sc_cards_here(p, @1); }
| SEED T_NUMBER T_NEWLINE                { ct_sc_seed(p, $2, @$); }
| STRICT T_NEWLINE                       { ct_sc_strict(p, @$); }
| GIVEN T_NEWLINE                        { ct_sc_open_section(p, CT_SC_GIVEN, @1); }
| WHEN T_NEWLINE                         { ct_sc_open_section(p, CT_SC_WHEN, @1); }
| THEN T_NEWLINE                         { ct_sc_open_section(p, CT_SC_THEN, @1); }
| fact T_NEWLINE                         { ct_sc_add_phrase(p, $1, CT_SC_GIVEN, CT_SC_THEN); }
| assertion T_NEWLINE                    { ct_sc_add_phrase(p, $1, CT_SC_THEN, CT_SC_THEN); }
| step_phrase T_NEWLINE                  { ct_sc_add_phrase(p, $1, CT_SC_WHEN, CT_SC_WHEN); }
;

ids:
  T_ID                                   { $$ = ct_sc_text(p, NULL, $1); }
| ids separator T_ID                     { $$ = ct_sc_text(p, $1, $3); }
;

separator: T_COMMA | AND | T_COMMA AND ;

/* ---- words ------------------------------------------------------------------------------------- */

number:
  T_NUMBER
| A                                      { $$ = 1; }
| AN                                     { $$ = 1; }
| NO                                     { $$ = 0; }
;

count:
  number                                 { $$ = ct_sc_count(CT_SC_EXACTLY, $1); }
| AT_LEAST number                        { $$ = ct_sc_count(CT_SC_AT_LEAST, $2); }
| AT_MOST number                         { $$ = ct_sc_count(CT_SC_AT_MOST, $2); }
;

owner:
  T_PLAYER T_POSSESSIVE                  { $$ = $1; }
| subject_owner
;
subject_owner: HER { $$ = 0; } | HIS { $$ = 0; } | THEIR { $$ = 0; } ;

adjective: T_COLOR | T_SUPERTYPE | T_ADJECTIVE | T_PAIR | ATTACKING { $$ = ct_sc_state(p, CT_SC_IS_ATTACKING, @1); } ;

noun:
  T_NAME
| T_SUBTYPE
| T_TYPE
| T_NOUN
| T_STRING                               { $$ = ct_sc_quoted(p, $1, @1); }
;

nouns: noun | nouns noun                 { $$ = ct_sc_more_words($1, $2); } ;

adjectives: adjective | adjectives adjective { $$ = ct_sc_more_words($1, $2); } ;

description:
  nouns
| adjectives nouns                       { $$ = ct_sc_more_words($1, $2); }
;

adjective_list:
  adjectives
| adjective_list separator adjectives    { $$ = ct_sc_more_words($1, $3); }
;

/* What can stand behind "is". */
predicate:
  description
| A description                          { $$ = $2; }
| AN description                         { $$ = $2; }
| adjective_list
;

/* ---- zones ------------------------------------------------------------------------------------- */

held_zone:
  IN_HAND                                { $$ = ct_sc_zone(CT_SC_HAND, 0); }
| IN_EXILE                               { $$ = ct_sc_zone(CT_SC_EXILE, 0); }
| IN_GRAVEYARD                           { $$ = ct_sc_zone(CT_SC_GRAVEYARD, 0); }
| IN_LIBRARY                             { $$ = ct_sc_zone(CT_SC_LIBRARY, 0); }
| IN owner HAND                          { $$ = ct_sc_zone(CT_SC_HAND, $2); }
| IN owner GRAVEYARD                     { $$ = ct_sc_zone(CT_SC_GRAVEYARD, $2); }
| IN owner LIBRARY                       { $$ = ct_sc_zone(CT_SC_LIBRARY, $2); }
;

object_zone:
  held_zone
| ON_BATTLEFIELD                         { $$ = ct_sc_zone(CT_SC_BATTLEFIELD, 0); }
| ON_STACK                               { $$ = ct_sc_zone(CT_SC_STACK, 0); }
;

zone:
  object_zone
| ON_TOP_OF owner LIBRARY                { $$ = ct_sc_place(CT_SC_ON_TOP, $2, 0); }
| ON_BOTTOM_OF owner LIBRARY             { $$ = ct_sc_place(CT_SC_ON_BOTTOM, $2, 0); }
| T_ORDINAL from_top owner LIBRARY       { $$ = ct_sc_place(CT_SC_NTH, $3, $1); }
;
from_top: FROM_THE_TOP_OF { $$ = 0; } | FROM_TOP_OF { $$ = 0; } ;

from_zone:
  FROM_HAND                              { $$ = ct_sc_zone(CT_SC_HAND, 0); }
| FROM_EXILE                             { $$ = ct_sc_zone(CT_SC_EXILE, 0); }
| FROM_GRAVEYARD                         { $$ = ct_sc_zone(CT_SC_GRAVEYARD, 0); }
| FROM owner HAND                        { $$ = ct_sc_zone(CT_SC_HAND, $2); }
| FROM owner GRAVEYARD                   { $$ = ct_sc_zone(CT_SC_GRAVEYARD, $2); }
| FROM owner LIBRARY                     { $$ = ct_sc_zone(CT_SC_LIBRARY, $2); }
| from_top owner LIBRARY                 { $$ = ct_sc_place(CT_SC_ON_TOP, $2, 0); }
;

to_zone:
  INTO owner HAND                        { $$ = ct_sc_zone(CT_SC_HAND, $2); }
| INTO owner GRAVEYARD                   { $$ = ct_sc_zone(CT_SC_GRAVEYARD, $2); }
| INTO owner LIBRARY                     { $$ = ct_sc_zone(CT_SC_LIBRARY, $2); }
| INTO_EXILE                             { $$ = ct_sc_zone(CT_SC_EXILE, 0); }
| ONTO_BATTLEFIELD                       { $$ = ct_sc_zone(CT_SC_BATTLEFIELD, 0); }
| ONTO_BATTLEFIELD T_ADJECTIVE           { $$ = ct_sc_tapped(p, $2, @2); }
| ON_TOP                                 { $$ = ct_sc_place(CT_SC_ON_TOP, 0, 0); }
| ON_TOP_OF owner LIBRARY                { $$ = ct_sc_place(CT_SC_ON_TOP, $2, 0); }
| ON_BOTTOM                              { $$ = ct_sc_place(CT_SC_ON_BOTTOM, 0, 0); }
| ON_BOTTOM_OF owner LIBRARY             { $$ = ct_sc_place(CT_SC_ON_BOTTOM, $2, 0); }
;

zone_noun:
  T_PLAYER T_POSSESSIVE HAND             { $$ = ct_sc_zone(CT_SC_HAND, $1); }
| T_PLAYER T_POSSESSIVE GRAVEYARD        { $$ = ct_sc_zone(CT_SC_GRAVEYARD, $1); }
| T_PLAYER T_POSSESSIVE LIBRARY          { $$ = ct_sc_zone(CT_SC_LIBRARY, $1); }
| EXILE                                  { $$ = ct_sc_zone(CT_SC_EXILE, 0); }
| THE_STACK                              { $$ = ct_sc_zone(CT_SC_STACK, 0); }
| THE_BATTLEFIELD                        { $$ = ct_sc_zone(CT_SC_BATTLEFIELD, 0); }
;

/* ---- objects, players, what can be chosen -------------------------------------------------------- */

object_plain:
  description                            { $$ = ct_sc_object(p, $1, 0, 0, @$); }
| T_ORDINAL description                  { $$ = ct_sc_object(p, $2, $1, 0, @$); }
| owner description                      { $$ = ct_sc_object(p, $2, 0, $1, @$); }
| owner T_ORDINAL description            { $$ = ct_sc_object(p, $3, $2, $1, @$); }
;

object:
  object_plain
| object_plain object_zone               { $$ = ct_sc_object_in($1, $2); }
| THE description                        { $$ = ct_sc_object(p, $2, 0, 0, @$); }
| THE T_ORDINAL description              { $$ = ct_sc_object(p, $3, $2, 0, @$); }
| THE description object_zone            { $$ = ct_sc_object_in(ct_sc_object(p, $2, 0, 0, @$), $3); }
| THE T_ORDINAL description object_zone  { $$ = ct_sc_object_in(ct_sc_object(p, $3, $2, 0, @$), $4); }
;

any_ability: ABILITY | TRIGGERED_ABILITY | ACTIVATED_ABILITY ;

ability:
  object T_POSSESSIVE any_ability             { $$ = ct_sc_ability(p, $1, 0, @$); }
| object T_POSSESSIVE T_ORDINAL any_ability   { $$ = ct_sc_ability(p, $1, $3, @$); }
| THE T_ORDINAL any_ability OF object         { $$ = ct_sc_ability(p, $5, $2, @$); }
| THE any_ability OF object                   { $$ = ct_sc_ability(p, $4, 0, @$); }
;

activated:
  object
| ability
| object T_POSSESSIVE T_SIGNED ABILITY        { $$ = ct_sc_loyalty(p, $1, $3, @$); }
| object T_POSSESSIVE T_NUMBER ABILITY        { $$ = ct_sc_loyalty(p, $1, $3, @$); }
;

thing:
  object
| ability
| T_PLAYER                                    { $$ = ct_sc_thing(p, CT_SC_T_PLAYER, $1, NULL, @$); }
;

objects: object | objects separator object    { $$ = ct_sc_more_things($1, $3); } ;
things: thing | things separator thing        { $$ = ct_sc_more_things($1, $3); } ;
targets: things | NOTHING                     { $$ = NULL; } ;

choice:
  thing
| T_NUMBER                                    { $$ = ct_sc_thing(p, CT_SC_T_NUMBER, $1, NULL, @$); }
| T_COLOR                                     { $$ = ct_sc_thing(p, CT_SC_T_COLOR, $1->value, NULL, @$); }
| T_KEYWORD                                   { $$ = ct_sc_thing(p, CT_SC_T_KEYWORD, 0, $1, @$); }
| THE_NAME T_NAME                             { $$ = ct_sc_thing(p, CT_SC_T_CARD_NAME, 0, $2->text, @$); }
| THE_NAME T_STRING                           { $$ = ct_sc_thing(p, CT_SC_T_CARD_NAME, 0, $2, @$); }
| THE T_ORDINAL MODE                          { $$ = ct_sc_thing(p, CT_SC_T_MODE, $2, NULL, @$); }
| MODE T_NUMBER                               { $$ = ct_sc_thing(p, CT_SC_T_MODE, $2, NULL, @$); }
| MODES named_modes                           { $$ = $2; }
| A T_COUNTER COUNTER                         { $$ = ct_sc_thing(p, CT_SC_T_COUNTER, 0, $2, @$); }
| AN T_COUNTER COUNTER                        { $$ = ct_sc_thing(p, CT_SC_T_COUNTER, 0, $2, @$); }
;
named_modes:
  T_NUMBER AND T_NUMBER                       { $$ = ct_sc_two_modes(p, $1, $3, @1, @3); }
;
choices: choice | choices separator choice    { $$ = ct_sc_more_things($1, $3); } ;

amount: T_NUMBER TO thing                     { $$ = $3; if ($$) $$->amount = $1; } ;
amounts: amount | amounts separator amount    { $$ = ct_sc_more_things($1, $3); } ;

/* ---- what somebody or something has -------------------------------------------------------------- */

item:
  count description                           { $$ = ct_sc_items(p, $1, $2, @$); }
| description                                 { $$ = ct_sc_items(p, -1, $1, @$); }
;

suffixed:
  item
| suffixed WITH number T_COUNTER COUNTER      { $$ = ct_sc_with(p, $1, CT_SC_E_COUNTERS, $3, $4, @$); }
| suffixed WITH number T_COUNTER COUNTERS     { $$ = ct_sc_with(p, $1, CT_SC_E_COUNTERS, $3, $4, @$); }
| suffixed WITH number DAMAGE                 { $$ = ct_sc_with(p, $1, CT_SC_E_DAMAGE, $3, NULL, @$); }
| suffixed ATTACHED_TO object_plain           { $$ = $1; if ($$) $$->attached_to = $3; }
| suffixed ATTACHED_TO THE description        { $$ = $1; if ($$) $$->attached_to = ct_sc_object(p, $4, 0, 0, @4); }
| suffixed ATTACHED_TO THE T_ORDINAL description { $$ = $1; if ($$) $$->attached_to = ct_sc_object(p, $5, $4, 0, @5); }
| suffixed OWNED_BY T_PLAYER                  { $$ = $1; if ($$) $$->owner = $3; }
| suffixed AS_A_COPY_OF T_NAME                { $$ = $1; if ($$) $$->copy_of = $3->text; }
;

elem:
  suffixed
| suffixed zone                               { $$ = $1; if ($$) $$->zone = $2; }
| count T_COUNTER COUNTER                     { $$ = ct_sc_elem(p, CT_SC_E_COUNTERS, $1, $2, @$); }
| count T_COUNTER COUNTERS                    { $$ = ct_sc_elem(p, CT_SC_E_COUNTERS, $1, $2, @$); }
| count LIFE                                  { $$ = ct_sc_elem(p, CT_SC_E_LIFE, $1, NULL, @$); }
| T_SIGNED LIFE                               { $$ = ct_sc_elem(p, CT_SC_E_LIFE, $1, NULL, @$); }
| T_MANA IN owner MANA_POOL                   { $$ = ct_sc_elem(p, CT_SC_E_MANA, 0, $1, @$); }
| NO MANA_WORD                                { $$ = ct_sc_elem(p, CT_SC_E_NO_MANA, 0, NULL, @$); }
| UNLIMITED_MANA                              { $$ = ct_sc_elem(p, CT_SC_E_UNLIMITED_MANA, 0, NULL, @$); }
;
elems: elem | elems separator elem            { $$ = ct_sc_more_elems($1, $3); } ;

keyword:
  T_KEYWORD                                   { $$ = ct_sc_elem(p, CT_SC_E_KEYWORD, -1, $1, @$); }
| T_KEYWORD T_MANA                            { $$ = ct_sc_elem(p, CT_SC_E_KEYWORD, -1, $1, @$); if ($$) $$->mana = $2; }
| T_KEYWORD T_NUMBER                          { $$ = ct_sc_elem(p, CT_SC_E_KEYWORD, $2, $1, @$); }
| T_KEYWORD description                       { $$ = ct_sc_elem(p, CT_SC_E_KEYWORD, -1, $1, @$); if ($$) $$->words = $2; }
| T_KEYWORD FROM description                  { $$ = ct_sc_elem(p, CT_SC_E_KEYWORD, -1, $1, @$); if ($$) $$->words = $3; }
| T_KEYWORD FROM adjectives                   { $$ = ct_sc_elem(p, CT_SC_E_KEYWORD, -1, $1, @$); if ($$) $$->words = $3; }
| T_KEYWORD adjectives                        { $$ = ct_sc_elem(p, CT_SC_E_KEYWORD, -1, $1, @$); if ($$) $$->words = $2; }
;

object_elem:
  keyword
| count T_COUNTER COUNTER                     { $$ = ct_sc_elem(p, CT_SC_E_COUNTERS, $1, $2, @$); }
| count T_COUNTER COUNTERS                    { $$ = ct_sc_elem(p, CT_SC_E_COUNTERS, $1, $2, @$); }
| NO COUNTERS                                 { $$ = ct_sc_elem(p, CT_SC_E_COUNTERS, 0, NULL, @$); }
| count DAMAGE                                { $$ = ct_sc_elem(p, CT_SC_E_DAMAGE, $1, NULL, @$); }
| T_STRING                                    { $$ = ct_sc_elem(p, CT_SC_E_ABILITY, 1, $1, @$); }
| NO ABILITIES                                { $$ = ct_sc_elem(p, CT_SC_E_NO_ABILITIES, 0, NULL, @$); }
| AN ADVENTURE                                { $$ = ct_sc_elem(p, CT_SC_E_ADVENTURE, 1, NULL, @$); }
| description ATTACHED                        { $$ = ct_sc_attached(p, $1, @$); }
| count description ATTACHED                  { $$ = ct_sc_attached(p, $2, @$); if ($$) ct_sc_set_count($$, $1); }
;
object_elems: object_elem | object_elems separator object_elem { $$ = ct_sc_more_elems($1, $3); } ;

has: HAS | HAVE ;
has_not: DOESNT_HAVE | DONT_HAVE ;
is: IS | ARE ;
is_not: ISNT | ARENT | IS_NOT | ARE_NOT ;

/* ---- facts: in given and in then ------------------------------------------------------------------ */

fact:
  T_PLAYER has elems                     { $$ = ct_sc_possession(p, CT_SC_PLAYER_HAS, $1, $3, false, @$); }
| T_PLAYER has_not elems                 { $$ = ct_sc_possession(p, CT_SC_PLAYER_HAS, $1, $3, true, @$); }
| T_PLAYER CONTROLS elems                { $$ = ct_sc_possession(p, CT_SC_PLAYER_CONTROLS, $1, $3, false, @$); }
| T_PLAYER DOESNT_CONTROL elems          { $$ = ct_sc_possession(p, CT_SC_PLAYER_CONTROLS, $1, $3, true, @$); }
| T_PLAYER OWNS elems                    { $$ = ct_sc_possession(p, CT_SC_PLAYER_OWNS, $1, $3, false, @$); }
| T_PLAYER DOESNT_OWN elems              { $$ = ct_sc_possession(p, CT_SC_PLAYER_OWNS, $1, $3, true, @$); }
| T_PLAYER PLAYED_LAND                   { $$ = ct_sc_of_player(p, CT_SC_PLAYED_LAND, $1, false, @$); }
| IT_IS T_PLAYER T_POSSESSIVE step       { $$ = ct_sc_step_phrase(p, CT_SC_STEP_IS, $2, $4, -1, @$); }
| IT_IS T_PLAYER T_POSSESSIVE step OF_TURN T_NUMBER { $$ = ct_sc_step_phrase(p, CT_SC_STEP_IS, $2, $4, $6, @$); }
| IT_IS T_PLAYER T_POSSESSIVE TURN       { $$ = ct_sc_step_phrase(p, CT_SC_STEP_IS, $2, CT_SC_STEP_NONE, -1, @$); }
| IT_IS THE step                         { $$ = ct_sc_step_phrase(p, CT_SC_STEP_IS, 0, $3, -1, @$); }
| IT_IS_TURN T_NUMBER                    { $$ = ct_sc_step_phrase(p, CT_SC_STEP_IS, 0, CT_SC_STEP_NONE, $2, @$); }
| objects is predicate                   { $$ = ct_sc_of_objects(p, CT_SC_OBJECT_IS, $1, false, @$); ct_sc_set_words($$, $3); }
| objects is_not predicate               { $$ = ct_sc_of_objects(p, CT_SC_OBJECT_IS, $1, true, @$); ct_sc_set_words($$, $3); }
| objects has object_elems               { $$ = ct_sc_of_objects(p, CT_SC_OBJECT_HAS, $1, false, @$); ct_sc_set_elems($$, $3); }
| objects has_not object_elems           { $$ = ct_sc_of_objects(p, CT_SC_OBJECT_HAS, $1, true, @$); ct_sc_set_elems($$, $3); }
| objects is zone                        { $$ = ct_sc_of_objects(p, CT_SC_OBJECT_IN, $1, false, @$); ct_sc_set_zone($$, $3); }
| objects is_not zone                    { $$ = ct_sc_of_objects(p, CT_SC_OBJECT_IN, $1, true, @$); ct_sc_set_zone($$, $3); }
| objects is NOWHERE                     { $$ = ct_sc_of_objects(p, CT_SC_OBJECT_NOWHERE, $1, false, @$); }
| objects is ATTACHED_TO things          { $$ = ct_sc_of_objects(p, CT_SC_OBJECT_ATTACHED, $1, false, @$); ct_sc_set_things($$, $4); }
| objects is_not ATTACHED_TO things      { $$ = ct_sc_of_objects(p, CT_SC_OBJECT_ATTACHED, $1, true, @$); ct_sc_set_things($$, $4); }
;

step:
  UPKEEP                                 { $$ = CT_SC_STEP_UPKEEP; }
| DRAW_STEP                              { $$ = CT_SC_STEP_DRAW; }
| PRECOMBAT_MAIN                         { $$ = CT_SC_STEP_MAIN1; }
| MAIN_PHASE                             { $$ = CT_SC_STEP_MAIN1; }
| BEGINNING_OF_COMBAT                    { $$ = CT_SC_STEP_BEGIN_COMBAT; }
| COMBAT                                 { $$ = CT_SC_STEP_BEGIN_COMBAT; }
| DECLARE_ATTACKERS                      { $$ = CT_SC_STEP_ATTACKERS; }
| DECLARE_BLOCKERS                       { $$ = CT_SC_STEP_BLOCKERS; }
| FIRST_STRIKE_DAMAGE                    { $$ = CT_SC_STEP_FIRST_DAMAGE; }
| COMBAT_DAMAGE                          { $$ = CT_SC_STEP_DAMAGE; }
| END_OF_COMBAT                          { $$ = CT_SC_STEP_END_COMBAT; }
| POSTCOMBAT_MAIN                        { $$ = CT_SC_STEP_MAIN2; }
| END_STEP                               { $$ = CT_SC_STEP_END; }
| CLEANUP_STEP                           { $$ = CT_SC_STEP_CLEANUP; }
;

/* ---- what only a then can state ------------------------------------------------------------------- */

assertion: only_then ;

only_then:
  count description is zone              { $$ = ct_sc_counted(p, $1, $2, $4, @$); }
| zone_noun is EMPTY                     { $$ = ct_sc_contents(p, $1, NULL, @$); }
| zone_noun is things                    { $$ = ct_sc_contents(p, $1, $3, @$); }
| T_PLAYER HAS_WON                       { $$ = ct_sc_of_player(p, CT_SC_HAS_WON, $1, false, @$); }
| T_PLAYER HASNT_WON                     { $$ = ct_sc_of_player(p, CT_SC_HAS_WON, $1, true, @$); }
| T_PLAYER HAS_LOST                      { $$ = ct_sc_of_player(p, CT_SC_HAS_LOST, $1, false, @$); }
| T_PLAYER HASNT_LOST                    { $$ = ct_sc_of_player(p, CT_SC_HAS_LOST, $1, true, @$); }
| T_PLAYER HAS_PRIORITY                  { $$ = ct_sc_of_player(p, CT_SC_HAS_PRIORITY, $1, false, @$); }
| T_PLAYER DOESNT_HAVE_PRIORITY          { $$ = ct_sc_of_player(p, CT_SC_HAS_PRIORITY, $1, true, @$); }
| GAME_DRAW                              { $$ = ct_sc_of_player(p, CT_SC_GAME_DRAWN, 0, false, @$); }
| GAME_OVER                              { $$ = ct_sc_of_player(p, CT_SC_GAME_OVER, 0, false, @$); }
| GAME_NOT_OVER                          { $$ = ct_sc_of_player(p, CT_SC_GAME_OVER, 0, true, @$); }
| objects TARGETS things                 { $$ = ct_sc_of_objects(p, CT_SC_TARGETS, $1, false, @$); ct_sc_set_things($$, $3); }
| objects DOESNT_TARGET things           { $$ = ct_sc_of_objects(p, CT_SC_TARGETS, $1, true, @$); ct_sc_set_things($$, $3); }
| ability TARGETS things                 { $$ = ct_sc_of_objects(p, CT_SC_TARGETS, $1, false, @$); ct_sc_set_things($$, $3); }
| ability DOESNT_TARGET things           { $$ = ct_sc_of_objects(p, CT_SC_TARGETS, $1, true, @$); ct_sc_set_things($$, $3); }
| objects triggered times                { $$ = ct_sc_of_objects(p, CT_SC_TRIGGERED, $1, false, @$); ct_sc_set_number($$, $3); }
| objects HASNT_TRIGGERED                { $$ = ct_sc_of_objects(p, CT_SC_TRIGGERED, $1, false, @$); ct_sc_set_number($$, 0); }
| objects IS_ATTACKING                   { $$ = ct_sc_of_objects(p, CT_SC_OBJECT_ATTACKS, $1, false, @$); }
| objects IS_ATTACKING thing             { $$ = ct_sc_of_objects(p, CT_SC_OBJECT_ATTACKS, $1, false, @$); ct_sc_set_things($$, $3); }
| objects ISNT_ATTACKING                 { $$ = ct_sc_of_objects(p, CT_SC_OBJECT_ATTACKS, $1, true, @$); }
| objects IS_BLOCKING                    { $$ = ct_sc_of_objects(p, CT_SC_OBJECT_BLOCKS, $1, false, @$); }
| objects IS_BLOCKING thing              { $$ = ct_sc_of_objects(p, CT_SC_OBJECT_BLOCKS, $1, false, @$); ct_sc_set_things($$, $3); }
| objects ISNT_BLOCKING                  { $$ = ct_sc_of_objects(p, CT_SC_OBJECT_BLOCKS, $1, true, @$); }
| objects is CONTROLLED_BY T_PLAYER      { $$ = ct_sc_of_objects(p, CT_SC_CONTROLLED_BY, $1, false, @$); ct_sc_set_player($$, $4); }
| objects is OWNED_BY T_PLAYER           { $$ = ct_sc_of_objects(p, CT_SC_OWNED_BY, $1, false, @$); ct_sc_set_player($$, $4); }
| object T_POSSESSIVE POWER is T_NUMBER      { $$ = ct_sc_value(p, $1, CT_SC_POWER, $5, @$); }
| object T_POSSESSIVE POWER is T_SIGNED      { $$ = ct_sc_value(p, $1, CT_SC_POWER, $5, @$); }
| object T_POSSESSIVE TOUGHNESS is T_NUMBER  { $$ = ct_sc_value(p, $1, CT_SC_TOUGHNESS, $5, @$); }
| object T_POSSESSIVE LOYALTY is T_NUMBER    { $$ = ct_sc_value(p, $1, CT_SC_LOYALTY, $5, @$); }
| object T_POSSESSIVE MANA_VALUE is T_NUMBER { $$ = ct_sc_value(p, $1, CT_SC_MANA_VALUE, $5, @$); }
| object T_POSSESSIVE MANA_COST is T_MANA    { $$ = ct_sc_value(p, $1, CT_SC_MANA_COST, 0, @$); ct_sc_set_mana($$, $5); }
| object T_POSSESSIVE MANA_COST is NONE      { $$ = ct_sc_value(p, $1, CT_SC_MANA_COST, 0, @$); }
| object T_POSSESSIVE NAME_WORD is T_NAME    { $$ = ct_sc_value(p, $1, CT_SC_NAME, 0, @$); ct_sc_set_text($$, $5->text); }
| object T_POSSESSIVE NAME_WORD is T_STRING  { $$ = ct_sc_value(p, $1, CT_SC_NAME, 0, @$); ct_sc_set_text($$, $5); }
| object T_POSSESSIVE characteristic_words is word_set { $$ = $<phrase>5; ct_sc_finish_set(p, $$, $1, $<number>3, @$); }
| possibility
| T_PLAYER IS_ASKED TO_CHOOSE            { $$ = ct_sc_asked(p, $1, CT_SC_ASKED_CHOOSE, @$); }
| T_PLAYER IS_ASKED TO_ORDER             { $$ = ct_sc_asked(p, $1, CT_SC_ASKED_ORDER, @$); }
| T_PLAYER IS_ASKED TO_PAY               { $$ = ct_sc_asked(p, $1, CT_SC_ASKED_PAY, @$); }
| T_PLAYER IS_ASKED WHETHER              { $$ = ct_sc_asked(p, $1, CT_SC_ASKED_WHETHER, @$); }
| T_PLAYER IS_ASKED TO_ATTACK            { $$ = ct_sc_asked(p, $1, CT_SC_ASKED_ATTACK, @$); }
| T_PLAYER IS_ASKED TO_BLOCK             { $$ = ct_sc_asked(p, $1, CT_SC_ASKED_BLOCK, @$); }
| NONE_PENDING                           { $$ = ct_sc_of_player(p, CT_SC_NONE_ASKED, 0, false, @$); }
| LOG_ENDS strings                       { $$ = ct_sc_log(p, CT_SC_LOG_ENDS, $2, @$); }
| LOG_SAYS T_STRING                      { $$ = ct_sc_log(p, CT_SC_LOG_SAYS, ct_sc_text(p, NULL, $2), @$); }
| LOG_SAYS T_STRING times                { $$ = ct_sc_log(p, CT_SC_LOG_SAYS, ct_sc_text(p, NULL, $2), @$); ct_sc_set_number($$, $3); }
| LOG_DOESNT T_STRING                    { $$ = ct_sc_log(p, CT_SC_LOG_SAYS, ct_sc_text(p, NULL, $2), @$); ct_sc_set_number($$, 0); }
| LOG_SAYS T_STRING BEFORE T_STRING      { $$ = ct_sc_log(p, CT_SC_LOG_ORDER, ct_sc_text(p, ct_sc_text(p, NULL, $2), $4), @$); }
;

triggered: TRIGGERED | HAS_TRIGGERED ;

times:
  ONCE                                   { $$ = 1; }
| TWICE                                  { $$ = 2; }
| T_NUMBER TIMES                         { $$ = $1; }
;

strings:
  T_STRING                               { $$ = ct_sc_text(p, NULL, $1); }
| strings separator T_STRING             { $$ = ct_sc_text(p, $1, $3); }
;

characteristic_words:
  COLORS                                 { $<number>$ = CT_SC_COLORS; }
| TYPES                                  { $<number>$ = CT_SC_TYPES; }
| SUBTYPES                               { $<number>$ = CT_SC_SUBTYPES; }
| SUPERTYPES                             { $<number>$ = CT_SC_SUPERTYPES; }
;

word_set:
  NONE                                   { $<phrase>$ = ct_sc_set_of(p, NULL, @$); }
| set_words                              { $<phrase>$ = ct_sc_set_of(p, $<word>1, @$); }
;
set_words:
  set_word                               { $<word>$ = $<word>1; }
| set_words separator set_word           { $<word>$ = ct_sc_more_words($<word>1, $<word>3); }
;
set_word:
  T_COLOR                                { $<word>$ = $1; }
| T_TYPE                                 { $<word>$ = $1; }
| T_SUPERTYPE                            { $<word>$ = $1; }
| T_SUBTYPE                              { $<word>$ = $1; }
| ADVENTURE                              { $<word>$ = ct_sc_subtype(p, "Adventure", @1); }
| T_NAME                                 { $<word>$ = $1; }
| T_STRING                               { $<word>$ = ct_sc_quoted(p, $1, @1); }
;

possibility:
  T_PLAYER MAY action_may                { $$ = ct_sc_may(p, $1, $3, false, @$); }
| T_PLAYER CANT action_may               { $$ = ct_sc_may(p, $1, $3, true, @$); }
;

action_may:
  CAST object clauses                    { $$ = ct_sc_action(p, CT_SC_CASTS, 0, $2, $3, @$); }
| PLAY object clauses                    { $$ = ct_sc_action(p, CT_SC_PLAYS, 0, $2, $3, @$); }
| ACTIVATE activated clauses             { $$ = ct_sc_action(p, CT_SC_ACTIVATES, 0, $2, $3, @$); }
| ATTACK_WITH attackers                  { $$ = ct_sc_combat(p, CT_SC_ATTACKS, 0, $2, @$); }
| BLOCK blockers                         { $$ = ct_sc_combat(p, CT_SC_BLOCKS, 0, $2, @$); }
| CHOOSE choices                         { $$ = ct_sc_action(p, CT_SC_CHOOSES, 0, $2, NULL, @$); }
;

/* ---- steps ---------------------------------------------------------------------------------------- */

step_phrase:
  player_step
| player_step IS_REFUSED                 { $$ = ct_sc_refused(p, $1, @$); }
| goes_on
;

player_step:
  T_PLAYER CASTS object clauses          { $$ = ct_sc_action(p, CT_SC_CASTS, $1, $3, $4, @$); }
| T_PLAYER PLAYS object clauses          { $$ = ct_sc_action(p, CT_SC_PLAYS, $1, $3, $4, @$); }
| T_PLAYER ACTIVATES activated clauses   { $$ = ct_sc_action(p, CT_SC_ACTIVATES, $1, $3, $4, @$); }
| T_PLAYER TAPS object FOR_MANA          { $$ = ct_sc_action(p, CT_SC_TAPS_FOR_MANA, $1, $3, NULL, @$); }
| T_PLAYER TAPS object FOR T_MANA        { $$ = ct_sc_action(p, CT_SC_TAPS_FOR_MANA, $1, $3, NULL, @$); ct_sc_set_mana($$, $5); }
| T_PLAYER ATTACKS_WITH attackers        { $$ = ct_sc_combat(p, CT_SC_ATTACKS, $1, $3, @$); }
| T_PLAYER DOESNT_ATTACK                 { $$ = ct_sc_combat(p, CT_SC_ATTACKS, $1, NULL, @$); }
| T_PLAYER BLOCKS blockers               { $$ = ct_sc_combat(p, CT_SC_BLOCKS, $1, $3, @$); }
| T_PLAYER DOESNT_BLOCK                  { $$ = ct_sc_combat(p, CT_SC_BLOCKS, $1, NULL, @$); }
| T_PLAYER PASSES                        { $$ = ct_sc_of_player(p, CT_SC_PASSES, $1, false, @$); }
| T_PLAYER CONCEDES                      { $$ = ct_sc_of_player(p, CT_SC_CONCEDES, $1, false, @$); }
| answer
;

attacker:
  object                                 { $$ = ct_sc_pair(p, $1, NULL); }
| object ATTACKING thing                 { $$ = ct_sc_pair(p, $1, $3); }
;
attackers: attacker | attackers separator attacker { $$ = ct_sc_more_pairs($1, $3); } ;

/* "Bear with Wall and Elf and Giant with Ogre": a part without "with" is a further blocker of the attacker before it. */
blocker:
  object                                 { $$ = ct_sc_pair(p, NULL, $1); }
| object WITH object                     { $$ = ct_sc_pair(p, $1, $3); }
;
blockers: blocker | blockers separator blocker { $$ = ct_sc_more_pairs($1, $3); } ;

clauses: %empty { $$ = NULL; } | some_clauses ;
some_clauses: clause | some_clauses clause { $$ = ct_sc_more_clauses($1, $2); } ;

clause:
  TARGETING targets                      { $$ = ct_sc_clause(p, CT_SC_C_TARGETING, $2, 0, NULL, @$); }
| CHOOSING choices                       { $$ = ct_sc_clause(p, CT_SC_C_CHOOSING, $2, 0, NULL, @$); }
| WITH T_X T_EQUALS T_NUMBER             { $$ = ct_sc_clause(p, CT_SC_C_X, NULL, $4, NULL, @$); }
| from_zone                              { $$ = ct_sc_clause_from(p, $1, @$); }
| WITHOUT_PAYING                         { $$ = ct_sc_clause(p, CT_SC_C_FREE, NULL, 0, NULL, @$); }
| FOR_ITS cost_word COST                 { $$ = ct_sc_clause(p, CT_SC_C_FOR_COST, NULL, 0, $2, @$); }
| USING object                           { $$ = ct_sc_clause(p, CT_SC_C_USING, $2, 0, NULL, @$); }
| KICKED                                 { $$ = ct_sc_clause(p, CT_SC_C_PAYING_COST, NULL, 1, "kicker", @$); }
| KICKED times                           { $$ = ct_sc_clause(p, CT_SC_C_PAYING_COST, NULL, $2, "kicker", @$); }
| BARGAINED                              { $$ = ct_sc_clause(p, CT_SC_C_PAYING_COST, NULL, 1, "bargain", @$); }
| NOT_KICKED                             { $$ = ct_sc_clause(p, CT_SC_C_NOT_PAYING_COST, NULL, 0, "kicker", @$); }
| NOT_BARGAINED                          { $$ = ct_sc_clause(p, CT_SC_C_NOT_PAYING_COST, NULL, 0, "bargain", @$); }
| PAYING_ITS cost_word COST              { $$ = ct_sc_clause(p, CT_SC_C_PAYING_COST, NULL, 1, $2, @$); }
| NOT_PAYING_ITS cost_word COST          { $$ = ct_sc_clause(p, CT_SC_C_NOT_PAYING_COST, NULL, 0, $2, @$); }
| SACRIFICING things                     { $$ = ct_sc_clause(p, CT_SC_C_PICKING, $2, CT_SC_V_SACRIFICE, NULL, @$); }
| DISCARDING things                      { $$ = ct_sc_clause(p, CT_SC_C_PICKING, $2, CT_SC_V_DISCARD, NULL, @$); }
| EXILING things                         { $$ = ct_sc_clause(p, CT_SC_C_PICKING, $2, CT_SC_V_EXILE, NULL, @$); }
| TAPPING things                         { $$ = ct_sc_clause(p, CT_SC_C_PICKING, $2, CT_SC_V_TAP, NULL, @$); }
| RETURNING things                       { $$ = ct_sc_clause(p, CT_SC_C_PICKING, $2, CT_SC_V_RETURN, NULL, @$); }
| REVEALING things                       { $$ = ct_sc_clause(p, CT_SC_C_PICKING, $2, CT_SC_V_REVEAL, NULL, @$); }
| PAYING T_NUMBER LIFE                   { $$ = ct_sc_clause(p, CT_SC_C_PAYING_LIFE, NULL, $2, NULL, @$); }
| PAYING_WITH things                     { $$ = ct_sc_clause(p, CT_SC_C_PAYING_WITH, $2, 0, NULL, @$); }
| PAYING_WITH T_MANA                     { $$ = ct_sc_clause(p, CT_SC_C_PAYING_MANA, NULL, 0, $2, @$); }
| DIVIDING amounts                       { $$ = ct_sc_clause(p, CT_SC_C_DIVIDING, $2, 0, NULL, @$); }
;

cost_word: T_KEYWORD | T_WORD ;

answer:
  T_PLAYER CHOOSES choices               { $$ = ct_sc_answer(p, CT_SC_CHOOSES, $1, $3, @$); }
| T_PLAYER CHOOSES NOTHING               { $$ = ct_sc_answer(p, CT_SC_CHOOSES, $1, NULL, @$); }
| T_PLAYER NAMES T_NAME                  { $$ = ct_sc_answer(p, CT_SC_CHOOSES, $1, ct_sc_thing(p, CT_SC_T_CARD_NAME, 0, $3->text, @3), @$); }
| T_PLAYER NAMES T_STRING                { $$ = ct_sc_answer(p, CT_SC_CHOOSES, $1, ct_sc_thing(p, CT_SC_T_CARD_NAME, 0, $3, @3), @$); }
| T_PLAYER DOES                          { $$ = ct_sc_of_player(p, CT_SC_DOES, $1, false, @$); }
| T_PLAYER DOESNT                        { $$ = ct_sc_of_player(p, CT_SC_DOES_NOT, $1, false, @$); }
| T_PLAYER PAYS                          { $$ = ct_sc_of_player(p, CT_SC_PAYS, $1, false, @$); }
| T_PLAYER PAYS T_MANA                   { $$ = ct_sc_of_player(p, CT_SC_PAYS, $1, false, @$); ct_sc_set_mana($$, $3); }
| T_PLAYER PAYS T_NUMBER LIFE            { $$ = ct_sc_of_player(p, CT_SC_PAYS, $1, false, @$); ct_sc_set_number($$, $3); }
| T_PLAYER DOESNT_PAY                    { $$ = ct_sc_of_player(p, CT_SC_PAYS_NOT, $1, false, @$); }
| T_PLAYER SACRIFICES targets            { $$ = ct_sc_picks(p, $1, CT_SC_V_SACRIFICE, $3, @$); }
| T_PLAYER DISCARDS targets              { $$ = ct_sc_picks(p, $1, CT_SC_V_DISCARD, $3, @$); }
| T_PLAYER EXILES targets                { $$ = ct_sc_picks(p, $1, CT_SC_V_EXILE, $3, @$); }
| T_PLAYER DESTROYS targets              { $$ = ct_sc_picks(p, $1, CT_SC_V_DESTROY, $3, @$); }
| T_PLAYER RETURNS targets               { $$ = ct_sc_picks(p, $1, CT_SC_V_RETURN, $3, @$); }
| T_PLAYER REVEALS targets               { $$ = ct_sc_picks(p, $1, CT_SC_V_REVEAL, $3, @$); }
| T_PLAYER TAPS targets                  { $$ = ct_sc_picks(p, $1, CT_SC_V_TAP, $3, @$); }
| T_PLAYER UNTAPS targets                { $$ = ct_sc_picks(p, $1, CT_SC_V_UNTAP, $3, @$); }
| T_PLAYER PUTS targets to_zone          { $$ = ct_sc_answer(p, CT_SC_PUTS, $1, $3, @$); ct_sc_set_zone($$, $4); }
| T_PLAYER LEAVES things ON_TOP          { $$ = ct_sc_answer(p, CT_SC_LEAVES, $1, $3, @$); }
| T_PLAYER ORDERS things                 { $$ = ct_sc_answer(p, CT_SC_ORDERS, $1, $3, @$); }
| T_PLAYER APPLIES thing                 { $$ = ct_sc_answer(p, CT_SC_APPLIES, $1, $3, @$); }
| T_PLAYER DIVIDES amounts               { $$ = ct_sc_answer(p, CT_SC_DIVIDES, $1, $3, @$); }
| T_PLAYER KEEPS targets                 { $$ = ct_sc_answer(p, CT_SC_KEEPS, $1, $3, @$); }
| T_PLAYER FINDS targets                 { $$ = ct_sc_answer(p, CT_SC_FINDS, $1, $3, @$); }
;

goes_on:
  STACK_RESOLVES                         { $$ = ct_sc_of_player(p, CT_SC_STACK_RESOLVES, 0, false, @$); }
| TOP_RESOLVES                           { $$ = ct_sc_of_player(p, CT_SC_TOP_RESOLVES, 0, false, @$); }
| object RESOLVES                        { $$ = ct_sc_of_objects(p, CT_SC_OBJECT_RESOLVES, $1, false, @$); }
| ability RESOLVES                       { $$ = ct_sc_of_objects(p, CT_SC_OBJECT_RESOLVES, $1, false, @$); }
| MOVES_TO step                          { $$ = ct_sc_moves(p, 0, $2, false, @$); }
| MOVES_TO THE step                      { $$ = ct_sc_moves(p, 0, $3, false, @$); }
| MOVES_TO THE NEXT TURN                 { $$ = ct_sc_moves(p, 0, CT_SC_STEP_TURN, true, @$); }
| MOVES_TO THE NEXT step                 { $$ = ct_sc_moves(p, 0, $4, true, @$); }
| MOVES_TO T_PLAYER T_POSSESSIVE step    { $$ = ct_sc_moves(p, $2, $4, false, @$); }
| MOVES_TO T_PLAYER T_POSSESSIVE NEXT step { $$ = ct_sc_moves(p, $2, $5, true, @$); }
| MOVES_TO T_PLAYER T_POSSESSIVE TURN    { $$ = ct_sc_moves(p, $2, CT_SC_STEP_TURN, false, @$); }
| MOVES_TO T_PLAYER T_POSSESSIVE NEXT TURN { $$ = ct_sc_moves(p, $2, CT_SC_STEP_TURN, true, @$); }
| COMBAT_OVER                            { $$ = ct_sc_moves(p, 0, CT_SC_STEP_END_COMBAT, false, @$); }
;

%%

static int yyreport_syntax_error(const yypcontext_t *context, struct ct_sc_parser *p)
{
    enum { MOST = 8 };
    yysymbol_kind_t expected[YYNTOKENS];
    const char *names[MOST];
    int count = yypcontext_expected_tokens(context, expected, YYNTOKENS), used = 0;

    for (int i = 0; i < count && count <= MOST; i++)
        names[used++] = yysymbol_name(expected[i]);
    ct_sc_unexpected(p, *yypcontext_location(context), names, used);
    return 0;
}

size_t ct_sc_fixed_words(struct ct_sc_fixed *room, size_t most)
{
    size_t count = 0;

    for (int code = SCENARIO; code <= YYMAXUTOK && count < most; code++) {
        yysymbol_kind_t kind = YYTRANSLATE(code);

        if (kind == YYSYMBOL_YYUNDEF) continue;
        room[count++] = (struct ct_sc_fixed){yysymbol_name(kind), code};
    }
    return count;
}
