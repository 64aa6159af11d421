// What the library of a Vulkan driver exports, and what it gives in place of an export: "Driver
// Vulkan Entry Point Discovery", "Loader and Driver Interface Negotiation".

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "suites/vulkan_driver/driver_app.h"

namespace loadstone::suites::exports {
namespace {

bool Exports(const Case& c, const std::string& name) {
  const std::vector<std::string>& exports = ComponentOf(c).exports;
  return std::find(exports.begin(), exports.end(), name) != exports.end();
}

bool IsOfVersion0(const Case& c) { return !Exports(c, kIcdQuery) && !Exports(c, kIcdNegotiation); }

// Why the file does not tell what the driver exports; empty where it does.
std::string WhyUntold(const Case& c) {
  if (const std::string why = WhyNoExports(c); !why.empty()) return why;
  return ComponentOf(c).reexports ? "the library passes on the exports of others" : std::string();
}

// Notes what the driver's query gives of the interface's own functions, without an instance.
void AskForInterface(const ComponentUnderTest& driver) {
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
  SKIP_FOR(WhyUntold(c));
  if (IsOfVersion0(c)) GTEST_SKIP() << "the driver is of interface version 0, see LS_VK_DRIVER_13";
  EXPECT_HOLDS(Exports(c, kIcdQuery)) << "the library does not export " << kIcdQuery;
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_13, exports_what_version_0_needs) {
  SKIP_FOR(WhyUntold(c));
  if (!IsOfVersion0(c)) GTEST_SKIP() << "the driver is of a newer interface version";
  std::vector<std::string> missing;
  for (const char* name :
       {"vkGetInstanceProcAddr", "vkCreateInstance", "vkEnumerateInstanceExtensionProperties"}) {
    if (!Exports(c, name)) missing.emplace_back(name);
  }
  EXPECT_SEEN(missing, IsEmpty()) << "the library exports no function of the interface, and a "
                                     "driver of version 0 exports these";
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_4, official_names_are_bound_within_the_library) {
  SKIP_FOR(WhyNoLibrary(c));
  std::vector<std::string> names;
  for (const std::string& name : ComponentOf(c).interposable) {
    const bool official =
        name.size() > 2 && name.starts_with("vk") && name[2] >= 'A' && name[2] <= 'Z';
    if (official) names.push_back(name);
  }
  EXPECT_SEEN(names, IsEmpty())
      << "the library exports these and uses them by name, so that a loader's may take their place";
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_10, negotiation_is_exported_before_version_7) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, AskForInterface);
  SKIP_FOR(WhyNoAnswer(seen, "exports"));
  const std::optional<int> answer = AnswerOf(seen);
  if (!answer.has_value()) GTEST_SKIP() << "the driver does not negotiate";
  EXPECT_HOLDS(*answer >= 7 || Exports(c, kIcdNegotiation))
      << "the driver is of interface version " << *answer << ", whose loaders look for an export";
}

// Whether a driver of version 7 gives `name`, which it has, through its query.
void JudgeQueryOfVersion7(Case& c, const char* name) {
  const Observation seen = RunDriver(c, AskForInterface);
  SKIP_FOR(WhyNoAnswer(seen, "exports"));
  const std::optional<int> answer = AnswerOf(seen);
  if (!answer.has_value() || *answer < 7)
    GTEST_SKIP() << "the driver is of an older version than 7";
  if (!Exports(c, name)) GTEST_SKIP() << "the driver does not export " << name;
  SKIP_FOR(WhyNoAnswer(seen, name));
  EXPECT_SEEN(Answers(seen.events())[name], "given")
      << "a driver of interface version 7 gives " << name << " through " << kIcdQuery
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
  const Observation seen = RunDriver(c, AskForInterface);
  SKIP_FOR(WhyNoAnswer(seen, kIcdPhysicalDeviceQuery));
  const int answer = AnswerOf(seen).value_or(0);
  if (Answers(seen.events())[kIcdPhysicalDeviceQuery] != "given") {
    GTEST_SKIP() << "the driver does not give it through its query";
  }
  EXPECT_HOLDS(answer >= 7 || Exports(c, kIcdPhysicalDeviceQuery))
      << "the driver is of interface version " << answer << ", whose loaders look for an export";
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_5, has_a_physical_device_query) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, AskForInterface);
  SKIP_FOR(WhyNoAnswer(seen, kIcdPhysicalDeviceQuery));
  const int answer = AnswerOf(seen).value_or(0);
  if (answer < 4)
    GTEST_SKIP() << "the driver is of interface version " << answer << ", it came in 4";
  EXPECT_HOLDS(Exports(c, kIcdPhysicalDeviceQuery) ||
               Answers(seen.events())[kIcdPhysicalDeviceQuery] == "given")
      << "the driver has no " << kIcdPhysicalDeviceQuery;
}

}  // namespace
}  // namespace loadstone::suites::exports
