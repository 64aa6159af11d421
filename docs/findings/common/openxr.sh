# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Read by the run.sh of findings about an OpenXR loader, which is the first word or Debian's.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
loader=${1:-/usr/lib/x86_64-linux-gnu/libopenxr_loader.so.1}

compile "$common/openxr_application.c" application
compile_library "$programs/openxr_runtime.cc" runtime/runtime.so
cat >"$machine/runtime/runtime.json" <<'MANIFEST'
{"file_format_version": "1.0.0", "runtime": {"library_path": "./runtime.so"}}
MANIFEST
installed=("XR_RUNTIME_JSON=$machine/runtime/runtime.json")

# openxr_layer PLACE NAME [FLAG...]: a layer that writes its name.
openxr_layer() {
  local place=$1 name=$2
  shift 2
  compile_library "$programs/openxr_layer.cc" "$place" "-DNAME=\"$name\"" "$@"
}
