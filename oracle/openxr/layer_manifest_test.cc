// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "oracle/openxr/model.h"
#include "oracle/openxr/test_subject.h"

// Which library the manifest of an API layer names.
namespace loadstone::oracle::openxr::layer_manifest_test {
namespace {

Library LayerAt(const std::string& path) {
  return {.name = "placed", .path = path, .layer = "XR_APILAYER_LS_a"};
}

// Whether the manifest in kExplicitFolder certainly leads to the library.
bool Leads(const std::string& library_path, const std::string& library, bool elevated = false) {
  const Installation installation = {.libraries = {LayerAt(library)}};
  Machine machine;
  machine.api = Api::kOpenXr;
  machine.elevated = elevated;
  machine.installation = &installation;
  machine.files[kExplicitFolder + "/a.json"] =
      Manifest("XR_APILAYER_LS_a", JsonObject().Set("library_path", library_path).Line());
  machine.environment["LD_LIBRARY_PATH"] = "/opt/no:/opt/libraries";
  const Model model = ReadModel(machine, TestSubject());
  EXPECT_EQ(model.layers.size() + model.ambiguous.size(), 1u);
  return !model.layers.empty() && model.layers.front().library->name == "placed";
}

TEST(LayerModel, FollowsALibraryPathFromTheManifest) {
  EXPECT_TRUE(Leads("./liba.so", kExplicitFolder + "/liba.so"));
  EXPECT_TRUE(Leads("../../lib/liba.so", "/etc/openxr/1/lib/liba.so"));
  EXPECT_FALSE(Leads("../liba.so", kExplicitFolder + "/liba.so"));
}

TEST(LayerModel, LooksAFileNameUpWhereTheSystemDoes) {
  EXPECT_TRUE(Leads("liba.so", "/opt/libraries/liba.so"));
  EXPECT_FALSE(Leads("liba.so", "/opt/other/liba.so"));
}

TEST(LayerModel, LeavesOpenWhetherAFileNameIsNextToTheManifest) {
  EXPECT_FALSE(Leads("liba.so", kExplicitFolder + "/liba.so"));
}

TEST(LayerModel, FindsNoFileNameByTheEnvironmentOfAnElevatedApplication) {
  EXPECT_FALSE(Leads("liba.so", "/opt/libraries/liba.so", true));
  EXPECT_TRUE(Leads("./liba.so", kExplicitFolder + "/liba.so", true));
}

}  // namespace
}  // namespace loadstone::oracle::openxr::layer_manifest_test
