// SPDX-License-Identifier: Apache-2.0
#include "tool/system_root.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "harness/errors.h"
#include "harness/world/elf_file.h"
#include "tool/cli.h"

namespace loadstone::system_root_test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

using Release = std::pair<int, int>;

// A program that needs the C library of this build.
constexpr char kProbe[] = "/proc/self/exe";

class SystemRootTest : public ::testing::Test {
 protected:
  SystemRootTest() {
    std::string pattern = testing::TempDir() + "loadstone_root_XXXXXX";
    if (mkdtemp(pattern.data()) == nullptr) std::abort();
    root_ = fs::canonical(pattern);
  }
  ~SystemRootTest() override { fs::remove_all(root_); }

  void Write(const std::string& path, const std::string& text) {
    fs::create_directories((root_ / path.substr(1)).parent_path());
    std::ofstream(root_ / path.substr(1)) << text;
  }

  // Returns why the root is refused.
  std::string Refusal() {
    RunRequest request;
    try {
      ApplyRoot(root_, kProbe, request);
    } catch (const EnvironmentError& error) {
      return error.what();
    }
    return "";
  }

  fs::path root_;
};

TEST(CLibraryTest, KnowsReleases) {
  EXPECT_EQ(CLibraryRelease("ld.so (Debian GLIBC 2.36-9) stable release version 2.36.\n"),
            Release(2, 36));
  EXPECT_EQ(CLibraryRelease("release version x, release version 2.4"), Release(2, 4));
  for (const char* no_release : {"", "release version ", "release version 2", "release version 2."})
    EXPECT_FALSE(CLibraryRelease(no_release).has_value()) << no_release;
  EXPECT_EQ(NeededCLibrary("GLIBC_2.9 GLIBC_2.34 GLIBC_2.2.5 GLIBC_PRIVATE"), Release(2, 34));
  EXPECT_EQ(NeededCLibrary("no versions"), Release(0, 0));
}

TEST_F(SystemRootTest, SaysWhatItIs) {
  Write(DynamicLinker(), "stable release version 99.1.");
  Write("/usr/lib/os-release", "ID=x\nPRETTY_NAME=\"X 1\"\n");
  RunRequest request;
  ApplyRoot(root_, kProbe, request);
  EXPECT_EQ(request.root, root_);
  EXPECT_THAT(request.options, testing::ElementsAre("--root", root_.string()));
  EXPECT_EQ(request.root_system, "X 1, C library 99.1");
  // Older dynamic linkers do not contain the release.
  Write(fs::path(DynamicLinker()).parent_path() / "libc.so.6", "stable release version 99.2.");
  ApplyRoot(root_, kProbe, request);
  EXPECT_EQ(request.root_system, "X 1, C library 99.2");
}

TEST_F(SystemRootTest, IsRefusedInOneLine) {
  EXPECT_THAT(Refusal(), HasSubstr(" has no " + DynamicLinker() + " of the GNU C library; "));
  Write(DynamicLinker(), "stable release version 1.9.");
  EXPECT_THAT(Refusal(), HasSubstr(" is 1.9, and this build of Loadstone needs 2."));
  root_ /= "missing";
  EXPECT_THAT(Refusal(), HasSubstr("pass the folder of an unpacked system with --root"));
  root_ = root_.parent_path();
}

TEST_F(SystemRootTest, IsForLoadersOfLinuxAndWindows) {
  RunRequest request;
  request.platform = "macos";
  EXPECT_THROW(ApplyRoot(root_, kProbe, request), UsageError);
  ApplyRoot("", kProbe, request);
  EXPECT_EQ(request.root, "");
}

}  // namespace
}  // namespace loadstone::system_root_test
