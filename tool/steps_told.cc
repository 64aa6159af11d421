// SPDX-License-Identifier: Apache-2.0
#include "tool/steps_told.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "harness/probe/app_trace.h"

namespace loadstone {
namespace {

// Traced by the cases of LS_VK_ALLOCATION_1.
constexpr char kAllocatorEvent[] = "listener_with_callbacks";

// Returns whether the event only uses or destroys an existing instance, which the script can leave
// out.
bool IsUseOfInstance(const std::string& what) {
  static const std::set<std::string> kNames = {"vkEnumeratePhysicalDevices",
                                               "vkCreateDevice",
                                               "vkGetDeviceQueue",
                                               "vkDeviceWaitIdle",
                                               "vkDestroyDevice",
                                               "vkDestroyInstance",
                                               "xrGetInstanceProperties",
                                               "xrGetSystem",
                                               "xrDestroyInstance",
                                               "start",
                                               "load",
                                               "done"};
  return kNames.contains(what);
}

// Returns whether the event belongs to creating a listener with allocation callbacks; the event
// kAllocatorEvent has everything about it.
bool IsListening(const std::string& what) {
  static const std::set<std::string> kNames = {
      "vkEnumerateInstanceExtensionProperties", "vkCreateDebugUtilsMessengerEXT",
      "vkDestroyDebugUtilsMessengerEXT", "vkCreateDebugReportCallbackEXT",
      "vkDestroyDebugReportCallbackEXT"};
  return kNames.contains(what);
}

// A call of the application: its enter event, the events below it, and its leave event, which is
// null if the call did not return.
struct Call {
  const Event& enter;
  std::vector<Event> below;
  const Event* leave;
  // Whether the application creates a listener with allocation callbacks and enables an extension
  // for nothing else.
  bool listens;
};

// Returns the API version that the application requested, as received by the component that the
// loader called first; 0 if VkApplicationInfo was absent, in which case drivers receive 1.0.
int64_t VersionOf(const Event& first_call) {
  constexpr int64_t kVersion10 = 1 << 22;
  const int64_t version = first_call.Number("api_version", 0);
  return version == kVersion10 ? 0 : version;
}

void ConvertListCall(const Call& call, Told& told) {
  const Event* leave = call.leave;
  told.words.push_back("list");
  told.prints += "vkEnumerateInstanceLayerProperties:";
  if (leave == nullptr) return;
  if (!leave->Has("names")) throw Impossible("the trace does not record which layers were listed");
  const std::vector<std::string> names = leave->List("names");
  const std::vector<std::string> versions = leave->List("api_versions");
  for (size_t i = 0; i < names.size(); ++i) {
    told.prints += fmt::format(" {} ({})", names[i], versions.at(i));
  }
  told.prints += fmt::format(" returns {}\n", leave->Number("result"));
}

// For the calls of an application that traces the layer and what it got.
void ConvertExtensionsCall(const Call& call, Told& told) {
  const std::string command = call.enter.what();
  if (call.leave == nullptr) throw Impossible("the process terminates in " + command);
  if (!call.leave->Has("asked")) throw Impossible("the application calls " + command);
  const std::string layer = call.leave->Text("asked");
  told.words.insert(told.words.end(), {"extensions", layer});
  told.prints += command + (layer.empty() ? "" : " of " + layer) + ":";
  for (const std::string& each : call.leave->List("extensions")) told.prints += " " + each;
  told.prints += fmt::format(" returns {}\n", call.leave->Number("result"));
}

void ConvertCreateCall(const Call& call, Told& told) {
  const auto& [enter, below, leave, listens] = call;
  const std::vector<std::string> extensions = enter.List("extensions");
  if (extensions.size() > 1 || (extensions.size() == 1 && !listens)) {
    throw Impossible("the application enables extensions");
  }
  for (const std::string& extension : extensions) {
    told.words.insert(told.words.end(), {"extension", extension});
  }
  told.prints += "vkCreateInstance:";
  std::optional<int64_t> version;
  for (const Event& event : below) {
    if (event.what() != "vkCreateInstance" || event.phase() == "leave") continue;
    told.prints += " " + event.who();
    if (!version.has_value()) version = VersionOf(event);
  }
  told.words.insert(told.words.end(), {"create", std::to_string(version.value_or(0))});
  for (const std::string& layer : enter.List("layers")) told.words.push_back(layer);
  if (leave != nullptr) told.prints += fmt::format(" returns {}\n", leave->Number("result"));
}

// Adds a listener that is created and destroyed with allocation callbacks. kAllocatorEvent has the
// counts of what these callbacks received.
void ConvertAllocatorEvent(const Call& call, Told& told) {
  const bool utils = call.enter.Text("extension") == "VK_EXT_debug_utils";
  const char* command = utils ? "vkCreateDebugUtilsMessengerEXT" : "vkCreateDebugReportCallbackEXT";
  told.words.insert(told.words.end(), {"listen", command});
  told.prints += fmt::format(
      "{}: returns {}; pfnFree was given {} blocks of others; {} blocks are left\n", command,
      call.enter.Number("result"), call.enter.Number("foreign"), call.enter.Number("alive"));
}

void ConvertXrListCall(const Call& call, Told& told) {
  told.words.push_back("list");
  told.prints += "xrEnumerateApiLayerProperties:";
  if (call.leave == nullptr) return;
  for (const std::string& name : call.leave->List("names")) told.prints += " " + name;
  told.prints += fmt::format(" returns {}\n", call.leave->Number("result"));
}

void ConvertXrCreateCall(const Call& call, Told& told) {
  if (!call.enter.Has("layers")) throw Impossible("the application builds its own structures");
  if (!call.enter.List("extensions").empty() || call.enter.Flag("chained")) {
    throw Impossible("the application enables extensions");
  }
  if (call.enter.Text("api_version") != "1.0.0") {
    throw Impossible("the application asks for " + call.enter.Text("api_version"));
  }
  told.words.push_back("create");
  for (const std::string& layer : call.enter.List("layers")) told.words.push_back(layer);
  told.prints += "xrCreateInstance:";
  for (const Event& event : call.below) {
    const bool layer = event.what() == "xrCreateApiLayerInstance" && event.phase() == "enter";
    const bool runtime = event.what() == "xrCreateInstance" && event.phase() != "leave";
    if (layer || runtime) told.prints += " " + event.who();
  }
  if (call.leave != nullptr) {
    told.prints += fmt::format(" returns {}\n", call.leave->Number("result"));
  }
}

// A command, and the function that converts a call of it.
struct Teller {
  const char* command;
  void (*tell)(const Call& call, Told& told);
  bool repeats = false;  // whether several calls can be converted
};

Told Tell(const Observation& seen, const std::vector<Teller>& tellers) {
  const std::vector<Event>& events = seen.events();
  Told told;
  std::set<std::string> done;
  const bool listens = seen.First(kAppName, kAllocatorEvent).has_value();
  for (auto enter = events.begin(); enter != events.end(); ++enter) {
    if (enter->who() != kAppName || enter->phase() == "leave") continue;
    const std::string what = enter->what();
    const auto leave = std::find_if(enter + 1, events.end(), [&](const Event& other) {
      return other.who() == kAppName && other.what() == what && other.phase() == "leave";
    });
    if (IsUseOfInstance(what) || (listens && IsListening(what))) {
      if (enter->phase() == "enter" && leave == events.end()) {
        throw Impossible("the process terminates in " + what);
      }
      continue;
    }
    const auto teller = std::find_if(tellers.begin(), tellers.end(),
                                     [&](const Teller& one) { return one.command == what; });
    const bool again = !done.insert(what).second;
    if (again && (teller == tellers.end() || !teller->repeats)) {
      throw Impossible("the application calls " + what + " repeatedly");
    }
    if (teller == tellers.end()) throw Impossible("the application calls " + what);
    teller->tell({*enter, {enter + 1, leave}, leave == events.end() ? nullptr : &*leave, listens},
                 told);
  }
  if (told.words.empty())
    throw Impossible("the application neither enumerates layers nor creates an instance");
  return told;
}

}  // namespace

Told ConvertVulkanCalls(const Observation& seen) {
  return Tell(seen, {{"vkEnumerateInstanceLayerProperties", ConvertListCall},
                     {"vkEnumerateInstanceExtensionProperties", ConvertExtensionsCall, true},
                     {"vkCreateInstance", ConvertCreateCall},
                     {kAllocatorEvent, ConvertAllocatorEvent}});
}

Told ConvertOpenXrCalls(const Observation& seen) {
  return Tell(seen, {{"xrEnumerateApiLayerProperties", ConvertXrListCall},
                     {"xrCreateInstance", ConvertXrCreateCall}});
}

}  // namespace loadstone
