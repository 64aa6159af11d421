#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Two drivers whose manifests have different names, the same name in two folders, and names of which one ends with the other.
. "$(dirname "$0")/../../common/windows.sh"
compile "$programs/vulkan_application.c" application.exe
mkdir "$drive/files/a" "$drive/files/b"

while read -r first second; do
  driver first "$first"
  driver second "$second"
  registry "$drivers" "\"C:\\\\files\\\\${first/\//\\\\}\"=dword:00000000" "\"C:\\\\files\\\\${second/\//\\\\}\"=dword:00000000"
  observe "$first and $second" create 0
done <<'NAMES'
a/one.json b/two.json
a/driver.json b/driver.json
a/my_driver.json b/driver.json
NAMES
