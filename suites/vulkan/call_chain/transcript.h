// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_SUITES_VULKAN_LAYER_TRANSCRIPT_H_
#define LOADSTONE_HARNESS_SUITES_VULKAN_LAYER_TRANSCRIPT_H_

#include <string>
#include <vector>

#include "suites/suites.h"

// An application that asks for everything it can think of, to see whether it can tell one machine
// from another.
namespace loadstone::suites {

// Asks for all that there is, and tries what must fail, with these layers; on every physical device
// a device is created and used. Each answer is an event. Handles are left out, being no two times
// the same.
void WriteTranscript(VulkanApp& app, const std::vector<std::string>& layers);

// What the n-th WriteTranscript of the process was told, one line for each answer.
std::vector<std::string> Transcript(const Observation& seen, size_t n);

// The first place where two transcripts part, for people: "none", or what was said in each.
std::string FirstDifference(const std::vector<std::string>& one,
                            const std::vector<std::string>& other);

}  // namespace loadstone::suites

#endif  // LOADSTONE_HARNESS_SUITES_VULKAN_LAYER_TRANSCRIPT_H_
