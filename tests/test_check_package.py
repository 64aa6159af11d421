# SPDX-License-Identifier: Apache-2.0
"""`check-package`: good packages pass every case, and each case is seen failing on one that violates only its rule."""

import json
import os
import struct
import subprocess

import jsonschema
import packages
import pytest
from conftest import EVERYTHING, ROOT, TOOL, cases_of
from packages import BROKEN, GAPII, GAPII_SOURCE, GOOD, LAYER, OVERRIDE, TRACEABLE, Package, archive, far, gapii, override, traceable

HOW = ["folder", "plain archive", "archive"]


@pytest.fixture(name="check")
def fixture_check(tool, tmp_path):
    """Runs check-package on a package; returns the verdicts by case, the report and the process."""
    def run(package, *words, how="folder"):
        path = tmp_path / "report.json"
        place = tmp_path / f"package{len(list(tmp_path.iterdir()))}"
        result = tool("check-package", *packages.make(place, package, how), "--json", path, *words)
        assert result.returncode in (0, 1), result.stderr
        report = json.loads(path.read_text(encoding="utf-8"))
        return {case["id"]: case["verdict"] for case in report["cases"]}, report, result
    return run


def test_every_case_is_seen_failing():
    assert BROKEN.keys() == cases_of("package")


@pytest.mark.parametrize("case", sorted(BROKEN))
def test_case_fails_on_its_package_and_no_other_does(case, check):
    verdicts, _, result = check(BROKEN[case], "--strict", how="archive")
    bad = {name for name, verdict in verdicts.items() if verdict in ("fail", "warn")}
    assert bad - packages.TOGETHER.get(case, set()) == {case}
    assert result.returncode == 1


@pytest.mark.parametrize("case, package", packages.MORE_BROKEN)
def test_case_fails_on_further_packages_and_no_other_does(case, package, check):
    verdicts, _, result = check(package, "--strict", how="archive")
    assert {name for name, verdict in verdicts.items() if verdict in ("fail", "warn")} == {case}
    assert result.returncode == 1


@pytest.mark.parametrize("how", HOW)
def test_good_packages_pass(check, how):
    passed = set()
    for package in GOOD:
        if how == "plain archive":
            package = Package({"meta/contents": ""} | package.files, package.sources, package.gapii, package.words)
        verdicts, report, result = check(package, how=how)
        assert result.returncode == 0, result.stdout
        assert all(case["reason"] for case in report["cases"] if case["verdict"] == "skip")
        passed |= {name for name, verdict in verdicts.items() if verdict == "pass"}
    whole_archives_only = {"LS_FUCHSIA_4/files_of_meta_contents_are_there"}
    archives_only = {"LS_FUCHSIA_4/archive_has_its_metadata"} | whole_archives_only
    apart = {"folder": archives_only, "plain archive": whole_archives_only, "archive": set()}
    assert passed == cases_of("package") - apart[how]
    jsonschema.validate(report, json.loads((ROOT / "harness/report/report.schema.json").read_text(encoding="utf-8")))
    assert report["subject"]["kind"] == "package" and report["subject"]["platform"] == "fuchsia"
    assert "nothing from the package was run" in " ".join(result.stdout.split())


@pytest.mark.parametrize("package, passes", [
    (gapii(files={LAYER: packages.layer(library_path="/gapii_pkg/lib/libVkLayer_GAPII.so")}),
     "LS_FUCHSIA_13/named_libraries_are_in_the_package"),
    (gapii(files={LAYER: packages.layer(library_path="../../../lib/libVkLayer_GAPII.so")}),
     "LS_FUCHSIA_13/named_libraries_are_in_the_package"),
    (gapii(GAPII_SOURCE.replace("directory:", "service:")), "LS_FUCHSIA_10/component_serves_a_directory"),
    *[(gapii(source), "LS_FUCHSIA_10/component_serves_a_directory") for source in (
        packages.exposing('directory: [ "a", "gapii_pkg" ], from: "self"'),
        packages.exposing('directory: "gapii_pkg", from: [ "#child", "self" ]', declared='directory: [ "b", "gapii_pkg" ]'),
        packages.exposing('protocol: "fuchsia.component.Binder", from: "self"', 'directory: "gapii_pkg", from: "self"'),
        packages.exposing('directory: "pkg", from: "framework", as: "gapii_pkg"', declared='protocol: "other"'),
        packages.exposing('directory: "of_the_shard", from: "self"', include="//gapii/meta/server.shard.cml"))],
    *[(traceable(source=packages.using("gapii", right)), "LS_FUCHSIA_21/used_directory_can_be_read")
      for right in ("r*", "rx*", "rw*", "read_bytes")],
    (gapii(files={LAYER: packages.in_array(packages.layer(), packages.layer(
        name="VK_LAYER_meta", component_layers=["VK_LAYER_GOOGLE_gapii"], library_path=None))}),
     "LS_FUCHSIA_13/named_components_are_in_the_package"),
    *[(traceable(override(override_paths=empty), words=("--tracing", "off")), case) for empty in (None, "")
      for case in ("LS_FUCHSIA_23/override_paths_are_empty", "LLP_LAYER_6/lists_of_the_override_layer_are_lists")],
    (gapii(files={packages.SERVER: None, "meta/other.cm": packages.compiled("elf", "bin/gapii-server")}),
     "LS_FUCHSIA_9/there_is_one_component"),
    (traceable(files={"meta/test.cm": packages.compiled("elf", "bin/app")}),
     "LS_FUCHSIA_11/compiled_manifest_names_gapii"),
    (Package(TRACEABLE, (packages.TRACEABLE_SOURCE, "{}")), "LS_FUCHSIA_11/shard_is_included"),
    (traceable(override(override_paths=["/other", packages.PATH])), "LS_FUCHSIA_22/override_paths_lead_to_gapii"),
    (traceable(beside={LAYER: packages.layer(api_version="1.3.1")}), "LS_FUCHSIA_16/components_are_not_older"),
])
def test_what_readings_accept_passes(check, package, passes):
    verdicts, _, result = check(package)
    assert verdicts[passes] == "pass", result.stdout


OTHER = packages.layer(name="VK_LAYER_other", library_path="/pkg/lib/libVkLayer_GAPII.so")


@pytest.mark.parametrize("package", [
    gapii(files={LAYER: packages.in_array(packages.layer(), OTHER)}),
    traceable(beside={LAYER: packages.in_array(packages.layer(), OTHER)}),
    traceable(packages.in_array(override(), OTHER)),
])
def test_manifests_with_the_array_layers_are_good(check, package):
    verdicts, _, result = check(package)
    assert result.returncode == 0, result.stdout
    role = "LS_FUCHSIA_13" if package.files.get(LAYER) else "LS_FUCHSIA_17"
    assert {verdict for name, verdict in verdicts.items() if name.startswith(role)} == {"pass"}


@pytest.mark.parametrize("package, broken", [
    (gapii(files={LAYER: packages.in_array(packages.layer(), packages.layer(library_path="none.so"))}),
     "LS_FUCHSIA_13/named_libraries_are_in_the_package"),
    (gapii(files={LAYER: packages.in_array(packages.layer(library_path="none.so"), OTHER)}),
     "LS_FUCHSIA_13/named_libraries_are_in_the_package"),
    (traceable(beside={LAYER: packages.in_array(OTHER)}), "LS_FUCHSIA_17/components_are_in_the_package_of_gapii"),
    (traceable(beside={LAYER: packages.in_array(packages.layer(api_version="1.1.300"), OTHER)}),
     "LS_FUCHSIA_16/components_are_not_older"),
    (traceable(packages.in_array(override(component_layers=[]), OTHER)), "LS_FUCHSIA_17/components_are_named"),
])
def test_each_layer_of_an_array_is_judged(check, package, broken):
    verdicts, _, _ = check(package)
    assert {name for name, verdict in verdicts.items() if verdict == "fail"} == {broken}


def test_manifest_without_a_layer_is_reported(check):
    verdicts, report, _ = check(gapii(files={LAYER: "{}"}))
    case = "LS_FUCHSIA_13/named_libraries_are_in_the_package"
    assert verdicts[case] == "skip"
    assert [one["reason"] for one in report["cases"] if one["id"] == case] == [
        "no manifest in data/vulkan/explicit_layer.d has a layer"]


def test_without_sources_their_rules_are_skipped(check):
    verdicts, _, _ = check(gapii(source=None))
    assert verdicts["LS_FUCHSIA_10/component_serves_a_directory"] == "skip"
    assert verdicts["LS_FUCHSIA_7/executable_is_in_the_package"] == "pass"


def test_report_says_how_to_see_it_again(check):
    case = "LS_FUCHSIA_11/shard_is_included"
    _, _, result = check(BROKEN[case])
    said = " ".join(result.stdout.replace("\\\n", "").split())
    words = said[said.index("loadstone check-package"):].split()
    end = words.index("--gapii") + 2
    again = subprocess.run([TOOL, *words[1:end]], stdout=subprocess.PIPE, text=True, check=False)
    assert again.returncode == 1 and case in again.stdout


GOOD_ARCHIVE = archive(GAPII)


def write(content):
    return lambda path: path.write_bytes(content)


def named(name):
    return far(TRACEABLE | {name: ""})


@pytest.mark.parametrize("prepare, said", [
    (lambda path: None, "cannot read the package"),
    (os.mkfifo, "is neither an archive nor a folder"),
    (lambda path: path.mkdir(), "has neither data/vulkan/explicit_layer.d nor"),
    (lambda path: packages.make_folder(path, GAPII | TRACEABLE), "has both data/vulkan/explicit_layer.d and"),
    (lambda path: os.symlink(path, path), "Too many levels of symbolic links"),
    (write(b""), "it is not a Fuchsia archive"),
    (write(packages.MAGIC), "the archive ends within its header"),
    (write(packages.MAGIC + b"\xff" * 8), "the archive ends within its index"),
    (write(packages.MAGIC + b"\0" * 8), "the archive has no chunk DIR-----"),
    (write(GOOD_ARCHIVE[:100]), "the archive ends within"),
    (write(GOOD_ARCHIVE[:-1]), "the archive ends within a file"),
    (write(named("/etc/passwd")), "has an invalid path"),
    (write(named("a/../../b")), "has an invalid path"),
    (write(named("a\0b")), "has an invalid path"),
    (write(named("")), "has an invalid path"),
    (write(far({"meta/contents": "no digest"})), "a line that is not PATH=DIGEST"),
    (write(far({"meta/contents": "../a=1"})), "a line that is not PATH=DIGEST"),
    (write(far({"meta.far": "text"})), "it is not a Fuchsia archive"),
    (write(far(TRACEABLE | {"a.cml": "{ a: "})), "a.cml is not a component manifest in JSON5"),
    (write(far(TRACEABLE | {"a.cml": "{ a: 1 } /* no end"})), "a.cml is not a component manifest in JSON5"),
    (write(far(TRACEABLE | {"a.cml": "[" * 100000})), "a.cml is not a component manifest in JSON5"),
    (write(far(TRACEABLE | {"a.cml": "{ a: " * 100000})), "a.cml is not a component manifest in JSON5"),
    (lambda path: os.truncate(os.open(path, os.O_CREAT | os.O_WRONLY), 1 << 40), "is larger than 1 GiB"),
])
def test_bad_input_is_one_line(tool, tmp_path, prepare, said):
    prepare(tmp_path / "package")
    result = tool("check-package", tmp_path / "package")
    assert result.returncode == 2, result.stdout
    assert said in result.stderr and result.stderr.count("\n") == 1, result.stderr


def test_archives_with_any_changed_byte_do_no_harm(tool, tmp_path):
    """For any numbers in an archive the tool terminates, with a report or with one line."""
    path = tmp_path / "package.far"
    for place in range(8, 16 + 48 + 64, 3 if EVERYTHING else 11):
        for byte in (0x00, 0x7f, 0xff):
            changed = bytearray(GOOD_ARCHIVE)
            changed[place] = byte
            path.write_bytes(changed)
            result = tool("check-package", path, "--case", "LS_FUCHSIA_5/*")
            assert result.returncode in (0, 1, 2), (place, byte, result.stderr)
            assert result.returncode != 2 or result.stderr.count("\n") == 1


def test_deep_manifests_do_no_harm(check):
    deep = '{ a: ' + "[" * 50000 + "]" * 50000 + " }"
    verdicts, _, _ = check(gapii(deep, files={LAYER: '{"layer": ' + "[" * 50000 + "]" * 50000 + "}"}))
    assert verdicts["LS_FUCHSIA_10/component_serves_a_directory"] == "fail"
    check(Package({OVERRIDE: '{"layer": [1, 2]}', "lib/a.so": struct.pack("<I", 7)}))
