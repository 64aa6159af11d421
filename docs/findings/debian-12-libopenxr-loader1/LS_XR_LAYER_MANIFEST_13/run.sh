#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A good layer, and beside it, in a folder of its own, a file that is no usable manifest.
. "$(dirname "$0")/../../common/openxr.sh"
place_files
openxr_layer layers/a.so a
mkdir "$machine/bad"
cp "$machine/layers/a.so" "$machine/bad"
folders=$machine/layers:$machine/bad

both() {
  observe "$1, listed" "XR_API_LAYER_PATH=$folders" list | sed 's/ b$//' # the bad one may be used
  observe "$1, asked for" "XR_API_LAYER_PATH=$folders" create XR_APILAYER_EXAMPLE_a
}

both "nothing beside it"
for candidate in "$machine"/candidates/*.json; do
  cp "$candidate" "$machine/bad/bad.json"
  label=$(basename "$candidate" .json)
  both "${label//_/ }"
done
brackets=$(head -c 100000 /dev/zero | tr '\0' '[')
echo "$brackets" >"$machine/bad/bad.json"
both "100,000 open brackets"
echo "$brackets$(tr '[' ']' <<<"$brackets")" >"$machine/bad/bad.json"
both "100,000 brackets, closed"
