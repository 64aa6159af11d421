# SPDX-License-Identifier: Apache-2.0
# GoogleTest from the sources in Debian's package, because it has no build for another system or architecture.
set(googletest /usr/src/googletest)
add_library(googletest STATIC ${googletest}/googletest/src/gtest-all.cc)
target_include_directories(googletest SYSTEM
  PUBLIC ${googletest}/googletest/include PRIVATE ${googletest}/googletest)
add_library(googlemock_main STATIC
  ${googletest}/googlemock/src/gmock-all.cc ${googletest}/googlemock/src/gmock_main.cc)
target_include_directories(googlemock_main SYSTEM
  PUBLIC ${googletest}/googlemock/include PRIVATE ${googletest}/googlemock)
target_link_libraries(googlemock_main PUBLIC googletest)
target_compile_options(googletest PRIVATE -w)
target_compile_options(googlemock_main PRIVATE -w)
add_library(GTest::gtest ALIAS googletest)
add_library(GTest::gmock_main ALIAS googlemock_main)
