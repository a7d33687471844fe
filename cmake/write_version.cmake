# Run by the build (cmake/Version.cmake): writes HEADER for the commit that SOURCE stands at.
find_package(Git QUIET)
set(commit unknown)
set(dirty 0)
if(GIT_FOUND)
  execute_process(COMMAND ${GIT_EXECUTABLE} -C ${SOURCE} rev-parse --short=12 HEAD
                  OUTPUT_VARIABLE head OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed
                  ERROR_QUIET)
  if(NOT failed)
    set(commit ${head})
    # Files that scripts/bench and scripts/report write do not change the program.
    execute_process(COMMAND ${GIT_EXECUTABLE} -C ${SOURCE} status --porcelain -- . :!RESULTS.md
                            :!docs/results.html :!data/results/*/*
                    OUTPUT_VARIABLE changes ERROR_QUIET)
    if(changes)
      set(dirty 1)
    endif()
  endif()
endif()

set(text "#ifndef MX_BUILD_VERSION_H\n#define MX_BUILD_VERSION_H\n")
string(APPEND text "#define MX_VERSION \"${VERSION}\"\n#define MX_COMMIT \"${commit}\"\n")
string(APPEND text "#define MX_DIRTY ${dirty}\n#define MX_COMPILER \"${COMPILER}\"\n")
string(APPEND text "#define MX_FLAGS \"${FLAGS}\"\n#endif\n")

if(EXISTS ${HEADER})
  file(READ ${HEADER} before)
endif()
if(NOT "${before}" STREQUAL "${text}")
  file(WRITE ${HEADER} "${text}")
endif()
