// SPDX-License-Identifier: Apache-2.0
#include "policies/reading_ids.h"
#include "suites/vulkan/windows/keys.h"

// LoaderLayerInterface, "Windows Layer Discovery", and LoaderDriverInterface, "Driver Discovery on
// Windows": the root folder of a well-known AppX or MSIX package has manifests. kernel32 finds the
// packages of the world (mock_runtime/devices); a loader that does not ask it for packages is not
// judged.
namespace loadstone::suites::packages {
namespace {

using policy::LS_VK_DISCOVERY_13;
using policy::LS_VK_DRIVER_DISCOVERY_11;

// Microsoft's OpenCL, OpenGL, and Vulkan Compatibility Pack, 9NQPSL29BFFF in the store.
constexpr char kKnown[] = "Microsoft.D3DMappingLayers";
// Packages that the sections do not name.
constexpr const char* kUnknown[] = {"Microsoft.D3DMappingLayersPreview",
                                    "Loadstone.D3DMappingLayers"};
constexpr char kPublisher[] = "8wekyb3d8bbwe";

constexpr char kOne[] = "VK_LAYER_LS_one";
constexpr char kTwo[] = "VK_LAYER_LS_two";
constexpr char kRegistered[] = "VK_LAYER_LS_registered";

struct Package {
  std::string name = kKnown;
  std::string architecture = "neutral";

  std::string FullName() const {
    return fmt::format("{}_1.2404.1.0_{}__{}", name, architecture, kPublisher);
  }
  std::string Folder() const { return "/Program Files/WindowsApps/" + FullName(); }
};

constexpr char kName[] = "packages";

VulkanWorld WorldOf(const Subject& subject, const std::vector<Package>& installed) {
  VulkanWorld world(subject);
  world.machine().Copy(kDevicesPath, "windows_devices.dll");
  std::string list;
  for (const Package& each : installed) {
    list += (list.empty() ? "" : ",") + JsonObject()
                                            .Set("family", each.name + "_" + kPublisher)
                                            .Set("full_name", each.FullName())
                                            .Set("path", WindowsPath(each.Folder()))
                                            .Text();
  }
  return world.File(kDevicesPath + std::string(".config"),
                    JsonObject()
                        .Set("who", kName)
                        .Set("trace", NativePath(subject, kTracePath))
                        .SetJson("no_devices", "true")
                        .SetJson("packages", "[" + list + "]")
                        .Text());
}

#define LS_REQUIRE_ASKED_FOR_PACKAGES(seen)          \
  if (seen.Select(kName, "packages_listed").empty()) \
  GTEST_SKIP() << "the loader does not ask kernel32 for the packages of a family"

// A layer that is valid as an implicit one and as an explicit one.
Layer LayerOf(const Package& package, const std::string& name) {
  return KindLayer(LayerKind::kImplicit, name).In(package.Folder());
}

// The application names the layers, so that they are enabled whichever kind they are. If one is
// missing, a second instance shows whether the loader asks for packages at all.
Observation RunNaming(Case& c, const VulkanWorld& world, const std::vector<std::string>& names) {
  return Observe(c, world, [&](VulkanApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence({.layers = names});
    if (!app.created()) app.RunFullSequence({});
  });
}

// Files in the root folder of a package that are no manifests of layers or drivers, and manifests
// that were left behind.
void AddOthers(VulkanWorld& world, const Package& package) {
  // Nobody enables it, whichever kind it is: it is explicit, or an implicit one that is not valid.
  constexpr char kStaleLayer[] =
      R"({"file_format_version": "1.1.2", "layer": {"name": "VK_LAYER_LS_stale", "type": "GLOBAL",
          "library_path": "C:\\missing.dll", "api_version": "1.3.0", "implementation_version": "1",
          "description": "stale"}})";
  constexpr char kStaleDriver[] =
      R"({"file_format_version": "1.0.1",
          "ICD": {"library_path": "C:\\missing.dll", "api_version": "1.3.0"}})";
  const std::string folder = package.Folder();
  world.File(folder + "/0_stale_layer.json", kStaleLayer)
      .File(folder + "/1_stale_driver.json", kStaleDriver)
      .File(folder + "/2_text.json", "no JSON")
      .File(folder + "/3_empty.json", "")
      .File(folder + "/AppxManifest.xml", "<Package/>")
      .File(folder + "/zz_settings.json", R"({"file_format_version": "1.0.0"})");
}

// Adds a layer to the keys of the registry.
void Register(VulkanWorld& world, const std::string& name) {
  world.With(KindLayer(LayerKind::kImplicit, name).In(kLayerKeys[1].path));
}

void ExpectLayers(Case& c, const VulkanWorld& world, const std::vector<std::string>& names,
                  const char* why) {
  const Observation seen = RunNaming(c, world, names);
  LS_REQUIRE_ASKED_FOR_PACKAGES(seen);
  EXPECT_SEEN(EnumeratedLayers(seen), IsSupersetOf(names)) << why << reading::LS_VK_DISCOVERY_13_r1;
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAreArray(names))
      << why << reading::LS_VK_DISCOVERY_13_r1;
}

VULKAN_CASE(LS_VK_DISCOVERY_13, layer_of_the_known_package) {
  const Package package;
  VulkanWorld world = WorldOf(c.subject(), {package});
  world.With(LayerOf(package, kOne));
  ExpectLayers(c, world, {kOne}, "the root folder of the package has a layer");
}

VULKAN_CASE(LS_VK_DISCOVERY_13, layers_beside_other_files) {
  const Package package;
  VulkanWorld world = WorldOf(c.subject(), {package});
  AddOthers(world, package);
  Register(world, kRegistered);
  world.With(LayerOf(package, kOne)).With(LayerOf(package, kTwo));
  ExpectLayers(c, world, {kRegistered, kOne, kTwo},
               "other files in the folder of the package hide no layer");
}

// The package is listed, for instance while it is removed.
VULKAN_CASE(LS_VK_DISCOVERY_13, package_without_a_folder) {
  VulkanWorld world = WorldOf(c.subject(), {{}});
  Register(world, kRegistered);
  ExpectLayers(c, world, {kRegistered}, "a package whose folder is missing hides no layer");
}

VULKAN_CASE(LS_VK_DISCOVERY_13, no_package) {
  VulkanWorld world = WorldOf(c.subject(), {});
  Register(world, kRegistered);
  ExpectLayers(c, world, {kRegistered}, "a machine without packages has other layers");
}

VULKAN_CASE(LS_VK_DISCOVERY_13, one_layer_of_two_packages) {
  const Package first = {.architecture = "x64"};
  const Package second = {.architecture = "x86"};
  VulkanWorld world = WorldOf(c.subject(), {first, second});
  world.With(LayerOf(first, kOne)).With(LayerOf(second, kTwo));
  const Observation seen = RunNaming(c, world, {});
  LS_REQUIRE_ASKED_FOR_PACKAGES(seen);
  EXPECT_SEEN(EnumeratedLayers(seen), AnyOf(Contains(kOne), Contains(kTwo)))
      << "a package of the family is found" << reading::LS_VK_DISCOVERY_13_r2;
}

VULKAN_CASE(LS_VK_DISCOVERY_13, layer_of_an_unknown_package) {
  std::vector<Package> installed;
  for (const char* name : kUnknown) installed.push_back({.name = name});
  VulkanWorld world = WorldOf(c.subject(), installed);
  for (const Package& each : installed) world.With(LayerOf(each, kOne));
  Register(world, kRegistered);
  const Observation seen = RunNaming(c, world, {kRegistered});
  LS_REQUIRE_ASKED_FOR_PACKAGES(seen);
  EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kRegistered)) << "only one package is known";
  EXPECT_SEEN(Loaded(seen), Not(Contains(kOne))) << "only one package is known";
}

// Drivers.
constexpr char kPackaged[] = "packaged";
constexpr char kSecond[] = "second_packaged";

void AddDriver(VulkanWorld& world, const Package& package, const std::string& name) {
  world.With(NamedDriver(name).In(package.Folder()));
}

VulkanWorld WorldOfDriver(const Subject& subject, const Package& package) {
  VulkanWorld world = WorldOf(subject, {package});
  AddDriver(world, package, kPackaged);
  return world;
}

template <typename Matcher>
void ExpectDrivers(Case& c, const VulkanWorld& world, Matcher matcher, const char* why) {
  const Observation seen = RunEnumerating(c, world);
  LS_REQUIRE_ASKED_FOR_PACKAGES(seen);
  EXPECT_SEEN(DriversReached(seen), matcher) << why;
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_11, driver_of_the_known_package) {
  const Package package;
  VulkanWorld world = WorldOf(c.subject(), {package});
  AddDriver(world.WithoutDriver(), package, kPackaged);
  ExpectDrivers(c, world, ElementsAre(kPackaged), "the root folder of the package has a driver");
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_11, driver_beside_that_of_a_key) {
  const Package package;
  ExpectDrivers(c, WorldOfDriver(c.subject(), package),
                UnorderedElementsAre(kDefaultDriver, kPackaged),
                "drivers of the package and of the key are found");
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_11, drivers_beside_other_files) {
  const Package package;
  VulkanWorld world = WorldOfDriver(c.subject(), package);
  AddOthers(world, package);
  AddDriver(world, package, kSecond);
  ExpectDrivers(c, world, UnorderedElementsAre(kDefaultDriver, kPackaged, kSecond),
                "other files in the folder of the package hide no driver");
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_11, driver_package_without_a_folder) {
  ExpectDrivers(c, WorldOf(c.subject(), {{}}), ElementsAre(kDefaultDriver),
                "a package whose folder is missing hides no driver");
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_11, no_driver_package) {
  ExpectDrivers(c, WorldOf(c.subject(), {}), ElementsAre(kDefaultDriver),
                "a machine without packages has other drivers");
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_11, one_driver_of_two_packages) {
  const Package first = {.architecture = "x64"};
  const Package second = {.architecture = "x86"};
  VulkanWorld world = WorldOf(c.subject(), {first, second});
  AddDriver(world.WithoutDriver(), first, kPackaged);
  AddDriver(world, second, kSecond);
  const Observation seen = RunEnumerating(c, world);
  LS_REQUIRE_ASKED_FOR_PACKAGES(seen);
  EXPECT_SEEN(DriversReached(seen), AnyOf(Contains(kPackaged), Contains(kSecond)))
      << "a package of the family is found" << reading::LS_VK_DRIVER_DISCOVERY_11_r1;
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_11, driver_of_an_unknown_package) {
  std::vector<Package> installed;
  for (const char* name : kUnknown) installed.push_back({.name = name});
  VulkanWorld world = WorldOf(c.subject(), installed);
  for (const Package& each : installed) AddDriver(world, each, kPackaged);
  ExpectDrivers(c, world, ElementsAre(kDefaultDriver), "only one package is known");
}

// The variables replace the search, of which the packages are a part.
void JudgeReplaced(Case& c, const char* variable) {
  const Package package;
  VulkanWorld world = WorldOfDriver(c.subject(), package);
  const std::string path = PlaceDriver(world, "named");
  EXPECT_SEEN(DriversReached(RunEnumerating(c, world.Env(variable, path))), ElementsAre("named"))
      << variable << " replaces the search, also that in packages";
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_3, driver_of_a_package_is_replaced, LS_VK_DRIVER_DISCOVERY_11) {
  JudgeReplaced(c, "VK_DRIVER_FILES");
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_4, driver_of_a_package_is_replaced, LS_VK_DRIVER_DISCOVERY_11) {
  JudgeReplaced(c, "VK_ICD_FILENAMES");
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_6, beside_the_driver_of_a_package, LS_VK_DRIVER_DISCOVERY_11) {
  const Package package;
  VulkanWorld world = WorldOfDriver(c.subject(), package);
  const std::string path = PlaceDriver(world, "named");
  ExpectDrivers(c, world.Env("VK_ADD_DRIVER_FILES", path),
                UnorderedElementsAre("named", kDefaultDriver, kPackaged),
                "VK_ADD_DRIVER_FILES adds to the drivers of packages");
}

// The filters apply to the drivers of packages too.
VULKAN_CASE(LS_VK_DRIVER_FILTER_1, driver_of_a_package_is_selected, LS_VK_DRIVER_DISCOVERY_11) {
  ExpectDrivers(c,
                WorldOfDriver(c.subject(), Package{}).Env("VK_LOADER_DRIVERS_SELECT", "packaged*"),
                ElementsAre(kPackaged), "a driver of a package can be selected");
}

VULKAN_CASE(LS_VK_DRIVER_FILTER_2, driver_of_a_package_is_disabled, LS_VK_DRIVER_DISCOVERY_11) {
  ExpectDrivers(c,
                WorldOfDriver(c.subject(), Package{}).Env("VK_LOADER_DRIVERS_DISABLE", "packaged*"),
                ElementsAre(kDefaultDriver), "a driver of a package can be disabled");
}

}  // namespace
}  // namespace loadstone::suites::packages
