// SPDX-License-Identifier: Apache-2.0
#include "harness/component/dynamic_tokens.h"

#include <cctype>
#include <filesystem>
#include <utility>

#include "harness/component/program_output.h"
#include "harness/world/elf_file.h"

namespace loadstone {
namespace {

// Folders that do not exist; they mark the expanded tokens in the linker's output.
constexpr char kLibFolder[] = "/loadstone-lib/";
constexpr char kPlatformFolder[] = "/loadstone-platform/";
constexpr char kEnd[] = "/loadstone-end";

// Returns the expansion of the token between `folder` and kEnd.
std::string Between(const std::string& output, const std::string& folder) {
  const size_t start = output.find(folder);
  if (start == std::string::npos) return {};
  const size_t end = output.find(kEnd, start);
  if (end == std::string::npos) return {};
  const std::string text = output.substr(start + folder.size(), end - start - folder.size());
  return text.find('$') == std::string::npos ? text : std::string();
}

// Runs the linker of glibc, which lists the folders that it searches for this program's libraries;
// the given folders come first, with their tokens expanded.
DynamicTokens QueryLinker() {
  const std::string linker = DynamicLinker();
  std::error_code error;
  const std::string self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (linker.empty() || error) return {};
  const std::string folders =
      std::string(kLibFolder) + "$LIB" + kEnd + ":" + kPlatformFolder + "$PLATFORM" + kEnd;
  const std::string output = OutputOf({linker, "--library-path", folders, "--list", self},
                                      OutputStream::kError, "LD_DEBUG=libs");
  return {.lib = Between(output, kLibFolder), .platform = Between(output, kPlatformFolder)};
}

bool IsNameCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// Returns the length of the token `name` after the dollar sign at `dollar`; 0 if it is not there.
size_t LengthOf(const std::string& path, size_t dollar, const std::string& name) {
  const std::string curly = "{" + name + "}";
  if (path.compare(dollar + 1, curly.size(), curly) == 0) return curly.size();
  if (path.compare(dollar + 1, name.size(), name) != 0) return 0;
  const size_t next = dollar + 1 + name.size();
  return next < path.size() && IsNameCharacter(path[next]) ? 0 : name.size();
}

}  // namespace

DynamicTokens LinkerTokens() {
  static const DynamicTokens tokens = QueryLinker();
  return tokens;
}

std::string ExpandTokens(const std::string& path, const DynamicTokens& tokens) {
  if (path.find('/') == std::string::npos) return path;
  const std::pair<const char*, const std::string&> tokens_by_name[] = {
      {"ORIGIN", tokens.origin}, {"LIB", tokens.lib}, {"PLATFORM", tokens.platform}};
  std::string expanded;
  for (size_t i = 0; i < path.size(); ++i) {
    size_t length = 0;
    for (const auto& [name, value] : tokens_by_name) {
      if (path[i] != '$' || length > 0 || value.empty()) continue;
      length = LengthOf(path, i, name);
      if (length > 0) expanded += value;
    }
    if (length == 0) expanded += path[i];
    i += length;
  }
  return expanded;
}

}  // namespace loadstone
