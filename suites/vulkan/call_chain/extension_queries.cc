// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/call_chain/extension_queries.h"

#include <fmt/format.h>

#include "harness/probe/app_trace.h"
#include "suites/vulkan/drivers/drivers.h"
#include "suites/vulkan/extensions/extensions.h"

// LoaderLayerInterface, "Layer Call Chains and Distributed Dispatch": queries of physical devices
// that instance extensions and later core versions add are dispatched (LS_VK_CHAIN_5). "Layer
// Unknown Physical Device Extensions": those that extensions of devices add are reached, whether
// the loader knows them or not (LS_VK_PROCADDR_1). The physical devices list the extensions.
namespace loadstone::suites::extension_queries {
namespace {

constexpr char kAnswer[] = "answer";

Driver WithExtensions(const char* name, const ExtensionQuery& query) {
  const JsonObject device = JsonObject().Set("name", name).Set("extensions", query.of_devices);
  return Driver(name)
      .Behaviour(JsonObject().Set("instance_extensions", query.extensions).Text())
      .Behaviour(
          fmt::format(R"({{"own_surfaces": true, "physical_devices": [{}]}})", device.Text()));
}

void Judge(Case& c, const ExtensionQuery& query, int layer_count) {
  if (query.api_version > VK_API_VERSION_1_1 &&
      c.subject().api_version < policy::Version{1, 3, 0}) {
    GTEST_SKIP() << "the function was added in Vulkan 1.3";
  }
  const std::vector<std::string> layers = NumberedLayers(layer_count);
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(WithExtensions("one", query)).With(WithExtensions("two", query));
  for (const std::string& layer : layers) world.With(Layer(layer));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (!AreListed(app, query.extensions)) return;
    if (app.CreateInstance(
            {.layers = layers, .extensions = query.extensions, .api_version = query.api_version}) !=
        VK_SUCCESS) {
      return;
    }
    const PFN_vkVoidFunction function = app.InstanceProc(query.function);
    AppEvent("found").Add("found", function != nullptr);
    if (function == nullptr) return;
    for (const VkPhysicalDevice device : app.EnumeratePhysicalDevices()) {
      AppEvent(query.function, "enter");
      const bool good = query.ask(function, device);
      AppEvent(query.function, "leave");
      AppEvent(kAnswer).Add("good", good);
    }
    app.DestroyInstance();
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  EXPECT_SEEN(InstanceChain(seen), ElementsAreArray(layers)) << "the layers are in the chain";
  const std::optional<Event> found = seen.First(kAppName, "found");
  ASSERT_HOLDS(found.has_value()) << "an instance with the extensions can be created";
  ASSERT_HOLDS(found->Flag("found"))
      << query.function << " is found, which every driver has with its extension";
  std::vector<bool> good;
  for (const Event& answer : seen.Select(kAppName, kAnswer)) good.push_back(answer.Flag("good"));
  EXPECT_SEEN(good, AllOf(SizeIs(2), Each(true)))
      << "the application gets the answers of both drivers";
  for (const char* driver : {"one", "two"}) {
    EXPECT_SEEN(seen.Select(driver, query.command), SizeIs(1))
        << query.function << " reaches " << driver << " once, for its physical device";
  }
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "the drivers get valid calls";
}

void Register(policy::Id id, const std::vector<ExtensionQuery>& queries) {
  for (const ExtensionQuery& query : queries) {
    for (const int layers : {0, 3}) {
      RegisterCase(Api::kVulkan, {id},
                   fmt::format("query_of_{}_through_{}_layers", query.name, layers),
                   [query, layers](Case& c) { Judge(c, query, layers); });
    }
  }
}

REGISTER_CASES {
  Register(policy::LS_VK_CHAIN_5, QueriesOfInstances());
  Register(policy::LS_VK_PROCADDR_1, QueriesOfDevices());
}

// An instance extension can be used with each physical device of its instance. What the loader
// answers for the driver that lacks it is open (LDP_LOADER_8).
void JudgeLacking(Case& c, const ExtensionQuery& query) {
  VulkanWorld world(c.subject());
  world.WithoutDriver()
      .With(WithExtensions("one", query))
      .With(NamedDriver("lacking")
                .Manifest(R"({"api_version": "1.0.68"})")
                .Behaviour(R"({"api_version": "1.0.68"})"));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (!AreListed(app, query.extensions)) return;
    if (app.CreateInstance({.extensions = query.extensions}) != VK_SUCCESS) return;
    const PFN_vkVoidFunction function = app.InstanceProc(query.function);
    if (function == nullptr) return;
    for (const VkPhysicalDevice device : DevicesWithout(app, "one")) {
      AppEvent(query.function, "enter");
      query.ask(function, device);
      AppEvent(query.function, "leave");
    }
    app.DestroyInstance();
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  EXPECT_SEEN(seen.Select(kAppName, query.function), SizeIs(2))
      << query.function << " returns for a driver without the extension";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "the drivers get valid calls";
}

REGISTER_CASES {
  for (const ExtensionQuery& query : QueriesOfInstances()) {
    if (query.extensions.empty()) continue;
    RegisterCase(Api::kVulkan, {policy::LS_VK_ROBUSTNESS_1},
                 fmt::format("{}_of_a_driver_without_the_extension", query.name),
                 [query](Case& c) { JudgeLacking(c, query); });
  }
}

}  // namespace
}  // namespace loadstone::suites::extension_queries
