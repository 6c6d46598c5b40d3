# Runs bison and flex over grammar/. The prefix of the generated symbols is what the file itself
# says (%define api.prefix, %option prefix), so that a grammar reads the same everywhere.

function(ct_generate_grammars out)
  file(GLOB parsers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/grammar/*.y)
  file(GLOB lexers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/grammar/*.l)
  file(GLOB tables CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/grammar/*.def)
  set(dir ${PROJECT_BINARY_DIR}/grammar)
  file(MAKE_DIRECTORY ${dir})
  set(sources)
  set(headers)

  foreach(file ${parsers})
    get_filename_component(name ${file} NAME_WE)
    add_custom_command(
      OUTPUT ${dir}/${name}.tab.c ${dir}/${name}.tab.h
      COMMAND ${BISON_EXECUTABLE} -Wall -Werror -Wno-yacc -Wno-precedence
              --header=${dir}/${name}.tab.h -o ${dir}/${name}.tab.c ${file}
      DEPENDS ${file} ${tables}
      COMMENT "bison ${name}.y" VERBATIM)
    list(APPEND sources ${dir}/${name}.tab.c)
    list(APPEND headers ${dir}/${name}.tab.h)
  endforeach()

  foreach(file ${lexers})
    get_filename_component(name ${file} NAME_WE)
    add_custom_command(
      OUTPUT ${dir}/${name}.lex.c ${dir}/${name}.lex.h
      COMMAND ${FLEX_EXECUTABLE} --header-file=${dir}/${name}.lex.h -o ${dir}/${name}.lex.c ${file}
      DEPENDS ${file}
      COMMENT "flex ${name}.l" VERBATIM)
    list(APPEND sources ${dir}/${name}.lex.c)
    list(APPEND headers ${dir}/${name}.lex.h)
  endforeach()

  # Generated code is not ours to restyle: ordinary warnings only, none of them fatal.
  set_source_files_properties(${sources} PROPERTIES COMPILE_OPTIONS
                              "-Wall;-Wno-unused-function;-Wno-unused-but-set-variable;-Wno-sign-compare")
  set(${out} ${sources} ${headers} PARENT_SCOPE)
endfunction()
