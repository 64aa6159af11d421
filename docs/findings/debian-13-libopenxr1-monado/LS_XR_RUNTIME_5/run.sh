#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What the runtime of a manifest answers to offers of API versions that it has, and that it does not have.
. "$(dirname "$0")/../../common/common.sh"
compile "$common/openxr_runtime_offers.cc" offers
library=$(sed -nE 's/.*"library_path" *: *"([^"]*)".*/\1/p' "${1:-/usr/share/openxr/1/openxr_monado.json}")

on_machine "$machine/offers" "$library"
