/* Sets as text: the whole image in a form the assembler (compiler/asm.h) reads back, and single
 * abilities for people (cantrip explain, traces). Everything is also printable when it was not
 * verified: what does not exist is shown by its number.
 *
 * The form of a whole image: one part a section, ".card" and so on, one record a line, "3: " and
 * its members. Texts are quoted, "-" is no record, ranges are "first+count", ";" starts a comment
 * that goes to the end of the line. Instructions are "12: GETN s9, it, POWER"; jumps name the index
 * of the instruction they lead to. Symbols are written as their texts.
 */
#ifndef CT_DISASM_H
#define CT_DISASM_H

#include <stdio.h>

#include "runtime/records.h"

/* Prints the whole set. False when there is not enough memory for the comments. */
bool ct_disasm_set(const ct_set *set, FILE *out);

/* Prints one ability: its kind, its parts, and each function with what it is for. */
void ct_disasm_ability(const ct_set *set, ct_w ability, FILE *out);

/* Prints one instruction, without end of line. PC is its index; a jump is shown relative to the
 * same origin. */
void ct_disasm_insn(const ct_set *set, const ct_insn *insn, ct_w pc, FILE *out);

/* Prints a text in quotes, with \" \\ and \xNN for what could not be read back otherwise. */
void ct_disasm_text(const char *text, size_t len, FILE *out);

#endif
