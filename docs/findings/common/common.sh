# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Read by the run.sh of every finding: a machine of its own below a temporary folder, and a way to run a program on it.
#
# Of the host nothing is visible but the system's own folders; the programs tell of nothing but what stands here.
set -u
ulimit -c 0
export LC_ALL=C
common=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# The driver, the runtime and the layers, which bug reports of `loadstone repro --markdown` contain too.
programs=$(cd "$common/../../../tool/steps" && pwd)
finding=$(cd "$(dirname "$0")" && pwd)
machine=$(mktemp -d)
trap 'rm -rf "$machine"' EXIT
mkdir "$machine/home" "$machine/nothing"

# What waits longer than this many seconds waits for ever; it takes milliseconds otherwise.
limit=10

# Puts the finding's files into the machine. @MACHINE@ in them is the machine's own folder.
place_files() {
  cp -r "$finding/machine/." "$machine"
  find "$machine" -name '*.json' -exec sed -i "s|@MACHINE@|$machine|g" {} +
}

# compile SOURCE PLACE [FLAG...], in C, or in C++ for the header with OpenXR's loader interfaces.
compile() {
  local source=$1 place=$machine/$2 compiler=("${CC:-cc}")
  shift 2
  [[ $source != *.cc ]] || compiler=(c++ -std=c++20 -I "$common/../../../interfaces")
  mkdir -p "$(dirname "$place")"
  "${compiler[@]}" -Wall -Wextra -Werror -Wno-missing-field-initializers "$@" -o "$place" "$source" -ldl || exit 2
}

compile_library() {
  compile "$@" -shared -fPIC
}

# How a process ended, of which the shell says `$1`; nothing if it ended by itself.
ending() {
  case $1 in
    0) ;;
    124) echo "does not return" ;;
    *) if [ "$1" -gt 128 ]; then echo "killed by SIG$(kill -l $(($1 - 128)))"; else echo "exit status $1"; fi ;;
  esac
}

# Where the error output of what runs on the machine goes.
errors=/dev/null

# on_machine [VARIABLE=VALUE]... PROGRAM [WORD...]: its output and status.
on_machine() {
  { env -i "PATH=$PATH" "HOME=$machine/home" "XDG_CONFIG_DIRS=$machine/nothing" "XDG_DATA_DIRS=$machine/nothing" \
      "$@" </dev/null; } 2>"$errors"
}

# The loader, and the variables by which it finds the machine's driver or runtime.
loader=
installed=()

# run_application [VARIABLE=VALUE]... WORD...: the application with the loader and these words.
run_application() {
  local environment=()
  while [[ $1 == *=* ]]; do
    environment+=("$1")
    shift
  done
  on_machine "${installed[@]}" "${environment[@]}" timeout "$limit" "$machine/application" "$loader" "$@"
}

# memory_errors [VARIABLE=VALUE]...: what valgrind says first of an application that lists the layers.
memory_errors() {
  local log=$machine/valgrind
  on_machine "${installed[@]}" "$@" valgrind -q --log-file="$log" "$machine/application" "$loader" list >"$machine/output"
  if grep -q "Invalid" "$log"; then
    grep -m 2 -o -E "Invalid [a-z]+|[0-9]+ bytes (after|before) a block of size [0-9]+" "$log" | paste -s -d , -
  else
    echo "no memory error"
  fi
}

# tell LABEL COMMAND...: prints the label, what the command prints, and how it was killed.
tell() {
  local label=$1 output status how
  shift
  output=$("$@")
  status=$?
  how=$(ending "$status")
  echo "$label: $output${output:+${how:+, }}$how"
}

# observe LABEL [VARIABLE=VALUE]... WORD...: tells what the application does with these words.
observe() {
  tell "$1" run_application "${@:2}"
}

# survive LABEL [VARIABLE=VALUE]... WORD...: prints whether the application comes to its end, whatever it is told.
survive() {
  local label=$1 how
  shift
  how=$(run_application "$@" >"$machine/output"; ending $?)
  echo "$label: ${how:-the application runs}"
}
