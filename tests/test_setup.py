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
    for name, text in (("apt-get", APT_GET), ("dpkg-query", DPKG_QUERY), ("curl", CURL)):
        (programs / name).write_text(text, encoding="utf-8")
        (programs / name).chmod(0o755)
    for name in NEEDED:
        (programs / name).symlink_to(shutil.which(name))
    script.parent.mkdir(parents=True)
    text, count = re.subn("(?m)^axe_sum=.*", f"axe_sum={hashlib.sha256(AXE.encode()).hexdigest()}",
                          (ROOT / "ci" / "setup.sh").read_text(encoding="utf-8"))
    assert count == 1
    script.write_text(text, encoding="utf-8")

    def run(release, *words, installed="", axe=AXE):
        file, log = tmp_path / "os-release", tmp_path / "log"
        file.write_text(RELEASES[release], encoding="utf-8")
        log.write_text("", encoding="utf-8")
        environment = {"PATH": str(programs), "LOG": str(log), "INSTALLED": installed, "AXE": axe}
        as_root = [] if os.getuid() == 0 else ["--user", "--map-root-user"]
        result = subprocess.run(
            ["unshare", *as_root, "--mount", "sh", "-c", WITH_RELEASE, "sh", file, "bash", script, *words],
            env=environment, capture_output=True, text=True, check=False)
        return result, log.read_text(encoding="utf-8").split()
    run.programs = programs
    return run


@pytest.mark.parametrize("release", ["12", "13"])
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


@pytest.mark.parametrize("release", ["testing", "another"])
def test_another_release_is_refused_in_a_line_that_says_what_is_missing(set_up, release):
    result, words = set_up(release, "--run", installed="cmake")
    assert result.returncode == 2 and not words
    name = RELEASES[release].split('"')[1]
    assert result.stderr.startswith(f"ci/setup.sh: this is for Debian 12 and 13, not {name}; install the counterparts of: g++ ninja-build git ")
    assert result.stderr.count("\n") == 1


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
