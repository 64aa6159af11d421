#include "harness/suites/vulkan/layer_targets.h"

// LoaderLayerInterface, "Requirements of Well-Behaved Layers", LLP_LAYER_22: as LLP_LAYER_21, for
// *pDevice.
namespace loadstone {
namespace {

constexpr TargetRule kRule = {"vkCreateDevice", "pdevice", "device_before", "write_device_first"};

[[maybe_unused]] const bool registered = [] {
  RegisterTargetCases(policy::LLP_LAYER_22, kRule);
  return true;
}();

}  // namespace
}  // namespace loadstone
