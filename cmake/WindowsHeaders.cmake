# SPDX-License-Identifier: Apache-2.0
# Replacements for POSIX functions that Windows lacks. Files opened with O_CLOEXEC are not inherited, and are opened in
# binary mode.
add_compile_definitions("O_CLOEXEC=(_O_NOINHERIT|_O_BINARY)")
include_directories(${CMAKE_SOURCE_DIR}/interfaces/windows)
# With 32 bits a function's symbol ends in @ and the size of its arguments; the names in a list of exports do not.
set(LOADSTONE_UNDECORATED_EXPORTS)
if(CMAKE_SIZEOF_VOID_P LESS 8)
  set(LOADSTONE_UNDECORATED_EXPORTS LINKER:--enable-stdcall-fixup LINKER:--kill-at)
endif()
