#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A creation that succeeds, and whether the layer then has an xrCreateInstance.
. "$(dirname "$0")/../../common/openxr_subject.sh"

host_both 0 "$@"
