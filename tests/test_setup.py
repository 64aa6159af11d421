# SPDX-License-Identifier: Apache-2.0
"""What ci/setup.sh installs on each release, tested with fake apt-get, dpkg-query and curl; and ci/on-debian.sh, which
runs it and other commands on a release."""

import hashlib
import os
import re
import shutil
import subprocess

import pytest
from conftest import EVERYTHING, ROOT

RELEASES = {
    "12": 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_ID="12"\nID=debian\n',
    "13": 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nVERSION_ID="13"\nID=debian\n',
    "testing": 'PRETTY_NAME="Debian GNU/Linux forky/sid"\nID=debian\n',
    "another": 'PRETTY_NAME="Fedora Linux 42"\nVERSION_ID=42\nID=fedora\n',
}
APT_GET = """#!/bin/sh
echo "$@" >>"$LOG"
"""
DPKG_QUERY = """#!/bin/sh
case " $INSTALLED " in
  *" $4 "*|' all ') printf installed ;;
  *) exit 1 ;;
esac
"""
# Knows the names of all packages, and a version of those of the release that are not in $LACKING.
APT_CACHE = """#!/bin/sh
[ "$1" = policy ] || exit 100
shift
for name; do
  case " $LACKING " in *" $name "*) version='(none)' ;; *) version=1.0-1 ;; esac
  printf '%s:\\n  Installed: (none)\\n  Candidate: %s\\n  Version table:\\n' "$name" "$version"
done
"""
# Writes an archive of axe-core with $AXE as its file, or fails, as without network, if that is empty.
CURL = """#!/bin/sh
echo curl "$@" >>"$LOG"
[ -n "$AXE" ] && mkdir -p "$LOG.axe/package" && printf %s "$AXE" >"$LOG.axe/package/axe.min.js" &&
  tar --create --gzip --directory "$LOG.axe" package
"""
AXE = "what the version contains"
WITHOUT_AXE = re.compile(r"ci/setup\.sh: npm's registry did not give axe-core [0-9.]+; "
                         r"tests/test_accessibility\.py is skipped without it\n")
# What ci/setup.sh and the fake programs call.
NEEDED = ("bash", "cat", "dirname", "env", "gzip", "id", "mkdir", "mount", "rm", "sh", "sha256sum", "tar", "unshare")
WITH_RELEASE = 'mount --bind "$1" /etc/os-release && shift && exec "$@"'


@pytest.fixture(name="axe")
def fixture_axe(tmp_path):
    """Where ci/setup.sh puts axe-core."""
    return tmp_path / "tree" / "build-axe" / "axe.min.js"


@pytest.fixture(name="set_up")
def fixture_set_up(tmp_path):
    """Runs ci/setup.sh on a release, as root, in a tree for which AXE is the right content of axe-core; returns the
    process and the words of the calls of apt-get and curl."""
    programs, script = tmp_path / "programs", tmp_path / "tree" / "ci" / "setup.sh"
    programs.mkdir()
    for name, text in (("apt-get", APT_GET), ("apt-cache", APT_CACHE), ("dpkg-query", DPKG_QUERY), ("curl", CURL)):
        (programs / name).write_text(text, encoding="utf-8")
        (programs / name).chmod(0o755)
    for name in NEEDED:
        (programs / name).symlink_to(shutil.which(name))
    script.parent.mkdir(parents=True)
    text, count = re.subn("(?m)^axe_sum=.*", f"axe_sum={hashlib.sha256(AXE.encode()).hexdigest()}",
                          (ROOT / "ci" / "setup.sh").read_text(encoding="utf-8"))
    assert count == 1
    script.write_text(text, encoding="utf-8")
    shutil.copy(ROOT / "ci" / "packages.tsv", script.parent)

    def run(release, *words, installed="", axe=AXE, lacking=""):
        file, log = tmp_path / "os-release", tmp_path / "log"
        file.write_text(RELEASES[release], encoding="utf-8")
        log.write_text("", encoding="utf-8")
        environment = {"PATH": str(programs), "LOG": str(log), "INSTALLED": installed, "AXE": axe,
                       "LACKING": lacking}
        as_root = [] if os.getuid() == 0 else ["--user", "--map-root-user"]
        result = subprocess.run(
            ["unshare", *as_root, "--mount", "sh", "-c", WITH_RELEASE, "sh", file, "bash", script, *words],
            env=environment, capture_output=True, text=True, check=False)
        return result, log.read_text(encoding="utf-8").split()
    run.programs = programs
    return run


@pytest.mark.parametrize("release", ["12", "13", "testing"])
def test_what_is_installed_has_one_name_on_every_supported_release(set_up, release):
    result, words = set_up(release)
    assert result.returncode == 0, result.stderr
    assert {"clang", "lld", "llvm", "libclang-rt-dev", "python3-clang", "wine64", "g++"} <= set(words)
    assert not [word for word in words if word.endswith(("-14", "-14-dev", "-19", "-19-dev"))]


def test_to_judge_a_loader_less_is_installed(set_up):
    result, words = set_up("13", "--run", installed="cmake git")
    assert result.returncode == 0, result.stderr
    assert {"g++", "ninja-build"} <= set(words)
    assert not {"clang", "wine64", "cmake", "git", "--fail"} & set(words)


def test_another_system_is_refused_in_a_line_that_says_what_is_missing(set_up):
    result, words = set_up("another", "--run", installed="cmake")
    assert result.returncode == 2 and not words
    assert result.stderr.startswith("ci/setup.sh: this is for Debian 12, 13 and testing, not Fedora Linux 42; "
                                    "install the counterparts of: g++ ninja-build git ")
    assert result.stderr.count("\n") == 1 and "|" not in result.stderr


def test_package_that_moved_is_installed_by_the_name_that_the_release_has(set_up):
    result, words = set_up("13")
    assert "qemu-user-static" in words and "qemu-user" not in words
    result, words = set_up("testing", lacking="qemu-user-static")
    assert result.returncode == 0 and "qemu-user" in words and "has no package" not in result.stderr
    result, words = set_up("testing", installed="qemu-user")
    assert not {"qemu-user-static", "qemu-user"} & set(words)


def test_release_without_a_package_of_the_tests_is_told_of_in_one_line(set_up):
    result, words = set_up("testing", lacking="wine64")
    assert result.returncode == 0 and "wine64" not in words and "chromium" in words
    assert "ci/setup.sh: this release has no package wine64\n" in result.stderr


def test_release_without_a_package_of_the_build_is_refused(set_up):
    result, words = set_up("testing", "--run", lacking="libcli11-dev")
    assert result.returncode == 2 and words == ["update", "-qq"]
    assert result.stderr == "ci/setup.sh: this release has no package libcli11-dev\n"


def test_names_of_other_systems_are_printed(set_up):
    result, words = set_up("another", "--print", "fedora", "--run")
    names = result.stdout.splitlines()
    assert result.returncode == 0 and not words and len(names) == len(set(names))
    assert {"gcc-c++", "fmt-devel"} <= set(names) and "clang" not in names
    assert result.stderr == "ci/setup.sh: Loadstone has not been built on fedora; without a counterpart there: none\n"
    result, _ = set_up("another", "--print", "arch")
    names = result.stdout.splitlines()
    assert {"gcc", "clang"} <= set(names) and "-" not in names
    assert "without a counterpart there: openxr-layer-apidump " in result.stderr
    result, _ = set_up("another", "--print", "debian")
    assert "qemu-user-static" in result.stdout.splitlines() and not result.stderr


@pytest.mark.parametrize("words", [["--print"], ["--print", "gentoo"], ["--print", "--run"], ["--all"], [""]])
def test_wrong_arguments_are_refused_in_one_line(set_up, words):
    result, called = set_up("12", *words)
    assert result.returncode == 2 and not called and not result.stdout
    assert re.fullmatch(r"ci/setup\.sh: .*takes .*, not '.*'\n", result.stderr)


def test_axe_core_is_all_that_is_fetched_where_all_packages_are_installed(set_up, axe):
    result, words = set_up("another", installed="all")
    assert (result.returncode, result.stderr, words[:2]) == (0, "", ["curl", "--fail"])
    assert axe.read_text(encoding="utf-8") == AXE
    result, words = set_up("another", installed="all")
    assert (result.returncode, result.stderr, words) == (0, "", [])


@pytest.mark.parametrize("content", ["", "another content"])
def test_set_up_goes_without_axe_core_in_one_line(set_up, axe, content):
    axe.parent.mkdir(parents=True)
    axe.write_text("an earlier version", encoding="utf-8")
    result, words = set_up("12", axe=content)
    assert result.returncode == 0 and "--fail" in words
    assert WITHOUT_AXE.fullmatch(result.stderr.partition("\n")[2]), result.stderr
    assert not axe.exists()


def test_on_debian_takes_a_release_and_a_command():
    result = subprocess.run([ROOT / "ci" / "on-debian.sh", "trixie"], capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert result.stderr.startswith("usage: ci/on-debian.sh RELEASE COMMAND...")


@pytest.mark.skipif(not EVERYTHING, reason="installs a Debian from its mirror, which takes a minute")
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can install a Debian")
def test_a_command_runs_on_a_bare_debian(tmp_path):
    words = [ROOT / "ci" / "on-debian.sh", "trixie", "sh", "-c", ". /etc/os-release && echo $VERSION_ID && unshare --user ls ci"]
    result = subprocess.run(words, env=os.environ | {"LOADSTONE_ROOT": str(tmp_path / "root")}, capture_output=True,
                            text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("13\n") and "\nsetup.sh\n" in result.stdout
