// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/openxr/android_broker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference_loader/common/memory_platform.h"
#include "reference_loader/openxr/architecture.h"

namespace reference_loader::openxr::android_broker_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr char kSystemBroker[] = "org.khronos.openxr.system_runtime_broker";
constexpr char kRow[] = R"({"package_name": "p", "native_lib_dir": "/lib", "so_filename": "a.so")";

class AndroidBrokerTest : public testing::Test {
 protected:
  void Answer(const std::string& table, const std::string& content) {
    platform_.AddFile(std::string("/data/system/providers/") + kSystemBroker + "/openxr/1/abi/" +
                          kArchitecture + "/runtimes/" + table + ".json",
                      content);
  }

  // "path: function" for each runtime.
  std::vector<std::string> Runtimes() {
    std::vector<std::string> texts;
    for (const RuntimeManifest& runtime : RuntimesOfBrokers(platform_, Log(platform_, "xrTest"))) {
      texts.push_back(runtime.library_path + ": " + runtime.negotiate_function);
    }
    return texts;
  }

  MemoryPlatform platform_{kAndroidRules};
};

TEST_F(AndroidBrokerTest, RowsInTheirOrder) {
  Answer("active",
         std::string("[") + kRow + R"(}, {"native_lib_dir": "/b", "so_filename": "b.so"}])");
  EXPECT_THAT(Runtimes(), ElementsAre("/lib/a.so: xrNegotiateLoaderRuntimeInterface",
                                      "/b/b.so: xrNegotiateLoaderRuntimeInterface"));
}

TEST_F(AndroidBrokerTest, FunctionsOfThePackage) {
  Answer("active", std::string("[") + kRow + R"(, "has_functions": true}])");
  EXPECT_THAT(Runtimes(), ElementsAre("/lib/a.so: xrNegotiateLoaderRuntimeInterface"));
  Answer("p/functions",
         R"([1, {"function_name": "x", "symbol_name": "y"},
             {"function_name": "xrNegotiateLoaderRuntimeInterface", "symbol_name": "renamed"}])");
  EXPECT_THAT(Runtimes(), ElementsAre("/lib/a.so: renamed"));
}

TEST_F(AndroidBrokerTest, RowsWithoutALibraryAreLeftOut) {
  Answer("active", R"([{}, 1, null, [], {"native_lib_dir": "/lib"}, {"so_filename": "a.so"},
                       {"native_lib_dir": "", "so_filename": ""},
                       {"native_lib_dir": 1, "so_filename": true}])");
  EXPECT_THAT(Runtimes(), IsEmpty());
}

TEST_F(AndroidBrokerTest, WhatIsNoTableHasNoRows) {
  EXPECT_THAT(Runtimes(), IsEmpty());
  for (const char* content : {"", "{}", "null", "[", "\"text\"", "{\"native_lib_dir\": \"/a\"}"}) {
    Answer("active", content);
    EXPECT_THAT(Runtimes(), IsEmpty()) << content;
  }
}

TEST(BrokersOfOtherSystemsTest, AreNotAsked) {
  MemoryPlatform platform;
  platform.AddFile(std::string("/data/system/providers/") + kSystemBroker + "/openxr/1/abi/" +
                       kArchitecture + "/runtimes/active.json",
                   std::string("[") + kRow + "}]");
  EXPECT_THAT(RuntimesOfBrokers(platform, Log(platform, "xrTest")), IsEmpty());
  EXPECT_THAT(platform.files_read(), IsEmpty());
}

}  // namespace
}  // namespace reference_loader::openxr::android_broker_test
