// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/discovery/path_variables.h"
#include "suites/vulkan/drivers/drivers.h"

// LoaderLayerInterface, "Linux Layer Discovery", and LoaderDriverInterface, "Additional Driver
// Discovery": a place that a variable names is another one than each standard folder, also if its
// path contains that of a standard folder, or is contained in it.
namespace loadstone::suites::added_beside {
namespace {

// How the path of a place is made from that of a standard folder.
struct Relation {
  const char* name;
  std::string (*path)(const std::string& folder);
};

const Relation kRelations[] = {
    {"within", [](const std::string& folder) { return folder + "/more"; }},
    {"deep_within", [](const std::string& folder) { return folder + "/and/more"; }},
    {"whose_name_goes_on", [](const std::string& folder) { return folder + "2"; }},
    {"whose_name_is_shorter",
     [](const std::string& folder) { return folder.substr(0, folder.size() - 1); }},
    {"around", [](const std::string& folder) { return folder.substr(0, folder.rfind('/')); }},
    {"of_the_same_path_below_another_root",
     [](const std::string& folder) { return "/elsewhere" + folder; }},
};

// A layer in each standard folder, and one in a place beside it, which the variable names.
void JudgeFolders(Case& c, const PathVariable& variable, const Relation& relation) {
  VulkanWorld world(c.subject());
  std::vector<std::string> names;
  std::vector<std::string> places;
  for (const std::string& folder : StandardFolders(c.subject(), variable.kind)) {
    const std::string place = relation.path(folder);
    const std::string standard = fmt::format("VK_LAYER_LS_standard_{}", places.size());
    const std::string listed = fmt::format("VK_LAYER_LS_listed_{}", places.size());
    world.With(KindLayer(variable.kind, standard).In(folder))
        .With(KindLayer(variable.kind, listed).In(place));
    if (variable.adds) names.push_back(standard);
    names.push_back(listed);
    places.push_back(place);
  }
  world.Env(variable.name, fmt::format("{}", fmt::join(places, ":")));
  const Observation seen = RunWithLayers(c, world, variable.kind, names);
  const std::string why = fmt::format(
      "the folders of {} are searched {} the standard ones, whatever their paths have in common",
      variable.name, variable.adds ? "in addition to" : "instead of");
  EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAreArray(names)) << why;
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAreArray(names)) << why;
}

REGISTER_CASES {
  for (const Relation& relation : kRelations) {
    RegisterForPaths(fmt::format("names_folders_{}_standard_ones", relation.name),
                     [&relation](Case& c, const PathVariable& variable) {
                       JudgeFolders(c, variable, relation);
                     });
  }
}

// Likewise a driver in each standard folder, and one in a place beside it.
void JudgeDrivers(Case& c, const Relation& relation) {
  VulkanWorld world(c.subject());
  world.WithoutDriver();
  std::vector<std::string> names;
  std::string value;
  for (const std::string& folder : c.subject().folders.drivers) {
    const std::string place = relation.path(folder);
    const std::string number = std::to_string(names.size() / 2);
    for (const auto& [name, in] :
         {std::pair{"standard_" + number, folder}, std::pair{"listed_" + number, place}}) {
      world.With(NamedDriver(name).In(in));
      names.push_back(name);
    }
    value += ":" + ManifestPath(place, "listed_" + number);
  }
  world.Env("VK_ADD_DRIVER_FILES", value.substr(1));
  EXPECT_SEEN(DriversReached(RunEnumerating(c, world)), UnorderedElementsAreArray(names))
      << "the manifests of VK_ADD_DRIVER_FILES are used in addition to those of the standard "
         "folders, whatever their paths have in common";
}

REGISTER_CASES {
  for (const Relation& relation : kRelations) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_DISCOVERY_6},
                 fmt::format("files_in_folders_{}_standard_ones", relation.name),
                 [&relation](Case& c) { JudgeDrivers(c, relation); });
  }
}

}  // namespace
}  // namespace loadstone::suites::added_beside
