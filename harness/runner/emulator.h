// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_RUNNER_EMULATOR_H_
#define LOADSTONE_HARNESS_RUNNER_EMULATOR_H_

#include <string>

#include "harness/world/elf_file.h"

namespace loadstone {

// Returns whether this machine runs 32-bit programs of its processor's family: a kernel may lack
// that or refuse it, as in some virtual machines.
bool RunsNarrowPrograms();

// Returns whether programs of an architecture that Loadstone knows need an emulator on a machine
// whose programs have the architecture `own`.
bool NeedsEmulator(const Architecture& architecture, const Architecture& own = OwnArchitecture());
// The same on a machine that runs 32-bit programs of its processor's family, or does not.
bool NeedsEmulator(const Architecture& architecture, const Architecture& own,
                   bool runs_narrow_programs);

// Returns the path of QEMU's user-mode emulator for programs of `architecture`, found in the
// folders of `path`; empty if they need none here. Throws EnvironmentError, with what to install,
// if there is none that is statically linked: worlds do not have the libraries of this machine.
std::string EmulatorFor(const Architecture& architecture, const std::string& path);
std::string EmulatorFor(const Architecture& architecture);  // with PATH

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_RUNNER_EMULATOR_H_
