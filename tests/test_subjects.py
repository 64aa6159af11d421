# SPDX-License-Identifier: Apache-2.0
"""The comparison of released loaders with their expected verdicts. Judging them needs roots of Debian's releases and is
not a test: see subjects/judge_subjects.py."""

import subprocess
import sys

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "subjects"))
import judge_subjects as judge  # noqa: E402  (stands in this folder)


def case(verdict, violates="", policies=("P_1",)):
    return {"verdict": verdict, "violates": violates, "policies": list(policies)}


def test_a_report_is_summed_up_by_policy():
    report = {"cases": [case("pass"), case("skip"), case("waived"), case("fail", "P_2"), case("fail", "P_2"),
                        case("warn", "P_3"), case("error")]}
    assert judge.summary("s", report) == {("s", "fail", "P_2"): 2, ("s", "warn", "P_3"): 1, ("s", "error", "P_1"): 1}


def test_differences_are_told_of_the_subjects_that_were_judged():
    expected = {("a", "fail", "P_1"): 2, ("a", "warn", "P_2"): 1, ("b", "fail", "P_1"): 3}
    seen = {("a", "fail", "P_1"): 2, ("a", "fail", "P_3"): 1}
    assert judge.differences(expected, seen, {"a"}) == [
        "a: fail P_3: 1 cases, expected 0", "a: warn P_2: 0 cases, expected 1"]
    assert judge.differences(expected, expected, {"a", "b"}) == []


def test_the_table_is_written_as_it_is_read():
    text = judge.EXPECTED.read_text(encoding="utf-8")
    assert judge.text_of(judge.parse(text)) == text


@pytest.mark.parametrize("text, said", [
    ("", "expected.tsv:1: the first line has to name the columns subject, verdict, policy, cases"),
    ("subject\tverdict\tpolicy\tcases\na\tfail\tP_1\n",
     "expected.tsv:2: takes subject, verdict, policy, cases, of which the last is a number"),
    ("subject\tverdict\tpolicy\tcases\na\tfail\tP_1\tmany\n",
     "expected.tsv:2: takes subject, verdict, policy, cases, of which the last is a number")])
def test_a_broken_table_is_one_line(text, said):
    with pytest.raises(judge.SubjectError) as error:
        judge.parse(text)
    assert str(error.value) == said


def test_each_manifest_of_a_root_is_a_subject(tmp_path):
    for path in ("vulkan/icd.d/b.json", "vulkan/icd.d/a.json", "vulkan/icd.d/readme", "openxr/1/runtime.json",
                 "openxr/1/api_layers/implicit.d/layer.json"):
        (tmp_path / "usr/share" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "usr/share" / path).write_text("")
    found = judge.subjects_in(tmp_path)
    assert list(found) == [*judge.LOADERS, "vulkan/icd.d/a.json", "vulkan/icd.d/b.json", "openxr/1/runtime.json",
                           "openxr/1/api_layers/implicit.d/layer.json"]
    assert found["vulkan/icd.d/a.json"] == ["check-driver", "/usr/share/vulkan/icd.d/a.json"]
    assert list(judge.subjects_in(tmp_path, "i386")) == list(found)
    assert judge.subjects_in(tmp_path, "i386")["libvulkan1"][-1] == "/usr/lib/i386-linux-gnu/libvulkan.so.1"
    assert list(judge.subjects_in(tmp_path, "arm64")) == list(judge.LOADERS)
    (tmp_path / "usr").rename(tmp_path / "moved")
    with pytest.raises(judge.SubjectError, match="has loaders only; delete it"):
        judge.subjects_in(tmp_path)


def test_chromium_has_subjects_in_its_own_folder(tmp_path):
    (tmp_path / "usr/lib/chromium").mkdir(parents=True)
    for name in ("libvulkan.so.1", "vk_swiftshader_icd.json"):
        (tmp_path / "usr/lib/chromium" / name).write_text("")
    found = judge.subjects_in(tmp_path)
    assert list(found) == [*judge.LOADERS, "chromium-common", "chromium-common/vk_swiftshader_icd.json"]
    assert found["chromium-common"][-1] == "/usr/lib/chromium/libvulkan.so.1"


def test_a_subject_that_cannot_be_judged_is_one_line(tmp_path):
    (tmp_path / "roots" / "bookworm" / "usr/share/vulkan/icd.d").mkdir(parents=True)
    (tmp_path / "roots" / "bookworm" / "usr/share/vulkan/icd.d/a_icd.json").write_text("")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "loadstone").write_text("#!/bin/sh\necho 'loadstone: no system' >&2\nexit 2\n")
    (tmp_path / "bin" / "loadstone").chmod(0o755)
    result = subprocess.run([sys.executable, ROOT / "subjects" / "judge_subjects.py", "--build", tmp_path, "bookworm"],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    assert (result.returncode, result.stderr) == (2, "subjects/judge_subjects.py: bookworm/libvulkan1: loadstone: no system\n")


def test_a_release_may_have_an_architecture():
    assert judge.split("trixie") == ("trixie", "") and judge.split("trixie-i386") == ("trixie", "i386")
    with pytest.raises(judge.SubjectError, match="takes a release, RELEASE-i386, RELEASE-arm64 or RELEASE-armhf"):
        judge.split("trixie-alpha")


def test_the_root_of_a_release_has_the_packages_that_there_are():
    assert "libopenxr1-monado" in judge.packages_of("trixie", "")
    assert "libopenxr1-monado" not in judge.packages_of("bookworm", "i386")
    assert judge.packages_of("trixie", "arm64") == ["libvulkan1", "libopenxr-loader1"]
    assert "chromium-common" in judge.packages_of("trixie", "")
    assert "chromium-common" not in judge.packages_of("trixie", "i386") + judge.packages_of("bullseye", "")
