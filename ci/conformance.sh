#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The main job on a bare system: installs the required packages, builds, and runs the cases. Arguments are
# those of `loadstone run`. Without --loader, the subject is the reference loader of this tree for that API,
# judged by the newest edition of the documents.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=${LOADSTONE_BUILD:-$here/../build}

"$here/setup.sh" --run
"$here/build.sh" --run
subject=(--loader "$build/lib/libvulkan.so.1" --spec newest)
previous=
for argument in "$@"; do
  case $previous$argument in
    --loader | --loader=*) exec "$build/bin/loadstone" run "$@" ;;
    --apiopenxr | --api=openxr) subject=(--loader "$build/lib/libopenxr_loader.so.1") ;;
  esac
  previous=
  if [ "$argument" = --api ]; then previous=$argument; fi
done
exec "$build/bin/loadstone" run "${subject[@]}" "$@"
