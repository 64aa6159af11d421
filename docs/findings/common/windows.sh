# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Read by the run.sh of findings about loaders for Windows, of which the first word is the path. Makes a Wine prefix with a registry of
# its own. Needs wine64, gcc-mingw-w64-x86-64, libvulkan-dev and libopenxr-dev. Drive C is the folder `drive`: /a/b there is C:\a\b.
#
# On Windows, import the .reg text of the finding, create its files at the same paths on drive C, compile the sources with
# MinGW-w64, and start the application with the loader's path and the same words.
set -u
ulimit -c 0
common=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
programs=$(cd "$common/../../../tool/steps" && pwd)
loader=$(realpath -- "${1:?usage: run.sh LOADER, the path of a DLL}")
prefix=$(mktemp -d)
drive=$prefix/drive_c
in_wine=(env -i "PATH=$PATH" "WINEPREFIX=$prefix" WINEARCH=win64 WINEDEBUG=-all LC_ALL=C.UTF-8
  WINE_D3D_CONFIG=renderer=no3d # DXGI starts without a display
  "WINEDLLOVERRIDES=wineboot.exe,services.exe,explorer.exe,winedbg.exe,mscoree,mshtml=")
trap '"${in_wine[@]}" /usr/lib/wine/wineserver64 -k; rm -rf "$prefix"' EXIT
mkdir -p "$drive/windows" "$drive/loader" "$drive/files" "$drive/sources" "$prefix/dosdevices"
ln -s ../drive_c "$prefix/dosdevices/c:"
ln -s /usr/lib/x86_64-linux-gnu/wine/x86_64-windows "$drive/windows/system32"
cp -- "$loader" "$drive/loader/loader.dll"
cp -- "$programs/windows.h" "$drive/sources/dlfcn.h"

# place FILE: puts standard input there, in the folder of files.
place() {
  cat >"$drive/files/$1"
}

# compile SOURCE FILE [FLAG...], in C.
compile() {
  x86_64-w64-mingw32-gcc -I "$drive/sources" -idirafter /usr/include -include dlfcn.h -o "$drive/files/$2" "$1" "${@:3}" || exit 2
}

# layer NAME [FILE]: a layer that writes its name, with the manifest FILE, by default NAME.json.
layer() {
  compile "$programs/vulkan_layer.c" "$1.dll" -shared "-DNAME=\"$1\""
  manifest_of_layer "$1" "C:\\\\files\\\\$1.dll" | place "${2:-$1.json}"
}

# manifest_of_layer NAME LIBRARY
manifest_of_layer() {
  echo '{"file_format_version": "1.2.0", "layer": {"name": "VK_LAYER_EXAMPLE_'"$1"'", "type": "GLOBAL",'
  echo '"library_path": "'"$2"'", "api_version": "1.3.0", "implementation_version": "1", "description": "'"$1"'",'
  echo '"disable_environment": {"DISABLE_EXAMPLE": "1"}}}'
}

# driver NAME FILE: a driver that writes its name, with the manifest FILE.
driver() {
  compile "$programs/vulkan_driver.c" "$1.dll" -shared "-DNAME=\"$1\"" "${@:3}"
  manifest_of_driver "C:\\\\files\\\\$1.dll" | place "$2"
}

# manifest_of_driver LIBRARY
manifest_of_driver() {
  echo '{"file_format_version": "1.0.1", "ICD": {"library_path": "'"$1"'", "api_version": "1.3.0"}}'
}

start() {
  "${in_wine[@]}" timeout 30 /usr/lib/wine/wine64 "$@" </dev/null 2>/dev/null
}

# registry LINE...: replaces the keys of both APIs; the lines are those of a .reg file.
registry() {
  {
    printf '%s\r\n' 'Windows Registry Editor Version 5.00' '' '[-HKEY_LOCAL_MACHINE\SOFTWARE\Khronos]' '' "$@" |
      iconv -f UTF-8 -t UTF-16LE | sed '1s/^/\xff\xfe/'
  } >"$drive/case.reg"
  start 'C:\windows\system32\reg.exe' import 'C:\case.reg' >/dev/null
}

# observe LABEL WORD...: prints what the application does with these words, and how it ends if not by itself.
observe() {
  local output status
  output=$(start 'C:\files\application.exe' 'C:\loader\loader.dll' "${@:2}")
  status=$?
  echo "$1: ${output//$'\r'/}$([ $status -eq 0 ] || echo ", exit status $status")"
}

# The keys that findings name.
# shellcheck disable=SC2034
drivers='[HKEY_LOCAL_MACHINE\SOFTWARE\Khronos\Vulkan\Drivers]'
# shellcheck disable=SC2034
implicit='[HKEY_LOCAL_MACHINE\SOFTWARE\Khronos\Vulkan\ImplicitLayers]'
