// SPDX-License-Identifier: Apache-2.0
#include "harness/component/dynamic_tokens.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

namespace loadstone {
namespace {

const DynamicTokens kTokens = {.origin = "/o", .lib = "lib/x", .platform = "p"};

TEST(ExpandTokensTest, ExpandsBothForms) {
  EXPECT_EQ(ExpandTokens("/usr/$LIB/a.so", kTokens), "/usr/lib/x/a.so");
  EXPECT_EQ(ExpandTokens("/usr/${LIB}/a.so", kTokens), "/usr/lib/x/a.so");
  EXPECT_EQ(ExpandTokens("/$ORIGIN/../${PLATFORM}/liba-$PLATFORM.so", kTokens),
            "//o/../p/liba-p.so");
  EXPECT_EQ(ExpandTokens("/a/$LIB", kTokens), "/a/lib/x");
}

TEST(ExpandTokensTest, LeavesEverythingElse) {
  for (const char* path :
       {"/usr/$LIBS/a.so", "/usr/$LIB_/a.so", "/usr/${LIB/a.so", "/usr/$lib/a.so", "/usr/$/a.so",
        "/usr/$HOME/a.so", "/usr/LIB/a$", "lib$LIB.so", ""}) {
    EXPECT_EQ(ExpandTokens(path, kTokens), path);
  }
  EXPECT_EQ(ExpandTokens("/usr/$LIB/$ORIGIN", {}), "/usr/$LIB/$ORIGIN");
}

// Compares with the linker: dlopen with the token finds a library in the folder that LinkerTokens
// returns.
TEST(TokensOfLinkerTest, AreWhatDlopenExpands) {
  namespace fs = std::filesystem;
  const DynamicTokens tokens = LinkerTokens();
  ASSERT_NE(tokens.lib, "");
  ASSERT_NE(tokens.platform, "");
  const fs::path root = fs::path(testing::TempDir()) / ("tokens_" + std::to_string(getpid()));
  for (const auto& [token, value] : {std::pair<std::string, std::string>("$LIB", tokens.lib),
                                     {"${PLATFORM}", tokens.platform}}) {
    fs::create_directories(root / value);
    fs::copy_file(LOADSTONE_TEST_MODULE, root / value / "module.so");
    void* library = dlopen((root / token / "module.so").c_str(), RTLD_NOW);
    EXPECT_NE(library, nullptr) << token << ": " << dlerror();
    if (library != nullptr) dlclose(library);
  }
  fs::remove_all(root);
}

}  // namespace
}  // namespace loadstone
