// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_COMPONENT_LINKER_OUTPUT_H_
#define LOADSTONE_HARNESS_COMPONENT_LINKER_OUTPUT_H_

#include <string>
#include <vector>

#include "harness/world/elf_file.h"

namespace loadstone {

// Returns the paths in lines such as "libm.so.6 (libc6,x86-64) => /lib/libm.so.6" of ldconfig and
// "libm.so.6 => /lib/libm.so.6 (0x7f...)" of the linker; only those of `name`, if it is not empty.
std::vector<std::string> PathsIn(const std::string& output, const std::string& name);

// Returns the libraries that the linker of this machine for an architecture loads with the one at
// `path`, which it does not run. Empty if there is no such linker.
std::vector<std::string> NeedsOf(const std::string& path, const Architecture& architecture);

// Returns the libraries that dlopen did not find, by the names it was given, each once and in their
// order. `output` is what glibc's dynamic linker prints with LD_DEBUG=files; it may contain other
// lines. Other C libraries print nothing, and then no library is returned.
std::vector<std::string> LibrariesOpenedInVain(const std::string& output);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_COMPONENT_LINKER_OUTPUT_H_
