// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "reference_loader/openxr/loader.h"
#include "reference_loader/openxr/test_components.h"

namespace reference_loader::openxr::enumerate_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

constexpr char kOne[] = "XR_APILAYER_LS_one";
constexpr char kTwo[] = "XR_APILAYER_LS_two";
constexpr char kExtension[] =
    R"(, "instance_extensions": [{"name": "XR_LS_a", "extension_version": "9"}])";

// The loader's own extension, with the version in the headers.
std::string OwnExtension() {
  return "XR_EXT_debug_utils " + std::to_string(XR_EXT_debug_utils_SPEC_VERSION);
}

// Initializes the structures as an application must.
template <typename Properties>
Properties OfType(XrStructureType type) {
  Properties properties = {};
  properties.type = type;
  return properties;
}

class EnumerateTest : public testing::Test {
 protected:
  // "name version" of every extension.
  std::vector<std::string> Extensions(const char* layer = nullptr) {
    uint32_t count = 0;
    EXPECT_EQ(EnumerateExtensions(machine_.platform(), layer, 0, &count, nullptr), XR_SUCCESS);
    std::vector<XrExtensionProperties> properties(
        count, OfType<XrExtensionProperties>(XR_TYPE_EXTENSION_PROPERTIES));
    EXPECT_EQ(EnumerateExtensions(machine_.platform(), layer, count, &count, properties.data()),
              XR_SUCCESS);
    std::vector<std::string> texts;
    for (const XrExtensionProperties& p : properties) {
      texts.push_back(std::string(p.extensionName) + " " + std::to_string(p.extensionVersion));
    }
    EXPECT_EQ(machine_.platform().open_libraries(), 0);
    return texts;
  }

  std::vector<XrApiLayerProperties> Layers() {
    uint32_t count = 0;
    EXPECT_EQ(EnumerateApiLayers(machine_.platform(), 0, &count, nullptr), XR_SUCCESS);
    std::vector<XrApiLayerProperties> properties(
        count, OfType<XrApiLayerProperties>(XR_TYPE_API_LAYER_PROPERTIES));
    EXPECT_EQ(EnumerateApiLayers(machine_.platform(), count, &count, properties.data()),
              XR_SUCCESS);
    return properties;
  }

  TestMachine machine_;
};

TEST_F(EnumerateTest, LayersAreWhatTheirManifestsSay) {
  EXPECT_THAT(Layers(), IsEmpty());
  machine_.AddLayer(0, kOne, false);
  machine_.AddLayer(1, kTwo, true);
  const std::vector<XrApiLayerProperties> layers = Layers();
  ASSERT_EQ(layers.size(), 2u);
  EXPECT_STREQ(layers[0].layerName, kTwo);
  EXPECT_STREQ(layers[1].layerName, kOne);
  EXPECT_EQ(layers[1].specVersion, XR_MAKE_VERSION(1, 0, 0));
  EXPECT_EQ(layers[1].layerVersion, 2u);
  EXPECT_STREQ(layers[1].description, "a layer");
  EXPECT_THAT(World().calls, IsEmpty());
}

TEST_F(EnumerateTest, LayersNeedNoRuntime) {
  machine_.platform().SetEnvironment("XR_RUNTIME_JSON", "/nowhere.json");
  machine_.AddLayer(0, kOne, false, kExtension);
  EXPECT_EQ(Layers().size(), 1u);
  EXPECT_THAT(Extensions(kOne), ElementsAre("XR_LS_a 9"));
  uint32_t count = 0;
  EXPECT_EQ(EnumerateExtensions(machine_.platform(), nullptr, 0, &count, nullptr),
            XR_ERROR_RUNTIME_UNAVAILABLE);
}

TEST_F(EnumerateTest, EveryCapacityIsAnswered) {
  machine_.AddLayer(0, kOne, false);
  machine_.AddLayer(1, kTwo, false);
  XrApiLayerProperties properties[4];
  for (uint32_t capacity = 0; capacity <= 4; ++capacity) {
    for (XrApiLayerProperties& p : properties)
      p = OfType<XrApiLayerProperties>(XR_TYPE_API_LAYER_PROPERTIES);
    uint32_t count = 77;
    EXPECT_EQ(EnumerateApiLayers(machine_.platform(), capacity, &count, properties),
              capacity == 1 ? XR_ERROR_SIZE_INSUFFICIENT : XR_SUCCESS)
        << capacity;
    EXPECT_EQ(count, 2u);
    EXPECT_EQ(properties[0].layerName[0] != '\0', capacity >= 2);
    EXPECT_EQ(properties[2].layerName[0], '\0');
  }
  // Elements beyond the last item are not checked; if the capacity is 0, no element is.
  uint32_t count = 0;
  EXPECT_EQ(EnumerateApiLayers(machine_.platform(), ~0u, &count, properties), XR_SUCCESS);
}

TEST_F(EnumerateTest, InvalidArgumentsAreRejected) {
  machine_.AddLayer(0, kOne, false);
  uint32_t count = 0;
  auto layer = OfType<XrApiLayerProperties>(XR_TYPE_EXTENSION_PROPERTIES);
  auto extension = OfType<XrExtensionProperties>(XR_TYPE_API_LAYER_PROPERTIES);
  Platform& platform = machine_.platform();
  EXPECT_EQ(EnumerateApiLayers(platform, 0, nullptr, nullptr), XR_ERROR_VALIDATION_FAILURE);
  EXPECT_EQ(EnumerateApiLayers(platform, 1, &count, nullptr), XR_ERROR_VALIDATION_FAILURE);
  EXPECT_EQ(EnumerateApiLayers(platform, 1, &count, &layer), XR_ERROR_VALIDATION_FAILURE);
  EXPECT_EQ(EnumerateExtensions(platform, nullptr, 0, nullptr, nullptr),
            XR_ERROR_VALIDATION_FAILURE);
  EXPECT_EQ(EnumerateExtensions(platform, nullptr, 1, &count, nullptr),
            XR_ERROR_VALIDATION_FAILURE);
  EXPECT_EQ(EnumerateExtensions(platform, nullptr, 1, &count, &extension),
            XR_ERROR_VALIDATION_FAILURE);
  for (const char* name : {"XR_APILAYER_nobody", ""}) {
    EXPECT_EQ(EnumerateExtensions(platform, name, 0, &count, nullptr),
              XR_ERROR_API_LAYER_NOT_PRESENT);
  }
}

TEST_F(EnumerateTest, TextsThatAreTooLongAreCutBetweenCharacters) {
  const std::string description = std::string(XR_MAX_API_LAYER_DESCRIPTION_SIZE - 2, 'x') + "é";
  machine_.platform().AddFile(
      "/etc/openxr/1/api_layers/explicit.d/a.json",
      R"({"file_format_version": "1.0.0", "api_layer": {"name": "XR_APILAYER_LS_long",
          "library_path": "/a.so", "api_version": "1.0", "implementation_version": 1,
          "description": ")" +
          description + "\"}}");
  const std::vector<XrApiLayerProperties> layers = Layers();
  ASSERT_EQ(layers.size(), 1u);
  EXPECT_EQ(std::strlen(layers[0].description), XR_MAX_API_LAYER_DESCRIPTION_SIZE - 2u);
}

TEST_F(EnumerateTest, ExtensionsAreMerged) {
  EXPECT_THAT(Extensions(), ElementsAre(OwnExtension()));
  World().runtime.extensions = {{"XR_LS_a", 1}, {"XR_EXT_debug_utils", 2}};
  EXPECT_THAT(Extensions(), UnorderedElementsAre("XR_LS_a 1", "XR_EXT_debug_utils 2"));
  machine_.AddLayer(0, kOne, true, kExtension);
  EXPECT_THAT(Extensions(), UnorderedElementsAre("XR_LS_a 9", "XR_EXT_debug_utils 2"));
  EXPECT_FALSE(World().Called("layer0 negotiate"));
  EXPECT_FALSE(World().Called("runtime was asked about a layer"));
}

TEST_F(EnumerateTest, ExplicitAndDisabledLayersAddNothing) {
  machine_.AddLayer(0, kOne, false, kExtension);
  machine_.AddLayer(1, kTwo, true, kExtension);
  machine_.platform().SetEnvironment("DISABLE_XR_APILAYER_LS_two", "");
  EXPECT_THAT(Extensions(), ElementsAre(OwnExtension()));
  EXPECT_THAT(Extensions(kTwo), ElementsAre("XR_LS_a 9"));
}

TEST_F(EnumerateTest, RuntimeThatAnswersNonsenseFails) {
  uint32_t count = 0;
  World().runtime.extension_count = ~0u;
  EXPECT_EQ(EnumerateExtensions(machine_.platform(), nullptr, 0, &count, nullptr),
            XR_ERROR_RUNTIME_FAILURE);
  // The runtime always has more extensions than it reported in the previous call.
  World().runtime.extensions = {{"XR_LS_a", 1}, {"XR_LS_b", 1}};
  World().runtime.extension_count = 1;
  EXPECT_EQ(EnumerateExtensions(machine_.platform(), nullptr, 0, &count, nullptr),
            XR_ERROR_RUNTIME_FAILURE);
  World().runtime.extension_count = 0;
  EXPECT_THAT(Extensions(), ElementsAre(OwnExtension()));
  World().runtime.results["xrEnumerateInstanceExtensionProperties"] = XR_ERROR_OUT_OF_MEMORY;
  EXPECT_EQ(EnumerateExtensions(machine_.platform(), nullptr, 0, &count, nullptr),
            XR_ERROR_OUT_OF_MEMORY);
}

}  // namespace
}  // namespace reference_loader::openxr::enumerate_test
