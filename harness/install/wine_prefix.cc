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

}  // namespace

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
  const std::optional<std::string> file = FindInPrefix(prefix, path);
  if (!file.has_value()) return "there is no such file";
  std::error_code error;
  if (!fs::is_regular_file(*file, error)) return "it is not a regular file";
  std::string text;
  try {
    text = ReadInputFile(*file, "manifest", kMostBytesOfManifest);
  } catch (const std::exception&) {
    return "it cannot be read";
  }
  if (text.size() > kMostBytesOfManifest) return "it is larger than 16 MiB";
  const size_t start = text.starts_with(kByteOrderMark) ? sizeof(kByteOrderMark) - 1 : 0;
  rapidjson::Document document;
  document.Parse<rapidjson::kParseIterativeFlag>(text.data() + start, text.size() - start);
  return document.HasParseError() || !document.IsObject() ? "it is not a JSON object" : "";
}

}  // namespace loadstone
