# SPDX-License-Identifier: Apache-2.0
# Read by cpack for each kind of package: adds what ci/build-windows.sh and ci/build-i386.sh built. The parts for i386 are
# in the archive only, because a package of one architecture cannot say what binaries of another one depend on.
set(source ${CPACK_CMAKE_SOURCE_DIR})
if(EXISTS ${source}/build-windows/cmake_install.cmake)
  list(APPEND CPACK_INSTALL_CMAKE_PROJECTS ${source}/build-windows loadstone windows /)
endif()
if(EXISTS ${source}/build-i386/cmake_install.cmake AND CPACK_GENERATOR STREQUAL TZST)
  list(APPEND CPACK_INSTALL_CMAKE_PROJECTS ${source}/build-i386 loadstone i386-linux-gnu /)
endif()
