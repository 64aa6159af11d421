#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A messenger reads a message twice, and between that another thread calls a function of XR_EXT_debug_utils.
. "$(dirname "$0")/../../common/openxr.sh"
compile "$finding/application.cc" application
compile_library "$finding/runtime.cc" runtime/runtime.so

observe "a region of the session ends" end
observe "a label is inserted" label
observe "another session loses its name" name
