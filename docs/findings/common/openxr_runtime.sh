# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Read by the run.sh of findings about OpenXR runtimes that need an instance, without a loader.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
compile "$common/openxr_runtime_answers.cc" runtime_answers
service=

# start_monado: starts Monado's service with a simulated headset and no window, and waits until it serves.
start_monado() {
  local line
  mkdir -m 700 "$machine/run"
  mkfifo "$machine/input"
  exec 9<>"$machine/input" # the service ends when its input does
  exec 8< <(exec env -i "PATH=$PATH" "HOME=$machine/home" "XDG_RUNTIME_DIR=$machine/run" \
    "LD_LIBRARY_PATH=${LD_LIBRARY_PATH-}" SIMULATED_ENABLE=1 XRT_COMPOSITOR_NULL=1 monado-service <&9 2>&1)
  service=$!
  trap 'kill "$service"; rm -rf "$machine"' EXIT
  while read -r line <&8; do
    [[ $line != *"service has started"* ]] || return 0
  done
  echo "monado-service does not start" >&2
  exit 2
}

# runtime_answers QUESTION [MANIFEST]: what the runtime of the manifest answers, or Monado with its service.
runtime_answers() {
  [ $# -gt 1 ] || start_monado
  local library
  library=$(sed -nE 's/.*"library_path" *: *"([^"]*)".*/\1/p' "${2:-/usr/share/openxr/1/openxr_monado.json}")
  on_machine "XDG_RUNTIME_DIR=$machine/run" timeout "$limit" "$machine/runtime_answers" "$library" "$1"
}
