#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A query of the driver of the manifest for sparse formats, with room for none.
. "$(dirname "$0")/../../common/vulkan_driver_library.sh"

tell "room for none" driver_answers "${1:-/usr/share/vulkan/icd.d/nvidia_icd.json}" sparse
