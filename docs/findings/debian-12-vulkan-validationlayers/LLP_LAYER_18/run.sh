#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What the layer answers for functions of extensions that nobody enabled, above an instance that has none of them.
. "$(dirname "$0")/../../common/vulkan_subject.sh"
install_layer "${1:-/usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json}"
compile "$common/vulkan_instance_functions.c" instance_functions

on_machine "$machine/instance_functions" "$library"
