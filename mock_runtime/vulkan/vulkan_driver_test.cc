// SPDX-License-Identifier: Apache-2.0
// The driver as a library: its variants, its configuration, and its interface to the loader.
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <ostream>
#include <set>

#include "mock_runtime/vulkan/driver_copy.h"

namespace loadstone::mock::vulkan_driver_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kExports[] = {"vk_icdNegotiateLoaderICDInterfaceVersion",
                                    "vk_icdGetInstanceProcAddr",
                                    "vk_icdGetPhysicalDeviceProcAddr",
                                    "vkGetInstanceProcAddr",
                                    "vkCreateInstance",
                                    "vkEnumerateInstanceExtensionProperties"};

struct Variant {
  const char* name;
  std::set<std::string> exports;
  bool negotiates;  // through an export or the lookup
};

// Otherwise GoogleTest would name a variant by its bytes, which differ from run to run.
void PrintTo(const Variant& variant, std::ostream* out) { *out << variant.name; }

class VariantTest : public testing::TestWithParam<Variant> {
 protected:
  TestFolder folder_;
  const DriverCopy driver_{folder_, "driver", "", GetParam().name};
};

TEST_P(VariantTest, ExportsItsFunctionsAndNothingElse) {
  for (const char* name : kExports) {
    EXPECT_EQ(driver_.Symbol(name) != nullptr, GetParam().exports.count(name) == 1) << name;
  }
  EXPECT_EQ(driver_.Symbol("loadstone_negotiate"), nullptr);
  EXPECT_EQ(driver_.Symbol("vkEnumeratePhysicalDevices"), nullptr);
}

TEST_P(VariantTest, NegotiatesOnlyIfItsInterfaceDoes) {
  EXPECT_EQ(driver_.Find("vk_icdNegotiateLoaderICDInterfaceVersion") != nullptr,
            GetParam().negotiates);
  EXPECT_EQ(driver_.Find("vk_icdGetPhysicalDeviceProcAddr") != nullptr, GetParam().negotiates);
}

TEST_P(VariantTest, HasNoSharedObjectName) {
  const TestFolder other_folder;
  const DriverCopy other(other_folder, "driver", "", GetParam().name);
  EXPECT_EQ(driver_.Trace("load").size(), 1u);
  EXPECT_EQ(other.Trace("load").size(), 1u);
}

INSTANTIATE_TEST_SUITE_P(
    All, VariantTest,
    testing::Values(Variant{"vulkan_driver", {kExports[0], kExports[1], kExports[2]}, true},
                    Variant{"vulkan_driver_v7", {kExports[1]}, true},
                    Variant{"vulkan_driver_v1", {kExports[1]}, false},
                    Variant{"vulkan_driver_v1_and_v0",
                            {kExports[1], kExports[3], kExports[4], kExports[5]},
                            false},
                    Variant{"vulkan_driver_v0", {kExports[3], kExports[4], kExports[5]}, false},
                    Variant{"vulkan_driver_none", {}, false}),
    [](const auto& info) { return std::string(info.param.name); });

class DriverTest : public testing::Test {
 protected:
  struct Negotiation {
    VkResult result;
    uint32_t version;
  };
  static Negotiation Negotiate(const DriverCopy& driver, uint32_t offered) {
    const auto negotiate = reinterpret_cast<PFN_vk_icdNegotiateLoaderICDInterfaceVersion>(
        driver.Symbol("vk_icdNegotiateLoaderICDInterfaceVersion"));
    const VkResult result = negotiate(&offered);
    return {result, offered};
  }

  TestFolder folder_;
};

TEST_F(DriverTest, FindsFunctionsOfTheInterfaceWithoutAnInstanceOnly) {
  for (const char* variant : {"vulkan_driver", "vulkan_driver_v7"}) {
    const DriverCopy driver(folder_, variant, "", variant);
    const DriverUser user(driver);
    const auto find =
        reinterpret_cast<PFN_vkGetInstanceProcAddr>(driver.Symbol("vk_icdGetInstanceProcAddr"));
    for (const char* name :
         {"vk_icdNegotiateLoaderICDInterfaceVersion", "vk_icdGetPhysicalDeviceProcAddr"}) {
      EXPECT_NE(find(VK_NULL_HANDLE, name), nullptr) << name;
      EXPECT_EQ(find(user.instance, name), nullptr) << name;
    }
  }
}

TEST_F(DriverTest, TakesALoaderForALegacyOneAfterAnotherQuery) {
  constexpr char kNegotiate[] = "vk_icdNegotiateLoaderICDInterfaceVersion";
  for (const bool early : {false, true}) {
    const DriverCopy driver(folder_, early ? "early" : "late",
                            R"("misbehave":["legacy_after_another_query"])", "vulkan_driver_v7");
    const auto find =
        reinterpret_cast<PFN_vkGetInstanceProcAddr>(driver.Symbol("vk_icdGetInstanceProcAddr"));
    if (early) {
      EXPECT_NE(find(VK_NULL_HANDLE, "vkCreateInstance"), nullptr);
    }
    EXPECT_EQ(find(VK_NULL_HANDLE, kNegotiate) == nullptr, early);
  }
}

TEST_F(DriverTest, TracesQueriesOfVersion0BesideVersion1) {
  const DriverCopy driver(folder_, "driver", "", "vulkan_driver_v1_and_v0");
  for (const char* name : {"vk_icdGetInstanceProcAddr", "vkGetInstanceProcAddr"}) {
    const auto find = reinterpret_cast<PFN_vkGetInstanceProcAddr>(driver.Symbol(name));
    EXPECT_NE(find(VK_NULL_HANDLE, "vkCreateInstance"), nullptr);
  }
  EXPECT_EQ(driver.Trace("version_0").size(), 1u);
}

TEST_F(DriverTest, TracesItsLife) {
  DriverCopy driver(folder_, "driver", "\"who\":\"it\"");
  driver.Close();
  const auto events = driver.Trace();
  ASSERT_EQ(events.size(), 2u);
  EXPECT_STREQ(events[0]["what"].GetString(), "load");
  EXPECT_STREQ(events[0]["who"].GetString(), "it");
  EXPECT_EQ(events[0]["path"].GetString(), driver.path());
  EXPECT_STREQ(events[1]["what"].GetString(), "unload");
}

TEST_F(DriverTest, LeavesTheProcessWhenClosed) {
  DriverCopy driver(folder_, "driver", "");
  { const DriverUser user(driver); }
  void* again = dlopen(driver.path().c_str(), RTLD_NOW | RTLD_NOLOAD);
  ASSERT_NE(again, nullptr);
  dlclose(again);
  driver.Close();
  EXPECT_EQ(dlopen(driver.path().c_str(), RTLD_NOW | RTLD_NOLOAD), nullptr);
}

TEST_F(DriverTest, IsIndependentOfItsCopies) {
  const DriverCopy one(folder_, "one", R"("physical_devices":[{"name":"first"}])");
  const DriverCopy two(folder_, "two", R"("physical_devices":[{"name":"second"}])");
  for (const DriverCopy* driver : {&one, &two}) {
    const DriverUser user(*driver, false);
    VkPhysicalDeviceProperties properties;
    user.Get<PFN_vkGetPhysicalDeviceProperties>("vkGetPhysicalDeviceProperties")(
        user.physical_device, &properties);
    EXPECT_STREQ(properties.deviceName, driver == &one ? "first" : "second");
  }
  EXPECT_EQ(one.Trace("vkCreateInstance").size(), 1u);
  EXPECT_EQ(two.Trace("vkCreateInstance").size(), 1u);
}

TEST_F(DriverTest, DoesNotKnowTheHandlesOfACopy) {
  const DriverCopy one(folder_, "one", "");
  const DriverCopy two(folder_, "two", "");
  const DriverUser user(one, false);
  VkPhysicalDeviceProperties properties;
  two.Get<PFN_vkGetPhysicalDeviceProperties>("vkGetPhysicalDeviceProperties", user.instance)(
      user.physical_device, &properties);
  EXPECT_THAT(two.Violations(),
              ElementsAre("not a live handle of this type", "not a live handle of this type"));
  EXPECT_THAT(one.Violations(), IsEmpty());
}

TEST_F(DriverTest, WorksWithABrokenConfiguration) {
  folder_.Write("broken.so.config", "{\"physical_devices\":");
  const std::string path = folder_.Path("broken.so");
  std::filesystem::copy_file(std::string(LOADSTONE_MOCK_DIR) + "/vulkan_driver.so", path);
  void* library = dlopen(path.c_str(), RTLD_NOW);
  ASSERT_NE(library, nullptr) << dlerror();
  const auto find =
      reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library, "vk_icdGetInstanceProcAddr"));
  EXPECT_NE(find(nullptr, "vkCreateInstance"), nullptr);
  dlclose(library);
}

TEST_F(DriverTest, SurvivesKeysOfTheWrongType) {
  const DriverCopy driver(folder_, "driver",
                          R"("physical_devices":[1,"x",{"pci":["a"],"queue_families":[2],)"
                          R"("extensions":[[],7]}],"instance_extensions":{},"api_version":5,)"
                          R"("physical_device_functions":[1,null],"results":[],"faults":3)");
  const DriverUser user(driver, false);
  uint32_t count = 0;
  user.Get<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices")(user.instance, &count,
                                                                         nullptr);
  EXPECT_EQ(count, 3u);
}

TEST_F(DriverTest, AgreesOnTheSmallerVersion) {
  const DriverCopy driver(folder_, "driver", R"("interface_version":5)");
  EXPECT_EQ(Negotiate(driver, 7).version, 5u);
  EXPECT_EQ(Negotiate(driver, 2).version, 2u);
  const auto events = driver.Trace("negotiate");
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0]["offered"].GetUint(), 7u);
  EXPECT_EQ(events[0]["answer"].GetUint(), 5u);
  EXPECT_EQ(events[0]["result"].GetInt(), 0);
}

TEST_F(DriverTest, AnswersNegotiationAsItIsTold) {
  const DriverCopy driver(folder_, "driver", R"("interface_answer":99,"negotiate_result":-9)");
  const Negotiation negotiation = Negotiate(driver, 3);
  EXPECT_EQ(negotiation.version, 99u);
  EXPECT_EQ(negotiation.result, VK_ERROR_INCOMPATIBLE_DRIVER);
}

TEST_F(DriverTest, SaysItsVersion) {
  const DriverCopy driver(folder_, "driver", R"("api_version":"1.2.7")");
  uint32_t version = 0;
  EXPECT_EQ(driver.Get<PFN_vkEnumerateInstanceVersion>("vkEnumerateInstanceVersion")(&version),
            VK_SUCCESS);
  EXPECT_EQ(version, VK_MAKE_API_VERSION(0, 1, 2, 7));
}

TEST_F(DriverTest, ReportsAnotherVersionIfItIsTold) {
  const DriverCopy driver(folder_, "driver", R"("reported_version":"1.0.7","version_result":-3)");
  uint32_t version = 0;
  EXPECT_EQ(driver.Get<PFN_vkEnumerateInstanceVersion>("vkEnumerateInstanceVersion")(&version),
            VK_ERROR_INITIALIZATION_FAILED);
  EXPECT_EQ(version, VK_MAKE_API_VERSION(0, 1, 0, 7));
}

TEST_F(DriverTest, HasNoVersionFunctionIfItMustNot) {
  const DriverCopy told(folder_, "told", R"("no_enumerate_version":true)");
  EXPECT_EQ(told.Find("vkEnumerateInstanceVersion"), nullptr);
  const DriverCopy old(folder_, "old", R"("api_version":"1.0.3")");
  EXPECT_EQ(old.Find("vkEnumerateInstanceVersion"), nullptr);
}

TEST_F(DriverTest, HidesFunctions) {
  const DriverCopy driver(folder_, "driver", R"("hidden_functions":["vkCreateInstance"])");
  EXPECT_EQ(driver.Find("vkCreateInstance"), nullptr);
  EXPECT_NE(driver.Find("vkEnumerateInstanceVersion"), nullptr);
}

TEST_F(DriverTest, HasFunctionsOfExtensionsThatItDoesNotList) {
  constexpr char kFunction[] = "vkGetPhysicalDeviceSurfaceSupportKHR";
  VkInstance instance;
  const DriverCopy usual(folder_, "usual", "");
  ASSERT_EQ(CreateInstance(usual, &instance, VK_API_VERSION_1_0), VK_SUCCESS);
  EXPECT_EQ(usual.Find(kFunction, instance), nullptr);
  usual.Get<PFN_vkDestroyInstance>("vkDestroyInstance", instance)(instance, nullptr);
  const DriverCopy told(folder_, "told", R"("unlisted_functions":true)");
  ASSERT_EQ(CreateInstance(told, &instance, VK_API_VERSION_1_0), VK_SUCCESS);
  EXPECT_NE(told.Find(kFunction, instance), nullptr);
  told.Get<PFN_vkDestroyInstance>("vkDestroyInstance", instance)(instance, nullptr);
}

TEST_F(DriverTest, LeavesTheVersionCheckToANewerLoader) {
  const DriverCopy driver(folder_, "driver", R"("api_version":"1.1.0")");
  Negotiate(driver, 5);
  VkInstance instance;
  ASSERT_EQ(CreateInstance(driver, &instance, VK_API_VERSION_1_3), VK_SUCCESS);
  driver.Get<PFN_vkDestroyInstance>("vkDestroyInstance", instance)(instance, nullptr);
}

TEST_F(DriverTest, RefusesNewerVersionsForAnOlderLoader) {
  const DriverCopy driver(folder_, "driver", R"("api_version":"1.3.0")");
  Negotiate(driver, 4);
  VkInstance instance;
  EXPECT_EQ(CreateInstance(driver, &instance, VK_API_VERSION_1_1), VK_ERROR_INCOMPATIBLE_DRIVER);
  EXPECT_EQ(instance, VK_NULL_HANDLE);
}

TEST_F(DriverTest, FindsOnlyGlobalCommandsWithoutAnInstance) {
  const DriverCopy driver(folder_, "driver", "");
  for (const char* name : {"vkCreateInstance", "vkEnumerateInstanceVersion",
                           "vkEnumerateInstanceExtensionProperties", "vkGetInstanceProcAddr"}) {
    EXPECT_NE(driver.Find(name), nullptr) << name;
  }
  for (const char* name : {"vkEnumeratePhysicalDevices", "vkCreateDevice", "vkCmdDraw", ""}) {
    EXPECT_EQ(driver.Find(name), nullptr) << name;
  }
}

TEST_F(DriverTest, FindsCommandsOfItsVersionAndExtensions) {
  const DriverCopy driver(
      folder_, "driver",
      R"("api_version":"1.1.0","instance_extensions":["VK_KHR_get_physical_device_properties2"])");
  const DriverUser user(driver, false);
  EXPECT_NE(driver.Find("vkCreateDevice", user.instance), nullptr);
  EXPECT_NE(driver.Find("vkGetDeviceQueue2", user.instance), nullptr);
  EXPECT_NE(driver.Find("vkGetPhysicalDeviceProperties2KHR", user.instance), nullptr);
  EXPECT_EQ(driver.Find("vkGetBufferDeviceAddress", user.instance), nullptr);
  EXPECT_EQ(driver.Find("vkCmdBeginRendering", user.instance), nullptr);
  EXPECT_EQ(driver.Find("vkGetPhysicalDeviceSurfaceSupportKHR", user.instance), nullptr);
  EXPECT_EQ(driver.Find("vkNobodyKnows", user.instance), nullptr);
}

TEST_F(DriverTest, TracesQueriesOnlyWhenAsked) {
  const DriverCopy quiet(folder_, "quiet", "");
  quiet.Find("vkCreateInstance");
  EXPECT_THAT(quiet.Trace("vk_icdGetInstanceProcAddr"), IsEmpty());
  const DriverCopy loud(folder_, "loud", R"("trace_queries":true)");
  loud.Find("vkWhatever");
  const auto events = loud.Trace("vk_icdGetInstanceProcAddr");
  ASSERT_EQ(events.size(), 1u);
  EXPECT_STREQ(events[0]["name"].GetString(), "vkWhatever");
  EXPECT_FALSE(events[0]["found"].GetBool());
}

TEST_F(DriverTest, ForcesResults) {
  const DriverCopy driver(folder_, "driver", R"("results":{"vkCreateInstance":-3})");
  VkInstance instance = VK_NULL_HANDLE;
  EXPECT_EQ(CreateInstance(driver, &instance), VK_ERROR_INITIALIZATION_FAILED);
  const auto events = driver.Trace("vkCreateInstance");
  ASSERT_EQ(events.size(), 1u);
  EXPECT_TRUE(events[0]["forced"].GetBool());
}

TEST_F(DriverTest, CrashesWhereItIsTold) {
  EXPECT_EXIT(DriverCopy(folder_, "load", R"("faults":{"load":"exit"})"),
              testing::ExitedWithCode(42), "");
  const DriverCopy driver(folder_, "driver",
                          R"("faults":{"vkCreateInstance":"crash","negotiate":"abort"})");
  VkInstance instance;
  EXPECT_EXIT(CreateInstance(driver, &instance), testing::KilledBySignal(SIGSEGV), "");
  EXPECT_EXIT(Negotiate(driver, 7), testing::KilledBySignal(SIGABRT), "");
}

}  // namespace
}  // namespace loadstone::mock::vulkan_driver_test
