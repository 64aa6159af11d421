#ifndef LOADSTONE_ORACLE_VULKAN_ORACLE_H_
#define LOADSTONE_ORACLE_VULKAN_ORACLE_H_

#include "oracle/vulkan/expectation.h"

namespace loadstone::fuzz::vulkan {

// What the documents make of an input. `model` must outlive it.
Expectation Expect(const Input& input, const Model& model, const Subject& subject);

}  // namespace loadstone::fuzz::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_ORACLE_H_
