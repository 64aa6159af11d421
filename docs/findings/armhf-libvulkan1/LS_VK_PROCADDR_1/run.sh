#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# usage: run.sh ROOT [LOADER]: a function of physical devices that the driver has, and the loader cannot know, on
# 32-bit Arm, in QEMU's user-mode emulator. ROOT is an unpacked system for armhf, such as ci/root.sh makes.
root=${1:?takes the folder of an unpacked system for armhf, such as ci/root.sh testing FOLDER armhf makes}
export CC=arm-linux-gnueabihf-gcc
. "$(dirname "$0")/../../common/common.sh"
loader=${2:-/usr/lib/arm-linux-gnueabihf/libvulkan.so.1}
# Not all of the host's headers: the cross compiler has its own C library.
mkdir "$machine/headers"
ln -s /usr/include/{vulkan,vk_video} "$machine/headers"
flags=(-O2 -isystem "$machine/headers")
compile_library "$programs/vulkan_driver.c" driver.so "$common/vulkan_driver_functions.c" "${flags[@]}"
compile "$common/vulkan_kept_registers.c" application "${flags[@]}"
echo '{"file_format_version": "1.0.0", "ICD": {"library_path": "./driver.so", "api_version": "1.3.0"}}' >"$machine/driver.json"

tell "vkExampleTwice" on_machine "VK_DRIVER_FILES=$machine/driver.json" timeout "$limit" \
  qemu-arm-static -L "$root" "$machine/application" "$loader"
