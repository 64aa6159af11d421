#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A device on a driver that is not Intel's, without the layer and with it.
. "$(dirname "$0")/../../common/vulkan_subject.sh"
install_layer "${1:-/usr/share/vulkan/explicit_layer.d/VkLayer_INTEL_nullhw.json}"

observe_device
