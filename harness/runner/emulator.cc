// SPDX-License-Identifier: Apache-2.0
#include "harness/runner/emulator.h"

#include <elf.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
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

// A program for 32-bit x86 that only exits.
struct NarrowX86Program {
  Elf32_Ehdr header = {};
  Elf32_Phdr segment = {};
  // mov $1, %eax; xor %ebx, %ebx; int $0x80
  unsigned char code[9] = {0xb8, 1, 0, 0, 0, 0x31, 0xdb, 0xcd, 0x80};

  NarrowX86Program() {
    constexpr Elf32_Addr kStart = 0x10000;
    memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS32;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_ident[EI_VERSION] = EV_CURRENT;
    header.e_type = ET_EXEC;
    header.e_machine = EM_386;
    header.e_version = EV_CURRENT;
    header.e_entry = kStart + sizeof(header) + sizeof(segment);
    header.e_phoff = sizeof(header);
    header.e_ehsize = sizeof(header);
    header.e_phentsize = sizeof(segment);
    header.e_phnum = 1;
    segment.p_type = PT_LOAD;
    segment.p_vaddr = kStart;
    segment.p_filesz = segment.p_memsz = sizeof(NarrowX86Program);
    segment.p_flags = PF_R | PF_X;
    segment.p_align = 0x1000;
  }
};

// Whether the kernel knows the format of such a program. What keeps it from starting otherwise says
// nothing about other programs.
bool KernelKnowsNarrowX86() {
  const NarrowX86Program program;
  const int file = memfd_create("narrow", MFD_CLOEXEC);
  if (file < 0) return true;
  bool known = true;
  if (write(file, &program, sizeof(program)) == sizeof(program)) {
    const pid_t child = fork();
    if (child == 0) {
      char* const none[] = {nullptr};
      fexecve(file, none, none);
      _exit(errno == ENOEXEC ? 1 : 0);
    }
    int status = 0;
    known = child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status) ||
            WEXITSTATUS(status) == 0;
  }
  close(file);
  return known;
}

}  // namespace

bool RunsNarrowPrograms() {
  static const bool runs = OwnArchitecture().machine != EM_X86_64 || KernelKnowsNarrowX86();
  return runs;
}

bool NeedsEmulator(const Architecture& architecture, const Architecture& own) {
  // Starts a program, which others than those with 32 bits do not depend on.
  const bool runs = architecture.machine == NarrowMachine(own.machine) && RunsNarrowPrograms();
  return NeedsEmulator(architecture, own, runs);
}

bool NeedsEmulator(const Architecture& architecture, const Architecture& own,
                   bool runs_narrow_programs) {
  if (architecture == own) return false;
  return architecture.machine != NarrowMachine(own.machine) || !runs_narrow_programs;
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
