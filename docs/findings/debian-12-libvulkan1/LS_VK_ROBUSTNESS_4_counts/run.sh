#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A good driver, beside one that writes its list and then counts far more elements than there is room for.
. "$(dirname "$0")/../../common/vulkan.sh"
vulkan_driver devices '-DNAME="other"' '-DCOUNT_DEVICES(count)=(*(count) = 0xffffffff)'
vulkan_driver extensions '-DNAME="other"' '-DCOUNT_EXTENSIONS(count)=(*(count) = 0xffffffff)'

# beside LABEL FOLDER: the good driver is found first, then last.
beside() {
  survive "before one that counts too many $1" \
    "VK_DRIVER_FILES=$machine/driver/driver.json:$machine/$2/driver.json" devices 1.1
  survive "behind one that counts too many $1" \
    "VK_DRIVER_FILES=$machine/$2/driver.json:$machine/driver/driver.json" devices 1.1
}

observe "the good driver alone" devices 1.1
beside "physical devices" devices
beside "instance extensions" extensions
