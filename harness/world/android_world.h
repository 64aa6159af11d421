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

// The package of the application in an Android world.
inline constexpr char kPackage[] = "org.loadstone.application";
// Values of the properties that every such world has: the names of the Vulkan hardware and of the
// board.
inline constexpr char kHardware[] = "hardware";
inline constexpr char kBoard[] = "board";
// The prefixes, before an underscore, of layer libraries: the one that the document defines, and
// the one of existing layers.
inline constexpr char kVKLayer[] = "libVKLayer";
inline constexpr char kVkLayer[] = "libVkLayer";
// The folder in which developers install layers.
inline constexpr char kDeveloperFolder[] = "/data/local/debug/vulkan";

// Return the folder of an application's own libraries, and its program.
std::string NativeLibraryFolder(const std::string& package = kPackage);
std::string ProgramOfPackage(const std::string& package);
// Return a folder of libraries below `root`, such as /vendor/lib64, and the folder of hardware
// modules in it.
std::string LibrariesBelow(const std::string& root);
std::string ModulesBelow(const std::string& root);
// Returns the path of a layer's library in `folder`, with one of the two prefixes above.
std::string LayerPath(const std::string& folder, const std::string& kind, const std::string& name);
// Returns the prefix that the subject accepts, as calibration determined; it may accept both.
std::string LayerKind(const Subject& subject);
// Returns the path of the hardware module with that name in `folder`.
std::string ModulePath(const std::string& folder, const std::string& name);

// A machine whose files resemble those of an Android device: properties, a driver that is a
// hardware module, an application of a package, and layers that are libraries without manifests.
// Files provide what Android's services would tell an application (reference_loader/README.md).
// Unless changed, it is a production device, its application cannot be debugged, and it has a
// driver named after its hardware.
class AndroidWorld : public MachineBuilder<AndroidWorld> {
 public:
  explicit AndroidWorld(const Subject& subject, const std::string& package = kPackage);

  // Sets a property of the vendor's partition; an empty value is written as well.
  AndroidWorld& Property(const std::string& name, const std::string& value);
  AndroidWorld& WithoutProperty(const std::string& name);
  // Makes the application debuggable.
  AndroidWorld& Debuggable();

  // Installs another application, which is listed before this one's package or after it.
  AndroidWorld& DebuggablePackage(const std::string& package, bool before);

  // Adds a driver at `path`: the mock's hardware module, traced under the name of the driver.
  AndroidWorld& Module(const std::string& path, const Driver& driver);
  AndroidWorld& WithoutDriver();

  // Adds the library of a layer at `path`, which describes itself.
  AndroidWorld& LayerLibrary(const std::string& path, const Layer& layer);
  // Adds it to the application's own folder, under the usual name of a layer library.
  AndroidWorld& With(const Layer& layer);

  // Returns the machine in its current state.
  World Build() const;

 private:
  const Subject& subject_;
  std::string package_;
  std::map<std::string, std::string> properties_;
  bool debuggable_ = false;
  std::string packages_before_;  // lines of the list of packages
  std::string packages_after_;
  bool default_driver_ = true;
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_ANDROID_WORLD_H_
