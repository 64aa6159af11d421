# SPDX-License-Identifier: Apache-2.0
"""`check-driver` and `check-runtime --platform windows`: DLLs run below Wine. Good ones pass, and the cases that run the
library are seen failing on the bad ones of test_check_component.py."""

import json
import os
import pathlib

import pytest
from checked_components import BROKEN, GOOD, Variant, configured, make_component
from conftest import HAS_WINE, ROOT, cases_of, in_sample, repeated

WINDOWS_BUILD = pathlib.Path(os.environ.get("LOADSTONE_WINDOWS_BUILD", ROOT / "build-windows")).resolve()
MOCKS = WINDOWS_BUILD / "lib" / "loadstone"
COMPILER = "x86_64-w64-mingw32-gcc"
KINDS = ("driver", "runtime")

pytestmark = [pytest.mark.skipif(not HAS_WINE, reason="there is no Wine: Debian's package wine64"),
              pytest.mark.skipif(not MOCKS.exists(), reason="there are no DLLs: ci/build-windows.sh builds them")]

# Cases that judge what Linux has: names that other libraries can replace, and the process; and one whose bad driver
# limits the memory of the process, as Linux does.
NOT_ON_WINDOWS = {
    "LDP_DRIVER_1/another_driver_works_beside_it",
    "LS_VK_DRIVER_4/official_names_are_bound_within_the_library",
    "LS_VK_DRIVER_19/standard_output_is_the_applications", "LS_VK_DRIVER_20/process_is_left_as_it_was",
    "LS_XR_RUNTIME_23/standard_output_is_the_applications", "LS_XR_RUNTIME_23/process_is_left_as_it_was",
    "LS_XR_RUNTIME_3/official_names_are_bound_within_the_library"}
# Windows handles exceptions of a library that is unloaded.
OTHER_BAD = {"LDP_DRIVER_3/library_loads_and_unloads": configured(faults={"unload": "abort"})}
BAD = [(kind, case) for kind in KINDS for case in sorted(BROKEN[kind]) if case not in NOT_ON_WINDOWS]


@pytest.fixture(name="check")
def fixture_check(tool, tmp_path):
    """Makes a component for Windows; runs check-driver or check-runtime, and returns the JSON report and the process."""
    def run(kind, variant, *words, folder="component"):
        path = tmp_path / "report.json"
        manifest = make_component(tmp_path / folder, kind, variant, mocks=MOCKS, compiler=COMPILER, suffix=".dll")
        result = tool(f"check-{kind}", manifest, "--platform", "windows", "--json", path, *variant.options, *words)
        assert result.returncode in (0, 1, 3), result.stderr
        return json.loads(path.read_text(encoding="utf-8")), result
    return run


@pytest.mark.parametrize("kind, case", [(kind, case) for kind, case in BAD if in_sample(case, 8)])
def test_case_fails_on_its_component(kind, case, check):
    report, result = check(kind, OTHER_BAD.get(case, BROKEN[kind][case]), "--case", case, "--strict")
    (one,) = report["cases"]
    assert one["verdict"] == ("fail" if one["level"] == "must" else "warn"), one
    assert result.returncode == 1


@pytest.mark.parametrize("kind", KINDS)
def test_good_ones_pass(kind, check):
    for number, variant in enumerate(GOOD[kind]):
        chosen = [case for case in sorted(cases_of(kind)) if number == 0 or in_sample(case, 8)]
        report, result = check(kind, variant, *repeated("--case", chosen), folder=str(number))
        bad = [case for case in report["cases"] if case["verdict"] not in ("pass", "skip")]
        assert not bad and result.returncode == 0, bad
        passed = [case["id"] for case in report["cases"] if case["verdict"] == "pass"]
        # Of a sample, many may be about what the variant does not have.
        assert len(passed) > (len(chosen) / 3 if number == 0 else 0) and report["subject"]["platform"] == "windows", report


@pytest.mark.parametrize("kind", KINDS)
def test_library_that_does_not_load_is_not_judged(kind, check):
    """A DLL whose entry point refuses."""
    refuses = "int __stdcall DllMain(void* a, unsigned b, void* c) { (void)a, (void)b, (void)c; return 0; }\n"
    report, result = check(kind, Variant(source=refuses), *repeated("--case", sorted(cases_of(kind))[:40]))
    assert not [case for case in report["cases"] if case["verdict"] in ("fail", "warn")], report
    assert any("does not start below Wine" in case["reason"] for case in report["cases"]) and result.returncode == 3
