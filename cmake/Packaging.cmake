# SPDX-License-Identifier: Apache-2.0
# Configures cpack, which ci/package.sh runs: a Debian package whose dependencies are those of its binaries, and an
# archive that is unpacked anywhere.
set(CPACK_GENERATOR DEB TZST)
set(CPACK_PACKAGE_NAME loadstone)
set(CPACK_PACKAGE_VENDOR Loadstone)
set(CPACK_PACKAGE_CONTACT "Loadstone <loadstone@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "conformance and fuzz harness for Vulkan and OpenXR loaders")
set(CPACK_PACKAGE_DESCRIPTION "Loadstone runs a loader's binary on simulated machines, and checks what
applications, layers and drivers observe against the policies of the loader's documents.")
set(CPACK_DEBIAN_PACKAGING_INSTALL_PREFIX /usr)  # an archive has its folders at the top
set(CPACK_PACKAGE_FILE_NAME loadstone-${PROJECT_VERSION}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
if(LOADSTONE_OLD_C_LIBRARY)
  # dpkg-shlibdeps takes the old libdl and libpthread for private parts of the C library of the build.
  set(CPACK_DEBIAN_PACKAGE_DEPENDS "libc6 (>= 2.31)")
  if(NOT LOADSTONE_LINKS_LIBELF_ARCHIVE)
    string(APPEND CPACK_DEBIAN_PACKAGE_DEPENDS ", libelf1t64 | libelf1")
  endif()
else()
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()
# Only suggested: the loader to judge may be any file, only `repro --gdb` needs gdb, and only the scripts for every night
# need Python.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "gdb, python3, libvulkan1, libopenxr-loader1")
set(CPACK_CMAKE_SOURCE_DIR ${CMAKE_SOURCE_DIR})
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_SOURCE_DIR}/cmake/PackageParts.cmake)
include(CPack)
