# mexbench_version: an interface library whose header says how this build was made. The header is
# checked on every build, and rewritten only when the commit or the flags changed.
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
string(STRIP "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${build_type}}" build_flags)
if(MEXBENCH_SANITIZE)
  string(APPEND build_flags " -fsanitize=${MEXBENCH_SANITIZE}")
endif()

set(version_header ${CMAKE_BINARY_DIR}/generated/build_version.h)
add_custom_target(
  mexbench_version_header
  COMMAND
    ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DHEADER=${version_header}
    -DVERSION=${PROJECT_VERSION} "-DCOMPILER=${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION}"
    "-DFLAGS=${build_flags}" -P ${PROJECT_SOURCE_DIR}/cmake/write_version.cmake
  BYPRODUCTS ${version_header}
  VERBATIM)

add_library(mexbench_version INTERFACE)
target_include_directories(mexbench_version INTERFACE ${CMAKE_BINARY_DIR}/generated)
add_dependencies(mexbench_version mexbench_version_header)
