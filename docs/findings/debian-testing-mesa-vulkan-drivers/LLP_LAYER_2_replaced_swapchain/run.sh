#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An application that replaces a swapchain and acquires an image of the new one, without the layer and with it.
. "$(dirname "$0")/../../common/vulkan_subject.sh"
install_layer "${1:-/usr/share/vulkan/explicit_layer.d/VkLayer_MESA_screenshot.json}"
vulkan_driver displays -DDISPLAYS
compile "$common/vulkan_replaced_swapchain.c" replaced_swapchain

# observe_replacement LABEL [LAYER]
observe_replacement() {
  tell "$1" on_machine "VK_DRIVER_FILES=$machine/displays/driver.json" "VK_LAYER_PATH=$machine/subject" \
    timeout "$limit" "$machine/replaced_swapchain" "$loader" "${@:2}" | sed 's/: .*driver/: application/'
}

observe_replacement "without the layer"
observe_replacement "with the layer" "$name"
