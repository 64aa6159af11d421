// SPDX-License-Identifier: Apache-2.0
// LS_VK_DRIVER_18: fences, events and semaphores of a device.

#include <fmt/format.h>

#include "suites/vulkan_driver/device_work.h"

namespace loadstone::suites::synchronization {
namespace {

constexpr uint64_t kInitialValue = 7;
constexpr uint64_t kLaterValue = 1000;

VkFence MakeFence(DeviceWork& work, VkFenceCreateFlags flags) {
  VkFenceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
  info.flags = flags;
  VkFence fence = VK_NULL_HANDLE;
  const VkResult result = WORK_CALL(work, vkCreateFence, work.device(), &info, nullptr, &fence);
  return work.Made("vkCreateFence", result) ? fence : VK_NULL_HANDLE;
}

void ExpectStatus(DeviceWork& work, VkFence fence, VkResult status, const char* which) {
  work.ExpectResult(fmt::format("vkGetFenceStatus of {}", which).c_str(), status,
                    WORK_CALL(work, vkGetFenceStatus, work.device(), fence));
}

// Waits for no time at all, for two fences of which only the first is signaled.
void WaitForTwo(DeviceWork& work, const VkFence (&fences)[2]) {
  const auto wait = [&](VkBool32 all, VkResult expected, const char* what) {
    work.ExpectResult(what, expected,
                      WORK_CALL(work, vkWaitForFences, work.device(), 2u, fences, all, 0u));
  };
  wait(VK_TRUE, VK_TIMEOUT, "vkWaitForFences for both of a signaled and an unsignaled fence");
  wait(VK_FALSE, VK_SUCCESS, "vkWaitForFences for either of a signaled and an unsignaled fence");
}

void UseFences(DeviceWork& work) {
  const VkFence fences[2] = {MakeFence(work, VK_FENCE_CREATE_SIGNALED_BIT), MakeFence(work, 0)};
  if (fences[0] != VK_NULL_HANDLE && fences[1] != VK_NULL_HANDLE) {
    work.Expect(fences[0] != fences[1], "two fences have one handle");
    ExpectStatus(work, fences[0], VK_SUCCESS, "a fence that is created signaled");
    ExpectStatus(work, fences[1], VK_NOT_READY, "a fence that is created unsignaled");
    WaitForTwo(work, fences);
    work.ExpectResult("vkResetFences", VK_SUCCESS,
                      WORK_CALL(work, vkResetFences, work.device(), 2u, fences));
    for (VkFence fence : fences) ExpectStatus(work, fence, VK_NOT_READY, "a fence after its reset");
    // Without work, only the fence is signaled.
    const VkSubmitInfo* none = nullptr;
    work.ExpectResult("vkQueueSubmit with a fence alone", VK_SUCCESS,
                      WORK_CALL(work, vkQueueSubmit, work.app().queue(), 0u, none, fences[1]));
    work.ExpectResult("vkQueueWaitIdle", VK_SUCCESS,
                      WORK_CALL(work, vkQueueWaitIdle, work.app().queue()));
    ExpectStatus(work, fences[1], VK_SUCCESS, "a submitted fence after vkQueueWaitIdle");
    ExpectStatus(work, fences[0], VK_NOT_READY, "a fence that was not submitted");
  }
  for (VkFence fence : fences) WORK_CALL_VOID(work, vkDestroyFence, work.device(), fence, nullptr);
}

void UseEvents(DeviceWork& work) {
  VkEventCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO;
  VkEvent event = VK_NULL_HANDLE;
  const VkResult result = WORK_CALL(work, vkCreateEvent, work.device(), &info, nullptr, &event);
  if (!work.Made("vkCreateEvent", result)) return;
  const auto expect = [&](VkResult status, const char* when) {
    work.ExpectResult(fmt::format("vkGetEventStatus {}", when).c_str(), status,
                      WORK_CALL(work, vkGetEventStatus, work.device(), event));
  };
  expect(VK_EVENT_RESET, "of a new event");
  work.ExpectResult("vkSetEvent", VK_SUCCESS, WORK_CALL(work, vkSetEvent, work.device(), event));
  expect(VK_EVENT_SET, "after vkSetEvent");
  work.ExpectResult("vkResetEvent", VK_SUCCESS,
                    WORK_CALL(work, vkResetEvent, work.device(), event));
  expect(VK_EVENT_RESET, "after vkResetEvent");
  WORK_CALL_VOID(work, vkDestroyEvent, work.device(), event, nullptr);
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_18, fences_and_events_have_their_states) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, [](const ComponentUnderTest& driver) {
    WithDevice(driver, 0, nullptr, [](DeviceWork& work) {
      UseFences(work);
      UseEvents(work);
    });
  });
  JudgeWork(seen, "fences and events have the states that creation, commands and the queue set");
}

VkSemaphore MakeTimeline(DeviceWork& work) {
  VkSemaphoreTypeCreateInfo type = {};
  type.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO;
  type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
  type.initialValue = kInitialValue;
  VkSemaphoreCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO;
  info.pNext = &type;
  VkSemaphore semaphore = VK_NULL_HANDLE;
  const VkResult result =
      WORK_CALL(work, vkCreateSemaphore, work.device(), &info, nullptr, &semaphore);
  return work.Made("vkCreateSemaphore", result) ? semaphore : VK_NULL_HANDLE;
}

void ExpectValue(DeviceWork& work, VkSemaphore semaphore, uint64_t expected, const char* when) {
  uint64_t value = ~uint64_t{0};
  work.ExpectResult("vkGetSemaphoreCounterValue", VK_SUCCESS,
                    WORK_CALL(work, vkGetSemaphoreCounterValue, work.device(), semaphore, &value));
  work.Expect(value == expected,
              fmt::format("the value {} is {} instead of {}", when, value, expected));
}

// Waits for no time at all, for values of two semaphores.
void ExpectWait(DeviceWork& work, const VkSemaphore (&semaphores)[2], const uint64_t (&values)[2],
                VkSemaphoreWaitFlags flags, VkResult expected, const char* what) {
  VkSemaphoreWaitInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO;
  info.flags = flags;
  info.semaphoreCount = 2;
  info.pSemaphores = semaphores;
  info.pValues = values;
  work.ExpectResult(what, expected, WORK_CALL(work, vkWaitSemaphores, work.device(), &info, 0u));
}

void SubmitSignal(DeviceWork& work, VkSemaphore semaphore, uint64_t value) {
  VkTimelineSemaphoreSubmitInfo timeline = {};
  timeline.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO;
  timeline.signalSemaphoreValueCount = 1;
  timeline.pSignalSemaphoreValues = &value;
  VkSubmitInfo submit = {};
  submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  submit.pNext = &timeline;
  submit.signalSemaphoreCount = 1;
  submit.pSignalSemaphores = &semaphore;
  const VkFence no_fence = VK_NULL_HANDLE;
  work.ExpectResult("vkQueueSubmit that signals a semaphore", VK_SUCCESS,
                    WORK_CALL(work, vkQueueSubmit, work.app().queue(), 1u, &submit, no_fence));
  work.ExpectResult("vkQueueWaitIdle", VK_SUCCESS,
                    WORK_CALL(work, vkQueueWaitIdle, work.app().queue()));
}

void UseTimelines(DeviceWork& work) {
  const VkSemaphore both[2] = {MakeTimeline(work), MakeTimeline(work)};
  if (both[0] != VK_NULL_HANDLE && both[1] != VK_NULL_HANDLE) {
    ExpectValue(work, both[0], kInitialValue, "after creation");
    VkSemaphoreSignalInfo signal = {};
    signal.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO;
    signal.semaphore = both[0];
    signal.value = kInitialValue + 1;
    work.ExpectResult("vkSignalSemaphore", VK_SUCCESS,
                      WORK_CALL(work, vkSignalSemaphore, work.device(), &signal));
    ExpectValue(work, both[0], kInitialValue + 1, "after vkSignalSemaphore");
    ExpectValue(work, both[1], kInitialValue, "of another semaphore");
    constexpr uint64_t kReached[2] = {kInitialValue + 1, kInitialValue};
    constexpr uint64_t kFirstReached[2] = {kInitialValue + 1, kInitialValue + 1};
    ExpectWait(work, both, kReached, 0, VK_SUCCESS, "vkWaitSemaphores for values that are reached");
    ExpectWait(work, both, kFirstReached, 0, VK_TIMEOUT,
               "vkWaitSemaphores for both values, of which one is reached");
    ExpectWait(work, both, kFirstReached, VK_SEMAPHORE_WAIT_ANY_BIT, VK_SUCCESS,
               "vkWaitSemaphores for either value, of which one is reached");
    SubmitSignal(work, both[1], kLaterValue);
    ExpectValue(work, both[1], kLaterValue, "after a submission that signals it");
  }
  for (VkSemaphore each : both) {
    WORK_CALL_VOID(work, vkDestroySemaphore, work.device(), each, nullptr);
  }
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_18, timeline_semaphores_have_their_values) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, [](const ComponentUnderTest& driver) {
    // Each device of Vulkan 1.2 supports this feature.
    VkPhysicalDeviceTimelineSemaphoreFeatures feature = {};
    feature.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES;
    feature.timelineSemaphore = VK_TRUE;
    WithDevice(driver, 2, &feature, UseTimelines);
  });
  JudgeWork(seen, "timeline semaphores have the values that creation, commands and the queue set");
}

}  // namespace
}  // namespace loadstone::suites::synchronization
