#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A layer that is named once and twice, on a machine with no other and with one that nobody asks for.
. "$(dirname "$0")/../../common/openxr.sh"
place_files
openxr_layer layers/a.so a
openxr_layer other/b.so b
name=XR_APILAYER_EXAMPLE_a

for folders in layers layers:other; do
  path=$machine/${folders/:/:$machine/}
  observe "$folders, once" "XR_API_LAYER_PATH=$path" create $name
  observe "$folders, twice by the application" "XR_API_LAYER_PATH=$path" create $name $name
  observe "$folders, by variable and application" "XR_API_LAYER_PATH=$path" XR_ENABLE_API_LAYERS=$name create $name
done
