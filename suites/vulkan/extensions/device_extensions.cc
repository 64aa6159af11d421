// SPDX-License-Identifier: Apache-2.0
#include "policies/reading_ids.h"
#include "suites/vulkan/extensions/extensions.h"

// LoaderApplicationInterface, "Instance and Device Extensions": what
// vkEnumerateDeviceExtensionProperties reports for the implementation.
namespace loadstone::suites::device_extensions {
namespace {

constexpr char kLayer[] = "VK_LAYER_LS_layer";
constexpr char kAggregated[] =
    "the device extensions of the driver and of implicit layers are reported together";

VulkanWorld WorldOf(const Subject& subject, const Driver& driver) {
  VulkanWorld world(subject);
  return world.WithoutDriver().With(driver);
}

VULKAN_CASE(LS_VK_EXTENSION_5, driver) {
  EXPECT_SEEN(
      ListedNames(ListDeviceExtensions(
          c, WorldOf(c.subject(), DeviceDriverWith("d", {"VK_LS_d", "VK_KHR_maintenance1"})))),
      IsSupersetOf({"VK_LS_d", "VK_KHR_maintenance1"}))
      << "the extensions of a device are those of its driver, known to the loader or not"
      << reading::LS_VK_EXTENSION_5_r2;
}

VULKAN_CASE(LS_VK_EXTENSION_5, implicit_layer) {
  VulkanWorld world = WorldOf(c.subject(), DeviceDriverWith("d", {"VK_LS_d"}));
  world.With(DeviceLayerWith(kLayer, {"VK_LS_a", "VK_LS_b"}).Implicit());
  EXPECT_SEEN(ListedNames(ListDeviceExtensions(c, world)),
              IsSupersetOf({"VK_LS_d", "VK_LS_a", "VK_LS_b"}))
      << kAggregated;
}

VULKAN_CASE(LS_VK_EXTENSION_5, implicit_layer_that_its_variable_enables) {
  VulkanWorld world = WorldOf(c.subject(), DeviceDriverWith("d", {"VK_LS_d"}));
  world.With(DeviceLayerWith(kLayer, {"VK_LS_a"}).Implicit().EnabledBy("LS_ON", "1"))
      .With(DeviceLayerWith("VK_LAYER_LS_second", {"VK_LS_b"}).Implicit())
      .Env("LS_ON", "1");
  EXPECT_SEEN(ListedNames(ListDeviceExtensions(c, world)),
              IsSupersetOf({"VK_LS_d", "VK_LS_a", "VK_LS_b"}))
      << kAggregated;
}

// An explicit layer that the instance does not have.
VULKAN_CASE(LS_VK_EXTENSION_5, explicit_layer_is_left_out) {
  VulkanWorld world = WorldOf(c.subject(), DeviceDriverWith("d", {"VK_LS_d"}));
  world.With(DeviceLayerWith(kLayer, {"VK_LS_explicit"}));
  world.With(DeviceLayerWith("VK_LAYER_LS_second", {"VK_LS_implicit"}).Implicit());
  const Observation seen = ListDeviceExtensions(c, world);
  EXPECT_SEEN(ListedNames(seen), IsSupersetOf({"VK_LS_d", "VK_LS_implicit"})) << kAggregated;
  EXPECT_SEEN(ListedNames(seen), Not(Contains("VK_LS_explicit")))
      << "the extensions of an explicit layer that is not enabled are no extensions of the device";
}

VULKAN_CASE(LS_VK_EXTENSION_5, two_implicit_layers) {
  VulkanWorld world = WorldOf(c.subject(), DeviceDriverWith("d", {"VK_LS_d"}));
  world.With(DeviceLayerWith(kLayer, {"VK_LS_a"}).Implicit());
  world.With(DeviceLayerWith("VK_LAYER_LS_second", {"VK_LS_b"}).Implicit());
  EXPECT_SEEN(ListedNames(ListDeviceExtensions(c, world)),
              IsSupersetOf({"VK_LS_d", "VK_LS_a", "VK_LS_b"}))
      << kAggregated;
}

VULKAN_CASE(LS_VK_EXTENSION_5, driver_of_many_and_layer) {
  std::vector<std::string> names;
  for (int i = 0; i < 200; ++i) names.push_back(fmt::format("VK_LS_{:03}", i));
  VulkanWorld world = WorldOf(c.subject(), DeviceDriverWith("d", names));
  world.With(DeviceLayerWith(kLayer, {"VK_LS_a"}).Implicit());
  names.push_back("VK_LS_a");
  EXPECT_SEEN(ListedNames(ListDeviceExtensions(c, world)), IsSupersetOf(names)) << kAggregated;
}

// "Duplicate extensions are eliminated" refers to both kinds of extensions.
VULKAN_CASE(LS_VK_EXTENSION_3, device_extension_of_layer_and_driver, policy::LS_VK_EXTENSION_5) {
  VulkanWorld world = WorldOf(c.subject(), DeviceDriverWith("d", {"VK_LS_both"}));
  world.With(DeviceLayerWith(kLayer, {"VK_LS_both"}).Implicit());
  EXPECT_SEEN(ListedNames(ListDeviceExtensions(c, world)), ContainsOnce("VK_LS_both"))
      << "an extension that several provide is reported once";
}

VULKAN_CASE(LS_VK_EXTENSION_3, device_extension_of_two_layers, policy::LS_VK_EXTENSION_5) {
  VulkanWorld world = WorldOf(c.subject(), DeviceDriverWith("d", {}));
  world.With(DeviceLayerWith(kLayer, {"VK_LS_both"}).Implicit());
  world.With(DeviceLayerWith("VK_LAYER_LS_second", {"VK_LS_both"}).Implicit());
  EXPECT_SEEN(ListedNames(ListDeviceExtensions(c, world)), ContainsOnce("VK_LS_both"))
      << "an extension that several provide is reported once";
}

VULKAN_CASE(LS_VK_EXTENSION_4, device_extension_of_layer_and_driver, policy::LS_VK_EXTENSION_5) {
  VulkanWorld world = WorldOf(c.subject(), DeviceDriverWith("d", {"VK_LS_both"}, 3));
  world.With(DeviceLayerWith(kLayer, {"VK_LS_both"}, 8).Implicit());
  const Observation seen = ListDeviceExtensions(c, world);
  EXPECT_SEEN(ListedExtensions(seen), Contains("VK_LS_both 3"))
      << "if a layer and a driver provide an extension, the driver's version is reported";
  EXPECT_SEEN(ListedExtensions(seen), Not(Contains("VK_LS_both 8")))
      << "if a layer and a driver provide an extension, the driver's version is reported";
}

// An application that enables `extensions` for its device.
Observation RunDevice(Case& c, const VulkanWorld& world, const std::vector<std::string>& layers,
                      const std::vector<std::string>& extensions) {
  return Observe(c, world, [&](VulkanApp& app) {
    if (app.CreateInstance({.layers = layers}) != VK_SUCCESS) return;
    if (app.CreateDevice({.extensions = extensions}) == VK_SUCCESS) app.DestroyDevice();
    app.DestroyInstance();
  });
}

void ExpectFiltered(const Observation& seen) {
  EXPECT_SEEN(ResultOf(seen, "vkCreateDevice"), "VK_SUCCESS")
      << "a device extension that an enabled layer provides can be enabled";
  EXPECT_SEEN(ExtensionsGiven(seen, kLayer, "vkCreateDevice"), Contains("VK_LS_a"))
      << "the layer sees that its extension is enabled";
  EXPECT_SEEN(ExtensionsGiven(seen, "d", "vkCreateDevice"), ElementsAre("VK_LS_d"))
      << "a driver gets only the device extensions that it supports";
}

VULKAN_CASE(LS_VK_EXTENSION_10, device_extension_of_an_implicit_layer) {
  VulkanWorld world = WorldOf(c.subject(), DeviceDriverWith("d", {"VK_LS_d"}));
  world.With(DeviceLayerWith(kLayer, {"VK_LS_a"}).Implicit());
  ExpectFiltered(RunDevice(c, world, {}, {"VK_LS_a", "VK_LS_d"}));
}

VULKAN_CASE(LS_VK_EXTENSION_10, device_extension_of_an_explicit_layer) {
  VulkanWorld world = WorldOf(c.subject(), DeviceDriverWith("d", {"VK_LS_d"}));
  world.With(DeviceLayerWith(kLayer, {"VK_LS_a"}));
  ExpectFiltered(RunDevice(c, world, {kLayer}, {"VK_LS_a", "VK_LS_d"}));
}

VULKAN_CASE(LS_VK_EXTENSION_10, device_extensions_of_two_layers) {
  VulkanWorld world = WorldOf(c.subject(), DeviceDriverWith("d", {"VK_LS_d", "VK_LS_not_asked"}));
  world.With(DeviceLayerWith(kLayer, {"VK_LS_a"}));
  world.With(DeviceLayerWith("VK_LAYER_LS_second", {"VK_LS_b"}).Implicit());
  ExpectFiltered(RunDevice(c, world, {kLayer}, {"VK_LS_b", "VK_LS_d", "VK_LS_a"}));
}

}  // namespace
}  // namespace loadstone::suites::device_extensions
