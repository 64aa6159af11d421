# SPDX-License-Identifier: Apache-2.0
# Replacements for POSIX functions that Windows lacks. Files opened with O_CLOEXEC are not inherited, and are opened in
# binary mode.
add_compile_definitions("O_CLOEXEC=(_O_NOINHERIT|_O_BINARY)")
include_directories(${CMAKE_SOURCE_DIR}/interfaces/windows)
