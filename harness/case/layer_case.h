#ifndef LOADSTONE_HARNESS_CASE_LAYER_CASE_H_
#define LOADSTONE_HARNESS_CASE_LAYER_CASE_H_

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "harness/case/case.h"
#include "harness/case/expect.h"
#include "harness/probe/app_trace.h"

// A case that judges a layer; the subject of the run holds the layer, and the loader that serves
// it. Only `check-layer` runs it. Everything else is as for VULKAN_CASE.
#define VULKAN_LAYER_CASE(owner, name, ...) \
  LOADSTONE_CASE("vulkan", ::loadstone::kLayerSubject, owner, name __VA_OPT__(, ) __VA_ARGS__)
#define OPENXR_LAYER_CASE(owner, name, ...) \
  LOADSTONE_CASE("openxr", ::loadstone::kLayerSubject, owner, name __VA_OPT__(, ) __VA_ARGS__)

// Ends a case as skipped where `reason`, a text, is not empty.
#define SKIP_FOR(reason) \
  if (const std::string why_skipped = (reason); !why_skipped.empty()) GTEST_SKIP() << why_skipped

namespace loadstone {

// The layer that the case judges. Throws HarnessError outside of check-layer.
const LayerUnderTest& LayerOf(const Case& c);

// Why nothing can be told that needs the layer's library; empty where it can.
std::string WhyNoLibrary(const Case& c);
// Why nothing can be told that needs the members of the manifest.
std::string WhyNoMembers(const Case& c);

// Gives `world` what the layer's library needs in order to be loaded.
void ShowLibrary(World& world, const LayerUnderTest& layer);

// In the probe: loads the layer's library. Throws HarnessError where the linker refuses.
void* OpenLayer(const LayerUnderTest& layer);

// Runs `app` in a world that has the layer's library, and no loader is asked for anything. How the
// process ends is left to the case.
Observation RunAlone(Case& c, const std::function<void(const LayerUnderTest&)>& app);

// Why an observation tells nothing: the application did not come to its end, which is the matter of
// `owner`, the case that fails for it. Empty where it did.
std::string WhyNotSeen(const Observation& seen, const std::string& owner);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_LAYER_CASE_H_
