#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Two API layers, with a value between theirs that names nothing that a loader has to read.
. "$(dirname "$0")/../../common/windows.sh"
compile "$common/openxr_layers.c" application.exe
for name in a z; do
  : | place "$name.dll" # only its presence matters, nothing loads it
  place "$name.json" <<MANIFEST
{"file_format_version": "1.0.0", "api_layer": {"name": "XR_APILAYER_EXAMPLE_$name", "library_path": "C:\\\\files\\\\$name.dll",
 "api_version": "1.0", "implementation_version": "1", "description": "$name"}}
MANIFEST
done
key='[HKEY_LOCAL_MACHINE\SOFTWARE\Khronos\OpenXR\1\ApiLayers\Explicit]'

while IFS='|' read -r label value; do
  registry "$key" '"C:\\files\\a.json"=dword:00000000' "$value" '"C:\\files\\z.json"=dword:00000000'
  observe "$label"
done <<'VALUES'
no other value|
a DWORD of 1|"C:\\files\\m.json"=dword:00000001
no data|"C:\\files\\m.json"=hex:
an empty text|"C:\\files\\m.json"=""
two bytes|"C:\\files\\m.json"=hex(4):00,00
a number of 64 bits|"C:\\files\\m.json"=hex(b):00,00,00,00,00,00,00,00
VALUES
