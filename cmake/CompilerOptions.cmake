# SPDX-License-Identifier: Apache-2.0
# Warnings and sanitizers for everything that is built here. Mocks stay free of sanitizers: they
# are loaded into subjects that may not have the runtime.
add_compile_options(-Wall -Wextra -Werror -fno-omit-frame-pointer)
# GCC 12 takes the short buffer of a std::string for the text that is appended to it (GCC bugs 105329
# and 105651), in some files and with some options only.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  add_compile_options(-Wno-array-bounds -Wno-restrict -Wno-stringop-overflow)
endif()

# So that programs can leave out what they do not use: see harness/CMakeLists.txt.
if(NOT WIN32)
  add_compile_options(-ffunction-sections -fdata-sections)
endif()

# RapidJSON's iterators compare in two ways since C++20, which mean the same.
if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  add_compile_options(-Wno-ambiguous-reversed-operator)
endif()

add_library(loadstone_sanitizers INTERFACE)
if(LOADSTONE_SANITIZE)
  target_compile_options(loadstone_sanitizers INTERFACE
    -fsanitize=${LOADSTONE_SANITIZE} -fno-sanitize-recover=all
    # RapidJSON adds an offset to a null pointer, which Clang reports.
    -fno-sanitize=pointer-overflow
    # With sanitizers GCC takes parts of standard types for uninitialized.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  target_link_options(loadstone_sanitizers INTERFACE -fsanitize=${LOADSTONE_SANITIZE})
endif()

# What a DLL shows is in its list of exports, so that visibility is neither needed nor known.
# GCC takes the copy of an inline function that it compiles for the one that is linked, and relies on the
# registers that this one leaves alone; the linker takes any copy, also one of other options.
if(WIN32)
  add_compile_options(-Wno-attributes -fno-ipa-ra)
endif()
