// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_VULKAN_CALIBRATION_H_
#define LOADSTONE_HARNESS_CASE_VULKAN_CALIBRATION_H_

#include <string>
#include <vector>

#include "harness/case/calibration.h"

namespace loadstone {

// Implement Calibrate and RunCalibrationApp for a Vulkan loader.
Calibration CalibrateVulkan(HostStage& stage, const std::vector<std::string>& roots);
void RunVulkanCalibrationApp(const Subject& subject);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_VULKAN_CALIBRATION_H_
