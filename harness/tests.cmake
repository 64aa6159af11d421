# SPDX-License-Identifier: Apache-2.0
# Unit tests of the harness, one program per folder.
function(loadstone_harness_test room)
  cmake_parse_arguments(TEST "" "" "SOURCES;LIBRARIES" ${ARGN})
  set(name loadstone_${room}_test)
  add_executable(${name} ${TEST_SOURCES})
  target_link_libraries(${name} PRIVATE ${TEST_LIBRARIES})
  loadstone_unit_test(${name})
endfunction()

loadstone_harness_test(json LIBRARIES loadstone_json SOURCES
  json/json_object_test.cc json/json_reader_test.cc)

loadstone_harness_test(world LIBRARIES loadstone_world SOURCES
  world/elf_file_test.cc world/openxr_world_test.cc world/pe_file_test.cc world/platform_test.cc world/registry_view_test.cc
  world/code_page_test.cc world/drive_letter_test.cc world/windows_registry_test.cc world/subject_test.cc
  world/vulkan_components_test.cc world/vulkan_world_test.cc world/world_test.cc
  ${CMAKE_SOURCE_DIR}/interfaces/windows/fnmatch_test.cc)

# The probe in the sandbox's tests is a program that executes its arguments as commands, and the library from which
# worlds take copies is a folder with one file.
set(test_library ${CMAKE_CURRENT_BINARY_DIR}/test_library)
file(CONFIGURE OUTPUT ${test_library}/component.so CONTENT "component")
add_executable(loadstone_test_probe sandbox/test_probe.cc)
set_target_properties(loadstone_test_probe PROPERTIES
  RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
loadstone_harness_test(sandbox LIBRARIES loadstone_keeper SOURCES
  sandbox/keeper_message_test.cc sandbox/linux_activity_test.cc sandbox/linux_host_view_test.cc
  sandbox/process_stat_test.cc sandbox/sandbox_endings_test.cc sandbox/sandbox_test.cc sandbox/stuck_evidence_test.cc
  sandbox/test_visits.cc)
add_dependencies(loadstone_sandbox_test loadstone_test_probe keeper)
target_compile_definitions(loadstone_sandbox_test PRIVATE
  LOADSTONE_TEST_KEEPER="$<TARGET_FILE:keeper>"
  LOADSTONE_TEST_PROBE="$<TARGET_FILE:loadstone_test_probe>"
  LOADSTONE_TEST_LIBRARY="${test_library}")

loadstone_harness_test(probe LIBRARIES loadstone_probe SOURCES probe/guarded_heap_test.cc)

loadstone_harness_test(runner LIBRARIES loadstone_runner SOURCES
  runner/check_binary_test.cc runner/emulator_test.cc runner/installation_test.cc runner/worker_pool_test.cc
  runner/worker_test.cc)

loadstone_harness_test(case LIBRARIES loadstone_case SOURCES
  case/calibration_test.cc case/case_test.cc case/expect_test.cc case/matcher_test.cc case/unjudged_test.cc
  case/observation_test.cc
  case/openxr_calibration_test.cc case/registry_test.cc)

loadstone_harness_test(install LIBRARIES loadstone_install SOURCES
  install/places_test.cc install/registry_export_test.cc install/wine_prefix_test.cc)

loadstone_harness_test(image LIBRARIES loadstone_image SOURCES
  image/declarations_test.cc)

loadstone_harness_test(package LIBRARIES loadstone_package SOURCES
  package/far_archive_test.cc package/json5_test.cc)

# The mock without exports is used as the library of a layer.
loadstone_harness_test(component LIBRARIES loadstone_component SOURCES
  component/dynamic_tokens_test.cc component/host_devices_test.cc component/host_view_test.cc component/linker_output_test.cc component/mach_o_file_test.cc
  component/read_component_test.cc component/read_layer_test.cc component/rooted_folder_test.cc
  component/rooted_system_test.cc)
add_dependencies(loadstone_component_test vulkan_layer_none vulkan_driver)
target_compile_definitions(loadstone_component_test PRIVATE
  LOADSTONE_TEST_MODULE="${LOADSTONE_MOCK_DIR}/vulkan_layer_none.so"
  LOADSTONE_TEST_DRIVER="${LOADSTONE_MOCK_DIR}/vulkan_driver.so")
