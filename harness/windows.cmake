# SPDX-License-Identifier: Apache-2.0
# The parts of the harness that the probe for Windows is made of.
add_library(loadstone_json STATIC ${json_sources})
add_library(loadstone_world STATIC ${world_sources})
add_library(loadstone_case STATIC
  ${case_sources} sandbox/host_file_name.cc ${probe_sources} probe/start_windows.cc)
foreach(library json world case)
  loadstone_build_together(loadstone_${library})
  target_include_directories(loadstone_${library} PUBLIC ${CMAKE_SOURCE_DIR})
  target_link_libraries(loadstone_${library} PUBLIC loadstone_fmt loadstone_sanitizers)
endforeach()
target_link_libraries(loadstone_world PUBLIC loadstone_json loadstone_policy)
target_link_libraries(loadstone_case PUBLIC
  loadstone_world loadstone_policy loadstone_policy_ids GTest::gtest advapi32)
