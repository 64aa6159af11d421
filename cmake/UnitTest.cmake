# SPDX-License-Identifier: Apache-2.0
# GoogleTest's headers are two thirds of a test's compile time, so they are precompiled once for all tests.
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/test_headers.cc CONTENT "")
add_library(loadstone_test_headers OBJECT ${CMAKE_BINARY_DIR}/test_headers.cc)
target_link_libraries(loadstone_test_headers PRIVATE GTest::gmock loadstone_sanitizers)
target_precompile_headers(loadstone_test_headers PRIVATE ${LOADSTONE_TEST_HEADERS})
set_target_properties(loadstone_test_headers PROPERTIES POSITION_INDEPENDENT_CODE OFF)
loadstone_build_quickly(loadstone_test_headers)

# Makes TARGET a GoogleTest program, each test of which is a test of CTest. It is not built into bin/, whose layout is
# that of an installation.
function(loadstone_unit_test target)
  target_link_libraries(${target} PRIVATE GTest::gmock GTest::gtest_main loadstone_sanitizers)
  set_target_properties(${target} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR} POSITION_INDEPENDENT_CODE OFF)
  target_precompile_headers(${target} REUSE_FROM loadstone_test_headers)
  loadstone_build_quickly(${target})
  loadstone_build_together(${target})
  gtest_discover_tests(${target} DISCOVERY_MODE PRE_TEST)
endfunction()
