#include "suites/common/linux_other_process.h"

#include "policies/policy_ids.h"
#include "suites/common/changed_files.h"

// Several processes with a loader on one machine.
namespace loadstone::suites::other_process {
namespace {

constexpr char kImplicitLayer[] = "VK_LAYER_LS_implicit";
constexpr char kExplicitLayer[] = "VK_LAYER_LS_explicit";

VULKAN_CASE(LS_VK_ROBUSTNESS_16, layers_for_a_second_process) {
  VulkanWorld world(c.subject());
  world.With(Layer(kImplicitLayer).Implicit()).With(Layer(kExplicitLayer));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.EnumerateLayers();
    InAnotherProcess([&] { app.EnumerateLayers(); });
  });
  const auto lists = ListsOf(seen, "vkEnumerateInstanceLayerProperties");
  EXPECT_SEEN(lists.size(), Eq(2u)) << "both calls return";
  for (const std::vector<std::string>& list : lists) {
    EXPECT_SEEN(list, UnorderedElementsAre(kImplicitLayer, kExplicitLayer))
        << "a process finds the layers that another one finds";
  }
}

}  // namespace
}  // namespace loadstone::suites::other_process
