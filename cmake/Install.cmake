# Installs the command with its benchmark driver, the library of all kernels, the headers, the files
# that find_package and pkg-config read, the manual page, completion for bash and zsh, and the
# template of a plug-in. The prefix can be moved afterwards: no file contains its path.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(header_dir ${CMAKE_INSTALL_INCLUDEDIR}/mexbench)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/mexbench)
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(TARGETS mexbench mexbench-bench RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(TARGET mexbench-mpi)
  install(TARGETS mexbench-mpi RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(TARGETS mexbench_kernels ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES kernels/variant.h kernels/problem.h kernels/team_progress.h
        DESTINATION ${header_dir})
foreach(folder IN ITEMS support LISTS mexbench_problems)
  install(DIRECTORY kernels/${folder} DESTINATION ${header_dir} FILES_MATCHING PATTERN "*.h"
          PATTERN "*_internal.h" EXCLUDE PATTERN "*_problem.h" EXCLUDE)
endforeach()
install(FILES man/mexbench.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES completions/mexbench.bash RENAME mexbench
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES completions/_mexbench DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY examples/plugin examples/sum examples/edit_distance DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples)

configure_package_config_file(
  cmake/mexbenchConfig.cmake.in ${CMAKE_BINARY_DIR}/generated/mexbenchConfig.cmake
  INSTALL_DESTINATION ${package_dir} PATH_VARS header_dir CMAKE_INSTALL_LIBDIR
  NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(
  ${CMAKE_BINARY_DIR}/generated/mexbenchConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/generated/mexbenchConfig.cmake
              ${CMAKE_BINARY_DIR}/generated/mexbenchConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/IsaFlags.cmake
        DESTINATION ${package_dir})

file(RELATIVE_PATH prefix_from_pkgconfig /${pkgconfig_dir} /)
string(REGEX REPLACE "/$" "" prefix_from_pkgconfig ${prefix_from_pkgconfig})
string(JOIN " " avx2_flags ${mexbench_flags_avx2})
string(JOIN " " avx512_flags ${mexbench_flags_avx512})
string(JOIN " " openmp_flags ${OpenMP_C_FLAGS})
configure_file(cmake/mexbench.pc.in ${CMAKE_BINARY_DIR}/generated/mexbench.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/generated/mexbench.pc DESTINATION ${pkgconfig_dir})
