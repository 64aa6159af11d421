# SPDX-License-Identifier: Apache-2.0
"""The packages that ci/setup.sh installs on each release, tested with fake apt-get and dpkg-query; and ci/on-debian.sh,
which runs it and other commands on a release."""

import os
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
WITH_RELEASE = 'mount --bind "$1" /etc/os-release && shift && exec "$@"'


@pytest.fixture(name="set_up")
def fixture_set_up(tmp_path):
    """Runs ci/setup.sh on a release, as root; returns the process and the arguments of apt-get."""
    programs = tmp_path / "programs"
    programs.mkdir()
    for name, text in (("apt-get", APT_GET), ("dpkg-query", DPKG_QUERY)):
        (programs / name).write_text(text, encoding="utf-8")
        (programs / name).chmod(0o755)

    def run(release, *words, installed=""):
        file, log = tmp_path / "os-release", tmp_path / "log"
        file.write_text(RELEASES[release], encoding="utf-8")
        log.write_text("", encoding="utf-8")
        environment = {"PATH": f"{programs}:{os.environ['PATH']}", "LOG": str(log), "INSTALLED": installed}
        as_root = [] if os.getuid() == 0 else ["--user", "--map-root-user"]
        result = subprocess.run(
            ["unshare", *as_root, "--mount", "sh", "-c", WITH_RELEASE, "sh", file, ROOT / "ci" / "setup.sh", *words],
            env=environment, capture_output=True, text=True, check=False)
        return result, log.read_text(encoding="utf-8").split()
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
    assert {"g++", "ninja-build"} <= set(words) and not {"clang", "wine64", "cmake", "git"} & set(words)


@pytest.mark.parametrize("release", ["testing", "another"])
def test_another_release_is_refused_in_a_line_that_says_what_is_missing(set_up, release):
    result, words = set_up(release, "--run", installed="cmake")
    assert result.returncode == 2 and not words
    name = RELEASES[release].split('"')[1]
    assert result.stderr.startswith(f"ci/setup.sh: this is for Debian 12 and 13, not {name}; install the counterparts of: g++ ninja-build git ")
    assert result.stderr.count("\n") == 1


def test_nothing_is_said_where_all_is_installed(set_up):
    result, words = set_up("another", installed="all")
    assert (result.returncode, result.stderr, words) == (0, "", [])


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
