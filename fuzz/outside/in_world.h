// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_IN_WORLD_H_
#define LOADSTONE_FUZZ_OUTSIDE_IN_WORLD_H_

#include <string>

namespace loadstone::fuzz {

// The first word of the command line of a fuzzing probe.
inline constexpr char kFuzzProbeWord[] = "fuzz-in-world";

// Events that the probe writes to the trace, as the application.
inline constexpr char kSuspectEvent[] =
    "suspect";  // policy, cause, expected, observed, match, ending, input, before
inline constexpr char kSliceEvent[] = "slice";  // inputs, creates, microseconds, corpus, places
inline constexpr char kKeptEvent[] = "kept";    // input

// The main function of a fuzzing probe. Takes the subject and the order as JSON.
[[noreturn]] void FuzzProbeMain(const std::string& subject_json, const std::string& order_json);

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_IN_WORLD_H_
