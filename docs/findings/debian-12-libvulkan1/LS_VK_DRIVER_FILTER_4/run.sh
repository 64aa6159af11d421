#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A driver whose manifest, driver.json, is the last element of a filter, after fifteen and after sixteen names of no
# manifest.
. "$(dirname "$0")/../../common/vulkan.sh"
fifteen=X1,X2,X3,X4,X5,X6,X7,X8,X9,X10,X11,X12,X13,X14,X15
for others in "$fifteen" "$fifteen,X16"; do
  count=$(tr , '\n' <<<"$others" | wc -l)
  observe "selected after $count others" "VK_LOADER_DRIVERS_SELECT=$others,driver.json" create
  observe "disabled after $count others" "VK_LOADER_DRIVERS_DISABLE=$others,driver.json" create
done
