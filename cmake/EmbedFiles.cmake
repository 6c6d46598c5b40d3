# Writes the files FILES (separated by |) as byte arrays into the C file OUT.
string(REPLACE "|" ";" files "${FILES}")
set(arrays "")
set(rows "")
set(index 0)
foreach(file ${files})
  get_filename_component(name ${file} NAME)
  file(READ ${file} hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  string(APPEND arrays "static const unsigned char file_${index}[] = {${bytes}0};\n")
  string(APPEND rows "    {\"mechanics/${name}\", (const char *)file_${index}, sizeof file_${index} - 1},\n")
  math(EXPR index "${index} + 1")
endforeach()
file(WRITE ${OUT} "/* Generated from cards/mechanics. */
#include \"compiler/prelude.h\"

${arrays}
const struct ct_prelude_file ct_prelude_files[] = {
${rows}    {NULL, NULL, 0},
};
")
