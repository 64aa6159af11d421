# SPDX-License-Identifier: Apache-2.0
# pugixml from the sources that ci/get-pugixml.sh gets, because Debian has no build of it for Windows. Sets PUGIXML to its
# target, or to nothing without them.
set(PUGIXML)
find_path(LOADSTONE_PUGIXML_SOURCES pugixml.cpp PATHS ${CMAKE_SOURCE_DIR}/build-pugixml/src NO_CMAKE_FIND_ROOT_PATH)
if(LOADSTONE_PUGIXML_SOURCES)
  add_library(pugixml_sources STATIC ${LOADSTONE_PUGIXML_SOURCES}/pugixml.cpp)
  target_include_directories(pugixml_sources SYSTEM PUBLIC ${LOADSTONE_PUGIXML_SOURCES})
  target_compile_options(pugixml_sources PRIVATE -w)
  set(PUGIXML pugixml_sources)
endif()
