#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds for 64-bit Windows and makes an archive for it, build-windows/loadstone-VERSION-windows-x86_64.zip: loadstone.exe,
# which judges loaders on Windows itself, with the probe, the mocks, the policies and the reference loaders. Arguments are
# passed to CMake.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=${LOADSTONE_WINDOWS_BUILD:-$here/../build-windows}

"$here/build-windows.sh" "$@"
if [ ! -f "$build/bin/loadstone.exe" ]; then
  echo "ci/package-windows.sh: there is no $build/bin/loadstone.exe: ci/get-pugixml.sh gets what its build needs" >&2
  exit 2
fi
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
name=loadstone-$version-windows-x86_64
rm -rf "$build/package"
for component in windows windows-tool; do
  cmake --install "$build" --component "$component" --prefix "$build/package/$name" >/dev/null
done
cd "$build/package"
cmake -E tar cf "../$name.zip" --format=zip "$name"
