# SPDX-License-Identifier: Apache-2.0
# What enters a world runs with the C library of the world's system, which may be older than the one of the build, and
# the tool runs on the host that it is copied to. Without this they would need the C library of the build.
#
# loadstone_run_with_old_c_library(<target>)
#
# Links a program or library so that it runs with the GNU C library 2.31 and newer. Functions that moved from libdl and
# libpthread to libc in 2.34 are bound to their old versions: the linker finds them first in empty libraries that have
# only the names and versions in old_c_library/<processor>.txt. Newer functions are defined in old_c_library/*.c; the
# table also has the version of the __libc_start_main that start.c calls. For a
# processor without such a file, and with sanitizers, the target needs the C library of the build.
set(old_c_library ${CMAKE_CURRENT_LIST_DIR}/old_c_library)
set(LOADSTONE_OLD_C_LIBRARY OFF)
if(EXISTS ${old_c_library}/${CMAKE_SYSTEM_PROCESSOR}.txt AND NOT WIN32 AND NOT LOADSTONE_SANITIZE)
  set(LOADSTONE_OLD_C_LIBRARY ON)
endif()

# Makes the empty library `name` (libdl, libpthread) from the lines "<library> <version> <function>..." of the table.
function(loadstone_add_old_library name soversion)
  set(folder ${CMAKE_BINARY_DIR}/old_c_library)
  set(source "/* Generated. */\n")
  set(versions "")
  file(STRINGS ${old_c_library}/${CMAKE_SYSTEM_PROCESSOR}.txt lines REGEX "^${name} ")
  foreach(line ${lines})
    separate_arguments(words UNIX_COMMAND "${line}")
    list(POP_FRONT words library version)
    list(JOIN words "; " functions)
    string(APPEND versions "${version} { global: ${functions}; };\n")
    foreach(function ${words})
      string(APPEND source "void ${function}(void) {}\n")
    endforeach()
  endforeach()
  file(CONFIGURE OUTPUT ${folder}/${name}.c CONTENT "${source}")
  file(CONFIGURE OUTPUT ${folder}/${name}.map CONTENT "${versions}")
  add_library(old_${name} SHARED ${folder}/${name}.c)
  set_target_properties(old_${name} PROPERTIES
    OUTPUT_NAME ${name} PREFIX "" SOVERSION ${soversion} LIBRARY_OUTPUT_DIRECTORY ${folder})
  # Tables of 32-bit Arm name a function of the compiler's runtime, which no program exports.
  target_compile_options(old_${name} PRIVATE -fno-unwind-tables -fno-asynchronous-unwind-tables)
  target_link_options(old_${name} PRIVATE -nostdlib LINKER:--version-script=${folder}/${name}.map)
endfunction()

if(LOADSTONE_OLD_C_LIBRARY)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${old_c_library}/${CMAKE_SYSTEM_PROCESSOR}.txt)
  loadstone_add_old_library(libdl 2)
  loadstone_add_old_library(libpthread 0)
  add_library(old_c_library_functions OBJECT ${old_c_library}/functions.c)
  add_library(old_c_library_start OBJECT ${old_c_library}/start.c)
  file(STRINGS ${old_c_library}/${CMAKE_SYSTEM_PROCESSOR}.txt start REGEX "^libc ")
  separate_arguments(start)
  list(GET start 1 version)
  target_compile_definitions(old_c_library_start PRIVATE OLD_START="${version}")
  foreach(objects old_c_library_functions old_c_library_start)
    target_compile_options(${objects} PRIVATE -fvisibility=hidden)
  endforeach()
endif()

function(loadstone_run_with_old_c_library target)
  if(NOT LOADSTONE_OLD_C_LIBRARY)
    return()
  endif()
  get_target_property(type ${target} TYPE)
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:old_c_library_functions>)
  if(type STREQUAL EXECUTABLE)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:old_c_library_start>)
  endif()
  add_dependencies(${target} old_libdl old_libpthread)
  # As options, because CMake would add the folder of libraries to the search path of the target.
  target_link_libraries(${target} PRIVATE
    -Wl,--push-state,--no-as-needed,$<TARGET_FILE:old_libdl>,$<TARGET_FILE:old_libpthread>,--pop-state)
endfunction()
