# SPDX-License-Identifier: Apache-2.0
"""Loaders for other architectures, with what ci/build-for.sh builds and the C library of the
cross compiler. Programs that the machine does not run itself run in an emulator."""

import dataclasses
import errno
import json
import os
import pathlib
import platform
import shutil
import subprocess
import sys

import pytest
from conftest import BUILD, EVERYTHING, ROOT, TOOL, repeated

sys.path.insert(0, str(ROOT / "reference_loader"))
import build_variant  # noqa: E402  (the modules stand in this folder)
import variants  # noqa: E402

SPECS = {"vulkan": "1.4.330", "openxr": "1.1.61"}
LEAST = {"vulkan": 3900, "openxr": 1000}  # cases that pass
LIBRARIES = {"vulkan": "libvulkan.so.1", "openxr": "libopenxr_loader.so.1"}
DEFECTS = ("glob_prefix_anywhere", "library_arch_ends_everything", "chain_headers_empty", "unknown_functions_invented",
           "xr_installed_runtime_is_active")
# What an emulator makes slow: a sample of policies, one of them of elevated applications.
SAMPLE = {"vulkan": ("LLP_LOADER_3", "LS_VK_DISCOVERY_5", "LS_VK_DRIVER_DISCOVERY_3"),
          "openxr": ("LS_XR_RUNTIME_DISCOVERY_3", "LS_XR_RUNTIME_DISCOVERY_6")}


@dataclasses.dataclass(frozen=True)
class Architecture:
    name: str  # Debian's, with the C library
    script: str
    cross_build: pathlib.Path
    compiler: str  # the prefix of the cross compiler's names
    linker: str
    emulator: str = ""  # empty: this machine runs its programs

    @property
    def loader(self):
        return BUILD / "lib" / "loadstone" / self.name / "reference" / LIBRARIES["vulkan"]


def runs_narrow_programs():
    """Whether the kernel of this machine knows programs for 32-bit x86."""
    probe = BUILD / "libexec" / "loadstone" / "i386-linux-gnu" / "probe"
    try:
        subprocess.run([probe], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    except OSError as error:
        return error.errno != errno.ENOEXEC
    return True


I386 = Architecture("i386-linux-gnu", "ci/build-for.sh i386", ROOT / "build-i386", "i686-linux-gnu", "/lib/ld-linux.so.2",
                    "" if platform.machine() == "x86_64" and runs_narrow_programs() else "qemu-i386-static")
ARM64 = Architecture("aarch64-linux-gnu", "ci/build-for.sh arm64", ROOT / "build-arm64", "aarch64-linux-gnu",
                     "/lib/ld-linux-aarch64.so.1", "" if platform.machine() == "aarch64" else "qemu-aarch64-static")
ARMHF = Architecture("arm-linux-gnueabihf", "ci/build-for.sh armhf", ROOT / "build-armhf", "arm-linux-gnueabihf",
                     "/lib/ld-linux-armhf.so.3", "qemu-arm-static")


@pytest.fixture(name="architecture", scope="module", params=[I386, ARM64, ARMHF], ids=lambda each: each.name)
def fixture_architecture(request):
    architecture = request.param
    if not architecture.loader.exists():
        pytest.skip(f"{architecture.script} has not been run")
    if architecture.emulator and not shutil.which(architecture.emulator):
        pytest.skip(f"there is no {architecture.emulator}")
    return architecture


def make_root(architecture, root):
    """Makes a system for this architecture in the folder `root`: the C library alone."""
    (root / "lib").mkdir()
    for name in (pathlib.Path(architecture.linker).name, "libc.so.6", "libdl.so.2", "libm.so.6", "libpthread.so.0"):
        shutil.copy(pathlib.Path("/usr", architecture.compiler, "lib", name), root / "lib" / name)
    root.chmod(0o755)
    return root


@pytest.fixture(name="root", scope="module")
def fixture_root(architecture, tmp_path_factory):
    return make_root(architecture, tmp_path_factory.mktemp(architecture.name))


@pytest.mark.parametrize("api", LIBRARIES)
def test_reference_loader_passes_everything(api, architecture, tool, root, tmp_path):
    path = tmp_path / "report.json"
    sample = architecture.emulator and not EVERYTHING
    chosen = repeated("--policy", SAMPLE[api]) if sample else []
    result = tool("run", "--api", api, "--loader", architecture.loader.with_name(LIBRARIES[api]), "--root", root,
                  "--spec", SPECS[api], "--strict", "--json", path, *chosen)
    report = json.loads(path.read_text(encoding="utf-8"))
    assert result.returncode == 0, [case for case in report["cases"] if case["violates"]]
    assert report["summary"]["pass"] > (20 if sample else LEAST[api])
    assert report["calibration"]["root"].endswith(", " + architecture.name)


def test_case_is_reproduced(architecture, tool, root):
    result = tool("repro", "LLP_LOADER_3/meta_layer_contains_a_layer_twice", "--loader", architecture.loader,
                  "--root", root)
    assert result.returncode == 0, result.stdout + result.stderr


def test_machine_without_its_c_library_is_one_line(architecture, tool):
    if pathlib.Path(architecture.linker).exists():
        pytest.skip(f"this machine has {architecture.linker}")
    result = tool("run", "--loader", architecture.loader)
    assert result.returncode == 2
    assert f"no C library for {architecture.name}" in result.stderr and "--root" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_machine_without_an_emulator_is_one_line(architecture, root, tmp_path):
    if not architecture.emulator:
        pytest.skip("this machine needs none")
    result = subprocess.run([TOOL, "run", "--loader", architecture.loader, "--root", root], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, check=False, env={**os.environ, "PATH": str(tmp_path)})
    assert result.returncode == 2
    assert architecture.emulator in result.stderr and "qemu-user-static" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_root_of_another_architecture_is_one_line(architecture, tool, tmp_path):
    (tmp_path / "lib64").mkdir()
    result = tool("run", "--loader", architecture.loader, "--root", tmp_path)
    assert result.returncode == 2
    assert f"has no {architecture.linker}" in result.stderr and len(result.stderr.splitlines()) == 1


def test_fuzz_refuses_in_one_line(architecture, tool, root):
    result = tool("fuzz", "--loader", architecture.loader, "--root", root, "--seconds", "1")
    assert result.returncode == 2
    assert "'fuzz' takes only loaders for the latter" in result.stderr and len(result.stderr.splitlines()) == 1


def test_missing_parts_are_one_line(architecture, tmp_path, root):
    """The tool alone, without what the script installs."""
    (tmp_path / "bin").mkdir()
    tool = shutil.copy(TOOL, tmp_path / "bin" / "loadstone")
    result = subprocess.run([tool, "run", "--loader", architecture.loader, "--root", root], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, check=False)
    assert result.returncode == 2
    assert architecture.script in result.stderr and len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("name", DEFECTS)
def test_defect_is_caught(name, architecture, tool, root, tmp_path):
    defect = variants.read(variants.DEFECTS)[name]
    library = build_variant.build(defect, architecture.cross_build, tmp_path, compiler=None)
    result = tool("run", "--api", defect.api, "--loader", library, "--root", root, "--spec", SPECS[defect.api],
                  "--strict", "--policy", defect.policy)
    assert result.returncode == 1, result.stdout


def test_memory_error_is_detected(architecture, tool, root, tmp_path):
    """An emulator of 64-bit Arm may not say whether an access is a write."""
    error = variants.read(variants.PLANTED_MEMORY_ERRORS)["name_one_byte_short"]
    library = build_variant.build(error, architecture.cross_build, tmp_path, compiler=None)
    path = tmp_path / "report.json"
    tool("run", "--loader", library, "--root", root, "--spec", SPECS["vulkan"], "--guard", "--json", path, "--case",
         "LLP_LOADER_3/application_names_a_layer_twice")
    (case,) = json.loads(path.read_text(encoding="utf-8"))["cases"]
    assert case["violates"] == error.policy and f"{library.name}+0x" in case["observed"], case
    kinds = ("a write", "an access") if architecture.emulator else ("a write",)
    assert case["reason"] in {f"{kind} past the end of an allocation" for kind in kinds}
