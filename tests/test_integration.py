# SPDX-License-Identifier: Apache-2.0
"""Projects of others: CTest and pytest run an installed Loadstone. The loader of known faults complies with
LLP_LOADER_6 and violates LLP_LOADER_3."""

import os
import re
import subprocess
import sys
import xml.etree.ElementTree

import pytest
from conftest import DISTRIBUTION

PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(outside NONE)
enable_testing()
find_package(loadstone 0.2 REQUIRED)
add_library(my_loader SHARED IMPORTED)
set_target_properties(my_loader PROPERTIES IMPORTED_LOCATION LOADER)
"""


def configure(installed, folder, text, loader=DISTRIBUTION):
    project = PROJECT.replace("LOADER", str(loader))
    (folder / "CMakeLists.txt").write_text(project + text, encoding="utf-8")
    return subprocess.run(["cmake", "-S", folder, "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={installed}"],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)


def ctest(folder):
    """{name of a test: (status, output)}"""
    subprocess.run(["ctest", "--test-dir", folder / "build", "--output-junit", "tests.xml", "-j", "2", "-L",
                    "loadstone"], stdout=subprocess.DEVNULL, check=False)
    tree = xml.etree.ElementTree.parse(folder / "build" / "tests.xml")
    return {case.get("name"): (case.get("status"), case.findtext("system-out"))
            for case in tree.iter("testcase")}


def test_ctest_has_a_test_for_each_policy(installed, tmp_path, faulty):
    result = configure(installed, tmp_path, """
loadstone_add_conformance_test(TARGET my_loader API vulkan POLICIES LLP_LOADER_3 LLP_LOADER_6 JOBS 2)
loadstone_add_conformance_test(TARGET my_loader API vulkan PREFIX old POLICIES LS_VK_FILTER_1*
                               OPTIONS --spec 1.3.204)
""", faulty)
    assert result.returncode == 0, result.stderr
    tests = ctest(tmp_path)
    statuses = {name: status for name, (status, _) in tests.items()}
    assert statuses.pop("my_loader.LLP_LOADER_3") == "fail"
    assert statuses.pop("my_loader.LLP_LOADER_6") == "run"
    assert statuses.pop("old.LS_VK_FILTER_1") == "notrun"
    assert all(name.startswith("old.LS_VK_FILTER_1") for name in statuses)
    assert "fail LLP_LOADER_3 (must)" in tests["my_loader.LLP_LOADER_3"][1]


def test_every_case_is_in_one_test(installed, tmp_path, tool):
    result = configure(installed, tmp_path, "loadstone_add_conformance_test(TARGET my_loader API openxr)")
    assert result.returncode == 0, result.stderr
    listed = subprocess.run(["ctest", "--test-dir", tmp_path / "build", "-N"], stdout=subprocess.PIPE, text=True,
                            check=True).stdout
    cases = tool("list", "cases", "--api", "openxr", "--subject", "loader").stdout.split()
    policies = {case.split("/")[0] for case in cases}
    assert len(policies) > 20
    assert {word.removeprefix("my_loader.") for word in listed.split()
            if word.startswith("my_loader.")} == policies


@pytest.mark.parametrize("call, word", [
    ("TARGET none API vulkan", "TARGET names no target: 'none'"),
    ("API vulkan", "TARGET names no target: ''"),
    ("TARGET my_loader API opengl", "API is vulkan or openxr, not 'opengl'"),
    ("TARGET my_loader API vulkan POLICIES NO_SUCH_*", "no case matches 'NO_SUCH_*/*'"),
    ("TARGET my_loader API vulkan POLICY LLP_LOADER_6", "does not take POLICY"),
])
def test_cmake_names_what_is_wrong(installed, tmp_path, call, word):
    result = configure(installed, tmp_path, f"loadstone_add_conformance_test({call})")
    assert result.returncode != 0
    assert word in " ".join(result.stderr.split()), result.stderr


def pytest_of(installed, folder, *words):
    """Runs pytest in an empty project, with the installed plugin."""
    environment = {**os.environ, "PYTHONPATH": str(installed / "share/loadstone/python"), "PYTEST_ADDOPTS": ""}
    return subprocess.run([sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rA", *map(str, words)], cwd=folder,
                          env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=False)


FAILING = "LLP_LOADER_3/meta_layer_contains_a_layer_twice"


def test_pytest_has_an_item_for_each_case(installed, tmp_path, tool, faulty):
    cases = tool("list", "cases", "--case", "LLP_LOADER_3/*").stdout.split()
    result = pytest_of(installed, tmp_path, "--loadstone-loader", faulty, "--loadstone-case",
                       "LLP_LOADER_3/*")
    assert result.returncode == 1, result.stdout + result.stderr
    assert f"2 failed, {len(cases) - 2} passed" in result.stdout
    assert re.search(rf"^FAILED \S*{FAILING}( - .*)?$", result.stdout, re.M)
    assert f"reproduce: loadstone repro {FAILING} --loader {faulty}" in result.stdout
    assert "Traceback" not in result.stdout


def test_pytest_chooses_by_its_own_options(installed, tmp_path, faulty):
    result = pytest_of(installed, tmp_path, "--loadstone-loader", faulty, "-k", "contains_a_layer_twice")
    assert result.returncode == 1
    assert "1 failed" in result.stdout and "passed" not in result.stdout


def test_pytest_runs_its_items_in_several_processes(installed, tmp_path, faulty):
    result = pytest_of(installed, tmp_path, "-n", "2", "--loadstone-loader", faulty, "--loadstone-case",
                       "LLP_LOADER_3/*layer_twice")
    assert result.returncode == 1 and "1 failed" in result.stdout, result.stdout


def test_pytest_shows_what_does_not_hold_and_what_is_waived(installed, tmp_path, faulty):
    waivers = tmp_path / "waivers.json"
    waivers.write_text('[{"case": "LLP_LOADER_3/*", "reason": "known", "expires": "2999-01-01"}]', encoding="utf-8")
    result = pytest_of(installed, tmp_path, "--loadstone-loader", faulty, "--loadstone-case", FAILING,
                       f"--loadstone-option=--waivers={waivers}")
    assert result.returncode == 0 and "1 xfailed" in result.stdout, result.stdout
    result = pytest_of(installed, tmp_path, "--loadstone-loader", faulty, "--loadstone-case",
                       "LS_VK_FILTER_1/*", "--loadstone-option=--spec=1.3.204")
    assert "skipped" in result.stdout and " passed" not in result.stdout, result.stdout
    assert "holds since 1.3.234" in result.stdout


@pytest.mark.parametrize("words, word", [
    (["--loadstone-loader", "/nonexistent.so"], "/nonexistent.so"),
    (["--loadstone-loader", DISTRIBUTION, "--loadstone-case", "NO_SUCH/*"], "no case matches 'NO_SUCH/*'"),
    (["--loadstone-loader", DISTRIBUTION, "--loadstone-tool", "/nonexistent"], "--loadstone-tool"),
    (["--loadstone-loader", DISTRIBUTION, "--loadstone-option=--loder"], "no option --loder"),
])
def test_pytest_names_what_is_wrong(installed, tmp_path, words, word):
    result = pytest_of(installed, tmp_path, *words)
    assert result.returncode == 4
    assert word in result.stdout + result.stderr
    assert "INTERNALERROR" not in result.stdout + result.stderr


def test_pytest_without_the_option_is_left_alone(installed, tmp_path):
    (tmp_path / "test_own.py").write_text("def test_own():\n    pass\n", encoding="utf-8")
    result = pytest_of(installed, tmp_path)
    assert result.returncode == 0 and "1 passed" in result.stdout
