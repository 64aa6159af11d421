# SPDX-License-Identifier: Apache-2.0
"""reference_loader/unreached.py: each line of the reference loaders that no case reaches has a reason, and each reason
such a line. ci/coverage.sh runs it on what all cases reached."""

import re
import subprocess
import sys

import pytest
from conftest import BUILD, ROOT

FOLDER = ROOT / "reference_loader"
sys.path.insert(0, str(FOLDER))
import unreached  # noqa: E402  (stands in this folder)

GENERATED = BUILD / "reference_loader/include/reference_loader"
SOURCE = """int Half(int number) {
  if (number % 2 != 0) {
    Complain();
    return 0;
  } else {
    Praise();
  }
  return number / 2;
}

void Complain() { puts("odd"); }
void Long(int first,
          int second) {
  Complain();
}
"""


def reasons():
    return unreached.reasons_of(unreached.REASONS.read_text(encoding="utf-8"))


def test_reasons_are_about_sources_as_they_are():
    named = set(re.findall(r"TEST(?:_[FP])?\((\w+,\s*\w+)\)",
                           "".join(path.read_text(encoding="utf-8") for path in FOLDER.rglob("*_test.cc"))))
    tests = {".".join(re.split(r",\s*", each)) for each in named}
    for reason in reasons():
        path = (GENERATED if "/generated/" in reason.file else FOLDER) / reason.file
        lines = path.read_text(encoding="utf-8").splitlines()
        assert unreached.covered_by(reason, lines), f"{reason}: no line has this text"
        assert len(reason.why.split()) > 2 and "\n" not in reason.why, f"{reason}: {reason.why}"
        assert not reason.test or reason.test in tests, f"{reason}: there is no test {reason.test}"


def reason(*texts, file="half.cc"):
    return unreached.Reason(file, texts, "the numbers of worlds are even")


@pytest.mark.parametrize(("text", "covered"), [
    ("int Half(", range(1, 10)),
    ("if (number", range(2, 8)),
    ("return 0;", [4]),
    ("void Complain()", [11]),
    ("void Long(", range(12, 16)),
    ("Complain();", [3, 14]),
])
def test_a_reason_is_for_a_line_and_what_it_encloses(text, covered):
    assert unreached.covered_by(reason(text), SOURCE.splitlines()) == set(covered)


def test_a_reason_without_a_text_is_for_the_file():
    assert unreached.covered_by(reason(), SOURCE.splitlines()) == set(range(1, 16))


@pytest.mark.parametrize(("given", "problem"), [
    ([reason("if (number")], None),
    ([], "half.cc:3: no case reaches this line, and unreached.toml has no reason: Complain();"),
    ([reason("if (number"), reason("void Long(")], "half.cc: void Long(: cases reach all of it; remove the reason"),
    ([reason("if (number"), reason("x = 0;")], "half.cc: x = 0;: no line has this text; remove the reason, or correct it"),
    ([reason("if (number"), reason(file="other.cc")],
     "other.cc: the whole file: no case was run with this source"),
])
def test_what_is_wrong_is_named(given, problem):
    found = unreached.compare({"half.cc": {3}}, {"half.cc": SOURCE.splitlines()}, given)
    assert found == ([problem] if problem else [])


def test_a_line_is_reached_if_one_of_the_runs_reached_it(tmp_path, capsys):
    path = tmp_path / "reference_loader" / "half.cc"
    path.parent.mkdir()
    path.write_text(SOURCE, encoding="utf-8")
    texts = [f"SF:/usr/include/x.h\nDA:1,0\nend_of_record\nSF:{path}\nDA:3,{first}\nDA:4,{second}\nend_of_record\n"
             for first, second in ((0, 2), (0, 0))]
    assert unreached.check(texts, []) == 1
    assert capsys.readouterr().out.splitlines()[1:] == [
        "1 of 2 lines of the reference loaders are not reached; 0 reasons, 1 problems"]
    assert unreached.check(texts, [reason("if (number")]) == 0
    assert "0 problems" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "[[reason]]", '[[reason]]\nfile = "a"', '[[reason]]\nfile = "a"\nwhy = "b"\nwho = 1',
                                  "reason = 3", "["])
def test_a_table_of_another_form_is_refused(text):
    with pytest.raises(unreached.UnreachedError):
        unreached.reasons_of(text)


@pytest.mark.parametrize("text", [None, "", "SF:/usr/include/x.h\nDA:1,0\n"])
def test_another_file_than_a_tracefile_is_refused_in_one_line(text, tmp_path):
    path = tmp_path / "coverage.info"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    result = subprocess.run([FOLDER / "unreached.py", path], capture_output=True, text=True, check=False)
    assert result.returncode == 2 and result.stdout == "" and result.stderr.count("\n") == 1
