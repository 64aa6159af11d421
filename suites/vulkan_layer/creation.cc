// SPDX-License-Identifier: Apache-2.0
// The layer's part in vkCreateInstance and vkCreateDevice: "Layer Dispatch Initialization",
// LLP_LAYER_12, 13, 17, 21, 22. The witnesses trace what the layer gets and what it passes on.

#include <fmt/format.h>

#include <algorithm>

#include "suites/vulkan_layer/queries.h"
#include "suites/vulkan_layer/transcript.h"

namespace loadstone::suites::creation {
namespace {

void CreateBoth(VulkanApp& app, const LayerNames& layers) {
  if (!CreateInstanceBetween(app, {.layers = layers})) return;
  if (app.CreateDevice() == VK_SUCCESS) app.DestroyDevice();
  app.DestroyInstance();
}

// What the witness below got in a creation: the length of its list of links, and the owner of the
// functions in the first of them.
std::string LinkOf(const std::optional<Event>& creation) {
  if (!creation.has_value()) return "no call";
  if (!creation->Flag("link_found")) return "no link information";
  return fmt::format("{} links, the first of {}", creation->Number("link_count"),
                     creation->Text("next_gipa_library"));
}

// Why the witness below has no event of `creation`.
SkipReason WhyNotReached(const LayerComparison& runs, const std::string& creation) {
  if (!FirstOf(runs.without(), kBelow, creation).has_value()) {
    throw HarnessError(creation + " did not reach the witness below");
  }
  if (FirstOf(runs.with(), kBelow, creation).has_value()) return {};
  if (!FirstOf(runs.with(), kAbove, "vkCreateInstance").has_value()) return runs.WhyNoChain();
  if (const SkipReason why = WhyNotFinished(runs.seen(), kSurvives); !why.empty()) return why;
  const bool created = FirstOf(runs.with(), kAppName, creation).has_value();
  const bool without_devices = created || ShowsNoDevices(runs.with());
  if (creation == "vkCreateDevice" && without_devices && !FirstOf(runs.with(), kAbove, creation)) {
    return "the application made no device: the layer shows it no physical device to work with";
  }
  return Unjudged(creation + " did not reach the layer below",
                  {kSameResults, "LS_VK_LAYER_4/creations_reach_what_is_below"});
}

// The target of pInstance or pDevice when the two witnesses were called. A layer that passes on a
// variable of its own keeps the value, because it is for the end of the chain.
std::vector<std::string> Targets(const LayerComparison& runs, const char* creation,
                                 const char* field) {
  std::vector<std::string> targets;
  for (const char* who : {kAbove, kBelow}) {
    targets.push_back(FirstOf(runs.with(), who, creation)->Text(field));
  }
  return targets;
}

VULKAN_LAYER_CASE(LS_VK_LAYER_4, creations_reach_what_is_below) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTwice(c, CreateBoth);
  SKIP_FOR(runs.WhyIncomplete());
  EXPECT_HOLDS(FirstOf(runs.with(), kBelow, "vkCreateInstance").has_value())
      << "a vkCreateInstance that succeeds has reached the layer below";
  const bool device = FirstOf(runs.with(), kAbove, "vkCreateDevice").has_value();
  EXPECT_HOLDS(!device || FirstOf(runs.with(), kBelow, "vkCreateDevice").has_value())
      << "vkCreateDevice reaches the layer below";
}

// An object that was created below is leaked if the layer does not pass its destruction on: no
// other component has a handle for it.
VULKAN_LAYER_CASE(LS_VK_LAYER_4, destructions_reach_what_is_below) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTwice(c, CreateBoth);
  SKIP_FOR(runs.WhyIncomplete());
  SKIP_FOR(WhyNotReached(runs, "vkCreateInstance"));
  const auto reached = [&](const char* destruction) {
    return !FirstOf(runs.with(), kAbove, destruction).has_value() ||
           FirstOf(runs.with(), kBelow, destruction).has_value();
  };
  EXPECT_HOLDS(reached("vkDestroyInstance"))
      << "vkDestroyInstance reaches the layer below, where the instance was created";
  const bool device = FirstOf(runs.with(), kBelow, "vkCreateDevice").has_value();
  EXPECT_HOLDS(!device || reached("vkDestroyDevice"))
      << "vkDestroyDevice reaches the layer below, where the device was created";
}

VULKAN_LAYER_CASE(LLP_LAYER_12, moves_the_link_of_the_instance_on) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTwice(c, CreateBoth);
  SKIP_FOR(WhyNotReached(runs, "vkCreateInstance"));
  EXPECT_SEEN(LinkOf(FirstOf(runs.with(), kBelow, "vkCreateInstance")),
              LinkOf(FirstOf(runs.without(), kBelow, "vkCreateInstance")))
      << "the layer below finds its own link first";
}

VULKAN_LAYER_CASE(LLP_LAYER_13, moves_the_link_of_the_device_on) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTwice(c, CreateBoth);
  SKIP_FOR(WhyNotReached(runs, "vkCreateDevice"));
  EXPECT_SEEN(LinkOf(FirstOf(runs.with(), kBelow, "vkCreateDevice")),
              LinkOf(FirstOf(runs.without(), kBelow, "vkCreateDevice")))
      << "the layer below finds its own link first";
}

VULKAN_LAYER_CASE(LLP_LAYER_21, instance_is_untouched_before_the_call_down) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTwice(c, CreateBoth);
  SKIP_FOR(WhyNotReached(runs, "vkCreateInstance"));
  const auto targets = Targets(runs, "vkCreateInstance", "instance_before");
  EXPECT_SEEN(targets[1], targets[0])
      << "*pInstance does not change between the layer above and the layer below";
}

VULKAN_LAYER_CASE(LLP_LAYER_22, device_is_untouched_before_the_call_down) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTwice(c, CreateBoth);
  SKIP_FOR(WhyNotReached(runs, "vkCreateDevice"));
  const auto targets = Targets(runs, "vkCreateDevice", "device_before");
  EXPECT_SEEN(targets[1], targets[0])
      << "*pDevice does not change between the layer above and the layer below";
}

// The queries for `creation` that the layer made of the witness below in its `creation`: whether
// with an instance.
std::vector<bool> QueriesFor(const std::string& creation, const std::vector<Event>& events) {
  std::vector<bool> with_instance;
  bool inside = false;
  for (const Event& event : events) {
    if (event.what() == creation && event.phase() == "enter") {
      if (event.who() == kAbove) inside = true;
      if (event.who() == kBelow) inside = false;
    }
    if (inside && event.who() == kBelow && event.what() == "vkGetInstanceProcAddr" &&
        event.Text("name") == creation) {
      with_instance.push_back(!event.Text("handle").empty());
    }
  }
  return with_instance;
}

// Whether the library itself exports its negotiation. A layer of the interface versions 0 and 1
// does not, and a layer that negotiates through another library is taken for one of them.
bool ExportsNegotiation(const LayerUnderTest& layer) {
  return std::ranges::find(layer.exports, layer.negotiate) != layer.exports.end();
}

VULKAN_LAYER_CASE(LS_VK_LAYER_29, asks_for_create_device_with_the_instance) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTwice(c, CreateBoth, {.trace_queries = true});
  SKIP_FOR(WhyNotReached(runs, "vkCreateDevice"));
  const std::vector<bool> queries = QueriesFor("vkCreateDevice", runs.with());
  if (queries.empty()) GTEST_SKIP() << "the layer asks for it before its vkCreateDevice";
  const bool with_instance = std::ranges::find(queries, true) != queries.end();
  if (!with_instance && !ExportsNegotiation(LayerOf(c))) {
    GTEST_SKIP()
        << "the layer is older than interface version 2, and the document notes that older "
           "layers may expect the next vkGetInstanceProcAddr to ignore the instance";
  }
  EXPECT_HOLDS(with_instance)
      << "in its vkCreateDevice the layer asks the next vkGetInstanceProcAddr for vkCreateDevice "
         "with the instance; observed: it asks with a null instance";
}

// An application whose variable for the instance has some value before the call: its content is
// undefined then, so a layer cannot use it.
void CreateInOtherVariable(VulkanApp& app, const LayerNames& layers) {
  std::vector<const char*> names;
  for (const std::string& layer : layers) names.push_back(layer.c_str());
  auto info = Structure<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
  info.enabledLayerCount = static_cast<uint32_t>(names.size());
  info.ppEnabledLayerNames = names.data();
  const auto create = As<PFN_vkCreateInstance>(app.GlobalProc("vkCreateInstance"));
  VkInstance instance = reinterpret_cast<VkInstance>(uintptr_t{0x1000});
  const bool created = create(&info, nullptr, &instance) == VK_SUCCESS;
  app.LookUpExports();  // the application has no current instance
  const auto destroy = app.Get<PFN_vkDestroyInstance>("vkDestroyInstance");
  if (created && destroy != nullptr) destroy(instance, nullptr);
}

VULKAN_LAYER_CASE(LS_VK_LAYER_29, asks_for_create_instance_without_an_instance) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTwice(c, CreateInOtherVariable, {.trace_queries = true});
  SKIP_FOR(WhyNotReached(runs, "vkCreateInstance"));
  const std::vector<bool> queries = QueriesFor("vkCreateInstance", runs.with());
  if (queries.empty()) GTEST_SKIP() << "the layer does not ask in its vkCreateInstance";
  EXPECT_HOLDS(std::ranges::find(queries, false) != queries.end())
      << "in its vkCreateInstance the layer asks the next vkGetInstanceProcAddr for "
         "vkCreateInstance with a null instance; observed: it asks with another handle";
}

// The object that `creation` returned to the caller `who`: its handle, and its first word at that
// time.
struct Created {
  std::string handle;
  std::string word;  // empty if it is null
};

std::optional<Created> CreatedBy(const std::vector<Event>& events, const char* who,
                                 const char* creation, const char* handle) {
  for (const Event& event : events) {
    if (event.who() == who && event.what() == creation && event.phase() == "leave" &&
        event.Number("result") == VK_SUCCESS) {
      return Created{event.Text(handle), event.Text("word")};
    }
  }
  return std::nullopt;
}

bool IsDispatchTable(const std::string& word) {
  // The value that a driver puts into the first word for the loader to replace (ICD_LOADER_MAGIC).
  return !word.empty() && !word.ends_with("01cdc0de");
}

// As soon as the layer above has an object, it uses the first word to find its own data ("Hash
// Maps"). At that time only the layer can have initialised a wrapping object.
void JudgeDispatchTable(Case& c, const char* creation, const char* handle) {
  const LayerComparison runs = RunTwice(c, CreateBoth);
  SKIP_FOR(WhyNotReached(runs, creation));
  const auto usual = CreatedBy(runs.without(), kAbove, creation, handle);
  const auto below = CreatedBy(runs.with(), kBelow, creation, handle);
  const auto above = CreatedBy(runs.with(), kAbove, creation, handle);
  if (!usual.has_value() || !below.has_value() || !above.has_value()) {
    SKIP_FOR(WhyNotFinished(runs.seen(), kSurvives));
    // For example, a layer may request an extension from the mock driver that only other drivers
    // have.
    if (!below.has_value()) GTEST_SKIP() << creation << " did not succeed below the layer";
    SKIP_WITH(Unjudged(std::string(creation) + " did not succeed", {kSameResults}));
  }
  if (above->handle == below->handle) GTEST_SKIP() << "the layer wraps no such object";
  if (!IsDispatchTable(usual->word)) {
    GTEST_SKIP() << "this loader fills in the first word only after the call";
  }
  EXPECT_HOLDS(IsDispatchTable(above->word))
      << "the wrapping object that the layer created has a dispatch table when " << creation
      << " of the layer returns; its first word is '" << above->word << "'";
}

VULKAN_LAYER_CASE(LLP_LAYER_19, wrapped_instance_has_a_dispatch_table) {
  SKIP_FOR(WhyNoLibrary(c));
  JudgeDispatchTable(c, "vkCreateInstance", "instance");
}

VULKAN_LAYER_CASE(LLP_LAYER_19, wrapped_device_has_a_dispatch_table) {
  SKIP_FOR(WhyNoLibrary(c));
  JudgeDispatchTable(c, "vkCreateDevice", "device");
}

VULKAN_LAYER_CASE(LLP_LAYER_17, unknown_instance_extension_is_no_error) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTwice(c, [](VulkanApp& app, const LayerNames& layers) {
    // First without the extension: another case judges a layer that never works.
    if (!CreateInstanceBetween(app, {.layers = layers})) return;
    app.DestroyInstance();
    const VkResult result = app.CreateInstance({.layers = layers, .extensions = {kExtensionBelow}});
    Note("result", std::to_string(result));
    if (result == VK_SUCCESS) app.DestroyInstance();
  });
  SKIP_FOR(runs.WhyNoChain());
  auto without = Answers(runs.without());
  if (without["result"] != "0") throw HarnessError("the extension does not work without the layer");
  auto with = Answers(runs.with());
  if (!with.contains("result")) SKIP_WITH(runs.WhyIncomplete());
  EXPECT_SEEN(with["result"], "0")
      << "vkCreateInstance succeeds for an extension that the layer below provides";
}

VULKAN_LAYER_CASE(LS_VK_LAYER_5, negotiation_calls_no_other_layer) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTwice(c, CreateBoth);
  SKIP_FOR(runs.WhyIncomplete());
  EXPECT_SEEN(Of(runs.with(), kBelow, "negotiate").size(),
              Of(runs.without(), kBelow, "negotiate").size())
      << "only the loader negotiates with the layer below, so as often as without the layer";
}

}  // namespace
}  // namespace loadstone::suites::creation
