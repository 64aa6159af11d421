#!/usr/bin/env bash
# Manifests that end within a string or in an escape, or have an escape that a string ends, under valgrind.
. "$(dirname "$0")/../../common/vulkan.sh"

# memory_errors: what valgrind says first of an application that lists the layers.
memory_errors() {
  local log=$machine/valgrind
  on_machine "${installed[@]}" valgrind -q --log-file="$log" "$machine/application" "$loader" list >"$machine/output"
  if grep -q "Invalid" "$log"; then
    grep -m 2 -o -E "Invalid [a-z]+|[0-9]+ bytes after a block of size [0-9]+" "$log" | paste -s -d , -
  else
    echo "no memory error"
  fi
}

folder=$machine/home/.local/share/vulkan/explicit_layer.d
mkdir -p "$folder"
while read -r manifest; do
  printf %s "$manifest" >"$folder/bad.json"
  tell "$manifest" memory_errors
done <<'MANIFESTS'
{"layer": {"name": "VK_LAYER_EXAMPLE_bad"}}
{"layer": {"name": "VK_LAYER_EXAMPLE_bad
{"layer": {"name": "VK_LAYER_EXAMPLE_bad\
{"layer\
{"layer": "\u0041"}
{"layer": "\u", "name": "VK_LAYER_EXAMPLE_bad"}
MANIFESTS
