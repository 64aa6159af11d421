#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What is in standard output after a creation.
. "$(dirname "$0")/../../common/openxr_subject.sh"

folder=/usr/lib/x86_64-linux-gnu/openxr/1/api_layers
host api_dump "${1:-$folder/libXrApiLayer_api_dump.so}" output
host core_validation "${2:-$folder/libXrApiLayer_core_validation.so}" output
