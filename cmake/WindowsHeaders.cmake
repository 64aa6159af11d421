# SPDX-License-Identifier: Apache-2.0
# The headers of the APIs, of RapidJSON and of {fmt}, which have no code for a system. They are the distribution's,
# beside headers of Linux that a compiler for Windows must not see, so that they are linked to a folder
# of their own.
set(folder ${CMAKE_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${folder})
foreach(header rapidjson/document.h vulkan/vk_layer.h vk_video/vulkan_video_codecs_common.h openxr/openxr.h fmt/core.h)
  cmake_path(GET header PARENT_PATH library)
  find_path(place_of_${library} ${header} PATHS /usr/include REQUIRED NO_CMAKE_FIND_ROOT_PATH)
  file(CREATE_LINK ${place_of_${library}}/${library} ${folder}/${library} SYMBOLIC)
endforeach()
foreach(variable RAPIDJSON_INCLUDE_DIR VULKAN_INCLUDE_DIR OPENXR_INCLUDE_DIR)
  set(${variable} ${folder} CACHE PATH "Headers that have no code for a system")
endforeach()
# They are no headers of a system here, so that their warnings would count: RapidJSON uses a class that
# C++17 deprecated.
include_directories(SYSTEM ${folder})
# What POSIX has and Windows lacks. Files that are opened with O_CLOEXEC are not inherited, and their bytes
# are written as they are.
add_compile_definitions("O_CLOEXEC=(_O_NOINHERIT|_O_BINARY)")
include_directories(${CMAKE_SOURCE_DIR}/interfaces/windows)
find_file(VULKAN_REGISTRY vk.xml PATHS /usr/share/vulkan/registry REQUIRED NO_CMAKE_FIND_ROOT_PATH)
