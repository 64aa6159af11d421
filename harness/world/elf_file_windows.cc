// SPDX-License-Identifier: Apache-2.0
// On Windows no ELF file is judged: the architecture is that of this program.
#include "harness/world/elf_file.h"

namespace loadstone {
namespace {

// ELFCLASS64 and EM_X86_64
constexpr Architecture kX86_64 = {.elf_class = 2, .machine = 62};

}  // namespace

Architecture OwnArchitecture() { return kX86_64; }

std::string NameOf(const Architecture&) { return "x86_64-windows"; }

unsigned BitsOf(const Architecture&) { return 64; }

bool IsArm(const Architecture&) { return false; }

}  // namespace loadstone
