// SPDX-License-Identifier: Apache-2.0
#include "suites/common/component_manifest.h"

#include <filesystem>
#include <regex>

#include "harness/policy/version.h"
#include "harness/world/platform.h"
#include "suites/common/manifest_json.h"

namespace loadstone::suites {
namespace {

constexpr char kByteOrderMark[] = "\xEF\xBB\xBF";

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

// JSON text must not begin with a byte order mark (RFC 8259, 8.1), and loaders have rejected one.
void ExpectJson(const Case& c) {
  EXPECT_SEEN(ComponentOf(c).json_problem, "") << "the manifest is no valid JSON";
  EXPECT_HOLDS(!ComponentOf(c).text.starts_with(kByteOrderMark))
      << "the manifest is no valid JSON: it begins with a byte order mark";
}

void ExpectKnownFormat(const Case& c, const std::vector<std::string>& formats) {
  SKIP_FOR(WhyNoMembers(c));
  const std::string& format = ComponentOf(c).format;
  if (!policy::Version::TryParse(format).has_value()) {
    GTEST_SKIP() << "the manifest has no file_format_version that is a version";
  }
  EXPECT_SEEN(formats, Contains(format))
      << "file_format_version is " << format << ", and there is no such format";
}

void ExpectMembers(const Case& c, const char* object, const std::vector<const char*>& members) {
  const ComponentUnderTest& component = ComponentOf(c);
  if (!component.json_problem.empty()) SKIP_WITH(WhyNoMembers(c));
  std::vector<std::string> missing;
  if (component.format.empty()) missing.emplace_back("file_format_version");
  if (component.object.empty()) missing.emplace_back(object);
  for (const char* member : members) {
    if (!component.object.empty() && !HasMember(component.object, member)) {
      missing.emplace_back(member);
    }
  }
  EXPECT_SEEN(missing, IsEmpty()) << "the manifest format requires these members";
}

void ExpectLibraryArch(const Case& c) {
  SKIP_FOR(WhyNoMembers(c));
  const ComponentUnderTest& component = ComponentOf(c);
  if (!HasMember(component.object, "library_arch")) {
    GTEST_SKIP() << "the manifest has no library_arch";
  }
  if (!WrongTypes(component.object, {{"library_arch", JsonType::kText}}).empty()) {
    GTEST_SKIP() << "library_arch is no text, which another case judges";
  }
  const std::string claimed = TextOf(component.object, "library_arch");
  EXPECT_SEEN(claimed, AnyOf("32", "64")) << "the only valid values are \"32\" and \"64\"";
  SKIP_FOR(WhyNoExports(c));
  if (component.library_bits == 0) GTEST_SKIP() << "the library is for both architectures";
  EXPECT_SEEN(claimed, std::to_string(component.library_bits))
      << "loaders leave out a " << Name(component.kind) << " of another architecture";
}

void ExpectJsonSuffix(const Case& c, const std::string& why) {
  const std::string name = std::filesystem::path(ComponentOf(c).manifest).filename().string();
  EXPECT_HOLDS(name.size() > 5 && name.ends_with(".json"))
      << "the file name ends in .json; it is " << name << why;
}

void ExpectLibraryThere(const Case& c) {
  SKIP_FOR(WhyNoMembers(c));
  if (ComponentOf(c).library_path.empty()) SKIP_WITH(WhyNoExports(c));
  SKIP_FOR(ComponentOf(c).library_elsewhere);
  // Nothing is known about a component that is not installed yet, and its manifest may be correct.
  const std::string& not_installed = ComponentOf(c).not_installed;
  if (!not_installed.empty()) throw HarnessError(not_installed);
  EXPECT_SEEN(ComponentOf(c).library_problem, "") << "the manifest leads to a usable library";
}

void ExpectUsualLibrarySuffix(const Case& c) {
  SKIP_FOR(WhyNoMembers(c));
  const ComponentUnderTest& component = ComponentOf(c);
  const std::string path = component.library_path;
  if (path.empty()) SKIP_WITH(WhyNoExports(c));
  if (component.platform == kMacos && c.subject().api == Api::kOpenXr) {
    GTEST_SKIP() << "the documents of OpenXR name no suffix for macOS";
  }
  const Suffix suffix = UsualSuffix(component);
  EXPECT_HOLDS(std::regex_search(path, suffix.pattern))
      << "libraries on " << PlatformName(component.platform) << " end in " << suffix.text
      << ", not like " << path;
}

}  // namespace loadstone::suites
