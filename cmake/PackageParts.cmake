# SPDX-License-Identifier: Apache-2.0
# Read by cpack for each kind of package: adds what ci/build-windows.sh, ci/build-windows-i386.sh and ci/build-for.sh
# built. The parts for other architectures are in the archive only, because a package of one architecture cannot say what binaries of another one depend on.
set(source ${CPACK_CMAKE_SOURCE_DIR})
foreach(windows windows windows-i386)
  if(EXISTS ${source}/build-${windows}/cmake_install.cmake)
    list(APPEND CPACK_INSTALL_CMAKE_PROJECTS ${source}/build-${windows} loadstone ${windows} /)
  endif()
endforeach()
foreach(parts i386:i386-linux-gnu arm64:aarch64-linux-gnu armhf:arm-linux-gnueabihf)
  string(REPLACE ":" ";" parts ${parts})
  list(POP_FRONT parts name component)
  if(EXISTS ${source}/build-${name}/cmake_install.cmake AND CPACK_GENERATOR STREQUAL TZST)
    list(APPEND CPACK_INSTALL_CMAKE_PROJECTS ${source}/build-${name} loadstone ${component} /)
  endif()
endforeach()
