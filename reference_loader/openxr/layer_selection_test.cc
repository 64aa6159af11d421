// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/openxr/layer_selection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference_loader/openxr/layer_catalog.h"
#include "reference_loader/openxr/test_components.h"

namespace reference_loader::openxr::layer_selection_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class LayerSelectionTest : public testing::Test {
 protected:
  LayerSelectionTest() {
    machine_.AddLayer(0, "explicit0", false);
    machine_.AddLayer(1, "explicit1", false);
    machine_.AddLayer(2, "implicit2", true);
  }

  // The names of the selected layers when the application names `application`; a star marks
  // required ones.
  std::vector<std::string> Select(const std::vector<std::string_view>& application,
                                  XrResult expected = XR_SUCCESS) {
    std::vector<SelectedLayer> selected;
    const Log log(machine_.platform(), "test");
    EXPECT_EQ(SelectLayers(machine_.platform(), application, log, &selected), expected);
    std::vector<std::string> names;
    for (const SelectedLayer& layer : selected) {
      names.push_back(layer.manifest.name + (layer.required ? "*" : ""));
    }
    return names;
  }

  TestMachine machine_;
};

TEST_F(LayerSelectionTest, ImplicitThenEnvironmentThenApplication) {
  EXPECT_THAT(Select({}), ElementsAre("implicit2"));
  EXPECT_THAT(Select({"explicit1", "explicit0"}),
              ElementsAre("implicit2", "explicit1*", "explicit0*"));
  machine_.platform().SetEnvironment("XR_ENABLE_API_LAYERS", "explicit1");
  EXPECT_THAT(Select({"explicit0"}), ElementsAre("implicit2", "explicit1", "explicit0*"));
}

TEST_F(LayerSelectionTest, EachLayerOnceAtItsFirstPlace) {
  machine_.platform().SetEnvironment("XR_ENABLE_API_LAYERS", "explicit1:explicit1:implicit2");
  EXPECT_THAT(Select({"explicit0", "explicit1", "explicit0", "implicit2"}),
              ElementsAre("implicit2*", "explicit1*", "explicit0*"));
}

TEST_F(LayerSelectionTest, UnknownNamesAreErrorsOfTheApplicationOnly) {
  machine_.platform().SetEnvironment("XR_ENABLE_API_LAYERS", ":nobody::explicit0:");
  EXPECT_THAT(Select({}), ElementsAre("implicit2", "explicit0"));
  Select({"nobody"}, XR_ERROR_API_LAYER_NOT_PRESENT);
  Select({""}, XR_ERROR_API_LAYER_NOT_PRESENT);
}

TEST_F(LayerSelectionTest, DisabledLayersStayOff) {
  machine_.platform().SetEnvironment("DISABLE_implicit2", "");
  EXPECT_THAT(Select({}), IsEmpty());
  Select({"implicit2"}, XR_ERROR_API_LAYER_NOT_PRESENT);
  machine_.platform().SetEnvironment("XR_ENABLE_API_LAYERS", "implicit2");
  EXPECT_THAT(Select({}), IsEmpty());
}

TEST_F(LayerSelectionTest, ElevatedProcessesIgnoreTheVariable) {
  machine_.platform().SetEnvironment("XR_ENABLE_API_LAYERS", "explicit0");
  machine_.platform().SetElevated(true);
  EXPECT_THAT(Select({}), ElementsAre("implicit2"));
}

TEST_F(LayerSelectionTest, FirstOfSeveralWithOneNameCounts) {
  machine_.platform().AddFile("/etc/openxr/1/api_layers/explicit.d/first.json",
                              R"({"file_format_version": "1.0.0", "api_layer": {"name": "explicit0",
          "library_path": "/other.so", "api_version": "1.0", "implementation_version": "1",
          "description": ""}})");
  machine_.platform().SetEnvironment("XR_LOADER_DEBUG", "all");
  const Log log(machine_.platform(), "test");
  const std::vector<LayerManifest> layers = DiscoverAllLayers(machine_.platform(), log);
  ASSERT_EQ(layers.size(), 3u);
  ASSERT_NE(FindLayer(layers, "explicit0"), nullptr);
  EXPECT_EQ(FindLayer(layers, "explicit0")->library_path, "/other.so");
  EXPECT_EQ(FindLayer(layers, "explicit"), nullptr);
}

}  // namespace
}  // namespace reference_loader::openxr::layer_selection_test
