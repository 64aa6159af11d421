// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_SUITES_VULKAN_LAYER_TRANSCRIPT_H_
#define LOADSTONE_HARNESS_SUITES_VULKAN_LAYER_TRANSCRIPT_H_

#include <string>
#include <vector>

#include "suites/suites.h"

// An application that makes as many queries as possible, to detect any difference between two
// machines.
namespace loadstone::suites {

// Makes all queries and attempts that must fail, with these layers; creates and uses a device on
// every physical device. Traces each answer as an event. Leaves handles out, because they differ
// each time.
void WriteTranscript(VulkanApp& app, const std::vector<std::string>& layers);

// The answers of the n-th WriteTranscript of the process, one line each.
std::vector<std::string> Transcript(const Observation& seen, size_t n);

// The first difference between two transcripts, for messages: "none", or the two lines.
std::string FirstDifference(const std::vector<std::string>& one,
                            const std::vector<std::string>& other);

}  // namespace loadstone::suites

#endif  // LOADSTONE_HARNESS_SUITES_VULKAN_LAYER_TRANSCRIPT_H_
