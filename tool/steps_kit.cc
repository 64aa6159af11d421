// SPDX-License-Identifier: Apache-2.0
#include "tool/steps_kit.h"

#include <fmt/format.h>
#include <rapidjson/document.h>

#include <algorithm>
#include <set>

#include "tool/steps.h"

namespace loadstone {
namespace {

const StepsKit kKits[] = {
    {Api::kVulkan,
     "Vulkan",
     "gcc libvulkan-dev",
     "wine64 gcc-mingw-w64-x86-64 libvulkan-dev",
     "cc",
     "gcc",
     "application.c",
     kStepsApplication,
     ConvertVulkanCalls,
     {{{"vulkan_layer", "layer.c", kStepsLayer}, {"vulkan_driver", "driver.c", kStepsDriver}}},
     nullptr},
    {Api::kOpenXr,
     "OpenXR",
     "g++ libopenxr-dev",
     "wine64 g++-mingw-w64-x86-64 libopenxr-dev",
     "c++",
     "g++",
     "application.cc",
     kStepsXrApplication,
     ConvertOpenXrCalls,
     {{{"openxr_layer", "layer.cc", kStepsXrLayer},
       {"openxr_runtime", "runtime.cc", kStepsXrRuntime}}},
     kStepsXrInterfaces},
};

// Returns whether a member of a mock's configuration does not change its behaviour: it names the
// mock, or what to trace.
bool IsIdle(const std::string& member) {
  static const std::set<std::string> kIdle = {"who", "trace", "name", "check_application",
                                              "check_negotiation"};
  return kIdle.contains(member);
}

// Returns the name of a mock that only traces its calls. Throws Impossible for any other mock.
std::string NameOfMock(const Node& copy, const World& world) {
  for (const Node& node : world.nodes()) {
    if (node.path != copy.path + ".config") continue;
    rapidjson::Document config;
    config.Parse(node.text.data(), node.text.size());
    if (config.HasParseError() || !config.IsObject() || !config.HasMember("who")) break;
    for (const auto& member : config.GetObject()) {
      if (IsIdle(member.name.GetString())) continue;
      throw Impossible(fmt::format("{} does more than a plain layer, driver or runtime ({})",
                                   copy.path, member.name.GetString()));
    }
    return config["who"].GetString();
  }
  throw Impossible(copy.path + " is not a plain layer, driver or runtime");
}

}  // namespace

const StepsKit& StepsKitOf(Api api) {
  return *std::find_if(std::begin(kKits), std::end(kKits),
                       [&](const StepsKit& kit) { return kit.api == api; });
}

PlainComponent PlainComponentOf(const Node& copy, const World& world, const StepsKit& kit) {
  const std::string mock = copy.text.substr(0, copy.text.rfind('.'));
  for (const StepsKit::Component& component : kit.components) {
    if (mock == component.mock) return {component.name, NameOfMock(copy, world)};
  }
  throw Impossible(copy.path + " is not a plain layer, driver or runtime");
}

bool IsConfigOfMock(const Node& node, const World& world) {
  return std::any_of(world.nodes().begin(), world.nodes().end(), [&](const Node& other) {
    return other.kind == Node::Kind::kCopy && node.path == other.path + ".config";
  });
}

void RequirePlainNode(const Node& node) {
  if (node.path.find('\n') != std::string::npos) throw Impossible("a path contains a line break");
  if (node.owner == Owner::kOther) throw Impossible(node.path + " belongs to another user");
  if ((node.mode & 0400) == 0) throw Impossible(node.path + " cannot be read");
}

}  // namespace loadstone
