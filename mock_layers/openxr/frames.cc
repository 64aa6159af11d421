// SPDX-License-Identifier: Apache-2.0
// The handles in structures that a layer passes down, for layers that wrap spaces or swapchains.
#include "mock_layers/openxr/behaviour.h"

namespace loadstone::mock {
namespace {

constexpr uint32_t kMost = 16;

union LayerCopy {
  XrCompositionLayerBaseHeader header;
  XrCompositionLayerProjection projection;
  XrCompositionLayerQuad quad;
};

// Copies of the layers of a frame, with the views of their projections.
struct Copies {
  LayerCopy layers[kMost];
  const XrCompositionLayerBaseHeader* pointers[kMost];
  XrCompositionLayerProjectionView views[kMost];
  uint32_t view_count;
};

// Returns a copy with the next entity's handles; a layer that has another type, or too many views,
// is passed on as it is.
const XrCompositionLayerBaseHeader* Copy(const XrCompositionLayerBaseHeader* layer, Copies* copies,
                                         LayerCopy* copy) {
  if (layer == nullptr) return layer;
  if (layer->type == XR_TYPE_COMPOSITION_LAYER_QUAD) {
    copy->quad = *reinterpret_cast<const XrCompositionLayerQuad*>(layer);
    copy->quad.subImage.swapchain = Below(copy->quad.subImage.swapchain);
  } else if (layer->type == XR_TYPE_COMPOSITION_LAYER_PROJECTION) {
    copy->projection = *reinterpret_cast<const XrCompositionLayerProjection*>(layer);
    const uint32_t count = copy->projection.viewCount;
    if (count > kMost - copies->view_count) return layer;
    XrCompositionLayerProjectionView* views = copies->views + copies->view_count;
    for (uint32_t i = 0; i < count; ++i) {
      views[i] = copy->projection.views[i];
      views[i].subImage.swapchain = Below(views[i].subImage.swapchain);
    }
    copies->view_count += count;
    copy->projection.views = views;
  } else {
    return layer;
  }
  copy->header.space = Below(copy->header.space);
  return &copy->header;
}

}  // namespace

XrResult EndFrameBelow(PFN_xrEndFrame next, XrSession session, const XrFrameEndInfo* info) {
  const bool wraps = Wraps("XrSwapchain") || Wraps("XrSpace");
  if (info != nullptr && info->layerCount > 0 && Misbehaves("calls_from_the_top_in_frames")) {
    CallFromTheTop(GetChain().below);
  }
  if (info == nullptr || !wraps || info->layerCount > kMost || Misbehaves("leak_in_frames")) {
    return next(Below(session), info);
  }
  Copies copies = {};
  for (uint32_t i = 0; i < info->layerCount; ++i) {
    copies.pointers[i] = Copy(info->layers[i], &copies, &copies.layers[i]);
  }
  XrFrameEndInfo below = *info;
  below.layers = copies.pointers;
  return next(Below(session), &below);
}

const XrViewLocateInfo* WithSpaceBelow(const XrViewLocateInfo* info, XrViewLocateInfo* copy) {
  if (info == nullptr || Misbehaves("leak_in_views")) return info;
  *copy = *info;
  copy->space = Below(info->space);
  return copy;
}

}  // namespace loadstone::mock
