# SPDX-License-Identifier: Apache-2.0
"""32-bit layers, drivers and runtimes on a 64-bit machine, with what ci/build-for.sh i386 builds."""

import dataclasses
import json
import pathlib
import shutil
import subprocess

import checked_components
import checked_layers
import layer_variants
import pytest
from checked_components import make_component
from conftest import BUILD, EVERYTHING, REFERENCE, TOOL, in_sample, named_and_sample
from layer_variants import make_layer
from test_architectures import I386 as ARCHITECTURE
from test_architectures import make_root
from test_check_libraries import name_library

I386 = ARCHITECTURE.name
LOADER = ARCHITECTURE.loader
LINKER = pathlib.Path(ARCHITECTURE.linker)
PARTS = BUILD / "lib" / "loadstone" / I386
OWN = "x86_64-linux-gnu"
KINDS = ("vulkan", "openxr", "driver", "runtime")
VERB = {"vulkan": "check-layer", "openxr": "check-layer", "driver": "check-driver", "runtime": "check-runtime"}
API = {"vulkan": "vulkan", "openxr": "openxr", "driver": "vulkan", "runtime": "openxr"}
GOOD = {**checked_layers.GOOD, **checked_components.GOOD}


def has_library(variant):
    """Whether the component has a library of Linux, and a manifest that leads to it: no meta-layer, and no broken text."""
    return not variant.text and not getattr(variant, "compiler", "") and not variant.manifest.get("component_layers")


BROKEN = [("openxr" if case.startswith("LS_XR") else "vulkan", case, variant)
          for case, variant in sorted(checked_layers.BROKEN.items(), key=lambda item: item[0])] + [
    (kind, case, variant) for kind in ("driver", "runtime")
    for case, variant in sorted(checked_components.BROKEN[kind].items(), key=lambda item: item[0])]

pytestmark = pytest.mark.skipif(not LOADER.exists(), reason="ci/build-for.sh i386 has not been run")
needs_c_library = pytest.mark.skipif(not LINKER.exists(), reason="this machine has no 32-bit C library")


def make(folder, kind, variant=None, mocks=PARTS):
    """Makes a component of 32 bits, or of these mocks; returns its manifest. A manifest that says 64 says 32 for the
    former, and the reverse."""
    arch = variant.manifest.get("library_arch") if variant else None
    if mocks == PARTS and arch in ("32", "64"):
        other = "32" if arch == "64" else "64"
        variant = dataclasses.replace(variant, manifest={**variant.manifest, "library_arch": other})
    if VERB[kind] == "check-layer":
        return make_layer(folder, kind, variant or layer_variants.Variant(), mocks)
    return make_component(folder, kind, variant or checked_components.Variant(), mocks, compiler="i686-linux-gnu-gcc")


@pytest.fixture(name="root", scope="module")
def fixture_root(tmp_path_factory):
    return make_root(ARCHITECTURE, tmp_path_factory.mktemp(I386))


@pytest.fixture(name="check")
def fixture_check(tool, tmp_path):
    """Runs the verb for a kind; returns the report and the process."""
    def run(kind, manifest, *words):
        path = tmp_path / "report.json"
        result = tool(VERB[kind], manifest, "--json", path, *words)
        assert result.returncode in (0, 1, 3), result.stdout + result.stderr
        return json.loads(path.read_text(encoding="utf-8")), result
    return run


def options_of(variant):
    return getattr(variant, "options", ())


def verdict_of(report):
    return {case["id"]: case["verdict"] for case in report["cases"]}


def cases_for_every_component(kind):
    """The options that choose the cases with which a component that keeps the policies is judged: all, or a sample where
    an emulator makes them slow."""
    if not ARCHITECTURE.emulator or EVERYTHING:
        return []
    return named_and_sample(VERB[kind].removeprefix("check-"), api=API[kind])


def refused(tool, *words):
    """The line with which a command refuses."""
    result = tool(*words)
    assert result.returncode == 2, result.stdout + result.stderr
    (line,) = result.stderr.splitlines()
    return line


@pytest.mark.parametrize("kind, number", [(kind, number) for kind in KINDS for number in range(len(GOOD[kind]))
                                          if has_library(GOOD[kind][number])])
def test_good_component_is_judged_as_that_of_64_bits(kind, number, check, root, tmp_path):
    variant = GOOD[kind][number]
    words = [*options_of(variant), *cases_for_every_component(kind)]
    report, result = check(kind, make(tmp_path / "32", kind, variant), "--root", root, *words)
    assert report["subject"]["architecture"] == I386
    assert f"\n  architecture: {I386}\n" in result.stdout
    own, result = check(kind, make(tmp_path / "64", kind, variant, BUILD / "lib" / "loadstone"), *words)
    assert own["subject"]["architecture"] == OWN
    assert "architecture:" not in result.stdout
    assert "pass" in verdict_of(report).values()
    assert verdict_of(report) == verdict_of(own)


@pytest.mark.parametrize("kind, case, variant", [each for each in BROKEN
                                                 if has_library(each[2]) and in_sample(each[1], every=8)])
def test_case_fails_on_its_component(kind, case, variant, check, root, tmp_path):
    report, result = check(kind, make(tmp_path / "component", kind, variant), "--root", root, "--case", case,
                           "--strict", *options_of(variant))
    (one,) = report["cases"]
    assert one["verdict"] == ("fail" if one["level"] == "must" else "warn"), one
    assert result.returncode == 1


@needs_c_library
@pytest.mark.parametrize("kind", KINDS)
def test_c_library_of_this_machine_serves_without_a_root(kind, check, tmp_path):
    report, result = check(kind, make(tmp_path / "component", kind), *cases_for_every_component(kind))
    assert report["subject"]["architecture"] == I386
    assert "pass" in verdict_of(report).values()
    assert set(verdict_of(report).values()) <= {"pass", "skip"}, result.stdout


@pytest.mark.skipif(LINKER.exists(), reason="this machine has a 32-bit C library")
@pytest.mark.parametrize("kind", KINDS)
def test_machine_without_its_c_library_is_one_line(kind, tool, tmp_path):
    assert f"no C library for {I386}" in refused(tool, VERB[kind], make(tmp_path / "component", kind))


@pytest.mark.parametrize("kind", KINDS)
def test_missing_parts_are_one_line(kind, root, tmp_path):
    """The tool alone, without what ci/build-for.sh i386 installs."""
    (tmp_path / "bin").mkdir()
    alone = shutil.copy(TOOL, tmp_path / "bin" / "loadstone")
    (tmp_path / "share").mkdir()
    (tmp_path / "share" / "loadstone").symlink_to(BUILD / "share" / "loadstone")
    result = subprocess.run([alone, VERB[kind], make(tmp_path / "component", kind), "--root", root], check=False,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert result.returncode == 2
    (line,) = result.stderr.splitlines()
    assert f"is for {I386}" in line and "ci/build-for.sh i386" in line


@pytest.mark.parametrize("kind", KINDS)
def test_library_of_another_architecture_than_the_root_is_one_line(kind, tool, root, tmp_path):
    own = make(tmp_path / "component", kind, None, BUILD / "lib" / "loadstone")
    line = refused(tool, VERB[kind], own, "--root", root)
    assert f"is for {OWN}" in line and "--root takes" in line


def test_loader_of_another_architecture_is_one_line(tool, root, tmp_path):
    line = refused(tool, "check-layer", make(tmp_path / "layer", "vulkan"), "--loader", REFERENCE)
    assert f"{REFERENCE} is for {OWN}" in line and f"liblayer.so is for {I386}" in line
    own = make(tmp_path / "own", "vulkan", None, BUILD / "lib" / "loadstone")
    line = refused(tool, "check-layer", own, "--loader", LOADER)
    assert f"{LOADER} is for {I386}" in line and f"liblayer.so is for {OWN}" in line
    assert "name a loader for the latter" in line


@pytest.fixture(name="both")
def fixture_both(tmp_path):
    """A layer whose manifest gives a file name, with a library of that name for each architecture; returns the manifest
    and the options that name the folders of both."""
    manifest = make(tmp_path / "layer", "vulkan")
    name_library(manifest, "libboth.so")
    words = []
    for name, mocks in (("32", PARTS), ("64", BUILD / "lib" / "loadstone")):
        folder = tmp_path / name
        folder.mkdir()
        shutil.copy(mocks / "vulkan_layer_introspective.so", folder / "libboth.so")
        shutil.copy(tmp_path / "layer" / "liblayer.so.config", folder / "libboth.so.config")
        words += ["--library-path", folder]
    return manifest, words


@needs_c_library
@pytest.mark.parametrize("member, loader, expected", [(None, None, OWN), (None, LOADER, I386), (None, REFERENCE, OWN),
                                                      ("32", None, I386), ("64", None, OWN)])
def test_manifest_or_loader_chooses_between_libraries_of_one_name(member, loader, expected, both, check):
    manifest, words = both
    if member is not None:
        content = json.loads(manifest.read_text(encoding="utf-8"))
        content["layer"]["library_arch"] = member
        content["file_format_version"] = "1.2.1"  # which introduced the member
        manifest.write_text(json.dumps(content), encoding="utf-8")
    words = [*words, *(["--loader", loader] if loader else [])]
    report, _ = check("vulkan", manifest, "--case", "LLP_LAYER_*", *words)
    assert report["subject"]["architecture"] == expected
    assert report["calibration"]["library"].endswith(f"/{'32' if expected == I386 else '64'}/libboth.so")
    assert not {"fail", "error"} & set(verdict_of(report).values())


def test_case_is_reproduced(tool, root, tmp_path):
    case = "LLP_LAYER_12/moves_the_link_of_the_instance_on"
    manifest = make(tmp_path / "layer", "vulkan", checked_layers.BROKEN[case])
    result = tool("repro", case, "--manifest", manifest, "--root", root)
    assert "verdict: fail" in result.stdout, result.stdout + result.stderr
    manifest = make(tmp_path / "good", "vulkan")
    result = tool("repro", case, "--manifest", manifest, "--root", root)
    assert "verdict: pass" in result.stdout, result.stdout + result.stderr


@pytest.fixture(name="diagnosed")
def fixture_diagnosed(tool, tmp_path):
    """Examines a machine with one implicit 32-bit layer, for a loader; returns the loader in JSON and its line for the
    layer."""
    data = tmp_path / "home" / ".local" / "share" / "vulkan" / "implicit_layer.d"
    data.parent.mkdir(parents=True)
    manifest = make(tmp_path / "made", "vulkan", layer_variants.Variant(
        folder="implicit_layer.d", manifest={"library_path": str(tmp_path / "made" / "liblayer.so"),
                                             "api_version": "1.3.0", "disable_environment": {"OFF": "1"}}))
    manifest.parent.rename(data)
    driver = make(tmp_path / "driver", "driver")
    config = tmp_path / "driver" / "libcomponent.so.config"
    config.write_text(json.dumps({"trace": None}), encoding="utf-8")
    layer = tmp_path / "made" / "liblayer.so.config"
    layer.write_text(json.dumps({**json.loads(layer.read_text(encoding="utf-8")), "trace": None}), encoding="utf-8")

    def run(loader):
        result = tool("doctor", "--json", "--loader", loader, env={
            "HOME": str(tmp_path / "home"), "PATH": "/usr/bin:/bin", "VK_DRIVER_FILES": str(driver)})
        assert result.returncode == 0, result.stdout + result.stderr
        (answer,) = json.loads(result.stdout)["loaders"]
        (entry,) = [each for each in answer["manifests"] if each["file"] == str(data / "layer.json")]
        return answer, entry
    return run


def test_doctor_says_for_which_architecture_a_library_is(diagnosed):
    answer, entry = diagnosed(REFERENCE)
    assert answer["architecture"] == OWN
    assert entry["does"] != "loaded"
    assert entry["why"] == f"its library is for {I386}, and this loader for {OWN}"


@needs_c_library
def test_doctor_examines_a_loader_of_32_bits(diagnosed):
    answer, entry = diagnosed(LOADER)
    problem = f"this machine does not run programs for {I386}" if ARCHITECTURE.emulator else ""
    assert (answer["architecture"], answer["problem"]) == (I386, problem)
    if problem:
        return
    assert (entry["should"], entry["does"]) == ("loaded", "loaded"), entry


@pytest.mark.skipif(LINKER.exists(), reason="this machine has a 32-bit C library")
def test_doctor_without_the_c_library_is_one_line(tool):
    assert f"no C library for {I386}" in refused(tool, "doctor", "--loader", LOADER)
