// SPDX-License-Identifier: Apache-2.0
#include "tool/steps_scripts.h"

namespace loadstone {

const StepsScript kLinuxScript = {
    R"--(#!/usr/bin/env bash
# {0}, without Loadstone.
#
# usage: steps.sh [LOADER]. Needs bash, a compiler, the headers of {1} and bubblewrap; on Debian:
#   apt install {2} bubblewrap
set -euo pipefail
for tool in {4} bwrap; do
  command -v "$tool" >/dev/null || {{ echo "steps.sh: $tool is not installed: apt install {2} bubblewrap" >&2; exit 2; }}
done
bwrap --ro-bind / / true || {{ echo "steps.sh: bwrap needs user namespaces, or root" >&2; exit 2; }}
default={3}
loader=$(realpath -- "${{1:-$default}}")
[ -f "$loader" ] || {{ echo "steps.sh: the loader $loader does not exist; pass its path: steps.sh LOADER" >&2; exit 2; }}
root=$(mktemp -d)
sources=$(mktemp -d)
trap 'rm -rf "$root" "$sources"' EXIT
# Some loaders find files in the order of their creation, so this order is kept.
begin() {{ echo "$1" >>"$sources/order"; mkdir -p "$(dirname "$root$1")"; }}
folder() {{ echo "$1/" >>"$sources/order"; }}
place() {{ begin "$1"; cat >"$root$1"; }}
link() {{ begin "$2"; ln -s "$1" "$root$2"; }}
pipe() {{ begin "$1"; mkfifo "$root$1"; }}
compile() {{ begin "$2"; {4} -I"$sources" -o "$root$2" "$sources/$1" "${{@:3}}"; }}

)--",
    R"--(
shown=()
for folder in /usr/lib /usr/lib64 /lib /lib64 /usr/bin /bin; do
  [ ! -e "$folder" ] || shown+=(--ro-bind "$folder" "$folder")
done
subject=/subject/$(basename "$loader")
status=0
# shellcheck disable=SC2016
make='while IFS= read -r path; do
  case $path in */) mkdir -p "$path" ;; *) (cd /machine && cp -dR --preserve=mode --parents ".$path" /) ;; esac
done </order
exec "$@"'
(ulimit -c 0; exec timeout 30 bwrap --tmpfs / "${{shown[@]}}" --ro-bind "$loader" "$subject" \
  --ro-bind "$root" /machine --ro-bind "$sources/order" /order --dev /dev --proc /proc --die-with-parent \
  --clearenv {} /bin/sh -c "$make" sh {} "$subject" {}) >"$sources/out" 2>/dev/null || status=$?
cat "$sources/out"
[ -z "$(tail -c 1 "$sources/out")" ] || echo
case $status in
  0) echo "ending: exit status 0" ;;
  124) echo "ending: it hangs" ;;
  *) if [ "$status" -gt 128 ]; then echo "ending: SIG$(kill -l $((status - 128)))"; else echo "ending: $status"; fi ;;
esac
)--"};

const StepsScript kWindowsScript = {
    R"--(#!/usr/bin/env bash
# {}, without Loadstone, under Wine.
#
# usage: steps.sh [LOADER]. Needs bash, Wine, MinGW-w64 and the headers of Vulkan; on Debian:
#   apt install wine64 gcc-mingw-w64-x86-64 libvulkan-dev
# On Windows: import case.reg, create the files below at the same paths on drive C, compile the
# sources in C with MinGW-w64 as below, and start the application with the loader's path and the
# words at the end. Configure any other compiler to export the functions that begin with vk.
set -euo pipefail
default={}
loader=$(realpath -- "${{1:-$default}}")
prefix=$(mktemp -d)
root=$prefix/drive_c
sources=$(mktemp -d)
in_wine=(env -i PATH="$PATH" WINEPREFIX="$prefix" WINEARCH=win64 WINEDEBUG=-all LC_ALL=C.UTF-8
  WINE_D3D_CONFIG=renderer=no3d
  WINEDLLOVERRIDES="wineboot.exe,services.exe,explorer.exe,winedbg.exe,mscoree,mshtml=")
trap '"${{in_wine[@]}}" /usr/lib/wine/wineserver64 -k || true; rm -rf "$prefix" "$sources"' EXIT
mkdir -p "$root/windows" "$root/subject" "$prefix/dosdevices"
ln -s ../drive_c "$prefix/dosdevices/c:"
ln -s /usr/lib/x86_64-linux-gnu/wine/x86_64-windows "$root/windows/system32"
cp -- "$loader" "$root/subject"
folder() {{ mkdir -p "$root$1"; }}
place() {{ folder "$(dirname "$1")"; cat >"$root$1"; }}
compile() {{
  folder "$(dirname "$2")"
  x86_64-w64-mingw32-gcc -I "$sources" -idirafter /usr/include -include dlfcn.h -o "$root$2" "$sources/$1" \
    "${{@:3}}"
  # The compiler gives applications a suffix.
  [ -e "$root$2" ] || mv "$root$2.exe" "$root$2"
}}

)--",
    R"--(
start() {{ "${{in_wine[@]}}" timeout 30 /usr/lib/wine/wine64 "$@" </dev/null 2>/dev/null; }}
start 'C:\windows\system32\reg.exe' import 'C:\case.reg' >/dev/null
status=0
start {1} "C:\\subject\\$(basename "$loader")" {0} {2} >"$sources/out" || status=$?
tr -d '\r' <"$sources/out" >"$sources/text"
cat "$sources/text"
[ -z "$(tail -c 1 "$sources/text")" ] || echo
case $status in
  0) echo "ending: exit status 0" ;;
  124) echo "ending: it hangs" ;;
  *) echo "ending: $status" ;;
esac
)--"};

}  // namespace loadstone
