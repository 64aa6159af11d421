#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What the runtime of a manifest, or Monado, returns for an application whose name is empty.
. "$(dirname "$0")/../../common/openxr_runtime.sh"

runtime_answers name "$@"
