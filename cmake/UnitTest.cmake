# Cases and unit tests run for moments and are built by everybody who clones the repository, so their
# objects are built for a short build: two thirds of the time goes to the optimiser and to debugging
# information of templates. Lines for a debugger stay. Functions that run at the start of a program
# stand together, which -O1 alone does not do: every case starts a program with hundreds of them.
function(loadstone_build_quickly target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:RelWithDebInfo>:-O1> $<$<CONFIG:RelWithDebInfo>:-g1>
    $<$<CXX_COMPILER_ID:GNU>:-freorder-functions>)
endfunction()

# Makes the program TARGET a GoogleTest program whose tests CTest knows one by one. It stays out of
# bin/, which an installation has as it is.
function(loadstone_unit_test target)
  target_link_libraries(${target} PRIVATE GTest::gmock GTest::gtest_main)
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  loadstone_build_quickly(${target})
  gtest_discover_tests(${target} DISCOVERY_MODE PRE_TEST)
endfunction()
