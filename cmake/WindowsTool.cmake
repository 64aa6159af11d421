# SPDX-License-Identifier: Apache-2.0
# Whether a build for Windows has loadstone.exe: it is a 64-bit program, and its reports need pugixml.
include(PugixmlFromSources)
set(LOADSTONE_WINDOWS_TOOL OFF)
if(CMAKE_SIZEOF_VOID_P EQUAL 8)
  if(PUGIXML)
    set(LOADSTONE_WINDOWS_TOOL ON)
    set(LOADSTONE_TOOL_COMPONENT windows-tool)
  else()
    message(STATUS "No loadstone.exe is built: ci/get-pugixml.sh gets the sources of pugixml that it needs")
  endif()
endif()
