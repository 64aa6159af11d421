# SPDX-License-Identifier: Apache-2.0
"""`check-install`: good installers pass every case, and each case is seen failing on a bad one."""

import itertools
import json
import os
import subprocess

import jsonschema
import pytest
from conftest import ROOT, TOOL, cases_of
from installs import (API_LAYER, BEFORE, BROKEN, DEVICE_DRIVER, GOOD, LAYERS, NEW, OLD, UPDATE, VULKAN_LAYER, Install,
                      State, after, dword, exported, manifest, state, without)


@pytest.fixture(name="check")
def fixture_check(tool, tmp_path):
    """Runs check-install on an installer, with Wine prefixes or exports; returns the report and the process."""
    number = itertools.count()

    def run(install, *words, how="prefix"):
        folder = tmp_path / str(next(number))
        folder.mkdir()
        states = (("before", install.before), ("after", install.after), ("uninstalled", install.uninstalled))
        places = [getattr(state, how)(folder / name) for name, state in states]
        path = folder / "report.json"
        result = tool("check-install", *places, *install.words, "--json", path, *words)
        assert result.returncode in (0, 1, 3), result.stderr
        return json.loads(path.read_text(encoding="utf-8")), result
    return run


FOLDER_CASES = {"LLP_LAYER_20/uninstalling_leaves_no_manifest_of_a_layer": "usr/share/vulkan/explicit_layer.d/a.json",
                "LDP_DRIVER_11/uninstalling_leaves_no_manifest_of_a_driver": "etc/vulkan/icd.d/a.json"}


def test_every_case_is_seen_failing():
    assert BROKEN.keys() | FOLDER_CASES.keys() == cases_of("installer")


def machine(folder, *files):
    """A folder as the root of a machine with these files, and with one from before the installation."""
    for file in ("usr/share/vulkan/implicit_layer.d/old.json", *files):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text("{}", encoding="utf-8")
    return folder


@pytest.mark.parametrize("platform", ["linux", "macos"])
@pytest.mark.parametrize("case", sorted(FOLDER_CASES))
def test_manifests_that_are_left_in_folders(tool, tmp_path, case, platform):
    added = list(FOLDER_CASES.values())
    before, after_ = machine(tmp_path / "before"), machine(tmp_path / "after", *added)
    words = ("check-install", before, after_)
    left = machine(tmp_path / "left", FOLDER_CASES[case])
    result = tool(*words, left, "--platform", platform)
    assert result.returncode == 1 and f"/{FOLDER_CASES[case]}" in result.stdout, result.stdout + result.stderr
    assert "1 passed, 1 failed" in result.stdout and "new manifests: 2" in result.stdout
    assert f"--platform {platform}" in result.stdout
    result = tool(*words, machine(tmp_path / "gone"), "--platform", platform)
    assert result.returncode == 0 and "2 passed, 0 failed" in result.stdout, result.stdout + result.stderr


@pytest.mark.parametrize("words, said", [
    (("machine", "machine", "--platform", "linux"), "after uninstalling as a third argument"),
    (("gone", "gone", "gone", "--platform", "linux"), "is not a folder; with --platform linux or macos"),
    (("machine", "machine", "machine", "--platform", "macos"), "has no manifest of a Vulkan layer or driver"),
    (("machine", "machine", "--platform", "linux", "--api", "openxr"), "OpenXR folders are not compared"),
    (("machine", "machine", "--platform", "haiku"), "--platform"),
])
def test_bad_folders_are_one_line(tool, tmp_path, words, said):
    machine(tmp_path / "machine")
    result = tool("check-install", *(tmp_path / word if word in ("gone", "machine") else word for word in words))
    assert result.returncode == 2 and said in result.stderr and result.stderr.count("\n") == 1, result.stderr


def test_links_to_folders_are_not_followed(tool, tmp_path):
    before, after_ = machine(tmp_path / "before"), machine(tmp_path / "after", "etc/vulkan/icd.d/a.json")
    (after_ / "loop").symlink_to(after_)
    result = tool("check-install", before, after_, before, "--platform", "linux")
    assert result.returncode == 0 and "new manifests: 1" in result.stdout, result.stdout + result.stderr


@pytest.mark.parametrize("case", sorted(BROKEN))
def test_case_fails_on_its_installer(case, check):
    report, result = check(BROKEN[case], "--case", case, "--api", "openxr" if "_XR_" in case else "vulkan", "--strict")
    (one,) = report["cases"]
    assert one["verdict"] == ("fail" if one["level"] == "must" else "warn"), one
    assert one["observed"] or one["reason"]
    assert result.returncode == 1


@pytest.mark.parametrize("how", ["prefix", "export"])
def test_good_installers_pass(check, how):
    passed = set()
    for install in GOOD:
        report, result = check(install, how=how)
        assert result.returncode == 0, result.stdout
        assert all(case["reason"] for case in report["cases"] if case["verdict"] == "skip")
        passed |= {case["id"] for case in report["cases"] if case["verdict"] == "pass"}
    files = {case for case in cases_of("installer") if "lead" in case}
    of_windows = cases_of("installer") - FOLDER_CASES.keys()
    assert passed == (of_windows if how == "prefix" else of_windows - files)


def test_report_names_the_installer_and_how_to_see_it_again(check, tmp_path):
    case = "LS_VK_LAYER_26/names_are_absolute_paths"
    report, result = check(BROKEN[case], how="export")
    jsonschema.validate(report, json.loads((ROOT / "harness/report/report.schema.json").read_text(encoding="utf-8")))
    assert report["subject"]["kind"] == "installer"
    assert report["subject"]["platform"] == "windows"
    said = " ".join(result.stdout.replace("\\\n", "").split())
    assert f"loadstone check-install --case {case} {tmp_path}/0/before {tmp_path}/0/after" in said
    assert "--loader" not in said
    words = said[said.index("loadstone check-install"):].split()[1:]
    again = subprocess.run([TOOL, *words[:words.index("vulkan") + 1]], stdout=subprocess.PIPE, text=True, check=False)
    assert again.returncode == 1


def test_waivers_cover_findings(check, tmp_path):
    waivers = tmp_path / "waivers.json"
    case = "LS_XR_LAYER_31/data_is_a_number"
    waivers.write_text(json.dumps([{"case": case, "reason": "known", "expires": "2999-01-01"}]), encoding="utf-8")
    report, result = check(BROKEN[case], "--waivers", waivers)
    assert result.returncode == 0, result.stdout + result.stderr
    assert [one["verdict"] for one in report["cases"] if one["id"] == case] == ["waived"]


def test_what_was_there_before_is_not_judged(check):
    """Values of another vendor, whose names differ in case, are not attributed to the installer."""
    others = {(key[:4] + key[4:].upper(), name.upper()): value for (key, name), value in BEFORE.values.items()}
    files = after(VULKAN_LAYER).files
    _, result = check(Install(State({**others, **VULKAN_LAYER}, files)))
    assert result.returncode == 0, result.stdout
    assert "new values: 2" in result.stdout


@pytest.mark.parametrize("make, said", [
    (lambda path: None, "does not exist; check-install takes exported registries"),
    (lambda path: path.mkdir(), "has no system.reg, so it is not a Wine prefix"),
    (lambda path: os.mkfifo(path), "is not a regular file"),
    (lambda path: path.write_bytes(b""), "it is not an exported registry"),
    (lambda path: path.write_bytes(b"regf\0\0\1\0"), "it is a hive"),
    (lambda path: path.write_bytes(b"\xff\xfeW"), "is not valid UTF-16"),
    (lambda path: path.write_bytes(b"\x7fELF\xff\xfe"), "it is neither UTF-8 nor UTF-16"),
    (lambda path: path.write_text(exported(VULKAN_LAYER)[:-20]), "the data of a value has an unknown form"),
    (lambda path: path.write_text(exported(VULKAN_LAYER)[:110]), "line 4: a text is not terminated"),
    (lambda path: path.write_text(exported({}) + "[" * 100000), "the name of a key is not terminated"),
    (lambda path: path.write_text(exported({}) + "\n[HKEY_LOCAL_MACHINE\\a]\n\"b\"=hex:" + "00,\\\n" * 100000),
     "the text ends within a value"),
    (lambda path: os.truncate(os.open(path, os.O_CREAT | os.O_WRONLY), 1 << 40), "is larger than 512 MiB"),
])
def test_bad_input_is_one_line(tool, tmp_path, make, said):
    before = BEFORE.export(tmp_path / "before.reg")
    make(tmp_path / "after")
    result = tool("check-install", before, tmp_path / "after")
    assert result.returncode == 2, result.stdout
    assert said in result.stderr and result.stderr.count("\n") == 1, result.stderr


def test_no_difference_and_two_apis_are_reported(tool, tmp_path):
    before = BEFORE.export(tmp_path / "before.reg")
    result = tool("check-install", before, before)
    assert result.returncode == 2 and "do not differ in anything that loaders read" in result.stderr
    both = after({**VULKAN_LAYER, **API_LAYER}).export(tmp_path / "both.reg")
    result = tool("check-install", before, both)
    assert result.returncode == 2 and "choose one with --api" in result.stderr
    for api in ("vulkan", "openxr"):
        assert tool("check-install", before, both, "--api", api).returncode == 0


@pytest.mark.parametrize("encoding, header", [
    ("utf-16", "Windows Registry Editor Version 5.00"), ("utf-8", "Windows Registry Editor Version 5.00"),
    ("utf-8-sig", "Windows Registry Editor Version 5.00"), ("ascii", "REGEDIT4"),
])
def test_every_kind_of_export_is_read(tool, tmp_path, encoding, header):
    before = BEFORE.export(tmp_path / "before.reg")
    path = tmp_path / "after.reg"
    path.write_bytes(exported({**BEFORE.values, (LAYERS, "bad.json"): dword(0)}, header).encode(encoding))
    result = tool("check-install", before, path, "--case", "LS_VK_LAYER_26/names_are_absolute_paths")
    assert result.returncode == 1, result.stderr
    assert "bad.json" in result.stdout


def test_a_driver_is_no_application(check):
    """Without --installer, the rules about where to write do not apply, and the reason says so."""
    report, _ = check(Install(after(DEVICE_DRIVER)))
    reasons = {case["id"]: case["reason"] for case in report["cases"] if case["verdict"] == "skip"}
    assert "--installer application" in reasons["LS_VK_LAYER_24/application_leaves_devices_alone"]
    assert "--installer driver" in reasons["LS_VK_DRIVER_16/driver_uses_the_keys_of_devices"]


UPDATING = "LLP_LAYER_20/updating_leaves_no_old_layer"
USERS_LAYERS = LAYERS.replace("HKLM", "HKCU")


def update_of(*values, words=UPDATE, before=(LAYERS, OLD, {}), **files):
    """An installer that adds layers to one of the machine before: (key, path, members of the manifest) each."""
    def machine_with(*some):
        return State({**BEFORE.values, **{(key, path): dword(0) for key, path, _ in some}},
                     {**BEFORE.files, **{path: manifest("layer", **members) for _, path, members in some}, **files})
    return Install(machine_with(before, *values), words, before=machine_with(before))


@pytest.mark.parametrize("how", ["prefix", "export"])
def test_old_version_beside_the_new_one_is_judged_only_with_update(check, how):
    install = update_of((LAYERS, NEW, {}))
    report, _ = check(install, "--case", UPDATING, how=how)
    assert [case["verdict"] for case in report["cases"]] == ["fail"]
    assert f"{OLD} remains beside {NEW}" in report["cases"][0]["observed"].replace("\\\\", "\\")
    report, _ = check(update_of((LAYERS, NEW, {}), words=()), "--case", UPDATING, how=how)
    assert [case["verdict"] for case in report["cases"]] == ["skip"], report
    assert f"{OLD} remains beside {NEW}; " in report["cases"][0]["reason"]
    assert "--update" in report["cases"][0]["reason"]


@pytest.mark.parametrize("install", [
    update_of((LAYERS, NEW, {"name": "another"})),
    update_of((LAYERS, NEW, {"library_arch": "64"}), before=(LAYERS, OLD, {"library_arch": "32"})),
    # 32-bit and 64-bit layers have the same key here.
    update_of((USERS_LAYERS, NEW, {}), before=(USERS_LAYERS, OLD, {})),
    update_of((USERS_LAYERS, NEW, {})),
])
def test_other_layers_are_no_older_version(check, install):
    report, result = check(install, "--case", UPDATING)
    assert [case["verdict"] for case in report["cases"]] == ["pass"], result.stdout


def test_removed_product_is_no_removed_value_of_another(check):
    """An installer that removes an older version, with its value, in other ways than by an update."""
    before = state(LAYERS, OLD)
    report, result = check(Install(state(LAYERS, NEW), before=before), "--policy", "LS_VK_LAYER_34")
    assert [case["verdict"] for case in report["cases"]] == ["pass"], result.stdout
    report, result = check(Install(without(state(LAYERS, OLD, NEW), (LAYERS, OLD)), before=before),
                           "--policy", "LS_VK_LAYER_34")
    assert [case["verdict"] for case in report["cases"]] == ["warn"], result.stdout


def test_update_is_for_registries(tool, tmp_path):
    result = tool("check-install", machine(tmp_path / "a"), machine(tmp_path / "b"), machine(tmp_path / "c"),
                  "--platform", "linux", "--update")
    assert result.returncode == 2 and "--update compares registries" in result.stderr, result.stderr
