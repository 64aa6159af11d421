// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_OPENXR_LAYER_LAYER_COMPARISON_H_
#define LOADSTONE_SUITES_OPENXR_LAYER_LAYER_COMPARISON_H_

#include <functional>
#include <string>
#include <vector>

#include "harness/probe/openxr_app.h"
#include "harness/world/openxr_world.h"
#include "mock_layers/openxr/witness.h"
#include "suites/common/layer_comparison.h"

namespace loadstone::suites {

// The mock API layers above and below the judged layer.
inline constexpr char kXrAbove[] = "XR_APILAYER_LS_above";
inline constexpr char kXrBelow[] = "XR_APILAYER_LS_below";
// A function that only the runtime has.
inline constexpr char kXrRuntimeFunction[] = "xrLoadstoneRuntimeLS";

// The case that judges a crash or failure of the layer; other cases are skipped because of it.
inline constexpr char kXrSurvives[] = "LS_XR_LAYER_12/application_comes_to_its_end";
inline constexpr char kXrSameResults[] = "LS_XR_LAYER_12/application_sees_the_same";

// What the witnesses trace when an instance is created.
inline constexpr char kXrLayerCreate[] = "xrCreateApiLayerInstance";

// The commands of RunXrApplication, except creation and destruction of the instance; the witnesses
// trace them.
std::vector<std::string> XrApplicationCommands();

// Additional members of the configurations of the witnesses and the runtime, as JSON objects.
struct XrWitnesses {
  std::string above = "{}";
  std::string below = "{}";
  std::string runtime = "{}";
};

// The world of RunXrTwice, in which `implicit` installs the judged layer as an implicit one that is
// on, or enables it by XR_ENABLE_API_LAYERS if it is made as an explicit one; both enable it
// implicitly ("API Layers and Extensions" of the API specification).
OpenXrWorld XrWorldWith(const Case& c, const XrWitnesses& witnesses, bool implicit = false);

// Runs `app` twice with the layers that it must request. Throws like LayerComparison.
LayerComparison RunXrTwice(Case& c, const std::function<void(OpenXrApp&, const LayerNames&)>& app,
                           const XrWitnesses& witnesses = {});

// The ends of the creations of instances in a part, as the witness above returned from them.
std::vector<Event> XrCreationsAbove(const std::vector<Event>& events);

// Why no creation of an instance reached the witness below with the layer. Throws HarnessError if
// none did without it.
SkipReason WhyNoXrCreation(const LayerComparison& runs);

// Expects that the layer's own calls of these commands do not enter the chain above it, and do not
// bypass the layer below. The application must not make more calls than without the layer.
void ExpectAddedCallsGoDown(const LayerComparison& runs, const std::vector<std::string>& commands);

// In the probe: creates an instance with `layers` and the rest of `request`, and traces whether the
// layer is in its chain.
bool CreateXrInstanceBetween(OpenXrApp& app, const LayerNames& layers,
                             XrInstanceRequest request = {});

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_OPENXR_LAYER_LAYER_COMPARISON_H_
