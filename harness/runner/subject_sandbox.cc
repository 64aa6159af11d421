// SPDX-License-Identifier: Apache-2.0
#include "harness/runner/subject_sandbox.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <set>

#include "harness/component/host_devices.h"
#include "harness/component/host_view.h"
#include "harness/component/rooted_system.h"
#include "harness/runner/emulator.h"
#include "harness/runner/installation.h"
#include "harness/sandbox/coverage_sandbox.h"
#include "harness/world/platform.h"

namespace loadstone {

std::vector<std::string> HostFilesOf(const RunRequest& request) {
  std::vector<std::string> files;
  if (const ComponentUnderTest* component = request.component()) {
    for (const std::string& file : component->files) {
      files.push_back(HostPathIn(request.root, file));
    }
  }
  std::set<std::string> libraries;
  for (const CaseInfo* info : request.cases) {
    if (!info->library.empty()) libraries.insert(info->library);
  }
  files.insert(files.end(), libraries.begin(), libraries.end());
  if (!request.against.empty()) files.push_back(request.against);
  return files;
}

namespace {

// For cases that start no process.
class NoSandbox : public Sandbox {
 public:
  ProbeResult Run(const World&, const std::vector<std::string>&, const Limits&) override {
    throw HarnessError("nothing is run for an installer, an image or a package");
  }
};

// Creates a subfolder for the coverage of one worker. The users in worlds are other ones than the
// user of this process. Returns "" if none is requested.
std::string MakeCoverageFolder(const RunRequest& request) {
  if (request.coverage.empty()) return {};
  std::string path = request.coverage + "/XXXXXX";
  if (mkdtemp(path.data()) == nullptr || chmod(path.c_str(), 0777) != 0) {
    throw EnvironmentError("cannot make a folder in " + request.coverage + ": " + strerror(errno));
  }
  return path;
}

// Returns what every sandbox for Linux has; worlds then show only the system's libraries.
SandboxOptions LinuxOptions(const RunRequest& request, const Installation& installation) {
  return {.keeper = installation.keeper,
          .probe = installation.probe,
          .subject = request.loader,
          .library = installation.mocks,
          .files = HostFilesOf(request),
          .root = request.root,
          .emulator = EmulatorFor(request.architecture)};
}

}  // namespace

std::unique_ptr<Sandbox> MakeSandbox(const RunRequest& request) {
  if (request.StartsNoProcess()) return std::make_unique<NoSandbox>();
  const Installation installation = WithPartsFor(FindInstallation(), request.architecture);
  if (request.platform == kWindows) {
    return MakeWineSandbox({.keeper = installation.keeper,
                            .probe = installation.windows_probe,
                            .subject = request.loader,
                            .library = installation.windows_mocks,
                            .files = HostFilesOf(request),
                            .root = request.root},
                           installation.wine_launcher);
  }
  SandboxOptions options = LinuxOptions(request, installation);
  if (const ComponentUnderTest* component = request.component()) {
    options.folders = component->shown;
    options.view = ComponentHostView();
    const std::vector<std::string>& shown = component->shown_folders;
    std::vector<std::string>& folders =
        request.root.empty() ? options.folders : options.view.folders;
    folders.insert(folders.end(), shown.begin(), shown.end());
    if (request.with_devices) {
      options.devices = GraphicsDevices();
      options.folders.emplace_back(kDeviceInformation);
      options.view.empty.clear();  // the host's /sys has them
    }
  }
  return MakeCoverageSandbox(options, MakeCoverageFolder(request));
}

std::unique_ptr<Sandbox> MakeWholeSystemSandbox(const RunRequest& request) {
  SandboxOptions options =
      LinuxOptions(request, WithPartsFor(FindInstallation(), request.architecture));
  options.view.folders = RootedSystem(request.root).Folders();
  return MakeLinuxSandbox(options);
}

}  // namespace loadstone
