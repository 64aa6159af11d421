// SPDX-License-Identifier: Apache-2.0
#include "harness/component/host_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>

namespace loadstone::host_view_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

namespace fs = std::filesystem;

TEST(HostViewTest, ShowsTheSystemAndNoManifests) {
  const HostView& view = ComponentHostView();
  for (const char* path : {"/etc/ld.so.cache", "/etc/glvnd/egl_vendor.d/10.json",
                           "/usr/share/glvnd/egl_vendor.d/10.json", "/usr/local/nvidia/lib64",
                           "/opt/amdgpu/share/a"}) {
    EXPECT_TRUE(IsVisibleInWorlds(path, view)) << path;
  }
  for (const char* path :
       {"/etc/vulkan/icd.d/a.json", "/usr/share/vulkan/icd.d/a.json", "/etc/openxr/1/a.json",
        "/usr/local/share/openxr/1/a.json", "/etc/xdg/vulkan/icd.d/a.json", "/etc/ld.so.preload",
        "/root/lib/a.so", "/home/somebody/lib/a.so"}) {
    EXPECT_FALSE(IsVisibleInWorlds(path, view)) << path;
  }
}

TEST(HostViewTest, ShowsOtherFoldersOnceAndByBothPaths) {
  char pattern[] = "/var/tmp/loadstone-folders-XXXXXX";
  const std::string root = mkdtemp(pattern);
  fs::create_directory(root + "/lib");
  fs::create_directory_symlink("lib", root + "/link");
  EXPECT_THAT(FoldersToShow({root + "/lib", root + "/./lib", "/usr/lib", "/usr/local/lib"}),
              ElementsAre(root + "/lib"));
  EXPECT_THAT(FoldersToShow({root + "/link"}), ElementsAre(root + "/lib", root + "/link"));
  fs::remove_all(root);
}

TEST(HostViewTest, HidesNoFolderOfAWorld) {
  EXPECT_THAT(FoldersToShow(
                  {"/", "/tmp", "/etc", "/proc", "/dev", "/var", "/nowhere", "", "/proc/self/exe"}),
              IsEmpty());
}

}  // namespace
}  // namespace loadstone::host_view_test
