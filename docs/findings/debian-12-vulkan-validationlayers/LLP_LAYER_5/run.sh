#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What the layer answers to offers of newer interface versions than there are.
. "$(dirname "$0")/../../common/vulkan_subject.sh"
install_layer "${1:-/usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json}"
compile "$finding/negotiate.c" negotiate

for offer in 2 3 1000; do
  echo "offered $offer: $("$machine/negotiate" "$library" $offer)"
done
