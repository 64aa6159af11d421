// SPDX-License-Identifier: Apache-2.0
#include "harness/case/calibration.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

#include "harness/case/openxr_calibration.h"
#include "harness/case/vulkan_calibration.h"
#include "harness/probe/app_trace.h"
#include "harness/probe/start.h"
#include "harness/world/registry_view.h"

namespace loadstone {
namespace {

constexpr size_t kMostRootsFromBinary = 24;
constexpr size_t kLongestRoot = 200;

// Folders that are never candidates: a world cannot place files in them, or they serve another
// purpose.
constexpr const char* kExcludedRoots[] = {
    "/proc",    "/dev",     "/sys", "/tmp", "/lib",       "/run",   "/bin",        "/usr/lib",
    "/usr/bin", "/usr/src", "/var", "/nix", "/gnu/store", "/build", "/usr/include"};

bool StartsWith(const std::string& text, const std::string& start) {
  return text.compare(0, start.size(), start) == 0;
}

bool IsCandidateRoot(const std::string& path) {
  if (path.size() < 2 || path.size() > kLongestRoot || path.front() != '/') return false;
  if (path.find_first_not_of(
          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+./") !=
          std::string::npos ||
      path.find("//") != std::string::npos || path.find("/.") != std::string::npos) {
    return false;
  }
  if (path.rfind('.') != std::string::npos && path.rfind('.') > path.rfind('/')) return false;
  return std::none_of(
      std::begin(kExcludedRoots), std::end(kExcludedRoots),
      [&](const std::string& no) { return path == no || StartsWith(path, no + "/"); });
}

// Strips what follows the root: "/etc/vulkan/explicit_layer.d", "/etc/openxr/1" and "/etc/" all
// have the root /etc.
std::string RootOf(std::string path) {
  for (const char* api : {"/vulkan", "/openxr"}) path.resize(std::min(path.find(api), path.size()));
  while (!path.empty() && path.back() == '/') path.pop_back();
  return path;
}

void AddUnique(std::vector<std::string>& roots, const std::string& root) {
  if (std::find(roots.begin(), roots.end(), root) == roots.end()) roots.push_back(root);
}

void AddRootsFromText(const std::string& text, std::vector<std::string>& roots) {
  std::istringstream parts(text);
  std::string part;
  while (std::getline(parts, part, ':')) {
    const std::string root = RootOf(part);
    if (IsCandidateRoot(root)) AddUnique(roots, root);
  }
}

bool IsOpenXr(const Subject& subject) { return subject.api == Api::kOpenXr; }

}  // namespace

std::vector<std::string> CandidateRoots(const std::string& binary,
                                        const std::vector<std::string>& extra) {
  const std::string home = kCalibrationHome;
  std::vector<std::string> roots = {
      home + "/.config",      "/etc/xdg",         "/usr/local/etc", "/etc",
      home + "/.local/share", "/usr/local/share", "/usr/share"};
  for (const std::string& folder : extra) {
    const std::string root = RootOf(folder);
    if (!IsCandidateRoot(root)) {
      throw EnvironmentError("--search-folder needs an absolute, plain path, not '" + folder + "'");
    }
    AddUnique(roots, root);
  }
  std::ifstream file(binary, std::ios::binary);
  if (!file) throw EnvironmentError("cannot read " + binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::vector<std::string> found;
  std::string text;
  for (const char c : bytes) {
    if (c >= ' ' && c <= '~') {
      text += c;
      continue;
    }
    if (c == '\0' && !text.empty() && text.front() == '/') AddRootsFromText(text, found);
    text.clear();
  }
  if (found.size() > kMostRootsFromBinary) found.resize(kMostRootsFromBinary);
  for (const std::string& root : found) AddUnique(roots, root);
  return roots;
}

void CheckElevation(HostStage& stage) {
  const World world = World().Elevated();
  const Observation seen = stage.Perform(
      kCalibrationApp, world, [] {}, Limits());
  try {
    CheckStart(world, seen);
  } catch (const HarnessError& error) {
    throw EnvironmentError(std::string(error.what()) +
                           ". The run must not be traced, and the kernel must support file "
                           "capabilities on tmpfs (CONFIG_TMPFS_XATTR)");
  }
}

// Returns the message for a subject that could not be loaded as a loader. If the dynamic linker
// reports a missing library or symbol version, the binary is probably from another system.
std::string WhyNotLoaded(const Subject& subject, const std::string& reason) {
  const bool misses_library = reason.find("cannot open shared object file") != std::string::npos ||
                              reason.find("' not found (required by ") != std::string::npos;
  if (misses_library) {
    return subject.path + " cannot be loaded: " + reason +
           "; if it is from another system, name the folder of that system with --root";
  }
  return subject.path + " is not a loader for " + (IsOpenXr(subject) ? "OpenXR" : "Vulkan") + ": " +
         reason;
}

Observation RunCalibrationWorld(HostStage& stage, const World& world, std::string& trouble) {
  const Observation seen = stage.Perform(
      kCalibrationApp, WithRegistryFor(stage.subject(), world), [] {}, Limits());
  if (const auto error = seen.First(kAppName, kAppHarnessError)) {
    throw HarnessError(error->Text("error"));
  }
  const Subject& subject = stage.subject();
  const std::vector<Event> loads = seen.Select(kAppName, "load");
  if (loads.empty() || loads.back().phase() == "enter") {
    throw EnvironmentError(subject.path + " cannot be judged: it did not survive calibration, " +
                           seen.DescribeEnding());
  }
  for (const Event& load : loads) {
    if (load.phase() == "leave" && !load.Flag("loaded")) {
      throw EnvironmentError(WhyNotLoaded(subject, load.Text("error")));
    }
  }
  if (!seen.First(kAppName, kAppDone).has_value()) {
    trouble = "the subject did not survive calibration: " + seen.DescribeEnding();
  }
  return seen;
}

policy::Version FirstVersion(const Subject& subject) {
  return IsOpenXr(subject) ? ClaimedOpenXrVersion(subject.path) : policy::Version{1, 0, 0};
}

Calibration Calibrate(Sandbox& sandbox, const Subject& subject,
                      const std::vector<std::string>& roots) {
  HostStage stage(sandbox, subject);
  CheckElevation(stage);
  return IsOpenXr(subject) ? CalibrateOpenXr(stage, roots) : CalibrateVulkan(stage, roots);
}

void RunCalibrationApp(const Subject& subject) {
  if (IsOpenXr(subject)) {
    RunOpenXrCalibrationApp(subject);
  } else {
    RunVulkanCalibrationApp(subject);
  }
}

}  // namespace loadstone
