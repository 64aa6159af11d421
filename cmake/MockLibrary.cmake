# SPDX-License-Identifier: Apache-2.0
# A world copies each of its mocks, and a loader opens them anew in every case: they are built for size, so that few
# pages are mapped and touched.
#
# Mocks are plain C-like C++ without the C++ runtime library, exceptions, RTTI, unique symbols or destructors at library
# end, so that every copy is independent and can be unloaded.
function(loadstone_mock_options target)
  target_compile_options(${target} PRIVATE
    -Os $<$<NOT:$<PLATFORM_ID:Windows>>:-fPIC> -fno-exceptions -fno-rtti -fno-threadsafe-statics -fno-asynchronous-unwind-tables
    $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique>)  # clang++ makes no unique symbols
  target_include_directories(${target} PRIVATE
    ${CMAKE_SOURCE_DIR} ${RAPIDJSON_INCLUDE_DIR} ${VULKAN_INCLUDE_DIR})
endfunction()

# loadstone_mock_library(<name> OBJECTS <object library>... [EXPORTS <symbol>...]
#                        [RENAME <export>=<symbol>...] [UNRESOLVED])
#
# Builds a shared library without SONAME in LOADSTONE_MOCK_DIR, linked from objects that are compiled once for all
# variants. It exports the symbols in EXPORTS and, under other names, those in RENAME. With UNRESOLVED it references an
# undefined function, which is bound when it is called; see unresolved.cc.
function(loadstone_mock_library name)
  cmake_parse_arguments(MOCK "UNRESOLVED" "" "OBJECTS;EXPORTS;RENAME" ${ARGN})
  if(WIN32)
    loadstone_windows_mock_library(${name})
    return()
  endif()
  set(globals ${MOCK_EXPORTS})
  set(options "")
  foreach(pair ${MOCK_RENAME})
    string(REPLACE "=" ";" pair "${pair}")
    list(GET pair 0 export)
    list(GET pair 1 symbol)
    list(APPEND globals ${export})
    # A version script cannot rename symbols, so define an alias.
    list(APPEND options "LINKER:--defsym=${export}=${symbol}")
  endforeach()
  set(script ${CMAKE_CURRENT_BINARY_DIR}/${name}.map)
  if(globals)
    list(JOIN globals "; " joined)
    file(CONFIGURE OUTPUT ${script} CONTENT "{ global: ${joined}; local: *; };\n")
  else()
    file(CONFIGURE OUTPUT ${script} CONTENT "{ local: *; };\n")
  endif()
  set(undefined LINKER:-z,defs)
  if(MOCK_UNRESOLVED)
    list(APPEND MOCK_OBJECTS mock_unresolved)
    set(undefined LINKER:-z,undefs LINKER:-z,lazy)
  endif()
  set(objects "")
  foreach(object_library ${MOCK_OBJECTS} mock_common)
    list(APPEND objects $<TARGET_OBJECTS:${object_library}>)
  endforeach()
  add_library(${name} MODULE ${objects})
  set_target_properties(${name} PROPERTIES
    PREFIX "" NO_SONAME ON LINKER_LANGUAGE C LIBRARY_OUTPUT_DIRECTORY ${LOADSTONE_MOCK_DIR})
  target_link_options(${name} PRIVATE
    LINKER:--version-script=${script} LINKER:-Bsymbolic
    LINKER:-z,noseparate-code LINKER:-z,norelro
    ${undefined} LINKER:-s ${options})
  loadstone_run_with_old_c_library(${name})
  set_property(TARGET ${name} APPEND PROPERTY LINK_DEPENDS ${script})
  install(TARGETS ${name} LIBRARY DESTINATION ${LOADSTONE_INSTALLED_LIB} COMPONENT ${LOADSTONE_COMPONENT})
  set_property(GLOBAL APPEND PROPERTY LOADSTONE_MOCKS ${name})
endfunction()

# Builds the same as a DLL. A DLL with an undefined function cannot be built: Windows binds all functions when a library
# is loaded.
macro(loadstone_windows_mock_library name)
  if(NOT MOCK_UNRESOLVED)
    set(objects "")
    foreach(object_library ${MOCK_OBJECTS} mock_common)
      list(APPEND objects $<TARGET_OBJECTS:${object_library}>)
    endforeach()
    list(JOIN MOCK_EXPORTS "\n" exports)
    list(JOIN MOCK_RENAME "\n" renamed)
    set(list_of_exports ${CMAKE_CURRENT_BINARY_DIR}/${name}.def)
    file(CONFIGURE OUTPUT ${list_of_exports} CONTENT "EXPORTS\n${exports}\n${renamed}\n")
    add_library(${name} MODULE ${objects} ${list_of_exports})
    set_target_properties(${name} PROPERTIES
      PREFIX "" LINKER_LANGUAGE CXX LIBRARY_OUTPUT_DIRECTORY ${LOADSTONE_MOCK_DIR})
    target_link_options(${name} PRIVATE -static LINKER:-s LINKER:--exclude-all-symbols ${LOADSTONE_UNDECORATED_EXPORTS})
    install(TARGETS ${name} LIBRARY DESTINATION ${LOADSTONE_INSTALLED_LIB} COMPONENT ${LOADSTONE_COMPONENT})
  endif()
endmacro()
