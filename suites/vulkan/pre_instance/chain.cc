// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <vulkan/vk_layer.h>

#include "harness/case/unjudged.h"
#include "policies/reading_ids.h"
#include "suites/vulkan/manifest_of_several.h"
#include "suites/vulkan/pre_instance/pre_instance.h"

// LoaderLayerInterface, "Pre-Instance Functions": implicit layers intercept three functions, and
// several such layers form a chain.
namespace loadstone::suites::chain {
namespace {

constexpr char kLayer[] = "VK_LAYER_LS_layer";
constexpr char kIntercepts[] =
    "an implicit layer whose manifest names a pre-instance function intercepts it";

// The result of the application's first call of `command`.
std::optional<Event> Answer(const Observation& seen, const char* command) {
  for (const Event& event : seen.Select("app", command)) {
    if (event.phase() == "leave") return event;
  }
  return std::nullopt;
}

void JudgeOneFunction(Case& c, const PreInstanceFunction& function) {
  VulkanWorld world(c.subject());
  world.With(
      PreInstanceLayer(kLayer, fmt::format(R"("{}": "{}")", function.vulkan, function.symbol))
          .Implicit());
  const Observation seen = RunPreInstance(c, world);
  for (const PreInstanceFunction& other : kPreInstanceFunctions) {
    if (&other == &function) {
      EXPECT_SEEN(Intercepting(seen, other.symbol), ElementsAre(kLayer)) << kIntercepts;
    } else {
      EXPECT_SEEN(Intercepting(seen, other.symbol), IsEmpty())
          << "a function that the manifest does not name is not intercepted";
    }
    EXPECT_SEEN(ResultOf(seen, other.vulkan), "VK_SUCCESS")
        << "the loader answers the call that the layer passes on";
  }
}

// The manifest may give symbols with any name.
void JudgeSwapped(Case& c) {
  VulkanWorld world(c.subject());
  world.With(PreInstanceLayer(kLayer, R"("vkEnumerateInstanceVersion":
      "lsPreEnumerateInstanceVersion", "vkNobodyKnows": "lsPreEnumerateInstanceLayerProperties")")
                 .Implicit());
  const Observation seen = RunPreInstance(c, world);
  EXPECT_SEEN(Intercepting(seen, "lsPreEnumerateInstanceVersion"), ElementsAre(kLayer))
      << kIntercepts;
  EXPECT_SEEN(Intercepting(seen, "lsPreEnumerateInstanceLayerProperties"), IsEmpty())
      << "only three functions can be intercepted";
}

VULKAN_CASE(LS_VK_PREINSTANCE_1, unknown_function_beside_a_known_one) { JudgeSwapped(c); }

VULKAN_CASE(LS_VK_PREINSTANCE_1, all_three) {
  VulkanWorld world(c.subject());
  const Observation seen = RunPreInstance(c, world.With(PreInstanceLayer(kLayer).Implicit()));
  for (const PreInstanceFunction& function : kPreInstanceFunctions) {
    EXPECT_SEEN(Intercepting(seen, function.symbol), ElementsAre(kLayer)) << kIntercepts;
    EXPECT_SEEN(ResultOf(seen, function.vulkan), "VK_SUCCESS")
        << "the loader answers the call that the layer passes on";
  }
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "each call has a chain structure with a next function";
  EXPECT_SEEN(ReportedVersions(seen), ElementsAre(c.subject().api_version.ToString()))
      << "the version that the layer passes on is the loader's own";
}

// "Vulkan Direct Exports": an application that links with the loader calls what it exports. A
// loader of Vulkan 1.0 does not export vkEnumerateInstanceVersion.
VULKAN_CASE(LS_VK_PREINSTANCE_1, exported_functions, policy::LS_VK_EXPORT_1) {
  VulkanWorld world(c.subject());
  const Observation seen =
      Observe(c, world.With(PreInstanceLayer(kLayer).Implicit()), [](VulkanApp& app) {
        app.LookUpExports();
        uint32_t count = 0;
        const auto extensions = app.Get<PFN_vkEnumerateInstanceExtensionProperties>(
            "vkEnumerateInstanceExtensionProperties");
        if (extensions != nullptr) extensions(nullptr, &count, nullptr);
        const auto layers =
            app.Get<PFN_vkEnumerateInstanceLayerProperties>("vkEnumerateInstanceLayerProperties");
        if (layers != nullptr) layers(&count, nullptr);
        const auto version = app.Get<PFN_vkEnumerateInstanceVersion>("vkEnumerateInstanceVersion");
        if (version != nullptr) version(&count);
        AppEvent("exports").Add("version", version != nullptr);
      });
  const auto exports = seen.First(kAppName, "exports");
  ASSERT_HOLDS(exports.has_value()) << "the exported functions return";
  for (const PreInstanceFunction& function : kPreInstanceFunctions) {
    const bool is_version = function.vulkan == std::string("vkEnumerateInstanceVersion");
    if (is_version && !exports->Flag("version")) continue;
    EXPECT_SEEN(Intercepting(seen, function.symbol), ElementsAre(kLayer)) << kIntercepts;
  }
}

REGISTER_CASES {
  for (const PreInstanceFunction& function : kPreInstanceFunctions) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_PREINSTANCE_1}, fmt::format("only_{}", function.name),
                 [&function](Case& c) { JudgeOneFunction(c, function); });
  }
}

// The value that vk_layer.h defines for the header of each chain structure.
struct ChainHeader {
  const PreInstanceFunction& function;
  int64_t type;
  size_t size;
};

const ChainHeader kChainHeaders[] = {
    {kPreInstanceFunctions[0], VK_CHAIN_TYPE_ENUMERATE_INSTANCE_EXTENSION_PROPERTIES,
     sizeof(VkEnumerateInstanceExtensionPropertiesChain)},
    {kPreInstanceFunctions[1], VK_CHAIN_TYPE_ENUMERATE_INSTANCE_LAYER_PROPERTIES,
     sizeof(VkEnumerateInstanceLayerPropertiesChain)},
    {kPreInstanceFunctions[2], VK_CHAIN_TYPE_ENUMERATE_INSTANCE_VERSION,
     sizeof(VkEnumerateInstanceVersionChain)},
};

// The size of a structure that ends in two pointers: `size` is that of this program's.
size_t SizeFor(const Subject& subject, size_t size) {
  constexpr unsigned kBits = 8 * sizeof(void*);
  if (subject.bits == kBits) return size;
  return sizeof(VkChainHeader) + 2 * (subject.bits / 8);
}

// The loader makes a structure for each of three layers.
void JudgeHeader(Case& c, const ChainHeader& header) {
  const std::vector<std::string> names = {kLayer, "VK_LAYER_LS_other", "VK_LAYER_LS_third"};
  VulkanWorld world(c.subject());
  for (const std::string& name : names) world.With(PreInstanceLayer(name).Implicit());
  const Observation seen = RunPreInstance(c, world);
  for (const Event& call : seen.Select({}, header.function.symbol)) {
    EXPECT_SEEN(call.Number("chain_type"), Eq(header.type))
        << "the header has the type of " << header.function.vulkan;
    EXPECT_SEEN(call.Number("chain_version"), Ge(int64_t{VK_CURRENT_CHAIN_VERSION}))
        << "the header has the version of the structure" << reading::LS_VK_PREINSTANCE_6_r1;
    EXPECT_SEEN(call.Number("chain_size"),
                Ge(static_cast<int64_t>(SizeFor(c.subject(), header.size))))
        << "the header has the size of the structure" << reading::LS_VK_PREINSTANCE_6_r1;
  }
  // A layer that is not called has no structure to judge.
  if (testing::Test::HasFailure()) return;
  AttributeFailureTo(policy::LS_VK_PREINSTANCE_1.text);
  EXPECT_SEEN(Intercepting(seen, header.function.symbol), UnorderedElementsAreArray(names))
      << kIntercepts;
}

REGISTER_CASES {
  for (const ChainHeader& header : kChainHeaders) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_PREINSTANCE_6, policy::LS_VK_PREINSTANCE_1},
                 fmt::format("header_for_{}", header.function.name),
                 [&header](Case& c) { JudgeHeader(c, header); });
  }
}

VULKAN_CASE(LS_VK_PREINSTANCE_1, layer_hides_an_extension) {
  VulkanWorld world(c.subject());
  world.With(PreInstanceLayer(kLayer).Implicit().Behaviour(
      R"({"pre_instance": {"hide_extensions": ["VK_LS_hidden"]}})"));
  world.With(Layer("VK_LAYER_LS_provider").Implicit().Manifest(R"({"instance_extensions": [
                     {"name": "VK_LS_hidden", "spec_version": "1"},
                     {"name": "VK_LS_shown", "spec_version": "1"}]})"));
  const std::optional<Event> answer =
      Answer(RunPreInstance(c, world), "vkEnumerateInstanceExtensionProperties");
  ASSERT_HOLDS(answer.has_value()) << "the application must have an answer";
  EXPECT_SEEN(answer->List("names"), Contains("VK_LS_shown"))
      << "the application gets what the layer leaves in the answer";
  EXPECT_SEEN(answer->List("names"), Not(Contains("VK_LS_hidden")))
      << "the application does not get what the layer removes from the answer";
}

VULKAN_CASE(LS_VK_PREINSTANCE_1, layer_adds_a_layer) {
  VulkanWorld world(c.subject());
  world.With(PreInstanceLayer(kLayer).Implicit().Behaviour(
      R"({"pre_instance": {"add_layers": ["VK_LAYER_LS_added"]}})"));
  EXPECT_SEEN(EnumeratedLayers(RunPreInstance(c, world)),
              UnorderedElementsAre(kLayer, "VK_LAYER_LS_added"))
      << "the application gets what the layer adds to the answer";
}

VULKAN_CASE(LS_VK_PREINSTANCE_1, layer_changes_the_version) {
  VulkanWorld world(c.subject());
  world.With(
      PreInstanceLayer(kLayer).Implicit().Behaviour(R"({"pre_instance": {"version": "1.0.77"}})"));
  EXPECT_SEEN(ReportedVersions(RunPreInstance(c, world)), ElementsAre("1.0.77"))
      << "the application gets the version that the layer answers";
}

VULKAN_CASE(LS_VK_PREINSTANCE_1, layer_is_asked_for_the_extensions_of_a_layer) {
  VulkanWorld world(c.subject());
  world.With(PreInstanceLayer(kLayer).Implicit()).With(Layer("VK_LAYER_LS_other"));
  const Observation seen =
      Observe(c, world, [](VulkanApp& app) { app.EnumerateExtensions("VK_LAYER_LS_other"); });
  std::vector<std::string> asked;
  for (const Event& event : seen.Select(kLayer, kPreInstanceFunctions[0].symbol)) {
    asked.push_back(event.Text("layer_name"));
  }
  EXPECT_SEEN(asked, Not(IsEmpty())) << kIntercepts;
  EXPECT_SEEN(asked, Each("VK_LAYER_LS_other"))
      << "the arguments of the application reach the layer";
}

// The result of a layer is the application's, whether it is next to the application or not.
void JudgeResult(Case& c, const PreInstanceFunction& function, int others) {
  VulkanWorld world(c.subject());
  world.With(PreInstanceLayer(kLayer).Implicit().Behaviour(R"({"pre_instance": {"result": -1}})"));
  for (int i = 0; i < others; ++i) {
    // One name comes before kLayer, and one after it.
    world.With(PreInstanceLayer(fmt::format("VK_LAYER_{}_other", i == 0 ? "AA" : "ZZ")).Implicit());
  }
  const Observation seen = Observe(c, world, [&function](VulkanApp& app) { function.call(app); });
  EXPECT_SEEN(Intercepting(seen, function.symbol), Contains(kLayer)) << kIntercepts;
  EXPECT_SEEN(ResultOf(seen, function.vulkan), "VK_ERROR_OUT_OF_HOST_MEMORY")
      << "the application gets the result that the layer returns";
}

REGISTER_CASES {
  for (const PreInstanceFunction& function : kPreInstanceFunctions) {
    for (const int others : {0, 2}) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_PREINSTANCE_1},
                   fmt::format("layer_refuses_{}{}", function.name,
                               others == 0 ? "" : "_between_two_others"),
                   [&function, others](Case& c) { JudgeResult(c, function, others); });
    }
  }
}

// The layer does not call the next item. Whatever the others of the chain add, they are below it or
// pass its answer on.
VULKAN_CASE(LS_VK_PREINSTANCE_1, layer_answers_alone) {
  VulkanWorld world(c.subject());
  world
      .With(PreInstanceLayer(kLayer).Implicit().Behaviour(
          R"({"pre_instance": {"answer_alone": true}})"))
      .With(PreInstanceLayer("VK_LAYER_AA_other").Implicit())
      .With(PreInstanceLayer("VK_LAYER_ZZ_other").Implicit());
  const Observation seen = RunPreInstance(c, world);
  EXPECT_SEEN(EnumeratedLayers(seen), IsEmpty()) << "the application gets the layer's answer";
  const std::optional<Event> extensions = Answer(seen, "vkEnumerateInstanceExtensionProperties");
  ASSERT_HOLDS(extensions.has_value()) << "the application must have an answer";
  EXPECT_SEEN(extensions->List("names"), IsEmpty()) << "the application gets the layer's answer";
  EXPECT_SEEN(ReportedVersions(seen), ElementsAre("1.0.0"))
      << "the application gets the layer's answer";
}

// A manifest of several layers names functions for each of them.
VULKAN_CASE(LS_VK_PREINSTANCE_1, one_of_two_layers_of_a_manifest) {
  constexpr char kPlain[] = "VK_LAYER_LS_plain";
  VulkanWorld world(c.subject());
  AddInOneManifest(world, c.subject(),
                   {Layer(kPlain).Implicit().Binary("vulkan_layer_pre_instance"),
                    PreInstanceLayer(kLayer).Implicit()});
  const Observation seen = RunPreInstance(c, world);
  for (const PreInstanceFunction& function : kPreInstanceFunctions) {
    EXPECT_SEEN(Intercepting(seen, function.symbol), ElementsAre(kLayer)) << kIntercepts;
  }
}

// Several layers: each is called, and calls the next one, for each function.
void JudgeChain(Case& c, int count) {
  VulkanWorld world(c.subject());
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) {
    names.push_back(fmt::format("VK_LAYER_LS_{:02}", i));
    Layer layer = PreInstanceLayer(names.back()).Implicit();
    // Only a layer that is called can add its own layers. It calls down twice for that, so the
    // number of calls doubles with every layer.
    if (count <= 3) {
      layer.Behaviour(
          fmt::format(R"({{"pre_instance": {{"add_layers": ["{}_added"]}}}})", names.back()));
    }
    world.With(layer);
  }
  const Observation seen = RunPreInstance(c, world);
  for (const PreInstanceFunction& function : kPreInstanceFunctions) {
    EXPECT_SEEN(Intercepting(seen, function.symbol), UnorderedElementsAreArray(names))
        << "each layer of the chain calls the next one" << reading::LS_VK_PREINSTANCE_2_r1;
    EXPECT_SEEN(ResultOf(seen, function.vulkan), "VK_SUCCESS")
        << "at the end of the chain the loader answers";
  }
  std::vector<std::string> listed = names;
  if (count <= 3) {
    for (const std::string& name : names) listed.push_back(name + "_added");
  }
  EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAreArray(listed))
      << "the application gets the answer as each layer of the chain changes it";
}

VULKAN_CASE(LS_VK_PREINSTANCE_2, two_layers) { JudgeChain(c, 2); }
VULKAN_CASE(LS_VK_PREINSTANCE_2, three_layers) { JudgeChain(c, 3); }
VULKAN_CASE(LS_VK_PREINSTANCE_2, sixteen_layers) { JudgeChain(c, 16); }

VULKAN_CASE(LS_VK_PREINSTANCE_2, layers_that_intercept_different_functions) {
  VulkanWorld world(c.subject());
  std::vector<std::string> names;
  for (const PreInstanceFunction& function : kPreInstanceFunctions) {
    names.push_back(fmt::format("VK_LAYER_LS_{}", function.name));
    world.With(PreInstanceLayer(names.back(),
                                fmt::format(R"("{}": "{}")", function.vulkan, function.symbol))
                   .Implicit());
  }
  world.With(PreInstanceLayer(kLayer).Implicit());
  const Observation seen = RunPreInstance(c, world);
  for (size_t i = 0; i < names.size(); ++i) {
    EXPECT_SEEN(Intercepting(seen, kPreInstanceFunctions[i].symbol),
                UnorderedElementsAre(names[i], kLayer))
        << "the chain of a function contains the layers that intercept it, and no others";
  }
}

}  // namespace
}  // namespace loadstone::suites::chain
