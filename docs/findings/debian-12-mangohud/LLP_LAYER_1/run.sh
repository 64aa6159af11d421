#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An application whose allocations fail one after the other, without the layer and with it.
. "$(dirname "$0")/../../common/vulkan_subject.sh"
install_layer "${1:-$mangohud}"

observe_failing_allocations
