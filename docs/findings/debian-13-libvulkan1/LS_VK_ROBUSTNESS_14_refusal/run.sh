#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A messenger and a report callback that the second of three drivers refuses.
. "$(dirname "$0")/../../common/vulkan.sh"
compile "$common/vulkan_listeners.c" listeners

vulkan_driver first -DNAME='"driver"' -DLISTENERS_RESULT=VK_SUCCESS
vulkan_driver second -DNAME='"driver"' -DLISTENERS_RESULT=VK_ERROR_OUT_OF_HOST_MEMORY
vulkan_driver third -DNAME='"driver"' -DLISTENERS_RESULT=VK_SUCCESS
drivers="$machine/first/driver.json:$machine/second/driver.json:$machine/third/driver.json"

for kind in messenger callback; do
  tell "$kind" on_machine "VK_DRIVER_FILES=$drivers" timeout "$limit" "$machine/listeners" "$loader" "$kind"
done
