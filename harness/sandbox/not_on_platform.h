// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_SANDBOX_NOT_ON_PLATFORM_H_
#define LOADSTONE_HARNESS_SANDBOX_NOT_ON_PLATFORM_H_

#include <stdexcept>

namespace loadstone {

// Thrown for a world that the platform of the subject cannot have: the case is skipped, with what()
// as its reason.
class NotOnPlatform : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SANDBOX_NOT_ON_PLATFORM_H_
