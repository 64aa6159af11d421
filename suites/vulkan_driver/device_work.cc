// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan_driver/device_work.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "suites/vulkan_driver/device_facts.h"

namespace loadstone::suites {
namespace {

constexpr char kWrong[] = "wrong";
constexpr char kUnmade[] = "not made";
constexpr char kTooOld[] = "too old";

bool IsLackOfPlace(VkResult result) {
  return result == VK_ERROR_OUT_OF_HOST_MEMORY || result == VK_ERROR_OUT_OF_DEVICE_MEMORY ||
         result == VK_ERROR_TOO_MANY_OBJECTS || result == VK_ERROR_OUT_OF_POOL_MEMORY ||
         result == VK_ERROR_FRAGMENTED_POOL;
}

}  // namespace

void DeviceWork::Expect(bool holds, const std::string& what) {
  if (!holds) wrong_.push_back(what);
}

void DeviceWork::ExpectResult(const char* call, VkResult expected, VkResult result) {
  Expect(result == expected,
         fmt::format("{} gives VkResult {} instead of {}", call, int{result}, int{expected}));
}

bool DeviceWork::Made(const char* call, VkResult result) {
  if (IsLackOfPlace(result)) {
    unmade_ = fmt::format("{} gives VkResult {}", call, int{result});
  } else {
    ExpectResult(call, VK_SUCCESS, result);
  }
  return result == VK_SUCCESS;
}

void DeviceWork::Finish() const {
  if (!unmade_.empty()) Note(kUnmade, unmade_);
  Note(kWrong, fmt::format("{}", fmt::join(wrong_, "; ")));
}

void WithDevice(const ComponentUnderTest& driver, uint32_t minor, const void* next,
                const std::function<void(DeviceWork&)>& task) {
  DriverApp app(driver);
  if (!app.usable() || app.CreateInstance() != VK_SUCCESS) return;
  const std::vector<VkPhysicalDevice> devices = app.PhysicalDevices();
  if (devices.empty()) return;
  if (DeviceMinor(driver, app, devices.front()) < minor)
    return Note(kTooOld, std::to_string(minor));
  if (app.CreateDevice(devices.front(), {.next = next}) != VK_SUCCESS) return;
  DeviceWork work(app);
  task(work);
  work.Finish();
  app.DestroyDevice();
  app.DestroyInstance();
}

void JudgeWork(const Observation& seen, const char* requirement) {
  auto answers = Answers(seen.events());
  if (answers.contains(kTooOld)) {
    GTEST_SKIP() << "the physical device does not have Vulkan 1." << answers[kTooOld];
  }
  SKIP_FOR(WhyNoDevice(seen));
  SKIP_FOR(WhyNoAnswer(seen, kWrong));
  if (answers[kWrong].empty() && answers.contains(kUnmade)) GTEST_SKIP() << answers[kUnmade];
  EXPECT_SEEN(answers[kWrong], "") << requirement;
}

}  // namespace loadstone::suites
