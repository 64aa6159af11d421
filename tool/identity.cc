// SPDX-License-Identifier: Apache-2.0
#include "tool/identity.h"

#include <elf.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sha2.h>
#include <sys/utsname.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

#include "harness/report/text.h"
#include "harness/runner/elf_note.h"

namespace loadstone {
namespace {

// Returns the first line that a shell command prints; empty if it prints none.
std::string FirstLine(const std::string& command) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> output(popen(command.c_str(), "re"),
                                                               &pclose);
  char line[4096] = "";
  if (output == nullptr || std::fgets(line, sizeof line, output.get()) == nullptr) return "";
  const std::string_view text(line);
  return std::string(text.substr(0, text.find('\n')));
}

// Returns whether the path is in a folder into which packages install libraries (Filesystem
// Hierarchy Standard). To find a file, dpkg reads the file lists of all packages, which takes
// longer than many cases.
bool MayBeOfPackage(const std::string& path) {
  return (path.starts_with("/usr/") && !path.starts_with("/usr/local/")) ||
         path.starts_with("/lib") || path.starts_with("/opt/");
}

}  // namespace

std::string BuildId(const std::string& path) {
  const std::string id = ReadElfNote(path, "GNU", NT_GNU_BUILD_ID).value_or("");
  const std::span<const unsigned char> bytes(reinterpret_cast<const unsigned char*>(id.data()),
                                             id.size());
  return fmt::format("{:02x}", fmt::join(bytes.begin(), bytes.end(), ""));
}

std::string Sha256(const std::string& path) {
  char digest[SHA256_DIGEST_STRING_LENGTH] = "";
  return SHA256File(path.c_str(), digest) == nullptr ? "" : digest;
}

std::string PackageOf(const std::string& path, const std::string& root) {
  std::error_code error;
  std::string file = std::filesystem::canonical(path, error);
  if (error) return "";
  std::string query = "dpkg-query";
  if (!root.empty()) {
    if (!file.starts_with(root + "/")) return "";
    file.erase(0, root.size());
    query += " --admindir=" + ShellQuote(root + "/var/lib/dpkg");
  }
  if (!MayBeOfPackage(file)) return "";
  // The output has the form "libvulkan1:amd64: /usr/lib/x86_64-linux-gnu/libvulkan.so.1.3.239".
  const std::string owner = FirstLine(query + " -S -- " + ShellQuote(file) + " 2>/dev/null");
  const size_t colon = owner.rfind(": ");
  if (colon == std::string::npos || owner.find(' ') < colon) return "";
  return FirstLine(query + " -W -f '${Package} ${Version}\\n' -- " +
                   ShellQuote(owner.substr(0, colon)) + " 2>/dev/null");
}

std::string SystemRelease() {
  utsname system = {};
  uname(&system);
  return system.release;
}

}  // namespace loadstone
