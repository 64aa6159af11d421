#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What is in standard output after a creation.
. "$(dirname "$0")/../../common/openxr_subject.sh"

host api_dump "${1:-/usr/lib/x86_64-linux-gnu/openxr/1/api_layers/libXrApiLayer_api_dump.so}" output
