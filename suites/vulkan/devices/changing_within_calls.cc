// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <functional>
#include <optional>
#include <sstream>

#include "suites/vulkan/devices/devices.h"
#include "suites/vulkan/devices/untouched.h"
#include "suites/vulkan/layer_work.h"

// LS_VK_ROBUSTNESS_6 and LS_VK_ROBUSTNESS_1: lists of a driver that change within one call of the
// application, between two of the queries that the loader makes for it. The change is before the
// second query, then before the third, and so on until the call makes fewer. VK_INCOMPLETE and
// errors are accepted in the call itself.
namespace loadstone::suites::changing_within_calls {
namespace {

constexpr char kPresent[] = "/tmp/present_elements";
constexpr char kImplicit[] = "VK_LAYER_LS_implicit";
// More queries than any loader makes in one call; ends a count that would never end.
constexpr int kTooMany = 100;

// Digits of the elements that the driver has at first and in the end.
struct Change {
  const char* name;
  const char* before;
  const char* after;
};

constexpr Change kChanges[] = {
    {"last_is_added", "01", "012"},   {"first_is_added", "12", "012"},
    {"last_is_removed", "012", "01"}, {"first_is_removed", "012", "12"},
    {"one_is_exchanged", "01", "12"}, {"all_are_removed", "012", ""},
    {"first_ones_come", "", "012"},
};

struct Answer {
  VkResult result = VK_SUCCESS;
  int64_t count = 0;
  std::vector<std::string> names = {};  // of the elements that are counted and fit
  bool beyond_untouched = true;
};

constexpr uint32_t kBefore = 77;  // a count that no call returns
constexpr char kNotWritten[] = "not written";

// Calls with an array of `room` elements, or without one.
template <typename Element, typename Call, typename NameOf>
Answer AskFor(std::optional<uint32_t> room, const Call& call, const NameOf& name_of) {
  if (!room.has_value()) {
    uint32_t count = kBefore;
    const VkResult result = call(&count, static_cast<Element*>(nullptr));
    return {.result = result, .count = count};
  }
  constexpr uint32_t kBehind = 4;
  const auto untouched = Untouched<Element>();
  const auto is_untouched = [&untouched](const Element& element) {
    return std::memcmp(&element, &untouched, sizeof(element)) == 0;
  };
  std::vector<Element> elements(*room + kBehind, untouched);
  uint32_t count = *room;
  const VkResult result = call(&count, elements.data());
  Answer answer = {.result = result, .count = count};
  const auto behind = elements.begin() + *room;
  answer.beyond_untouched = std::all_of(behind, elements.end(), is_untouched);
  if (result < VK_SUCCESS) return answer;
  std::for_each(elements.begin(), elements.begin() + std::min(count, *room), [&](const auto& one) {
    answer.names.push_back(is_untouched(one) ? kNotWritten : name_of(one));
  });
  return answer;
}

std::string NameOf(VulkanApp& app, VkPhysicalDevice device) {
  if (device == VK_NULL_HANDLE || device == Untouched<VkPhysicalDevice>()) return kNotWritten;
  return NamesOf(app, {device}).front();
}

Answer AskDevices(VulkanApp& app, std::optional<uint32_t> room) {
  const auto enumerate = app.Get<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices");
  return AskFor<VkPhysicalDevice>(
      room,
      [&](uint32_t* count, VkPhysicalDevice* devices) {
        return enumerate(app.instance(), count, devices);
      },
      [&app](VkPhysicalDevice device) { return NameOf(app, device); });
}

// The devices of the mock are in groups of one.
Answer AskGroups(VulkanApp& app, std::optional<uint32_t> room) {
  const auto enumerate =
      app.Get<PFN_vkEnumeratePhysicalDeviceGroups>("vkEnumeratePhysicalDeviceGroups");
  return AskFor<VkPhysicalDeviceGroupProperties>(
      room,
      [&](uint32_t* count, VkPhysicalDeviceGroupProperties* groups) {
        return enumerate(app.instance(), count, groups);
      },
      [&app](const VkPhysicalDeviceGroupProperties& group) {
        return group.physicalDeviceCount == 1 ? NameOf(app, group.physicalDevices[0])
                                              : std::string(kNotWritten);
      });
}

std::string NameOfExtension(const VkExtensionProperties& extension) {
  return {extension.extensionName,
          strnlen(extension.extensionName, sizeof(extension.extensionName))};
}

Answer AskDeviceExtensions(VulkanApp& app, std::optional<uint32_t> room) {
  const auto enumerate =
      app.Get<PFN_vkEnumerateDeviceExtensionProperties>("vkEnumerateDeviceExtensionProperties");
  VkPhysicalDevice device = VK_NULL_HANDLE;
  uint32_t one = 1;
  app.Get<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices")(app.instance(), &one,
                                                                        &device);
  return AskFor<VkExtensionProperties>(
      room,
      [&](uint32_t* count, VkExtensionProperties* extensions) {
        return enumerate(device, nullptr, count, extensions);
      },
      NameOfExtension);
}

Answer AskInstanceExtensions(VulkanApp& app, std::optional<uint32_t> room) {
  const auto enumerate = reinterpret_cast<PFN_vkEnumerateInstanceExtensionProperties>(
      app.GlobalProc("vkEnumerateInstanceExtensionProperties"));
  return AskFor<VkExtensionProperties>(
      room,
      [&](uint32_t* count, VkExtensionProperties* extensions) {
        return enumerate(nullptr, count, extensions);
      },
      NameOfExtension);
}

constexpr const char* kDevices[] = {"0", "1", "2"};
constexpr const char* kDeviceExtensions[] = {"VK_LS_0", "VK_LS_1", "VK_LS_2"};
// A loader lists those that it knows.
constexpr const char* kInstanceExtensions[] = {"VK_KHR_surface", "VK_KHR_xcb_surface",
                                               "VK_KHR_wayland_surface"};

struct Query {
  const char* name;
  policy::Id owner;
  const char* const (&elements)[3];  // the names of the digits
  bool of_an_instance;
  bool is_of_devices;  // a device that is there before and after the change is in each answer
  bool with_layer;     // an implicit layer adds elements
  Answer (*ask)(VulkanApp& app, std::optional<uint32_t> room);
};

const Query kQueries[] = {
    {"devices", policy::LS_VK_ROBUSTNESS_6, kDevices, true, true, false, AskDevices},
    {"groups", policy::LS_VK_ROBUSTNESS_6, kDevices, true, true, false, AskGroups},
    {"device_extensions", policy::LS_VK_ROBUSTNESS_1, kDeviceExtensions, true, false, false,
     AskDeviceExtensions},
    {"device_extensions_with_those_of_a_layer", policy::LS_VK_ROBUSTNESS_1, kDeviceExtensions, true,
     false, true, AskDeviceExtensions},
    {"instance_extensions", policy::LS_VK_ROBUSTNESS_1, kInstanceExtensions, false, false, false,
     AskInstanceExtensions},
};

std::vector<std::string> Named(const Query& query, const char* digits) {
  std::vector<std::string> names;
  for (; *digits != '\0'; ++digits) names.emplace_back(query.elements[*digits - '0']);
  return names;
}

std::string JsonNames(const char* const (&names)[3]) {
  return fmt::format(R"(["{}", "{}", "{}"])", names[0], names[1], names[2]);
}

VulkanWorld WorldOfChanges(const Subject& subject, const Query& query) {
  VulkanWorld world(subject);
  world.WithoutDriver();
  if (query.is_of_devices) {
    const auto device = [](const char* name) {
      return Device(name, VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU);
    };
    return world
        .With(DriverOf("changing", {device("0"), device("1"), device("2")})
                  .Behaviour(fmt::format(R"({{"present_devices_file": "{}"}})", kPresent)))
        .With(DriverOf("good", {device("other")}));
  }
  if (query.with_layer) {
    world.With(Layer(kImplicit).Implicit().Manifest(
        R"({"device_extensions": [{"name": "VK_LS_of_layer", "spec_version": "1"}]})"));
  }
  const bool of_device = query.of_an_instance;
  return world.With(
      Driver("changing")
          .Behaviour(fmt::format(
              R"({{"instance_extensions": {}, "physical_devices": [{{"extensions": {}}}],
                   "present_{}extensions_file": "{}"}})",
              of_device ? "[]" : JsonNames(kInstanceExtensions), JsonNames(kDeviceExtensions),
              of_device ? "" : "instance_", kPresent)));
}

void WritePresent(const std::string& text) { std::ofstream(kPresent, std::ios::trunc) << text; }

// Whether the change of the file took place.
bool HasChanged() {
  std::stringstream text;
  text << std::ifstream(kPresent).rdbuf();
  return text.str().find(':') == std::string::npos;
}

void Trace(const char* what, const Answer& answer, std::optional<uint32_t> room) {
  AppEvent(what)
      .Add("room", room.has_value() ? int64_t{*room} : int64_t{-1})
      .Add("result", int64_t{answer.result})
      .Add("count", answer.count)
      .Add("names", answer.names)
      .Add("beyond_untouched", answer.beyond_untouched);
}

constexpr uint32_t kEnough = 64;

// Asks once with a change before the query after `queries` others, and once more afterwards.
// Returns whether the call made so many queries.
bool Round(VulkanApp& app, const Query& query, const Change& change, int queries, int more_room) {
  WritePresent(change.before);
  if (query.of_an_instance &&
      app.CreateInstance({.api_version = VK_API_VERSION_1_1}) != VK_SUCCESS) {
    return false;
  }
  const Answer first = query.ask(app, kEnough);
  Trace("first", first, kEnough);
  std::optional<uint32_t> room;
  if (more_room >= 0) room = static_cast<uint32_t>(first.names.size() + more_room);
  WritePresent(fmt::format("{}:{}>{}", queries, change.before, change.after));
  Trace("changed", query.ask(app, room), room);
  const bool changed = HasChanged();
  WritePresent(change.after);
  Trace("later", query.ask(app, kEnough), kEnough);
  if (query.of_an_instance) app.DestroyInstance();
  return changed;
}

// The names of `names` that are not in `others`.
std::vector<std::string> Without(std::vector<std::string> names,
                                 const std::vector<std::string>& others) {
  std::erase_if(names, [&others](const std::string& name) {
    return std::find(others.begin(), others.end(), name) != others.end();
  });
  return names;
}

// The names that are not in `existing`, and those that occur more than once.
std::vector<std::string> Foreign(const std::vector<std::string>& names,
                                 std::vector<std::string> existing) {
  std::vector<std::string> foreign;
  for (const std::string& name : names) {
    const auto place = std::find(existing.begin(), existing.end(), name);
    if (place == existing.end()) {
      foreign.push_back(name);
    } else {
      existing.erase(place);
    }
  }
  return foreign;
}

struct Expected {
  std::vector<std::string> some;   // what there is before or after the change
  std::vector<std::string> all;    // what there is before and after
  std::vector<std::string> later;  // what there is after
};

void ExpectChanged(const Event& event, const Query& query, const Expected& expected) {
  const int64_t room = event.Number("room");
  EXPECT_HOLDS(event.Flag("beyond_untouched")) << "nothing is written beyond the array";
  if (event.Number("result") < VK_SUCCESS) return;
  const int64_t count = event.Number("count");
  EXPECT_SEEN(count, Le(static_cast<int64_t>(expected.some.size())))
      << "a list that changes during the call has no more elements than there were before and "
         "after the change";
  if (room < 0) return;
  EXPECT_SEEN(count, Le(room)) << "the count is at most the room in the array";
  EXPECT_SEEN(Foreign(event.List("names"), expected.some), IsEmpty())
      << "each element that is counted is written, once, and exists before or after the change";
  if (query.is_of_devices && event.Number("result") == VK_SUCCESS) {
    EXPECT_SEEN(event.List("names"), IsSupersetOf(expected.all))
        << "an answer that is returned as complete has the devices that exist before and after "
           "the change";
  }
}

void Judge(Case& c, const Query& query, const Change& change) {
  const Observation seen = Observe(c, WorldOfChanges(c.subject(), query), [&](VulkanApp& app) {
    for (const int more_room : {-1, 0, 3}) {
      int queries = 1;
      while (queries < kTooMany && Round(app, query, change, queries, more_room)) ++queries;
    }
  });
  const std::vector<Event> first = seen.Select(kAppName, "first");
  const std::vector<Event> changed = seen.Select(kAppName, "changed");
  const std::vector<Event> later = seen.Select(kAppName, "later");
  ASSERT_SEEN(later, SizeIs(Ge(3U))) << "each call returns";
  ASSERT_SEEN(later.size(), Lt(static_cast<size_t>(kTooMany)))
      << "the number of queries in one call is finite";
  const std::vector<std::string> before = Named(query, change.before);
  const std::vector<std::string> after = Named(query, change.after);
  Expected expected;
  expected.later = Without(first[0].List("names"), before);  // of other components
  expected.some = expected.later;
  for (const auto* names : {&before, &after}) {
    const auto added = Without(*names, expected.some);
    expected.some.insert(expected.some.end(), added.begin(), added.end());
  }
  expected.later.insert(expected.later.end(), after.begin(), after.end());
  expected.all = Without(expected.some, Without(expected.some, first[0].List("names")));
  expected.all = Without(expected.all, Without(expected.all, expected.later));
  for (const Event& event : changed) ExpectChanged(event, query, expected);
  for (const Event& event : later) {
    if (query.is_of_devices) {
      EXPECT_SEEN(event.Number("result"), Eq(VK_SUCCESS)) << "the next call succeeds";
      EXPECT_SEEN(event.List("names"), UnorderedElementsAreArray(expected.later))
          << "the next call has the devices that exist after the change";
    } else {
      EXPECT_SEEN(Foreign(event.List("names"), expected.some), IsEmpty())
          << "each element of the next call exists";
    }
  }
}

REGISTER_CASES {
  for (const Query& query : kQueries) {
    for (const Change& change : kChanges) {
      RegisterCase(Api::kVulkan, {query.owner},
                   fmt::format("{}_within_a_query_of_{}", change.name, query.name),
                   [&query, &change](Case& c) { Judge(c, query, change); });
    }
  }
}

// Makes one object while the extensions of the driver change, with one that it always has, and one
// afterwards. The result of the first is not judged.
void JudgeCreation(Case& c, bool of_device) {
  const Query& query = kQueries[of_device ? 2 : 4];
  const Observation seen = Observe(c, WorldOfChanges(c.subject(), query), [&](VulkanApp& app) {
    const std::vector<std::string> extensions = {query.elements[1]};
    const auto create = [&] {
      const VkResult result = of_device ? app.CreateDevice({.extensions = extensions})
                                        : app.CreateInstance({.extensions = extensions});
      if (result != VK_SUCCESS) return result;
      if (of_device) app.UseDevice();
      of_device ? app.DestroyDevice() : app.DestroyInstance();
      return result;
    };
    if (of_device && app.CreateInstance() != VK_SUCCESS) return;
    for (const Change& change : kChanges) {
      bool changed = true;
      for (int queries = 1; queries < kTooMany && changed; ++queries) {
        WritePresent(fmt::format("{}:{}>{}", queries, change.before, change.after));
        create();
        changed = HasChanged();
        WritePresent("012");
        AppEvent("later").Add("result", int64_t{create()});
      }
    }
  });
  const std::vector<Event> later = seen.Select(kAppName, "later");
  ASSERT_SEEN(later, SizeIs(Ge(std::size(kChanges)))) << "each call returns";
  for (const Event& event : later) {
    EXPECT_SEEN(event.Number("result"), Eq(VK_SUCCESS))
        << "the next creation with an extension of the driver succeeds";
  }
}

VULKAN_CASE(LS_VK_ROBUSTNESS_1, extensions_change_within_vk_create_instance) {
  JudgeCreation(c, false);
}

VULKAN_CASE(LS_VK_ROBUSTNESS_1, extensions_change_within_vk_create_device) {
  JudgeCreation(c, true);
}

}  // namespace
}  // namespace loadstone::suites::changing_within_calls
