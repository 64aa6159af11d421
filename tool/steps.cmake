# SPDX-License-Identifier: Apache-2.0
# The sources that a bug report of `repro --markdown` contains.
set(steps
  steps/vulkan_application.c steps/vulkan_driver.c steps/vulkan_layer.c steps/windows.h
  steps/windows_case.c
  steps/openxr_application.cc steps/openxr_layer.cc steps/openxr_runtime.cc)
foreach(step ${steps})
  cmake_path(GET step STEM name)
  file(READ ${step} ${name})
endforeach()
set(interfaces ${CMAKE_SOURCE_DIR}/interfaces/openxr/loader_interfaces.h)
file(READ ${interfaces} openxr_interfaces)
set(steps_sources ${CMAKE_CURRENT_BINARY_DIR}/steps_sources.cc)
configure_file(steps/sources.cc.in ${steps_sources} @ONLY)
list(TRANSFORM steps PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${steps} ${interfaces})
