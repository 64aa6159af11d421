#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What an application allocates for an instance and a device and is never freed, without the layer and with it.
. "$(dirname "$0")/../../common/vulkan_subject.sh"
install_layer "${1:-/usr/share/vulkan/implicit_layer.d/VkLayer_MESA_anti_lag.json}"
compile "$common/vulkan_balance.c" balance

balance() {
  tell "$1" on_machine "${installed[@]}" "VK_LAYER_PATH=$machine/subject" timeout "$limit" "$machine/balance" "$loader" "${@:2}" |
    sed -E 's/: .* blocks/: blocks/'
}

balance "without the layer"
balance "with the layer" "$name"
