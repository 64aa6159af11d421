// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_VULKAN_ORACLE_H_
#define LOADSTONE_ORACLE_VULKAN_ORACLE_H_

#include "oracle/vulkan/expectation.h"

namespace loadstone::oracle::vulkan {

// The expectation for a machine, derived from the documents. `model` must outlive it.
Expectation Expect(const Machine& machine, const Model& model, const Subject& subject);

}  // namespace loadstone::oracle::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_ORACLE_H_
