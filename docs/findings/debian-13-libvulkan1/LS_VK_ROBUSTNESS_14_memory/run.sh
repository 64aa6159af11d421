#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A messenger and a report callback for which memory is lacking.
. "$(dirname "$0")/../../common/vulkan.sh"
compile "$common/vulkan_listeners.c" listeners

for kind in messenger callback; do
  tell "$kind" on_machine "${installed[@]}" timeout "$limit" "$machine/listeners" "$loader" "$kind" allocator
done
