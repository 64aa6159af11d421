// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_IMAGE_READ_IMAGE_H_
#define LOADSTONE_HARNESS_IMAGE_READ_IMAGE_H_

#include <string>

#include "harness/world/image_under_test.h"

namespace loadstone {

// Reads the unpacked partitions of an Android device: a folder with system/, vendor/ and so on, as
// on the device. `ndk_library` is the path of the NDK's libvulkan.so, or empty. Throws
// EnvironmentError in one line: no such folder, not an Android image, a file above the size limit
// of its kind, or too many files.
ImageUnderTest ReadImage(const std::string& folder, const std::string& ndk_library);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_IMAGE_READ_IMAGE_H_
