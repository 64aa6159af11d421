#!/usr/bin/env bash
# Whether the layer exports the functions that tell what the manifest tells; its own has device extensions.
. "$(dirname "$0")/../../common/vulkan_subject.sh"

manifest=${1:-/usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json}
for function in InstanceLayer InstanceExtension DeviceExtension; do
  observe_exports validation "$manifest" vkEnumerate${function}Properties
done
