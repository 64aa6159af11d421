#!/bin/bash -eu
# SPDX-License-Identifier: Apache-2.0
exec "$SRC/loadstone/fuzz/oss-fuzz/build.sh"
