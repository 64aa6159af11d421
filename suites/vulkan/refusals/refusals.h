// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_REFUSALS_REFUSALS_H_
#define LOADSTONE_SUITES_VULKAN_REFUSALS_REFUSALS_H_

#include <fmt/format.h>

#include <functional>
#include <string>
#include <vector>

#include "harness/probe/app_trace.h"
#include "policies/reading_ids.h"
#include "suites/common/threads.h"
#include "suites/vulkan/drivers/drivers.h"
#include "suites/vulkan/layer_work.h"
#include "suites/vulkan/undestroyed.h"

// Applications that something refuses, and which then go on in another thread.
namespace loadstone::suites {

inline constexpr int kLayersOfRefusals = 3;

// The place of the layer that refuses, among them.
struct RefusingPlace {
  const char* name;
  int place;
};

inline constexpr RefusingPlace kRefusingPlaces[] = {
    {"first_layer", 0}, {"middle_layer", 1}, {"last_layer", 2}};

// The layers without the one at that place.
inline std::vector<std::string> WithoutRefusing(int place) {
  std::vector<std::string> names = NumberedLayers(kLayersOfRefusals);
  names.erase(names.begin() + place);
  return names;
}

// The event of the application that separates its refused calls from the later ones.
inline constexpr char kLater[] = "later";

// Creates, uses and destroys a device of the current instance, one with that physical device.
inline void UseOneDevice(VulkanApp& app, uint32_t physical_device = 0) {
  if (app.CreateDevice({.physical_device = physical_device}) != VK_SUCCESS) return;
  app.UseDevice();
  app.DestroyDevice();
}

// "command result" for each call of the application after the refused ones.
inline std::vector<std::string> LaterResults(const Observation& seen) {
  std::vector<std::string> results;
  bool later = false;
  for (const Event& event : seen.Select(kAppName, {})) {
    later |= event.what() == kLater;
    if (!later || event.phase() != "leave" || !event.Has("result")) continue;
    results.push_back(fmt::format("{} {}", event.what(), event.Number("result")));
  }
  return results;
}

// Expects that everything succeeded that nothing refused, among that a vkCreateDevice.
inline void ExpectLaterCalls(const Observation& seen) {
  EXPECT_SEEN(LaterResults(seen), AllOf(Contains("vkCreateDevice 0"), Each(EndsWith(" 0"))))
      << "calls that nothing refuses succeed after a refusal, in another thread, too";
}

inline void ExpectValidCalls(const Observation& seen) {
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "drivers and layers get only valid calls, also after a refusal";
}

// Expects that these layers and drivers have no objects at the end.
inline void ExpectNothingLeft(const Observation& seen, const std::vector<std::string>& mocks) {
  EXPECT_SEEN(Undestroyed(seen, mocks), IsEmpty())
      << "what drivers and layers created is destroyed, once, also after a refusal";
  ExpectValidCalls(seen);
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_REFUSALS_REFUSALS_H_
