// SPDX-License-Identifier: Apache-2.0
#include "harness/install/wine_prefix.h"

#include <rapidjson/document.h>

#include <algorithm>
#include <exception>
#include <filesystem>

#include "harness/install/registry_text.h"
#include "harness/report/input_file.h"

namespace loadstone {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostBytesOfManifest = size_t{16} << 20;
constexpr size_t kMaxEntries = 100000;  // entries of a folder that are compared
constexpr char kByteOrderMark[] = "\xEF\xBB\xBF";

// Returns the entry of `folder` with this name, preferring an exact match to one that differs in
// case.
std::optional<fs::path> Entry(const fs::path& folder, const std::string& name) {
  std::error_code error;
  if (fs::exists(fs::symlink_status(folder / name, error))) return folder / name;
  size_t looked_at = 0;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (++looked_at > kMaxEntries) break;
    if (Lower(at->path().filename().string()) == Lower(name)) return at->path();
  }
  return std::nullopt;
}

// The JSON object in the file of a prefix, or its problem.
struct Parsed {
  std::string problem = {};
  rapidjson::Document document = {};
};

Parsed ParseManifest(const std::string& prefix, const std::string& path) {
  Parsed parsed;
  const auto failed = [&](const char* why) {
    parsed.problem = why;
    return std::move(parsed);
  };
  const std::optional<std::string> file = FindInPrefix(prefix, path);
  if (!file.has_value()) return failed("there is no such file");
  std::error_code error;
  if (!fs::is_regular_file(*file, error)) return failed("it is not a regular file");
  std::string text;
  try {
    text = ReadInputFile(*file, "manifest", kMostBytesOfManifest);
  } catch (const std::exception&) {
    return failed("it cannot be read");
  }
  if (text.size() > kMostBytesOfManifest) return failed("it is larger than 16 MiB");
  const size_t start = text.starts_with(kByteOrderMark) ? sizeof(kByteOrderMark) - 1 : 0;
  parsed.document.Parse<rapidjson::kParseIterativeFlag>(text.data() + start, text.size() - start);
  if (parsed.document.HasParseError() || !parsed.document.IsObject()) {
    return failed("it is not a JSON object");
  }
  return parsed;
}

std::string TextOf(const rapidjson::Value& object, const char* member) {
  const auto found = object.FindMember(member);
  return found != object.MemberEnd() && found->value.IsString()
             ? std::string(found->value.GetString(), found->value.GetStringLength())
             : "";
}

void AddComponent(const rapidjson::Value& object, ManifestOfPrefix& manifest) {
  if (!object.IsObject()) return;
  if (const std::string name = TextOf(object, "name"); !name.empty()) {
    manifest.names.push_back(name);
  }
  if (!manifest.library_path.empty()) return;
  manifest.library_path = TextOf(object, "library_path");
  manifest.library_arch = TextOf(object, "library_arch");
}

}  // namespace

bool IsPrefix(const std::string& path) {
  std::error_code error;
  return !path.empty() && fs::is_directory(path, error);
}

std::optional<std::string> FindInPrefix(const std::string& prefix, const std::string& path) {
  if (path.size() < 3 || path[1] != ':' || (path[2] != '\\' && path[2] != '/')) return std::nullopt;
  fs::path place = fs::path(prefix) / "dosdevices" / Lower(path.substr(0, 2));
  std::string rest = path.substr(3);
  std::replace(rest.begin(), rest.end(), '\\', '/');
  for (const fs::path& name : fs::path(rest)) {
    if (name.empty()) continue;
    const std::optional<fs::path> entry = Entry(place, name.string());
    if (!entry.has_value()) return std::nullopt;
    place = *entry;
  }
  std::error_code error;
  return fs::exists(place, error) ? std::optional(place.string()) : std::nullopt;
}

std::string ProblemOfManifest(const std::string& prefix, const std::string& path) {
  return ParseManifest(prefix, path).problem;
}

ManifestOfPrefix ReadManifestInPrefix(const std::string& prefix, const std::string& path) {
  const Parsed parsed = ParseManifest(prefix, path);
  ManifestOfPrefix manifest;
  if (!parsed.problem.empty()) return manifest;
  for (const char* member : {"layer", "api_layer", "ICD", "runtime"}) {
    const auto found = parsed.document.FindMember(member);
    if (found != parsed.document.MemberEnd()) AddComponent(found->value, manifest);
  }
  const auto layers = parsed.document.FindMember("layers");
  if (layers != parsed.document.MemberEnd() && layers->value.IsArray()) {
    for (const rapidjson::Value& layer : layers->value.GetArray()) AddComponent(layer, manifest);
  }
  return manifest;
}

}  // namespace loadstone
