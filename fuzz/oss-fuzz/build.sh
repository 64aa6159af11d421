#!/bin/bash -eu
# SPDX-License-Identifier: Apache-2.0
# Builds the fuzz targets for a fuzzing service: with its compilers, flags and engine ($CC, $CXX, $CFLAGS, $CXXFLAGS,
# $LIB_FUZZING_ENGINE), from $SRC/loadstone into $OUT, each with its seed corpus and dictionary. LOADSTONE_FUZZ_TARGETS
# names some of the targets; by default all are built.
root=${SRC:?}/loadstone
work=${WORK:-/tmp/loadstone-work}/build

cmake -S "$root" -B "$work" -G Ninja -DCMAKE_C_COMPILER="${CC:?}" -DCMAKE_CXX_COMPILER="${CXX:?}" \
  -DCMAKE_C_FLAGS="${CFLAGS-}" -DCMAKE_CXX_FLAGS="${CXXFLAGS-}" \
  -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_C_FLAGS_RELWITHDEBINFO=-DNDEBUG \
  -DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-DNDEBUG -DLOADSTONE_FUZZING_ENGINE="${LIB_FUZZING_ENGINE:?}" >/dev/null

while read -r name dictionary; do
  case $name in '' | '#'*) continue ;; esac
  if [ -n "${LOADSTONE_FUZZ_TARGETS-}" ] && [[ " $LOADSTONE_FUZZ_TARGETS " != *" $name "* ]]; then
    continue
  fi
  ninja -C "$work" --quiet "fuzz_$name" </dev/null
  cp "$work/fuzz/bin/fuzz_$name" "${OUT:?}/"
  cp "$work/fuzz/dictionaries/$dictionary.dict" "$OUT/fuzz_$name.dict"
  rm -f "$OUT/fuzz_${name}_seed_corpus.zip"
  find "$work/fuzz/corpora/$name" "$root/fuzz/regressions/$name" -type f 2>/dev/null |
    sort | zip -q -j "$OUT/fuzz_${name}_seed_corpus.zip" -@
done <"$root/fuzz/targets.txt"
