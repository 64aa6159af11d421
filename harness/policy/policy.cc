// SPDX-License-Identifier: Apache-2.0
#include "harness/policy/policy.h"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace loadstone::policy {
namespace {

constexpr std::pair<Level, std::string_view> kLevels[] = {{Level::kMust, "must"},
                                                          {Level::kShould, "should"},
                                                          {Level::kMay, "may"},
                                                          {Level::kRobustness, "robustness"}};

constexpr std::pair<Subject, std::string_view> kSubjects[] = {
    {Subject::kLoader, "loader"},   {Subject::kLayer, "layer"},   {Subject::kDriver, "driver"},
    {Subject::kRuntime, "runtime"}, {Subject::kDevice, "device"}, {Subject::kPackage, "package"}};

constexpr std::pair<Api, std::string_view> kApis[] = {{Api::kVulkan, "vulkan"},
                                                      {Api::kOpenXr, "openxr"}};

template <typename Value, size_t kSize>
std::string_view FindName(const std::pair<Value, std::string_view> (&table)[kSize], Value value) {
  const auto entry = std::ranges::find(table, value, &std::pair<Value, std::string_view>::first);
  return entry == std::end(table) ? std::string_view("?") : entry->second;
}

template <typename Value, size_t kSize>
std::optional<Value> FindValue(const std::pair<Value, std::string_view> (&table)[kSize],
                               std::string_view name) {
  const auto entry = std::ranges::find(table, name, &std::pair<Value, std::string_view>::second);
  return entry == std::end(table) ? std::nullopt : std::optional<Value>(entry->first);
}

}  // namespace

std::string_view Name(Level level) { return FindName(kLevels, level); }
std::string_view Name(Subject subject) { return FindName(kSubjects, subject); }
std::string_view Name(Api api) { return FindName(kApis, api); }

std::optional<Level> LevelFromName(std::string_view name) { return FindValue(kLevels, name); }
std::optional<Subject> SubjectFromName(std::string_view name) { return FindValue(kSubjects, name); }
std::optional<Api> ApiFromName(std::string_view name) { return FindValue(kApis, name); }

bool IsUrl(std::string_view text) {
  return (text.starts_with("https://") || text.starts_with("http://")) &&
         std::ranges::all_of(text, [](unsigned char c) { return c > ' ' && c < 0x7f; }) &&
         text.find_first_of("<>()\"") == std::string_view::npos;
}

bool IsLater(const Source& source, const Version& version) {
  const std::optional<Version> edition = Version::TryParse(source.edition);
  return edition.has_value() && *edition > version;
}

std::vector<Source> SourcesFor(const std::vector<Source>& sources, const Version& version) {
  // Of each document the edition to take; what has no version is the oldest.
  std::map<std::string, Version> editions;
  for (const Source& source : sources) {
    const Version edition = Version::TryParse(source.edition).value_or(Version{});
    const auto [place, first] = editions.emplace(source.document, edition);
    Version& taken = place->second;
    if (first) continue;
    const bool better = taken > version ? edition < taken : edition <= version && edition > taken;
    if (better) taken = edition;
  }
  std::vector<Source> taken;
  std::ranges::copy_if(sources, std::back_inserter(taken), [&](const Source& source) {
    return Version::TryParse(source.edition).value_or(Version{}) == editions.at(source.document);
  });
  return taken;
}

bool Policy::HoldsFor(const Version& version, std::string_view platform,
                      std::string* reason) const {
  std::string why;
  if (std::ranges::find(platforms, platform) == platforms.end()) {
    why = fmt::format("holds on {}, the subject is for {}", fmt::join(platforms, ", "), platform);
  } else if (since && version < *since) {
    why =
        fmt::format("holds since {}, the subject claims {}", since->ToString(), version.ToString());
  } else if (until && version > *until) {
    why =
        fmt::format("holds until {}, the subject claims {}", until->ToString(), version.ToString());
  } else {
    return true;
  }
  if (reason != nullptr) *reason = std::move(why);
  return false;
}

}  // namespace loadstone::policy
