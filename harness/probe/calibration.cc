#include "harness/probe/calibration.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

#include "harness/probe/app_trace.h"
#include "harness/probe/probe.h"
#include "harness/probe/vulkan_case.h"

namespace loadstone {
namespace {

constexpr char kHome[] = "/home/user";
constexpr size_t kMostRootsFromBinary = 24;
constexpr size_t kLongestRoot = 200;
constexpr char kExplicitPrefix[] = "VK_LAYER_LS_explicit_";
constexpr char kImplicitPrefix[] = "VK_LAYER_LS_implicit_";
constexpr char kDriverPrefix[] = "driver_";
constexpr char kOneExplicit[] = "VK_LAYER_LS_explicit_one";
constexpr char kOneImplicit[] = "VK_LAYER_LS_implicit_one";

// Folders in which a world cannot put anything, or which mean something else.
constexpr const char* kNoRoots[] = {"/proc", "/dev", "/sys",       "/tmp",     "/lib",
                                    "/run",  "/bin", "/usr/lib",   "/usr/bin", "/usr/src",
                                    "/var",  "/nix", "/gnu/store", "/build",   "/usr/include"};

bool StartsWith(const std::string& text, const std::string& start) {
  return text.compare(0, start.size(), start) == 0;
}

bool MayBeRoot(const std::string& path) {
  if (path.size() < 2 || path.size() > kLongestRoot || path.front() != '/') return false;
  if (path.find_first_not_of(
          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+./") !=
          std::string::npos ||
      path.find("//") != std::string::npos || path.find("/.") != std::string::npos) {
    return false;
  }
  if (path.rfind('.') != std::string::npos && path.rfind('.') > path.rfind('/')) return false;
  return std::none_of(std::begin(kNoRoots), std::end(kNoRoots), [&](const std::string& no) {
    return path == no || StartsWith(path, no + "/");
  });
}

// "/etc/vulkan/explicit_layer.d" and "/etc/" both name the root /etc.
std::string RootOf(std::string path) {
  const size_t vulkan = path.find("/vulkan");
  if (vulkan != std::string::npos) path.resize(vulkan);
  while (!path.empty() && path.back() == '/') path.pop_back();
  return path;
}

void AddOnce(std::vector<std::string>& roots, const std::string& root) {
  if (std::find(roots.begin(), roots.end(), root) == roots.end()) roots.push_back(root);
}

void AddRootsFromText(const std::string& text, std::vector<std::string>& roots) {
  std::istringstream parts(text);
  std::string part;
  while (std::getline(parts, part, ':')) {
    const std::string root = RootOf(part);
    if (MayBeRoot(root)) AddOnce(roots, root);
  }
}

// Which of the found folders is searched first, seen by which of several layers of one name is in
// the chain; `who` is "<prefix><index into roots>".
int FirstFolder(const Observation& seen, const std::string& prefix) {
  for (const std::string& who : InstanceChain(seen)) {
    if (StartsWith(who, prefix)) return std::stoi(who.substr(prefix.size()));
  }
  return -1;
}

class Calibrator {
 public:
  Calibrator(Sandbox& sandbox, const Subject& subject, const std::vector<std::string>& roots)
      : stage_(sandbox, subject), subject_(subject), roots_(roots) {}

  Calibration Run() {
    CheckElevation();
    FindFolders();
    if (calibration_.trouble.empty()) FindOrder();
    if (!calibration_.trouble.empty()) AssumeDocumented();
    return calibration_;
  }

 private:
  Observation Look(const VulkanWorld& world) {
    const Observation seen = stage_.Perform(
        kCalibrationApp, world.Build(), [] {}, Limits());
    if (const auto error = seen.First(kAppName, kAppHarnessError)) {
      throw HarnessError(error->Text("error"));
    }
    for (const Event& load : seen.Select(kAppName, "load")) {
      if (load.Text("phase") == "leave" && !load.Flag("loaded")) {
        throw EnvironmentError(subject_.path + " is no Vulkan loader: " + load.Text("error"));
      }
    }
    if (!seen.First(kAppName, kAppDone).has_value()) {
      calibration_.trouble = "the subject did not survive calibration: " + seen.DescribeEnding();
    }
    return seen;
  }

  // A machine on which nothing can be elevated is found out here and not by the first case.
  void CheckElevation() {
    const World world = World().Elevated();
    try {
      CheckStart(world, stage_.Perform(
                            kCalibrationApp, world, [] {}, Limits()));
    } catch (const HarnessError& error) {
      throw EnvironmentError(std::string(error.what()) +
                             ". Nothing may trace the run, and the kernel must know file "
                             "capabilities on tmpfs (CONFIG_TMPFS_XATTR)");
    }
  }

  void FindFolders() {
    VulkanWorld world(subject_);
    world.WithoutDriver().Home(kHome);
    for (size_t i = 0; i < roots_.size(); ++i) {
      world.With(Layer(fmt::format("{}{}", kExplicitPrefix, i)).In(ExplicitFolder(roots_[i])));
      world.With(
          Layer(fmt::format("{}{}", kImplicitPrefix, i)).Implicit().In(ImplicitFolder(roots_[i])));
      world.With(Driver(fmt::format("{}{}", kDriverPrefix, i)).In(DriverFolder(roots_[i])));
    }
    const Observation seen = Look(world);
    for (const Event& version : seen.Select(kAppName, "vkEnumerateInstanceVersion")) {
      if (version.Has("version")) {
        calibration_.api_version = policy::Version::Parse(version.Text("version"));
      }
    }
    const std::vector<std::string> chain = InstanceChain(seen);
    const std::vector<std::string> loaded = Loaded(seen);
    for (size_t i = 0; i < roots_.size(); ++i) {
      const auto in = [i](const std::vector<std::string>& names, const char* prefix) {
        return std::find(names.begin(), names.end(), fmt::format("{}{}", prefix, i)) != names.end();
      };
      if (in(chain, kExplicitPrefix)) explicit_.push_back(i);
      if (in(chain, kImplicitPrefix)) implicit_.push_back(i);
      if (in(loaded, kDriverPrefix)) {
        calibration_.folders.drivers.push_back(DriverFolder(roots_[i]));
      }
    }
    if (calibration_.trouble.empty() &&
        (explicit_.empty() || calibration_.folders.drivers.empty())) {
      calibration_.trouble = "no folder was found in which the subject searches";
    }
  }

  // Of layers with one name the first folder's is used: take it away and look again.
  void FindOrder() {
    while (!explicit_.empty() || !implicit_.empty()) {
      VulkanWorld world(subject_);
      world.WithoutDriver().Home(kHome).With(
          Driver("driver_only").In(calibration_.folders.drivers.back()));
      for (const size_t i : explicit_) {
        world.With(Layer(kOneExplicit)
                       .Who(fmt::format("{}{}", kExplicitPrefix, i))
                       .In(ExplicitFolder(roots_[i])));
      }
      for (const size_t i : implicit_) {
        world.With(Layer(kOneImplicit)
                       .Implicit()
                       .Who(fmt::format("{}{}", kImplicitPrefix, i))
                       .In(ImplicitFolder(roots_[i])));
      }
      const Observation seen = Look(world);
      const bool more = Take(seen, kExplicitPrefix, explicit_, calibration_.folders.explicit_layers,
                             ExplicitFolder) |
                        Take(seen, kImplicitPrefix, implicit_, calibration_.folders.implicit_layers,
                             ImplicitFolder);
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

  // Cases need folders in any case; without better knowledge these are the ones to use.
  void AssumeDocumented() {
    calibration_.folders = {};
    for (const std::string root : {"/home/user/.config", "/etc/xdg", "/etc",
                                   "/home/user/.local/share", "/usr/local/share", "/usr/share"}) {
      calibration_.folders.explicit_layers.push_back(ExplicitFolder(root));
      calibration_.folders.implicit_layers.push_back(ImplicitFolder(root));
      calibration_.folders.drivers.push_back(DriverFolder(root));
    }
  }

  HostStage stage_;
  const Subject& subject_;
  const std::vector<std::string>& roots_;
  std::vector<size_t> explicit_;
  std::vector<size_t> implicit_;
  Calibration calibration_;
};

}  // namespace

std::vector<std::string> CandidateRoots(const std::string& binary,
                                        const std::vector<std::string>& extra) {
  const std::string home = kHome;
  std::vector<std::string> roots = {
      home + "/.config",      "/etc/xdg",         "/usr/local/etc", "/etc",
      home + "/.local/share", "/usr/local/share", "/usr/share"};
  for (const std::string& folder : extra) {
    const std::string root = RootOf(folder);
    if (!MayBeRoot(root)) {
      throw EnvironmentError("--search-folder needs an absolute, plain path, not '" + folder + "'");
    }
    AddOnce(roots, root);
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
  for (const std::string& root : found) AddOnce(roots, root);
  return roots;
}

Calibration CalibrateVulkan(Sandbox& sandbox, const Subject& subject,
                            const std::vector<std::string>& roots) {
  return Calibrator(sandbox, subject, roots).Run();
}

void RunCalibrationApp(const Subject& subject) {
  VulkanApp app(subject);
  app.EnumerateVersion();
  std::vector<std::string> explicit_layers;
  for (const VkLayerProperties& layer : app.EnumerateLayers()) {
    if (StartsWith(layer.layerName, kExplicitPrefix)) AddOnce(explicit_layers, layer.layerName);
  }
  app.CreateInstance({.layers = explicit_layers});
}

}  // namespace loadstone
