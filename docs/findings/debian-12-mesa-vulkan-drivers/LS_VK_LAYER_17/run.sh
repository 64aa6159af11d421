#!/usr/bin/env bash
# Whether the layers export a function that tells what the manifest tells.
. "$(dirname "$0")/../../common/vulkan_subject.sh"

function=vkEnumerateInstanceLayerProperties
observe_exports device_select "${1:-/usr/share/vulkan/implicit_layer.d/VkLayer_MESA_device_select.json}" $function
observe_exports overlay "${2:-/usr/share/vulkan/explicit_layer.d/VkLayer_MESA_overlay.json}" $function
observe_exports nullhw "${3:-/usr/share/vulkan/explicit_layer.d/VkLayer_INTEL_nullhw.json}" $function
