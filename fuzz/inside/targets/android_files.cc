// SPDX-License-Identifier: Apache-2.0
// Files in place of Android's services: properties, the list of packages, and the answers of
// content providers. A line "@PATH" begins a file, whose content is the lines up to the next such
// line.

#include <algorithm>
#include <cstdint>

#include "fuzz/inside/support/loaders.h"
#include "fuzz/inside/support/target.h"
#include "reference_loader/openxr/android_broker.h"
#include "reference_loader/vulkan/hardware_module.h"

namespace {

using namespace loadstone;
using namespace loadstone::fuzz::inside;

constexpr char kApplication[] = "/data/app/org.loadstone.application";

// Adds the files to the machine. Returns the content of all of them.
std::string AddFiles(std::string_view text, MemoryPlatform* machine) {
  std::string path;
  std::string content;
  std::string all;
  for (const std::string& line : SplitList(text, '\n')) {
    if (!line.starts_with("@")) {
      content += line + "\n";
      continue;
    }
    if (!path.empty()) machine->AddFile(path, content);
    path = line.substr(1);
    all += content;
    content.clear();
  }
  if (!path.empty()) machine->AddFile(path, content);
  return all + content;
}

// Whether `path` is a module vulkan.NAME.so whose NAME occurs in a file. NAME and the name of an
// APEX may contain slashes.
bool IsNamed(const std::string& path, const std::string& all) {
  constexpr std::string_view kBefore = "/vulkan.";
  constexpr std::string_view kAfter = ".so";
  if (!path.ends_with(kAfter)) return false;
  for (size_t at = path.find(kBefore); at != std::string::npos; at = path.find(kBefore, at + 1)) {
    const size_t name = at + kBefore.size();
    if (name + kAfter.size() >= path.size()) continue;
    if (all.find(path.substr(name, path.size() - name - kAfter.size())) != std::string::npos) {
      return true;
    }
  }
  return false;
}

// The driver must be below /vendor or in an APEX, and a file of properties must contain its name.
void CheckDriver(const MemoryPlatform& machine, const std::string& all) {
  for (const std::string& path : vulkan::HardwareModulePaths(machine)) {
    if (!path.starts_with("/vendor/") && !path.starts_with("/apex/")) {
      Require("a driver is elsewhere: " + path);
    }
    if (!IsNamed(path, all)) Require("nobody names " + path);
  }
}

// The application must have its own folders, and may be debuggable only if the list of packages
// contains it.
void CheckApplication(const MemoryPlatform& machine, const std::string& all) {
  const auto application = machine.Application();
  if (!application.library_folder.starts_with(std::string(kApplication) + "/lib/") ||
      application.asset_folder != std::string(kApplication) + "/assets") {
    Require("the application has the folders of another one");
  }
  const bool listed = all.find("org.loadstone.application") != std::string::npos;
  if (application.debuggable && !listed) Require("an application that nobody lists is debuggable");
}

void CheckRuntimes(const MemoryPlatform& machine, const std::string& all) {
  const openxr::Log log(machine, "fuzzing");
  const auto runtimes = openxr::RuntimesOfBrokers(machine, log);
  // Each runtime is a row, and each row is an object.
  const auto objects = static_cast<size_t>(std::count(all.begin(), all.end(), '{'));
  if (runtimes.size() > objects) Require("there are more runtimes than rows");
  for (const auto& runtime : runtimes) {
    if (runtime.library_path.empty()) Require("a runtime has no library");
  }
  const auto again = openxr::RuntimesOfBrokers(machine, log);
  if (again.size() != runtimes.size()) Require("the same answers make other runtimes");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  MemoryPlatform machine(reference_loader::kAndroidRules);
  machine.SetExecutablePath(std::string(kApplication) + "/bin/application");
  const std::string all =
      AddFiles(std::string_view(reinterpret_cast<const char*>(data), size), &machine);
  CheckDriver(machine, all);
  CheckApplication(machine, all);
  CheckRuntimes(machine, all);
  return 0;
}
