# mexbench_embed(TARGET FOLDER): generated/templates.c, with the files of FOLDER as strings, for
# cli/templates.h. A string literal would have a limit of 4,095 characters.
function(mexbench_embed target folder)
  file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.in)
  set(text "#include \"cli/templates.h\"\n\n")
  set(table "const struct mx_template mx_templates[] = {\n")
  foreach(file IN LISTS files)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    cmake_path(GET file STEM LAST_ONLY name)
    string(MAKE_C_IDENTIFIER ${name} symbol)
    file(READ ${file} hex HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
    string(APPEND text "static const char ${symbol}[] = {${bytes}0};\n")
    string(APPEND table "    {\"${name}\", ${symbol}},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/templates.c
       CONTENT "${text}\n${table}    {0, 0},\n};\n" @ONLY)
  target_sources(${target} PRIVATE ${CMAKE_BINARY_DIR}/generated/templates.c)
endfunction()
