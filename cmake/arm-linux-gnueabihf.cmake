# SPDX-License-Identifier: Apache-2.0
# Toolchain file for 32-bit Arm Linux (armhf) with Debian's g++-arm-linux-gnueabihf.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR armv7)
set(CMAKE_LIBRARY_ARCHITECTURE arm-linux-gnueabihf)  # the name that Debian gives it
set(CMAKE_C_COMPILER arm-linux-gnueabihf-gcc)
set(CMAKE_CXX_COMPILER arm-linux-gnueabihf-g++)
# Without the first, GCC notes for many functions of the C++ library that their binary interface was another one before
# GCC 7. Without the second, no stack can be walked through functions that throw nothing, such as the probe's free.
set(CMAKE_C_FLAGS_INIT -funwind-tables)
set(CMAKE_CXX_FLAGS_INIT "-Wno-psabi -funwind-tables")
set(CMAKE_FIND_ROOT_PATH /usr/arm-linux-gnueabihf)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
