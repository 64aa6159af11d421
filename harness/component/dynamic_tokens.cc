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

// Returns the text that the output of ld.so --list-diagnostics has for a name, which is in
// quotation marks.
std::string Diagnostic(const std::string& output, const std::string& name) {
  const std::string start = "\n" + name + "=\"";
  const size_t at = ("\n" + output).find(start);
  if (at == std::string::npos) return {};
  const size_t from = at + start.size() - 1;
  return output.substr(from, output.find('"', from) - from);
}

// Runs the linker of glibc for another architecture, for which there is no program here that could
// be listed.
DynamicTokens QueryOtherLinker(const Architecture& architecture) {
  const std::string linker = DynamicLinker(architecture);
  if (linker.empty()) return {};
  const std::string output = OutputOf({linker, "--list-diagnostics"});
  return {.lib = Diagnostic(output, "dl_dst_lib"), .platform = Diagnostic(output, "dl_platform")};
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

DynamicTokens LinkerTokens(const Architecture& architecture) {
  static const DynamicTokens own = QueryLinker();
  if (architecture == OwnArchitecture()) return own;
  return QueryOtherLinker(architecture);
}

// The kernel tells every 32-bit program on x86-64 this platform (ELF_PLATFORM in its
// arch/x86/include/asm/elf.h), and so does the GNU C library for a processor with CMOV.
std::string PlatformToken(const Architecture& architecture) {
  return NameOf(architecture) == "i386-linux-gnu" ? "i686" : "";
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
