// SPDX-License-Identifier: Apache-2.0
#include "harness/case/vulkan_calibration.h"

#include <fmt/format.h>
#include <string.h>

#include <algorithm>

#include "harness/case/vulkan_case.h"
#include "harness/probe/app_trace.h"
#include "harness/world/android_world.h"
#include "harness/world/platform.h"

namespace loadstone {
namespace {

constexpr char kVulkanExplicitPrefix[] = "VK_LAYER_LS_explicit_";
constexpr char kVulkanImplicitPrefix[] = "VK_LAYER_LS_implicit_";
constexpr char kDriverPrefix[] = "driver_";
constexpr char kOneExplicit[] = "VK_LAYER_LS_explicit_one";
constexpr char kOneImplicit[] = "VK_LAYER_LS_implicit_one";

// Returns the index of the folder that is searched first: the one whose layer, of several with one
// name, is in the chain. `who` is "<prefix><index into roots>". -1 if there is none.
int FirstFolder(const Observation& seen, const std::string& prefix) {
  for (const std::string& who : InstanceChain(seen)) {
    if (who.starts_with(prefix)) return std::stoi(who.substr(prefix.size()));
  }
  return -1;
}

class VulkanCalibrator {
 public:
  VulkanCalibrator(HostStage& stage, const std::vector<std::string>& roots)
      : stage_(stage), subject_(stage.subject()), roots_(roots) {}

  Calibration Run() {
    if (IsWindows(subject_)) {
      RunOnWindows();
    } else if (IsAndroid(subject_)) {
      RunOnAndroid();
    } else {
      FindFolders();
      if (calibration_.trouble.empty()) FindOrder();
      if (!calibration_.trouble.empty()) AssumeDocumented();
    }
    ReportMissingVersion();
    return calibration_;
  }

 private:
  Observation Look(const VulkanWorld& world) {
    return RunCalibrationWorld(stage_, world.Build(), calibration_.trouble);
  }

  // The places that a loader searches on Windows do not depend on its build: LoaderLayerInterface,
  // "Windows Layer Discovery", and LoaderDriverInterface, "Driver Discovery on Windows".
  void RunOnWindows() {
    const auto keys = [](const std::string& name) {
      return std::vector<std::string>{"HKLM\\SOFTWARE\\Khronos\\Vulkan\\" + name,
                                      "HKCU\\SOFTWARE\\Khronos\\Vulkan\\" + name};
    };
    calibration_.folders = {.explicit_layers = keys("ExplicitLayers"),
                            .implicit_layers = keys("ImplicitLayers"),
                            .drivers = {keys("Drivers").front()}};
    FindRegisteredDrivers(calibration_.folders.drivers.front());
  }

  // Whether a loader uses drivers in the registry may depend on more than the registry, for example
  // on DXGI adapters. A loader that finds neither of the two drivers is not accused of missing
  // drivers on this machine; one that finds one of them can be.
  void FindRegisteredDrivers(const std::string& key) {
    VulkanWorld world(subject_);
    world.WithoutDriver().With(Driver("driver_one").In(key)).With(Driver("driver_two").In(key));
    const Observation seen = Look(world);
    ReadVersion(seen);
    if (!calibration_.trouble.empty() || !Loaded(seen).empty()) return;
    calibration_.unread_key = key;
    calibration_.trouble = fmt::format(
        "the subject finds no driver through {}, so cases that install a driver there cannot be "
        "judged",
        key);
  }

  // The places that a loader searches on Android do not depend on its build, but which of the two
  // library names it accepts for a layer does (LS_ANDROID_LOADER_14.r1).
  void RunOnAndroid() {
    AndroidWorld world(subject_);
    for (const char* name : {kVkLayer, kVKLayer}) {
      world.LayerLibrary(LayerPath(NativeLibraryFolder(), name, "one"),
                         Layer(std::string(kVulkanExplicitPrefix) + name));
    }
    const Observation seen = RunCalibrationWorld(stage_, world.Build(), calibration_.trouble);
    ReadVersion(seen);
    for (const std::string& layer : EnumeratedLayers(seen)) {
      if (!layer.starts_with(kVulkanExplicitPrefix)) continue;
      calibration_.folders.explicit_layers.push_back(
          LayerPath(NativeLibraryFolder(), layer.substr(strlen(kVulkanExplicitPrefix)), "*"));
    }
    calibration_.folders.drivers = {ModulesBelow("/vendor")};
    if (calibration_.trouble.empty() && calibration_.folders.explicit_layers.empty()) {
      calibration_.trouble = "no layer in the application's native library folder was found";
    }
  }

  void ReadVersion(const Observation& seen) {
    for (const Event& answer : seen.Select(kAppName, "vkEnumerateInstanceVersion")) {
      if (answer.phase() == "leave") ReadVersion(answer);
    }
  }

  void FindFolders() {
    VulkanWorld world(subject_);
    world.WithoutDriver().Home(kCalibrationHome);
    for (size_t i = 0; i < roots_.size(); ++i) {
      world.With(
          Layer(fmt::format("{}{}", kVulkanExplicitPrefix, i)).In(ExplicitFolder(roots_[i])));
      world.With(Layer(fmt::format("{}{}", kVulkanImplicitPrefix, i))
                     .Implicit()
                     .In(ImplicitFolder(roots_[i])));
      world.With(Driver(fmt::format("{}{}", kDriverPrefix, i)).In(DriverFolder(roots_[i])));
    }
    const Observation seen = Look(world);
    ReadVersion(seen);
    const std::vector<std::string> chain = InstanceChain(seen);
    const std::vector<std::string> loaded = Loaded(seen);
    for (size_t i = 0; i < roots_.size(); ++i) {
      const auto in = [i](const std::vector<std::string>& names, const char* prefix) {
        return std::find(names.begin(), names.end(), fmt::format("{}{}", prefix, i)) != names.end();
      };
      if (in(chain, kVulkanExplicitPrefix)) explicit_.push_back(i);
      if (in(chain, kVulkanImplicitPrefix)) implicit_.push_back(i);
      if (in(loaded, kDriverPrefix)) {
        calibration_.folders.drivers.push_back(DriverFolder(roots_[i]));
      }
    }
    if (calibration_.trouble.empty() &&
        (explicit_.empty() || calibration_.folders.drivers.empty())) {
      calibration_.trouble = "no folder was found in which the subject searches";
    }
  }

  void ReadVersion(const Event& answer) {
    if (answer.Has("version")) {
      calibration_.api_version = policy::Version::Parse(answer.Text("version"));
      return;
    }
    calibration_.api_version = FirstVersion(subject_);
    no_version_ = fmt::format(
        "vkEnumerateInstanceVersion returned {} and wrote no version; the subject is judged as {} "
        "(use --spec VERSION to judge it as another version)",
        answer.Number("result"), calibration_.api_version.ToString());
  }

  void ReportMissingVersion() {
    if (no_version_.empty()) return;
    calibration_.trouble += (calibration_.trouble.empty() ? "" : "; ") + no_version_;
  }

  // Of several layers with one name the loader uses that of the first folder. Removing that layer
  // and repeating the run gives the order of the folders.
  void FindOrder() {
    while (!explicit_.empty() || !implicit_.empty()) {
      VulkanWorld world(subject_);
      world.WithoutDriver()
          .Home(kCalibrationHome)
          .With(Driver("driver_only").In(calibration_.folders.drivers.back()));
      for (const size_t i : explicit_) {
        world.With(Layer(kOneExplicit)
                       .Who(fmt::format("{}{}", kVulkanExplicitPrefix, i))
                       .In(ExplicitFolder(roots_[i])));
      }
      for (const size_t i : implicit_) {
        world.With(Layer(kOneImplicit)
                       .Implicit()
                       .Who(fmt::format("{}{}", kVulkanImplicitPrefix, i))
                       .In(ImplicitFolder(roots_[i])));
      }
      const Observation seen = Look(world);
      const bool more = Take(seen, kVulkanExplicitPrefix, explicit_,
                             calibration_.folders.explicit_layers, ExplicitFolder) |
                        Take(seen, kVulkanImplicitPrefix, implicit_,
                             calibration_.folders.implicit_layers, ImplicitFolder);
      if (!more || !calibration_.trouble.empty()) {
        if (calibration_.trouble.empty()) {
          calibration_.trouble = "a layer found in several folders was loaded from none of them";
        }
        return;
      }
    }
  }

  bool Take(const Observation& seen, const std::string& prefix, std::vector<size_t>& left,
            std::vector<std::string>& order, std::string (*folder)(const std::string&)) {
    const int first = FirstFolder(seen, prefix);
    const auto found = std::find(left.begin(), left.end(), static_cast<size_t>(first));
    if (first < 0 || found == left.end()) return false;
    order.push_back(folder(roots_[static_cast<size_t>(first)]));
    left.erase(found);
    return true;
  }

  // Without a calibrated result, cases use the documented folders.
  void AssumeDocumented() {
    calibration_.folders = {};
    for (const std::string root : {"/home/user/.config", "/etc/xdg", "/etc",
                                   "/home/user/.local/share", "/usr/local/share", "/usr/share"}) {
      calibration_.folders.explicit_layers.push_back(ExplicitFolder(root));
      calibration_.folders.implicit_layers.push_back(ImplicitFolder(root));
      calibration_.folders.drivers.push_back(DriverFolder(root));
    }
  }

  HostStage& stage_;
  const Subject& subject_;
  const std::vector<std::string>& roots_;
  std::vector<size_t> explicit_;
  std::vector<size_t> implicit_;
  std::string no_version_;  // the message for a subject that does not report its version
  Calibration calibration_;
};

}  // namespace

Calibration CalibrateVulkan(HostStage& stage, const std::vector<std::string>& roots) {
  return VulkanCalibrator(stage, roots).Run();
}

void RunVulkanCalibrationApp(const Subject& subject) {
  VulkanApp app(subject);
  app.EnumerateVersion();
  std::vector<std::string> explicit_layers;
  for (const VkLayerProperties& layer : app.EnumerateLayers()) {
    const std::string name = layer.layerName;
    if (name.starts_with(kVulkanExplicitPrefix) &&
        std::find(explicit_layers.begin(), explicit_layers.end(), name) == explicit_layers.end()) {
      explicit_layers.push_back(name);
    }
  }
  app.CreateInstance({.layers = explicit_layers});
}

}  // namespace loadstone
