#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A driver with an integrated, a discrete and a virtual device, in this order; instances of two versions.
. "$(dirname "$0")/../../common/vulkan.sh"

for version in 1.0 1.1; do
  observe "$version" devices "$version"
done
