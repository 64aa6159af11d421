#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An implicit layer whose folder is named twice. It stores the next function before or after the nested creation.
. "$(dirname "$0")/../../common/openxr.sh"
place_files
place=data/openxr/1/api_layers/implicit.d/a.so

openxr_layer $place a
survive "named once, stores before" "XDG_DATA_DIRS=$machine/data" create
survive "named twice, stores before" "XDG_DATA_DIRS=$machine/data:$machine/data" create
openxr_layer $place a -DSTORES_AFTER
survive "named once, stores after" "XDG_DATA_DIRS=$machine/data" create
survive "named twice, stores after" "XDG_DATA_DIRS=$machine/data:$machine/data" create
