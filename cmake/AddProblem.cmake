# add_problem(NAME): the object library mexbench_NAME from kernels/NAME/.
#
# kernels/NAME/variants.def says which variants there are; the C preprocessor reads the same file.
#   VARIANT(NAME_technique)             NAME_technique.c, for every processor
#   VARIANT_ISA(NAME_technique, isa)    NAME_technique.c once more, with the flags of isa, on
#                                       architectures that have it
# A variant file without a line, and a line without a file, are errors. The other sources in the
# folder are the problem's own: NAME.c, NAME_text.c, NAME_inputs.c, NAME_neighbours.c and
# NAME_judging.c, as far as they exist, and helpers, whose names do not begin with NAME_. No variant
# may have one of those names.
set(mexbench_own_sources text inputs neighbours judging)

include(${CMAKE_CURRENT_LIST_DIR}/IsaFlags.cmake)

# One object library of one source for one instruction set, linked into the target, if this
# architecture has the set.
function(add_isa_source target source isa)
  if(NOT isa IN_LIST mexbench_isas)
    return()
  endif()
  cmake_path(GET source STEM name)
  set(library mexbench_${name}_${isa})
  add_library(${library} OBJECT ${PROJECT_SOURCE_DIR}/${source})
  target_compile_options(${library} PRIVATE ${mexbench_flags_${isa}})
  target_compile_definitions(${library} PRIVATE MX_ISA=${isa})
  target_link_libraries(${library} PRIVATE mexbench_options)
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:${library}>)
endfunction()

function(_mexbench_add_isa problem variant isa)
  if(NOT DEFINED mexbench_flags_${isa})
    message(FATAL_ERROR "kernels/${problem}/variants.def: ${variant} names the instruction set "
                        "'${isa}', which cmake/IsaFlags.cmake does not know")
  endif()
  add_isa_source(mexbench_kernels kernels/${problem}/${variant}.c ${isa})
endfunction()

# Sets lines to the lines of variants.def that name a variant; watches the file.
function(_mexbench_read_variants file result)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(STRINGS ${file} lines)
  set(found "")
  foreach(line IN LISTS lines)
    if(line MATCHES "^VARIANT\\(([a-z0-9_]+)\\)$")
      list(APPEND found "${CMAKE_MATCH_1}")
    elseif(line MATCHES "^VARIANT_ISA\\(([a-z0-9_]+), ([a-z0-9]+)\\)$")
      list(APPEND found "${CMAKE_MATCH_1} ${CMAKE_MATCH_2}")
    elseif(NOT line MATCHES "^(/\\*.*\\*/)?$")
      message(FATAL_ERROR "${file}: not a VARIANT(name) or VARIANT_ISA(name, isa) line: ${line}")
    endif()
  endforeach()
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

function(add_problem problem)
  set(folder ${PROJECT_SOURCE_DIR}/kernels/${problem})
  _mexbench_read_variants(${folder}/variants.def lines)

  set(listed "")
  foreach(line IN LISTS lines)
    string(REPLACE " " ";" words "${line}")
    list(GET words 0 variant)
    string(REGEX REPLACE "^${problem}_" "" technique ${variant})
    if(technique IN_LIST mexbench_own_sources)
      message(FATAL_ERROR "kernels/${problem}/variants.def lists ${variant}, but ${variant}.c is "
                          "the problem's own file: give the variant another name")
    endif()
    if(NOT EXISTS ${folder}/${variant}.c)
      message(FATAL_ERROR "kernels/${problem}/variants.def lists ${variant}, but there is no "
                          "file kernels/${problem}/${variant}.c")
    endif()
    list(LENGTH words count)
    if(count EQUAL 2)
      list(GET words 1 isa)
      _mexbench_add_isa(${problem} ${variant} ${isa})
    else()
      target_sources(mexbench_kernels PRIVATE ${folder}/${variant}.c)
    endif()
    list(APPEND listed ${variant})
  endforeach()

  file(GLOB sources CONFIGURE_DEPENDS RELATIVE ${folder} ${folder}/*.c)
  foreach(source IN LISTS sources)
    string(REGEX REPLACE "\\.c$" "" name ${source})
    string(REGEX REPLACE "^${problem}_" "" technique ${name})
    if(NOT name MATCHES "^${problem}_" OR technique IN_LIST mexbench_own_sources)
      target_sources(mexbench_kernels PRIVATE ${folder}/${source})
    elseif(NOT name IN_LIST listed)
      message(FATAL_ERROR "kernels/${problem}/${source} has no line in variants.def: add "
                          "VARIANT(${name}) or remove the file")
    endif()
  endforeach()
endfunction()
