// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/openxr/layers.h"
#include "suites/openxr/messages/messengers.h"

// design, "Logging Classes"; api-fundamentals, "Object Handle Types": messengers that are created
// after others were destroyed. A handle may be that of one that was destroyed, and of no other.
namespace loadstone::suites::later_messengers {
namespace {

using namespace messengers;

constexpr size_t kAtFirst = 3;
constexpr size_t kLater = 3;

// Three messengers, of which some are destroyed, and three later ones. Then each of those that
// exist is destroyed; before that, a message is submitted.
void JudgeLater(Case& c, const std::vector<size_t>& destroyed, const char* layer) {
  OpenXrWorld world(c.subject());
  std::vector<std::string> layers;
  if (layer != nullptr) layers.emplace_back(layer);
  for (const std::string& name : layers) world.With(ApiLayer(name));
  const auto is_left = [&](size_t i) {
    return std::find(destroyed.begin(), destroyed.end(), i) == destroyed.end();
  };
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    if (!Begin(app, layers)) return;
    Listener listener(app);
    if (!listener.IsComplete()) return;
    std::vector<XrDebugUtilsMessengerEXT> messengers;
    const auto create = [&] {
      messengers.push_back(listener.Create(messengers.size(), kSeverities[3], kTypes[0]));
    };
    while (messengers.size() < kAtFirst) create();
    for (const size_t i : destroyed) listener.Destroy(messengers[i]);
    while (messengers.size() < kAtFirst + kLater) create();
    for (size_t i = 0; i < messengers.size(); ++i) {
      if (!is_left(i)) continue;
      listener.Submit(kSeverities[3], kTypes[0], fmt::format("to {} and later ones", i));
      listener.Destroy(messengers[i]);
    }
    app.DestroyInstance();
  });
  if (seen.First(kAppName, "not_listed").has_value()) {
    GTEST_SKIP() << "the loader does not list XR_EXT_debug_utils";
  }
  EXPECT_SEEN(XrResultsOf(seen, "xrDestroyDebugUtilsMessengerEXT"),
              AllOf(SizeIs(kAtFirst + kLater), Each("XR_SUCCESS")))
      << "each messenger exists until it is destroyed, whatever others were destroyed before it";
  std::vector<std::string> submitted;
  for (size_t i = 0; i < kAtFirst + kLater; ++i) {
    if (is_left(i)) submitted.push_back(fmt::format("to {} and later ones", i));
    const std::vector<std::string> wanted = is_left(i) ? submitted : std::vector<std::string>();
    EXPECT_SEEN(HeardBy(seen, i), ElementsAreArray(wanted))
        << "a messenger gets what is submitted until it is destroyed, and nothing later";
  }
}

struct Destroyed {
  const char* name;
  std::vector<size_t> messengers;
};

REGISTER_CASES {
  static const std::vector<Destroyed> kDestroyed = {
      {"the_first", {0}}, {"the_middle_one", {1}}, {"two", {0, 2}}};
  for (const Destroyed& destroyed : kDestroyed) {
    for (const char* layer : {static_cast<const char*>(nullptr), "XR_APILAYER_LS_a"}) {
      RegisterCase(Api::kOpenXr, {policy::LS_XR_DEBUG_4},
                   fmt::format("later_messengers_without_{}{}", destroyed.name,
                               layer != nullptr ? "_below_a_layer" : ""),
                   [&destroyed, layer](Case& c) { JudgeLater(c, destroyed.messengers, layer); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::later_messengers
