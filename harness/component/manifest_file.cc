// SPDX-License-Identifier: Apache-2.0
#include "harness/component/manifest_file.h"

#include <errno.h>
#include <fmt/format.h>
#include <rapidjson/error/en.h>
#include <string.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "harness/component/elf_symbols.h"
#include "harness/component/find_in_root.h"
#include "harness/component/foreign_library.h"
#include "harness/component/rooted_system.h"
#include "harness/component/system_loader.h"
#include "harness/errors.h"

namespace loadstone {
namespace {

namespace fs = std::filesystem;
using rapidjson::Value;

constexpr size_t kMostDepth = 200;  // code below may recurse
constexpr char kByteOrderMark[] = "\xEF\xBB\xBF";

// The members that identify the kind of a manifest.
constexpr struct {
  const char* member;
  SubjectKind kind;
  const char* whose;
} kKinds[] = {{"layer", SubjectKind::kLayer, "layer"},
              {"layers", SubjectKind::kLayer, "layer"},
              {"api_layer", SubjectKind::kLayer, "layer"},
              {"ICD", SubjectKind::kDriver, "Vulkan driver"},
              {"runtime", SubjectKind::kRuntime, "OpenXR runtime"}};

// Returns the nesting depth of braces and brackets in a JSON text.
size_t DepthOf(const std::string& text) {
  size_t depth = 0;
  size_t deepest = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '\\') ++i;
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '{' || c == '[') deepest = std::max(deepest, ++depth);
    if ((c == '}' || c == ']') && depth > 0) --depth;
  }
  return deepest;
}

// Returns whether the manifest names a library for Windows or macOS, and if so stores it in
// `component`.
bool ReadForeign(const std::string& folder, const LibrarySearch& search,
                 ComponentUnderTest& component) {
  if (component.platform == "linux" || !search.root.empty()) return false;
  ForeignLibrary found =
      FindForeignLibrary(component.library_path, folder, component.platform, search.folders);
  if (found.platform.empty()) return false;
  component.platform = found.platform;
  component.library = found.path;
  component.library_problem = found.problem;
  component.library_elsewhere = found.elsewhere;
  component.library_bits = found.bits;
  component.exports = std::move(found.exports);
  component.reexports = found.reexports;
  return true;
}

// Adds the remedy for a file name that the system does not find. A library next to its manifest is
// not installed yet, which is not a fault of the manifest.
void AddRemedy(const FoundLibrary& found, const std::string& folder,
               ComponentUnderTest& component) {
  if (!found.path.empty() || component.library_path.find('/') != std::string::npos) return;
  if (found.beside.empty()) {
    component.library_problem += "; use --library-path DIR to search a build folder first";
  } else {
    component.library_problem +=
        fmt::format("; use --library-path {} until the library is installed", folder);
    component.not_installed = component.library_problem;
  }
}

void ReadOwn(const std::string& folder, const LibrarySearch& search,
             ComponentUnderTest& component) {
  FoundLibrary found = FindLibrary(component.library_path, folder, search);
  component.platform = "linux";
  component.library = found.path;
  component.library_problem = found.problem;
  component.library_bits = BitsOf(search.architecture);  // FindLibrary refuses all others
  AddRemedy(found, folder, component);
  component.files = found.files;
  component.library_folders = found.folders;
  component.shown_folders = found.shown;
  ElfSymbols symbols = ReadElfSymbols(HostPathIn(search.root, found.path));
  component.exports = std::move(symbols.exports);
  component.interposable = std::move(symbols.interposable);
}

}  // namespace

std::string ReadWhole(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string ReadManifestText(const std::string& path, SubjectKind kind) {
  const std::string takes = fmt::format("check-{0} takes the {0}'s manifest", Name(kind));
  struct stat status;
  if (stat(path.c_str(), &status) != 0) {
    throw EnvironmentError(fmt::format("cannot find the manifest {}: {}", path, strerror(errno)));
  }
  if (!S_ISREG(status.st_mode)) {
    throw EnvironmentError(path + " is not a regular file; " + takes);
  }
  if (static_cast<uintmax_t>(status.st_size) > kMostManifestBytes) {
    throw EnvironmentError(fmt::format(
        "{} is larger than 16 MiB, which is too large for a manifest of a {}", path, Name(kind)));
  }
  if (!std::ifstream(path).is_open()) {
    throw EnvironmentError(fmt::format("cannot read the manifest {}: {}", path, strerror(errno)));
  }
  std::string text = ReadWhole(path);
  if (text.compare(0, 4,
                   "\x7F"
                   "ELF") == 0) {
    throw EnvironmentError(path + " is an ELF file; " + takes);
  }
  if (DepthOf(text) > kMostDepth) {
    throw EnvironmentError(
        fmt::format("{} is nested deeper than any manifest of a {}", path, Name(kind)));
  }
  return text;
}

// Uses the iterative parser, because nesting must not exhaust the stack.
bool ParseManifest(const std::string& text, rapidjson::Document& document) {
  const size_t start = text.compare(0, 3, kByteOrderMark) == 0 ? 3 : 0;
  document.Parse<rapidjson::kParseIterativeFlag>(text.data() + start, text.size() - start);
  return !document.HasParseError() && document.IsObject();
}

ComponentUnderTest BeginComponent(const std::string& path, SubjectKind kind,
                                  const LibrarySearch& search, rapidjson::Document& document) {
  ComponentUnderTest component;
  component.kind = kind;
  component.manifest =
      search.root.empty() ? fs::absolute(path).string() : ManifestInRoot(path, search.root);
  component.text = ReadManifestText(
      search.root.empty() ? path : HostPathIn(search.root, component.manifest), kind);
  component.library_problem = fmt::format("its manifest describes no {}", Name(kind));
  if (ParseManifest(component.text, document)) {
    component.format = Text(document, "file_format_version");
  } else {
    component.json_problem =
        document.HasParseError()
            ? fmt::format("{} at byte {}", rapidjson::GetParseError_En(document.GetParseError()),
                          document.GetErrorOffset())
            : "the text is not a JSON object";
  }
  return component;
}

void RequireKind(const Value& manifest, const std::string& path, SubjectKind kind) {
  const char* other = nullptr;
  for (const auto& each : kKinds) {
    if (Member(manifest, each.member) == nullptr) continue;
    if (each.kind == kind) return;
    other = each.whose;
  }
  if (other != nullptr) {
    throw EnvironmentError(fmt::format("{} is the manifest of a{} {}, not of a {}", path,
                                       strchr("AEIOU", *other) != nullptr ? "n" : "", other,
                                       Name(kind)));
  }
}

void ReadComponentMembers(const Value& object, const std::string& negotiate, Api api,
                          const LibrarySearch& search, ComponentUnderTest& component) {
  component.object = ToText(object);
  component.name = Text(object, "name");
  component.api_version = Text(object, "api_version");
  component.library_path = Text(object, "library_path");
  component.negotiate = negotiate;
  const Value* functions = Member(object, "functions");
  if (functions != nullptr && functions->IsObject()) {
    const std::string renamed = Text(*functions, negotiate.c_str());
    if (!renamed.empty()) component.negotiate = renamed;
  }
  if (component.library_path.empty()) {
    component.library_problem = "its manifest names no library";
    return;
  }
  const std::vector<LibrarySearch> searches =
      SearchesFor(search, api, Text(object, "library_arch"));
  const LibrarySearch& chosen = ChooseSearch(component.manifest, component.library_path, searches);
  const std::string folder = FolderOfManifest(component.manifest, component.library_path, chosen);
  if (!ReadForeign(folder, chosen, component)) ReadOwn(folder, chosen, component);
}

}  // namespace loadstone
