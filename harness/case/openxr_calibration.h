// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_OPENXR_CALIBRATION_H_
#define LOADSTONE_HARNESS_CASE_OPENXR_CALIBRATION_H_

#include <string>
#include <vector>

#include "harness/case/calibration.h"

namespace loadstone {

// Implement Calibrate and RunCalibrationApp for an OpenXR loader.
Calibration CalibrateOpenXr(HostStage& stage, const std::vector<std::string>& roots);
void RunOpenXrCalibrationApp(const Subject& subject);

// Returns the version that the file at `path` claims, with links followed: by its name (1.0.20 for
// libopenxr_loader.so.1.0.20), for a DLL by its resources, else 1.0.0.
policy::Version ClaimedOpenXrVersion(const std::string& path);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_OPENXR_CALIBRATION_H_
