#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A driver whose manifest is driver.json, and filters that select it by the beginning or a part of its name.
. "$(dirname "$0")/../../common/vulkan.sh"
for glob in 'dr*' 'd*' '*ve*' '*v*' '*w*'; do
  observe "$glob" "VK_LOADER_DRIVERS_SELECT=$glob" create
done
