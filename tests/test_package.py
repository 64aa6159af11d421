# SPDX-License-Identifier: Apache-2.0
"""The Debian package in a root of Debian 12, the archive, and their files besides the tool."""

import json
import os
import pathlib
import platform
import re
import shutil
import subprocess

import pytest
from conftest import BUILD, DISTRIBUTION, EVERYTHING, ROOT
from roots import run_in

SOURCES = pathlib.Path("/etc/apt/sources.list.d/debian.sources")
# Not counted of what the package installs: pages, and parts for other systems and architectures, which a build need not have.
NOT_COUNTED = re.compile(r"/usr/share/doc/|/loadstone/(windows(-i386)?|[a-z0-9_]+-linux-gnu[a-z]*)/")
# The tool and the probe each contain all cases, 9,000 by now. Those of GCC 16 are larger than those of GCC 12.
MOST_BYTES = 34_000_000

pytestmark = pytest.mark.xdist_group("package")


@pytest.fixture(name="packed", scope="module")
def fixture_packed(tmp_path_factory):
    """The folder with what cpack makes."""
    folder = tmp_path_factory.mktemp("package")
    subprocess.run(["cpack", "--config", BUILD / "CPackConfig.cmake", "-B", folder], stdout=subprocess.DEVNULL,
                   check=True)
    return folder


@pytest.fixture(name="package", scope="module")
def fixture_package(packed):
    (package,) = packed.glob("*.deb")
    return package


def unpack_archive(packed, folder):
    """Unpacks the archive; returns the path of its tool below `folder`."""
    (archive,) = packed.glob("*.tar.zst")
    subprocess.run(["tar", "-x", "-f", archive, "-C", folder], check=True)
    (name,) = {path.name for path in folder.glob("loadstone-*")}
    assert name == archive.name.removesuffix(".tar.zst")
    return f"{name}/bin/loadstone"


@pytest.fixture(name="unpacked", scope="module")
def fixture_unpacked(package, tmp_path_factory):
    folder = tmp_path_factory.mktemp("unpacked")
    subprocess.run(["dpkg-deb", "-x", package, folder], check=True)
    return folder


def field(package, name):
    return subprocess.run(["dpkg-deb", "-f", package, name], stdout=subprocess.PIPE, text=True,
                          check=True).stdout.strip()


def test_depends_only_on_the_c_library(package):
    depends = field(package, "Depends")
    # The archive of libelf in Debian 13 is incomplete.
    names = [re.match(r"[a-z0-9.+-]+", part.strip())[0] for part in depends.split(",")]
    assert set(names) - {"libelf1t64"} == {"libc6"}
    if platform.machine() == "x86_64":
        assert "libc6 (>= 2.31)" in depends.split(", ")


def test_has_its_licence(unpacked):
    assert "License: Apache-2.0" in (unpacked / "usr/share/doc/loadstone/copyright").read_text(encoding="utf-8")


def test_is_small_and_stripped(package, unpacked):
    files = [path for path in unpacked.rglob("*") if path.is_file() and not path.is_symlink()]
    assert sum(path.stat().st_size for path in files if not NOT_COUNTED.search(str(path))) < MOST_BYTES
    binaries = [path for path in files if path.read_bytes()[:4] == b"\x7fELF"]
    assert unpacked / "usr/bin/loadstone" in binaries
    for path in binaries:
        sections = subprocess.run(["readelf", "-SW", path], stdout=subprocess.PIPE, text=True, check=True).stdout
        assert ".symtab" not in sections and ".debug_" not in sections, path
    assert field(package, "Architecture") in ("amd64", "arm64")


def test_names_no_folder_of_its_build(unpacked):
    for path in unpacked.rglob("*"):
        if path.is_file():
            assert os.fsencode(BUILD) not in path.read_bytes(), path


@pytest.fixture(name="root_with_package", scope="module")
def fixture_root_with_package(unpacked, tmp_path_factory):
    """The files of the package and the libraries of this system, and no others."""
    root = tmp_path_factory.mktemp("root")
    shutil.copytree(unpacked, root, symlinks=True, dirs_exist_ok=True)
    loaded = subprocess.run(["ldd", root / "usr/bin/loadstone", DISTRIBUTION], stdout=subprocess.PIPE, text=True, check=True)
    for name in sorted(set(re.findall(r"(/\S+\.so\S*)", loaded.stdout)) | {str(DISTRIBUTION)}):
        copy = root / name.lstrip("/").rstrip(":")
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(name.rstrip(":"), copy)
    for folder in ("proc", "dev", "tmp", "etc"):
        (root / folder).mkdir(exist_ok=True)
    root.chmod(0o755)
    return root


def judge_and_check(root):
    """Judges a loader of that root by one policy, and the package's reference loader by another."""
    result = run_in(root, "/usr/bin/loadstone", "run", "--loader", DISTRIBUTION, "--policy", "LLP_LOADER_13")
    assert result.returncode == 0, result.stdout + result.stderr
    assert " 0 failed" in result.stdout
    result = run_in(root, "/usr/bin/loadstone", "run", "--loader",
                    "/usr/lib/loadstone/reference/libvulkan.so.1", "--spec", "newest", "--policy",
                    "LLP_LOADER_3")
    assert result.returncode == 0, result.stdout + result.stderr


def test_runs_with_the_c_library_alone(root_with_package):
    judge_and_check(root_with_package)


# The oldest C library for which the documentation promises that Loadstone runs.
OLDEST_C_LIBRARY = (2, 31)


def needed_c_library(binary):
    """The newest version of the GNU C library in a binary's references to its functions, or (0, 0)."""
    # Unlike objdump, readelf reads the binaries of every architecture.
    needs = subprocess.run(["readelf", "-W", "-d", "-V", binary], stdout=subprocess.PIPE, text=True, check=True).stdout
    versions = [tuple(map(int, version.split("."))) for version in re.findall(r"GLIBC_([0-9.]+)", needs)]
    return max(versions + [(2, 36)] * ("RELR" in needs), default=(0, 0))


def test_runs_with_an_old_c_library(packed, tmp_path):
    """Also what the archive has for other architectures, if it was built."""
    unpack_archive(packed, tmp_path)
    binaries = [path for path in tmp_path.rglob("*") if path.is_file() and path.read_bytes()[:4] == b"\x7fELF"]
    assert len(binaries) > 10
    newer = {str(path.relative_to(tmp_path)): needed_c_library(path) for path in binaries
             if needed_c_library(path) > OLDEST_C_LIBRARY}
    assert not newer


@pytest.mark.parametrize("build, part", [("build-windows", "libexec/loadstone/windows/probe.exe"),
                                         ("build-i386", "libexec/loadstone/i386-linux-gnu/probe")])
def test_archive_has_the_parts_that_were_built(build, part, packed, tmp_path):
    tool = unpack_archive(packed, tmp_path)
    installed = (ROOT / build / "cmake_install.cmake").exists()
    assert (tmp_path / tool).parent.parent.joinpath(part).exists() == installed


def test_archive_runs_where_it_is_unpacked(packed, root_with_package, tmp_path):
    """As the user of the test, and as root of another system without a compiler."""
    (tmp_path / "a folder").mkdir()
    tool = unpack_archive(packed, tmp_path / "a folder")
    result = subprocess.run([tmp_path / "a folder" / tool, "run", "--loader", DISTRIBUTION, "--policy", "LLP_LOADER_13"],
                            stdout=subprocess.PIPE, text=True, check=False)
    assert result.returncode == 0 and " 0 failed" in result.stdout
    (root_with_package / "opt").mkdir(exist_ok=True)
    tool = unpack_archive(packed, root_with_package / "opt")
    result = run_in(root_with_package, f"/opt/{tool}", "run", "--loader", DISTRIBUTION, "--policy", "LLP_LOADER_13")
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.skipif(not EVERYTHING, reason="unpacks a Debian from its mirror")
def test_archive_runs_on_debian_11(packed, tmp_path):
    """Its C library is the oldest one that is promised."""
    root = tmp_path / "debian"
    subprocess.run([ROOT / "ci" / "root.sh", "bullseye", root], stdout=subprocess.DEVNULL, check=True)
    (root / "opt").mkdir(exist_ok=True)
    tool = unpack_archive(packed, root / "opt")
    result = run_in(root, f"/opt/{tool}", "run", "--loader", DISTRIBUTION, "--policy", "LLP_LOADER_3")
    assert result.returncode == 0, result.stdout + result.stderr
    result = subprocess.run([BUILD / "bin" / "loadstone", "run", "--root", root, "--loader", DISTRIBUTION, "--policy",
                             "LLP_LOADER_3"], stdout=subprocess.PIPE, text=True, check=False)
    assert result.returncode == 0 and "Debian GNU/Linux 11" in result.stdout


def test_doctor_needs_no_loader(root_with_package):
    result = run_in(root_with_package, "/usr/bin/loadstone", "doctor", "--api", "openxr")
    assert result.returncode == 0, result.stdout + result.stderr
    assert "cases on Linux: yes\n" in result.stdout
    assert "\nopenxr: the system has no libopenxr_loader.so.1; use --loader for a loader in another place\n" \
        in result.stdout
    result = run_in(root_with_package, "/usr/bin/loadstone", "doctor", "--api", "openxr", "--json")
    assert json.loads(result.stdout)["loaders"] == []


@pytest.mark.skipif(not EVERYTHING, reason="installs a Debian from its mirror, which takes a minute")
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can install a Debian")
def test_installs_on_a_clean_debian(package, tmp_path):
    root = tmp_path / "debian"
    root.mkdir(mode=0o755)
    subprocess.run(["mmdebstrap", "--quiet", "--variant=apt", "--include=libvulkan1", "bookworm", root, SOURCES],
                   check=True)
    shutil.copy(package, root / "loadstone.deb")
    result = run_in(root, "/usr/bin/dpkg", "--install", "/loadstone.deb")
    assert result.returncode == 0, result.stderr
    judge_and_check(root)
    result = run_in(root, "/usr/bin/dpkg", "--remove", "loadstone")
    assert result.returncode == 0, result.stderr
    assert not (root / "usr/lib/loadstone").exists()


def visible(unpacked, page):
    """A rendered manual page; any warning of roff is an error."""
    result = subprocess.run(["groff", "-man", "-Tutf8", "-ww", unpacked / "usr/share/man/man1" / page],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=True)
    assert result.stderr == "", page
    return re.sub(r"\x1b\[[0-9;]*m|.\x08", "", result.stdout).replace("\u2010", "-")


def verbs_of(tool):
    text = re.split("subcommands:", tool("--help").stdout, flags=re.I)[1].split("\n\n")[0]
    return re.findall(r"^  (\S+)", text, re.M)


def test_each_verb_has_a_manual_page(tool, unpacked):
    verbs = verbs_of(tool)
    assert "run" in verbs and "manual" not in verbs
    names = {path.name for path in (unpacked / "usr/share/man/man1").iterdir()}
    assert names == {"loadstone.1"} | {f"loadstone-{verb}.1" for verb in verbs}
    overview = visible(unpacked, "loadstone.1")
    for verb in verbs:
        page = visible(unpacked, f"loadstone-{verb}.1")
        options = re.findall(r"--[a-z-]+", tool(verb, "--help").stdout.split("Example")[0])
        assert options
        for option in options:
            assert option in page, (verb, option)
        assert re.search(rf"^ +{verb}\b", overview, re.M)


def test_help_of_each_verb_has_an_example(tool, unpacked):
    for verb in verbs_of(tool):
        text = tool(verb, "--help").stdout
        assert re.search(rf"^Examples?:\n  loadstone {verb} ", text, re.M), verb
        assert f"loadstone {verb} " in visible(unpacked, f"loadstone-{verb}.1").split("EXAMPLE")[1]


BASH = """
. "$SCRIPT"
COMP_WORDS=("$@")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_loadstone
printf '%s\\n' "${COMPREPLY[@]}"
"""
COMPLETED = [
    (["loadstone", "check-d"], ["check-driver"]),
    (["loadstone", "run", "--api", "v"], ["vulkan"]),
    (["loadstone", "run", "--ba"], ["--baseline"]),
    (["loadstone", "list", "po"], ["policies"]),
    (["loadstone", "fuzz", "--ju"], []),
]


@pytest.mark.parametrize("words, completed", COMPLETED)
def test_bash_completes(unpacked, words, completed):
    script = unpacked / "usr/share/bash-completion/completions/loadstone"
    result = subprocess.run(["bash", "-c", BASH, "bash", *words], env={**os.environ, "SCRIPT": str(script)},
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=True)
    assert result.stderr == "" and result.stdout.split() == completed


@pytest.mark.parametrize("words, completed", COMPLETED)
def test_fish_completes(unpacked, words, completed, tmp_path):
    script = unpacked / "usr/share/fish/vendor_completions.d/loadstone.fish"
    result = subprocess.run(["fish", "--no-config", "-c", f"source {script}; complete -C '{' '.join(words)}'"],
                            env={**os.environ, "HOME": str(tmp_path)}, cwd=tmp_path, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, check=True)
    assert [line.split("\t")[0] for line in result.stdout.splitlines()] == completed


def test_zsh_reads_its_completion(unpacked, tmp_path):
    script = unpacked / "usr/share/zsh/site-functions/_loadstone"
    assert script.read_text(encoding="utf-8").startswith("#compdef loadstone\n")
    command = """
      _arguments() { print -rl -- "$@" }
      words=(loadstone run) CURRENT=3
      . "$SCRIPT"
    """
    result = subprocess.run(["zsh", "-f", "-c", command], env={**os.environ, "SCRIPT": str(script)},
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=True)
    assert result.stderr == ""
    assert r"*--api[The API of the loader\: vulkan or openxr]:value:(vulkan openxr)" in result.stdout.splitlines()
