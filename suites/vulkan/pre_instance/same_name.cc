// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/discovery/folder_policies.h"
#include "suites/vulkan/layer_questions.h"
#include "suites/vulkan/pre_instance/pre_instance.h"

// LoaderLayerInterface, "Linux Layer Discovery" and "Pre-Instance Functions": of two implicit
// layers with one name the loader uses the one that it finds first. The other one is not called,
// not even for a function that the first one does not intercept.
namespace loadstone::suites::same_name {
namespace {

constexpr char kName[] = "VK_LAYER_LS_twice";
constexpr char kUsed[] = "used";
constexpr char kHidden[] = "hidden";

// The members of pre_instance_functions for some of the functions, counted from the first one.
std::string Functions(unsigned mask) {
  std::string members;
  for (size_t i = 0; i < std::size(kPreInstanceFunctions); ++i) {
    if ((mask & 1u << i) == 0) continue;
    members += fmt::format(R"({}"{}": "{}")", members.empty() ? "" : ", ",
                           kPreInstanceFunctions[i].vulkan, kPreInstanceFunctions[i].symbol);
  }
  return members;
}

// A layer whose manifest names the functions in `mask`, or has no such member.
Layer OneOfTwo(const char* who, unsigned mask) {
  Layer layer = mask == 0 ? Layer(kName).Binary("vulkan_layer_pre_instance")
                          : PreInstanceLayer(kName, Functions(mask));
  const std::string extensions = fmt::format(R"({{"instance_extensions": {}}})",
                                             ManifestExtensions({fmt::format("VK_LS_{} 1", who)}));
  return layer.Implicit().Who(who).Manifest(extensions);
}

void Judge(Case& c, unsigned used, unsigned hidden) {
  VulkanWorld world(c.subject());
  world.Env("XDG_CONFIG_HOME", "/config/home").Env("XDG_DATA_HOME", "/data/home");
  world.With(OneOfTwo(kUsed, used).In(ImplicitFolder("/config/home")))
      .With(OneOfTwo(kHidden, hidden).In(ImplicitFolder("/data/home")))
      .With(FolderControl(ImplicitFolder("/config/home")));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    for (const PreInstanceFunction& function : kPreInstanceFunctions) function.call(app);
    AskInstanceExtensions(app, kName);
    app.RunFullSequence();
  });
  AttributeToRoot(seen, kFolderControl, "/config/home");
  for (size_t i = 0; i < std::size(kPreInstanceFunctions); ++i) {
    const PreInstanceFunction& function = kPreInstanceFunctions[i];
    EXPECT_SEEN(ResultOf(seen, function.vulkan), "VK_SUCCESS") << "the loader answers the call";
    if ((used & 1u << i) != 0) {
      EXPECT_SEEN(Intercepting(seen, function.symbol), ElementsAre(kUsed))
          << "of two implicit layers with one name, the first one intercepts what its manifest "
             "names";
    } else {
      EXPECT_SEEN(Intercepting(seen, function.symbol), IsEmpty())
          << "of two implicit layers with one name, the second one intercepts nothing";
    }
  }
  EXPECT_SEEN(InstanceExtensionsOf(seen, kName), ElementsAre("VK_LS_used 1"))
      << "of two implicit layers with one name, only the extensions of the first are its "
         "extensions";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kUsed))
      << "of two implicit layers with one name, the first one is in the chain";
}

REGISTER_CASES {
  struct Pair {
    const char* name;
    unsigned used;
    unsigned hidden;
  };
  for (const Pair& pair :
       {Pair{"both_intercept_everything", 7, 7}, Pair{"only_the_hidden_one_intercepts", 0, 7},
        Pair{"only_the_used_one_intercepts", 7, 0},
        Pair{"they_intercept_different_functions", 1, 6},
        Pair{"the_hidden_one_intercepts_more", 4, 7}}) {
    RegisterCase(Api::kVulkan,
                 {policy::LS_VK_DISCOVERY_5, policy::LS_VK_PREINSTANCE_1, policy::LS_VK_EXTENSION_2,
                  policy::LS_VK_DISCOVERY_1},
                 fmt::format("implicit_of_one_name_{}", pair.name),
                 [pair](Case& c) { Judge(c, pair.used, pair.hidden); });
  }
}

}  // namespace
}  // namespace loadstone::suites::same_name
