// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/layer_questions.h"

// LoaderLayerInterface, "Linux Layer Discovery": if a layer is in two folders, the first that is
// found is used, and its extensions are listed. The other one's extensions may be listed or not if
// no layer name is given: the documents do not mention them (LS_VK_EXTENSION_1.r1,
// LS_VK_EXTENSION_5.r1).
namespace loadstone::suites::duplicates {
namespace {

constexpr char kName[] = "VK_LAYER_LS_twice";
constexpr char kUsed[] = "VK_LS_used 1";
constexpr char kUnused[] = "VK_LS_unused 1";

// An implicit layer in two folders, with a different extension in each; `kind` is the member that
// lists it.
VulkanWorld WorldOfTwo(const Case& c, const std::string& kind) {
  const auto layer = [&kind](const std::string& who, const std::string& extension) {
    return Layer(kName)
        .Who(who)
        .Implicit()
        .Manifest(R"({")" + kind + R"(": )" + ManifestExtensions({extension}) + "}")
        .Behaviour(R"({")" + kind + R"(": )" + MockExtensions({extension}) + "}");
  };
  VulkanWorld world(c.subject());
  world.Env("XDG_CONFIG_HOME", "/first").Env("XDG_DATA_HOME", "/last");
  world.With(layer("used", kUsed).In(ImplicitFolder("/first")))
      .With(layer("unused", kUnused).In(ImplicitFolder("/last")));
  return world;
}

constexpr char kWhy[] =
    "if two implicit layers have the same name, the extensions of the first are reported";

VULKAN_CASE(LS_VK_EXTENSION_1, implicit_layer_in_two_folders) {
  const Observation seen = Observe(c, WorldOfTwo(c, "instance_extensions"),
                                   [](VulkanApp& app) { AskInstanceExtensions(app, nullptr); });
  EXPECT_SEEN(InstanceExtensionsOf(seen, ""), Contains(kUsed)) << kWhy;
}

VULKAN_CASE(LS_VK_EXTENSION_2, implicit_layer_in_two_folders) {
  const Observation seen = Observe(c, WorldOfTwo(c, "instance_extensions"),
                                   [](VulkanApp& app) { AskInstanceExtensions(app, kName); });
  EXPECT_SEEN(InstanceExtensionsOf(seen, kName), ElementsAre(kUsed)) << kWhy;
}

VULKAN_CASE(LS_VK_EXTENSION_5, implicit_layer_in_two_folders) {
  const Observation seen = Observe(c, WorldOfTwo(c, "device_extensions"), [](VulkanApp& app) {
    app.CreateInstance();
    AskDeviceExtensions(app, nullptr);
  });
  EXPECT_SEEN(DeviceExtensionsOf(seen, ""), Contains(kUsed)) << kWhy;
}

}  // namespace
}  // namespace loadstone::suites::duplicates
