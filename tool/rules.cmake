# SPDX-License-Identifier: Apache-2.0
# The interface for rules of vendors: the headers that cases include, their version, which a library records and the
# tool compares, and the functions behind them, which both programs export to libraries.
set(rules_headers
  case/case.h case/component_case.h case/expect.h case/layer_case.h case/matcher.h case/observation.h case/openxr_case.h
  case/registry.h case/rules.h case/vulkan_case.h
  errors.h json/json_object.h policy/kinds.h policy/version.h probe/app_trace.h probe/openxr_app.h probe/vulkan_app.h sandbox/sandbox.h
  world/component_under_test.h world/install_under_test.h world/machine_words.h world/mock_library.h
  world/openxr_components.h world/openxr_world.h world/places.h world/windows_registry.h world/subject.h
  world/vulkan_components.h world/vulkan_world.h world/world.h)
set(rules_include ${CMAKE_CURRENT_BINARY_DIR}/rules_include)
set(rules_version ${rules_include}/harness/case/rules_version.h)
list(TRANSFORM rules_headers PREPEND ${CMAKE_SOURCE_DIR}/harness/ OUTPUT_VARIABLE rules_header_paths)
add_custom_command(
  OUTPUT ${rules_version}
  COMMAND ${CMAKE_COMMAND} -D VERSION=${PROJECT_VERSION} -D OUTPUT=${rules_version}
          -D "HEADERS=${rules_header_paths}" -P ${CMAKE_CURRENT_SOURCE_DIR}/rules_version.cmake
  DEPENDS rules_version.cmake ${rules_header_paths}
  COMMENT "Writing the version of the headers for rules"
  VERBATIM)
add_custom_target(loadstone_rules_version DEPENDS ${rules_version})

set(symbols ${CMAKE_CURRENT_SOURCE_DIR}/rules.symbols)
foreach(program loadstone probe)
  target_link_options(${program} PRIVATE LINKER:--dynamic-list=${symbols})
  set_property(TARGET ${program} APPEND PROPERTY LINK_DEPENDS ${symbols})
endforeach()
target_include_directories(loadstone PRIVATE ${rules_include})
add_dependencies(loadstone loadstone_rules_version)

set(rules_destination ${CMAKE_INSTALL_INCLUDEDIR}/loadstone)
foreach(header ${rules_headers})
  cmake_path(GET header PARENT_PATH room)
  install(FILES ${CMAKE_SOURCE_DIR}/harness/${header} DESTINATION ${rules_destination}/harness/${room})
endforeach()
install(FILES ${rules_version} DESTINATION ${rules_destination}/harness/case)
