// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_ERRORS_H_
#define LOADSTONE_HARNESS_ERRORS_H_

#include <stdexcept>

namespace loadstone {

// The harness could not do its own part: build the world, become privileged, keep the probe. It
// says nothing about the subject; the verdict is `error`.
class HarnessError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// This machine cannot run the harness at all. what() says why and what to do about it.
class EnvironmentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_ERRORS_H_
