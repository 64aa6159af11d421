// SPDX-License-Identifier: Apache-2.0
#include "harness/package/read_package.h"

#include <fmt/format.h>
#include <rapidjson/document.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <sstream>

#include "harness/component/elf_symbols.h"
#include "harness/component/rooted_folder.h"
#include "harness/errors.h"
#include "harness/package/far_archive.h"
#include "harness/package/json5.h"
#include "harness/report/input_file.h"

namespace loadstone {
namespace {

namespace fs = std::filesystem;

constexpr size_t kByteLimit = size_t{1} << 30;
constexpr size_t kMostBytesOfManifest = size_t{16} << 20;
constexpr size_t kShortestText = 3;
constexpr char kMeta[] = "meta.far";

// The files of a package by path. Files that only meta/contents lists have no content.
using Files = std::map<std::string, std::optional<std::string>>;

// The files, and how many of those that meta/contents lists are there; the paths of the others.
struct Contents {
  Files files = {};
  size_t found = 0;
  std::vector<std::string> missing = {};
};

// Where the files that meta/contents lists are, by their digests.
struct Blobs {
  std::function<bool(const std::string&)> has;
  std::function<std::optional<std::string>(const std::string&)> read;
};

bool IsRead(const std::string& path) {
  return path.ends_with(".json") || path.ends_with(".so") || path.ends_with(".cm") ||
         path.ends_with(".cml") || path.starts_with("meta/") || path == kMeta;
}

// Adds the files in the lines PATH=DIGEST of meta/contents.
void AddListed(const std::string& listed, const Blobs& blobs, Contents& contents) {
  std::istringstream lines(listed);
  for (std::string line; std::getline(lines, line);) {
    const std::string path = line.substr(0, line.find('='));
    if (line.find('=') == std::string::npos || !IsPathInPackage(path)) {
      throw FarError("meta/contents has a line that is not PATH=DIGEST");
    }
    const std::string digest = line.substr(path.size() + 1);
    if (contents.files.contains(path) || blobs.has(digest)) {
      ++contents.found;
    } else {
      contents.missing.push_back(path);
    }
    contents.files.emplace(path, IsRead(path) ? blobs.read(digest) : std::nullopt);
  }
}

Files FilesOfMeta(std::string_view bytes) {
  Files files;
  for (const auto& [path, content] : ReadFarArchive(bytes)) files[path] = std::string(content);
  return files;
}

std::string ContentsOf(const Files& files) {
  const auto contents = files.find("meta/contents");
  return contents == files.end() ? "" : contents->second.value_or("");
}

Contents FilesOfArchive(const std::string& bytes) {
  const std::map<std::string, std::string_view> entries = ReadFarArchive(bytes);
  const auto meta = entries.find(kMeta);
  Contents contents = {.files = FilesOfMeta(meta == entries.end() ? bytes : meta->second)};
  const auto read = [&](const std::string& digest) -> std::optional<std::string> {
    const auto found = entries.find(digest);
    if (found == entries.end()) return std::nullopt;
    return std::string(found->second);
  };
  const auto has = [&](const std::string& digest) { return entries.contains(digest); };
  AddListed(ContentsOf(contents.files), {has, read}, contents);
  return contents;
}

Contents FilesOfFolder(const std::string& path) {
  const RootedFolder folder(path,
                            "a Fuchsia package: an archive, or the folder of an unpacked archive");
  Files files;
  folder.Walk([&](const std::string& each) {
    files[each] = IsRead(each) ? folder.Read(each, kByteLimit) : std::nullopt;
  });
  const auto meta = files.find(kMeta);
  if (meta == files.end() || !meta->second.has_value()) return {.files = files};
  Contents unpacked = {.files = FilesOfMeta(*meta->second)};
  const auto read = [&](const std::string& digest) {
    const bool is_plain = IsPathInPackage(digest);
    return is_plain ? folder.Read(digest, kByteLimit) : std::optional<std::string>();
  };
  const auto has = [&](const std::string& digest) { return files.contains(digest); };
  AddListed(ContentsOf(unpacked.files), {has, read}, unpacked);
  return unpacked;
}

Contents ContentsAt(const std::string& path) {
  std::error_code error;
  try {
    if (fs::is_directory(path, error)) return FilesOfFolder(path);
    if (fs::exists(path, error) && !fs::is_regular_file(path, error)) {
      throw EnvironmentError(path + " is neither an archive nor a folder");
    }
    if (fs::exists(path, error) && fs::file_size(path, error) > kByteLimit) {
      throw EnvironmentError(path + " is larger than 1 GiB, too large for such a package");
    }
    return FilesOfArchive(ReadInputFile(path, "package", kByteLimit));
  } catch (const FarError& why) {
    throw EnvironmentError(fmt::format("{}: {}", path, why.what()));
  }
}

// Returns the texts in a message: a compiled manifest contains each of its texts contiguously.
std::set<std::string> TextsOf(const std::string& bytes) {
  std::set<std::string> texts;
  std::string text;
  for (const char c : bytes + '\0') {
    if (c >= ' ' && c <= '~') {
      text += c;
      continue;
    }
    if (text.size() >= kShortestText) texts.insert(text);
    text.clear();
  }
  return texts;
}

ComponentManifest SourceManifest(const std::string& path, const std::string& text) {
  rapidjson::Document document;
  const std::string json = JsonFromJson5(text);
  document.Parse<rapidjson::kParseIterativeFlag | rapidjson::kParseTrailingCommasFlag>(json.data(),
                                                                                       json.size());
  if (document.HasParseError() || !document.IsObject()) {
    throw EnvironmentError(path + " is not a component manifest in JSON5");
  }
  return {.path = path, .source = json, .texts = {}};
}

void AddFile(const std::string& path, const std::string& content, PackageUnderTest& package) {
  if (path.starts_with("data/") && path.ends_with(".json")) package.manifests[path] = content;
  if (path.starts_with("lib/") && path.ends_with(".so")) {
    package.libraries[path] = ReadElfLibrary(std::string(content)).exports;
  }
  if (path.starts_with("meta/") && path.ends_with(".cm")) {
    package.components.push_back({.path = path, .source = {}, .texts = TextsOf(content)});
  }
  if (path.ends_with(".cml")) package.components.push_back(SourceManifest(path, content));
}

std::string ProblemOfMetadata(const Files& files) {
  for (const char* path : {"meta/package", "meta/contents"}) {
    if (!files.contains(path)) return std::string("it has no ") + path;
  }
  rapidjson::Document document;
  document.Parse<rapidjson::kParseIterativeFlag>(files.at("meta/package").value_or("").c_str());
  if (document.HasParseError() || !document.IsObject() || !document.HasMember("name")) {
    return "meta/package is not a JSON object with a name";
  }
  return {};
}

bool HasFileBelow(const Files& files, const std::string& folder) {
  const auto found = files.lower_bound(folder);
  return found != files.end() && found->first.starts_with(folder);
}

std::string RoleOf(const std::string& path, const Files& files) {
  const bool gapii = HasFileBelow(files, "data/vulkan/explicit_layer.d/");
  const bool traceable = HasFileBelow(files, "data/vulkan/implicit_layer.d/");
  if (gapii == traceable) {
    throw EnvironmentError(
        fmt::format("{} has {} data/vulkan/explicit_layer.d {} data/vulkan/implicit_layer.d; use "
                    "--role to say whether the package is gapii or a traceable component",
                    path, gapii ? "both" : "neither", gapii ? "and" : "nor"));
  }
  return gapii ? kGapiiRole : kTraceableRole;
}

PackageUnderTest ReadOne(const std::string& path, const std::string& role) {
  const Contents contents = ContentsAt(path);
  const Files& files = contents.files;
  PackageUnderTest package = {.path = path, .is_archive = !fs::is_directory(path)};
  package.listed_files = contents.found;
  package.missing_files = contents.missing;
  package.role = role.empty() ? RoleOf(path, files) : role;
  package.metadata_problem = ProblemOfMetadata(files);
  for (const auto& [name, content] : files) {
    package.files.insert(name);
    if (content.has_value()) AddFile(name, *content, package);
  }
  return package;
}

}  // namespace

PackageUnderTest ReadPackage(const PackageRequest& request) {
  PackageUnderTest package = ReadOne(request.path, request.role);
  package.tracing = request.tracing;
  for (const std::string& path : request.manifests) {
    package.components.push_back(
        SourceManifest(path, ReadInputFile(path, "component manifest", kMostBytesOfManifest)));
  }
  if (!request.gapii.empty()) {
    package.gapii_path = request.gapii;
    package.gapii_manifests = ReadOne(request.gapii, kGapiiRole).manifests;
  }
  return package;
}

}  // namespace loadstone
