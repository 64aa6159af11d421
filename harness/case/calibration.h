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

// The case ID by which a probe knows that it shall run the app of calibration.
inline constexpr char kCalibrationApp[] = "calibration";

// What calibration found.
struct Calibration {
  SearchFolders folders;
  policy::Version api_version;
  std::string unread_key = {};  // see Subject
  // Empty, or what could not be found out, and what is taken in its place: the documented folders,
  // the version that every subject accepts.
  std::string trouble = {};
};

// The folders that a build of a loader may search: those that the documents name, those whose paths
// stand in the text of the binary, and `extra`. Each is a root such as /etc, without the part that
// begins with /vulkan or /openxr. Throws EnvironmentError if the file cannot be read.
std::vector<std::string> CandidateRoots(const std::string& binary,
                                        const std::vector<std::string>& extra);

// What is known of the subject's version before it has run: for an OpenXR loader the version of its
// file name (LS_XR policies are judged by it), for a Vulkan loader 1.0.0, which every one accepts.
policy::Version FirstVersion(const Subject& subject);

// Finds out, on small worlds with something in every candidate folder, which of them the subject
// searches and in which order, and which version it claims; that of an OpenXR loader is
// subject.api_version. Throws EnvironmentError if the subject is no loader of its API.
Calibration Calibrate(Sandbox& sandbox, const Subject& subject,
                      const std::vector<std::string>& roots);

// The app of calibration, in the probe.
void RunCalibrationApp(const Subject& subject);

// What the calibrations of all APIs share.

// Throws EnvironmentError on a machine on which nothing can be elevated: that is to be found out
// before the first case.
void CheckElevation(HostStage& stage);

// Runs the app of calibration in `world`. Throws EnvironmentError if the subject is no loader of
// its API or ends the process while it is loaded, and says in `trouble` when it did not come to its
// end later.
Observation RunCalibrationWorld(HostStage& stage, const World& world, std::string& trouble);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_CALIBRATION_H_
