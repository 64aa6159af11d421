#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Whether the layers export the negotiation.
. "$(dirname "$0")/../../common/vulkan_subject.sh"

negotiation=vkNegotiateLoaderLayerInterfaceVersion
observe_exports overlay "${1:-/usr/share/vulkan/explicit_layer.d/VkLayer_MESA_overlay.json}" $negotiation
observe_exports nullhw "${2:-/usr/share/vulkan/explicit_layer.d/VkLayer_INTEL_nullhw.json}" $negotiation
