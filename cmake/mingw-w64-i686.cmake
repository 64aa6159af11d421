# SPDX-License-Identifier: Apache-2.0
# Toolchain file for 32-bit Windows with Debian's mingw-w64.
set(CMAKE_SYSTEM_PROCESSOR i686)
include(${CMAKE_CURRENT_LIST_DIR}/mingw-w64-tools.cmake)
