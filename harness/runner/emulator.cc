// SPDX-License-Identifier: Apache-2.0
#include "harness/runner/emulator.h"

#include <elf.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <sstream>

#include "harness/errors.h"

namespace loadstone {
namespace {

// QEMU's name of an architecture that Loadstone knows.
std::string NameInQemu(const Architecture& architecture) {
  switch (architecture.machine) {
    case EM_X86_64:
      return "x86_64";
    case EM_386:
      return "i386";
    case EM_AARCH64:
      return "aarch64";
    default:
      return "arm";
  }
}

// Returns the architecture with 32 bits whose programs a processor with 64 bits runs as well.
unsigned NarrowMachine(unsigned machine) {
  if (machine == EM_X86_64) return EM_386;
  return machine == EM_AARCH64 ? EM_ARM : EM_NONE;
}

}  // namespace

bool NeedsEmulator(const Architecture& architecture, const Architecture& own) {
  return architecture != own && architecture.machine != NarrowMachine(own.machine);
}

std::string EmulatorFor(const Architecture& architecture, const std::string& path) {
  if (!NeedsEmulator(architecture)) return {};
  const std::string name = "qemu-" + NameInQemu(architecture);
  std::istringstream folders(path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    for (const std::string& program : {name + "-static", name}) {
      const std::string file = std::filesystem::path(folder) / program;
      if (folder.starts_with('/') && access(file.c_str(), X_OK) == 0 && IsStatic(file)) {
        return file;
      }
    }
  }
  throw EnvironmentError(
      fmt::format("programs for {} need an emulator here, and there is no {}-static in PATH: "
                  "install one, such as Debian's qemu-user-static",
                  NameOf(architecture), name));
}

std::string EmulatorFor(const Architecture& architecture) {
  const char* path = getenv("PATH");
  return EmulatorFor(architecture, path == nullptr ? "/usr/bin" : path);
}

}  // namespace loadstone
