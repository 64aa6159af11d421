# SPDX-License-Identifier: Apache-2.0
"""A vendor's rules: the example in integration/rules, built outside this tree against the installed tool."""

import json
import re
import shlex
import shutil
import subprocess

import pytest
from conftest import DISTRIBUTION, REFERENCE, ROOT, of_debian_12

# One pytest-xdist worker builds the example.
pytestmark = pytest.mark.xdist_group("rules")

# Invalid cases of a vendor, each in its own library.
WRONG = {
    "unresolved": """
namespace loadstone { void NoSuchFunction(); }
namespace loadstone { VULKAN_CASE(ACME_1, broken) { NoSuchFunction(); } }""",
    "of_khronos": "namespace loadstone { VULKAN_CASE(LLP_LOADER_3, at_home_elsewhere, policy::ACME_1) {} }",
    "misnamed": """
namespace loadstone {
REGISTER_CASES { RegisterCase(Api::kVulkan, {policy::ACME_1}, "Wrong Name", [](Case&) {}); }
}""",
}


@pytest.fixture(name="rules", scope="module")
def fixture_rules(installed, tmp_path_factory):
    """The build of the example and of the invalid cases."""
    source = tmp_path_factory.mktemp("rules") / "acme"
    shutil.copytree(installed / "share/loadstone/rules", source)
    for name, text in WRONG.items():
        header = '#include "harness/case/rules.h"\n#include "harness/case/vulkan_case.h"\nLOADSTONE_POLICY(ACME_1);\n'
        (source / f"{name}.cc").write_text(header + text, encoding="utf-8")
        with (source / "CMakeLists.txt").open("a", encoding="utf-8") as project:
            project.write(f"loadstone_add_rules({name} SOURCES {name}.cc POLICIES acme_policies.json)\n")
    build = source / "build"
    for words in (["-S", source, "-B", build, f"-DCMAKE_PREFIX_PATH={installed}"], ["--build", build]):
        subprocess.run(["cmake", *words], stdout=subprocess.DEVNULL, check=True)
    return build


@pytest.fixture(name="call")
def fixture_call(installed):
    def call(*words):
        return subprocess.run([installed / "bin/loadstone", *map(str, words)], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    return call


def judge(call, folder, rules, loader, *words):
    path = folder / "report.json"
    result = call("run", "--rules", rules / "acme_rules", "--loader", loader, "--json", path, *words)
    assert path.exists(), result.stderr
    report = json.loads(path.read_text(encoding="utf-8"))
    return {case["id"]: case["verdict"] for case in report["cases"]}, report, result


def test_a_good_loader_complies_with_the_rules(call, rules, tmp_path):
    verdicts, _, result = judge(call, tmp_path, rules, REFERENCE, "--spec", "1.4.330",
                              "--policy", "ACME_*", "--policy", "LLP_LOADER_6")
    assert result.returncode == 0, result.stdout
    assert {id for id in verdicts if id.startswith("ACME")} == {
        "ACME_1/two_hundred_layers", "ACME_1/elevated_application", "ACME_2/bundle_lists_a_component_twice"}
    assert any(id.startswith("LLP_LOADER_6/") for id in verdicts) and set(verdicts.values()) == {"pass"}


@of_debian_12()
def test_a_loader_that_breaks_a_rule_is_accused_by_it(call, rules, tmp_path):
    verdicts, report, result = judge(call, tmp_path, rules, DISTRIBUTION, "--policy", "ACME_*")
    assert verdicts == {"ACME_1/two_hundred_layers": "pass", "ACME_1/elevated_application": "pass",
                        "ACME_2/bundle_lists_a_component_twice": "warn"}
    assert 'ACME Loader Guide 2.1.0, "Bundles", paragraph 4' in " ".join(result.stdout.split())
    case = next(case for case in report["cases"] if case["verdict"] == "warn")
    again = call(*shlex.split(case["reproduce"])[1:])
    assert "verdict: warn" in again.stdout and "violates: ACME_2 (should)" in again.stdout, again.stderr


def test_rules_for_openxr(call, rules, tmp_path):
    loader = REFERENCE.parent / "libopenxr_loader.so.1"
    verdicts, _, _ = judge(call, tmp_path, rules, loader, "--api", "openxr", "--policy", "ACME_3")
    assert verdicts == {"ACME_3/no_runtime": "pass"}


def test_rules_are_listed_and_explained(call, rules):
    folder = rules / "acme_rules"
    listed = call("list", "policies", "--json", "--rules", folder)
    assert "ACME_2" in {policy["id"] for policy in json.loads(listed.stdout)}
    explained = call("explain", "acme_2", "--rules", folder).stdout
    assert "the first place counts" in " ".join(explained.split())
    assert "ACME_2/bundle_lists_a_component_twice" in explained and "acme_rules.cc" in explained
    assert call("list", "cases", "--case", "ACME_*").returncode == 2


def test_a_bug_report_of_a_rule(call, rules):
    result = call("repro", "ACME_2/bundle_lists_a_component_twice", "--rules", rules / "acme_rules", "--loader", DISTRIBUTION,
                  "--markdown")
    assert "ACME_2" in result.stdout and "VK_LAYER_ACME_bundle" in result.stdout, result.stderr


def copy_of(rules, folder, name="acme"):
    shutil.copytree(rules / f"{name}_rules", folder)
    return folder


def change_policies(folder, change):
    path = folder / "acme_policies.json"
    catalogue = json.loads(path.read_text(encoding="utf-8"))
    change(catalogue["policies"])
    path.write_text(json.dumps(catalogue), encoding="utf-8")


def with_another_version(folder):
    library = folder / "acme.so"
    content, count = re.subn(rb"0\.2\.0-[0-9a-f]{12}\0", b"0.0.9-012345678901\0", library.read_bytes())
    assert count >= 1
    library.write_bytes(content)


def with_a_mock(folder):
    shutil.copy(ROOT / "build/lib/loadstone/vulkan_layer.so", folder / "acme.so")


WRONG_FOLDERS = {
    "taken_prefix": (lambda folder: change_policies(folder, lambda all: all[0].update(id="LS_VK_NEW_1")),
                     "the ID LS_VK_NEW_1 begins with LS_, which is reserved"),
    "no_id": (lambda folder: change_policies(folder, lambda all: all[0].update(id="acme-1")),
              "'acme-1' is not a valid policy ID"),
    "twice": (lambda folder: change_policies(folder, lambda all: all.append(all[0])),
              "ACME_1: field \"id\": stands twice"),
    "no_case": (lambda folder: change_policies(folder, lambda all: all.append({**all[0], "id": "ACME_4"})),
                "the policy ACME_4 has no case"),
    "no_policy": (lambda folder: change_policies(folder, lambda all: all.pop(1)),
                  "cites ACME_2, but there is no such policy"),
    "no_policies": (lambda folder: (folder / "acme_policies.json").unlink(), "holds no policies"),
    "no_json": (lambda folder: (folder / "acme_policies.json").write_text("{"), "is not valid JSON"),
    "no_library": (lambda folder: (folder / "acme.so").unlink(), "there is no case library"),
    "text": (lambda folder: (folder / "acme.so").write_text("text"), "acme.so is not a rules library"),
    "other_library": (with_a_mock, "acme.so is not a rules library"),
    "other_version": (with_another_version, "was built for Loadstone 0.0.9-012345678901, but this is 0.2.0-"),
    "case_twice": (lambda folder: shutil.copy(folder / "acme.so", folder / "copy.so"), "is defined twice"),
}


@pytest.mark.parametrize("name", WRONG_FOLDERS)
def test_what_is_wrong_is_named_in_one_line(call, rules, tmp_path, name):
    change, line = WRONG_FOLDERS[name]
    folder = copy_of(rules, tmp_path / "rules")
    change(folder)
    result = call("run", "--rules", folder, "--loader", REFERENCE, "--policy", "LLP_LOADER_6")
    assert result.returncode == 2 and result.stdout == ""
    assert line in result.stderr and result.stderr.count("\n") == 1, result.stderr


@pytest.mark.parametrize("name, line", [
    ("unresolved", "undefined symbol"),
    ("of_khronos", "LLP_LOADER_3/at_home_elsewhere"),
    ("misnamed", "'ACME_1/Wrong Name' has a malformed name"),
])
def test_wrong_cases_are_named_in_one_line(call, rules, tmp_path, name, line):
    folder = copy_of(rules, tmp_path / "rules", name)
    result = call("list", "cases", "--rules", folder)
    assert result.returncode == 2 and line in result.stderr and result.stderr.count("\n") == 1, result.stderr


def test_bad_words_of_the_command_line(call, rules, tmp_path):
    for words, line in [(["--rules", tmp_path / "nowhere"], "nowhere: No such file or directory"),
                        (["--rules", rules / "acme_rules", "--rules", rules / "acme_rules"], "ACME_1 is also defined in"),
                        (["--rules", rules / "acme_rules", "--rules", tmp_path], "there is no case library")]:
        result = call("run", "--loader", REFERENCE, *words)
        assert result.returncode == 2 and line in result.stderr and result.stderr.count("\n") == 1, result.stderr


def test_cmake_names_what_is_missing(installed, tmp_path):
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.25)\nproject(p LANGUAGES CXX)\nfind_package(loadstone REQUIRED)\n"
        "loadstone_add_rules(acme SOURCES a.cc)\n", encoding="utf-8")
    result = subprocess.run(["cmake", "-S", tmp_path, "-B", tmp_path / "build", f"-DCMAKE_PREFIX_PATH={installed}"],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    assert result.returncode != 0 and "name SOURCES with cases, and POLICIES" in result.stderr
