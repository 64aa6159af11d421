// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_OPENXR_LAYER_TRANSCRIPT_H_
#define LOADSTONE_SUITES_OPENXR_LAYER_TRANSCRIPT_H_

#include <optional>
#include <string>
#include <vector>

#include "suites/openxr_layer/layer_comparison.h"

namespace loadstone::suites {

// In the probe: an ordinary application that creates two instances with `layers`, one after
// another, uses each with two sessions, and traces a transcript of its results. Its flow depends on
// them: it makes fewer calls if something fails.
void RunXrApplication(OpenXrApp& app, const LayerNames& layers);

// In the probe: uses the current instance in the same way until after the first call of `last`,
// without a transcript. Returns the result of that call, or nothing if the application did not come
// to it.
std::optional<XrResult> RunXrApplicationUntil(OpenXrApp& app, const std::string& last);

// The lines of the transcript.
std::vector<std::string> XrTranscript(const std::vector<Event>& events);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_OPENXR_LAYER_TRANSCRIPT_H_
