// SPDX-License-Identifier: Apache-2.0
// Structures of other components in the chains of vkCreateInstance and vkCreateDevice: "Layer
// Dispatch Initialization", LLP_LAYER_12 and 13. A layer finds its link by sType and function,
// wherever it is in the chain.

#include "suites/vulkan_layer/transcript.h"

namespace loadstone::suites::chains {
namespace {

// The witness above puts a structure in front of the chain of a creation that enables one of these.
// The loader lists them, and no layer needs them.
constexpr char kOfInstance[] = "VK_EXT_debug_report";
constexpr char kOfDevice[] = "VK_KHR_image_format_list";
constexpr char kMessenger[] = "VK_EXT_debug_utils";
constexpr char kStructureFirst[] =
    R"({"structure_first": ["VK_EXT_debug_report", "VK_KHR_image_format_list"]})";
// The same, where that structure has the type of the loader's, but is not the link: a copy of the
// one with the callback. Layers find each by its function.
constexpr char kCallbackFirst[] =
    R"({"structure_first": ["VK_EXT_debug_report", "VK_KHR_image_format_list"],
        "callback_first": true})";

bool Create(VulkanApp& app, const LayerNames& layers, const std::vector<std::string>& extensions) {
  const InstanceRequest request{
      .layers = layers, .extensions = extensions, .api_version = VK_API_VERSION_1_1};
  return CreateInstanceBetween(app, request);
}

// Two instances, of which the second one has the structure.
void CreateInstances(VulkanApp& app, const LayerNames& layers) {
  if (!Create(app, layers, {kMessenger})) return;
  app.DestroyInstance();
  const bool created = Create(app, layers, {kMessenger, kOfInstance});
  TraceLine(created ? "an instance with a structure of another layer"
                    : "no instance with a structure of another layer");
  if (created) app.DestroyInstance();
}

// Two devices, of which the second one has the structure.
void CreateDevices(VulkanApp& app, const LayerNames& layers) {
  if (!Create(app, layers, {})) return;
  if (app.CreateDevice() == VK_SUCCESS) {
    app.DestroyDevice();
    if (TraceCall("vkCreateDevice with a structure of another layer",
                  app.CreateDevice({.extensions = {kOfDevice}}))) {
      app.DestroyDevice();
    }
  }
  app.DestroyInstance();
}

void JudgeInstances(Case& c, const char* above) {
  const LayerComparison runs = RunTwice(c, CreateInstances, {.above = above});
  SKIP_FOR(WhyNotComparable(runs));
  ExpectSameResults(runs);
}

void JudgeDevices(Case& c, const char* above) {
  const LayerComparison runs = RunTwice(c, CreateDevices, {.above = above});
  SKIP_FOR(WhyNotComparable(runs));
  if (Transcript(runs.with()).empty()) {
    SKIP_WITH(Unjudged("the layer creates no device", {kSameResults}));
  }
  ExpectSameResults(runs);
}

VULKAN_LAYER_CASE(LLP_LAYER_12, finds_its_link_behind_another_structure) {
  SKIP_FOR(WhyNoLibrary(c));
  JudgeInstances(c, kStructureFirst);
}

VULKAN_LAYER_CASE(LLP_LAYER_12, finds_its_link_behind_another_of_its_type) {
  SKIP_FOR(WhyNoLibrary(c));
  JudgeInstances(c, kCallbackFirst);
}

VULKAN_LAYER_CASE(LLP_LAYER_13, finds_its_link_behind_another_structure) {
  SKIP_FOR(WhyNoLibrary(c));
  JudgeDevices(c, kStructureFirst);
}

VULKAN_LAYER_CASE(LLP_LAYER_13, finds_its_link_behind_another_of_its_type) {
  SKIP_FOR(WhyNoLibrary(c));
  JudgeDevices(c, kCallbackFirst);
}

}  // namespace
}  // namespace loadstone::suites::chains
