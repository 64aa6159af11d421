// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_CALIBRATION_H_
#define LOADSTONE_HARNESS_CASE_CALIBRATION_H_

#include <string>
#include <vector>

#include "harness/case/host_stage.h"
#include "harness/case/observation.h"
#include "harness/sandbox/sandbox.h"
#include "harness/world/subject.h"

namespace loadstone {

// The case ID that makes the probe run the calibration app instead of a case.
inline constexpr char kCalibrationApp[] = "calibration";

// The results of calibration.
struct Calibration {
  SearchFolders folders;
  policy::Version api_version;
  std::string unread_key = {};  // see Subject::unread_key
  // Empty, or which properties could not be determined and what is assumed for them: the documented
  // folders, and the version that every subject accepts.
  std::string trouble = {};
};

// Returns the folders that a build of a loader may search: those that the documents name, those
// whose paths the binary contains as text, and `extra`. Each is a root such as /etc, without the
// part that begins with /vulkan or /openxr. Throws EnvironmentError if the file cannot be read.
std::vector<std::string> CandidateRoots(const std::string& binary,
                                        const std::vector<std::string>& extra);

// Returns the version to assume before the subject has run: for an OpenXR loader the version in its
// file name (LS_XR policies are judged by it), for a Vulkan loader 1.0.0, which every Vulkan loader
// accepts.
policy::Version FirstVersion(const Subject& subject);

// Determines, in small worlds with components in every candidate folder, which of these folders the
// subject searches, in which order, and which version it reports; for an OpenXR loader the version
// is subject.api_version. Throws EnvironmentError if the subject is not a loader of its API.
Calibration Calibrate(Sandbox& sandbox, const Subject& subject,
                      const std::vector<std::string>& roots);

// Runs the calibration app; called in the probe.
void RunCalibrationApp(const Subject& subject);

// The functions below are shared by the calibrations of both APIs.

// Throws EnvironmentError if this machine cannot start elevated processes, so that the run ends
// before the first case.
void CheckElevation(HostStage& stage);

// Runs the calibration app in `world`. Throws EnvironmentError if the subject is not a loader of
// its API or ends the process while it is loaded. If the process ends early after that, `trouble`
// receives the reason.
Observation RunCalibrationWorld(HostStage& stage, const World& world, std::string& trouble);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_CALIBRATION_H_
