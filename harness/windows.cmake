# The probe for Windows, and what of the harness it is made of.
add_library(loadstone_json STATIC json/json_object.cc json/json_reader.cc)
add_library(loadstone_world STATIC
  world/layer_under_test.cc world/mock_library.cc world/openxr_components.cc world/openxr_world.cc
  world/platform.cc world/registry.cc world/signal_name.cc world/subject.cc world/vulkan_components.cc world/vulkan_world.cc world/world.cc)
add_library(loadstone_case STATIC
  case/calibration.cc case/case.cc case/expect.cc case/host_stage.cc case/layer_case.cc case/matcher.cc
  case/observation.cc case/openxr_calibration.cc case/openxr_case.cc case/probe_stage.cc case/registry.cc
  case/vulkan_calibration.cc case/vulkan_case.cc
  sandbox/host_file_name.cc
  probe/app_trace.cc probe/openxr_app.cc probe/start_windows.cc probe/vulkan_app.cc)
foreach(library json world case)
  loadstone_build_together(loadstone_${library})
  target_include_directories(loadstone_${library} PUBLIC ${CMAKE_SOURCE_DIR})
  target_link_libraries(loadstone_${library} PUBLIC loadstone_fmt loadstone_sanitizers)
endforeach()
target_link_libraries(loadstone_world PUBLIC loadstone_json loadstone_policy)
target_link_libraries(loadstone_case PUBLIC
  loadstone_world loadstone_policy loadstone_policy_ids GTest::gtest advapi32)

add_executable(probe probe/probe_main.cc)
target_link_libraries(probe PRIVATE loadstone_suites loadstone_oracle)
target_link_options(probe PRIVATE -static LINKER:-s)
install(TARGETS probe RUNTIME DESTINATION libexec/loadstone/windows COMPONENT windows)
