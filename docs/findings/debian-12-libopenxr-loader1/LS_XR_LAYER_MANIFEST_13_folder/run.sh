#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A good layer, and beside its folder one that cannot be read.
# Root can read every folder, unless it gives up the capabilities for that.
if [ "$(id -u)" = 0 ] && [ -z "${unprivileged:-}" ]; then
  unprivileged=1 exec setpriv --bounding-set=-dac_override,-dac_read_search --inh-caps=-all "$0" "$@"
fi
. "$(dirname "$0")/../../common/openxr.sh"
place_files
openxr_layer layers/a.so a

mkdir -m 0 "$machine/locked"
for folders in layers locked:layers layers:locked; do
  path="$machine/${folders/:/:$machine/}"
  observe "$folders, listed" "XR_API_LAYER_PATH=$path" list
  observe "$folders, asked for" "XR_API_LAYER_PATH=$path" create XR_APILAYER_EXAMPLE_a
done
