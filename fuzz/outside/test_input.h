// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_TEST_INPUT_H_
#define LOADSTONE_FUZZ_OUTSIDE_TEST_INPUT_H_

#include <string>

#include "fuzz/outside/input.h"
#include "oracle/vulkan/test_subject.h"

namespace loadstone::fuzz {

inline const std::string kFile = std::string(oracle::vulkan::kExplicitFolder) + "/a.json";

// A machine with one explicit layer, whose manifest is kFile.
inline Input OneLayer() {
  Input input;
  input.files[kFile] = oracle::vulkan::Manifest("VK_LAYER_LS_a", 0);
  return input;
}

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_TEST_INPUT_H_
