# SPDX-License-Identifier: Apache-2.0
# The headers of the APIs, of RapidJSON, of CLI11 and of {fmt}, which are platform-independent, for a cross build. The distribution's
# are next to headers of the host that another compiler must not find, so they are linked into a separate folder.
set(folder ${CMAKE_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${folder})
foreach(header rapidjson/document.h vulkan/vk_layer.h vk_video/vulkan_video_codecs_common.h openxr/openxr.h fmt/core.h CLI/CLI.hpp)
  cmake_path(GET header PARENT_PATH library)
  find_path(place_of_${library} ${header} PATHS /usr/include REQUIRED NO_CMAKE_FIND_ROOT_PATH)
  file(CREATE_LINK ${place_of_${library}}/${library} ${folder}/${library} SYMBOLIC)
endforeach()
foreach(variable RAPIDJSON_INCLUDE_DIR VULKAN_INCLUDE_DIR OPENXR_INCLUDE_DIR)
  set(${variable} ${folder} CACHE PATH "Headers that have no code for a system")
endforeach()
# SYSTEM, because warnings in these headers would be errors otherwise: RapidJSON uses a class that C++17 deprecated.
include_directories(SYSTEM ${folder})
find_file(VULKAN_REGISTRY vk.xml PATHS /usr/share/vulkan/registry REQUIRED NO_CMAKE_FIND_ROOT_PATH)
