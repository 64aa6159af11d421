// SPDX-License-Identifier: Apache-2.0
#include "harness/world/openxr_world.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

namespace loadstone::openxr_world_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class OpenXrWorldTest : public testing::Test {
 protected:
  OpenXrWorldTest() {
    subject_.path = "/host/libopenxr_loader.so.1";
    subject_.api = Api::kOpenXr;
    subject_.folders.explicit_layers = {"/usr/share/openxr/1/api_layers/explicit.d",
                                        "/home/user/x"};
    subject_.folders.implicit_layers = {"/etc/openxr/1/api_layers/implicit.d"};
    subject_.folders.drivers = {"/etc/xdg/openxr/1", "/etc/openxr/1"};
  }

  static std::optional<std::string> TextAt(const World& world, const std::string& path) {
    for (const Node& node : world.nodes()) {
      if (node.path == path) return node.text;
    }
    return std::nullopt;
  }

  Subject subject_;
};

TEST_F(OpenXrWorldTest, HasOneActiveRuntimeInTheLastSystemFolder) {
  const World world = OpenXrWorld(subject_).Build();
  EXPECT_THAT(TextAt(world, "/etc/openxr/1/active_runtime.json").value_or(""),
              AllOf(HasSubstr("\"1.0.0\""), HasSubstr("/opt/loadstone/libruntime.so")));
  EXPECT_EQ(TextAt(world, "/opt/loadstone/libruntime.so"), "openxr_runtime.so");
  EXPECT_THAT(TextAt(world, "/opt/loadstone/libruntime.so.config").value_or(""),
              HasSubstr("\"who\": \"runtime\""));
}

TEST_F(OpenXrWorldTest, WithoutRuntimeHasNone) {
  const World world = OpenXrWorld(subject_).WithoutRuntime().Build();
  EXPECT_EQ(TextAt(world, "/etc/openxr/1/active_runtime.json"), std::nullopt);
}

TEST_F(OpenXrWorldTest, RuntimeOfTheDefaultNameTakesItsPlace) {
  const World world = OpenXrWorld(subject_)
                          .With(Runtime(kDefaultRuntime).Binary("openxr_runtime_none"))
                          .With(Runtime("other").In("/opt/x").ManifestFile("y.json"))
                          .Build();
  EXPECT_EQ(TextAt(world, "/opt/loadstone/libruntime.so"), "openxr_runtime_none.so");
  EXPECT_THAT(TextAt(world, "/opt/x/y.json").value_or(""), HasSubstr("libother.so"));
}

TEST_F(OpenXrWorldTest, LayersGoWhereTheirKindBelongs) {
  const World world = OpenXrWorld(subject_)
                          .With(ApiLayer("XR_APILAYER_LS_e"))
                          .With(ApiLayer("XR_APILAYER_LS_i").Implicit())
                          .Build();
  EXPECT_THAT(
      TextAt(world, "/usr/share/openxr/1/api_layers/explicit.d/XR_APILAYER_LS_e.json").value_or(""),
      Not(HasSubstr("disable_environment")));
  EXPECT_THAT(
      TextAt(world, "/etc/openxr/1/api_layers/implicit.d/XR_APILAYER_LS_i.json").value_or(""),
      HasSubstr("\"disable_environment\": \"DISABLE_XR_APILAYER_LS_i\""));
}

TEST(ApiLayer, SaysItsVariablesAndExtensions) {
  const std::string text = ApiLayer("XR_APILAYER_LS_a")
                               .Implicit()
                               .EnabledBy("ON")
                               .DisabledBy("OFF")
                               .Extensions({{"XR_LS_x", 7}})
                               .Manifest(R"({"description": null})")
                               .ManifestText("/lib.so");
  EXPECT_THAT(text, AllOf(HasSubstr("\"enable_environment\": \"ON\""),
                          HasSubstr("\"disable_environment\": \"OFF\""),
                          HasSubstr("\"extension_version\": \"7\""), HasSubstr("\"/lib.so\""),
                          Not(HasSubstr("description"))));
  EXPECT_THAT(ApiLayer("a").Implicit().NotDisablable().ManifestText("/lib.so"),
              Not(HasSubstr("disable_environment")));
  EXPECT_EQ(ApiLayer("a").RawManifest("{").ManifestText("/lib.so"), "{");
}

TEST(ApiLayer, TellsTheMockItsNameAndExtensions) {
  const ApiLayer layer = ApiLayer("XR_APILAYER_LS_a").Extensions({{"XR_LS_x", 7}});
  EXPECT_THAT(layer.behaviour().Line(),
              AllOf(HasSubstr("XR_APILAYER_LS_a"), HasSubstr("XR_LS_x"), HasSubstr("7")));
}

TEST(Runtime, LibraryPathTakesTheLibrarysPlace) {
  EXPECT_THAT(Runtime("r").LibraryPath("./x.so").ManifestText("/lib.so"),
              AllOf(HasSubstr("\"./x.so\""), Not(HasSubstr("/lib.so"))));
}

}  // namespace
}  // namespace loadstone::openxr_world_test
