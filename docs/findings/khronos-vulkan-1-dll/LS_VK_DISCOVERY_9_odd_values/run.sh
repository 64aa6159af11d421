#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Two layers and two drivers, with a value between theirs that names nothing that a loader has to read.
. "$(dirname "$0")/../../common/windows.sh"
compile "$programs/vulkan_application.c" application.exe
layer a
layer z
driver first a_driver.json
driver last z_driver.json

bytes=$(printf '00,%.0s' {1..60000})
long=$(printf '%.0sn' {1..16000})
while IFS='|' read -r label value; do
  registry "$implicit" '"C:\\files\\a.json"=dword:00000000' "${value//FILE/C:\\\\files\\\\m.json}" '"C:\\files\\z.json"=dword:00000000' \
    '' "$drivers" '"C:\\files\\a_driver.json"=dword:00000000' "${value//FILE/C:\\\\files\\\\m.json}" '"C:\\files\\z_driver.json"=dword:00000000'
  observe "$label" create 0
done <<VALUES
no other value|
a text|"FILE"="0"
a list of texts|"FILE"=hex(7):30,00,00,00,30,00,00,00,00,00
a number of 64 bits|"FILE"=hex(b):00,00,00,00,00,00,00,00
60,000 bytes|"FILE"=hex:${bytes%,}
a name of 16,000 characters|"C:\\\\files\\\\m$long"=dword:00000000
VALUES
