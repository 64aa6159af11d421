#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A device with a protected queue alone, without the layer and with it.
. "$(dirname "$0")/../../common/vulkan_subject.sh"
install_layer "${1:-$mangohud}"

observe_protected_queue
