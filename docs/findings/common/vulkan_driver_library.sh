# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Read by the run.sh of findings about a Vulkan driver, without a loader.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
compile "$common/vulkan_driver_answers.c" driver_answers

# driver_answers MANIFEST QUESTION: what the driver of the manifest answers.
driver_answers() {
  local library
  library=$(sed -nE 's/.*"library_path" *: *"([^"]*)".*/\1/p' "$1")
  [[ $library != ./* ]] || library=$(cd "$(dirname "$1")" && pwd)/${library#./}
  on_machine timeout "$limit" "$machine/driver_answers" "$library" "$2"
}
