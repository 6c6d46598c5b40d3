/* The card file: blocks separated by blank lines, each a card or a definition. A token is a line. */
%code requires {
#include "compiler/cardfile_build.h"
}
%code {
#include "grammar/cardfile.lex.h"
}

%define api.pure full
%define api.prefix {ct_cardfile_yy}
%define api.location.type {struct ct_span}
%define parse.error custom
%parse-param {struct ct_cardfile *file} {void *scanner}
%lex-param {void *scanner}
%locations
%expect 0

%code {
/* Lines are consecutive, so what several of them span is from the first to the last. */
#define YYLLOC_DEFAULT(current, rhs, n)                                                            \
    do {                                                                                           \
        (current).start = (n) ? YYRHSLOC(rhs, 1).start : YYRHSLOC(rhs, 0).end;                     \
        (current).end = YYRHSLOC(rhs, n).end;                                                      \
    } while (0)

static void ct_cardfile_yyerror(const struct ct_span *span, struct ct_cardfile *file, void *scanner,
                                const char *message);
}

%token BLANK       "a blank line"
%token SLASHES     "//"
%token META        "metadata"
%token ACTION      "a keyword action"
%token ABILITY     "a keyword ability"
%token PREDEFINED  "a token"
%token STATS       "power and toughness"
%token NUMBER      "a number"
%token INDENTED    "an indented line"
%token TEXT        "a line of text"
%token HEADLESS    "a definition without a name"
%token TOO_LONG    "a line that is too long"

%%

file:
    %empty
  | file BLANK
  | file card BLANK             { ct_cardfile_end_card(file, @2); }
  | file definition BLANK       { ct_cardfile_end_definition(file, @2); }
  | file error BLANK            { ct_cardfile_drop(file); yyerrok; }
  ;

card:
    face
  | card slashes face
  ;

slashes:
    SLASHES                     { ct_cardfile_slashes(file, @1); }
  ;

face:
    name metas type lines       { ct_cardfile_end_face(file); }
  ;

name:
    TEXT                        { ct_cardfile_name(file, @1); }
  ;

type:
    TEXT                        { ct_cardfile_type(file, @1); }
  ;

lines:
    %empty
  | lines meta
  | lines TEXT                  { ct_cardfile_line(file, @2, CT_LINE_TEXT); }
  | lines STATS                 { ct_cardfile_line(file, @2, CT_LINE_STATS); }
  | lines NUMBER                { ct_cardfile_line(file, @2, CT_LINE_NUMBER); }
  ;

metas:
    %empty
  | metas meta
  ;

meta:
    META                        { ct_cardfile_meta(file, @1); }
  ;

definition:
    keyword body                { ct_cardfile_end_face(file); }
  | predefined metas type lines { ct_cardfile_end_face(file); }
  ;

keyword:
    ACTION                      { ct_cardfile_head(file, @1, CT_DEF_ACTION); }
  | ABILITY                     { ct_cardfile_head(file, @1, CT_DEF_ABILITY); }
  ;

predefined:
    PREDEFINED                  { ct_cardfile_head(file, @1, CT_DEF_TOKEN); }
  ;

body:
    %empty
  | body meta
  | body INDENTED               { ct_cardfile_line(file, @2, CT_LINE_TEXT); }
  ;

%%

static int yyreport_syntax_error(const yypcontext_t *context, struct ct_cardfile *file,
                                 void *scanner)
{
    (void)scanner;
    ct_cardfile_unexpected(file, *yypcontext_location(context));
    return 0;
}

/* All that is left for bison itself to say is that memory is exhausted. */
static void ct_cardfile_yyerror(const struct ct_span *span, struct ct_cardfile *file, void *scanner,
                                const char *message)
{
    (void)span;
    (void)scanner;
    (void)message;
    file->exhausted = true;
}
