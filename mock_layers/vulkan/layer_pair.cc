// SPDX-License-Identifier: Apache-2.0
// One library with two layers, whose negotiation functions have names of their own: each forwards
// to the mock beside it, <own path>.first and <own path>.second. A variant also exports a function
// with the standard name, which no manifest declares: it forwards to <own path>.standard.

#include <vulkan/vk_layer.h>

#include "mock_common/beside.h"

namespace {

VkResult Negotiate(const char* suffix, VkNegotiateLayerInterface* interface) {
  const auto function =
      reinterpret_cast<PFN_vkNegotiateLoaderLayerInterfaceVersion>(loadstone::mock::FindBeside(
          reinterpret_cast<void*>(&Negotiate), suffix, "vkNegotiateLoaderLayerInterfaceVersion"));
  return function == nullptr ? VK_ERROR_INITIALIZATION_FAILED : function(interface);
}

}  // namespace

extern "C" {

VKAPI_ATTR VkResult VKAPI_CALL lsNegotiateFirst(VkNegotiateLayerInterface* interface) {
  return Negotiate(".first", interface);
}

VKAPI_ATTR VkResult VKAPI_CALL lsNegotiateSecond(VkNegotiateLayerInterface* interface) {
  return Negotiate(".second", interface);
}

VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface* interface) {
  return Negotiate(".standard", interface);
}

}  // extern "C"
