# SPDX-License-Identifier: Apache-2.0
"""`check-layer`, `check-driver` and `check-runtime` for libraries of Windows and macOS: the files are read, never run,
and each case that judges a file is seen failing."""

import json
import re
import shutil
import subprocess

import pytest
from foreign_components import PLATFORMS, SUBJECTS, SUFFIX, SYSTEM, link_for_macos, llvm, make_foreign
from layer_variants import MOCKS

ALL = [(kind, platform) for kind in SUBJECTS for platform in PLATFORMS]


@pytest.fixture(name="check")
def fixture_check(tool, tmp_path):
    """Runs the verb for a kind of component and returns the cases of its report by ID."""
    def run(kind, manifest, *words):
        path = tmp_path / "report.json"
        result = tool(SUBJECTS[kind].verb, manifest, "--json", path, *words)
        assert result.returncode in (0, 1), result.stderr
        report = json.loads(path.read_text(encoding="utf-8"))
        assert not [case for case in report["cases"] if case["verdict"] == "error"], report
        return {case["id"]: case for case in report["cases"]}
    return run


def bad(cases):
    return {name for name, case in cases.items() if case["verdict"] not in ("pass", "skip")}


@pytest.mark.parametrize("kind, platform", ALL)
def test_good_component_passes_the_cases_that_read_files(kind, platform, check, tmp_path):
    manifest, _ = make_foreign(tmp_path / "component", kind, platform, functions=(
        SUBJECTS[kind].function, "vkGetInstanceProcAddr"))
    cases = check(kind, manifest)
    assert not bad(cases), cases
    passed = {name for name, case in cases.items() if case["verdict"] == "pass"}
    exports = "LS_VK_DRIVER_1/exports_its_query" if kind == "driver" else SUBJECTS[kind].exports
    assert {exports, SUBJECTS[kind].there} <= passed
    # The OpenXR documents give suffixes only for Windows and Linux.
    named = platform == "windows" or kind in ("driver", "vulkan layer")
    assert (SUBJECTS[kind].suffix in passed) == named
    not_run = [case for case in cases.values() if f"the library is for {SYSTEM[platform]}" in case["reason"]]
    assert len(not_run) > len(cases) / 2 and {case["verdict"] for case in not_run} == {"skip"}


@pytest.mark.parametrize("kind, platform", ALL)
def test_missing_export_is_found(kind, platform, check, tmp_path):
    # A name with the argument size that 32-bit compilers for Windows append is a different name.
    subject = SUBJECTS[kind]
    manifest, _ = make_foreign(tmp_path / "component", kind, platform, functions=(f"{subject.function}_8",))
    cases = check(kind, manifest, "--case", subject.exports)
    assert bad(cases) == {subject.exports}
    assert "export" in cases[subject.exports]["reason"]


@pytest.mark.parametrize("platform", PLATFORMS)
def test_driver_without_its_query_is_found(platform, check, tmp_path):
    manifest, _ = make_foreign(tmp_path / "component", "driver", platform,
                               functions=("vk_icdNegotiateLoaderICDInterfaceVersion",))
    assert bad(check("driver", manifest)) == {"LS_VK_DRIVER_1/exports_its_query"}


@pytest.mark.parametrize("platform", PLATFORMS)
def test_architecture_that_a_driver_claims_is_compared(platform, check, tmp_path):
    case = "LDP_DRIVER_4/library_arch_is_that_of_the_library"
    for claimed, verdict in (("64", "pass"), ("32", "fail")):
        manifest, _ = make_foreign(tmp_path / claimed, "driver", platform, library_arch=claimed)
        assert check("driver", manifest, "--case", case)[case]["verdict"] == verdict


@pytest.mark.parametrize("kind", ["runtime", "vulkan layer", "openxr layer"])
@pytest.mark.parametrize("platform", PLATFORMS)
def test_name_of_the_negotiation_is_the_manifests(kind, platform, check, tmp_path):
    manifest, _ = make_foreign(tmp_path / "component", kind, platform, functions=("lsNegotiate",))
    text = json.loads(manifest.read_text(encoding="utf-8"))
    text[SUBJECTS[kind].member]["functions"] = {SUBJECTS[kind].function: "lsNegotiate"}
    manifest.write_text(json.dumps(text), encoding="utf-8")
    assert not bad(check(kind, manifest, "--case", SUBJECTS[kind].exports))


@pytest.mark.parametrize("kind, platform", [
    (kind, platform) for kind, platform in ALL if platform == "windows" or kind in ("driver", "vulkan layer")])
def test_other_suffix_is_found(kind, platform, check, tmp_path):
    manifest, library = make_foreign(tmp_path / "component", kind, platform, library_path="./component.so")
    library.rename(library.with_suffix(".so"))
    assert bad(check(kind, manifest)) - {SUBJECTS[kind].exports} == {SUBJECTS[kind].suffix}


def test_suffix_of_windows_may_be_in_capitals(check, tmp_path):
    manifest, _ = make_foreign(tmp_path / "component", "runtime", "windows", library_path=".\\Component.DLL")
    cases = check("runtime", manifest)
    assert not bad(cases)
    assert cases["LS_XR_RUNTIME_1/exports_the_negotiation"]["verdict"] == "pass"


@pytest.mark.parametrize("kind, platform", ALL)
def test_torn_library_is_no_library(kind, platform, check, tmp_path):
    manifest, library = make_foreign(tmp_path / "component", kind, platform)
    content = library.read_bytes()
    for size in (0, 2, 64, 600):
        library.write_bytes(content[:size])
        cases = check(kind, manifest, "--platform", platform, "--case", SUBJECTS[kind].there)
        assert bad(cases) == {SUBJECTS[kind].there}, size


@pytest.mark.parametrize("kind, platform", ALL)
def test_library_of_linux_is_none_of_another_platform(kind, platform, check, tmp_path):
    manifest, library = make_foreign(tmp_path / "component", kind, platform)
    shutil.copy(MOCKS / "vulkan_driver.so", library)
    cases = check(kind, manifest, "--platform", platform, "--case", SUBJECTS[kind].there)
    assert bad(cases) == {SUBJECTS[kind].there}
    assert "is not a " in cases[SUBJECTS[kind].there]["reason"] + cases[SUBJECTS[kind].there]["observed"]


@pytest.mark.parametrize("kind, platform", ALL)
def test_library_of_another_platform_than_named_is_none(kind, platform, check, tmp_path):
    manifest, _ = make_foreign(tmp_path / "component", kind, platform,
                                library_path=f"./component.{SUFFIX[platform]}")
    for other in {"linux", *PLATFORMS} - {platform}:
        cases = check(kind, manifest, "--platform", other, "--case", SUBJECTS[kind].there)
        assert bad(cases) == {SUBJECTS[kind].there}, other


@pytest.mark.parametrize("path", ["C:\\Windows\\System32\\component9.dll", "component9.dll"])
def test_place_of_another_machine_is_not_judged(path, check, tmp_path):
    manifest, _ = make_foreign(tmp_path / "component", "runtime", "windows", library_path=path)
    cases = check("runtime", manifest, "--platform", "windows")
    assert not bad(cases)
    assert cases["LS_XR_RUNTIME_8/library_is_there"]["verdict"] == "skip"
    assert path in cases["LS_XR_RUNTIME_8/library_is_there"]["reason"]
    assert path in cases["LS_XR_RUNTIME_1/exports_the_negotiation"]["reason"]


def test_universal_library_exports_what_each_architecture_does(check, tmp_path):
    case = SUBJECTS["vulkan layer"].exports
    manifest, library = make_foreign(tmp_path / "component", "vulkan layer", "macos")
    for function, failing in ((SUBJECTS["vulkan layer"].function, set()), ("another", {case})):
        source, part = tmp_path / "arm.c", tmp_path / "arm.dylib"
        source.write_text(f"int {function}(void) {{ return 0; }}\n", encoding="utf-8")
        link_for_macos("arm64", part, source)
        whole = tmp_path / f"{function}.dylib"
        subprocess.run([llvm("llvm-lipo"), "-create", library, part, "-output", whole], check=True)
        text = json.loads(manifest.read_text(encoding="utf-8"))
        text["layer"]["library_path"] = str(whole)
        manifest.write_text(json.dumps(text), encoding="utf-8")
        assert bad(check("vulkan layer", manifest, "--case", case)) == failing


def test_report_says_that_nothing_was_run(tool, tmp_path):
    manifest, library = make_foreign(tmp_path / "component", "runtime", "windows", functions=("another",))
    result = tool("check-runtime", manifest)
    assert "Windows; the library is inspected but not run" in result.stdout
    assert str(library) in result.stdout
    manifest, library = make_foreign(tmp_path / "macos", "runtime", "macos", functions=("another",))
    result = tool("check-runtime", manifest, "--platform", "macos")
    assert "macOS; the library is inspected but not run\n" in result.stdout
    assert "--platform macos" in re.sub(r" \\\n +", " ", result.stdout)  # in the command that runs a single case


def test_unknown_platform_is_refused_in_one_line(tool, tmp_path):
    manifest, _ = make_foreign(tmp_path / "component", "runtime", "windows")
    result = tool("check-runtime", manifest, "--platform", "beos")
    assert result.returncode == 2
    assert len(result.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("kind, platform", ALL)
def test_name_is_looked_for_in_a_folder_of_a_build(kind, platform, check, tmp_path):
    name = f"component.{SUFFIX[platform]}"
    manifest, library = make_foreign(tmp_path / "component", kind, platform, library_path=name)
    # The library beside the manifest is read, but this host cannot tell where the platform would search.
    assert check(kind, manifest)[SUBJECTS[kind].there]["verdict"] == "skip"
    (tmp_path / "build").mkdir()
    shutil.move(library, tmp_path / "build" / name)
    assert check(kind, manifest, "--library-path", tmp_path / "build")[SUBJECTS[kind].there]["verdict"] == "pass"
