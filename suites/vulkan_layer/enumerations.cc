// SPDX-License-Identifier: Apache-2.0
// How a Vulkan layer answers queries for layers and extensions: "Layer Conventions and Rules",
// LLP_LAYER_15 and 16.

#include <algorithm>

#include "harness/probe/c_strings.h"
#include "suites/common/manifest_json.h"
#include "suites/vulkan_layer/instance_extensions.h"

namespace loadstone::suites::enumerations {
namespace {

// Notes "own", the result for the layer's own name, and traces the "names".
template <typename Enumerate>
void AskForExtensions(const std::string& name, const Enumerate& enumerate) {
  const ExtensionList own = ListExtensions(name.c_str(), enumerate);
  Note("own", std::to_string(own.result));
  std::vector<std::string> names;
  for (const VkExtensionProperties& extension : own.extensions) {
    names.push_back(Bounded(extension.extensionName));
  }
  AppEvent("own extensions").Add("names", names);
}

void AskForInstanceExtensions(const LayerUnderTest& layer, const LsWitness& above,
                              const LsWitness& below) {
  const InstanceExtensionQuery enumerate(layer, above, below);
  if (!enumerate.found()) return;
  AskForExtensions(layer.name, enumerate);
  if (enumerate.passes_on()) NotePassedOn();
  uint32_t count = 0;
  Note("null", std::to_string(enumerate(nullptr, &count, nullptr)));
  Note("other", std::to_string(enumerate("VK_LAYER_LS_nobody", &count, nullptr)));
}

// Where the query for device extensions without a name begins.
constexpr char kQueryBegins[] = "a query without a name begins";

// One of several questions that a run asks in order, and the case that fails if the layer does not
// survive it; the questions after it have no answers then.
struct Question {
  const char* text;
  const char* owner;
};
constexpr Question kOfInstances[] = {{"own", "LLP_LAYER_15/own_name_gives_its_own_extensions"},
                                     {"null", "LLP_LAYER_15/no_name_is_not_present"},
                                     {"other", "LLP_LAYER_15/other_name_is_not_present"}};
constexpr Question kOfDevices[] = {{"own", "LLP_LAYER_16/own_name_gives_its_own_extensions"},
                                   {"driver's", "LS_VK_LAYER_28/no_name_is_passed_down"}};

// Why there is no answer. A crash fails the case if it is the question's `owner`.
template <size_t kCount>
SkipReason WhyNoAnswer(const LayerComparison& runs, const Question (&questions)[kCount],
                       const std::string& question, const std::string& owner = {}) {
  const auto answers = Answers(runs.with());
  for (const Question& each : questions) {
    if (answers.contains(each.text)) continue;
    if (!runs.CrashedOnQuery() || each.owner == owner) break;
    return WhyNotFinished(runs.seen(), each.owner);
  }
  return runs.WhyNoAnswer(question);
}

void AskForDeviceExtensions(const std::string& name, const LsWitness& above,
                            const LsWitness& below) {
  const DeviceExtensionQuery enumerate(above, below);
  if (!enumerate.found()) return;
  AskForExtensions(name, enumerate);
  uint32_t count = 0;
  AppEvent{kQueryBegins};
  Note("null", std::to_string(enumerate(nullptr, &count, nullptr)));
  std::vector<VkExtensionProperties> all(count);
  if (count > 0) enumerate(nullptr, &count, all.data());
  Note("driver's", YesNo(std::any_of(all.begin(), all.end(), [](const auto& extension) {
         return std::string(extension.extensionName) == kDeviceExtension;
       })));
}

// The extensions that the layer returned for its own name and that `others` contains, or that the
// manifest does not contain.
std::vector<std::string> OwnExtensions(const LayerComparison& runs) {
  const auto event = FirstOf(runs.with(), kAppName, "own extensions");
  return event.has_value() ? event->List("names") : std::vector<std::string>{};
}

std::vector<std::string> Without(std::vector<std::string> names,
                                 const std::vector<std::string>& known) {
  std::erase_if(names, [&](const std::string& name) {
    return std::find(known.begin(), known.end(), name) != known.end();
  });
  return names;
}

std::vector<std::string> Among(const std::vector<std::string>& names,
                               const std::vector<std::string>& others) {
  return Without(names, Without(names, others));
}

LayerComparison RunInstanceExtensions(Case& c) {
  const LayerUnderTest& layer = LayerOf(c);
  return RunTwice(c, Asking([&layer](const LsWitness& above, const LsWitness& below) {
                    AskForInstanceExtensions(layer, above, below);
                  }));
}

LayerComparison RunDeviceExtensions(Case& c) {
  const std::string name = LayerOf(c).name;
  return RunTwice(c, Asking([name](const LsWitness& above, const LsWitness& below) {
                    AskForDeviceExtensions(name, above, below);
                  }));
}

const std::string kNotPresent = std::to_string(VK_ERROR_LAYER_NOT_PRESENT);

VULKAN_LAYER_CASE(LLP_LAYER_15, own_name_gives_its_own_extensions) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunInstanceExtensions(c);
  SKIP_FOR(WhyNoAnswer(runs, kOfInstances, "own", kOfInstances[0].owner));
  EXPECT_SEEN(Answers(runs.with())["own"], "0")
      << "the layer returns its extensions when its own name is passed";
  EXPECT_SEEN(Among(OwnExtensions(runs), {kExtensionBelow}), IsEmpty())
      << "the layer does not return extensions of the layer below as its own";
}

// The number of questions about a physical device that reached what is below the layer before the
// query without a name, which travels down.
int64_t QuestionsAboutDevice(const std::vector<Event>& events) {
  const auto end = std::ranges::find_if(events, [](const Event& event) {
    return event.who() == kAppName && event.what() == kQueryBegins;
  });
  return std::count_if(events.begin(), end, [](const Event& event) {
    return (event.who() == kBelow || event.who() == kDefaultDriver) && event.phase() != "enter" &&
           (event.what() == "vkEnumerateDeviceExtensionProperties" ||
            event.what().starts_with("vkGetPhysicalDevice"));
  });
}

// Why the layer may list less than its manifest: the query is about one physical device, and the
// layer asked what that one has.
SkipReason WhyNotOnThisDevice(const LayerComparison& runs) {
  return QuestionsAboutDevice(runs.with()) > QuestionsAboutDevice(runs.without())
             ? "the layer asks what the physical device has, and may support its extensions on "
               "others alone"
             : "";
}

// Expects that the layer's answer for its own name contains the extensions in its manifest.
void ExpectListed(Case& c, const LayerComparison& runs, const char* member) {
  const std::vector<std::string> listed = NamesIn(LayerOf(c).object, member);
  if (listed.empty()) GTEST_SKIP() << "the manifest has no " << member;
  if (Answers(runs.with())["own"] != "0") GTEST_SKIP() << "the layer returns no list of its own";
  EXPECT_SEEN(OwnExtensions(runs), IsSupersetOf(listed))
      << "when its own name is passed, the layer returns the " << member << " of its manifest";
}

VULKAN_LAYER_CASE(LLP_LAYER_15, own_name_gives_what_the_manifest_lists) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunInstanceExtensions(c);
  SKIP_FOR(WhyNoAnswer(runs, kOfInstances, "own"));
  SKIP_FOR(WhyPassedOn(runs));
  ExpectListed(c, runs, "instance_extensions");
}

VULKAN_LAYER_CASE(LLP_LAYER_16, own_name_gives_what_the_manifest_lists) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunDeviceExtensions(c);
  SKIP_FOR(WhyNoAnswer(runs, kOfDevices, "own"));
  const std::vector<std::string> listed = NamesIn(LayerOf(c).object, "device_extensions");
  if (!Without(listed, OwnExtensions(runs)).empty()) SKIP_FOR(WhyNotOnThisDevice(runs));
  ExpectListed(c, runs, "device_extensions");
}

VULKAN_LAYER_CASE(LLP_LAYER_15, no_name_is_not_present) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunInstanceExtensions(c);
  SKIP_FOR(WhyNoAnswer(runs, kOfInstances, "null", kOfInstances[1].owner));
  SKIP_FOR(WhyPassedOn(runs));
  EXPECT_SEEN(Answers(runs.with())["null"], kNotPresent)
      << "when no name is passed, a layer returns VK_ERROR_LAYER_NOT_PRESENT";
}

VULKAN_LAYER_CASE(LLP_LAYER_15, other_name_is_not_present) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunInstanceExtensions(c);
  SKIP_FOR(WhyNoAnswer(runs, kOfInstances, "other", kOfInstances[2].owner));
  SKIP_FOR(WhyPassedOn(runs));
  EXPECT_SEEN(Answers(runs.with())["other"], kNotPresent)
      << "when another name is passed, a layer returns VK_ERROR_LAYER_NOT_PRESENT";
}

VULKAN_LAYER_CASE(LLP_LAYER_16, own_name_gives_its_own_extensions) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunDeviceExtensions(c);
  SKIP_FOR(WhyNoAnswer(runs, kOfDevices, "own", kOfDevices[0].owner));
  EXPECT_SEEN(Answers(runs.with())["own"], "0")
      << "the layer returns its extensions when its own name is passed";
  EXPECT_SEEN(Among(OwnExtensions(runs), {kDeviceExtension}), IsEmpty())
      << "the layer does not return extensions of the driver as its own";
}

// Whether the layer below got the query without a name. The layer may have asked before on its own.
bool IsPassedDown(const LayerComparison& runs) {
  const std::vector<Event>& events = runs.with();
  const auto begin = std::ranges::find_if(events, [](const Event& event) {
    return event.who() == kAppName && event.what() == kQueryBegins;
  });
  return std::any_of(begin, events.end(), [](const Event& event) {
    return event.who() == kBelow && event.what() == "vkEnumerateDeviceExtensionProperties";
  });
}

// Passing it on is a MUST in the table and a SHOULD in the text, and the weaker one applies
// (LLP_LAYER_16.r2). A layer that passes it on and then removes extensions that it cannot support
// does what the text says. One that returns the driver's extensions may remember them.
VULKAN_LAYER_CASE(LS_VK_LAYER_28, no_name_is_passed_down, policy::LLP_LAYER_16) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunDeviceExtensions(c);
  SKIP_FOR(WhyNoAnswer(runs, kOfDevices, "driver's", kOfDevices[1].owner));
  EXPECT_HOLDS(IsPassedDown(runs) || Answers(runs.with())["driver's"] == kYes)
      << "when no name is passed, the query reaches the layer below, or the layer returns the "
         "extensions of the driver";
}

VULKAN_LAYER_CASE(LS_VK_LAYER_20, manifest_lists_its_instance_extensions) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunInstanceExtensions(c);
  SKIP_FOR(WhyNoAnswer(runs, kOfInstances, "own"));
  const std::vector<std::string> listed = NamesIn(LayerOf(c).object, "instance_extensions");
  EXPECT_SEEN(Without(OwnExtensions(runs), listed), IsEmpty())
      << "the manifest lists each instance extension of the layer";
}

VULKAN_LAYER_CASE(LS_VK_LAYER_20, manifest_lists_its_device_extensions) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunDeviceExtensions(c);
  SKIP_FOR(WhyNoAnswer(runs, kOfDevices, "own"));
  std::vector<std::string> listed = NamesIn(LayerOf(c).object, "device_extensions");
  listed.push_back(kDeviceExtension);  // of the driver: another case judges it
  EXPECT_SEEN(Without(OwnExtensions(runs), listed), IsEmpty())
      << "the manifest lists each device extension of the layer";
}

VULKAN_LAYER_CASE(LS_VK_LAYER_11, enumerates_itself_alone) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerUnderTest& layer = LayerOf(c);
  const LayerComparison runs =
      RunTwice(c, Asking([&layer](const LsWitness& above, const LsWitness& below) {
                 const char* function = "vkEnumerateInstanceLayerProperties";
                 const PFN_vkVoidFunction own = OwnFunction(above, below, function);
                 if (own == nullptr) return;
                 if (own == PreInstanceFunction(layer, function)) return NotePassedOn();
                 const auto enumerate = As<PFN_vkEnumerateInstanceLayerProperties>(own);
                 uint32_t alone = 0;
                 Note("count", std::to_string(enumerate(&alone, nullptr) < 0 ? 0 : alone));
                 VkLayerProperties layers[8] = {};
                 uint32_t count = 8;
                 const VkResult result = enumerate(&count, layers);
                 std::string names;
                 for (uint32_t i = 0; result == VK_SUCCESS && i < std::min(count, 8u); ++i) {
                   names += std::string(i == 0 ? "" : " ") + layers[i].layerName;
                 }
                 Note("names", result < 0 ? "VkResult " + std::to_string(result) : names);
               }));
  SKIP_FOR(WhyPassedOn(runs));
  SKIP_FOR(runs.WhyNoAnswer("names"));
  EXPECT_SEEN(Answers(runs.with())["names"], LayerOf(c).name)
      << "vkEnumerateInstanceLayerProperties of a layer returns exactly that layer";
  EXPECT_SEEN(Answers(runs.with())["count"], "1")
      << "vkEnumerateInstanceLayerProperties of a layer counts one layer";
}

}  // namespace
}  // namespace loadstone::suites::enumerations
