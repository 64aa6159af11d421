// SPDX-License-Identifier: Apache-2.0
// The lists that a Vulkan layer gives of itself, compared with its manifest and with what it gives
// for another layer's name: "Layer Conventions and Rules", LLP_LAYER_15 and 16.

#include <algorithm>
#include <map>

#include "harness/probe/c_strings.h"
#include "suites/common/manifest_json.h"
#include "suites/vulkan_layer/instance_extensions.h"

namespace loadstone::suites::own_lists {
namespace {

constexpr char kOwn[] = "own list";
constexpr char kOfAnother[] = "list for the name of another layer";
constexpr char kNobody[] = "VK_LAYER_LS_nobody";

// Asks for all extensions of `layer`, and traces their names and versions as the event `what`.
template <typename Enumerate>
void TraceList(const char* what, const char* layer, const Enumerate& enumerate) {
  const ExtensionList list = ListExtensions(layer, enumerate);
  std::vector<std::string> names;
  std::vector<std::string> versions;
  for (const VkExtensionProperties& extension : list.extensions) {
    names.push_back(Bounded(extension.extensionName));
    versions.push_back(names.back() + " " + std::to_string(extension.specVersion));
  }
  AppEvent(what).Add("result", int64_t{list.result}).Add("names", names).Add("versions", versions);
}

template <typename Enumerate>
void TraceLists(const std::string& name, const Enumerate& enumerate) {
  TraceList(kOwn, name.c_str(), enumerate);
  TraceList(kOfAnother, kBelow, enumerate);
  TraceList(kOfAnother, kNobody, enumerate);
  Note(kOwn, kYes);
}

LayerComparison AskForInstanceLists(Case& c) {
  const LayerUnderTest& layer = LayerOf(c);
  return RunTwice(c, Asking([&layer](const LsWitness& above, const LsWitness& below) {
                    const InstanceExtensionQuery enumerate(layer, above, below);
                    if (!enumerate.found()) return;
                    if (enumerate.passes_on()) NotePassedOn();
                    TraceLists(layer.name, enumerate);
                  }));
}

LayerComparison AskForDeviceLists(Case& c) {
  const std::string name = LayerOf(c).name;
  return RunTwice(c, Asking([name](const LsWitness& above, const LsWitness& below) {
                    const DeviceExtensionQuery enumerate(above, below);
                    if (enumerate.found()) TraceLists(name, enumerate);
                  }));
}

// The cases that fail if the layer does not survive such a query.
constexpr char kOfInstances[] = "LLP_LAYER_15/own_name_gives_its_own_extensions";
constexpr char kOfDevices[] = "LLP_LAYER_16/own_name_gives_its_own_extensions";

SkipReason WhyNoLists(const LayerComparison& runs, const char* survives) {
  return runs.CrashedOnQuery() ? WhyNotFinished(runs.seen(), survives) : runs.WhyNoAnswer(kOwn);
}

std::vector<std::string> OwnNames(const LayerComparison& runs) {
  const auto own = FirstOf(runs.with(), kAppName, kOwn);
  return own.has_value() ? own->List("names") : std::vector<std::string>{};
}

void ExpectNoDuplicates(const LayerComparison& runs) {
  std::vector<std::string> names = OwnNames(runs);
  std::sort(names.begin(), names.end());
  std::vector<std::string> twice;
  for (size_t i = 1; i < names.size(); ++i) {
    if (names[i] == names[i - 1]) twice.push_back(names[i]);
  }
  EXPECT_SEEN(twice, IsEmpty()) << "the layer lists each of its extensions once";
}

VULKAN_LAYER_CASE(LLP_LAYER_15, own_list_has_each_extension_once) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = AskForInstanceLists(c);
  SKIP_FOR(WhyPassedOn(runs));
  SKIP_FOR(WhyNoLists(runs, kOfInstances));
  ExpectNoDuplicates(runs);
}

VULKAN_LAYER_CASE(LLP_LAYER_16, own_list_has_each_extension_once) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = AskForDeviceLists(c);
  SKIP_FOR(WhyNoLists(runs, kOfDevices));
  ExpectNoDuplicates(runs);
}

VULKAN_LAYER_CASE(LLP_LAYER_15, name_of_another_layer_is_not_present) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = AskForInstanceLists(c);
  SKIP_FOR(WhyPassedOn(runs));
  SKIP_FOR(WhyNoLists(runs, kOfInstances));
  EXPECT_SEEN(FirstOf(runs.with(), kAppName, kOfAnother)->Number("result"),
              Eq(VK_ERROR_LAYER_NOT_PRESENT))
      << "when the name of another layer is passed, a layer returns VK_ERROR_LAYER_NOT_PRESENT";
}

// A layer only passes such a query down. What is below answers for the name, and without one.
VULKAN_LAYER_CASE(LLP_LAYER_16, name_of_another_layer_gives_nothing_of_its_own) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = AskForDeviceLists(c);
  SKIP_FOR(WhyNoLists(runs, kOfDevices));
  std::vector<std::string> own = OwnNames(runs);
  std::erase_if(own, [](const std::string& name) {
    return std::ranges::find(kDeviceExtensions, name) != std::end(kDeviceExtensions);
  });
  if (own.empty()) GTEST_SKIP() << "the layer has no device extension of its own";
  std::vector<std::string> given;
  for (const Event& event : Of(runs.with(), kAppName, kOfAnother)) {
    for (const std::string& name : event.List("names")) {
      const bool told = std::ranges::find(given, name) != given.end();
      if (!told && std::ranges::find(own, name) != own.end()) given.push_back(name);
    }
  }
  EXPECT_SEEN(given, IsEmpty())
      << "when the name of another layer is passed, a layer lists none of its own extensions";
}

// The versions in the layer's list of extensions that the manifest has with another version.
std::vector<std::string> OtherVersions(const LayerComparison& runs, const std::string& object,
                                       const char* member) {
  const auto own = FirstOf(runs.with(), kAppName, kOwn);
  std::vector<std::string> others;
  if (!own.has_value()) return others;
  const std::map<std::string, std::string> listed = SpecVersionsIn(object, member);
  const std::vector<std::string> names = own->List("names");
  const std::vector<std::string> versions = own->List("versions");
  for (size_t i = 0; i < names.size(); ++i) {
    const auto known = listed.find(names[i]);
    if (known == listed.end() || versions[i] == names[i] + " " + known->second) continue;
    others.push_back(versions[i] + ", in the manifest " + known->second);
  }
  return others;
}

VULKAN_LAYER_CASE(LS_VK_LAYER_17, instance_extensions_have_the_versions_of_the_manifest) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = AskForInstanceLists(c);
  SKIP_FOR(WhyPassedOn(runs));
  SKIP_FOR(WhyNoLists(runs, kOfInstances));
  EXPECT_SEEN(OtherVersions(runs, LayerOf(c).object, "instance_extensions"), IsEmpty())
      << "the layer and its manifest give each instance extension the same version";
}

VULKAN_LAYER_CASE(LS_VK_LAYER_17, device_extensions_have_the_versions_of_the_manifest) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = AskForDeviceLists(c);
  SKIP_FOR(WhyNoLists(runs, kOfDevices));
  EXPECT_SEEN(OtherVersions(runs, LayerOf(c).object, "device_extensions"), IsEmpty())
      << "the layer and its manifest give each device extension the same version";
}

}  // namespace
}  // namespace loadstone::suites::own_lists
