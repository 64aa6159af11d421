// SPDX-License-Identifier: Apache-2.0
#include "harness/runner/check_binary.h"

#include <elf.h>
#include <fmt/format.h>
#include <string.h>

#include <filesystem>
#include <fstream>
#include <string_view>

#include "harness/errors.h"
#include "harness/runner/elf_note.h"
#include "harness/runner/installation.h"
#include "harness/world/elf_file.h"
#include "harness/world/pe_file.h"
#include "harness/world/platform.h"

namespace loadstone {
namespace {

// Returns what to do with a file that is not an ELF file.
std::string FileTypeHint(const std::string& path) {
  char magic[4] = {};
  std::ifstream(path, std::ios::binary).read(magic, sizeof(magic));
  const std::string_view begin(magic, sizeof(magic));
  if (begin.starts_with("MZ")) return "it looks like a DLL; use --platform windows to judge a DLL";
  if (begin == "\xcf\xfa\xed\xfe" || begin == "\xca\xfe\xba\xbe") {
    return "it looks like a library for macOS, which runs only on macOS";
  }
  return "--loader takes a shared library for Linux";
}

// A loader that is built for Linux with the rules of another platform names that platform in a
// note.
constexpr char kSystemNoteOwner[] = "Loadstone";
constexpr uint32_t kSystemNoteType = 2;

// Refuses a loader for Linux whose rules are those of another platform than `platform`.
void CheckRules(const std::string& path, const std::string& platform) {
  const std::string linux_itself = "linux";
  const std::string system =
      ReadElfNote(path, kSystemNoteOwner, kSystemNoteType).value_or(linux_itself);
  if (system == platform) return;
  if (platform == linux_itself) {
    // The note may contain any text.
    throw EnvironmentError(path + " has the rules of " +
                           (IsEmulatedOnLinux(system)
                                ? fmt::format("{0}; add --platform {0}", system)
                                : "a system that Loadstone does not know"));
  }
  throw EnvironmentError(
      fmt::format("{0} is built for Linux and does not declare the rules of {1}; --platform {2} "
                  "judges builds for Linux that declare them, such as build/lib/libvulkan_{2}.so, "
                  "because no program for {1} can run here",
                  path, PlatformName(platform), platform));
}

std::string Describe(const Architecture& architecture) {
  const std::string name = NameOf(architecture);
  return name.empty()
             ? fmt::format("ELF class {}, machine {}", architecture.elf_class, architecture.machine)
             : name;
}

// What to do about a loader for another architecture.
std::string HowToJudge(const Architecture& architecture) {
  if (HasPartsFor(architecture)) return "'fuzz' takes only loaders for the latter";
  if (NameOf(architecture) == "i386-linux-gnu") {
    return "'ci/build-for.sh i386' builds what other commands than 'fuzz' need for 32-bit "
           "libraries";
  }
  if (NameOf(architecture) == "aarch64-linux-gnu") {
    return "'ci/build-for.sh arm64' builds what 'run' and 'repro' need for loaders for 64-bit Arm";
  }
  if (NameOf(architecture) == "arm-linux-gnueabihf") {
    return "'ci/build-for.sh armhf' builds what 'run' and 'repro' need for loaders for 32-bit Arm";
  }
  return "use a Loadstone built for the loader's architecture";
}

// Refuses a file that is not a DLL.
void CheckPeFile(const std::string& path) {
  const PeFile file = ExaminePeFile(path);
  if (!file.problem.empty()) throw EnvironmentError(path + " " + file.problem);
}

}  // namespace

Architecture ArchitectureOfLoader(const std::string& path, const std::string& platform) {
  const Architecture own = OwnArchitecture();
  if (platform == kWindows) {
    return ExaminePeFile(path).bits == 32 ? Architecture{.elf_class = ELFCLASS32, .machine = EM_386}
                                          : own;
  }
  const ElfFile file = ExamineElfFile(path);
  if (file.kind != ElfKind::kOtherArchitecture) return own;
  return HasPartsFor(file.architecture) ? file.architecture : own;
}

void CheckBinary(const std::string& path, const std::string& platform,
                 const Architecture& architecture) {
  if (platform == kWindows) return CheckPeFile(path);
  const ElfFile file = ExamineElfFile(path, architecture);
  switch (file.kind) {
    case ElfKind::kMissing:
      throw EnvironmentError(
          fmt::format("cannot find the loader {}: {}", path, strerror(file.error)));
    case ElfKind::kUnreadable:
      throw EnvironmentError(
          fmt::format("cannot read the loader {}: {}", path, strerror(file.error)));
    case ElfKind::kNotRegular:
      throw EnvironmentError(path +
                             " is not a regular file; --loader takes the shared library itself");
    case ElfKind::kNotElf:
      throw EnvironmentError(path + " is not an ELF file; " + FileTypeHint(path));
    case ElfKind::kNotLibrary:
      throw EnvironmentError(path + " is an ELF file but not a shared library");
    case ElfKind::kOtherArchitecture:
      throw EnvironmentError(fmt::format(
          "{} is for another architecture ({}) than this program ({}); {}", path,
          Describe(file.architecture), Describe(OwnArchitecture()), HowToJudge(file.architecture)));
    case ElfKind::kLibrary:
      return CheckRules(path, platform);
  }
}

}  // namespace loadstone
