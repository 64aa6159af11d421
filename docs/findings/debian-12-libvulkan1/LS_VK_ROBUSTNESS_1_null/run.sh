#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Applications that destroy a messenger of VK_EXT_debug_utils, or a callback of VK_EXT_debug_report, that is VK_NULL_HANDLE.
. "$(dirname "$0")/../../common/vulkan.sh"

survive "a null messenger" null messenger
survive "a null callback" null callback
