# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Read by the run.sh of findings about OpenXR layers, without a loader.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
compile "$common/openxr_layer_host.cc" layer_host

# host NAME LIBRARY RESULT [MESSENGERS]: what the layer XR_APILAYER_LUNARG_<name> makes of the result of a creation
# below it, with so many messengers in the next chain.
host() {
  tell "$1" on_machine "$machine/layer_host" "$2" "XR_APILAYER_LUNARG_$1" "${@:3}"
}

# offer_both NEWEST [LIBRARY LIBRARY]: what api_dump and core_validation make of an offer of interface versions 1 to NEWEST.
offer_both() {
  local folder=/usr/lib/x86_64-linux-gnu/openxr/1/api_layers
  host api_dump "${2:-$folder/libXrApiLayer_api_dump.so}" offer "$1"
  host core_validation "${3:-$folder/libXrApiLayer_core_validation.so}" offer "$1"
}

# patch_both [LIBRARY LIBRARY]: what they make of an offer of their own API version with another patch.
patch_both() {
  local folder=/usr/lib/x86_64-linux-gnu/openxr/1/api_layers
  host api_dump "${1:-$folder/libXrApiLayer_api_dump.so}" patch
  host core_validation "${2:-$folder/libXrApiLayer_core_validation.so}" patch
}

# host_both RESULT [LIBRARY LIBRARY]: of api_dump and core_validation.
host_both() {
  local folder=/usr/lib/x86_64-linux-gnu/openxr/1/api_layers
  host api_dump "${2:-$folder/libXrApiLayer_api_dump.so}" "$1"
  host core_validation "${3:-$folder/libXrApiLayer_core_validation.so}" "$1"
}
