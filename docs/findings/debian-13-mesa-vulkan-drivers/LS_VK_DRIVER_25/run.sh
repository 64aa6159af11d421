#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A query for queue families with room for none and for one, below Debian's loader or that of the variable VULKAN_LOADER. The
# first word is the manifest of a driver.
. "$(dirname "$0")/../../common/vulkan.sh" "${VULKAN_LOADER-}"
compile "$common/vulkan_queue_families.c" queue_families
manifest=${1:-/usr/share/vulkan/icd.d/lvp_icd.json}

for room in 0 1; do
  tell "room for $room" on_machine "VK_DRIVER_FILES=$manifest" timeout "$limit" "$machine/queue_families" "$loader" "$room" |
    sed -E 's/: *(driver)? */: /'
done
