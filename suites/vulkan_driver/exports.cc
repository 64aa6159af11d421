// SPDX-License-Identifier: Apache-2.0
// What the library of a Vulkan driver exports, and what it returns instead of an export: "Driver
// Vulkan Entry Point Discovery", "Loader and Driver Interface Negotiation".

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <sstream>

#include "suites/common/component_exports.h"
#include "suites/vulkan_driver/driver_app.h"

namespace loadstone::suites::exports {
namespace {

// The exports of a driver of version 0, which has none of the interface's own functions.
constexpr const char* kOfVersion0[] = {"vkGetInstanceProcAddr", "vkCreateInstance",
                                       "vkEnumerateInstanceExtensionProperties"};

FoundExports FindInterface(Case& c) {
  return FindExports(c, kDriverLoads, [](const ComponentUnderTest&) {
    std::vector<std::string> names(std::begin(kOfVersion0), std::end(kOfVersion0));
    names.insert(names.end(), {kIcdQuery, kIcdNegotiation});
    return names;
  });
}

bool IsOfVersion0(const FoundExports& exports) {
  return !exports.Has(kIcdQuery) && !exports.Has(kIcdNegotiation);
}

// Whether a loader finds an export with this name, according to the application's notes.
bool Exports(const Observation& seen, const std::string& name) {
  std::istringstream names(Answers(seen.events())["exports"]);
  return std::find(std::istream_iterator<std::string>(names), {}, name) !=
         std::istream_iterator<std::string>();
}

// Notes which of the interface's own functions the driver's query returns without an instance.
void NoteInterfaceFunctions(const ComponentUnderTest& driver) {
  const DriverApp app(driver);
  if (!app.usable()) return;
  for (const char* name : {kIcdNegotiation, kIcdPhysicalDeviceQuery}) {
    Note(name, app.Global(name) != nullptr ? "given" : "not given");
  }
}

// The answer to a loader of the newest version; nothing without negotiation.
std::optional<int> AnswerOf(const Observation& seen) {
  const auto answers = Answers(seen.events());
  const auto answer = answers.find("answer");
  if (answer == answers.end() || answers.at("result") != "0") return std::nullopt;
  return std::atoi(answer->second.c_str());
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_1, exports_its_query) {
  const FoundExports exports = FindInterface(c);
  SKIP_FOR(exports.why_unknown);
  if (IsOfVersion0(exports)) {
    GTEST_SKIP() << "the driver has interface version 0";
  }
  EXPECT_HOLDS(exports.Has(kIcdQuery)) << "the library exports " << kIcdQuery;
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_13, exports_what_version_0_needs) {
  const FoundExports exports = FindInterface(c);
  SKIP_FOR(exports.why_unknown);
  if (!IsOfVersion0(exports)) GTEST_SKIP() << "the driver has a newer interface version";
  std::vector<std::string> missing;
  for (const char* name : kOfVersion0) {
    if (!exports.Has(name)) missing.emplace_back(name);
  }
  EXPECT_SEEN(missing, IsEmpty()) << "the library exports no function of the interface, so it is a "
                                     "driver of version 0, which exports each of these functions";
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_4, official_names_are_bound_within_the_library) {
  SKIP_FOR(WhyNoLibrary(c));
  std::vector<std::string> names;
  for (const std::string& name : ComponentOf(c).interposable) {
    const bool official =
        name.size() > 2 && name.starts_with("vk") && name[2] >= 'A' && name[2] <= 'Z';
    if (official) names.push_back(name);
  }
  EXPECT_SEEN(names, IsEmpty()) << "the library uses no exported function by its name, because a "
                                   "function of the loader could replace it";
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_10, negotiation_is_exported_before_version_7) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, NoteInterfaceFunctions);
  SKIP_FOR(WhyNoAnswer(seen, "exports"));
  const std::optional<int> answer = AnswerOf(seen);
  if (!answer.has_value()) GTEST_SKIP() << "the driver does not negotiate";
  EXPECT_HOLDS(*answer >= 7 || Exports(seen, kIcdNegotiation))
      << "the driver exports the function; loaders of interface version " << *answer
      << " look for the export";
}

// Expects that the query of a version 7 driver returns `name`, which the driver has.
void JudgeQueryOfVersion7(Case& c, const char* name) {
  const Observation seen = RunDriver(c, NoteInterfaceFunctions);
  SKIP_FOR(WhyNoAnswer(seen, "exports"));
  const std::optional<int> answer = AnswerOf(seen);
  if (!answer.has_value() || *answer < 7)
    GTEST_SKIP() << "the driver has an interface version before 7";
  if (!Exports(seen, name)) GTEST_SKIP() << "the driver does not export " << name;
  SKIP_FOR(WhyNoAnswer(seen, name));
  EXPECT_SEEN(Answers(seen.events())[name], "given")
      << "a driver of interface version 7 returns " << name << " through " << kIcdQuery
      << " without an instance";
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_10, negotiation_is_given_since_version_7) {
  SKIP_FOR(WhyNoLibrary(c));
  JudgeQueryOfVersion7(c, kIcdNegotiation);
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_10, physical_device_query_is_given_since_version_7) {
  SKIP_FOR(WhyNoLibrary(c));
  JudgeQueryOfVersion7(c, kIcdPhysicalDeviceQuery);
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_7, physical_device_query_is_exported_before_version_7) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, NoteInterfaceFunctions);
  SKIP_FOR(WhyNoAnswer(seen, kIcdPhysicalDeviceQuery));
  const int answer = AnswerOf(seen).value_or(0);
  if (Answers(seen.events())[kIcdPhysicalDeviceQuery] != "given") {
    GTEST_SKIP() << "the driver does not return it through its query";
  }
  EXPECT_HOLDS(answer >= 7 || Exports(seen, kIcdPhysicalDeviceQuery))
      << "the driver exports the function; loaders of interface version " << answer
      << " look for the export";
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_5, has_a_physical_device_query) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, NoteInterfaceFunctions);
  SKIP_FOR(WhyNoAnswer(seen, kIcdPhysicalDeviceQuery));
  const int answer = AnswerOf(seen).value_or(0);
  if (answer < 4)
    GTEST_SKIP() << "the driver has interface version " << answer
                 << "; the function exists since version 4";
  EXPECT_HOLDS(Exports(seen, kIcdPhysicalDeviceQuery) ||
               Answers(seen.events())[kIcdPhysicalDeviceQuery] == "given")
      << "the driver has " << kIcdPhysicalDeviceQuery;
}

}  // namespace
}  // namespace loadstone::suites::exports
