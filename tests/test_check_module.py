# SPDX-License-Identifier: Apache-2.0
"""`check-driver --platform android`: good modules pass every case, and each case is seen failing on a bad one."""

import json
import os
import shutil
import subprocess

import pytest
from checked_modules import BROKEN, GOOD, MORE_BROKEN, make_module, misbehave_as
from conftest import cases_of
from layer_variants import MOCKS


@pytest.fixture(name="check")
def fixture_check(tool, tmp_path):
    """Runs check-driver --platform android and returns the JSON report and the process."""
    def run(module, *words):
        path = tmp_path / "report.json"
        result = tool("check-driver", module, "--platform", "android", "--json", path, *words)
        assert result.returncode in (0, 1, 3), result.stderr
        return json.loads(path.read_text(encoding="utf-8")), result
    return run


def test_every_case_is_seen_failing():
    assert BROKEN.keys() == cases_of("hal_module")


@pytest.mark.parametrize("case, config", [*sorted(BROKEN.items()), *MORE_BROKEN])
def test_case_fails_on_its_module(case, config, check, tmp_path):
    report, result = check(make_module(tmp_path / "module", config), "--case", case, "--strict")
    (one,) = report["cases"]
    assert one["verdict"] == ("fail" if one["level"] == "must" else "warn"), one
    assert one["reason"]
    assert result.returncode == 1


@pytest.mark.parametrize("name", sorted(GOOD))
def test_good_ones_pass(name, check, tmp_path):
    report, result = check(make_module(tmp_path / "module", GOOD[name]))
    assert report["subject"]["kind"] == "driver" and report["subject"]["platform"] == "android"
    assert not [case for case in report["cases"] if case["verdict"] not in ("pass", "skip")]
    assert result.returncode == 0
    assert all(case["reason"] for case in report["cases"] if case["verdict"] == "skip")


def test_good_ones_pass_every_case(check, tmp_path):
    passed = set()
    for number, config in enumerate(GOOD.values()):
        report, _ = check(make_module(tmp_path / str(number), config))
        passed |= {case["id"] for case in report["cases"] if case["verdict"] == "pass"}
    assert passed == BROKEN.keys()


def test_buffer_not_from_gralloc_gives_no_failure(check, tmp_path):
    config = misbehave_as(faults={"vkCreateImage": "crash"})
    report, result = check(make_module(tmp_path / "module", config))
    assert result.returncode == 0
    skipped = [case for case in report["cases"] if case["verdict"] == "skip"]
    assert skipped and all("gralloc" in case["reason"] for case in skipped), skipped


def test_library_that_the_linker_refuses_is_not_accused(check, tmp_path):
    source = tmp_path / "module.c"
    source.write_text("extern int bionic(void); int HMI; int use(void) { return bionic(); }", encoding="utf-8")
    library = tmp_path / "module.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
    report, result = check(library)
    assert result.returncode == 3  # nothing was judged
    assert all(case["verdict"] == "skip" and "bionic" in case["reason"] for case in report["cases"]), report["cases"]


def refused(tool, path):
    result = tool("check-driver", path, "--platform", "android")
    assert result.returncode == 2
    assert len(result.stderr.strip().splitlines()) == 1
    return result.stderr


def test_driver_for_linux_is_refused(tool):
    assert "without --platform" in refused(tool, MOCKS / "vulkan_driver.so")


@pytest.mark.parametrize("content, word", [
    (b"", "not an ELF file"), (b"\x7fELF", "no"), (b'{"ICD": {}}', "not an ELF file")])
def test_what_is_no_module_is_refused(content, word, tool, tmp_path):
    path = tmp_path / "vulkan.so"
    path.write_bytes(content)
    assert word in refused(tool, path)


def test_module_of_another_architecture_is_refused(tool, tmp_path):
    path = tmp_path / "vulkan.so"
    content = bytearray((MOCKS / "vulkan_hal.so").read_bytes())
    content[18:20] = (183).to_bytes(2, "little")  # EM_AARCH64
    path.write_bytes(content)
    assert "architecture" in refused(tool, path)


@pytest.mark.parametrize("size", [64, 200, 4096])
def test_truncated_module_is_refused(size, tool, tmp_path):
    path = tmp_path / "vulkan.so"
    path.write_bytes((MOCKS / "vulkan_hal.so").read_bytes()[:size])
    refused(tool, path)


@pytest.mark.parametrize("path", ["/nonexistent.so", "/tmp", "/dev/null", ""])
def test_no_file_is_refused(path, tool):
    refused(tool, path)


def test_fifo_is_refused_and_not_waited_for(tool, tmp_path):
    os.mkfifo(tmp_path / "fifo.so")
    assert "not a regular file" in refused(tool, tmp_path / "fifo.so")


def test_android_is_a_platform_of_drivers_alone(tool, tmp_path):
    shutil.copy(MOCKS / "vulkan_hal.so", tmp_path / "vulkan.so")
    result = tool("check-runtime", tmp_path / "vulkan.so", "--platform", "android")
    assert result.returncode == 2 and "--platform" in result.stderr


def test_repro_names_the_verb(tool):
    result = tool("repro", "LS_ANDROID_DRIVER_1/id_is_vulkan", "--loader", MOCKS / "vulkan_hal.so")
    assert result.returncode == 2 and "check-driver MODULE --platform android" in result.stderr
