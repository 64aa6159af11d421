#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An active runtime whose manifest has a name of ASCII's letters alone, or of others too.
. "$(dirname "$0")/../../common/windows.sh"
compile "$common/openxr_application.c" application.exe
x86_64-w64-mingw32-g++ -std=c++20 -static -shared -I "$drive/sources" -I "$common/../../../interfaces" -idirafter /usr/include \
  -include dlfcn.h -o "$drive/files/runtime.dll" "$programs/openxr_runtime.cc" || exit 2

for name in plain é λ 層; do
  place "$name.json" <<'MANIFEST'
{"file_format_version": "1.0.0", "runtime": {"library_path": "C:\\files\\runtime.dll"}}
MANIFEST
  registry '[HKEY_LOCAL_MACHINE\SOFTWARE\Khronos\OpenXR\1]' "\"ActiveRuntime\"=\"C:\\\\files\\\\$name.json\""
  observe "$name.json" create
done
