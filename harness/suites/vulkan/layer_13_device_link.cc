#include "harness/suites/vulkan/layer_links.h"

// LoaderLayerInterface, "Requirements of Well-Behaved Layers", LLP_LAYER_13: as LLP_LAYER_12, for
// vkCreateDevice.
namespace loadstone {
namespace {

constexpr LinkRule kRule = {"vkCreateDevice", "next_create_device", "no_advance_device"};

[[maybe_unused]] const bool registered = [] {
  RegisterLinkCases({policy::LLP_LAYER_13, policy::LS_VK_CHAIN_6}, kRule);
  return true;
}();

}  // namespace
}  // namespace loadstone
