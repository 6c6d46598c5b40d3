# The mechanics of the game that are written in the language itself (cards/mechanics) are part of the
# compiler library: a program that embeds it needs no file beside it.

function(ct_generate_prelude out)
  file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/cards/mechanics/*.cards)
  set(generated ${PROJECT_BINARY_DIR}/compiler/prelude_data.c)
  string(REPLACE ";" "|" joined "${files}")
  add_custom_command(
    OUTPUT ${generated}
    COMMAND ${CMAKE_COMMAND} -DFILES=${joined} -DOUT=${generated}
            -P ${PROJECT_SOURCE_DIR}/cmake/EmbedFiles.cmake
    DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/EmbedFiles.cmake
    COMMENT "embedding cards/mechanics" VERBATIM)
  set(${out} ${generated} PARENT_SCOPE)
endfunction()
