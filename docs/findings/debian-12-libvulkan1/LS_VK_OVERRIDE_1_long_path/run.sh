#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An override layer for an application whose path is long, and one for another path of that length.
. "$(dirname "$0")/../../common/vulkan.sh"
place_files
vulkan_layer layers/a.so a
override=$machine/home/.config/vulkan/implicit_layer.d/override.json
template=$(cat "$override")

# A path of $1 bytes in the machine, in folders with names of at most 200.
path_of() {
  local path=$machine/$1 left size
  while [ ${#path} -lt "$1" ]; do
    left=$(($1 - ${#path} - 1))
    if [ "$left" -le 200 ]; then size=$left; else size=$((left - 2 < 200 ? left - 2 : 200)); fi
    path+=/$(printf 'a%.0s' $(seq "$size"))
  done
  echo "$path"
}

# The application at the path $1, with an override layer for the path $2.
create_at() {
  echo "${template/@PROGRAM@/$2}" >"$override"
  on_machine "${installed[@]}" timeout "$limit" "$1" "$loader" create
}

for length in 1023 1024 2048; do
  program=$(path_of "$length")
  mkdir -p "$(dirname "$program")"
  cp "$machine/application" "$program"
  tell "override layer for the application, a path of $length bytes" create_at "$program" "$program"
  tell "override layer for another path of $length bytes" create_at "$program" "${program%a}b"
done
