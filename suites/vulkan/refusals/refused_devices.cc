// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/refusals/refusals.h"

// LS_VK_ROBUSTNESS_17: what is left of devices that were refused. The refused call is made twice;
// another thread then uses the instance, a device that nothing refuses, and a device that existed
// before. Which libraries are still loaded is not judged (LS_VK_ROBUSTNESS_17.r1).
namespace loadstone::suites::refused_devices {
namespace {

constexpr char kGoodDriver[] = "good";
constexpr char kRefusing[] = "refusing";

struct Refusal {
  std::string name;
  int layers = 0;
  std::string of_driver = "{}";              // how the driver of the other physical device behaves
  std::vector<std::string> extensions = {};  // of the refused request
};

std::vector<Refusal> Refusals() {
  std::vector<Refusal> refusals;
  for (const int layers : {0, kLayersOfRefusals}) {
    const std::string through = fmt::format("_through_{}_layers", layers);
    refusals.push_back({"missing_extension" + through, layers, "{}", {"VK_LS_missing"}});
    refusals.push_back(
        {"driver_that_fails" + through, layers, R"({"results": {"vkCreateDevice": -3}})"});
    refusals.push_back(
        {"driver_without_memory" + through, layers, R"({"results": {"vkCreateDevice": -1}})"});
    refusals.push_back({"driver_that_lost_the_device" + through, layers,
                        R"({"results": {"vkCreateDevice": -4}})"});
  }
  return refusals;
}

// The index of the physical device of that driver.
uint32_t IndexOf(VulkanApp& app, const std::string& driver) {
  const std::vector<std::string> names = NamesOf(app, app.EnumeratePhysicalDevices());
  return static_cast<uint32_t>(std::find(names.begin(), names.end(), driver) - names.begin());
}

void RequestTwice(VulkanApp& app, const DeviceRequest& request) {
  for (int i = 0; i < 2; ++i) {
    if (app.CreateDevice(request) == VK_SUCCESS) app.DestroyDevice();
  }
}

void Judge(Case& c, const Refusal& refusal, bool beside) {
  const std::vector<std::string> layers = NumberedLayers(refusal.layers);
  VulkanWorld world(c.subject());
  world.WithoutDriver()
      .With(NamedDriver(kGoodDriver))
      .With(NamedDriver(kRefusing).Behaviour(refusal.of_driver));
  for (const std::string& layer : layers) world.With(Layer(layer));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (app.CreateInstance({.layers = layers}) != VK_SUCCESS) return;
    const uint32_t good = IndexOf(app, kGoodDriver);
    if (beside && app.CreateDevice({.physical_device = good}) != VK_SUCCESS) return;
    VulkanApp other = app;  // whose device is another one
    RequestTwice(other,
                 {.physical_device = IndexOf(app, kRefusing), .extensions = refusal.extensions});
    AppEvent{kLater};
    InAnotherThread([&] {
      app.UseDevice();
      app.DestroyDevice();
      UseOneDevice(app, good);
      app.DestroyInstance();
    });
  });
  std::vector<std::string> mocks = layers;
  mocks.insert(mocks.end(), {kGoodDriver, kRefusing});
  ExpectLaterCalls(seen);
  ExpectNothingLeft(seen, mocks);
}

REGISTER_CASES {
  static const std::vector<Refusal> kRefusals = Refusals();
  for (const Refusal& refusal : kRefusals) {
    for (const bool beside : {false, true}) {
      RegisterCase(
          Api::kVulkan, {policy::LS_VK_ROBUSTNESS_17},
          fmt::format("device_{}_a_refusal_by_{}", beside ? "beside" : "after", refusal.name),
          [&refusal, beside](Case& c) { Judge(c, refusal, beside); });
    }
  }
}

// A layer refuses the devices of its instance; another instance does not have it.
void JudgeLayer(Case& c, int place, const std::string& behaviour) {
  const std::vector<std::string> layers = NumberedLayers(kLayersOfRefusals);
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(NamedDriver(kGoodDriver));
  for (int i = 0; i < kLayersOfRefusals; ++i) {
    Layer layer(layers[static_cast<size_t>(i)]);
    world.With(i == place ? layer.Behaviour(behaviour) : layer);
  }
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (app.CreateInstance({.layers = layers}) != VK_SUCCESS) return;
    RequestTwice(app, {});
    AppEvent{kLater};
    InAnotherThread([&] {
      app.UseInstance();
      app.DestroyInstance();
      if (app.CreateInstance({.layers = WithoutRefusing(place)}) != VK_SUCCESS) return;
      UseOneDevice(app);
      app.DestroyInstance();
    });
  });
  std::vector<std::string> mocks = layers;
  mocks.emplace_back(kGoodDriver);
  ExpectLaterCalls(seen);
  ExpectNothingLeft(seen, mocks);
}

REGISTER_CASES {
  for (const RefusingPlace& at : kRefusingPlaces) {
    RegisterCase(
        Api::kVulkan, {policy::LS_VK_ROBUSTNESS_17},
        fmt::format("device_after_a_refusal_by_{}_before_the_call_down", at.name),
        [&at](Case& c) { JudgeLayer(c, at.place, R"({"results": {"vkCreateDevice": -3}})"); });
    RegisterCase(Api::kVulkan, {policy::LS_VK_ROBUSTNESS_17},
                 fmt::format("device_after_a_refusal_by_{}_after_the_call_down", at.name),
                 [&at](Case& c) {
                   JudgeLayer(c, at.place, R"({"results_after": {"vkCreateDevice": -3}})");
                 });
  }
}

}  // namespace
}  // namespace loadstone::suites::refused_devices
