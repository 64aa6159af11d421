#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The instance extensions to which the layer's manifest and its library give different versions.
. "$(dirname "$0")/../../common/vulkan_subject.sh"
manifest=${1:-/usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json}
install_layer "$manifest"
compile "$finding/instance_extensions.c" instance_extensions

tr -d '[:space:]' <"$manifest" | grep -o '"instance_extensions":\[[^]]*\]' |
  grep -o '"name":"[^"]*","spec_version":"[^"]*"' | cut -d '"' -f 4,8 | tr '"' ' ' | sort >"$machine/of_manifest"
on_machine "$machine/instance_extensions" "$library" "$name" | sort >"$machine/of_library"
join "$machine/of_manifest" "$machine/of_library" | while read -r extension of_manifest of_library; do
  [ "$of_manifest" = "$of_library" ] || echo "$extension: $of_manifest in the manifest, $of_library in the library"
done >"$machine/different"
cat "$machine/different"
echo "extensions with different versions: $(wc -l <"$machine/different")"
