// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/native_text.h"

#include <gtest/gtest.h>

#include "harness/world/platform.h"

namespace loadstone::fuzz::native_text_test {
namespace {

TEST(NativeManifest, HasPathsOfWindows) {
  EXPECT_EQ(NativeManifest(kWindows, R"({"library_path": "/opt/a/libb.so", "name": "/"})"),
            R"({"library_path": "C:\\opt\\a\\libb.dll", "name": "C:\\"})");
  EXPECT_EQ(NativeManifest(kWindows, R"(["/fuzz/explicit","relative/a.so"])"),
            R"(["C:\\fuzz\\explicit","relative/a.so"])");
}

TEST(NativeManifest, LeavesOtherTextsAlone) {
  for (const char* text :
       {"", "{", "\"", R"("a\"/b")", R"("/a b")", R"("\/opt")", "\"/unclosed \x80", "/a/b.so"}) {
    EXPECT_EQ(NativeManifest(kWindows, text), text);
  }
  const std::string unclosed = "{\"library_path\": \"/opt/a";
  EXPECT_EQ(NativeManifest(kWindows, unclosed), "{\"library_path\": \"C:\\\\opt\\\\a");
  EXPECT_EQ(NativeManifest("linux", R"({"library_path": "/opt/a/libb.so"})"),
            R"({"library_path": "/opt/a/libb.so"})");
}

TEST(FromNative, IsTheTextOfTheMachine) {
  for (const char* path : {"/opt/a/libb.so", "/fuzz/explicit", "a layer", ""}) {
    const std::string native = NativePath(
        [] {
          Subject subject;
          subject.platform = kWindows;
          return subject;
        }(),
        path);
    EXPECT_EQ(FromNative(kWindows, native), path);
  }
  EXPECT_EQ(FromNative(kWindows, "C:\\opt\\libb.dll"), "/opt/libb.so");
  EXPECT_EQ(FromNative("linux", "C:\\opt\\libb.dll"), "C:\\opt\\libb.dll");
}

TEST(NativeEnvironment, HasListsOfWindows) {
  Input input;
  input.platform = kWindows;
  input.environment = {{"VK_LAYER_PATH", "/fuzz/a:relative"},
                       {"VK_LOADER_LAYERS_DISABLE", "a,/b"},
                       {"LS_ENABLE_a", "on:/x"}};
  const auto native = NativeEnvironment(input);
  EXPECT_EQ(native.at("VK_LAYER_PATH"), "C:\\fuzz\\a;relative");
  EXPECT_EQ(native.at("VK_LOADER_LAYERS_DISABLE"), "a,/b");
  EXPECT_EQ(native.at("LS_ENABLE_a"), "on:/x");
  EXPECT_FALSE(native.contains("HOME"));
  EXPECT_TRUE(native.contains("VK_DRIVER_FILES"));
  input.platform = "linux";
  EXPECT_EQ(NativeEnvironment(input), Environment(input));
}

}  // namespace
}  // namespace loadstone::fuzz::native_text_test
