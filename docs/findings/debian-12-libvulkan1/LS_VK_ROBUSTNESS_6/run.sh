#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A driver whose devices become more, and an application that asks for devices and for groups of devices.
. "$(dirname "$0")/../../common/vulkan.sh"

observe "three devices after one" changing devices 1 devices 3
observe "three groups after one" changing groups 1 groups 3
observe "three groups after one device" changing devices 1 groups 3 devices 3 groups 3
