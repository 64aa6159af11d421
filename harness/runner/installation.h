// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_RUNNER_INSTALLATION_H_
#define LOADSTONE_HARNESS_RUNNER_INSTALLATION_H_

#include <filesystem>
#include <string>

namespace loadstone {

// Where the parts of the installation stand that the program belongs to: absolute paths, found
// relative to the program, so that an installation may be moved. The folder of a build is one too.
struct Installation {
  std::string program;
  std::string keeper;
  std::string probe;
  std::string windows_probe;
  std::string wine_launcher;
  std::string mocks;              // a folder
  std::string windows_mocks;      // a folder, which a build without Windows lacks
  std::string policies;           // a folder
  std::string reference_loaders;  // a folder, which may be missing
};

// The folders of an installation, as ways from the folder of its program.
struct InstallationFolders {
  std::string lib;
  std::string libexec;
  std::string share;
};

// The installation of `program`, an absolute path, which need not exist. `installed` names its
// folders unless the program stands in the folder of a build, where they are fixed.
Installation InstallationOf(const std::filesystem::path& program,
                            const InstallationFolders& installed);

// That of this program. Throws EnvironmentError if /proc is not there.
Installation FindInstallation();

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_RUNNER_INSTALLATION_H_
