#include "harness/suites/vulkan/layer_links.h"

// LoaderLayerInterface, "Requirements of Well-Behaved Layers", LLP_LAYER_12: a layer moves the link
// information of vkCreateInstance on before it calls down. Below layers that do, each layer sees
// its own link; below one that does not, the document lets anything happen, and the layer is named.
namespace loadstone {
namespace {

constexpr LinkRule kRule = {"vkCreateInstance", "next_create_instance", "no_advance_instance"};

[[maybe_unused]] const bool registered = [] {
  RegisterLinkCases({policy::LLP_LAYER_12, policy::LS_VK_CHAIN_6, policy::LLP_LOADER_8}, kRule);
  return true;
}();

}  // namespace
}  // namespace loadstone
