#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An application on a machine with one GPU, which lists its devices twice, without the layer and with it.
. "$(dirname "$0")/../../common/vulkan_subject.sh"
install_layer "${1:-/usr/share/vulkan/implicit_layer.d/primus_vk.json}"
vulkan_driver discrete -DFIRST_DEVICE=1
installed=("VK_DRIVER_FILES=$machine/discrete/driver.json")

observe "without the layer" PRESENT_DEVICES=1 again
observe "with the layer" PRESENT_DEVICES=1 "VK_LAYER_PATH=$machine/subject" again "$name" | sed 's/application.* driver/application driver/'
