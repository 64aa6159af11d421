#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Lists of folders with and without an element that is empty, under valgrind. A short list is kept where valgrind tells
# nothing about it.
. "$(dirname "$0")/../../common/openxr.sh"

for variable in XDG_CONFIG_DIRS XDG_DATA_DIRS; do
  for folders in /opt/first:/opt/second :/opt/first:/opt/second /opt/first:/opt/second: /opt/first::/opt/second; do
    tell "$variable=$folders" memory_errors "$variable=$folders"
  done
done
