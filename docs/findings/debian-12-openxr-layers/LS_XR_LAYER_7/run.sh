#!/usr/bin/env bash
# A creation that succeeds, and whether the layer then has an xrCreateInstance.
. "$(dirname "$0")/../../common/openxr_subject.sh"

host_both 0 "$@"
