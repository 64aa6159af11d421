#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Manifests whose names have letters of the code page of programs, 1252, and others.
. "$(dirname "$0")/../../common/windows.sh"
compile "$programs/vulkan_application.c" application.exe
driver driver driver.json

for name in plain é λ 層; do
  layer a "$name.json"
  registry "$drivers" '"C:\\files\\driver.json"=dword:00000000' '' "$implicit" "\"C:\\\\files\\\\$name.json\"=dword:00000000"
  observe "$name.json" create 0
done
