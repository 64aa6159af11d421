// SPDX-License-Identifier: Apache-2.0
// Swapchains without images, and the layers of frames. OpenXR specification, "Swapchain Image
// Management" and "Compositing".
#include "interfaces/openxr/handles.h"
#include "mock_runtime/openxr/instance.h"

namespace loadstone::mock {
namespace {

struct Swapchain {
  HandleObject object;
};

XrResult CheckSwapchain(const char* function, XrSwapchain swapchain) {
  return CheckHandle(function, swapchain, XR_OBJECT_TYPE_SWAPCHAIN);
}

XrResult CheckProjection(const char* function, const XrCompositionLayerProjection& layer) {
  if (layer.viewCount == 0 || layer.views == nullptr) {
    return Violation(function, "a projection layer without views", XR_ERROR_VALIDATION_FAILURE);
  }
  for (uint32_t i = 0; i < layer.viewCount; ++i) {
    const XrCompositionLayerProjectionView& view = layer.views[i];
    XrResult result = CheckStructure(function, &view, XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW);
    if (result == XR_SUCCESS) result = CheckSwapchain(function, view.subImage.swapchain);
    if (result != XR_SUCCESS) return result;
  }
  return XR_SUCCESS;
}

// The layers that need no extension.
XrResult CheckLayer(const char* function, const XrCompositionLayerBaseHeader* layer) {
  if (layer == nullptr) return XR_ERROR_LAYER_INVALID;
  const bool projection = layer->type == XR_TYPE_COMPOSITION_LAYER_PROJECTION;
  XrResult result = CheckStructure(
      function, layer,
      projection ? XR_TYPE_COMPOSITION_LAYER_PROJECTION : XR_TYPE_COMPOSITION_LAYER_QUAD);
  if (result == XR_SUCCESS) result = CheckHandle(function, layer->space, XR_OBJECT_TYPE_SPACE);
  if (result != XR_SUCCESS) return result;
  if (projection) {
    return CheckProjection(function, *reinterpret_cast<const XrCompositionLayerProjection*>(layer));
  }
  const auto* quad = reinterpret_cast<const XrCompositionLayerQuad*>(layer);
  return CheckSwapchain(function, quad->subImage.swapchain);
}

}  // namespace

XrResult CheckLayers(const char* function, const XrFrameEndInfo& info) {
  if (info.layerCount > 0 && info.layers == nullptr) {
    return Violation(function, "no array of layers", XR_ERROR_VALIDATION_FAILURE);
  }
  for (uint32_t i = 0; i < info.layerCount; ++i) {
    const XrResult result = CheckLayer(function, info.layers[i]);
    if (result != XR_SUCCESS) return result;
  }
  return XR_SUCCESS;
}

COMMAND(xrEnumerateSwapchainFormats, XrSession session, uint32_t capacity, uint32_t* count,
        int64_t* formats) {
  constexpr char kName[] = "xrEnumerateSwapchainFormats";
  XrResult result;
  if (Enter(kName, &result)) return result;
  result = CheckHandle(kName, session, XR_OBJECT_TYPE_SESSION);
  if (result == XR_SUCCESS) {
    result = Give(kName, 1, capacity, count, formats, [&](uint32_t i) {
      formats[i] = 1;
      return XR_SUCCESS;
    });
  }
  return Traced(kName, session, result);
}

COMMAND(xrCreateSwapchain, XrSession session, const XrSwapchainCreateInfo* info,
        XrSwapchain* swapchain) {
  XrResult result;
  if (Enter("xrCreateSwapchain", &result)) return result;
  result = CheckHandle("xrCreateSwapchain", session, XR_OBJECT_TYPE_SESSION);
  if (result == XR_SUCCESS) {
    result = CheckStructure("xrCreateSwapchain", info, XR_TYPE_SWAPCHAIN_CREATE_INFO);
  }
  if (result == XR_SUCCESS) result = CheckOutputPointer("xrCreateSwapchain", swapchain);
  if (result != XR_SUCCESS) return Traced("xrCreateSwapchain", session, result);
  auto* made = New<Swapchain>(XR_OBJECT_TYPE_SWAPCHAIN, session);
  if (made == nullptr) return Traced("xrCreateSwapchain", session, XR_ERROR_OUT_OF_MEMORY);
  *swapchain = HandleOf<XrSwapchain>(made);
  return Traced("xrCreateSwapchain", made, XR_SUCCESS);
}

COMMAND(xrDestroySwapchain, XrSwapchain swapchain) {
  XrResult result;
  if (Enter("xrDestroySwapchain", &result)) return result;
  result = CheckSwapchain("xrDestroySwapchain", swapchain);
  Traced("xrDestroySwapchain", swapchain, result);
  if (result == XR_SUCCESS) DeleteObject(swapchain);
  return result;
}

COMMAND(xrEnumerateSwapchainImages, XrSwapchain swapchain, uint32_t, uint32_t* count,
        XrSwapchainImageBaseHeader*) {
  constexpr char kName[] = "xrEnumerateSwapchainImages";
  XrResult result;
  if (Enter(kName, &result)) return result;
  result = CheckSwapchain(kName, swapchain);
  // Without graphics there are no swapchain images.
  if (result == XR_SUCCESS) result = CheckOutputPointer(kName, count);
  if (result == XR_SUCCESS) *count = 0;
  return Traced(kName, swapchain, result);
}

COMMAND(xrAcquireSwapchainImage, XrSwapchain swapchain, const XrSwapchainImageAcquireInfo* info,
        uint32_t* index) {
  constexpr char kName[] = "xrAcquireSwapchainImage";
  XrResult result;
  if (Enter(kName, &result)) return result;
  result = CheckSwapchain(kName, swapchain);
  // The structure is optional here.
  if (result == XR_SUCCESS && info != nullptr) {
    result = CheckStructure(kName, info, XR_TYPE_SWAPCHAIN_IMAGE_ACQUIRE_INFO);
  }
  if (result == XR_SUCCESS) result = CheckOutputPointer(kName, index);
  if (result == XR_SUCCESS) *index = 0;
  return Traced(kName, swapchain, result);
}

}  // namespace loadstone::mock
