# SPDX-License-Identifier: Apache-2.0
"""bench/mutation: which mutants are made and taken, how a mutant of a mock is judged, and the table of functions."""

import dataclasses
import fnmatch
import json
import re
import sys

import pytest
from conftest import BUILD, ROOT

FOLDER = ROOT / "bench" / "mutation"
FUNCTIONS = FOLDER / "functions.md"
sys.path.insert(0, str(FOLDER))
import measuring  # noqa: E402  (the modules stand in this folder)
import mock_mutation  # noqa: E402
import mutants  # noqa: E402

SOURCE = """
int Ask(int number);
void Note(const char* text);
bool IsGood(int number) {
  if (Ask(number) == 3) Note("three");
  if (number < 5) {
    return true;
  } else {
    Ask(7);
  }
  return false;
}
bool TraceAll() { return true; }
"""


def test_table_of_functions_names_cases(tool):
    known = tool("list", "cases").stdout.split()
    named = re.findall(r"`((?:LLP|LS)_[A-Z0-9_]+)(/[a-z0-9_*]+)?`",
                       FUNCTIONS.read_text(encoding="utf-8"))
    assert len(named) > 20
    gone = [policy + case for policy, case in named
            if not fnmatch.filter(known, policy + (case or "/*"))]
    assert not gone


def changes(folder, ignored):
    """What the mutants of SOURCE change, as text."""
    path = folder / "source.cc"
    path.write_text(SOURCE, encoding="utf-8")
    return {f"{each.before} -> {each.after}" for each in mutants.mutants_of("x", folder, path, [], ignored)}


def test_ignored_code_has_no_mutants(tmp_path):
    everything = changes(tmp_path, mutants.Ignored())
    assert {"== -> !=", "3 -> 4", "Ask(number) == 3 -> !(Ask(number) == 3)", "number < 5 -> !(number < 5)", "< -> <=",
            "5 -> 6", "true -> false", "false -> true", "Ask(7); -> {}", "7 -> 8"} <= everything
    # The condition belongs to the only statement, and the else branch does not belong to the condition.
    assert changes(tmp_path, mutants.Ignored(code=r"\bNote\(")) == everything - {
        "== -> !=", "3 -> 4", "Ask(number) == 3 -> !(Ask(number) == 3)"}
    assert changes(tmp_path, mutants.Ignored(code="number < 5")) == everything - {
        "number < 5 -> !(number < 5)", "< -> <=", "5 -> 6"}
    assert changes(tmp_path, mutants.Ignored(functions="IsGood")) == {"true -> false"}


def mutant(number, file="mock_runtime/openxr/entry.cc"):
    return mutants.Mutant("openxr_runtime", file, number, 0, 0, "", "", f"line {number}")


def test_each_file_gives_as_many_mutants_until_it_has_no_more():
    files = [[mutant(number, f"{name}.cc") for number in range(size)] for name, size in (("a", 1), ("b", 5), ("c", 5))]
    chosen = measuring.choose(files, 7, seed=3)
    assert chosen == measuring.choose(files, 7, seed=3) and len(set(chosen)) == 7
    assert [sum(each.file == f"{name}.cc" for each in chosen) for name in "abc"] == [1, 3, 3]
    assert chosen != measuring.choose(files, 7, seed=4)
    assert len(measuring.choose(files, 100, seed=3)) == 11


def test_earlier_results_are_kept_but_for_survivors_without_a_reason(tmp_path, capsys):
    outcomes = {1: "caught", 2: "survived", 3: "stillborn", 4: "survived", 5: "error"}
    report = tmp_path / "report.json"
    report.write_text(json.dumps([dataclasses.asdict(mutant(number)) | {
        "key": mutant(number).key, "outcome": outcome, "case": None} for number, outcome in outcomes.items()]),
        encoding="utf-8")
    settled = measuring.earlier(report, {mutant(4).key: "It changes nothing."})
    assert {each.line: outcome for each, (outcome, _) in settled.items()} == {
        1: "caught", 3: "stillborn", 4: "survived"}
    # Only survivors are judged again, and one of them is no longer in the sources.
    again = measuring.survivors([[mutant(1), mutant(2)], [mutant(3)]], ["openxr_runtime"], report)
    assert again == [mutant(2)]
    assert capsys.readouterr().out.startswith(f"gone: {mutant(4).key} mock_runtime/openxr/entry.cc in: line 4")


def test_summary_does_not_count_what_no_case_judged(capsys):
    outcomes = [dataclasses.asdict(mutant(number)) | {"key": "k", "outcome": outcome, "case": None, "reason": reason}
                for number, (outcome, reason) in enumerate(
                    [("caught", None), ("survived", None), ("survived", "why"), ("stillborn", None), ("error", None)])]
    measuring.summarise("mocks", outcomes)
    first, *unexplained = capsys.readouterr().out.splitlines()
    assert first.startswith("mocks: of 3 mutants cases caught 1 (33.3 %)") and len(unexplained) == 1


def test_only_what_the_unchanged_mock_does_not_show_counts():
    found = {"A/a": "pass", "B/b": "warn", "C/c": "skip", "D/d": "error", "E/e": "fail"}
    assert mock_mutation.first_caught(found, {"B/b", "E/e"}) is None
    assert mock_mutation.first_caught(found, {"B/b"}) == "E/e"


@pytest.mark.parametrize("before, after, outcome", [
    ('strcmp(name, "xrCreateInstance") == 0;', 'strcmp(name, "xrCreateInstance") != 0;', "caught"),
    ("std_no_such_name", None, "stillborn"),
])
def test_mutant_of_a_mock_is_built_and_judged(before, after, outcome):
    file = "mock_runtime/openxr/entry.cc"
    text = (ROOT / file).read_text(encoding="utf-8")
    if after is None:
        start, end, after = 0, 0, before + ";\n"
    else:
        assert text.count(before) == 1
        start = len(text[:text.index(before)].encode())
        end = start + len(before)
    change = mutants.Mutant("openxr_runtime", file, 1, start, end, before, after, "")
    expected = {"openxr_runtime": [set() for _ in mock_mutation.KINDS["openxr_runtime"].variants]}
    found, case = mock_mutation.judge(change, BUILD, expected)
    assert found == outcome
    assert (case or "").startswith("LS_XR_RUNTIME_") == (outcome == "caught")


def test_every_kind_has_sources_and_ways_to_be_installed():
    for kind in mock_mutation.KINDS.values():
        found = measuring.sources(BUILD, (ROOT / kind.folder,), kind.left_out)
        assert len(found) >= 4 and not any(path.stem.endswith("_test") for path in found)
        assert all((BUILD / "lib" / "loadstone" / f"{library}.so").exists()
                   for library in mock_mutation.libraries(kind))
