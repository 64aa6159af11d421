// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_IMAGE_READ_IMAGE_H_
#define LOADSTONE_HARNESS_IMAGE_READ_IMAGE_H_

#include <string>

#include "harness/world/image_under_test.h"

namespace loadstone {

// Reads the unpacked partitions of a device with Android: a folder with system/, vendor/ and so on,
// as the device has them. `ndk_library` is the path of the NDK's libvulkan.so, or empty. Throws
// EnvironmentError in one line: no such folder, no image of Android, a file that is larger than any
// of its kind, more files than a machine has.
ImageUnderTest ReadImage(const std::string& folder, const std::string& ndk_library);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_IMAGE_READ_IMAGE_H_
