// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/refusals/refusals.h"

// LS_VK_ROBUSTNESS_17: what is left of instances that were refused, and of drivers and layers that
// cannot be used. The refused call is made twice; another thread then uses an instance that nothing
// refuses. Which libraries are still loaded is not judged (LS_VK_ROBUSTNESS_17.r1), nor what is
// left below a layer that fails and does not destroy it (LS_VK_ROBUSTNESS_17.r3).
namespace loadstone::suites::refused_instances {
namespace {

struct Refusal {
  std::string name;
  std::vector<Driver> drivers;
  std::vector<Layer> layers = {};
  InstanceRequest refused = {};
  InstanceRequest good = {};
  bool keeps_below = false;  // a layer does not destroy what was created below it
};

// Two drivers of a kind that cannot be used, and a good one.
Refusal OfDrivers(const char* name, const char* behaviour, const char* binary = "vulkan_driver") {
  Refusal refusal = {name, {NamedDriver("good")}};
  for (const char* driver : {"one", "two"}) {
    refusal.drivers.push_back(NamedDriver(driver).Behaviour(behaviour).Binary(binary));
  }
  return refusal;
}

// Three layers, of which the one at that place is of a kind that cannot be used.
Refusal OfLayer(const std::string& name, int place, const std::string& behaviour,
                const char* binary = "vulkan_layer") {
  Refusal refusal = {name, {NamedDriver("good")}};
  refusal.refused.layers = NumberedLayers(kLayersOfRefusals);
  refusal.good.layers = WithoutRefusing(place);
  for (int i = 0; i < kLayersOfRefusals; ++i) {
    Layer layer(refusal.refused.layers[static_cast<size_t>(i)]);
    if (i == place) layer.Behaviour(behaviour).Binary(binary);
    refusal.layers.push_back(layer);
  }
  return refusal;
}

// Three good layers, and a request for something that does not exist.
Refusal OfRequest(const char* name, const InstanceRequest& request) {
  Refusal refusal = {name, {NamedDriver("good")}};
  refusal.refused = request;
  for (const std::string& layer : NumberedLayers(kLayersOfRefusals))
    refusal.layers.emplace_back(layer);
  refusal.refused.layers.insert(refusal.refused.layers.begin(),
                                NumberedLayers(kLayersOfRefusals)[0]);
  refusal.good.layers = NumberedLayers(kLayersOfRefusals);
  return refusal;
}

std::vector<Refusal> Refusals() {
  std::vector<Refusal> refusals = {
      OfDrivers("drivers_without_exports", "{}", "vulkan_driver_none"),
      OfDrivers("drivers_that_refuse_negotiation", R"({"negotiate_result": -9})"),
      OfDrivers("drivers_that_fail_in_negotiation", R"({"negotiate_result": -3})"),
      OfDrivers("drivers_that_answer_above_the_offer", R"({"interface_answer": 99})"),
      OfDrivers("drivers_without_vk_create_instance",
                R"({"hidden_functions": ["vkCreateInstance"]})"),
      OfDrivers("drivers_that_fail", R"({"results": {"vkCreateInstance": -3}})"),
      OfDrivers("drivers_that_are_incompatible", R"({"results": {"vkCreateInstance": -9}})"),
      OfLayer("layer_that_refuses_negotiation", 1, R"({"negotiation": {"result": -3}})"),
      OfLayer("layer_without_exports", 1, "{}", "vulkan_layer_none"),
      OfRequest("missing_layer", {.layers = {"VK_LAYER_LS_missing"}}),
      OfRequest("missing_extension", {.extensions = {"VK_LS_missing"}}),
  };
  for (const RefusingPlace& at : kRefusingPlaces) {
    refusals.push_back(OfLayer(fmt::format("{}_before_the_call_down", at.name), at.place,
                               R"({"results": {"vkCreateInstance": -3}})"));
    refusals.push_back(OfLayer(fmt::format("{}_after_the_call_down", at.name), at.place,
                               R"({"results_after": {"vkCreateInstance": -3}})"));
    refusals.push_back(
        OfLayer(fmt::format("{}_that_keeps_what_is_below", at.name), at.place,
                R"({"results_after": {"vkCreateInstance": -3}, "keep_below": true})"));
    refusals.back().keeps_below = true;
  }
  return refusals;
}

VulkanWorld WorldWith(Case& c, const Refusal& refusal) {
  VulkanWorld world(c.subject());
  world.WithoutDriver();
  for (const Driver& driver : refusal.drivers) world.With(driver);
  for (const Layer& layer : refusal.layers) world.With(layer);
  return world;
}

std::vector<std::string> Mocks(const Refusal& refusal) {
  std::vector<std::string> names;
  for (const Driver& driver : refusal.drivers) names.push_back(driver.name());
  for (const Layer& layer : refusal.layers) names.push_back(layer.name());
  return names;
}

void RequestTwice(VulkanApp& app, const InstanceRequest& request) {
  for (int i = 0; i < 2; ++i) {
    if (app.CreateInstance(request) == VK_SUCCESS) app.DestroyInstance();
  }
}

void ExpectGood(const Observation& seen, const Refusal& refusal) {
  ExpectLaterCalls(seen);
  if (refusal.keeps_below) {
    ExpectValidCalls(seen);
  } else {
    ExpectNothingLeft(seen, Mocks(refusal));
  }
}

void JudgeAfter(Case& c, const Refusal& refusal) {
  const Observation seen = Observe(c, WorldWith(c, refusal), [&](VulkanApp& app) {
    RequestTwice(app, refusal.refused);
    AppEvent{kLater};
    InAnotherThread([&] {
      if (app.CreateInstance(refusal.good) != VK_SUCCESS) return;
      UseOneDevice(app);
      app.DestroyInstance();
    });
  });
  ExpectGood(seen, refusal);
}

void JudgeBeside(Case& c, const Refusal& refusal) {
  const Observation seen = Observe(c, WorldWith(c, refusal), [&](VulkanApp& app) {
    if (app.CreateInstance(refusal.good) != VK_SUCCESS) return;
    VulkanApp other = app;  // whose instance is another one
    RequestTwice(other, refusal.refused);
    AppEvent{kLater};
    InAnotherThread([&] {
      UseOneDevice(app);
      app.DestroyInstance();
      if (app.CreateInstance(refusal.good) == VK_SUCCESS) app.DestroyInstance();
    });
  });
  ExpectGood(seen, refusal);
}

REGISTER_CASES {
  static const std::vector<Refusal> kRefusals = Refusals();
  for (const Refusal& refusal : kRefusals) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_ROBUSTNESS_17},
                 fmt::format("instance_after_a_refusal_by_{}", refusal.name),
                 [&refusal](Case& c) { JudgeAfter(c, refusal); });
    RegisterCase(Api::kVulkan, {policy::LS_VK_ROBUSTNESS_17},
                 fmt::format("instance_beside_a_refusal_by_{}", refusal.name),
                 [&refusal](Case& c) { JudgeBeside(c, refusal); });
  }
}

// Some of three drivers refuse each time; another one has created its instance by then, or not.
struct Repeated {
  const char* name;
  std::vector<std::string> drivers;
  const char* behaviour;
};

const char kWithoutMemory[] = R"({"results": {"vkCreateInstance": -1}})";

std::vector<Repeated> RepeatedRefusals() {
  return {{"the_first_driver_without_memory", {"one"}, kWithoutMemory},
          {"the_second_driver_without_memory", {"two"}, kWithoutMemory},
          {"the_third_driver_without_memory", {"three"}, kWithoutMemory},
          {"all_drivers_without_memory", {"one", "two", "three"}, kWithoutMemory},
          {"all_drivers", {"one", "two", "three"}, R"({"results": {"vkCreateInstance": -3}})"},
          {"all_drivers_in_negotiation", {"one", "two", "three"}, R"({"negotiate_result": -9})"}};
}

void JudgeRepeated(Case& c, const Repeated& row) {
  const std::vector<std::string> names = {"one", "two", "three"};
  VulkanWorld world(c.subject());
  world.WithoutDriver();
  for (const std::string& name : names) {
    Driver driver = NamedDriver(name);
    const bool refuses =
        std::find(row.drivers.begin(), row.drivers.end(), name) != row.drivers.end();
    if (refuses) driver.Behaviour(row.behaviour);
    world.With(driver);
  }
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    RequestTwice(app, {});
    InAnotherThread([&] {
      if (app.CreateInstance() == VK_SUCCESS) app.DestroyInstance();
    });
  });
  const std::vector<std::string> results = Results(seen);
  EXPECT_SEEN(results, AllOf(SizeIs(3), Each(results.empty() ? "" : results[0])))
      << "the same call has the same result again, in another thread, too"
      << reading::LS_VK_ROBUSTNESS_17_r2;
  ExpectNothingLeft(seen, names);
}

REGISTER_CASES {
  static const std::vector<Repeated> kRepeated = RepeatedRefusals();
  for (const Repeated& row : kRepeated) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_ROBUSTNESS_17},
                 fmt::format("repeated_refusal_by_{}", row.name),
                 [&row](Case& c) { JudgeRepeated(c, row); });
  }
}

// A driver that fails and one without memory, beside a good one that comes before the latter:
// whatever the application gets, nothing is left.
REGISTER_CASES {
  static const std::vector<std::string> kOrders[] = {{"fails", "good", "without_memory"},
                                                     {"good", "fails", "without_memory"},
                                                     {"good", "without_memory", "fails"}};
  for (const std::vector<std::string>& order : kOrders) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_ROBUSTNESS_17},
                 fmt::format("drivers_{}_{}_{}", order[0], order[1], order[2]), [&order](Case& c) {
                   VulkanWorld world(c.subject());
                   world.WithoutDriver();
                   std::vector<std::string> names;
                   for (const std::string& kind : order) {
                     // In the order of their names, where a loader sorts them.
                     names.push_back(fmt::format("{}_{}", names.size(), kind));
                     Driver driver = NamedDriver(names.back());
                     if (kind != "good") {
                       driver.Behaviour(fmt::format(R"({{"results": {{"vkCreateInstance": {}}}}})",
                                                    kind == "fails" ? -3 : -1));
                     }
                     world.With(driver);
                   }
                   ExpectNothingLeft(
                       Observe(c, world, [](VulkanApp& app) { RequestTwice(app, {}); }), names);
                 });
  }
}

}  // namespace
}  // namespace loadstone::suites::refused_instances
