// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_RUNNER_INSTALLATION_H_
#define LOADSTONE_HARNESS_RUNNER_INSTALLATION_H_

#include <filesystem>
#include <string>

#include "harness/world/elf_file.h"

namespace loadstone {

// The paths of the parts of an installation. They are absolute, and determined relative to the
// program, so that an installation may be moved. A build folder is an installation too.
struct Installation {
  std::string program;
  std::string keeper;
  std::string probe;
  std::string windows_probe;
  std::string wine_launcher;
  std::string mocks;                      // a folder
  std::string windows_mocks;              // a folder, missing in a build without Windows
  std::string policies;                   // a folder
  std::string reference_loaders;          // a folder, may be missing
  std::string windows_reference_loaders;  // the same
};

// The folders of an installation, relative to the folder of its program.
struct InstallationFolders {
  std::string lib;
  std::string libexec;
  std::string share;
};

// Returns the installation of `program`, an absolute path, which need not exist. `installed` names
// its folders, unless the program is in a build folder, which has fixed ones.
Installation InstallationOf(const std::filesystem::path& program,
                            const InstallationFolders& installed);

// Returns an installation whose probe, mocks and reference loaders are those for programs of this
// architecture, which need not exist; the same one for the architecture of this program.
Installation WithPartsFor(Installation installation, const Architecture& architecture);

// Returns whether this installation has the probe, and so the mocks, for an architecture.
bool HasPartsFor(const Architecture& architecture);

// Returns the installation of this program. Throws EnvironmentError if /proc is missing.
Installation FindInstallation();

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_RUNNER_INSTALLATION_H_
