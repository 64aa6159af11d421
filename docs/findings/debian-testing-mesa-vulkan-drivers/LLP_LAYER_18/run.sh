#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What functions a device without extensions has, without the layer and with it.
. "$(dirname "$0")/../../common/vulkan_subject.sh"
install_layer "${1:-/usr/share/vulkan/explicit_layer.d/VkLayer_MESA_screenshot.json}"

observe_device
