#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the packages of Debian 12, 13 or testing that Loadstone is built and tested with, and gets axe-core, which tests
# pages and which Debian does not have, from npm's registry. With --run, it installs only the packages that are needed to
# judge a loader. With --print SYSTEM (debian, fedora or arch), it only prints what the packages are called there.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
axe_version=4.14.1
axe_sum=29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c

uses='run test'
print=
while [ $# -gt 0 ]; do
  case $1 in
    --run) uses=run ;;
    --print)
      shift
      print=${1-}
      case $print in
        debian | fedora | arch) ;;
        *)
          echo "ci/setup.sh: --print takes debian, whose names are Ubuntu's too, fedora or arch, not '$print'" >&2
          exit 2
          ;;
      esac
      ;;
    *)
      echo "ci/setup.sh: takes --run, --print SYSTEM or nothing, not '$1'" >&2
      exit 2
      ;;
  esac
  shift
done

# packages SYSTEM: prints the packages for the uses, a name of Debian's, a tab and the names of the system on each line.
packages() {
  # shellcheck disable=SC2034  # ${!1} is one of them
  local use debian fedora arch
  # shellcheck disable=SC2034
  while IFS=$'\t' read -r use debian fedora arch; do
    case " $uses " in *" $use "*) printf '%s\t%s\n' "$debian" "${!1}" ;; esac
  done <"$here/packages.tsv"
}

# print_names SYSTEM: prints the names of a system, each once, and to stderr what it lacks.
print_names() {
  local debian names name lacking=()
  declare -A printed
  while IFS=$'\t' read -r debian names; do
    if [ "$names" = - ]; then lacking+=("$debian"); fi
    for name in $names; do
      if [ "$name" != - ] && [ -z "${printed[$name]-}" ]; then echo "${name%%|*}"; fi
      printed[$name]=1
    done
  done < <(packages "$1")
  if [ "$1" = debian ]; then return; fi
  echo "ci/setup.sh: Loadstone has not been built on $1; without a counterpart there: ${lacking[*]:-none}" >&2
}

# is_installed NAMES: whether a package is, of which releases have one of the names that | separates.
is_installed() {
  local name
  for name in ${1//|/ }; do
    if [ "$(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null)" = installed ]; then return; fi
  done
  return 1
}

# in_release NAME...: prints those of the names, one on a line, of which the release has a version. apt knows names without
# one too, of packages that others mention.
in_release() {
  local line name=
  while read -r line; do
    case $line in
      'Candidate: (none)') ;;
      Candidate:*) echo "$name" ;;
      *:) name=${line%:} ;;
    esac
  done < <(LC_ALL=C apt-cache policy "$@" 2>/dev/null)
}

# first_of NAMES KNOWN: prints the first of the names that | separates which is a line of KNOWN, and nothing if none is.
first_of() {
  local name
  for name in ${1//|/ }; do
    if [[ $'\n'$2$'\n' == *$'\n'$name$'\n'* ]]; then
      echo "$name"
      return
    fi
  done
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

# install_packages NAMES...: installs packages of Debian as root. Testing has no VERSION_ID, and may lack a package for a
# while.
install_packages() {
  case $(system ID)-$(system VERSION_ID) in
    debian-12 | debian-13 | debian-) ;;
    *)
      local pretty
      pretty=$(system PRETTY_NAME)
      echo "ci/setup.sh: this is for Debian 12, 13 and testing, not ${pretty:-this system}; install the counterparts of: ${*%%|*}" >&2
      exit 2
      ;;
  esac

  local as_root=()
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || {
      echo "ci/setup.sh: run it as root, or install: ${*%%|*}" >&2
      exit 2
    }
    as_root=(sudo)
  fi
  "${as_root[@]}" apt-get update -qq
  local names name known found=() lacking=()
  # shellcheck disable=SC2068  # the names that | separates are words
  known=$(in_release ${@//|/ })
  for names in "$@"; do
    name=$(first_of "$names" "$known")
    if [ -n "$name" ]; then found+=("$name"); else lacking+=("${names%%|*}"); fi
  done
  if [ ${#lacking[@]} -gt 0 ]; then
    echo "ci/setup.sh: this release has no package ${lacking[*]}" >&2
    if [ "$uses" = run ]; then exit 2; fi
  fi
  echo "ci/setup.sh: installing, as root: ${found[*]}" >&2
  # env sets the variable, because sudo does not keep the caller's.
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${found[@]}" >/dev/null
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

if [ -n "$print" ]; then
  print_names "$print"
  exit
fi
missing=()
while IFS=$'\t' read -r debian _; do
  is_installed "$debian" || missing+=("$debian")
done < <(packages debian)
if [ ${#missing[@]} -gt 0 ]; then install_packages "${missing[@]}"; fi
if [ "$uses" != run ]; then get_axe; fi
