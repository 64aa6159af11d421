// SPDX-License-Identifier: Apache-2.0
#include "harness/policy/policy.h"

#include <fmt/core.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

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

}  // namespace

std::string_view Name(Level level) { return NameIn(kLevels, level); }

std::optional<Level> LevelFromName(std::string_view name) { return ValueIn(kLevels, name); }

std::optional<SubjectKind> PolicySubjectFromName(std::string_view name) {
  const std::optional<SubjectKind> kind = SubjectKindFromName(name);
  const bool none = kind == SubjectKind::kHalModule || kind == SubjectKind::kInstaller;
  return none ? std::nullopt : kind;
}

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
  // The selected edition of each document; an edition without a version is older than all others.
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
