#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A driver with an integrated, a discrete and a virtual device; the variable names the last one. Only the first that the
# application gets is told.
. "$(dirname "$0")/../../common/vulkan.sh"

for version in 1.0 1.1; do
  observe "$version" VK_LOADER_DEVICE_SELECT=0x30:0xc devices "$version" | sed -E 's/(devices [a-z]+).*/\1 first/'
done
