// SPDX-License-Identifier: Apache-2.0
// The layer without a configuration must comply with the rules of the API and of
// LoaderLayerInterface.md: its negotiation, its functions and its wrapping.

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "mock_layers/vulkan/fake_driver.h"
#include "mock_runtime/vulkan/vulkan_registry.h"

namespace loadstone::mock::vulkan_layer_rules_test {
namespace {

using testing::IsEmpty;

class LayerRulesTest : public testing::Test {
 protected:
  // A chain with only the layer, above the fake driver, which may have every function.
  void Start(const std::string& config = "", const std::string& variant = "vulkan_layer",
             bool has_everything = false) {
    const std::string keys = config.empty() ? kExtensions : config + "," + kExtensions;
    loader_ = std::make_unique<FakeLoader>(std::vector<void*>{bench_.Load(kName, keys, variant)});
    fake_driver.has_everything = has_everything;
    ASSERT_TRUE(loader_->CreateAll());
  }

  // Whether the layer itself implements that function.
  bool IsOwn(PFN_vkVoidFunction function) const {
    Dl_info info;
    return function != nullptr && dladdr(reinterpret_cast<void*>(function), &info) != 0 &&
           info.dli_fname == bench_.Path(kName);
  }
  PFN_vkVoidFunction LookUpForInstance(const std::string& name) const {
    return loader_->InstanceFunction<PFN_vkVoidFunction>(name.c_str());
  }
  PFN_vkVoidFunction LookUpForDevice(const std::string& name) const {
    return loader_->DeviceFunction<PFN_vkVoidFunction>(name.c_str());
  }

  static constexpr char kName[] = "VK_LAYER_LS_ruled";
  static constexpr char kExtensions[] =
      R"("instance_extensions":[{"name":"VK_LS_a"},{"name":"VK_LS_b"}],)"
      R"("device_extensions":[{"name":"VK_LS_c"},{"name":"VK_LS_d"}])";

  LayerCopies bench_;
  std::unique_ptr<FakeLoader> loader_;
};

bool IsOfDevice(const RegistryCommand& command) {
  return command.handle == "VkDevice" || command.handle == "VkQueue" ||
         command.handle == "VkCommandBuffer";
}

TEST_F(LayerRulesTest, NegotiatesTheOlderOfTwoVersions) {
  void* library = bench_.Load(kName);
  for (const uint32_t offered : {1u, 2u, 3u, 100u}) {
    VkNegotiateLayerInterface interface = {};
    interface.sType = LAYER_NEGOTIATE_INTERFACE_STRUCT;
    interface.loaderLayerInterfaceVersion = offered;
    EXPECT_EQ(Negotiate(library, &interface), VK_SUCCESS);
    EXPECT_EQ(interface.sType, LAYER_NEGOTIATE_INTERFACE_STRUCT);
    EXPECT_EQ(interface.pNext, nullptr);
    EXPECT_EQ(interface.loaderLayerInterfaceVersion, std::min(offered, 2u));
    EXPECT_NE(interface.pfnGetInstanceProcAddr, nullptr);
    EXPECT_NE(interface.pfnGetDeviceProcAddr, nullptr);
    EXPECT_NE(interface.pfnGetPhysicalDeviceProcAddr, nullptr);
  }
  dlclose(library);
}

// The layer returns a function, its own or the driver's, for each name that the fake driver below
// it has, and null for a name that the driver does not have (LLP_LAYER_18).
TEST_F(LayerRulesTest, ReturnsExactlyTheFunctionsBelow) {
  Start();
  for (const RegistryCommand& command : CoreCommands()) {
    const char* name = command.name.c_str();
    const bool below = FakeGetInstanceProcAddr(loader_->instance, name) != nullptr;
    const bool given = LookUpForInstance(command.name) != nullptr;
    const bool is_implemented_by_layer = command.name == "vkGetInstanceProcAddr" ||
                                         command.name == "vkGetDeviceProcAddr" ||
                                         command.name.starts_with("vkEnumerateInstance");
    // For an instance, device functions may be available even if the driver does not return them
    // for an instance.
    if (below || (!is_implemented_by_layer && !IsOfDevice(command))) {
      EXPECT_EQ(given, below) << name;
    }
    if (IsOfDevice(command) && !is_implemented_by_layer) {
      EXPECT_EQ(LookUpForDevice(command.name) != nullptr,
                FakeGetDeviceProcAddr(loader_->device, name) != nullptr)
          << name;
    }
  }
  EXPECT_EQ(LookUpForInstance("vkNobodyHasThis"), nullptr);
  EXPECT_EQ(LookUpForDevice("vkNobodyHasThis"), nullptr);
  EXPECT_EQ(bench_.Count(kName, "violation"), 0);
}

TEST_F(LayerRulesTest, ReturnsOnlyDeviceFunctionsForADevice) {
  Start();
  for (const RegistryCommand& command : CoreCommands()) {
    if (IsOfDevice(command)) continue;
    EXPECT_FALSE(IsOwn(LookUpForDevice(command.name))) << command.name;
  }
}

// Returns the global commands for a null instance, and no command for an instance that is not its
// own.
TEST_F(LayerRulesTest, ReturnsGlobalCommandsForANullInstance) {
  Start();
  const PFN_vkGetInstanceProcAddr get = loader_->first_gipa();
  for (const char* name : {"vkCreateInstance", "vkEnumerateInstanceLayerProperties",
                           "vkEnumerateInstanceExtensionProperties", "vkGetInstanceProcAddr"}) {
    EXPECT_NE(get(VK_NULL_HANDLE, name), nullptr) << name;
  }
  for (const char* name :
       {"vkEnumeratePhysicalDevices", "vkDestroyInstance", "vkQueueSubmit", "vkNobodyHasThis"}) {
    EXPECT_EQ(get(VK_NULL_HANDLE, name), nullptr) << name;
  }
}

// A layer that wraps a handle has to unwrap it in every function that takes it: a layer that wraps
// physical devices must intercept all of their functions.
TEST_F(LayerRulesTest, InterceptsEachFunctionThatTakesAWrappedPhysicalDevice) {
  Start(R"("wrap":["VkPhysicalDevice"])", "vulkan_layer", true);
  std::vector<std::string> not_intercepted;
  for (const RegistryCommand& command : CoreCommands()) {
    if (command.handle != "VkPhysicalDevice" || command.minor > 1) continue;
    if (!IsOwn(LookUpForInstance(command.name))) not_intercepted.push_back(command.name);
  }
  EXPECT_THAT(not_intercepted, IsEmpty());
}

TEST_F(LayerRulesTest, GivesEachPhysicalDeviceASeparateHandle) {
  Start(R"("wrap":["VkPhysicalDevice"])");
  fake_driver.physical_devices = 2;
  VkPhysicalDevice devices[2] = {};
  uint32_t count = 2;
  EXPECT_EQ(loader_->InstanceFunction<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices")(
                loader_->instance, &count, devices),
            VK_SUCCESS);
  EXPECT_NE(devices[0], devices[1]);
}

VkResult Enumerate(const FakeLoader& loader, const std::string& name, const char* layer,
                   uint32_t* count, VkExtensionProperties* properties) {
  if (name == "vkEnumerateInstanceExtensionProperties") {
    return loader.InstanceFunction<PFN_vkEnumerateInstanceExtensionProperties>(name.c_str())(
        layer, count, properties);
  }
  return loader.InstanceFunction<PFN_vkEnumerateDeviceExtensionProperties>(name.c_str())(
      loader.physical_device, layer, count, properties);
}

TEST_F(LayerRulesTest, EnumeratesItsExtensionsInTwoCalls) {
  Start();
  const std::map<std::string, std::vector<std::string>> kOwn = {
      {"vkEnumerateInstanceExtensionProperties", {"VK_LS_a", "VK_LS_b"}},
      {"vkEnumerateDeviceExtensionProperties", {"VK_LS_c", "VK_LS_d"}}};
  for (const auto& [name, own] : kOwn) {
    uint32_t count = 77;
    EXPECT_EQ(Enumerate(*loader_, name, kName, &count, nullptr), VK_SUCCESS) << name;
    EXPECT_EQ(count, 2u) << name;
    VkExtensionProperties properties[3] = {};
    count = 1;
    EXPECT_EQ(Enumerate(*loader_, name, kName, &count, properties), VK_INCOMPLETE) << name;
    EXPECT_EQ(count, 1u) << name;
    EXPECT_STREQ(properties[1].extensionName, "") << "nothing is written behind the room";
    count = 3;
    EXPECT_EQ(Enumerate(*loader_, name, kName, &count, properties), VK_SUCCESS) << name;
    EXPECT_EQ(count, 2u) << name;
    EXPECT_THAT(
        (std::vector<std::string>{properties[0].extensionName, properties[1].extensionName}),
        testing::ElementsAreArray(own))
        << name;
  }
  uint32_t count = 77;
  EXPECT_EQ(Enumerate(*loader_, "vkEnumerateInstanceExtensionProperties", "VK_LAYER_LS_other",
                      &count, nullptr),
            VK_ERROR_LAYER_NOT_PRESENT);
}

TEST_F(LayerRulesTest, ListsNoDeviceExtensionsWhereItNeedsAnotherThatTheDeviceLacks) {
  Start(R"("needed_device_extension":"VK_LS_nobody")");
  uint32_t count = 77;
  EXPECT_EQ(Enumerate(*loader_, "vkEnumerateDeviceExtensionProperties", kName, &count, nullptr),
            VK_SUCCESS);
  EXPECT_EQ(count, 0u);
}

TEST_F(LayerRulesTest, EnumeratesItselfInTwoCalls) {
  Start("", "vulkan_layer_introspective");
  const auto enumerate = loader_->InstanceFunction<PFN_vkEnumerateInstanceLayerProperties>(
      "vkEnumerateInstanceLayerProperties");
  uint32_t count = 77;
  EXPECT_EQ(enumerate(&count, nullptr), VK_SUCCESS);
  ASSERT_EQ(count, 1u);
  VkLayerProperties properties = {};
  count = 0;
  EXPECT_EQ(enumerate(&count, &properties), VK_INCOMPLETE);
  EXPECT_EQ(count, 0u);
  EXPECT_STREQ(properties.layerName, "");
  count = 1;
  EXPECT_EQ(enumerate(&count, &properties), VK_SUCCESS);
  EXPECT_STREQ(properties.layerName, kName);
  EXPECT_EQ(VK_API_VERSION_VARIANT(properties.specVersion), 0u);
}

}  // namespace
}  // namespace loadstone::mock::vulkan_layer_rules_test
