// SPDX-License-Identifier: Apache-2.0
#include "harness/runner/installation.h"

#ifdef _WIN32
#include <windows.h>
#endif

#include <system_error>

#include "harness/errors.h"

namespace loadstone {
namespace {

// What ci/build-windows-i386.sh installs is in folders of this name.
constexpr char kWindows32[] = "windows-i386";

const InstallationFolders kInBuild = {"../lib", "../libexec", "../share"};

}  // namespace

Installation InstallationOf(const std::filesystem::path& program,
                            const InstallationFolders& installed) {
  std::error_code ignored;
  const std::filesystem::path folder = program.parent_path();
  const bool built = std::filesystem::exists(folder.parent_path() / "CMakeCache.txt", ignored);
  const InstallationFolders& folders = built ? kInBuild : installed;
  const auto find = [&](const std::string& way, const char* name) {
    return (folder / way / name).lexically_normal().string();
  };
  // A build has the reference loaders in its lib/, where users expect them. In the lib/ of an
  // installation, a library with that name may be any loader.
  return {.program = program.string(),
          .keeper = find(folders.libexec, "loadstone/keeper"),
          .probe = find(folders.libexec, "loadstone/probe"),
          .windows_probe = find(folders.libexec, "loadstone/windows/probe.exe"),
          .wine_launcher = find(folders.libexec, "loadstone/wine_launcher"),
          .mocks = find(folders.lib, "loadstone"),
          .windows_mocks = find(folders.lib, "loadstone/windows"),
          .policies = find(folders.share, "loadstone/policies"),
          .reference_loaders = find(folders.lib, built ? "" : "loadstone/reference"),
          .windows_reference_loaders = find(folders.lib, "loadstone/windows/reference")};
}

Installation WithPartsFor(Installation installation, const Architecture& architecture) {
  if (architecture == OwnArchitecture()) return installation;
  const std::filesystem::path probe = installation.probe;
  const std::filesystem::path mocks = installation.mocks;
  const std::string name = NameOf(architecture);
  if (name == "i386-linux-gnu") {
    const std::filesystem::path windows_probe = installation.windows_probe;
    const std::filesystem::path windows_mocks = installation.windows_mocks;
    installation.windows_probe =
        (windows_probe.parent_path().parent_path() / kWindows32 / windows_probe.filename())
            .string();
    installation.windows_mocks = (windows_mocks.parent_path() / kWindows32).string();
    installation.windows_reference_loaders =
        (windows_mocks.parent_path() / kWindows32 / "reference").string();
  }
  installation.probe = (probe.parent_path() / name / probe.filename()).string();
  installation.mocks = (mocks / name).string();
  installation.reference_loaders = (mocks / name / "reference").string();
  return installation;
}

bool HasPartsFor(const Architecture& architecture) {
  if (NameOf(architecture).empty()) return false;
  std::error_code ignored;
  return std::filesystem::exists(WithPartsFor(FindInstallation(), architecture).probe, ignored);
}

namespace {

std::filesystem::path ProgramPath() {
#ifdef _WIN32
  std::wstring path(32768, L'\0');
  path.resize(GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size())));
  return path;
#else
  std::error_code error;
  std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) throw EnvironmentError("cannot find the path of this program: /proc is not mounted");
  return program;
#endif
}

}  // namespace

Installation FindInstallation() {
  const std::filesystem::path program = ProgramPath();
  return InstallationOf(program, {LOADSTONE_LIBDIR, LOADSTONE_LIBEXECDIR, LOADSTONE_DATADIR});
}

}  // namespace loadstone
