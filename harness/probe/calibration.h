#ifndef LOADSTONE_HARNESS_PROBE_CALIBRATION_H_
#define LOADSTONE_HARNESS_PROBE_CALIBRATION_H_

#include <string>
#include <vector>

#include "harness/sandbox/sandbox.h"
#include "harness/world/subject.h"

namespace loadstone {

// The case ID by which a probe knows that it shall run the app of calibration.
inline constexpr char kCalibrationApp[] = "calibration";

// What calibration found.
struct Calibration {
  SearchFolders folders;
  policy::Version api_version;
  // Empty, or why the findings above are the documented folders and not seen ones.
  std::string trouble;
};

// The folders that a build of a Vulkan loader may search: those that the documents name, those
// whose paths stand in the text of the binary, and `extra`. Each is a root such as /etc, without
// the part that begins with /vulkan. Throws EnvironmentError if the file cannot be read.
std::vector<std::string> CandidateRoots(const std::string& binary,
                                        const std::vector<std::string>& extra);

// Finds out, on small worlds with something in every candidate folder, which of them the subject
// searches and in which order. Throws EnvironmentError if the subject is no Vulkan loader.
Calibration CalibrateVulkan(Sandbox& sandbox, const Subject& subject,
                            const std::vector<std::string>& roots);

// The app of calibration, in the probe.
void RunCalibrationApp(const Subject& subject);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_PROBE_CALIBRATION_H_
