// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_OPENXR_LAYER_TRANSCRIPT_H_
#define LOADSTONE_SUITES_OPENXR_LAYER_TRANSCRIPT_H_

#include <string>
#include <vector>

#include "suites/openxr_layer/layer_comparison.h"

namespace loadstone::suites {

// In the probe: an ordinary application that creates an instance with `layers` and traces a
// transcript of its results. Its flow depends on them: it makes fewer calls if something fails.
void RunXrApplication(OpenXrApp& app, const LayerNames& layers);

// The lines of the transcript.
std::vector<std::string> XrTranscript(const std::vector<Event>& events);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_OPENXR_LAYER_TRANSCRIPT_H_
