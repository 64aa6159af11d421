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

if(NOT LOADSTONE_WINDOWS_TOOL)
  return()
endif()

# The parts of the harness that loadstone.exe has besides.
add_subdirectory(report)
add_library(loadstone_runner STATIC
  ${tool_case_sources} component/host_devices.cc world/elf_file_windows.cc
  sandbox/windows_drive.cc sandbox/windows_files.cc sandbox/windows_private_registry.cc sandbox/windows_process.cc
  sandbox/windows_sandbox.cc sandbox/windows_world.cc
  runner/case_tests.cc runner/check_binary_windows.cc runner/claim_table.cc runner/component_start_windows.cc
  runner/installation.cc runner/reporting_exceptions.cc runner/run.cc runner/subject_sandbox_windows.cc runner/worker.cc
  runner/worker_message.cc runner/worker_pool_windows.cc)
loadstone_build_together(loadstone_runner)
target_compile_definitions(loadstone_runner PRIVATE
  LOADSTONE_LIBDIR="../lib" LOADSTONE_LIBEXECDIR="../libexec" LOADSTONE_DATADIR="../share")
target_link_libraries(loadstone_runner PUBLIC loadstone_case loadstone_report)
