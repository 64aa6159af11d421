#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An application that gives its VkInstance and a VkPhysicalDevice a name, with the function from either lookup.
. "$(dirname "$0")/../../common/vulkan.sh"

observe "the driver is given" name
