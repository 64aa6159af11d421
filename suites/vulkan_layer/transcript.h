// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_LAYER_TRANSCRIPT_H_
#define LOADSTONE_SUITES_VULKAN_LAYER_TRANSCRIPT_H_

#include <functional>
#include <string>
#include <vector>

#include "suites/vulkan_layer/layer_comparison.h"

// An application that runs with and without the layer writes a transcript: lines that do not depend
// on handles or on the order of devices. LLP_LAYER_1 demands that they are the same.
namespace loadstone::suites {

// The minor version of the newest Vulkan 1 that the headers have.
#ifdef VK_VERSION_1_4
inline constexpr uint32_t kNewestMinor = 4;
#else
inline constexpr uint32_t kNewestMinor = 3;
#endif

// The newest version, up to that of the headers, whose functions an application may use with the
// layer: its api_version says which functions it supports ("Layer Manifest File Format").
uint32_t VersionForApplications(const LayerUnderTest& layer);
// Why a case that uses functions of Vulkan 1.1 must be skipped.
SkipReason WhyNotOfVersion11(const LayerUnderTest& layer);

// In the probe: adds a line to the transcript, or "CALL gives RESULT". TraceCall returns whether
// the call succeeded.
void TraceLine(const std::string& line);
bool TraceCall(const std::string& call, VkResult result);
// In the probe: traces that an optional part of the application cannot run, because there is no
// `what`. A layer may remove it.
void TraceNotOffered(const std::string& what);

// In the probe: runs `app` in `count` threads that begin at the same time, with the thread's number
// from 1 on, and waits for all. The transcript has the lines of the calling thread first, then
// those of each thread.
void RunInThreads(int count, const std::function<void(int number)>& app);

// In the probe: an application that uses the usual objects once: an instance, the physical devices,
// a device, a queue, a buffer in memory, commands, a submission and a fence. It traces its results,
// and destroys everything. Returns at the first error.
void RunApplication(VulkanApp& app, const LayerNames& layers,
                    const VkAllocationCallbacks* allocator = nullptr);

// Like RunTwice, with an instance of that API version: an application that requests 1.0 has no
// VkApplicationInfo.
LayerComparison RunWithInstance(Case& c, uint32_t version,
                                const std::function<void(VulkanApp&)>& app,
                                const LayerWorld& how = {});

// The results of its calls in a part, in order.
std::vector<std::string> Transcript(const std::vector<Event>& events);

// The physical devices that it found in a part, in words, in any order.
std::vector<std::string> DevicesSeen(const std::vector<Event>& events);
// The names of those without a memory type that is HOST_VISIBLE and HOST_COHERENT, which
// VkPhysicalDeviceMemoryProperties must have.
std::vector<std::string> DevicesWithoutMemory(const std::vector<Event>& events);

// Whether the application once found no physical device, or got an error instead, as with a layer
// that is made for other devices.
bool ShowsNoDevices(const std::vector<Event>& events);

// The extension that the layer enabled on a device and that no component below has, if creating the
// device failed because of it: the layer is made for other drivers. Empty if there is none.
std::string UnsupportedDeviceExtension(const std::vector<Event>& events);

// Why the transcripts cannot be compared. Where the application did not finish, this is a finding
// of the case that judges a plain application or, if that one passes, of `judge` or of the first
// case that saw it.
SkipReason WhyNotComparable(const LayerComparison& runs, const std::string& judge = kSurvives);

// Fails the case for the first line of the transcript that the layer changed.
void ExpectSameResults(const LayerComparison& runs);
// Fails the case under LLP_LAYER_2, which it cites, if an invalid call reached a component below
// the layer, or else like ExpectSameResults.
void ExpectValidCallsAndSameResults(const LayerComparison& runs);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_LAYER_TRANSCRIPT_H_
