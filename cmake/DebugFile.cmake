# SPDX-License-Identifier: Apache-2.0
# loadstone_separate_debug_information(PROGRAM): moves the debug information of a program into .debug/ beside it,
# where debuggers look for it. Each worker of a run copies the probe twice, and nine tenths of it are debug information.
function(loadstone_separate_debug_information program)
  set(folder $<TARGET_FILE_DIR:${program}>/.debug)
  add_custom_command(TARGET ${program} POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
    COMMAND ${CMAKE_OBJCOPY} --only-keep-debug $<TARGET_FILE:${program}> ${folder}/${program}.debug
    COMMAND ${CMAKE_OBJCOPY} --strip-debug --add-gnu-debuglink=${folder}/${program}.debug $<TARGET_FILE:${program}>
    VERBATIM)
endfunction()
