# SPDX-License-Identifier: Apache-2.0
# loadstone.exe, which judges DLLs on Windows itself.
include(steps.cmake)
add_executable(loadstone
  cli.cc cli_options.cc did_you_mean.cc evidence.cc identity_windows.cc list.cc main_windows.cc other_loaders.cc outputs.cc
  registry_editor.cc report_identity.cc report_verbs.cc repro_verb.cc run_verb.cc selection.cc show.cc spec.cc steps.cc
  steps_kit.cc steps_linux.cc steps_scripts.cc steps_told.cc steps_windows.cc unsupported_on_windows.cc
  ${steps_sources})
# BCryptHash needs Windows 10.
target_compile_definitions(loadstone PRIVATE LOADSTONE_VERSION="${PROJECT_VERSION}" _WIN32_WINNT=0x0A00)
target_link_libraries(loadstone PRIVATE
  loadstone_runner loadstone_suites loadstone_suites_of_tool loadstone_oracle bcrypt)
target_link_options(loadstone PRIVATE -static -municode LINKER:-s)
loadstone_build_together(loadstone)
add_dependencies(loadstone loadstone_policies)
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE ${CMAKE_SOURCE_DIR}/cmake/copyright DESTINATION .
  COMPONENT ${LOADSTONE_TOOL_COMPONENT})
install(TARGETS loadstone RUNTIME DESTINATION bin COMPONENT ${LOADSTONE_TOOL_COMPONENT})
