# SPDX-License-Identifier: Apache-2.0
"""32-bit loaders on a 64-bit machine, with what ci/build-i386.sh builds and the C library of the cross compiler."""

import json
import pathlib
import shutil
import subprocess
import sys

import pytest
from conftest import BUILD, ROOT, TOOL

sys.path.insert(0, str(ROOT / "reference_loader"))
import build_variant  # noqa: E402  (the modules stand in this folder)
import variants  # noqa: E402

CROSS_BUILD = ROOT / "build-i386"
PARTS = BUILD / "lib" / "loadstone" / "i386-linux-gnu"
LOADER = PARTS / "reference" / "libvulkan.so.1"
C_LIBRARY = pathlib.Path("/usr/i686-linux-gnu/lib")
LINKER = pathlib.Path("/lib/ld-linux.so.2")
SPECS = {"vulkan": "1.4.330", "openxr": "1.1.61"}
DEFECTS = ("glob_prefix_anywhere", "library_arch_ends_everything", "chain_headers_empty", "unknown_functions_invented",
           "xr_installed_runtime_is_active")

pytestmark = pytest.mark.skipif(not LOADER.exists(), reason="ci/build-i386.sh has not been run")


@pytest.fixture(name="root", scope="module")
def fixture_root(tmp_path_factory):
    """A system whose programs have 32 bits: the C library alone."""
    root = tmp_path_factory.mktemp("i386")
    (root / "lib").mkdir()
    for name in ("ld-linux.so.2", "libc.so.6", "libdl.so.2", "libm.so.6", "libpthread.so.0"):
        shutil.copy(C_LIBRARY / name, root / "lib" / name)
    root.chmod(0o755)
    return root


@pytest.mark.parametrize("api, name, spec, least", [("vulkan", "libvulkan.so.1", "1.4.330", 3900),
                                                   ("openxr", "libopenxr_loader.so.1", "1.1.61", 1000)])
def test_reference_loader_passes_everything(api, name, spec, least, tool, root, tmp_path):
    path = tmp_path / "report.json"
    result = tool("run", "--api", api, "--loader", LOADER.with_name(name), "--root", root, "--spec", spec, "--strict",
                  "--json", path)
    report = json.loads(path.read_text(encoding="utf-8"))
    assert result.returncode == 0, [case for case in report["cases"] if case["violates"]]
    assert report["summary"]["pass"] > least
    assert report["calibration"]["root"].endswith(", i386-linux-gnu")


def test_case_is_reproduced(tool, root):
    result = tool("repro", "LLP_LOADER_3/meta_layer_contains_a_layer_twice", "--loader", LOADER, "--root", root)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.skipif(LINKER.exists(), reason="this machine has a 32-bit C library")
def test_machine_without_its_c_library_is_one_line(tool):
    result = tool("run", "--loader", LOADER)
    assert result.returncode == 2
    assert "no C library for i386-linux-gnu" in result.stderr and "--root" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_root_of_another_architecture_is_one_line(tool, tmp_path):
    (tmp_path / "lib64").mkdir()
    result = tool("run", "--loader", LOADER, "--root", tmp_path)
    assert result.returncode == 2
    assert "has no /lib/ld-linux.so.2" in result.stderr and len(result.stderr.splitlines()) == 1


def test_other_commands_refuse_in_one_line(tool, root):
    result = tool("fuzz", "--loader", LOADER, "--root", root, "--seconds", "1")
    assert result.returncode == 2
    assert "only 'run' and 'repro' judge such a loader" in result.stderr and len(result.stderr.splitlines()) == 1


def test_missing_parts_are_one_line(tmp_path, root):
    """The tool alone, without what ci/build-i386.sh installs."""
    (tmp_path / "bin").mkdir()
    tool = shutil.copy(TOOL, tmp_path / "bin" / "loadstone")
    result = subprocess.run([tool, "run", "--loader", LOADER, "--root", root], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, check=False)
    assert result.returncode == 2
    assert "ci/build-i386.sh" in result.stderr and len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("name", DEFECTS)
def test_defect_is_caught(name, tool, root, tmp_path):
    defect = variants.read(variants.DEFECTS)[name]
    library = build_variant.build(defect, CROSS_BUILD, tmp_path, compiler=None)
    result = tool("run", "--api", defect.api, "--loader", library, "--root", root, "--spec", SPECS[defect.api], "--strict",
                  "--policy", defect.policy)
    assert result.returncode == 1, result.stdout
