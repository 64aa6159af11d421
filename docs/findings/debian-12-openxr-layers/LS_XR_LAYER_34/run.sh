#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A creation that fails below the layer, with XR_ERROR_LIMIT_REACHED.
. "$(dirname "$0")/../../common/openxr_subject.sh"

host_both -10 "$@"
