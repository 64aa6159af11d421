#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# One driver, whose folder XDG_DATA_DIRS names once, twice with dots, and twice by a link.
. "$(dirname "$0")/../../common/vulkan.sh"
vulkan_driver data/vulkan/icd.d
ln -s "$machine/data" "$machine/link"
installed=()

observe "once" "XDG_DATA_DIRS=$machine/data" devices 1.1
observe "twice, with dots" "XDG_DATA_DIRS=$machine/data/.:$machine/data" devices 1.1
observe "twice, by a link" "XDG_DATA_DIRS=$machine/link:$machine/data" devices 1.1
