# SPDX-License-Identifier: Apache-2.0
# Warnings and sanitizers for all targets. Mocks are built without sanitizers: they are loaded into subjects that may
# not have the runtime.
#
# Newer compilers have new warnings: those that are not in Debian 12 or 13 stop no build.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  set(oldest_without_werror 15)
else()
  set(oldest_without_werror 20)
endif()
set(werror)
if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS oldest_without_werror)
  set(werror -Werror)
endif()
add_compile_options(-Wall -Wextra ${werror} -fno-omit-frame-pointer)
# GCC 12 reports false overflows for appending to a std::string (GCC bugs 105329 and 105651), in some files and with
# some options only.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  add_compile_options(-Wno-array-bounds -Wno-restrict -Wno-stringop-overflow)
endif()

# Lets the linker remove unused functions and data: see harness/CMakeLists.txt.
if(NOT WIN32)
  add_compile_options(-ffunction-sections -fdata-sections)
endif()

# Since C++20 the comparison of RapidJSON's iterators is ambiguous; both candidates have the same result.
if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  add_compile_options(-Wno-ambiguous-reversed-operator)
endif()

add_library(loadstone_sanitizers INTERFACE)
if(LOADSTONE_SANITIZE)
  target_compile_options(loadstone_sanitizers INTERFACE
    -fsanitize=${LOADSTONE_SANITIZE} -fno-sanitize-recover=all
    # RapidJSON adds an offset to a null pointer, which Clang reports.
    -fno-sanitize=pointer-overflow
    # With sanitizers GCC reports members of standard types as uninitialized.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  target_link_options(loadstone_sanitizers INTERFACE -fsanitize=${LOADSTONE_SANITIZE})
endif()

# A DLL exports what its list of exports names, so visibility attributes have no effect. -fipa-ra relies on the
# registers that GCC's own copy of an inline function preserves, but the linker may select a copy that was compiled with
# other options. -fdeclone-ctor-dtor, a part of -Os, leaves GCC 16 without the constructor by which strings are moved.
if(WIN32)
  add_compile_options(-Wno-attributes -fno-ipa-ra -fno-declone-ctor-dtor)
  # Wine maps a DLL or a program whose parts begin at pages of the file, and reads any other.
  add_link_options(LINKER:--file-alignment,4096)
endif()
