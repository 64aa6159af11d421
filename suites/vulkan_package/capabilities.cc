// SPDX-License-Identifier: Apache-2.0
// What the sources of component manifests declare, expose and use: "Gapii Packaging on Fuchsia",
// Realm Anatomy and Namespace Augmentation.

#include <fmt/format.h>

#include <algorithm>

#include "harness/case/package_case.h"
#include "policies/reading_ids.h"

namespace loadstone::suites::capabilities {
namespace {

// The kinds of capabilities by which a component can serve a directory.
constexpr const char* kKinds[] = {"directory", "service", "protocol"};
// Shards of the SDK, which declare nothing that a component serves.
constexpr const char* kShardsOfClients[] = {"syslog/", "inspect/"};
// Protocols of the system with another purpose.
constexpr const char* kOtherProtocols[] = {"fuchsia.logger.", "fuchsia.inspect.",
                                           "fuchsia.component.", "fuchsia.diagnostics."};
constexpr char kUsedPath[] = "/gapii_pkg";

// Calls `look` with the path and the content of each component manifest whose source is known.
template <typename Look>
void ForEachSource(const PackageUnderTest& package, const Look& look) {
  for (const ComponentManifest& each : package.components) {
    const std::optional<rapidjson::Document> source = SourceObject(each);
    if (source.has_value()) look(each.path, *source);
  }
}

// The objects in this member of a component manifest.
std::vector<const rapidjson::Value*> Items(const rapidjson::Document& source, const char* member) {
  std::vector<const rapidjson::Value*> found;
  const auto list = source.FindMember(member);
  if (list == source.MemberEnd() || !list->value.IsArray()) return found;
  for (const rapidjson::Value& each : list->value.GetArray()) {
    if (each.IsObject()) found.push_back(&each);
  }
  return found;
}

// A member that is one text or a list of texts.
std::vector<std::string> OneOrMore(const rapidjson::Value& item, const char* member) {
  const std::string one = Text(item, member);
  return one.empty() ? Texts(item, member) : std::vector<std::string>{one};
}

bool Has(const std::vector<std::string>& texts, const std::string& text) {
  return std::ranges::find(texts, text) != texts.end();
}

template <typename Prefixes>
bool StartsWithOneOf(const std::string& text, const Prefixes& prefixes) {
  return std::ranges::any_of(prefixes,
                             [&](const char* prefix) { return text.starts_with(prefix); });
}

// Whether the manifest, or a file that it includes, may declare a capability with this name.
bool MayDeclare(const rapidjson::Document& source, const char* kind, const std::string& name) {
  for (const rapidjson::Value* item : Items(source, "capabilities")) {
    if (Has(OneOrMore(*item, kind), name)) return true;
  }
  return std::ranges::any_of(Texts(source, "include"), [](const std::string& path) {
    return !StartsWithOneOf(path, kShardsOfClients);
  });
}

// Whether the item exposes a capability of the component itself to its parent.
bool ExposesToParent(const rapidjson::Value& item) {
  const std::vector<std::string> from = OneOrMore(item, "from");
  return Text(item, "to") != "framework" && (Has(from, "self") || Has(from, "framework"));
}

// Whether the component exposes what may serve a directory.
bool Serves(const rapidjson::Document& source) {
  for (const rapidjson::Value* item : Items(source, "expose")) {
    if (!ExposesToParent(*item)) continue;
    const bool is_own = !Has(OneOrMore(*item, "from"), "framework");
    for (const char* kind : kKinds) {
      for (const std::string& name : OneOrMore(*item, kind)) {
        if (StartsWithOneOf(name, kOtherProtocols)) continue;
        if (!is_own || MayDeclare(source, kind, name)) return true;
      }
    }
  }
  return false;
}

bool CanBeRead(const rapidjson::Value& directory) {
  if (!directory.HasMember("rights")) return true;
  const std::vector<std::string> rights = Texts(directory, "rights");
  return std::ranges::any_of(rights, [](const std::string& right) {
    return right == "read_bytes" || (right.starts_with('r') && right.ends_with('*'));
  });
}

VULKAN_PACKAGE_CASE(LS_FUCHSIA_10, component_serves_a_directory) {
  SKIP_FOR(WhyNotGapii(c));
  SKIP_FOR(WhyNoSources(c));
  std::vector<std::string> without;
  ForEachSource(PackageOf(c), [&](const std::string& path, const rapidjson::Document& source) {
    if (!Serves(source)) without.push_back(path);
  });
  EXPECT_SEEN(without, IsEmpty())
      << "the component exposes a directory, a service or a protocol to its parent, and declares it"
      << reading::LS_FUCHSIA_10_r1;
}

VULKAN_PACKAGE_CASE(LS_FUCHSIA_21, directory_can_be_read) {
  SKIP_FOR(WhyNotGapii(c));
  SKIP_FOR(WhyNoSources(c));
  std::vector<std::string> without;
  ForEachSource(PackageOf(c), [&](const std::string& path, const rapidjson::Document& source) {
    for (const char* member : {"capabilities", "expose"}) {
      for (const rapidjson::Value* item : Items(source, member)) {
        if (!item->HasMember("directory") || CanBeRead(*item)) continue;
        without.push_back(fmt::format("{}: {}", path, member));
      }
    }
  });
  EXPECT_SEEN(without, IsEmpty()) << "the rights of each directory include the right to read"
                                  << reading::LS_FUCHSIA_21_r1;
}

bool IsOfGapii(const rapidjson::Value& directory) {
  const std::string path = Text(directory, "path");
  return path == kUsedPath || path.starts_with(std::string(kUsedPath) + "/");
}

VULKAN_PACKAGE_CASE(LS_FUCHSIA_21, used_directory_can_be_read) {
  SKIP_FOR(WhyNotTraceable(c));
  SKIP_FOR(WhyNoSources(c));
  std::vector<std::string> without;
  ForEachSource(PackageOf(c), [&](const std::string& path, const rapidjson::Document& source) {
    for (const rapidjson::Value* item : Items(source, "use")) {
      if (item->HasMember("directory") && IsOfGapii(*item) && !CanBeRead(*item)) {
        without.push_back(fmt::format("{}: {}", path, Text(*item, "path")));
      }
    }
  });
  EXPECT_SEEN(without, IsEmpty()) << "the rights of a directory that the component uses at "
                                     "/gapii_pkg include the right to read"
                                  << reading::LS_FUCHSIA_21_r1;
}

}  // namespace
}  // namespace loadstone::suites::capabilities
