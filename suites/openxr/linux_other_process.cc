#include "suites/common/linux_other_process.h"

#include "policies/policy_ids.h"
#include "suites/common/changed_files.h"
#include "suites/openxr/layers.h"

// Several processes with a loader on one machine.
namespace loadstone::suites::other_process_of_openxr {
namespace {

constexpr char kImplicitLayer[] = "XR_APILAYER_LS_implicit";
constexpr char kExplicitLayer[] = "XR_APILAYER_LS_explicit";

OPENXR_CASE(LS_XR_ROBUSTNESS_5, layers_for_a_second_process) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kImplicitLayer).Implicit()).With(ApiLayer(kExplicitLayer));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    app.EnumerateLayers();
    InAnotherProcess([&] { app.EnumerateLayers(); });
  });
  const auto lists = ListsOf(seen, "xrEnumerateApiLayerProperties");
  EXPECT_SEEN(lists.size(), Eq(2u)) << "both calls return";
  for (const std::vector<std::string>& list : lists) {
    EXPECT_SEEN(list, UnorderedElementsAre(kImplicitLayer, kExplicitLayer))
        << "a process finds the API layers that another one finds";
  }
}

}  // namespace
}  // namespace loadstone::suites::other_process_of_openxr
