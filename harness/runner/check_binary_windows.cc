// SPDX-License-Identifier: Apache-2.0
#include "harness/errors.h"
#include "harness/runner/check_binary.h"
#include "harness/world/pe_file.h"

namespace loadstone {

Architecture ArchitectureOfLoader(const std::string&, const std::string&) {
  return OwnArchitecture();
}

void CheckBinary(const std::string& path, const std::string&, const Architecture&) {
  const PeFile file = ExaminePeFile(path);
  if (!file.problem.empty()) throw EnvironmentError(path + " " + file.problem);
  if (file.bits != 64) {
    throw EnvironmentError(path +
                           " has 32 bits; this program judges 64-bit DLLs: judge it on Linux, "
                           "below Wine (docs/windows.md)");
  }
}

}  // namespace loadstone
