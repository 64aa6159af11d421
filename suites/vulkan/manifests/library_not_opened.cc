// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/discovery/layer_kinds.h"
#include "suites/vulkan/layer_questions.h"

// LoaderLayerInterface, "Layer Manifest File Usage" and "Layer Manifest File Format": the manifest
// contains all information; the library of a layer is opened only for a chain.
namespace loadstone::suites::library_not_opened {
namespace {

constexpr char kExplicit[] = "VK_LAYER_LS_explicit";
constexpr char kImplicit[] = "VK_LAYER_LS_implicit";
constexpr char kOther[] = "VK_LAYER_LS_other";
constexpr char kWhyEarly[] = "the library of a layer must not be opened before a chain is built";

// The layers whose libraries were opened before the application created an instance (`early`), or
// at all.
std::vector<std::string> Opened(const Observation& seen, bool early) {
  std::vector<std::string> names;
  for (const Event& event : seen.events()) {
    if (early && event.who() == "app" && event.what() == "vkCreateInstance") break;
    if (event.what() == "load" && event.who().starts_with("VK_LAYER")) names.push_back(event.who());
  }
  return names;
}

VulkanWorld WorldOf(const Subject& subject) {
  const std::string extensions =
      fmt::format(R"({{"instance_extensions": {}}})", ManifestExtensions({"VK_LS_a 1"}));
  VulkanWorld world(subject);
  world.With(Layer(kExplicit).Manifest(extensions)).With(Layer(kOther).Manifest(extensions));
  world.With(Layer(kImplicit).Implicit().Manifest(extensions));
  return world;
}

// Calls that an application may make before it has an instance, except those about layers: the
// enumeration of layers must not list a layer that refuses to negotiate ("Layer Version
// Negotiation"), so a loader may open libraries for it (LS_VK_MANIFEST_17.r2). No layer has
// pre-instance functions, for which its library is opened (LS_VK_MANIFEST_17.r1).
struct Question {
  const char* name;
  void (*ask)(VulkanApp& app);
  // "Layer Manifest File Usage" says that libraries need not be opened if the application does not
  // query extensions.
  bool about_extensions = false;
};

constexpr Question kQuestions[] = {
    {"extensions_are_enumerated", [](VulkanApp& app) { app.EnumerateExtensions(); }, true},
    {"version_is_asked", [](VulkanApp& app) { app.EnumerateVersion(); }},
    {"all_of_it_is_asked_repeatedly",
     [](VulkanApp& app) {
       for (int i = 0; i < 20; ++i) {
         app.EnumerateVersion();
         app.EnumerateExtensions();
         AskFunction(app, Through::kNoInstance, "vkEnumerateInstanceLayerProperties");
       }
     },
     true},
};

REGISTER_CASES {
  for (const Question& question : kQuestions) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_MANIFEST_17}, fmt::format("while_{}", question.name),
                 [&question](Case& c) {
                   const Observation seen = Observe(c, WorldOf(c.subject()), [&](VulkanApp& app) {
                     question.ask(app);
                     app.RunFullSequence({.layers = {kExplicit}});
                   });
                   EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kImplicit, kExplicit))
                       << "the layers can be used in a chain";
                   if (question.about_extensions) return;
                   EXPECT_SEEN(Opened(seen, true), IsEmpty()) << kWhyEarly;
                   EXPECT_SEEN(Opened(seen, false), Not(Contains(kOther)))
                       << "the library of a layer that is in no chain must not be opened";
                 });
  }
}

// Installed layers that must not be used.
struct Apart {
  const char* name;
  void (*place)(VulkanWorld& world);
  std::vector<policy::Id> also = {};
};

const Apart kApart[] = {
    {"explicit_layer_that_nobody_names",
     [](VulkanWorld& world) { world.With(Layer("VK_LAYER_LS_x")); }},
    {"implicit_layer_that_is_disabled",
     [](VulkanWorld& world) {
       world.With(Layer("VK_LAYER_LS_x").Implicit().DisabledBy("DISABLE_X")).Env("DISABLE_X", "1");
     }},
    {"implicit_layer_that_is_not_enabled",
     [](VulkanWorld& world) {
       world.With(Layer("VK_LAYER_LS_x").Implicit().EnabledBy("ENABLE_X", "1"));
     }},
    {"implicit_layer_that_a_filter_disables",
     [](VulkanWorld& world) {
       world.With(Layer("VK_LAYER_LS_x").Implicit());
       world.Env("VK_LOADER_LAYERS_DISABLE", "VK_LAYER_LS_x");
     },
     {policy::LS_VK_FILTER_2}},
    {"implicit_layer_on_the_blacklist",
     [](VulkanWorld& world) {
       world.With(Layer("VK_LAYER_LS_x").Implicit());
       world.With(Layer::Override({kExplicit}).Blacklist({"VK_LAYER_LS_x"}));
     },
     {policy::LLP_LOADER_12}},
    {"component_of_a_meta_layer_that_is_disabled",
     [](VulkanWorld& world) {
       world.With(Layer::Meta("VK_LAYER_LS_meta", {"VK_LAYER_LS_x"}).Implicit().DisabledBy("OFF"));
       world.With(Layer("VK_LAYER_LS_x")).Env("OFF", "1");
     }},
    {"component_of_an_override_layer_that_is_disabled",
     [](VulkanWorld& world) {
       world.With(Layer::Override({"VK_LAYER_LS_x"}).DisabledBy("OFF"));
       world.With(Layer("VK_LAYER_LS_x")).Env("OFF", "1");
     }},
    {"component_of_a_meta_layer_that_nobody_names",
     [](VulkanWorld& world) {
       world.With(Layer::Meta("VK_LAYER_LS_meta", {"VK_LAYER_LS_x"})).With(Layer("VK_LAYER_LS_x"));
     }},
    {"later_layer_of_the_same_name",
     [](VulkanWorld& world) {
       world.With(Layer(kExplicit).Who("VK_LAYER_LS_x").In(ExplicitFolder("/behind")));
       world.Env("XDG_DATA_DIRS", "/usr/share:/behind");
     }},
};

REGISTER_CASES {
  for (const Apart& row : kApart) {
    std::vector<policy::Id> policies = {policy::LS_VK_MANIFEST_17};
    policies.insert(policies.end(), row.also.begin(), row.also.end());
    RegisterCase(Api::kVulkan, policies, row.name, [&row](Case& c) {
      VulkanWorld world = WorldOf(c.subject());
      row.place(world);
      const Observation seen =
          Observe(c, world, [](VulkanApp& app) { app.RunFullSequence({.layers = {kExplicit}}); });
      EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kImplicit, kExplicit))
          << "the layers that take part are loaded";
      EXPECT_SEEN(Opened(seen, false), Not(Contains("VK_LAYER_LS_x")))
          << "the library of a layer that is in no chain must not be opened";
    });
  }
}

}  // namespace
}  // namespace loadstone::suites::library_not_opened
