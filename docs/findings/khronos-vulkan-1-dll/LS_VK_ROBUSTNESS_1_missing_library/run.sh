#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A driver and a layer whose libraries are gone: a full path, and a file name.
. "$(dirname "$0")/../../common/windows.sh"
compile "$programs/vulkan_application.c" application.exe
driver driver driver.json

for library in 'C:\\gone\\gone.dll' gone.dll; do
  manifest_of_driver "$library" | place gone_driver.json
  manifest_of_layer gone "$library" | place gone_layer.json
  registry "$drivers" '"C:\\files\\driver.json"=dword:00000000' '"C:\\files\\gone_driver.json"=dword:00000000'
  observe "driver ${library//\\\\/\\}" create 0
  registry "$drivers" '"C:\\files\\driver.json"=dword:00000000' '' "$implicit" '"C:\\files\\gone_layer.json"=dword:00000000'
  observe "layer ${library//\\\\/\\}" create 0
done
