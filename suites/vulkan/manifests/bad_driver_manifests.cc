// SPDX-License-Identifier: Apache-2.0
#include "harness/world/platform.h"
#include "suites/common/bad_files.h"
#include "suites/common/wrong_types.h"
#include "suites/vulkan/devices/devices.h"

// LoaderDriverInterface, "Driver Manifest File Format": files that are not manifests of a driver,
// or whose members differ from the table. Whether such a driver is used is open if a library is at
// its library_path (LS_VK_ROBUSTNESS_2.r1); the valid driver must be used.
namespace loadstone::suites::bad_driver_manifests {
namespace {

constexpr char kGood[] = "good";
constexpr char kBadDriver[] = "bad";
constexpr char kLibrary[] = "/opt/loadstone/libbad.so";

using Place = std::function<void(VulkanWorld& world, const std::string& path)>;

// The bad file is in the folder of the valid driver, with names that sort before and after it, and
// in folders that are searched before and after.
void Judge(Case& c, const Place& place) {
  VulkanWorld world(c.subject());
  std::vector<std::string> paths;
  std::string here;
  if (IsWindows(c.subject())) {
    // The order of the values in the key cannot be chosen.
    here = c.subject().folders.drivers.front();
    paths = {here + "/a.json", here + "/z.json"};
  } else {
    world.Env("XDG_CONFIG_HOME", "/before").Env("XDG_DATA_DIRS", "/here:/behind");
    here = DriverFolder("/here");
    paths = {DriverFolder("/before") + "/bad.json", here + "/a.json", here + "/z.json",
             DriverFolder("/behind") + "/bad.json"};
  }
  world.WithoutDriver()
      .With(Driver(kGood).In(here).Behaviour(R"({"physical_devices": [{"name": "good"}]})"))
      .With(Driver(kBadDriver).In("/not/searched"));
  for (const std::string& path : paths) place(world, path);
  const Observation seen = RunEnumerating(c, world);
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
      << "a bad manifest must not make the instance of a good driver fail";
  EXPECT_SEEN(DriversReached(seen), Contains(kGood))
      << "the driver next to a bad manifest must be used";
  EXPECT_SEEN(ResultOf(seen, "vkEnumeratePhysicalDevices"), "VK_SUCCESS")
      << "a bad manifest must not prevent an application from listing physical devices";
  EXPECT_SEEN(Order(seen), Contains(kGood))
      << "a bad manifest must not hide a good driver's device";
}

void Register(const std::string& name, const Place& place) {
  RegisterCase(Api::kVulkan, {policy::LS_VK_ROBUSTNESS_2}, "driver_" + name,
               [place](Case& c) { Judge(c, place); });
}

REGISTER_CASES {
  const ManifestTerms terms = {
      .manifest = [] { return Driver(kBadDriver).ManifestText(kLibrary); },
      .other_manifest = [] { return Driver("other").ManifestText("/opt/loadstone/libnone.so"); },
      .object = "ICD",
      .name = kBadDriver};
  for (const BadFile& bad : BadFiles(terms)) {
    Register(bad.name, [place = bad.place](VulkanWorld& world, const std::string& path) {
      place(world.machine(), path);
    });
  }
}

// The members of the table.
const ManifestFormat kFormat = {
    R"({"file_format_version": "1.0.1", "ICD": {
        "library_path": "/opt/loadstone/libbad.so", "api_version": "1.0.0", "library_arch": "64",
        "is_portability_driver": false}})",
    {
        {"", JsonKind::kObject},
        {"/file_format_version", JsonKind::kText},
        {"/ICD", JsonKind::kObject},
        {"/ICD/library_path", JsonKind::kText},
        {"/ICD/api_version", JsonKind::kText},
        {"/ICD/library_arch", JsonKind::kText},
        {"/ICD/is_portability_driver", JsonKind::kBoolean},
    }};

REGISTER_CASES {
  for (const WrongType& wrong : WrongTypes(kFormat)) {
    Register(wrong.name,
             [manifests = wrong.manifests](VulkanWorld& world, const std::string& path) {
               world.File(path, manifests().front());
             });
  }
}

// Replacements for the members of "ICD".
struct Members {
  const char* name;
  const char* members;
};

constexpr Members kMembers[] = {
    {"without_members", R"({})"},
    {"library_path_missing", R"({"api_version": "1.0.0"})"},
    {"library_path_empty", R"({"library_path": "", "api_version": "1.0.0"})"},
    {"library_path_of_a_folder", R"({"library_path": "/opt/loadstone", "api_version": "1.0.0"})"},
    {"library_path_of_the_manifest_folder", R"({"library_path": "./", "api_version": "1.0.0"})"},
    {"library_missing", R"({"library_path": "/opt/loadstone/libnone.so",
                            "api_version": "1.0.0"})"},
    {"library_that_is_none", R"({"library_path": "/here/vulkan/icd.d/good.json",
                                 "api_version": "1.0.0"})"},
    {"api_version_missing", R"({"library_path": "/opt/loadstone/libbad.so"})"},
    {"api_version_empty", R"({"library_path": "/opt/loadstone/libbad.so", "api_version": ""})"},
    {"api_version_of_letters", R"({"library_path": "/opt/loadstone/libbad.so",
                                   "api_version": "one.zero.zero"})"},
    {"api_version_of_dots", R"({"library_path": "/opt/loadstone/libbad.so",
                                "api_version": "..."})"},
    {"api_version_enormous", R"({"library_path": "/opt/loadstone/libbad.so",
                                 "api_version": "99999999999.99999999999.99999999999"})"},
    {"library_arch_unknown", R"({"library_path": "/opt/loadstone/libbad.so",
                                 "api_version": "1.0.0", "library_arch": "128"})"},
};

REGISTER_CASES {
  for (const Members& row : kMembers) {
    Register(row.name, [&row](VulkanWorld& world, const std::string& path) {
      world.File(path,
                 fmt::format(R"({{"file_format_version": "1.0.1", "ICD": {}}})", row.members));
    });
  }
  for (const size_t size : {size_t{256}, size_t{5000}, size_t{1000000}}) {
    for (const char* member : {"library_path", "api_version"}) {
      Register(fmt::format("{}_of_{}_characters", member, size),
               [size, member](VulkanWorld& world, const std::string& path) {
                 world.File(path,
                            Driver(kBadDriver)
                                .Manifest(JsonObject().Set(member, std::string(size, '1')).Text())
                                .ManifestText(kLibrary));
               });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::bad_driver_manifests
