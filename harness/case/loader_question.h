// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_LOADER_QUESTION_H_
#define LOADSTONE_HARNESS_CASE_LOADER_QUESTION_H_

#include <functional>
#include <string>

#include "harness/policy/kinds.h"

namespace loadstone {

// The first argument of a probe that asks a loader; the API, the path of the loader and the file
// for the answers follow.
inline constexpr char kLoaderProbeWord[] = "ask-loader";

// Loads the loader at `path` into this process, lists the layers and creates an instance without
// layers. Calls `tell` with each answer, a line of JSON, at once, because the next step may end the
// process: "listed", the names of layers; "version", of a Vulkan loader; "created", the result of
// creating the instance, with "loaded", the files that are then mapped. Throws std::runtime_error
// if the loader cannot be asked.
void AskLoader(const std::string& path, Api api,
               const std::function<void(const std::string& line)>& tell);

// What such a probe does: appends these lines, or "problem", to the existing file `answers`. Ends
// the process.
int AskLoaderInProbe(const std::string& api, const std::string& path, const std::string& answers);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_LOADER_QUESTION_H_
