// SPDX-License-Identifier: Apache-2.0
#include "suites/common/linux_leftovers.h"

#include "policies/policy_ids.h"
#include "suites/openxr/layers.h"

// LS_XR_ROBUSTNESS_2: files that a loader leaves open in calls that read valid and bad
// manifests.
namespace loadstone::suites::xr_leftovers {
namespace {

constexpr char kExplicit[] = "XR_APILAYER_LS_explicit";

OpenXrWorld WorldWithBadManifests(const Subject& subject) {
  OpenXrWorld world(subject);
  world.With(ApiLayer("XR_APILAYER_LS_implicit").Implicit()).With(ApiLayer(kExplicit));
  AddBadManifests(world, XrExplicitFolder("/etc"));
  AddBadManifests(world, XrImplicitFolder("/etc"));
  return world;
}

OPENXR_CASE(LS_XR_ROBUSTNESS_2, files_of_enumerations) {
  JudgeDescriptors<OpenXrApp>(c, WorldWithBadManifests(c.subject()), [](OpenXrApp& app) {
    app.EnumerateLayers();
    app.EnumerateExtensions();
  });
}

OPENXR_CASE(LS_XR_ROBUSTNESS_2, files_of_instances) {
  JudgeDescriptors<OpenXrApp>(c, WorldWithBadManifests(c.subject()),
                              [](OpenXrApp& app) { app.RunFullSequence({.layers = {kExplicit}}); });
}

}  // namespace
}  // namespace loadstone::suites::xr_leftovers
