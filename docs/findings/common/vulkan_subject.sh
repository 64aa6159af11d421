# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Read by the run.sh of findings about Vulkan layers, with Debian's loader or that of the variable VULKAN_LOADER.
. "$(dirname "${BASH_SOURCE[0]}")/vulkan.sh" "${VULKAN_LOADER-}"

# first_of FILE...: the first of these that exists, or the last.
first_of() {
  while [ $# -gt 1 ] && [ ! -e "$1" ]; do shift; done
  echo "$1"
}

# The manifest of MangoHud, which has the architecture in its name since Debian 13.
mangohud=$(first_of /usr/share/vulkan/implicit_layer.d/MangoHud{.x86_64,}.json)

# install_layer MANIFEST: makes the layer of the manifest the only one in the machine's folder `subject`, and sets
# `name` and `library`. A relative path in the manifest becomes an absolute one.
install_layer() {
  library=$(sed -nE 's/.*"library_path" *: *"([^"]*)".*/\1/p' "$1")
  [[ $library != ./* ]] || library=$(cd "$(dirname "$1")" && pwd)/${library#./}
  name=$(sed -nE 's/.*"name" *: *"([^"]*)".*/\1/p' "$1" | head -n 1)
  mkdir -p "$machine/subject"
  sed -E 's|("library_path" *: *)"[^"]*"|\1"'"$library"'"|' "$1" >"$machine/subject/subject.json"
}

# What a device without extensions has, without the layer and with it.
observe_device() {
  observe "without the layer" device | sed 's/application driver/application/'
  observe "with the layer" "VK_LAYER_PATH=$machine/subject" device "$name" | sed 's/application.* driver/application/'
}

# What becomes of a device with a protected queue alone, without the layer and with it.
observe_protected_queue() {
  vulkan_driver driver -DPROTECTED
  observe "without the layer" protected
  observe "with the layer" "VK_LAYER_PATH=$machine/subject" protected "$name" | sed 's/application.* driver/application driver/'
}

# fail_allocations LABEL [LAYER LIBRARY]: how applications end of which one allocation fails.
fail_allocations() {
  echo "$1: $(on_machine "${installed[@]}" "VK_LAYER_PATH=$machine/subject" \
    "$machine/failing_allocations" "$loader" "${@:2}")"
}

# observe_failing_allocations [FLAG...]: the same without the layer and with it.
observe_failing_allocations() {
  compile "$common/vulkan_failing_allocations.c" failing_allocations "$@"
  fail_allocations "without the layer"
  fail_allocations "with the layer" "$name" "$library"
}

# observe_exports LABEL MANIFEST FUNCTION...: which of the functions the layer's library exports.
observe_exports() {
  [ -x "$machine/exports" ] || compile "$common/vulkan_exports.c" exports
  install_layer "$2"
  echo "$1: $("$machine/exports" "$library" "${@:3}")"
}
