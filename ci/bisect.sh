#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Judges one commit for `git bisect run`, in the repository of a loader:
#
#   git bisect run bisect.sh "BUILD COMMAND" [arguments of loadstone run]
#
# Exit status 0: the cases found no violation; 1: they did; 125, with which git skips the commit: it does not build, or
# the cases could not be judged; 128, with which git ends: wrong usage. LOADSTONE names the tool if it is not in PATH.
set -u
if [ $# -lt 2 ]; then
  echo 'bisect.sh: usage: git bisect run bisect.sh "BUILD COMMAND" [arguments of loadstone run]' >&2
  exit 128
fi
build=$1
shift
bash -c "$build" || exit 125
"${LOADSTONE-loadstone}" run "$@"
status=$?
case $status in
  0 | 1) exit "$status" ;;
  127) exit 128 ;; # there is no such program
  *) exit 125 ;; # no verdict, or no loader that can be loaded
esac
