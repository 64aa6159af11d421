# SPDX-License-Identifier: Apache-2.0
# Unit tests and the harness run for a short time and are built by everybody who clones the repository, so they are
# optimised for build time: half of it is spent in the optimiser. -freorder-functions, which -O1 does not include,
# places functions that run at the start of a program together: every case starts a program with hundreds of them.
function(loadstone_build_quickly target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:RelWithDebInfo>:-O1>
    $<$<CXX_COMPILER_ID:GNU>:-freorder-functions>)
endfunction()

# The cases are most of the probe, which each worker of a run copies, and most of an installation. With -Os they take
# half of the space, and no longer to build.
function(loadstone_build_small target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:RelWithDebInfo>:-Os>)
endfunction()

# Compiles several sources of a target at a time: most of the compiler's work for one of them is for the headers. So
# names in unnamed namespaces must be unique in a target; cases and tests have a namespace for each file. To work on a
# single target, set -DLOADSTONE_BUILD_TOGETHER=OFF.
option(LOADSTONE_BUILD_TOGETHER "Compile several sources of a room at a time" ON)
function(loadstone_build_together)
  set_target_properties(${ARGN} PROPERTIES
    UNITY_BUILD ${LOADSTONE_BUILD_TOGETHER} UNITY_BUILD_BATCH_SIZE 6)
endfunction()

# Does the same for sources in many folders: only those of one folder are compiled together, so that names in files of
# different folders do not conflict.
function(loadstone_build_folders_together target)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(RELATIVE_PATH folder OUTPUT_VARIABLE name)
    string(MAKE_C_IDENTIFIER "${name}" group)
    math(EXPR count_${group} "${count_${group}} + 1")
    math(EXPR batch "(${count_${group}} - 1) / 12")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group}_${batch})
  endforeach()
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ${LOADSTONE_BUILD_TOGETHER} UNITY_BUILD_MODE GROUP)
endfunction()

# Headers that most unit tests include, to be precompiled.
set(LOADSTONE_TEST_HEADERS
  <gmock/gmock.h> <gtest/gtest.h> <functional> <map> <optional> <string> <vector>)
