// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_ANDROID_WORLD_H_
#define LOADSTONE_HARNESS_WORLD_ANDROID_WORLD_H_

#include <map>
#include <string>
#include <vector>

#include "harness/world/machine_words.h"
#include "harness/world/subject.h"
#include "harness/world/vulkan_components.h"
#include "harness/world/world.h"

namespace loadstone {

// The package of the application in a world of Android.
inline constexpr char kPackage[] = "org.loadstone.application";
// The names in the properties that every such world has: of the Vulkan hardware, and of the board.
inline constexpr char kHardware[] = "hardware";
inline constexpr char kBoard[] = "board";
// What the libraries of layers are called before an underscore: as the document writes it, and as
// layers in use are called.
inline constexpr char kVKLayer[] = "libVKLayer";
inline constexpr char kVkLayer[] = "libVkLayer";
// Where developers put layers.
inline constexpr char kDeveloperFolder[] = "/data/local/debug/vulkan";

// The folder in which an application's own libraries are, and that of its program.
std::string NativeLibraryFolder(const std::string& package = kPackage);
std::string ProgramOfPackage(const std::string& package);
// A folder of libraries below `root`, such as /vendor/lib64, and the one for hardware modules in
// it.
std::string LibrariesBelow(const std::string& root);
std::string ModulesBelow(const std::string& root);
// The path of the library of a layer in `folder`, with one of the two names above.
std::string LayerPath(const std::string& folder, const std::string& kind, const std::string& name);
// The one of them that the subject takes, as calibration found; it may take both.
std::string LayerKind(const Subject& subject);
// The path of the hardware module of that name in `folder`.
std::string ModulePath(const std::string& folder, const std::string& name);

// A machine whose files look like those of a device with Android: properties, a driver that is a
// hardware module, an application of a package, and layers that are libraries without manifests.
// What Android's services would tell an application is read from files
// (reference_loader/README.md). It is a production device, its application cannot be debugged, and
// it has a driver under the name of its hardware unless told otherwise.
class AndroidWorld : public MachineWords<AndroidWorld> {
 public:
  explicit AndroidWorld(const Subject& subject, const std::string& package = kPackage);

  // Sets a property of the vendor's partition; an empty value stands in the file as well.
  AndroidWorld& Property(const std::string& name, const std::string& value);
  AndroidWorld& WithoutProperty(const std::string& name);
  // The application can be debugged.
  AndroidWorld& Debuggable();

  // A driver at `path`: the mock's hardware module, which the trace calls like the driver.
  AndroidWorld& Module(const std::string& path, const Driver& driver);
  AndroidWorld& WithoutDriver();

  // The library of a layer at `path`, which describes itself.
  AndroidWorld& LayerLibrary(const std::string& path, const Layer& layer);
  // Likewise in the application's own folder, under the name that libraries of layers have.
  AndroidWorld& With(const Layer& layer);

  // The machine as it now is.
  World Build() const;

 private:
  const Subject& subject_;
  std::string package_;
  std::map<std::string, std::string> properties_;
  bool debuggable_ = false;
  bool default_driver_ = true;
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_ANDROID_WORLD_H_
