// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/world/platform.h"
#include "policies/reading_ids.h"
#include "suites/common/list_limits.h"
#include "suites/vulkan/drivers/drivers.h"

// LoaderDriverInterface, "Overriding the Default Driver Discovery" and "Additional Driver
// Discovery": the variables that name drivers. Values with empty elements and relative paths are
// open (LS_VK_DRIVER_DISCOVERY_3.r1).
namespace loadstone::suites::variables {
namespace {

constexpr char kFiles[] = "VK_DRIVER_FILES";
constexpr char kOldFiles[] = "VK_ICD_FILENAMES";
constexpr char kAddFiles[] = "VK_ADD_DRIVER_FILES";
constexpr char kOne[] = "one";
constexpr char kTwo[] = "two";

std::string Elsewhere(const std::string& name) { return ManifestPath(kElsewhere, name); }

// The driver of the system, and two that no loader finds by default.
VulkanWorld WorldWithTwo(const Subject& subject) {
  VulkanWorld world(subject);
  return world.With(NamedDriver(kOne).In(kElsewhere)).With(NamedDriver(kTwo).In(kElsewhere));
}

struct Value {
  const char* name;
  std::string value;
  std::vector<std::string> used;
};

std::vector<Value> Values() {
  return {{"one_file", Elsewhere(kOne), {kOne}},
          {"two_files", Elsewhere(kOne) + ":" + Elsewhere(kTwo), {kOne, kTwo}},
          {"file_after_one_whose_name_goes_on",
           Elsewhere(kOne) + ".old.json:" + Elsewhere(kOne),
           {kOne}},
          {"missing_file_alone", "/nowhere/none.json", {}},
          {"missing_files_alone", "/nowhere/none.json:/nowhere/nothing.json", {}},
          {"missing_file_first", "/nowhere/none.json:" + Elsewhere(kOne), {kOne}},
          {"missing_file_last", Elsewhere(kTwo) + ":/nowhere/none.json", {kTwo}}};
}

void JudgeReplacing(Case& c, const char* variable, const Value& value) {
  VulkanWorld world = WorldWithTwo(c.subject());
  EXPECT_SEEN(DriversReached(RunEnumerating(c, world.Env(variable, value.value))),
              UnorderedElementsAreArray(value.used))
      << "the drivers that " << variable << " names are used, and no others";
}

REGISTER_CASES {
  for (const Value& value : Values()) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_DISCOVERY_3}, value.name,
                 [value](Case& c) { JudgeReplacing(c, kFiles, value); });
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_DISCOVERY_4}, value.name,
                 [value](Case& c) { JudgeReplacing(c, kOldFiles, value); });
  }
}

// Long lists of drivers, most of which do not exist.
void JudgeLong(Case& c, const char* variable, bool adds, int length) {
  VulkanWorld world(c.subject());
  const auto name_at = [](int position) { return fmt::format("number_{}", position); };
  std::vector<std::string> used;
  for (const int position : PositionsAtLimits(length)) {
    used.push_back(name_at(position));
    world.With(NamedDriver(used.back()).In(kElsewhere));
  }
  world.Env(variable, ListAtLimits(
                          length, ':', [&](int position) { return Elsewhere(name_at(position)); },
                          [](int position) { return fmt::format("/nowhere/{}.json", position); }));
  if (adds) used.emplace_back(kDefaultDriver);
  EXPECT_SEEN(DriversReached(RunEnumerating(c, world)), UnorderedElementsAreArray(used))
      << "each driver in a list of " << length << " paths is used";
}

REGISTER_CASES {
  for (const int length : kListLengths) {
    const std::string name = fmt::format("list_of_{}_files", length);
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_DISCOVERY_3}, name,
                 [length](Case& c) { JudgeLong(c, kFiles, false, length); });
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_DISCOVERY_4}, name,
                 [length](Case& c) { JudgeLong(c, kOldFiles, false, length); });
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_DISCOVERY_6}, name,
                 [length](Case& c) { JudgeLong(c, kAddFiles, true, length); });
  }
}

VULKAN_CASE(LDP_LOADER_3, driver_outside_the_standard_folders) {
  VulkanWorld world = WorldWithTwo(c.subject());
  world.Env(kFiles, Elsewhere(kOne)).Env(kOldFiles, Elsewhere(kOne));
  EXPECT_SEEN(DriversReached(RunEnumerating(c, world)), Contains(kOne))
      << "a driver that is not installed can be used" << reading::LDP_LOADER_3_r1;
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_5, both_name_a_driver, policy::LS_VK_DRIVER_DISCOVERY_3) {
  VulkanWorld world = WorldWithTwo(c.subject());
  world.Env(kFiles, Elsewhere(kOne)).Env(kOldFiles, Elsewhere(kTwo));
  EXPECT_SEEN(DriversReached(RunEnumerating(c, world)), ElementsAre(kOne))
      << "if both variables are set, the newer one counts";
}

// The newer variable is used, and the other one ignored, even if the newer one names no driver.
void JudgeNewerWithoutDriver(Case& c, const char* value) {
  VulkanWorld world = WorldWithTwo(c.subject());
  world.Directory("/opt/empty").Env(kFiles, value).Env(kOldFiles, Elsewhere(kTwo));
  EXPECT_SEEN(DriversReached(RunEnumerating(c, world)), Not(Contains(kTwo)))
      << "if both variables are set, the values in the older one are ignored";
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_5, newer_one_names_a_missing_file) {
  JudgeNewerWithoutDriver(c, "/nowhere/none.json");
}
VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_5, newer_one_names_an_empty_folder) {
  JudgeNewerWithoutDriver(c, "/opt/empty");
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_6, one_driver_more) {
  VulkanWorld world = WorldWithTwo(c.subject());
  EXPECT_SEEN(DriversReached(RunEnumerating(c, world.Env(kAddFiles, Elsewhere(kOne)))),
              UnorderedElementsAre(kOne, kDefaultDriver))
      << "a driver that is added is used in addition to that of the system";
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_6, two_drivers_more) {
  VulkanWorld world = WorldWithTwo(c.subject());
  world.Env(kAddFiles, Elsewhere(kOne) + ":" + Elsewhere(kTwo));
  EXPECT_SEEN(DriversReached(RunEnumerating(c, world)),
              UnorderedElementsAre(kOne, kTwo, kDefaultDriver))
      << "the drivers that are added are used in addition to that of the system";
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_6, loaded_before_the_others) {
  VulkanWorld world = WorldWithTwo(c.subject());
  Driver other = NamedDriver("first_of_all");
  if (!IsWindows(c.subject())) {
    other.In(DriverFolder("/config/home"));
    world.Env("XDG_CONFIG_HOME", "/config/home");  // on Fuchsia, it need not have a fallback
  }
  world.With(other).Env(kAddFiles, Elsewhere(kOne));
  const std::vector<std::string> loaded = Loaded(RunEnumerating(c, world));
  ASSERT_SEEN(loaded, UnorderedElementsAre(kOne, kDefaultDriver, "first_of_all"))
      << "all three are loaded";
  EXPECT_SEEN(loaded.front(), kOne) << "a driver that is added is loaded before all others"
                                    << reading::LS_VK_DRIVER_DISCOVERY_6_r1;
}

void JudgeIgnored(Case& c, const char* replacing) {
  VulkanWorld world = WorldWithTwo(c.subject());
  world.Env(replacing, Elsewhere(kOne)).Env(kAddFiles, Elsewhere(kTwo));
  EXPECT_SEEN(DriversReached(RunEnumerating(c, world)), ElementsAre(kOne))
      << kAddFiles << " is ignored if " << replacing << " is present";
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_7, beside_driver_files, policy::LS_VK_DRIVER_DISCOVERY_3) {
  JudgeIgnored(c, kFiles);
}
VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_7, beside_icd_filenames, policy::LS_VK_DRIVER_DISCOVERY_4) {
  JudgeIgnored(c, kOldFiles);
}

// Folders and files in both variables.
constexpr struct {
  const char* name;
  const char* replacing;
  const char* added;
} kPlaces[] = {
    {"a_folder", "/opt/further", "/opt/elsewhere"},
    {"a_folder_behind_an_empty_one", "/opt/empty:/opt/further", "/opt/elsewhere"},
    {"a_file_behind_an_empty_folder", "/opt/empty:/opt/further/three.json", "/opt/elsewhere"},
    {"a_folder_and_a_file_that_is_added", "/opt/further", "/opt/elsewhere/two.json"},
};

REGISTER_CASES {
  for (const auto& [owner, variable] : {std::pair{policy::LS_VK_DRIVER_DISCOVERY_3, kFiles},
                                        std::pair{policy::LS_VK_DRIVER_DISCOVERY_4, kOldFiles}}) {
    for (const auto& row : kPlaces) {
      RegisterCase(
          Api::kVulkan, {policy::LS_VK_DRIVER_DISCOVERY_7, owner},
          fmt::format("beside_{}{}", row.name, variable == kOldFiles ? "_in_icd_filenames" : ""),
          [&row, variable = variable](Case& c) {
            VulkanWorld world = WorldWithTwo(c.subject());
            world.With(NamedDriver("three").In("/opt/further"))
                .Directory("/opt/empty")
                .Env(variable, row.replacing)
                .Env(kAddFiles, row.added);
            EXPECT_SEEN(DriversReached(RunEnumerating(c, world)), ElementsAre("three"))
                << kAddFiles << " is ignored if " << variable << " is present";
          });
    }
  }
}

// A manifest under a second name, by a link or by dots, hides no other that comes behind it.
REGISTER_CASES {
  for (const auto& [name, again] :
       {std::pair{"link", "/opt/link.json"},
        std::pair{"path_with_dots", "/opt/elsewhere/../elsewhere/one.json"}}) {
    for (const auto& [owner, variable] : {std::pair{policy::LS_VK_DRIVER_DISCOVERY_3, kFiles},
                                          std::pair{policy::LS_VK_DRIVER_DISCOVERY_4, kOldFiles},
                                          std::pair{policy::LS_VK_DRIVER_DISCOVERY_6, kAddFiles}}) {
      RegisterCase(
          Api::kVulkan, {owner}, fmt::format("file_behind_a_{}_to_an_earlier_one", name),
          [again = again, variable = variable](Case& c) {
            VulkanWorld world = WorldWithTwo(c.subject());
            world.Symlink("/opt/link.json", Elsewhere(kOne))
                .Env(variable, fmt::format("{}:{}:{}", Elsewhere(kOne), again, Elsewhere(kTwo)));
            EXPECT_SEEN(DriversReached(RunEnumerating(c, world)), IsSupersetOf({kOne, kTwo}))
                << "each driver that " << variable << " names is used";
          });
    }
  }
}

// The other variable need not name a driver: it is present.
void JudgeIgnoredBesideNothing(Case& c, const char* replacing, const char* value) {
  VulkanWorld world = WorldWithTwo(c.subject());
  world.Directory("/opt/empty").Env(replacing, value).Env(kAddFiles, Elsewhere(kTwo));
  EXPECT_SEEN(DriversReached(RunEnumerating(c, world)), Not(Contains(kTwo)))
      << kAddFiles << " is ignored if " << replacing << " is present";
}

REGISTER_CASES {
  for (const auto& [name, value] : {std::pair{"a_missing_file", "/nowhere/none.json"},
                                    std::pair{"an_empty_folder", "/opt/empty"}}) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_DISCOVERY_7}, fmt::format("beside_{}", name),
                 [value = value](Case& c) { JudgeIgnoredBesideNothing(c, kFiles, value); });
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_DISCOVERY_7},
                 fmt::format("beside_{}_in_icd_filenames", name),
                 [value = value](Case& c) { JudgeIgnoredBesideNothing(c, kOldFiles, value); });
  }
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_8, folder_in_driver_files, policy::LS_VK_DRIVER_DISCOVERY_3) {
  VulkanWorld world = WorldWithTwo(c.subject());
  EXPECT_SEEN(DriversReached(RunEnumerating(c, world.Env(kFiles, kElsewhere))),
              UnorderedElementsAre(kOne, kTwo))
      << "all drivers of a folder are used, and no others";
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_8, folder_in_add_driver_files,
            policy::LS_VK_DRIVER_DISCOVERY_6) {
  VulkanWorld world = WorldWithTwo(c.subject());
  EXPECT_SEEN(DriversReached(RunEnumerating(c, world.Env(kAddFiles, kElsewhere))),
              UnorderedElementsAre(kOne, kTwo, kDefaultDriver))
      << "all drivers of a folder are used, in addition to that of the system";
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_8, folder_and_file, policy::LS_VK_DRIVER_DISCOVERY_3) {
  VulkanWorld world = WorldWithTwo(c.subject());
  world.With(NamedDriver("three").In("/opt/further"))
      .Env(kFiles, fmt::format("{}:{}", ManifestPath("/opt/further", "three"), kElsewhere));
  EXPECT_SEEN(DriversReached(RunEnumerating(c, world)), UnorderedElementsAre(kOne, kTwo, "three"))
      << "files and folders may be in one list";
}

// A variable has the same elements for each instance, whatever the loader did with its value
// before.
struct Again {
  const char* name;
  policy::Id owner;
  const char* variable;
  std::string value;
  bool adds;
};

void JudgeAgain(Case& c, const Again& row) {
  VulkanWorld world(c.subject());
  world.With(NamedDriver(kOne).In(kElsewhere)).With(NamedDriver(kTwo).In("/opt/further"));
  std::vector<std::string> used = {kOne, kTwo, kOne, kTwo};
  if (row.adds) used.insert(used.end(), 2, kDefaultDriver);
  const Observation seen = Observe(c, world.Env(row.variable, row.value), [](VulkanApp& app) {
    for (int i = 0; i < 2; ++i) {
      app.EnumerateExtensions();
      if (app.CreateInstance() != VK_SUCCESS) return;
      app.EnumeratePhysicalDevices();
      app.DestroyInstance();
    }
  });
  EXPECT_SEEN(DriversReached(seen), UnorderedElementsAreArray(used))
      << "each element of " << row.variable << " is used for each instance";
  const size_t devices = row.adds ? 3 : 2;
  for (const Event& event : seen.Select(kAppName, "vkEnumeratePhysicalDevices")) {
    if (event.phase() != "leave") continue;
    EXPECT_SEEN(event.List("names"), AllOf(SizeIs(devices), Contains(kOne), Contains(kTwo)))
        << "the devices of each driver of " << row.variable << " are listed";
  }
}

REGISTER_CASES {
  const std::string files = Elsewhere(kOne) + ":" + ManifestPath("/opt/further", kTwo);
  const std::string folders = std::string(kElsewhere) + ":/opt/further";
  for (const Again& row : std::initializer_list<Again>{
           {"files", policy::LS_VK_DRIVER_DISCOVERY_3, kFiles, files, false},
           {"files", policy::LS_VK_DRIVER_DISCOVERY_4, kOldFiles, files, false},
           {"files", policy::LS_VK_DRIVER_DISCOVERY_6, kAddFiles, files, true},
           {"folders_in_driver_files", policy::LS_VK_DRIVER_DISCOVERY_8, kFiles, folders, false},
           {"folders_in_add_driver_files", policy::LS_VK_DRIVER_DISCOVERY_8, kAddFiles, folders,
            true}}) {
    RegisterCase(Api::kVulkan, {row.owner}, fmt::format("{}_for_each_of_two_instances", row.name),
                 [row](Case& c) { JudgeAgain(c, row); });
  }
}

}  // namespace
}  // namespace loadstone::suites::variables
