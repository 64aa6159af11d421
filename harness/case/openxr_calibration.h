// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_OPENXR_CALIBRATION_H_
#define LOADSTONE_HARNESS_CASE_OPENXR_CALIBRATION_H_

#include <string>
#include <vector>

#include "harness/case/calibration.h"

namespace loadstone {

// Calibrate and RunCalibrationApp of an OpenXR loader.
Calibration CalibrateOpenXr(HostStage& stage, const std::vector<std::string>& roots);
void RunOpenXrCalibrationApp(const Subject& subject);

// The version that the file at `path` claims by its name, with links followed: 1.0.20 for
// libopenxr_loader.so.1.0.20; or, for a DLL, in its resources; and 1.0.0 where neither tells more.
policy::Version ClaimedOpenXrVersion(const std::string& path);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_OPENXR_CALIBRATION_H_
