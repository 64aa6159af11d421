#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An application that destroys VK_NULL_HANDLE as a swapchain, without the layer and with it.
. "$(dirname "$0")/../../common/vulkan_subject.sh"
install_layer "${1:-/usr/share/vulkan/implicit_layer.d/vkBasalt.json}"
vulkan_driver displays -DDISPLAYS
compile "$common/vulkan_null_swapchain.c" null_swapchain

# observe_destruction LABEL [LAYER]
observe_destruction() {
  local output
  output=$(on_machine "VK_DRIVER_FILES=$machine/displays/driver.json" "VK_LAYER_PATH=$machine/subject" \
    timeout "$limit" "$machine/null_swapchain" "$loader" "${@:2}")
  local status=$?
  echo "$1: the application $([[ $output == *finishes ]] && echo finishes || echo "is $(ending $status)")"
}

observe_destruction "without the layer"
observe_destruction "with the layer" "$name"
