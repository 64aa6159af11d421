#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Whether the layer exports the negotiation.
. "$(dirname "$0")/../../common/vulkan_subject.sh"

observe_exports "the library" "${1:-$mangohud}" vkNegotiateLoaderLayerInterfaceVersion
