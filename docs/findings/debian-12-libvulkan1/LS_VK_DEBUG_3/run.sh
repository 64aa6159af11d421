#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Two implicit layers that differ in their names alone; the variable of one disables it. The messages about a layer are
# those that have its name.
. "$(dirname "$0")/../../common/vulkan.sh"
place_files
errors=$machine/messages
for name in off on; do vulkan_layer "data/vulkan/implicit_layer.d/$name.so" "$name"; done

# about NAME: the messages about a layer, without its name.
about() {
  grep "VK_LAYER_EXAMPLE_$1\b" "$errors" | sed "s/\b$1\b/NAME/g" | sort -u
}

observe "one is disabled" "XDG_DATA_DIRS=$machine/data" NO_OFF=1 "VK_LOADER_DEBUG=error,warn,layer" create
if [ -n "$(comm -23 <(about off) <(about on))" ]; then
  echo "there is a message about the disabled layer that is not written about the other one"
else
  echo "no message is about the disabled layer alone"
fi
