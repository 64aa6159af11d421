#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the applications and the mock layers of all Vulkan cases under Debian's validation layer: every case
# twice, which takes several minutes. Arguments are passed to tests/validation/validate.py.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)

"$root/ci/setup.sh"
"$root/ci/build.sh"
exec /usr/bin/python3 "$root/tests/validation/validate.py" --jobs "$(nproc)" "$@"
