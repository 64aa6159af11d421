// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_LOADER_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_LOADER_H_

#include "reference_loader/common/platform.h"
#include "reference_loader/openxr/openxr_headers.h"

namespace reference_loader::openxr {

// The API commands that examine the machine, for any machine. Arguments and results are those of
// the commands of the same name; they throw no exceptions.

XrResult EnumerateApiLayers(const Platform& platform, uint32_t capacity, uint32_t* count,
                            XrApiLayerProperties* properties) noexcept;

XrResult EnumerateExtensions(const Platform& platform, const char* layer_name, uint32_t capacity,
                             uint32_t* count, XrExtensionProperties* properties) noexcept;

// `platform` must outlive the instance.
XrResult CreateInstance(const Platform& platform, const XrInstanceCreateInfo* info,
                        XrInstance* instance) noexcept;

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_LOADER_H_
