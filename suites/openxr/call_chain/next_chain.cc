// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "suites/openxr/layers.h"

// api_layer, "API Layer Create Instance Process": the next chain of the application's
// XrInstanceCreateInfo, which reaches the runtime.
namespace loadstone::suites::next_chain {
namespace {

constexpr char kCreate[] = "xrCreateInstance";
constexpr char kDebugUtils[] = "XR_EXT_debug_utils";

// A structure that no component knows, with the extensions that the application enables.
void JudgeUnknown(Case& c, const std::vector<std::string>& extensions) {
  static XrBaseInStructure unknown = {};
  unknown.type = static_cast<XrStructureType>(1999123456);
  const Observation seen = Observe(c, OpenXrWorld(c.subject()), [&extensions](OpenXrApp& app) {
    app.RunFullSequence({.extensions = extensions, .next = &unknown});
  });
  if (!extensions.empty() && XrResultOf(seen, kCreate) == "XR_ERROR_EXTENSION_NOT_PRESENT") {
    GTEST_SKIP() << "the loader does not offer XR_EXT_debug_utils";
  }
  const auto made = seen.First(kDefaultRuntime, kCreate);
  ASSERT_HOLDS(made.has_value()) << "the runtime must be called to create the instance";
  EXPECT_SEEN(made->Numbers("next"), Contains(1999123456))
      << "a structure that the loader does not know is passed to the runtime, which may know it";
}

OPENXR_CASE(LS_XR_CHAIN_9, next_chain_of_the_application) { JudgeUnknown(c, {}); }

// An extension that the loader has and the runtime does not: its name leaves the request.
OPENXR_CASE(LS_XR_CHAIN_9, next_chain_beside_debug_utils) { JudgeUnknown(c, {kDebugUtils}); }

// `count` structures that no component knows in the next chain, each of another type.
void JudgeNextChain(Case& c, size_t count) {
  static std::array<XrBaseInStructure, 65> chain = {};
  std::vector<int64_t> types;
  for (size_t i = 0; i < count; ++i) {
    types.push_back(1999123400 + static_cast<int64_t>(i));
    chain[i].type = static_cast<XrStructureType>(types.back());
    chain[i].next = i + 1 < count ? &chain[i + 1] : nullptr;
  }
  OpenXrWorld world(c.subject());
  for (const std::string& name : LayerNames(2)) world.With(ApiLayer(name));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    app.RunFullSequence({.layers = LayerNames(2), .next = chain.data()});
    app.RunFullSequence({.next = chain.data()});
  });
  const std::vector<Event> made = seen.Select(kDefaultRuntime, kCreate);
  ASSERT_SEEN(made, SizeIs(2)) << "the runtime must be called to create each instance";
  for (const Event& event : made) {
    std::vector<int64_t> got = event.Numbers("next");
    std::erase_if(got, [](int64_t type) { return type < 1999123400; });
    EXPECT_SEEN(got, ElementsAreArray(types))
        << "every structure of the next chain is passed to the runtime, in its place";
  }
}

REGISTER_CASES {
  for (const size_t count : {2, 3, 17, 33}) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_CHAIN_9},
                 fmt::format("next_chain_of_{}_structures", count),
                 [count](Case& c) { JudgeNextChain(c, count); });
  }
}

// A layer and the runtime have one of two extensions, so that the runtime may get a shorter list.
OPENXR_CASE(LS_XR_CHAIN_9, next_chain_beside_an_extension_of_layer_and_runtime) {
  static const XrBaseInStructure kUnknown = {static_cast<XrStructureType>(1999123400), nullptr};
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime).Extensions({{"XR_LS_shared"}, {"XR_LS_of_the_runtime"}}));
  world.With(ApiLayer("XR_APILAYER_LS_0").Extensions({{"XR_LS_shared"}}));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    app.RunFullSequence({.layers = LayerNames(1),
                         .extensions = {"XR_LS_shared", "XR_LS_of_the_runtime"},
                         .next = &kUnknown});
  });
  EXPECT_SEEN(XrResultOf(seen, kCreate), "XR_SUCCESS") << "the runtime has both extensions";
  const auto made = seen.First(kDefaultRuntime, kCreate);
  ASSERT_HOLDS(made.has_value()) << "the runtime must be called to create the instance";
  EXPECT_SEEN(made->Numbers("next"), Contains(1999123400))
      << "the next chain is passed to the runtime, whatever becomes of the extensions";
  EXPECT_SEEN(made->List("extensions"), Contains("XR_LS_of_the_runtime"))
      << "the runtime gets its own extension";
}

// Each of three layers puts a structure of its own in front of the chain, as layers may
// (fundamentals, "Next Chain Structure Uniqueness"). The first instance has none of the
// application.
void JudgeInserted(Case& c, const std::vector<size_t>& inserting) {
  static const XrBaseInStructure kOwn = {static_cast<XrStructureType>(1999123400), nullptr};
  OpenXrWorld world(c.subject());
  std::vector<int64_t> types = {1999123400};
  for (size_t i = 0; i < 3; ++i) {
    ApiLayer layer(LayerNames(3)[i]);
    if (std::find(inserting.begin(), inserting.end(), i) != inserting.end()) {
      types.insert(types.begin(), 1999123401 + static_cast<int64_t>(i));
      layer.Behaviour(fmt::format(R"({{"inserted_structure": {}}})", types.front()));
    }
    world.With(layer);
  }
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    app.RunFullSequence({.layers = LayerNames(3)});
    app.RunFullSequence({.layers = LayerNames(3), .next = &kOwn});
  });
  const std::vector<Event> made = seen.Select(kDefaultRuntime, kCreate);
  ASSERT_SEEN(made, SizeIs(2)) << "the runtime must be called to create each instance";
  // The order of layers is not judged here.
  EXPECT_SEEN(made[0].Numbers("next"),
              UnorderedElementsAreArray(std::vector<int64_t>(types.begin(), types.end() - 1)))
      << "the runtime gets the structures that layers put in front of the chain";
  const std::vector<int64_t> got = made[1].Numbers("next");
  EXPECT_SEEN(got, UnorderedElementsAreArray(types))
      << "the runtime gets the structures that layers put in front of the chain, and those of the "
         "application";
  if (got.empty()) return;
  EXPECT_SEEN(got.back(), 1999123400)
      << "what layers put in front of the chain is in front of what the application passes";
}

OPENXR_CASE(LS_XR_CHAIN_9, structures_that_three_layers_insert) { JudgeInserted(c, {0, 1, 2}); }
OPENXR_CASE(LS_XR_CHAIN_9, structure_that_the_first_layer_inserts) { JudgeInserted(c, {0}); }
OPENXR_CASE(LS_XR_CHAIN_9, structure_that_the_last_layer_inserts) { JudgeInserted(c, {2}); }

// The layer of that number changes what the application says of itself, for the layers below and
// the runtime.
void JudgeChange(Case& c, size_t place) {
  OpenXrWorld world(c.subject());
  for (size_t i = 0; i < 3; ++i) {
    ApiLayer layer(LayerNames(3)[i]);
    if (i == place) layer.Behaviour(R"({"misbehave": ["changes_create_info"]})");
    world.With(layer);
  }
  const Observation seen =
      Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence({.layers = LayerNames(3)}); });
  const auto made = seen.First(kDefaultRuntime, kCreate);
  ASSERT_HOLDS(made.has_value()) << "the runtime must be called to create the instance";
  EXPECT_SEEN(made->Text("application"), "changed by a layer")
      << "the runtime gets what the layers pass down";
}

OPENXR_CASE(LS_XR_CHAIN_9, application_that_the_first_layer_changes) { JudgeChange(c, 0); }
OPENXR_CASE(LS_XR_CHAIN_9, application_that_the_last_layer_changes) { JudgeChange(c, 2); }

// The application's messenger is before and between structures that no component knows. A loader
// that uses the messenger itself may pass it on, or not; the runtime may lack its extension.
void JudgeMessenger(Case& c, bool is_first, bool of_runtime) {
  static XrBaseInStructure last = {static_cast<XrStructureType>(1999123402), nullptr};
  static XrDebugUtilsMessengerCreateInfoEXT messenger = {};
  messenger.type = XR_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
  messenger.next = &last;
  messenger.messageSeverities = XR_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  messenger.messageTypes = XR_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT;
  messenger.userCallback = [](XrDebugUtilsMessageSeverityFlagsEXT, XrDebugUtilsMessageTypeFlagsEXT,
                              const XrDebugUtilsMessengerCallbackDataEXT*,
                              void*) -> XrBool32 { return XR_FALSE; };
  static XrBaseInStructure first = {static_cast<XrStructureType>(1999123401),
                                    reinterpret_cast<const XrBaseInStructure*>(&messenger)};
  OpenXrWorld world(c.subject());
  if (of_runtime) world.With(Runtime(kDefaultRuntime).Extensions({{kDebugUtils}}));
  world.With(ApiLayer("XR_APILAYER_LS_0"));
  const void* const next = is_first ? static_cast<const void*>(&messenger) : &first;
  const Observation seen = Observe(c, world, [next](OpenXrApp& app) {
    app.RunFullSequence({.layers = LayerNames(1), .extensions = {kDebugUtils}, .next = next});
  });
  if (!of_runtime && XrResultOf(seen, kCreate) == "XR_ERROR_EXTENSION_NOT_PRESENT") {
    GTEST_SKIP() << "the loader does not offer XR_EXT_debug_utils";
  }
  const auto made = seen.First(kDefaultRuntime, kCreate);
  ASSERT_HOLDS(made.has_value()) << "the runtime must be called to create the instance";
  std::vector<int64_t> got = made->Numbers("next");
  std::erase_if(got, [](int64_t type) { return type < 1999123400; });
  std::vector<int64_t> around = {1999123401, 1999123402};
  if (is_first) around.erase(around.begin());
  EXPECT_SEEN(got, ElementsAreArray(around))
      << "every structure of the next chain is passed to the runtime, also behind a messenger";
}

OPENXR_CASE(LS_XR_CHAIN_9, next_chain_around_a_messenger) { JudgeMessenger(c, false, true); }
OPENXR_CASE(LS_XR_CHAIN_9, next_chain_behind_a_messenger) { JudgeMessenger(c, true, true); }
OPENXR_CASE(LS_XR_CHAIN_9, next_chain_around_a_messenger_of_the_loader) {
  JudgeMessenger(c, false, false);
}
OPENXR_CASE(LS_XR_CHAIN_9, next_chain_behind_a_messenger_of_the_loader) {
  JudgeMessenger(c, true, false);
}

}  // namespace
}  // namespace loadstone::suites::next_chain
