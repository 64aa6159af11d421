#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A creation with a messenger in its next chain, and with a copy of it before it.
. "$(dirname "$0")/../../common/openxr_subject.sh"

core_validation=${2:-/usr/lib/x86_64-linux-gnu/openxr/1/api_layers/libXrApiLayer_core_validation.so}
echo "one messenger"
host core_validation "$core_validation" 0 1
echo "two messengers"
host core_validation "$core_validation" 0 2
