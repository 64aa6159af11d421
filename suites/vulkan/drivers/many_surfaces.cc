// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "suites/common/destruction_orders.h"
#include "suites/vulkan/drivers/surfaces.h"

// LoaderDriverInterface, "Handling KHR Surface Objects in WSI Extensions": more surfaces at once
// than a table of fixed size holds, each destroyed in a different order from the one in which it
// was created. Each driver makes its own surfaces, whose handles may be equal to those of another:
// a handle that is not dispatchable is a number of its driver.
namespace loadstone::suites::many_surfaces {
namespace {

constexpr size_t kSurfaces = 70;

void QueryAll(VulkanApp& app, const std::vector<VkPhysicalDevice>& devices,
              const std::vector<VkSurfaceKHR>& surfaces) {
  for (const VkSurfaceKHR surface : surfaces) {
    if (surface == VK_NULL_HANDLE) continue;
    for (const VkPhysicalDevice device : devices) QuerySurfaceSupport(app, device, surface);
  }
}

// Creates the surfaces, asks about each, destroys them in this order, and asks again about those
// that are left when half of them are gone.
void Run(VulkanApp& app, const SurfaceKind& kind, const std::vector<size_t>& order) {
  if (!AreListed(app, kind.extensions)) return;
  if (app.CreateInstance({.extensions = kind.extensions}) != VK_SUCCESS) return;
  std::vector<VkSurfaceKHR> surfaces;
  for (size_t i = 0; i < kSurfaces; ++i) {
    surfaces.push_back(kind.make(app));
    if (surfaces.back() == VK_NULL_HANDLE) return;
  }
  const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
  QueryAll(app, devices, surfaces);
  for (size_t i = 0; i < order.size(); ++i) {
    if (i == order.size() / 2) QueryAll(app, devices, surfaces);
    DestroySurface(app, surfaces[order[i]]);
    surfaces[order[i]] = VK_NULL_HANDLE;
  }
  app.DestroyInstance();
}

std::vector<std::string> Handles(const Observation& seen, const std::string& driver,
                                 const char* command, const char* member) {
  std::vector<std::string> handles;
  for (const Event& event : seen.Select(driver, command)) handles.push_back(event.Text(member));
  return handles;
}

void ExpectOwnSurfaces(const Observation& seen, const SurfaceKind& kind, const std::string& driver,
                       const std::vector<size_t>& order) {
  const std::vector<std::string> created = Handles(seen, driver, kind.create, "handle");
  ASSERT_SEEN(created, SizeIs(kSurfaces)) << driver << " creates its own surface for each";
  std::vector<std::string> asked = created;
  std::vector<std::string> destroyed;
  for (const size_t i : order) destroyed.push_back(created[i]);
  for (size_t i = 0; i < kSurfaces; ++i) {
    const auto place = std::find(order.begin(), order.end(), i) - order.begin();
    if (static_cast<size_t>(place) >= order.size() / 2) asked.push_back(created[i]);
  }
  EXPECT_SEEN(Handles(seen, driver, kSurfaceSupport, "surface"), ElementsAreArray(asked))
      << "the driver gets its own surface in each query, while others exist and after others were "
         "destroyed";
  EXPECT_SEEN(Handles(seen, driver, kDestroySurface, "handle"), ElementsAreArray(destroyed))
      << "the driver destroys the surfaces that it created, in the order of the application";
}

// Handles of surfaces in both drivers: different ones, which are addresses, or the same numbers.
constexpr char kAddresses[] = "{}";
constexpr char kNumbers[] = R"({"first_surface": 1})";

void Judge(Case& c, const SurfaceKind& kind, const std::vector<size_t>& order,
           const char* handles) {
  VulkanWorld world(c.subject());
  world.WithoutDriver();
  for (const char* name : {"one", "two"}) {
    world.With(SurfaceDriver(name, kind.extensions, true).Behaviour(handles));
  }
  const Observation seen = Observe(c, world, [&](VulkanApp& app) { Run(app, kind, order); });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  for (const char* driver : {"one", "two"}) ExpectOwnSurfaces(seen, kind, driver, order);
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "each driver gets a surface of the kind that it expects";
}

REGISTER_CASES {
  for (const SurfaceKind& kind : SurfaceKinds()) {
    for (const DestructionOrder& order : kDestructionOrders) {
      std::vector<policy::Id> policies = {policy::LS_VK_SURFACE_1, policy::LDP_LOADER_11};
      if (IsHeadless(kind)) policies = PoliciesOfOwnSurfaces(kind);
      RegisterCase(Api::kVulkan, policies,
                   fmt::format("{}many_destroyed_{}", kind.prefix, order.name),
                   [&](Case& c) { Judge(c, kind, order.objects(kSurfaces), kAddresses); });
      RegisterCase(
          Api::kVulkan, policies,
          fmt::format("{}handles_of_two_drivers_are_equal_destroyed_{}", kind.prefix, order.name),
          [&](Case& c) { Judge(c, kind, order.objects(kSurfaces), kNumbers); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::many_surfaces
