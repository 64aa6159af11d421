// SPDX-License-Identifier: Apache-2.0
#include "oracle/vulkan/oracle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/world/vulkan_components.h"
#include "oracle/vulkan/drivers.h"
#include "oracle/vulkan/test_subject.h"

namespace loadstone::oracle::vulkan::oracle_test {
namespace {

const std::string kExplicit = std::string(kExplicitFolder) + "/";
const std::string kImplicit = std::string(kImplicitFolder) + "/";

Expectation ExpectOf(const Machine& machine, const Subject& subject = TestSubject()) {
  static std::vector<std::unique_ptr<Model>> models;  // kept, because expectations point into them
  models.push_back(std::make_unique<Model>(ReadModel(machine, subject)));
  return Expect(machine, *models.back(), subject);
}

Machine One(const std::string& file, const std::string& text) {
  Machine machine;
  machine.files[file] = text;
  machine.create = true;
  return machine;
}

TEST(Oracle, AnExplicitLayerIsEnumeratedAndOffUntilSomebodyAsks) {
  Machine machine = One(kExplicit + "a.json", Manifest("VK_LAYER_LS_a", 0));
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").enumerated, Tristate::kYes);
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active, Tristate::kNo);
  machine.layers = {"VK_LAYER_LS_a"};
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active, Tristate::kYes);
  EXPECT_EQ(ExpectOf(machine).created, Tristate::kYes);
}

TEST(Oracle, AnUnknownLayerCannotBeHad) {
  Machine machine = One(kExplicit + "a.json", Manifest("VK_LAYER_LS_a", 0));
  machine.layers = {"VK_LAYER_LS_b"};
  EXPECT_EQ(ExpectOf(machine).created, Tristate::kNo);
}

// LS_VK_ACTIVATION_4 does not cover a name that no layer has, or whose layer cannot be used.
TEST(Oracle, AnUnusableNameInTheEnvironmentMayFailTheInstance) {
  Machine machine = One(kExplicit + "a.json", Manifest("VK_LAYER_LS_a", 0));
  machine.files[kExplicit + "b.json"] = Manifest("VK_LAYER_LS_b", 1, R"({"api_version": "2.0.0"})");
  machine.files[kExplicit + "meta.json"] = Meta("VK_LAYER_LS_meta", R"(["VK_LAYER_LS_none"])");
  machine.files[kExplicit + "c.json"] = Manifest("VK_LAYER_LS_c", 2);
  machine.files[kImplicit + "override.json"] = Manifest("VK_LAYER_LUNARG_override", 0, R"({
      "library_path": null, "component_layers": ["VK_LAYER_LS_c"],
      "blacklisted_layers": ["VK_LAYER_LS_a"], "disable_environment": {"LS_OFF": "1"}})");
  for (const char* name :
       {"VK_LAYER_LS_none", "VK_LAYER_LS_a", "VK_LAYER_LS_b", "VK_LAYER_LS_meta"}) {
    machine.environment["VK_INSTANCE_LAYERS"] = name;
    EXPECT_EQ(ExpectOf(machine).created, Tristate::kMaybe) << name;
  }
  machine.files.erase(kImplicit + "override.json");
  machine.environment["VK_INSTANCE_LAYERS"] = "VK_LAYER_LS_a";
  EXPECT_EQ(ExpectOf(machine).created, Tristate::kYes);
}

TEST(Oracle, AnImplicitLayerIsOnUntilItsVariableIsSet) {
  Machine machine = One(kImplicit + "a.json", Implicit("VK_LAYER_LS_a", 0));
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active, Tristate::kYes);
  machine.environment["LS_OFF_VK_LAYER_LS_a"] = "0";
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active, Tristate::kNo);
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active_policy, "LLP_LOADER_7");
  machine.environment["LS_OFF_VK_LAYER_LS_a"] = "";
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active, Tristate::kMaybe);
  machine.environment["LS_OFF_VK_LAYER_LS_a"] = "0";
  machine.layers = {"VK_LAYER_LS_a"};
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active, Tristate::kMaybe);
}

// Each list contains names that are only similar to that of the layer.
TEST(Oracle, NamesAreComparedWhole) {
  const std::string a = "VK_LAYER_LS_a";
  for (const std::string near : {"VK_LAYER_LS_ab", "VK_LAYER_LS_", "AYER_LS_a", "K_LAYER_LS_",
                                 "VK_LAYER_LS_VK_LAYER_LS_a"}) {
    Machine machine = One(kImplicit + "a.json", Implicit(a, 0));
    for (const char* variable :
         {"VK_INSTANCE_LAYERS", "VK_LOADER_LAYERS_DISABLE", "VK_LOADER_LAYERS_ENABLE"}) {
      machine.environment = {{variable, near}};
      const Expected expected = ExpectOf(machine).layers.at(a);
      EXPECT_EQ(expected.active, Tristate::kYes) << variable << " " << near;
      EXPECT_EQ(expected.section, Section::kImplicit) << variable << " " << near;
    }
    machine.environment = {{"VK_INSTANCE_LAYERS", near}};
    EXPECT_EQ(ExpectOf(machine).created, Tristate::kMaybe) << "the name is nobody's";
    machine.environment = {{"LS_OFF_" + near, "1"}};
    EXPECT_EQ(ExpectOf(machine).layers.at(a).active, Tristate::kYes) << near;
    machine.environment = {{"VK_LOADER_LAYERS_DISABLE", "~all~"}, {"VK_LOADER_LAYERS_ALLOW", near}};
    EXPECT_EQ(ExpectOf(machine).layers.at(a).active, Tristate::kNo) << near;

    machine = One(kExplicit + "a.json", Manifest(a, 0));
    machine.layers = {near};
    EXPECT_EQ(ExpectOf(machine).layers.at(a).active, Tristate::kNo) << near;
    EXPECT_EQ(ExpectOf(machine).created, Tristate::kNo) << near;
    machine.layers = {};
    machine.files[kImplicit + "m.json"] =
        Manifest("VK_LAYER_LS_m", 0,
                 R"({"library_path": null, "component_layers": [")" + near +
                     R"("], "disable_environment": {"LS_OFF": "1"}})");
    EXPECT_EQ(ExpectOf(machine).layers.at(a).active, Tristate::kNo) << near;
  }
}

TEST(Oracle, ABlacklistNamesWholeLayersAndAppKeysWholePaths) {
  const std::string a = "VK_LAYER_LS_a";
  const auto active = [&](const std::string& member) {
    Machine machine = One(kImplicit + "a.json", Implicit(a, 0));
    machine.files[kExplicit + "b.json"] = Manifest("VK_LAYER_LS_b", 1);
    machine.files[kImplicit + "o.json"] =
        Manifest("VK_LAYER_LUNARG_override", 0,
                 R"({"library_path": null, "component_layers": ["VK_LAYER_LS_b"],
                     "disable_environment": {"LS_OFF": "1"}, )" +
                     member + "}");
    const Expectation expectation = ExpectOf(machine);
    return expectation.layers_unknown ? Tristate::kMaybe : expectation.layers.at(a).active;
  };
  EXPECT_EQ(active(R"("blacklisted_layers": ["VK_LAYER_LS_a"])"), Tristate::kNo);
  EXPECT_EQ(active(R"("blacklisted_layers": ["VK_LAYER_LS_ab", "LAYER_LS_a"])"), Tristate::kYes);
  const std::string for_application = R"("blacklisted_layers": ["VK_LAYER_LS_a"], "app_keys": [)";
  EXPECT_EQ(active(for_application + R"("/opt/application/bin/application"])"), Tristate::kNo);
  for (const char* other : {"/opt/application/bin", "/opt/application/bin/application2",
                            "/opt/opt/application/bin/application"}) {
    EXPECT_EQ(active(for_application + "\"" + other + "\"]"), Tristate::kYes) << other;
  }
  EXPECT_EQ(active(for_application + R"("bin/application"])"), Tristate::kMaybe)
      << "may mean the same";
}

TEST(Oracle, AMisnamedLayerIsNobodysBusiness) {
  const Machine machine = One(kExplicit + "a.json", Manifest("a", 0));
  EXPECT_TRUE(ExpectOf(machine).layers.empty());
}

TEST(Oracle, ALayerOfMajorVersion0IsOpen) {
  Machine machine =
      One(kExplicit + "a.json", Manifest("VK_LAYER_LS_a", 0, R"({"api_version": "0.4.0"})"));
  machine.layers = {"VK_LAYER_LS_a"};
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active, Tristate::kMaybe);
  machine.files[kExplicit + "a.json"] = Manifest("VK_LAYER_LS_a", 0, R"({"api_version": "2.4.0"})");
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active, Tristate::kNo);
}

TEST(Oracle, AnEnablingVariableIsNeeded) {
  Machine machine = One(kImplicit + "a.json", Manifest("VK_LAYER_LS_a", 0, R"({
      "disable_environment": {"LS_OFF": "1"}, "enable_environment": {"LS_ON": "yes"}})"));
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active, Tristate::kNo);
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active_policy, "LLP_LOADER_6");
  machine.environment["LS_ON"] = "yes";
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active, Tristate::kYes);
  machine.environment["LS_ON"] = "no";
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active, Tristate::kMaybe);
}

std::string Override(const std::string& component, const std::string& members = "{}") {
  JsonObject changes;
  changes.SetJson("library_path", "null")
      .Set("component_layers", std::vector<std::string>{component})
      .Set("override_paths", std::vector<std::string>{"/fuzz/over"})
      .Set("disable_environment", JsonObject().Set("LS_OFF", "1"))
      .Merge(members);
  return Manifest("VK_LAYER_LUNARG_override", 0, changes.Line());
}

TEST(Oracle, ComponentsComeFromTheOverridePathsAlone) {
  Machine machine = One(kImplicit + "o.json", Override("VK_LAYER_LS_a"));
  machine.files["/fuzz/over/a.json"] = Manifest("VK_LAYER_LS_a", 0);
  machine.files[kExplicit + "a.json"] = Manifest("VK_LAYER_LS_a", 1);
  const Expected there = ExpectOf(machine).layers.at("VK_LAYER_LS_a");
  EXPECT_EQ(there.active, Tristate::kYes);
  EXPECT_EQ(there.active_policy, "LS_VK_OVERRIDE_2");
  EXPECT_TRUE(there.exclusive);
  ASSERT_EQ(there.used.size(), 1u);
  EXPECT_EQ(there.used.front()->file, "/fuzz/over/a.json");
  machine.layers = {"VK_LAYER_LS_a"};
  EXPECT_FALSE(ExpectOf(machine).layers.at("VK_LAYER_LS_a").exclusive);
}

TEST(Oracle, AnOverrideWithoutItsComponentsIsNotApplied) {
  Machine machine = One(kImplicit + "o.json",
                        Override("VK_LAYER_LS_a", R"({"blacklisted_layers": ["VK_LAYER_LS_b"]})"));
  machine.files[kExplicit + "a.json"] = Manifest("VK_LAYER_LS_a", 1);
  machine.files[kImplicit + "b.json"] = Implicit("VK_LAYER_LS_b", 2);
  const Expectation expected = ExpectOf(machine);
  EXPECT_EQ(expected.layers.at("VK_LAYER_LS_a").active, Tristate::kNo);
  EXPECT_EQ(expected.layers.at("VK_LAYER_LS_a").active_policy, "LS_VK_OVERRIDE_2");
  EXPECT_EQ(expected.layers.at("VK_LAYER_LS_b").active, Tristate::kMaybe);
  machine.environment["LS_OFF"] = "1";
  EXPECT_TRUE(ExpectOf(machine).layers_unknown);
}

TEST(Oracle, AComponentOnTheBlacklistIsOpen) {
  Machine machine = One(kImplicit + "o.json",
                        Override("VK_LAYER_LS_a", R"({"blacklisted_layers": ["VK_LAYER_LS_a"]})"));
  machine.files["/fuzz/over/a.json"] = Manifest("VK_LAYER_LS_a", 0);
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active, Tristate::kMaybe);
}

TEST(Oracle, AComponentWithAnImplicitTwinIsOpen) {
  Machine machine = One(kImplicit + "o.json", Override("VK_LAYER_LS_a"));
  machine.files["/fuzz/over/a.json"] = Manifest("VK_LAYER_LS_a", 0);
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active, Tristate::kYes);
  machine.files[kImplicit + "a.json"] = Implicit("VK_LAYER_LS_a", 1);
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active, Tristate::kMaybe);
}

TEST(Oracle, OverridePathsTakeTheLayerPathAway) {
  Machine machine = One(kImplicit + "o.json", Override("VK_LAYER_LS_a"));
  machine.files["/fuzz/over/a.json"] = Manifest("VK_LAYER_LS_a", 0);
  machine.files["/fuzz/named/b.json"] = Manifest("VK_LAYER_LS_b", 1);
  machine.files[kExplicit + "c.json"] = Manifest("VK_LAYER_LS_c", 2);
  machine.environment["VK_LAYER_PATH"] = "/fuzz/named";
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_b").enumerated, Tristate::kNo);
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_b").enumerated_policy, "LS_VK_OVERRIDE_2");
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_c").enumerated, Tristate::kMaybe);
}

TEST(Oracle, ThereIsNoInstanceWhenAllDriversRefuse) {
  Machine machine = One(kExplicit + "a.json", Manifest("VK_LAYER_LS_a", 0));
  machine.layers = {"VK_LAYER_LS_a"};
  const std::vector<const Library*> all = Drivers();
  const auto bad = std::find_if(all.begin(), all.end(), [](const Library* driver) {
    return RefusesToNegotiate(driver->name);
  });
  ASSERT_NE(bad, all.end());
  machine.environment = DriverEnvironment({*bad});
  EXPECT_EQ(ExpectOf(machine).driver, Tristate::kNo);
  EXPECT_TRUE(ExpectOf(machine).incompatible);
  EXPECT_EQ(ExpectOf(machine).created, Tristate::kMaybe);
  machine.layers = {"VK_LAYER_LS_b"};
  EXPECT_FALSE(ExpectOf(machine).incompatible);
  machine.layers = {"VK_LAYER_LS_a"};
  machine.environment = DriverEnvironment({*bad, all.front()});
  EXPECT_EQ(ExpectOf(machine).created, Tristate::kYes);
  machine.environment.erase("VK_DRIVER_FILES");
  EXPECT_EQ(ExpectOf(machine).driver, Tristate::kMaybe);
}

TEST(Oracle, AnElevatedApplicationHasWhatEveryReadingGives) {
  Machine machine = One(kExplicit + "a.json", Manifest("VK_LAYER_LS_a", 0));
  machine.files[kImplicit + "b.json"] = Implicit("VK_LAYER_LS_b", 1);
  machine.elevated = true;
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").enumerated, Tristate::kYes);
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_b").active, Tristate::kYes);
  machine.environment["VK_LAYER_PATH"] = "/fuzz/explicit";
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").enumerated, Tristate::kYes);
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").enumerated_policy, "LLP_LOADER_13");
  // The documents leave open whether the environment may disable and enable it.
  machine.environment["LS_OFF_VK_LAYER_LS_b"] = "1";
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_b").active, Tristate::kMaybe);
  machine.environment["VK_INSTANCE_LAYERS"] = "VK_LAYER_LS_a";
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active, Tristate::kMaybe);
  for (const char* variable : {"A", "B", "C", "D"}) machine.environment[variable] = "x";
  EXPECT_TRUE(ExpectOf(machine).layers_unknown);
}

TEST(Oracle, OneReadingOfWhichNothingIsKnownMakesAllUnknown) {
  Machine machine = One(kExplicit + "a.json", Manifest("VK_LAYER_LS_a", 0));
  machine.files[kImplicit + "o.json"] =
      Manifest(kOverrideLayer, 0, R"({"library_path": null, "component_layers": ["VK_LAYER_LS_a"],
          "disable_environment": {"LS_OFF": "1"}, "enable_environment": {"LS_ON": "1"}})");
  machine.elevated = true;
  machine.environment["LS_ON"] = "1";
  EXPECT_TRUE(ExpectOf(machine).layers_unknown);
}

TEST(Oracle, ListsOfFoldersAreOpenForAnElevatedApplication) {
  Machine machine = One("/usr/share/vulkan/explicit_layer.d/a.json", Manifest("VK_LAYER_LS_a", 0));
  machine.files["/fuzz/one/vulkan/explicit_layer.d/b.json"] = Manifest("VK_LAYER_LS_b", 1);
  machine.files["/usr/share/vulkan/icd.d/a.json"] = DriverManifestText(Driver());
  machine.elevated = machine.create = true;
  machine.layers = {"VK_LAYER_LS_a"};
  EXPECT_EQ(ExpectOf(machine).created, Tristate::kYes);
  machine.environment["XDG_DATA_DIRS"] = "/fuzz/one";
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").enumerated, Tristate::kMaybe);
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_b").enumerated, Tristate::kMaybe);
  EXPECT_EQ(ExpectOf(machine).driver, Tristate::kMaybe);
}

TEST(Oracle, ADriverWithoutItsVersionIsOneOfVulkan10) {
  Machine machine = One(kExplicit + "a.json", Manifest("VK_LAYER_LS_a", 0));
  machine.layers = {"VK_LAYER_LS_a"};
  for (const Library* driver : Drivers()) {
    machine.environment = DriverEnvironment({driver});
    if (driver->name == kOldDriver) {
      EXPECT_EQ(ExpectOf(machine).created, Tristate::kYes);
    }
    machine.environment = DriverEnvironment({driver, &Driver()});
    EXPECT_EQ(ExpectOf(machine).driver, driver->lacks_functions ? Tristate::kMaybe : Tristate::kYes)
        << driver->name;
  }
}

TEST(Oracle, LayerPathReplacesTheFolders) {
  Machine machine = One(kExplicit + "a.json", Manifest("VK_LAYER_LS_a", 0));
  machine.environment["VK_LAYER_PATH"] = "/fuzz/explicit";
  EXPECT_FALSE(ExpectOf(machine).layers.contains("VK_LAYER_LS_a"));
  machine.environment["VK_LAYER_PATH"] = "";
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").enumerated, Tristate::kMaybe);
  machine.environment.erase("VK_LAYER_PATH");
  machine.environment["VK_ADD_LAYER_PATH"] = "/fuzz/explicit";
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").enumerated, Tristate::kYes);
}

TEST(Oracle, OfTwoLayersTheOneFoundFirstIsUsed) {
  Machine machine = One("/usr/share/vulkan/explicit_layer.d/a.json", Manifest("VK_LAYER_LS_a", 0));
  machine.files[kExplicit + "a.json"] = Manifest("VK_LAYER_LS_a", 1);
  machine.layers = {"VK_LAYER_LS_a"};
  const Expected expected = ExpectOf(machine).layers.at("VK_LAYER_LS_a");
  ASSERT_EQ(expected.used.size(), 1u);
  EXPECT_EQ(expected.used.front()->library, &Libraries()[1]);
  EXPECT_TRUE(expected.exclusive);
}

TEST(Oracle, LayersThatCannotBeUsedStayOut) {
  Machine machine =
      One(kExplicit + "a.json", Manifest("VK_LAYER_LS_a", 0, R"({"api_version": "2.0.0"})"));
  machine.layers = {"VK_LAYER_LS_a"};
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active_policy, "LLP_LOADER_4");
  machine.files[kExplicit + "a.json"] = Manifest("VK_LAYER_LS_a", kWorkingLibraries);
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active, Tristate::kNo);
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active_policy, "LLP_LOADER_5");
  machine.files[kExplicit + "a.json"] = Manifest("VK_LAYER_LS_a", 0, R"({"api_version": "1.9.0"})");
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active, Tristate::kMaybe);
}

TEST(Oracle, AMetaLayerBringsItsComponentsWhenAllAreThere) {
  Machine machine =
      One(kExplicit + "m.json", Meta("VK_LAYER_LS_m", R"(["VK_LAYER_LS_a", "VK_LAYER_LS_b"])"));
  machine.files[kExplicit + "a.json"] = Manifest("VK_LAYER_LS_a", 1);
  machine.layers = {"VK_LAYER_LS_m"};
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active, Tristate::kNo);
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active_policy, "LLP_LOADER_10");
  machine.files[kExplicit + "b.json"] = Manifest("VK_LAYER_LS_b", 2);
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active, Tristate::kYes);
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_b").active_policy, "LS_VK_META_2");
  machine.files[kExplicit + "b.json"] = Manifest("VK_LAYER_LS_b", 2, R"({"api_version": "1.2.0"})");
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active, Tristate::kNo);
}

TEST(Oracle, NothingIsExpectedOfAMetaLayerInAMetaLayer) {
  Machine machine = One(kExplicit + "m.json", Meta("VK_LAYER_LS_m", R"(["VK_LAYER_LS_n"])"));
  machine.files[kExplicit + "n.json"] =
      Meta("VK_LAYER_LS_n", R"(["VK_LAYER_LS_m", "VK_LAYER_LS_a"])");
  machine.files[kExplicit + "a.json"] = Manifest("VK_LAYER_LS_a", 1);
  machine.layers = {"VK_LAYER_LS_m"};
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active, Tristate::kMaybe);
  EXPECT_EQ(ExpectOf(machine).created, Tristate::kMaybe);
}

TEST(Oracle, TheOverrideLayersBlacklistHolds) {
  Machine machine = One(kExplicit + "a.json", Manifest("VK_LAYER_LS_a", 0));
  machine.files[kExplicit + "b.json"] = Manifest("VK_LAYER_LS_b", 1);
  machine.files[kImplicit + "o.json"] = Manifest("VK_LAYER_LUNARG_override", 0, R"({
      "library_path": null, "component_layers": ["VK_LAYER_LS_b"],
      "blacklisted_layers": ["VK_LAYER_LS_a"], "disable_environment": {"LS_OFF": "1"}})");
  machine.layers = {"VK_LAYER_LS_a"};
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active, Tristate::kNo);
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active_policy, "LLP_LOADER_12");
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_b").active, Tristate::kYes);
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_b").section, Section::kOverride);
  machine.files.erase(kExplicit + "b.json");
  EXPECT_TRUE(ExpectOf(machine).layers_unknown);
  machine.files[kExplicit + "b.json"] = Manifest("VK_LAYER_LS_b", 1);
  std::string& text = machine.files.at(kImplicit + "o.json");
  text.replace(text.find("VK_LAYER_LS_a"), 13, kOverrideLayer);
  EXPECT_TRUE(ExpectOf(machine).layers_unknown) << "no document speaks of one on its own blacklist";
}

TEST(Oracle, FiltersTurnLayersOnAndOff) {
  Machine machine = One(kExplicit + "a.json", Manifest("VK_LAYER_LS_a", 0));
  machine.layers = {"VK_LAYER_LS_a"};
  machine.environment["VK_LOADER_LAYERS_DISABLE"] = "*ls_A";
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active, Tristate::kNo);
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active_policy, "LS_VK_FILTER_2");
  machine.environment["VK_LOADER_LAYERS_ENABLE"] = "VK_LAYER_LS_a";
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active, Tristate::kYes);
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active_policy, "LS_VK_FILTER_4");
  Subject old = TestSubject();
  old.spec = {1, 3, 233};
  machine.environment.erase("VK_LOADER_LAYERS_ENABLE");
  EXPECT_EQ(ExpectOf(machine, old).layers.at("VK_LAYER_LS_a").active, Tristate::kMaybe);
}

TEST(Oracle, WhatAnAmbiguousManifestNamesIsNotJudged) {
  Machine machine = One(kExplicit + "a.json", Manifest("VK_LAYER_LS_a", 0));
  machine.files[kExplicit + "b.json"] = Manifest("VK_LAYER_LS_a", 1) + ",";
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").enumerated, Tristate::kMaybe);
  EXPECT_EQ(ExpectOf(machine).layers.at("VK_LAYER_LS_a").active, Tristate::kMaybe);
}

}  // namespace
}  // namespace loadstone::oracle::vulkan::oracle_test
