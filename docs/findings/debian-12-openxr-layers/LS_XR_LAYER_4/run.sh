#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Offers with version 1 of the interface alone, with a newer one as well, and with another patch of the API version.
. "$(dirname "$0")/../../common/openxr_subject.sh"

offer_both 1 "$@"
offer_both 2 "$@"
patch_both "$@"
