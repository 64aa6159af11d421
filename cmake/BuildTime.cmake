# SPDX-License-Identifier: Apache-2.0
# Unit tests and the harness run for moments and are built by everybody who clones the repository, so
# their objects are built for a short build: half of the time goes to the optimiser. Functions that run at
# the start of a program stand together, which -O1 alone does not do: every case starts a program with
# hundreds of them.
function(loadstone_build_quickly target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:RelWithDebInfo>:-O1>
    $<$<CXX_COMPILER_ID:GNU>:-freorder-functions>)
endfunction()

# The cases are most of the probe, of which each worker of a run makes copies, and of an installation. Built
# small they take half of the room, and no longer to build.
function(loadstone_build_small target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:RelWithDebInfo>:-Os>)
endfunction()

# The sources of a room are compiled together, some at a time: most of what a compiler does for one of
# them, it does for the headers. So names in unnamed namespaces are unique in a room; cases and tests
# have a namespace for each file. For work on one of
# the rooms: -DLOADSTONE_BUILD_TOGETHER=OFF.
option(LOADSTONE_BUILD_TOGETHER "Compile several sources of a room at a time" ON)
function(loadstone_build_together)
  set_target_properties(${ARGN} PROPERTIES
    UNITY_BUILD ${LOADSTONE_BUILD_TOGETHER} UNITY_BUILD_BATCH_SIZE 6)
endfunction()

# The same for sources in many folders: only those of one folder are compiled together, so that two
# files of a name do not meet.
function(loadstone_build_folders_together target)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(RELATIVE_PATH folder OUTPUT_VARIABLE name)
    string(MAKE_C_IDENTIFIER "${name}" group)
    math(EXPR count_${group} "${count_${group}} + 1")
    math(EXPR batch "(${count_${group}} - 1) / 6")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group}_${batch})
  endforeach()
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ${LOADSTONE_BUILD_TOGETHER} UNITY_BUILD_MODE GROUP)
endfunction()

# What most unit tests include, to be precompiled.
set(LOADSTONE_TEST_HEADERS
  <gmock/gmock.h> <gtest/gtest.h> <functional> <map> <optional> <string> <vector>)
