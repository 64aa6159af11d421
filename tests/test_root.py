# SPDX-License-Identifier: Apache-2.0
"""Loaders judged with the libraries of another system, given by --root."""

import json
import shutil
import subprocess

import pytest
from conftest import BUILD
from roots import make_system, state_of

LOADER = BUILD / "lib" / "libvulkan.so.1"
CASE = "LLP_LOADER_3/meta_layer_contains_a_layer_twice"
# The paths inside the root of the loader, and of a library that this host does not have.
PLACE = "/opt/loader/libvulkan.so.1"
OWN = "libloadstone_only_in_this_root.so"


@pytest.fixture(name="root", scope="module")
def fixture_root(tmp_path_factory):
    """A small system: this host's C library, and a loader that needs a library which only this system has."""
    root = tmp_path_factory.mktemp("systems") / "root"
    folder = make_system(root, LOADER)
    loader = root / PLACE.lstrip("/")
    loader.parent.mkdir(parents=True)
    shutil.copy(LOADER, folder / "libvulkan.so.1")  # by its SONAME
    empty = root.parent / "empty.c"
    empty.write_text("")
    subprocess.run(["gcc", "-shared", "-o", folder / OWN, empty, f"-Wl,-soname,{OWN}"], check=True)
    # This library only forwards to the reference loader, through its dependency.
    subprocess.run(["gcc", "-shared", "-o", loader, empty, "-Wl,--no-as-needed", folder / "libvulkan.so.1",
                    folder / OWN, "-Wl,-rpath,/usr/lib/x86_64-linux-gnu"], check=True)
    return root


def run(tool, root, *words):
    return tool("run", "--root", root, "--loader", PLACE, "--case", CASE, *words)


def test_a_loader_runs_with_the_libraries_of_the_root(tool, root, tmp_path):
    before = state_of(root)
    report = tmp_path / "report.json"
    result = run(tool, root, "--json", report)
    assert result.returncode == 0, result.stdout + result.stderr
    content = json.loads(report.read_text())
    assert content["calibration"]["root"].startswith(f"{root}: A small system, C library 2.")
    assert content["subject"]["path"] == f"{root}{PLACE}"
    assert [case["verdict"] for case in content["cases"]] == ["pass"]
    assert f"--root {root}" in content["cases"][0]["reproduce"]
    assert state_of(root) == before


def test_the_command_of_the_report_shows_it_again(tool, root):
    result = tool("repro", CASE, "--root", root, "--loader", f"{root}{PLACE}")
    assert result.returncode == 0 and "verdict: pass" in result.stdout


def test_without_the_root_it_cannot_be_loaded_and_the_option_is_named(tool, root):
    result = tool("run", "--loader", f"{root}{PLACE}", "--case", CASE)
    assert result.returncode == 2
    assert "--root" in result.stderr and len(result.stderr.splitlines()) == 1


def test_fuzz_takes_a_root(tool, root, tmp_path):
    result = tool("fuzz", "--root", root, "--loader", PLACE, "--inputs", "20", "-j", "1", "--out", tmp_path / "findings")
    assert result.returncode == 0 and "20 inputs" in result.stdout, result.stdout + result.stderr


def test_a_bug_report_says_why_it_has_no_script(tool, root):
    result = tool("repro", CASE, "--root", root, "--loader", PLACE, "--markdown")
    assert "with the libraries of another system (--root)" in result.stdout
    assert "A small system, C library 2." in result.stdout


def test_what_is_no_system_is_one_line(tool, root, tmp_path):
    (tmp_path / "file").write_text("")
    for folder in (tmp_path, tmp_path / "missing", tmp_path / "file"):
        result = tool("run", "--root", folder, "--loader", LOADER, "--case", CASE)
        assert result.returncode == 2 and len(result.stderr.splitlines()) == 1
        assert "the folder of an unpacked system" in result.stderr
    result = tool("run", "--root", root, "--loader", "/opt/missing.so")
    assert result.returncode == 2 and "/opt/missing.so" in result.stderr
