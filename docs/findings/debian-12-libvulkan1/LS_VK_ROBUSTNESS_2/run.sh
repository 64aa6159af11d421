#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A folder with a file that is no manifest of a driver, and after it a folder with a good driver.
. "$(dirname "$0")/../../common/vulkan.sh"
mkdir -p "$machine/bad/vulkan/icd.d" "$machine/good/vulkan"
mv "$machine/driver" "$machine/good/vulkan/icd.d"
installed=("XDG_DATA_DIRS=$machine/bad:$machine/good")
bad=$machine/bad/vulkan/icd.d/bad.json

observe "no such file" create
while IFS='|' read -r label content; do
  printf '%b' "$content" >"$bad"
  observe "$label" create
done <<'CONTENTS'
a library that does not exist|{"file_format_version": "1.0.0", "ICD": {"library_path": "./none.so"}}
a bracket|{
blanks|    \n
text|This is no manifest.\n
UTF-16|\xff\xfe{\0}\0
a byte order mark|\xef\xbb\xbf{"ICD": {}}
a trailing comma|{"ICD": {},}
a comment|{"ICD": {}} // a driver
a truncated manifest|{"file_format_version": "1.0.0", "ICD": {"library_path": "./no
a list in the place of the manifest|[{"ICD": {}}]
a list in the place of the driver|{"file_format_version": "1.0.0", "ICD": [{"library_path": "./none.so"}]}
CONTENTS
head -c 1000000 /dev/zero | tr '\0' '[' >"$bad"
observe "a million brackets" create
rm "$bad"
mkfifo "$bad"
observe "a pipe that nobody writes to" create
