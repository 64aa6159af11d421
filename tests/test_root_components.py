# SPDX-License-Identifier: Apache-2.0
"""Layers, drivers and runtimes judged with the libraries of another system, given by --root."""

import json
import pathlib
import shutil
import subprocess

import pytest
from checked_components import configured, make_component
from conftest import REFERENCE
from layer_variants import make_layer, vulkan
from roots import LIBRARIES, make_system, state_of
from test_check_libraries import name_library

KINDS = ("layer", "driver", "runtime")
THERE = {"layer": "LLP_LAYER_20/library_is_there", "driver": "LDP_DRIVER_4/library_is_there",
         "runtime": "LS_XR_RUNTIME_8/library_is_there"}
# A library that this host does not have.
OWN = "libloadstone_only_in_this_root.so"


def make(folder, kind):
    return make_layer(folder, "vulkan") if kind == "layer" else make_component(folder, kind)


def build(library, *needs):
    """Compiles an empty library that needs others."""
    subprocess.run(["gcc", "-shared", "-x", "c", "/dev/null", "-x", "none", "-o", library, f"-Wl,-soname,{library.name}",
                    "-Wl,--no-as-needed", *needs], check=True)


@pytest.fixture(name="root")
def fixture_root(tmp_path):
    """A small system with a library that only it has."""
    root = tmp_path / "systems" / "root"
    build(make_system(root, REFERENCE) / OWN)
    return root


@pytest.fixture(name="installed_in")
def fixture_installed_in(root):
    """Makes a good component of a kind in the system, whose manifest has this library_path; returns its manifest on the
    host and its path in the system."""
    def install(kind, path):
        manifest = make(root / "opt" / "vendor", kind)
        library = name_library(manifest, path)
        place = root / LIBRARIES / f"lib{kind}.so"
        shutil.move(f"{library}.config", f"{place}.config")
        shutil.move(library, place)
        return manifest, f"/{manifest.relative_to(root)}"
    return install


@pytest.fixture(name="check")
def fixture_check(tool, root, tmp_path):
    """Runs a verb with --root; returns {case: case in JSON} and the report."""
    def run(kind, manifest, *words):
        path = tmp_path / "report.json"
        result = tool(f"check-{kind}", manifest, "--root", root, "--json", path, *words)
        assert result.returncode in (0, 1), result.stdout + result.stderr
        report = json.loads(path.read_text(encoding="utf-8"))
        return {case["id"]: case for case in report["cases"]}, report
    return run


@pytest.mark.parametrize("path", [f"/{LIBRARIES}/lib{{}}.so", "lib{}.so", f"../../../{LIBRARIES}/lib{{}}.so",
                                  "/usr/$LIB/lib{}.so"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_library_is_the_one_of_the_root(kind, path, check, installed_in, root):
    manifest, name = installed_in(kind, path.format(kind))
    before = state_of(root)
    cases, report = check(kind, name)
    assert {case["verdict"] for case in cases.values()} == {"pass", "skip"}, [
        case for case in cases.values() if case["verdict"] not in ("pass", "skip")]
    assert cases[THERE[kind]]["verdict"] == "pass"
    assert report["calibration"]["root"].startswith(f"{root}: A small system, C library 2.")
    assert report["calibration"]["library"] == f"/{LIBRARIES}/lib{kind}.so"
    assert report["subject"]["path"] == str(manifest)
    assert report["subject"]["sha256"]
    assert state_of(root) == before


def test_its_needs_are_those_of_the_root(check, root):
    manifest = make_component(root / "opt" / "vendor", "driver")
    name_library(manifest, f"/{LIBRARIES}/libneedy.so")
    build(root / LIBRARIES / "libneedy.so", root / LIBRARIES / OWN)
    cases = "LS_VK_DRIVER_*"
    seen = check("driver", manifest, "--case", cases)[0].values()
    assert not [case for case in seen if OWN in case["observed"] + case["reason"]]
    (root / LIBRARIES / OWN).unlink()
    seen = check("driver", manifest, "--case", cases)[0].values()
    assert [case for case in seen if OWN in case["observed"] + case["reason"]]


@pytest.mark.parametrize("kind", KINDS)
def test_a_manifest_is_named_by_its_path_in_the_root_or_on_the_host(kind, check, installed_in):
    manifest, name = installed_in(kind, f"lib{kind}.so")
    reports = [check(kind, path, "--case", THERE[kind])[1] for path in (name, manifest, name.lstrip("/"))]
    assert len({report["subject"]["path"] for report in reports}) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_build_of_this_host_is_judged_with_the_libraries_of_the_root(kind, check, tmp_path):
    manifest = make(tmp_path / "build", kind)
    cases, report = check(kind, manifest)
    assert {case["verdict"] for case in cases.values()} == {"pass", "skip"}
    assert "root" in report["calibration"]
    library = name_library(manifest, "libhere.so")
    for file in (library, pathlib.Path(f"{library}.config")):
        file.rename(file.parent / file.name.replace(library.name, "libhere.so"))
    cases, _ = check(kind, manifest, "--case", THERE[kind], "--library-path", library.parent)
    assert cases[THERE[kind]]["verdict"] == "pass"


def test_a_failure_is_shown_again_by_the_command_of_the_report(check, root, tool):
    variant = configured(faults={"vkCreateDevice": "change_folder"})
    manifest = make_component(root / "opt" / "vendor", "driver", variant)
    cases, _ = check("driver", manifest, "--case", "*/process_is_left_as_it_was")
    (name, case), = cases.items()
    assert case["verdict"] == "warn"
    words = [word for word in case["reproduce"].split() if word != "\\"]
    assert words[:2] == ["loadstone", "check-driver"] and words[-2:] == ["--root", str(root)]
    assert name in tool(*words[1:]).stdout
    shown = tool("repro", name, "--root", root, "--manifest", f"/{manifest.relative_to(root)}")
    assert "verdict: warn" in shown.stdout, shown.stdout + shown.stderr
    told = tool("repro", name, "--root", root, "--manifest", manifest, "--markdown").stdout
    assert "A small system, C library 2." in told, told


def test_a_layer_runs_below_the_loaders_of_the_root(check, root, installed_in):
    _, name = installed_in("layer", "liblayer.so")
    loader = root / LIBRARIES / "libvulkan.so.1"
    shutil.copy(REFERENCE, loader)
    assert check("layer", name)[1]["calibration"]["also below"].startswith(str(loader))
    report = check("layer", name, "--loader", f"/{LIBRARIES}/libvulkan.so.1")[1]
    assert report["calibration"]["loader"] == str(loader)


def test_what_starts_only_with_all_files_of_the_root_is_not_accused(root, tool):
    """Worlds have a home of their own: a driver that needs a file in the root's is not judged."""
    source = """#include <stdio.h>
        #include <unistd.h>
        __attribute__((constructor)) static void need(void) { if (access("/home/vendor/licence", R_OK) != 0) _exit(3); }
        int vk_icdNegotiateLoaderICDInterfaceVersion(unsigned* version) { *version = 5; return 0; }
        void* vk_icdGetInstanceProcAddr(void* instance, const char* name) { return 0; }
        """
    manifest = make_component(root / "opt" / "vendor", "driver")
    library = (manifest.parent / json.loads(manifest.read_text())["ICD"]["library_path"]).resolve()
    subprocess.run(["gcc", "-shared", "-fPIC", "-x", "c", "-", "-o", library], input=source, text=True, check=True)
    (root / "home/vendor").mkdir(parents=True)
    (root / "home/vendor/licence").write_text("")
    result = tool("check-driver", manifest, "--root", root, "--case", "LS_VK_DRIVER_8/*")
    assert result.returncode == 3
    assert f"starts with all files of {root}, but not in a world" in " ".join(result.stdout.split()), result.stdout


@pytest.mark.parametrize("kind", KINDS)
def test_what_cannot_be_judged_is_one_line(kind, tool, root, tmp_path):
    manifest = make(root / "opt" / "vendor", kind)
    no_linker = tmp_path / "empty"
    no_linker.mkdir()
    for folder, path, words in ((no_linker, manifest, "of the GNU C library; --root takes the folder of an unpacked system"),
                                (tmp_path / "missing", manifest, "pass the folder of an unpacked system with --root"),
                                (root, "/etc/passwd", f"there is no manifest /etc/passwd in {root}"),
                                (root, "/usr/share/none.json", f"there is no manifest /usr/share/none.json in {root}")):
        result = tool(f"check-{kind}", path, "--root", folder)
        assert result.returncode == 2 and len(result.stderr.splitlines()) == 1, result.stderr
        assert words in result.stderr
    result = tool(f"check-{kind}", manifest, "--root", root, "--platform", "windows")
    assert result.returncode == 2 and "--root is for DLLs that run below Wine; drop it" in result.stderr


def test_a_library_of_another_architecture_is_one_line(tool, root):
    manifest = make_component(root / "opt" / "vendor", "driver")
    library = (manifest.parent / json.loads(manifest.read_text())["ICD"]["library_path"]).resolve()
    content = bytearray(library.read_bytes())
    content[18] = 0xB7 if content[18] != 0xB7 else 0x3E
    library.write_bytes(content)
    result = tool("check-driver", manifest, "--root", root)
    assert result.returncode == 2 and "is for another architecture" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_fault_is_found_below_the_reference_loader(check, root):
    manifest = make_layer(root / "opt" / "vendor", "vulkan", vulkan(results={"vkQueueWaitIdle": -4}))
    cases, _ = check("layer", manifest, "--case", "LLP_LAYER_1/*")
    assert cases["LLP_LAYER_1/application_sees_the_same"]["verdict"] == "fail"
