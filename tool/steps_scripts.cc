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

const StepsScript kWineScript = {
    R"--(#!/usr/bin/env bash
# {0}, without Loadstone, under Wine.
#
# usage: steps.sh [LOADER]. Needs Wine, MinGW-w64 and the headers of {1}; on Debian:
#   apt install {2}
set -euo pipefail
default={4}
loader=$(realpath -- "${{1:-$default}}")
[ -f "$loader" ] || {{ echo "steps.sh: the loader $loader does not exist; pass its path: steps.sh LOADER" >&2; exit 2; }}
cd "$(dirname "$0")"
prefix=$(mktemp -d)
drive=$prefix/drive_c
build=$drive/build
in_wine=(env -i PATH="$PATH" WINEPREFIX="$prefix" WINEARCH=win64 WINEDEBUG=-all LC_ALL=C.UTF-8
  WINE_D3D_CONFIG=renderer=no3d
  WINEDLLOVERRIDES="wineboot.exe,services.exe,explorer.exe,winedbg.exe,mscoree,mshtml=")
trap '"${{in_wine[@]}}" /usr/lib/wine/wineserver64 -k || true; rm -rf "$prefix"' EXIT
mkdir -p "$drive/windows" "$drive/subject" "$build" "$prefix/dosdevices"
ln -s ../drive_c "$prefix/dosdevices/c:"
ln -s /usr/lib/x86_64-linux-gnu/wine/x86_64-windows "$drive/windows/system32"
cp -- "$loader" "$drive/subject"
cp case.reg "$build"
compile() {{
  x86_64-w64-mingw32-{3} -static -I. -I "$build" -idirafter /usr/include -include dlfcn.h -o "$build/$1" "${{@:2}}"
}}

compile case.exe case.c -municode
)--",
    R"--(
start() { (cd "$build" && "${in_wine[@]}" timeout 90 /usr/lib/wine/wine64 "$@" </dev/null 2>/dev/null); }
start 'C:\build\case.exe' write
start 'C:\windows\system32\reg.exe' import 'C:\build\case.reg' >/dev/null
start 'C:\build\case.exe' run "C:\\subject\\$(basename "$loader")" | tr -d '\r'
)--"};

const StepsScript kCmdScript = {
    R"--(@echo off
rem {0}, without Loadstone, on Windows.
rem
rem usage: steps.cmd LOADER, as an administrator. Needs {2} of MinGW-w64 in PATH, or its path in CC,
rem and the headers of {1} in CPATH.
rem
rem It writes to the registry and to drive C, and removes that at the end. Use Windows Sandbox or
rem another virtual machine: installed layers and drivers would take part.
setlocal DisableDelayedExpansion
if "%~1"=="" (
  echo usage: steps.cmd LOADER>&2
  exit /b 2
)
set "loader=%~f1"
if not exist "%loader%" (
  echo steps.cmd: the loader "%loader%" does not exist>&2
  exit /b 2
)
if not defined CC set "CC={2}"
"%CC%" --version >nul 2>nul
if errorlevel 1 (
  echo steps.cmd: "%CC%" does not start: set CC to the path of {2} of MinGW-w64>&2
  exit /b 2
)
cd /d "%~dp0"
set "build=%TEMP%\steps%RANDOM%"
mkdir "%build%"
if errorlevel 1 exit /b 2
set compile="%CC%" -static -I. -I "%build%" -include dlfcn.h

%compile% -o "%build%\case.exe" case.c -municode
if errorlevel 1 exit /b 2
)--",
    R"--(
set "registry=%~dp0case.reg"
cd /d "%build%"
.\case.exe check
if errorlevel 1 (
  cd /d "%~dp0"
  rd /s /q "%build%"
  exit /b 2
)
.\case.exe write
if not errorlevel 1 reg import "%registry%" >nul 2>nul
if errorlevel 1 (
  echo steps.cmd: the files or the registry cannot be written: run it as an administrator>&2
) else (
  .\case.exe run "%loader%"
)
.\case.exe remove
cd /d "%~dp0"
rd /s /q "%build%"
)--"};

}  // namespace loadstone
