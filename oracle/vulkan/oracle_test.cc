#include "oracle/vulkan/oracle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "fuzz/outside/vulkan/drivers.h"
#include "fuzz/outside/vulkan/test_subject.h"
#include "harness/world/vulkan_components.h"

namespace loadstone::fuzz::vulkan {
namespace {

const std::string kExplicit = std::string(kExplicitFolder) + "/";
const std::string kImplicit = std::string(kImplicitFolder) + "/";

Expectation ExpectOf(const Input& input, const Subject& subject = TestSubject()) {
  static std::vector<std::unique_ptr<Model>> models;  // expectations point into them
  models.push_back(std::make_unique<Model>(ReadModel(input, subject)));
  return Expect(input, *models.back(), subject);
}

Input One(const std::string& file, const std::string& text) {
  Input input;
  input.files[file] = text;
  input.create = true;
  return input;
}

TEST(Oracle, AnExplicitLayerIsEnumeratedAndOffUntilSomebodyAsks) {
  Input input = One(kExplicit + "a.json", Manifest("VK_LAYER_LS_a", 0));
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").enumerated, Sure::kYes);
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active, Sure::kNo);
  input.layers = {"VK_LAYER_LS_a"};
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active, Sure::kYes);
  EXPECT_EQ(ExpectOf(input).created, Sure::kYes);
}

TEST(Oracle, AnUnknownLayerCannotBeHad) {
  Input input = One(kExplicit + "a.json", Manifest("VK_LAYER_LS_a", 0));
  input.layers = {"VK_LAYER_LS_b"};
  EXPECT_EQ(ExpectOf(input).created, Sure::kNo);
}

// LS_VK_ACTIVATION_4 says nothing of a name that nobody has, or whose layer cannot be used.
TEST(Oracle, AnUnusableNameInTheEnvironmentMayFailTheInstance) {
  Input input = One(kExplicit + "a.json", Manifest("VK_LAYER_LS_a", 0));
  input.files[kExplicit + "b.json"] = Manifest("VK_LAYER_LS_b", 1, R"({"api_version": "2.0.0"})");
  input.files[kExplicit + "meta.json"] = Meta("VK_LAYER_LS_meta", R"(["VK_LAYER_LS_none"])");
  input.files[kExplicit + "c.json"] = Manifest("VK_LAYER_LS_c", 2);
  input.files[kImplicit + "override.json"] = Manifest("VK_LAYER_LUNARG_override", 0, R"({
      "library_path": null, "component_layers": ["VK_LAYER_LS_c"],
      "blacklisted_layers": ["VK_LAYER_LS_a"], "disable_environment": {"LS_OFF": "1"}})");
  for (const char* name :
       {"VK_LAYER_LS_none", "VK_LAYER_LS_a", "VK_LAYER_LS_b", "VK_LAYER_LS_meta"}) {
    input.environment["VK_INSTANCE_LAYERS"] = name;
    EXPECT_EQ(ExpectOf(input).created, Sure::kMaybe) << name;
  }
  input.files.erase(kImplicit + "override.json");
  input.environment["VK_INSTANCE_LAYERS"] = "VK_LAYER_LS_a";
  EXPECT_EQ(ExpectOf(input).created, Sure::kYes);
}

TEST(Oracle, AnImplicitLayerIsOnUntilItsVariableIsSet) {
  Input input = One(kImplicit + "a.json", Implicit("VK_LAYER_LS_a", 0));
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active, Sure::kYes);
  input.environment["LS_OFF_VK_LAYER_LS_a"] = "0";
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active, Sure::kNo);
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active_policy, "LLP_LOADER_7");
  input.environment["LS_OFF_VK_LAYER_LS_a"] = "";
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active, Sure::kMaybe);
  input.environment["LS_OFF_VK_LAYER_LS_a"] = "0";
  input.layers = {"VK_LAYER_LS_a"};
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active, Sure::kMaybe);
}

// In each list names stand that are only like that of the layer.
TEST(Oracle, NamesAreComparedWhole) {
  const std::string a = "VK_LAYER_LS_a";
  for (const std::string near : {"VK_LAYER_LS_ab", "VK_LAYER_LS_", "AYER_LS_a", "K_LAYER_LS_",
                                 "VK_LAYER_LS_VK_LAYER_LS_a"}) {
    Input input = One(kImplicit + "a.json", Implicit(a, 0));
    for (const char* variable :
         {"VK_INSTANCE_LAYERS", "VK_LOADER_LAYERS_DISABLE", "VK_LOADER_LAYERS_ENABLE"}) {
      input.environment = {{variable, near}};
      const Expected expected = ExpectOf(input).layers.at(a);
      EXPECT_EQ(expected.active, Sure::kYes) << variable << " " << near;
      EXPECT_EQ(expected.section, Section::kImplicit) << variable << " " << near;
    }
    input.environment = {{"VK_INSTANCE_LAYERS", near}};
    EXPECT_EQ(ExpectOf(input).created, Sure::kMaybe) << "the name is nobody's";
    input.environment = {{"LS_OFF_" + near, "1"}};
    EXPECT_EQ(ExpectOf(input).layers.at(a).active, Sure::kYes) << near;
    input.environment = {{"VK_LOADER_LAYERS_DISABLE", "~all~"}, {"VK_LOADER_LAYERS_ALLOW", near}};
    EXPECT_EQ(ExpectOf(input).layers.at(a).active, Sure::kNo) << near;

    input = One(kExplicit + "a.json", Manifest(a, 0));
    input.layers = {near};
    EXPECT_EQ(ExpectOf(input).layers.at(a).active, Sure::kNo) << near;
    EXPECT_EQ(ExpectOf(input).created, Sure::kNo) << near;
    input.layers = {};
    input.files[kImplicit + "m.json"] =
        Manifest("VK_LAYER_LS_m", 0,
                 R"({"library_path": null, "component_layers": [")" + near +
                     R"("], "disable_environment": {"LS_OFF": "1"}})");
    EXPECT_EQ(ExpectOf(input).layers.at(a).active, Sure::kNo) << near;
  }
}

TEST(Oracle, ABlacklistNamesWholeLayersAndAppKeysWholePaths) {
  const std::string a = "VK_LAYER_LS_a";
  const auto active = [&](const std::string& member) {
    Input input = One(kImplicit + "a.json", Implicit(a, 0));
    input.files[kExplicit + "b.json"] = Manifest("VK_LAYER_LS_b", 1);
    input.files[kImplicit + "o.json"] =
        Manifest("VK_LAYER_LUNARG_override", 0,
                 R"({"library_path": null, "component_layers": ["VK_LAYER_LS_b"],
                     "disable_environment": {"LS_OFF": "1"}, )" +
                     member + "}");
    const Expectation expectation = ExpectOf(input);
    return expectation.blind ? Sure::kMaybe : expectation.layers.at(a).active;
  };
  EXPECT_EQ(active(R"("blacklisted_layers": ["VK_LAYER_LS_a"])"), Sure::kNo);
  EXPECT_EQ(active(R"("blacklisted_layers": ["VK_LAYER_LS_ab", "LAYER_LS_a"])"), Sure::kYes);
  const std::string for_application = R"("blacklisted_layers": ["VK_LAYER_LS_a"], "app_keys": [)";
  EXPECT_EQ(active(for_application + R"("/opt/application/bin/application"])"), Sure::kNo);
  for (const char* other : {"/opt/application/bin", "/opt/application/bin/application2",
                            "/opt/opt/application/bin/application"}) {
    EXPECT_EQ(active(for_application + "\"" + other + "\"]"), Sure::kYes) << other;
  }
  EXPECT_EQ(active(for_application + R"("bin/application"])"), Sure::kMaybe) << "may mean the same";
}

TEST(Oracle, AMisnamedLayerIsNobodysBusiness) {
  const Input input = One(kExplicit + "a.json", Manifest("a", 0));
  EXPECT_TRUE(ExpectOf(input).layers.empty());
}

TEST(Oracle, ALayerOfMajorVersion0IsOpen) {
  Input input =
      One(kExplicit + "a.json", Manifest("VK_LAYER_LS_a", 0, R"({"api_version": "0.4.0"})"));
  input.layers = {"VK_LAYER_LS_a"};
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active, Sure::kMaybe);
  input.files[kExplicit + "a.json"] = Manifest("VK_LAYER_LS_a", 0, R"({"api_version": "2.4.0"})");
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active, Sure::kNo);
}

TEST(Oracle, AnEnablingVariableIsNeeded) {
  Input input = One(kImplicit + "a.json", Manifest("VK_LAYER_LS_a", 0, R"({
      "disable_environment": {"LS_OFF": "1"}, "enable_environment": {"LS_ON": "yes"}})"));
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active, Sure::kNo);
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active_policy, "LLP_LOADER_6");
  input.environment["LS_ON"] = "yes";
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active, Sure::kYes);
  input.environment["LS_ON"] = "no";
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active, Sure::kMaybe);
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
  Input input = One(kImplicit + "o.json", Override("VK_LAYER_LS_a"));
  input.files["/fuzz/over/a.json"] = Manifest("VK_LAYER_LS_a", 0);
  input.files[kExplicit + "a.json"] = Manifest("VK_LAYER_LS_a", 1);
  const Expected there = ExpectOf(input).layers.at("VK_LAYER_LS_a");
  EXPECT_EQ(there.active, Sure::kYes);
  EXPECT_EQ(there.active_policy, "LS_VK_OVERRIDE_2");
  EXPECT_TRUE(there.exclusive);
  ASSERT_EQ(there.used.size(), 1u);
  EXPECT_EQ(there.used.front()->file, "/fuzz/over/a.json");
  input.layers = {"VK_LAYER_LS_a"};
  EXPECT_FALSE(ExpectOf(input).layers.at("VK_LAYER_LS_a").exclusive);
}

TEST(Oracle, AnOverrideWithoutItsComponentsIsNotApplied) {
  Input input = One(kImplicit + "o.json",
                    Override("VK_LAYER_LS_a", R"({"blacklisted_layers": ["VK_LAYER_LS_b"]})"));
  input.files[kExplicit + "a.json"] = Manifest("VK_LAYER_LS_a", 1);
  input.files[kImplicit + "b.json"] = Implicit("VK_LAYER_LS_b", 2);
  const Expectation expected = ExpectOf(input);
  EXPECT_EQ(expected.layers.at("VK_LAYER_LS_a").active, Sure::kNo);
  EXPECT_EQ(expected.layers.at("VK_LAYER_LS_a").active_policy, "LS_VK_OVERRIDE_2");
  EXPECT_EQ(expected.layers.at("VK_LAYER_LS_b").active, Sure::kMaybe);
  input.environment["LS_OFF"] = "1";
  EXPECT_TRUE(ExpectOf(input).blind);
}

TEST(Oracle, AComponentOnTheBlacklistIsOpen) {
  Input input = One(kImplicit + "o.json",
                    Override("VK_LAYER_LS_a", R"({"blacklisted_layers": ["VK_LAYER_LS_a"]})"));
  input.files["/fuzz/over/a.json"] = Manifest("VK_LAYER_LS_a", 0);
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active, Sure::kMaybe);
}

TEST(Oracle, AComponentWithAnImplicitTwinIsOpen) {
  Input input = One(kImplicit + "o.json", Override("VK_LAYER_LS_a"));
  input.files["/fuzz/over/a.json"] = Manifest("VK_LAYER_LS_a", 0);
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active, Sure::kYes);
  input.files[kImplicit + "a.json"] = Implicit("VK_LAYER_LS_a", 1);
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active, Sure::kMaybe);
}

TEST(Oracle, OverridePathsTakeTheLayerPathAway) {
  Input input = One(kImplicit + "o.json", Override("VK_LAYER_LS_a"));
  input.files["/fuzz/over/a.json"] = Manifest("VK_LAYER_LS_a", 0);
  input.files["/fuzz/named/b.json"] = Manifest("VK_LAYER_LS_b", 1);
  input.files[kExplicit + "c.json"] = Manifest("VK_LAYER_LS_c", 2);
  input.environment["VK_LAYER_PATH"] = "/fuzz/named";
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_b").enumerated, Sure::kNo);
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_b").enumerated_policy, "LS_VK_OVERRIDE_2");
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_c").enumerated, Sure::kMaybe);
}

TEST(Oracle, ThereIsNoInstanceWhenAllDriversRefuse) {
  Input input = One(kExplicit + "a.json", Manifest("VK_LAYER_LS_a", 0));
  input.layers = {"VK_LAYER_LS_a"};
  const std::vector<const Library*> all = Drivers();
  const auto bad = std::find_if(all.begin(), all.end(), [](const Library* driver) {
    return RefusesToNegotiate(driver->name);
  });
  ASSERT_NE(bad, all.end());
  input.environment = DriverEnvironment({*bad});
  EXPECT_EQ(ExpectOf(input).driver, Sure::kNo);
  EXPECT_TRUE(ExpectOf(input).incompatible);
  EXPECT_EQ(ExpectOf(input).created, Sure::kMaybe);
  input.layers = {"VK_LAYER_LS_b"};
  EXPECT_FALSE(ExpectOf(input).incompatible);
  input.layers = {"VK_LAYER_LS_a"};
  input.environment = DriverEnvironment({*bad, all.front()});
  EXPECT_EQ(ExpectOf(input).created, Sure::kYes);
  input.environment.erase("VK_DRIVER_FILES");
  EXPECT_EQ(ExpectOf(input).driver, Sure::kMaybe);
}

TEST(Oracle, AnElevatedApplicationHasWhatIsSureForEveryReading) {
  Input input = One(kExplicit + "a.json", Manifest("VK_LAYER_LS_a", 0));
  input.files[kImplicit + "b.json"] = Implicit("VK_LAYER_LS_b", 1);
  input.elevated = true;
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").enumerated, Sure::kYes);
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_b").active, Sure::kYes);
  input.environment["VK_LAYER_PATH"] = "/fuzz/explicit";
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").enumerated, Sure::kYes);
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").enumerated_policy, "LLP_LOADER_13");
  // Whether it may be turned off and on by the environment is open.
  input.environment["LS_OFF_VK_LAYER_LS_b"] = "1";
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_b").active, Sure::kMaybe);
  input.environment["VK_INSTANCE_LAYERS"] = "VK_LAYER_LS_a";
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active, Sure::kMaybe);
  for (const char* variable : {"A", "B", "C", "D"}) input.environment[variable] = "x";
  EXPECT_TRUE(ExpectOf(input).blind);
}

TEST(Oracle, OneReadingOfWhichNothingIsKnownMakesAllUnknown) {
  Input input = One(kExplicit + "a.json", Manifest("VK_LAYER_LS_a", 0));
  input.files[kImplicit + "o.json"] =
      Manifest(kOverrideLayer, 0, R"({"library_path": null, "component_layers": ["VK_LAYER_LS_a"],
          "disable_environment": {"LS_OFF": "1"}, "enable_environment": {"LS_ON": "1"}})");
  input.elevated = true;
  input.environment["LS_ON"] = "1";
  EXPECT_TRUE(ExpectOf(input).blind);
}

TEST(Oracle, ListsOfFoldersAreOpenForAnElevatedApplication) {
  Input input = One("/usr/share/vulkan/explicit_layer.d/a.json", Manifest("VK_LAYER_LS_a", 0));
  input.files["/fuzz/one/vulkan/explicit_layer.d/b.json"] = Manifest("VK_LAYER_LS_b", 1);
  input.files["/usr/share/vulkan/icd.d/a.json"] = DriverManifestText(Driver());
  input.elevated = input.create = true;
  input.layers = {"VK_LAYER_LS_a"};
  EXPECT_EQ(ExpectOf(input).created, Sure::kYes);
  input.environment["XDG_DATA_DIRS"] = "/fuzz/one";
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").enumerated, Sure::kMaybe);
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_b").enumerated, Sure::kMaybe);
  EXPECT_EQ(ExpectOf(input).driver, Sure::kMaybe);
}

TEST(Oracle, ADriverWithoutItsVersionIsOneOfVulkan10) {
  Input input = One(kExplicit + "a.json", Manifest("VK_LAYER_LS_a", 0));
  input.layers = {"VK_LAYER_LS_a"};
  for (const Library* driver : Drivers()) {
    input.environment = DriverEnvironment({driver});
    if (driver->name == kOldDriver) {
      EXPECT_EQ(ExpectOf(input).created, Sure::kYes);
    }
    input.environment = DriverEnvironment({driver, &Driver()});
    EXPECT_EQ(ExpectOf(input).driver, driver->hollow ? Sure::kMaybe : Sure::kYes) << driver->name;
  }
}

TEST(Oracle, LayerPathReplacesTheFolders) {
  Input input = One(kExplicit + "a.json", Manifest("VK_LAYER_LS_a", 0));
  input.environment["VK_LAYER_PATH"] = "/fuzz/explicit";
  EXPECT_FALSE(ExpectOf(input).layers.contains("VK_LAYER_LS_a"));
  input.environment["VK_LAYER_PATH"] = "";
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").enumerated, Sure::kMaybe);
  input.environment.erase("VK_LAYER_PATH");
  input.environment["VK_ADD_LAYER_PATH"] = "/fuzz/explicit";
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").enumerated, Sure::kYes);
}

TEST(Oracle, OfTwoLayersTheOneFoundFirstIsUsed) {
  Input input = One("/usr/share/vulkan/explicit_layer.d/a.json", Manifest("VK_LAYER_LS_a", 0));
  input.files[kExplicit + "a.json"] = Manifest("VK_LAYER_LS_a", 1);
  input.layers = {"VK_LAYER_LS_a"};
  const Expected expected = ExpectOf(input).layers.at("VK_LAYER_LS_a");
  ASSERT_EQ(expected.used.size(), 1u);
  EXPECT_EQ(expected.used.front()->library, &Libraries()[1]);
  EXPECT_TRUE(expected.exclusive);
}

TEST(Oracle, LayersThatCannotBeUsedStayOut) {
  Input input =
      One(kExplicit + "a.json", Manifest("VK_LAYER_LS_a", 0, R"({"api_version": "2.0.0"})"));
  input.layers = {"VK_LAYER_LS_a"};
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active_policy, "LLP_LOADER_4");
  input.files[kExplicit + "a.json"] = Manifest("VK_LAYER_LS_a", kWorkingLibraries);
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active, Sure::kNo);
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active_policy, "LLP_LOADER_5");
  input.files[kExplicit + "a.json"] = Manifest("VK_LAYER_LS_a", 0, R"({"api_version": "1.9.0"})");
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active, Sure::kMaybe);
}

TEST(Oracle, AMetaLayerBringsItsComponentsWhenAllAreThere) {
  Input input =
      One(kExplicit + "m.json", Meta("VK_LAYER_LS_m", R"(["VK_LAYER_LS_a", "VK_LAYER_LS_b"])"));
  input.files[kExplicit + "a.json"] = Manifest("VK_LAYER_LS_a", 1);
  input.layers = {"VK_LAYER_LS_m"};
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active, Sure::kNo);
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active_policy, "LLP_LOADER_10");
  input.files[kExplicit + "b.json"] = Manifest("VK_LAYER_LS_b", 2);
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active, Sure::kYes);
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_b").active_policy, "LS_VK_META_2");
  input.files[kExplicit + "b.json"] = Manifest("VK_LAYER_LS_b", 2, R"({"api_version": "1.2.0"})");
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active, Sure::kNo);
}

TEST(Oracle, NothingIsSureOfAMetaLayerInAMetaLayer) {
  Input input = One(kExplicit + "m.json", Meta("VK_LAYER_LS_m", R"(["VK_LAYER_LS_n"])"));
  input.files[kExplicit + "n.json"] =
      Meta("VK_LAYER_LS_n", R"(["VK_LAYER_LS_m", "VK_LAYER_LS_a"])");
  input.files[kExplicit + "a.json"] = Manifest("VK_LAYER_LS_a", 1);
  input.layers = {"VK_LAYER_LS_m"};
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active, Sure::kMaybe);
  EXPECT_EQ(ExpectOf(input).created, Sure::kMaybe);
}

TEST(Oracle, TheOverrideLayersBlacklistHolds) {
  Input input = One(kExplicit + "a.json", Manifest("VK_LAYER_LS_a", 0));
  input.files[kExplicit + "b.json"] = Manifest("VK_LAYER_LS_b", 1);
  input.files[kImplicit + "o.json"] = Manifest("VK_LAYER_LUNARG_override", 0, R"({
      "library_path": null, "component_layers": ["VK_LAYER_LS_b"],
      "blacklisted_layers": ["VK_LAYER_LS_a"], "disable_environment": {"LS_OFF": "1"}})");
  input.layers = {"VK_LAYER_LS_a"};
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active, Sure::kNo);
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active_policy, "LLP_LOADER_12");
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_b").active, Sure::kYes);
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_b").section, Section::kOverride);
  input.files.erase(kExplicit + "b.json");
  EXPECT_TRUE(ExpectOf(input).blind);
}

TEST(Oracle, FiltersTurnLayersOnAndOff) {
  Input input = One(kExplicit + "a.json", Manifest("VK_LAYER_LS_a", 0));
  input.layers = {"VK_LAYER_LS_a"};
  input.environment["VK_LOADER_LAYERS_DISABLE"] = "*ls_A";
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active, Sure::kNo);
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active_policy, "LS_VK_FILTER_2");
  input.environment["VK_LOADER_LAYERS_ENABLE"] = "VK_LAYER_LS_a";
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active, Sure::kYes);
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active_policy, "LS_VK_FILTER_4");
  Subject old = TestSubject();
  old.spec = {1, 3, 233};
  input.environment.erase("VK_LOADER_LAYERS_ENABLE");
  EXPECT_EQ(ExpectOf(input, old).layers.at("VK_LAYER_LS_a").active, Sure::kMaybe);
}

TEST(Oracle, WhatADoubtfulManifestNamesIsNobodysBusiness) {
  Input input = One(kExplicit + "a.json", Manifest("VK_LAYER_LS_a", 0));
  input.files[kExplicit + "b.json"] = Manifest("VK_LAYER_LS_a", 1) + ",";
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").enumerated, Sure::kMaybe);
  EXPECT_EQ(ExpectOf(input).layers.at("VK_LAYER_LS_a").active, Sure::kMaybe);
}

}  // namespace
}  // namespace loadstone::fuzz::vulkan
