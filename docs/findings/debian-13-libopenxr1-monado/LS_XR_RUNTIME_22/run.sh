#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What the runtime of a manifest, or Monado, returns for an action space of an action that is no pose.
. "$(dirname "$0")/../../common/openxr_runtime.sh"

runtime_answers space "$@"
