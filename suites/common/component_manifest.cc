// SPDX-License-Identifier: Apache-2.0
#include "suites/common/component_manifest.h"

#include <filesystem>
#include <regex>

#include "harness/world/platform.h"

namespace loadstone::suites {
namespace {

struct Suffix {
  const char* text;
  std::regex pattern;
};

Suffix UsualSuffix(const ComponentUnderTest& component) {
  if (component.platform == kWindows) return {".dll", std::regex("\\.dll$", std::regex::icase)};
  if (component.platform == kMacos) return {".dylib", std::regex("\\.dylib$", std::regex::icase)};
  return {".so", std::regex("\\.so(\\.[0-9]+)*$")};
}

}  // namespace

void ExpectJson(const Case& c) {
  EXPECT_SEEN(ComponentOf(c).json_problem, "") << "the manifest is valid JSON";
}

void ExpectJsonSuffix(const Case& c, const std::string& why) {
  const std::string name = std::filesystem::path(ComponentOf(c).manifest).filename().string();
  EXPECT_HOLDS(name.size() > 5 && name.ends_with(".json"))
      << "the file name ends in .json; it is " << name << why;
}

void ExpectLibraryThere(const Case& c) {
  SKIP_FOR(WhyNoMembers(c));
  if (ComponentOf(c).library_path.empty()) GTEST_SKIP() << WhyNoExports(c);
  SKIP_FOR(ComponentOf(c).library_elsewhere);
  // Nothing is known of a component that is not installed yet, and its manifest may be right.
  const std::string& not_installed = ComponentOf(c).not_installed;
  if (!not_installed.empty()) throw HarnessError(not_installed);
  EXPECT_SEEN(ComponentOf(c).library_problem, "") << "the manifest leads to a usable library";
}

void ExpectUsualLibrarySuffix(const Case& c) {
  SKIP_FOR(WhyNoMembers(c));
  const ComponentUnderTest& component = ComponentOf(c);
  const std::string path = component.library_path;
  if (path.empty()) GTEST_SKIP() << WhyNoExports(c);
  if (component.platform == kMacos && c.subject().api == "openxr") {
    GTEST_SKIP() << "the documents of OpenXR name no suffix for macOS";
  }
  const Suffix suffix = UsualSuffix(component);
  EXPECT_HOLDS(std::regex_search(path, suffix.pattern))
      << "libraries on " << PlatformName(component.platform) << " end in " << suffix.text
      << ", not like " << path;
}

}  // namespace loadstone::suites
