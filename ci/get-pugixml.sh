#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Gets the sources of pugixml into build-pugixml/, for loadstone.exe: Debian has no build of pugixml for Windows. They come
# from the archive of this release of Debian, and apt checks them.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$here/../build-pugixml
if [ -f "$folder/src/pugixml.cpp" ]; then exit; fi

# shellcheck source=/dev/null
suite=$(. /etc/os-release && if [ -n "${VERSION_ID-}" ]; then echo "${VERSION_CODENAME-}"; else echo testing; fi)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/lists/partial" "$work/archives/partial" "$folder"
echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian $suite main" >"$work/sources"
cd "$work"
apt=(apt-get -qq -o "Dir::Etc::SourceList=$work/sources" -o Dir::Etc::SourceParts=- -o "Dir::State::Lists=$work/lists"
  -o "Dir::Cache=$work" -o APT::Sandbox::User=root)
if "${apt[@]}" update >/dev/null 2>&1 && "${apt[@]}" source --download-only pugixml >/dev/null 2>&1; then
  tar --extract --file pugixml_*.orig.tar.* --directory "$folder" --strip-components=1 --wildcards '*/src/*'
else
  echo "ci/get-pugixml.sh: Debian's archive did not give the sources of pugixml: no loadstone.exe is built" >&2
fi
