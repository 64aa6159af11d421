// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/probe/app_trace.h"
#include "suites/vulkan/android/android.h"
#include "suites/vulkan/drivers/drivers.h"

// Android: Implement Vulkan, "Driver enumeration and loading" and "Finding and loading layers";
// LoaderLayerInterface, "Layer Manifest File Usage": long names and large numbers of modules and of
// layers' libraries.
namespace loadstone::suites::android_long_values {
namespace {

constexpr char kLayer[] = "VK_LAYER_LS_one";
constexpr char kOfModule[] = "of_the_module";

// The largest description and extension name, and numbers that need each bit of their members.
const std::string kDescription(255, 'd');
const std::string kExtension = "VK_LS_" + std::string(249, 'e');
constexpr int64_t kImplementation = 0xfedcba98;
constexpr int64_t kSpecification = 0x89abcdef;

VULKAN_CASE(LS_ANDROID_LOADER_15, large_values_that_the_library_tells) {
  AndroidWorld world(c.subject());
  world.With(Layer(kLayer).Behaviour(fmt::format(
      R"({{"description": "{}", "implementation_version": {}, "api_version": "1.0.4095",
           "instance_extensions": [{{"name": "{}", "spec_version": {}}}]}})",
      kDescription, kImplementation, kExtension, kSpecification)));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    for (const VkLayerProperties& layer : app.EnumerateLayers()) {
      AppEvent("layer")
          .Add("description", std::string(layer.description))
          .Add("implementation", int64_t{layer.implementationVersion})
          .Add("api", int64_t{layer.specVersion});
    }
    for (const VkExtensionProperties& extension : app.EnumerateExtensions(kLayer)) {
      AppEvent("extension")
          .Add("name", std::string(extension.extensionName))
          .Add("specification", int64_t{extension.specVersion});
    }
    if (app.CreateInstance({.layers = {kLayer}, .extensions = {kExtension}}) == VK_SUCCESS) {
      app.DestroyInstance();
    }
  });
  const std::vector<Event> layers = seen.Select(kAppName, "layer");
  const std::vector<Event> extensions = seen.Select(kAppName, "extension");
  ASSERT_SEEN(layers.size() == 1 && extensions.size() == 1, true)
      << "the layer and its extension are listed";
  EXPECT_SEEN(layers[0].Text("description"), kDescription)
      << "the description is that which the library tells";
  EXPECT_SEEN(layers[0].Number("implementation"), kImplementation)
      << "the implementation version is that which the library tells";
  EXPECT_SEEN(layers[0].Number("api"), int64_t{VK_MAKE_API_VERSION(0, 1, 0, 4095)})
      << "the API version is that which the library tells";
  EXPECT_SEEN(extensions[0].Text("name"), kExtension)
      << "the extension has the name that the library tells";
  EXPECT_SEEN(extensions[0].Number("specification"), kSpecification)
      << "the extension has the version that the library tells";
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
      << "an extension that the introspection functions list can be enabled with its layer";
}

// foo in libVKLayer_foo.so, and the value of a property that names a module. A property of a
// system before Android 8 has at most 91 letters.
struct Name {
  const char* case_name;
  std::string name;
};
const Name kNames[] = {{"name_of_many_letters", std::string(91, 'n')},
                       {"name_with_a_hyphen", "a-b"},
                       {"name_with_digits", "8996"},
                       {"name_with_capitals", "Name_OF"}};

void JudgeLayer(Case& c, const std::string& name) {
  AndroidWorld world(c.subject());
  world.LayerLibrary(LayerIn(c.subject(), NativeLibraryFolder(), name), Layer(kLayer));
  const Observation seen = RunEnabling(c, world, {kLayer});
  EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kLayer))
      << "a library is a layer library by its name";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kLayer))
      << "a library is a layer library by its name";
}

void JudgeModule(Case& c, const std::string& name, const char* property) {
  AndroidWorld world(c.subject());
  world.WithoutDriver()
      .WithoutProperty("ro.hardware.vulkan")
      .WithoutProperty("ro.board.platform")
      .Property(property, name)
      .Module(ModulePath(ModulesBelow("/vendor"), name), NamedDriver(kOfModule));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    if (app.CreateInstance({.api_version = VK_API_VERSION_1_1}) != VK_SUCCESS) return;
    app.EnumeratePhysicalDevices();
    app.DestroyInstance();
  });
  EXPECT_SEEN(Order(seen), ElementsAre(kOfModule)) << "the module that the property names is used";
}

REGISTER_CASES {
  for (const Name& row : kNames) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_LOADER_14}, row.case_name,
                 [&row](Case& c) { JudgeLayer(c, row.name); });
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_LOADER_5},
                 fmt::format("hardware_{}", row.case_name),
                 [&row](Case& c) { JudgeModule(c, row.name, "ro.hardware.vulkan"); });
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_LOADER_5},
                 fmt::format("board_{}", row.case_name),
                 [&row](Case& c) { JudgeModule(c, row.name, "ro.board.platform"); });
  }
}

}  // namespace
}  // namespace loadstone::suites::android_long_values
