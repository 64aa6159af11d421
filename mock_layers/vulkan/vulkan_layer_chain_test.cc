// SPDX-License-Identifier: Apache-2.0
// The layer in a chain: creation, passing calls on, misbehavior.

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "mock_layers/vulkan/fake_chain.h"
#include "mock_layers/vulkan/fake_driver.h"

namespace loadstone::mock::vulkan_layer_chain_test {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ChainTest : public ::testing::Test {
 protected:
  // A chain of a single layer A.
  void Start(const std::string& config, const std::string& variant = "vulkan_layer") {
    loader_ = std::make_unique<FakeLoader>(std::vector<void*>{bench_.Load("A", config, variant)});
  }

  // Each layer that `command` entered, followed by the extensions that it got.
  std::vector<std::string> ExtensionsAtEntry(const char* command) {
    std::vector<std::string> entries;
    for (const auto& event : bench_.Events()) {
      if ((*event)["what"] != command || (*event)["phase"] != "enter") continue;
      entries.push_back((*event)["who"].GetString());
      for (const auto& name : (*event)["extensions"].GetArray()) {
        entries.push_back(name.GetString());
      }
    }
    return entries;
  }

  LayerCopies bench_;
  std::unique_ptr<FakeLoader> loader_;
};

TEST_F(ChainTest, PassesEverythingOn) {
  Start("");
  ASSERT_TRUE(loader_->CreateAll());
  EXPECT_EQ(fake_driver.living, 2);
  EXPECT_EQ(loader_->DeviceFunction<PFN_vkDeviceWaitIdle>("vkDeviceWaitIdle")(loader_->device),
            VK_SUCCESS);
  loader_->DestroyAll();
  EXPECT_EQ(fake_driver.living, 0);
  EXPECT_THAT(fake_driver.calls,
              ElementsAre("vkCreateInstance", "vkEnumeratePhysicalDevices", "vkCreateDevice",
                          "vkDeviceWaitIdle", "vkDestroyDevice", "vkDestroyInstance"));
  EXPECT_THAT(bench_.EventNames(),
              ElementsAre("A:load", "A:negotiate", "A:vkCreateInstance:enter",
                          "A:vkCreateInstance:leave", "A:vkEnumeratePhysicalDevices",
                          "A:vkCreateDevice:enter", "A:vkCreateDevice:leave", "A:vkDeviceWaitIdle",
                          "A:vkDestroyDevice", "A:vkDestroyInstance"));
}

TEST_F(ChainTest, AdvancesTheChainAndLeavesTheHandlesAlone) {
  loader_ = std::make_unique<FakeLoader>(
      std::vector<void*>{bench_.Load("A"), bench_.Load("B"), bench_.Load("C")});
  ASSERT_TRUE(loader_->CreateAll());
  EXPECT_EQ(fake_driver.instance_link, nullptr);
  EXPECT_EQ(fake_driver.device_link, nullptr);
  EXPECT_EQ(fake_driver.instance_before, reinterpret_cast<VkInstance>(kFakeBefore));
  EXPECT_EQ(fake_driver.device_before, reinterpret_cast<VkDevice>(kFakeBefore));
  std::vector<std::string> creation;
  for (const auto& event : bench_.Events()) {
    if ((*event)["what"] != "vkCreateInstance" || (*event)["phase"] != "enter") continue;
    creation.push_back((*event)["who"].GetString() +
                       std::to_string((*event)["link_count"].GetInt()));
  }
  EXPECT_THAT(creation, ElementsAre("A3", "B2", "C1"));
}

TEST_F(ChainTest, TracesWhatTheLoaderGave) {
  loader_ = std::make_unique<FakeLoader>(std::vector<void*>{bench_.Load("A"), bench_.Load("B")});
  ASSERT_EQ(loader_->CreateInstance({"VK_LS_one", "VK_LS_two"}), VK_SUCCESS);
  for (const auto& event : bench_.Events()) {
    if ((*event)["what"] != "vkCreateInstance" || (*event)["who"] != "A") continue;
    if ((*event)["phase"] == "leave") {
      EXPECT_FALSE((*event)["link_changed"].GetBool());
      continue;
    }
    EXPECT_TRUE((*event)["link_found"].GetBool());
    EXPECT_TRUE((*event)["next_gipa"].GetBool());
    EXPECT_TRUE((*event)["next_gpdpa"].GetBool());
    EXPECT_TRUE((*event)["next_create_instance"].GetBool());
    EXPECT_TRUE((*event)["set_loader_data"].GetBool());
    EXPECT_FALSE((*event)["allocator"].GetBool());
    EXPECT_EQ((*event)["loader_structures"].GetInt(), 2);
    EXPECT_EQ((*event)["next_gipa_library"].GetString(), bench_.Path("B"));
    EXPECT_EQ((*event)["instance_before"], "0x0000000000001234");
    EXPECT_EQ((*event)["extensions"].Size(), 2u);
    EXPECT_EQ((*event)["api_version"].GetInt(), 0);
  }
}

TEST_F(ChainTest, DemandsAnExtensionOfTheDevice) {
  loader_ = std::make_unique<FakeLoader>(std::vector<void*>{
      bench_.Load("A", R"("demanded_device_extension":"VK_LS_wanted")"), bench_.Load("B")});
  ASSERT_TRUE(loader_->CreateAll());
  EXPECT_THAT(ExtensionsAtEntry("vkCreateDevice"), ElementsAre("A", "B", "VK_LS_wanted"));
}

TEST_F(ChainTest, DemandsAnExtensionOfTheInstance) {
  loader_ = std::make_unique<FakeLoader>(std::vector<void*>{
      bench_.Load("A", R"("demanded_instance_extension":"VK_LS_wanted")"), bench_.Load("B")});
  ASSERT_TRUE(loader_->CreateAll());
  const std::vector<std::string> entries = ExtensionsAtEntry("vkCreateInstance");
  ASSERT_FALSE(entries.empty());
  EXPECT_EQ(entries.back(), "VK_LS_wanted");
  EXPECT_EQ(std::count(entries.begin(), entries.end(), "VK_LS_wanted"), 1);
}

TEST_F(ChainTest, NoticesThatALinkChanges) {
  Start("");
  loader_->change_link_below = true;
  ASSERT_EQ(loader_->CreateInstance(), VK_SUCCESS);
  EXPECT_THAT(bench_.Last("A", "vkCreateInstance"),
              AllOf(HasSubstr(R"("phase":"leave")"), HasSubstr(R"("link_changed":true)")));
}

TEST_F(ChainTest, CreationWithoutLinksIsAViolation) {
  Start("");
  loader_->give_links = false;
  EXPECT_EQ(loader_->CreateInstance(), VK_ERROR_INITIALIZATION_FAILED);
  EXPECT_EQ(bench_.Count("A", "violation"), 1);
  EXPECT_TRUE(fake_driver.calls.empty());
}

TEST_F(ChainTest, FailureBelowIsPassedOn) {
  Start("");
  fake_driver.create_result = VK_ERROR_OUT_OF_HOST_MEMORY;
  EXPECT_EQ(loader_->CreateInstance(), VK_ERROR_OUT_OF_HOST_MEMORY);
  EXPECT_NE(loader_->instance_after, nullptr);
  EXPECT_THAT(bench_.Last("A", "vkCreateInstance"), HasSubstr(R"("result":-1)"));
}

TEST_F(ChainTest, FailedHandlesAreClearedOnRequest) {
  Start(R"("clear_failed_handles":true)");
  fake_driver.create_result = VK_ERROR_OUT_OF_HOST_MEMORY;
  EXPECT_EQ(loader_->CreateInstance(), VK_ERROR_OUT_OF_HOST_MEMORY);
  EXPECT_EQ(loader_->instance_after, nullptr);
}

TEST_F(ChainTest, ConfiguredResultsDoNotCallDown) {
  Start(R"("results":{"vkCreateInstance":-3})");
  EXPECT_EQ(loader_->CreateInstance(), VK_ERROR_INITIALIZATION_FAILED);
  EXPECT_TRUE(fake_driver.calls.empty());
}

TEST_F(ChainTest, ResultsAfterCleanUpBelow) {
  Start(R"("results_after":{"vkCreateInstance":-9})");
  EXPECT_EQ(loader_->CreateInstance(), VK_ERROR_INCOMPATIBLE_DRIVER);
  EXPECT_THAT(fake_driver.calls, ElementsAre("vkCreateInstance", "vkDestroyInstance"));
  EXPECT_EQ(fake_driver.living, 0);
}

TEST_F(ChainTest, DeviceResultsAfterCleanUpBelow) {
  Start(R"("results_after":{"vkCreateDevice":-4})");
  EXPECT_FALSE(loader_->CreateAll());
  EXPECT_EQ(fake_driver.calls.back(), "vkDestroyDevice");
  EXPECT_EQ(fake_driver.living, 1);
}

TEST_F(ChainTest, ResultsAfterCanLeaveTheCleaningToTheLoader) {
  Start(R"("results_after":{"vkCreateInstance":-9},"keep_below":true)");
  EXPECT_EQ(loader_->CreateInstance(), VK_ERROR_INCOMPATIBLE_DRIVER);
  EXPECT_THAT(fake_driver.calls, ElementsAre("vkCreateInstance"));
}

TEST_F(ChainTest, CallsBelowFromWithinCreateDevice) {
  loader_ = std::make_unique<FakeLoader>(std::vector<void*>{
      bench_.Load("A"), bench_.Load("B", R"("calls_in_create_device":true)"), bench_.Load("C")});
  ASSERT_TRUE(loader_->CreateAll());
  EXPECT_THAT(bench_.EventNames(), Contains("B:call_in_create_device:enter"));
  EXPECT_EQ(bench_.Count("A", "vkGetPhysicalDeviceProperties"), 0);
  EXPECT_EQ(bench_.Count("B", "vkGetPhysicalDeviceProperties"), 0);
  EXPECT_EQ(bench_.Count("C", "vkGetPhysicalDeviceProperties"), 1);
  EXPECT_THAT(fake_driver.calls, Contains("vkGetPhysicalDeviceProperties"));
}

TEST_F(ChainTest, CreatesTheDeviceOfAnotherPhysicalDevice) {
  for (const bool another : {false, true}) {
    loader_ = std::make_unique<FakeLoader>(std::vector<void*>{
        another ? bench_.Load("B", R"("another_physical_device":true)") : bench_.Load("A")});
    fake_driver.physical_devices = 2;
    ASSERT_EQ(loader_->CreateInstance(), VK_SUCCESS);
    uint32_t count = 2;
    VkPhysicalDevice both[2] = {};
    loader_->InstanceFunction<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices")(
        loader_->instance, &count, both);
    ASSERT_EQ(count, 2u);
    ASSERT_EQ(loader_->CreateDevice(both[0]), VK_SUCCESS);
    ASSERT_EQ(fake_driver.calls.back(), "vkCreateDevice");
    EXPECT_EQ(fake_driver.last_handle, both[another ? 1 : 0]);
    loader_->DestroyAll();
  }
}

TEST_F(ChainTest, BufferResultsAfterCleanUpBelow) {
  Start(R"("results_after":{"vkCreateBuffer":-2,"vkDeviceWaitIdle":-4})");
  ASSERT_TRUE(loader_->CreateAll());
  const auto info = Structure<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  VkBuffer buffer;
  EXPECT_EQ(loader_->DeviceFunction<PFN_vkCreateBuffer>("vkCreateBuffer")(loader_->device, &info,
                                                                          nullptr, &buffer),
            VK_ERROR_OUT_OF_DEVICE_MEMORY);
  EXPECT_EQ(fake_driver.calls.back(), "vkDestroyBuffer");
  EXPECT_EQ(fake_driver.living, 2);
  EXPECT_EQ(loader_->DeviceFunction<PFN_vkDeviceWaitIdle>("vkDeviceWaitIdle")(loader_->device),
            VK_ERROR_DEVICE_LOST);
}

TEST_F(ChainTest, KeepsTheLinkWhenItMisbehaves) {
  Start(R"("misbehave":["no_advance_instance","no_advance_device"])");
  ASSERT_TRUE(loader_->CreateAll());
  EXPECT_NE(fake_driver.instance_link, nullptr);
  EXPECT_NE(fake_driver.device_link, nullptr);
}

TEST_F(ChainTest, WritesHandlesFirstWhenItMisbehaves) {
  Start(R"("misbehave":["write_instance_first","write_device_first"])");
  ASSERT_TRUE(loader_->CreateAll());
  EXPECT_EQ(fake_driver.instance_before, reinterpret_cast<VkInstance>(uintptr_t{0xdeadbeef}));
  EXPECT_EQ(fake_driver.device_before, reinterpret_cast<VkDevice>(uintptr_t{0xdeadbeef}));
}

TEST_F(ChainTest, RejectsUnknownExtensionsWhenItMisbehaves) {
  Start(R"("misbehave":["reject_unknown_extensions"],
           "instance_extensions":[{"name":"VK_LS_known"}])");
  EXPECT_EQ(loader_->CreateInstance({"VK_LS_known", "VK_LS_other"}),
            VK_ERROR_EXTENSION_NOT_PRESENT);
  EXPECT_TRUE(fake_driver.calls.empty());
  EXPECT_EQ(loader_->CreateInstance({"VK_LS_known"}), VK_SUCCESS);
}

TEST_F(ChainTest, InvalidCallBelow) {
  Start(R"("misbehave":["invalid_call_below"])");
  ASSERT_TRUE(loader_->CreateAll());
  const auto info = Structure<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  VkBuffer buffer;
  loader_->DeviceFunction<PFN_vkCreateBuffer>("vkCreateBuffer")(loader_->device, &info, nullptr,
                                                                &buffer);
  EXPECT_NE(fake_driver.buffer_info_type, VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
}

TEST_F(ChainTest, InstanceCallInADeviceCallWhenItMisbehaves) {
  Start(R"("intercept":["vkCreateBuffer"],"misbehave":["instance_call_in_device_call"])");
  ASSERT_TRUE(loader_->CreateAll());
  const auto info = Structure<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  VkBuffer buffer;
  fake_driver.calls.clear();
  loader_->DeviceFunction<PFN_vkCreateBuffer>("vkCreateBuffer")(loader_->device, &info, nullptr,
                                                                &buffer);
  EXPECT_THAT(fake_driver.calls, testing::Contains("vkEnumeratePhysicalDevices"));
}

TEST_F(ChainTest, InvalidCallsAreNoticedByTheLayerBelow) {
  loader_ = std::make_unique<FakeLoader>(
      std::vector<void*>{bench_.Load("A", R"("misbehave":["invalid_call_below"])"),
                         bench_.Load("B", R"("intercept":["vkCreateBuffer"])")});
  ASSERT_TRUE(loader_->CreateAll());
  const auto info = Structure<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  VkBuffer buffer;
  EXPECT_EQ(loader_->DeviceFunction<PFN_vkCreateBuffer>("vkCreateBuffer")(loader_->device, &info,
                                                                          nullptr, &buffer),
            VK_ERROR_INITIALIZATION_FAILED);
  EXPECT_EQ(bench_.Count("A", "violation"), 0);
  EXPECT_EQ(bench_.Count("B", "violation"), 1);
}

TEST_F(ChainTest, UnlistedFunctionsComeFromBelow) {
  Start(R"("intercept":[])");
  ASSERT_TRUE(loader_->CreateAll());
  EXPECT_EQ(loader_->DeviceFunction<PFN_vkVoidFunction>("vkDeviceWaitIdle"),
            FakeGetDeviceProcAddr(VK_NULL_HANDLE, "vkDeviceWaitIdle"));
  EXPECT_EQ(bench_.Count("A", "vkEnumeratePhysicalDevices"), 0);
}

TEST_F(ChainTest, DoesNotOfferWhatIsMissingBelow) {
  Start(R"("intercept":["vkGetPhysicalDeviceProperties2","vkCreateFence"])");
  ASSERT_TRUE(loader_->CreateAll());
  EXPECT_EQ(loader_->InstanceFunction<PFN_vkVoidFunction>("vkGetPhysicalDeviceProperties2"),
            nullptr);
  EXPECT_EQ(loader_->DeviceFunction<PFN_vkVoidFunction>("vkCreateFence"), nullptr);
}

TEST_F(ChainTest, ImplementsUnknownFunctions) {
  Start(R"("physical_device_functions":["lsA","lsB"],"device_functions":["lsC","lsD","lsE"])");
  ASSERT_TRUE(loader_->CreateAll());
  using Unknown = uint32_t(VKAPI_PTR*)(void*, uint32_t);
  const auto b = reinterpret_cast<Unknown>(loader_->first_gpdpa()(loader_->instance, "lsB"));
  ASSERT_NE(b, nullptr);
  EXPECT_EQ(b(loader_->physical_device, 40), 41u);
  const auto e = loader_->DeviceFunction<Unknown>("lsE");
  ASSERT_NE(e, nullptr);
  EXPECT_EQ(e(loader_->device, 40), 42u);
  EXPECT_THAT(bench_.Last("A", "lsE"), HasSubstr(R"("value":40,"result":42)"));
  EXPECT_EQ(loader_->DeviceFunction<Unknown>("lsB"), nullptr);
  EXPECT_EQ(loader_->first_gpdpa()(loader_->instance, "lsE"), nullptr);
  EXPECT_NE(loader_->InstanceFunction<Unknown>("lsC"), nullptr);
  EXPECT_EQ(bench_.Count("A", "violation"), 0);
}

TEST_F(ChainTest, PhysicalDeviceQueriesGoDownForUnknownNamesOnly) {
  Start("");
  ASSERT_EQ(loader_->CreateInstance(), VK_SUCCESS);
  EXPECT_NE(loader_->first_gpdpa()(loader_->instance, "lsUnknownBelow"), nullptr);
  EXPECT_NE(loader_->first_gpdpa()(loader_->instance, "vkGetPhysicalDeviceProperties"), nullptr);
  EXPECT_EQ(loader_->first_gpdpa()(loader_->instance, "vkDestroyInstance"), nullptr);
  EXPECT_NE(loader_->InstanceFunction<PFN_vkVoidFunction>("vk_layerGetPhysicalDeviceProcAddr"),
            nullptr);
}

TEST_F(ChainTest, ForeignHandlesAreViolations) {
  Start("");
  ASSERT_TRUE(loader_->CreateAll());
  const void* foreign[2] = {foreign, nullptr};
  const auto wait = loader_->DeviceFunction<PFN_vkDeviceWaitIdle>("vkDeviceWaitIdle");
  EXPECT_EQ(wait(reinterpret_cast<VkDevice>(foreign)), VK_ERROR_INITIALIZATION_FAILED);
  EXPECT_EQ(bench_.Count("A", "violation"), 1);
}

TEST_F(ChainTest, DestroyedDevicesAreForgotten) {
  Start("");
  ASSERT_TRUE(loader_->CreateAll());
  const auto wait = loader_->DeviceFunction<PFN_vkDeviceWaitIdle>("vkDeviceWaitIdle");
  void* child_of_device[1] = {*reinterpret_cast<void**>(loader_->device)};
  EXPECT_EQ(wait(loader_->device), VK_SUCCESS);
  loader_->DestroyAll();
  EXPECT_EQ(wait(reinterpret_cast<VkDevice>(child_of_device)), VK_ERROR_INITIALIZATION_FAILED);
  EXPECT_EQ(bench_.Count("A", "violation"), 1);
}

TEST_F(ChainTest, PhysicalDeviceQueriesForItsDeviceFunctionsEndHere) {
  Start(R"("device_functions":["lsUnknownBelow"])");
  ASSERT_EQ(loader_->CreateInstance(), VK_SUCCESS);
  EXPECT_EQ(loader_->first_gpdpa()(loader_->instance, "lsUnknownBelow"), nullptr);
}

TEST_F(ChainTest, TracesEntriesOnRequest) {
  Start(R"("trace_enter":true)");
  ASSERT_TRUE(loader_->CreateAll());
  EXPECT_THAT(bench_.EventNames(), Contains("A:vkEnumeratePhysicalDevices:enter"));
}

TEST_F(ChainTest, OldInterfaceWorks) {
  Start("", "vulkan_layer_v1");
  ASSERT_TRUE(loader_->CreateAll());
  EXPECT_EQ(bench_.Count("A", "negotiate"), 0);
  EXPECT_EQ(bench_.Count("A", "early_call"), 0);
  loader_->DestroyAll();
  EXPECT_EQ(bench_.Count("A", "export_call"), 2);
}

TEST_F(ChainTest, ManyInstancesAtOnce) {
  Start("");
  std::vector<VkInstance> instances;
  for (int i = 0; i < 300; ++i) {
    ASSERT_EQ(loader_->CreateInstance(), VK_SUCCESS);
    instances.push_back(loader_->instance);
  }
  for (VkInstance instance : instances) {
    loader_->instance = instance;
    uint32_t count = 0;
    loader_->InstanceFunction<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices")(
        instance, &count, nullptr);
    EXPECT_EQ(fake_driver.last_handle, instance);
    loader_->DestroyAll();
  }
  EXPECT_EQ(fake_driver.living, 0);
  EXPECT_EQ(bench_.Count("A", "violation"), 0);
}

TEST_F(ChainTest, CopiesAreIndependent) {
  std::vector<void*> layers;
  for (int i = 0; i < 64; ++i) {
    layers.push_back(bench_.Load("L" + std::to_string(i),
                                 i % 2 == 0 ? R"("intercept":[])" : R"("trace_enter":true)"));
    ASSERT_NE(layers.back(), nullptr) << dlerror();
  }
  loader_ = std::make_unique<FakeLoader>(layers);
  ASSERT_TRUE(loader_->CreateAll());
  EXPECT_EQ(bench_.Count("L2", "vkEnumeratePhysicalDevices"), 0);
  EXPECT_EQ(bench_.Count("L63", "vkEnumeratePhysicalDevices"), 1);
  loader_.reset();
  EXPECT_EQ(fake_driver.living, 0);
  for (int i = 0; i < 64; ++i) EXPECT_EQ(bench_.Count("L" + std::to_string(i), "unload"), 1);
}

}  // namespace
}  // namespace loadstone::mock::vulkan_layer_chain_test
