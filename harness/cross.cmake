# SPDX-License-Identifier: Apache-2.0
# The parts of the harness that the probe for another architecture of Linux is made of.
add_library(loadstone_sandbox STATIC ${sandbox_sources})
add_library(loadstone_probe STATIC ${probe_sources})
add_library(loadstone_case STATIC ${case_sources})
foreach(library json world sandbox probe case)
  loadstone_build_together(loadstone_${library})
  target_include_directories(loadstone_${library} PUBLIC ${CMAKE_SOURCE_DIR})
  target_link_libraries(loadstone_${library} PUBLIC loadstone_fmt loadstone_sanitizers)
endforeach()
target_link_libraries(loadstone_world PUBLIC loadstone_json loadstone_policy)
target_link_libraries(loadstone_sandbox PUBLIC loadstone_world)
target_link_libraries(loadstone_probe PUBLIC loadstone_sandbox)
target_link_libraries(loadstone_case PUBLIC
  loadstone_probe loadstone_policy loadstone_policy_ids GTest::gtest)
