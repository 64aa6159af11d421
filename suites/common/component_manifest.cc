#include "suites/common/component_manifest.h"

#include <filesystem>
#include <regex>

namespace loadstone::suites {

void ExpectJson(const Case& c) {
  EXPECT_SEEN(ComponentOf(c).json_problem, "") << "the manifest is no valid JSON";
}

void ExpectJsonSuffix(const Case& c, const std::string& why) {
  const std::string name = std::filesystem::path(ComponentOf(c).manifest).filename().string();
  EXPECT_HOLDS(name.size() > 5 && name.ends_with(".json")) << "the file is called " << name << why;
}

void ExpectLibraryThere(const Case& c) {
  SKIP_FOR(WhyNoMembers(c));
  if (ComponentOf(c).library_path.empty()) GTEST_SKIP() << WhyNoLibrary(c);
  EXPECT_SEEN(ComponentOf(c).library_problem, "") << "the manifest leads to no library";
}

void ExpectUsualLibrarySuffix(const Case& c) {
  SKIP_FOR(WhyNoMembers(c));
  const std::string path = ComponentOf(c).library_path;
  if (path.empty()) GTEST_SKIP() << WhyNoLibrary(c);
  EXPECT_HOLDS(std::regex_search(path, std::regex("\\.so(\\.[0-9]+)*$")))
      << "libraries on Linux end in .so, not like " << path;
}

}  // namespace loadstone::suites
