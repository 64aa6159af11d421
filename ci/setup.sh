#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the packages of Debian 12 or 13 that Loadstone is built and tested with, and gets axe-core, which tests pages
# and which Debian does not have, from npm's registry. With --run, it installs only the packages that are needed to judge
# a loader. Both releases have packages of these names: `clang` is Clang 14 on Debian 12 and Clang 19 on Debian 13.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
axe_version=4.14.1
axe_sum=29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c

packages=(
  g++ cmake ninja-build git libvulkan-dev libopenxr-dev rapidjson-dev libgtest-dev libgmock-dev libfmt-dev
  libcli11-dev libcap-dev libelf-dev libmd-dev libpugixml-dev zlib1g-dev python3 python3-jinja2 python3-jsonschema python3-markdown
  dpkg-dev file
)
test_packages=(
  chromium clang clang-format libclang-rt-dev lld llvm zip
  libvulkan1 libopenxr-loader1 libopenxr-utils openxr-layer-apidump openxr-layer-corevalidation python3-clang python3-pytest python3-pytest-xdist
  vulkan-validationlayers mesa-vulkan-drivers vulkan-tools weston xvfb
  g++-mingw-w64-x86-64-posix g++-mingw-w64-i686-posix wine64 g++-i686-linux-gnu g++-aarch64-linux-gnu qemu-user-static
  mangohud vkbasalt
  bubblewrap ca-certificates curl fish groff lcov mmdebstrap python3-yaml shellcheck systemd valgrind yamllint zsh zstd
)

case ${1-} in
  '') packages+=("${test_packages[@]}") ;;
  --run) ;;
  *)
    echo "ci/setup.sh: takes --run or nothing, not '$1'" >&2
    exit 2
    ;;
esac

is_installed() {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# system NAME: prints a variable of os-release(5).
system() {
  (
    unset "$1"
    # shellcheck source=/dev/null
    if [ -r /etc/os-release ]; then . /etc/os-release; fi
    echo "${!1-}"
  )
}

# install_packages PACKAGE...: installs packages of Debian as root.
install_packages() {
  case $(system ID)-$(system VERSION_ID) in
    debian-12 | debian-13) ;;
    *)
      local name
      name=$(system PRETTY_NAME)
      echo "ci/setup.sh: this is for Debian 12 and 13, not ${name:-this system}; install the counterparts of: $*" >&2
      exit 2
      ;;
  esac

  local as_root=()
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || {
      echo "ci/setup.sh: run it as root, or install: $*" >&2
      exit 2
    }
    as_root=(sudo)
  fi
  echo "ci/setup.sh: installing, as root: $*" >&2
  "${as_root[@]}" apt-get update -qq
  # env sets the variable, because sudo does not keep the caller's.
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# get_axe: gets axe-core for tests/test_accessibility.py, which is skipped without it.
get_axe() {
  local file=$here/../build-axe/axe.min.js
  is_axe "$file" && return
  mkdir -p "${file%/*}"
  curl --fail --silent --location --max-time 60 \
    "https://registry.npmjs.org/axe-core/-/axe-core-$axe_version.tgz" 2>/dev/null |
    tar --extract --gzip --to-stdout package/axe.min.js >"$file" 2>/dev/null && is_axe "$file" && return
  rm -f "$file"
  echo "ci/setup.sh: npm's registry did not give axe-core $axe_version; tests/test_accessibility.py is skipped without it" >&2
}

# is_axe FILE: whether the file is there and is that of the version.
is_axe() {
  echo "$axe_sum  $1" | sha256sum --check --status 2>/dev/null
}

missing=()
for package in "${packages[@]}"; do
  is_installed "$package" || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then install_packages "${missing[@]}"; fi
if [ "${1-}" != --run ]; then get_axe; fi
