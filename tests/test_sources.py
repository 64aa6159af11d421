# SPDX-License-Identifier: Apache-2.0
"""Rules for every source: its format, its length and its licence, and that each fact is written once."""

import json
import pathlib
import re
import shutil
import subprocess

import pytest
from conftest import ROOT

# Other versions format some lines differently.
VERSION = "14"
MOST_LINES = 400
SOURCES = {".cc", ".h", ".c", ".py", ".sh", ".cmake", ".js"}
# Inputs, whose bytes must not change.
INPUTS = ("fixtures", "fuzz/regressions")
# Files that may name many cases: records of cases, tests, findings and reasons.
MOST_CASES_NAMED = 10
NAMING_CASES = ("reference_loader/defects/kill_table.tsv", "tests/", "docs/findings/", "bench/mutation/", "CHANGELOG.md",
                "policies/dimensions/")


# What README's commands write.
OUTPUTS = {"report.html"}


def files():
    """The relative paths of all files in this tree, except builds, hidden folders and outputs."""
    found = [path for path in ROOT.iterdir() if path.is_file() and path.name not in OUTPUTS]
    for room in ROOT.iterdir():
        if room.is_dir() and not room.name.startswith((".", "build")):
            found += [path for path in room.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    return sorted(path.relative_to(ROOT) for path in found)


FILES = files()
CODE = [path for path in FILES if path.suffix in SOURCES or path.name == "CMakeLists.txt"]


def clang_format():
    """clang-format in the version that the tree is formatted with, or None."""
    for name in (f"clang-format-{VERSION}", "clang-format"):
        program = shutil.which(name)
        if program and re.search(rf"version {VERSION}\.", subprocess.run(
                [program, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout):
            return program
    return None


def unformatted(program, *names):
    """The files that clang-format would change."""
    result = subprocess.run([program, "--dry-run", *names], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            check=True, cwd=ROOT)
    return set(re.findall(r"^(\S+?):\d+:\d+: warning: code should be clang-formatted", result.stderr, re.M))


@pytest.mark.skipif(clang_format() is None, reason=f"there is no clang-format {VERSION}, which Debian 12 has")
def test_every_source_is_formatted(tmp_path):
    program = clang_format()
    bad = tmp_path / "bad.cc"
    shutil.copy(ROOT / ".clang-format", tmp_path)
    bad.write_text("int  x;\n")
    assert unformatted(program, bad) == {str(bad)}
    names = [path for path in CODE if path.suffix in (".cc", ".h")]
    assert len(names) > 1000
    assert unformatted(program, *names) == set(), "clang-format -i changes them"


def test_no_source_is_long():
    long = [path for path in CODE if (ROOT / path).read_bytes().count(b"\n") > MOST_LINES]
    assert not long, f"more than {MOST_LINES} lines"


def test_every_source_names_its_licence():
    without = [path for path in CODE if not path.as_posix().startswith(INPUTS)
               and b"SPDX-License-Identifier: Apache-2.0" not in (ROOT / path).read_bytes()[:200]]
    assert not without, "add a line SPDX-License-Identifier: Apache-2.0 at the top"


def test_no_inline_namespace_hides_definitions_from_tools():
    """ctags and editors do not see definitions in an inline namespace that is opened in the same line as another."""
    hidden = [path for path in CODE if re.search(rb"^namespace \w+::inline ", (ROOT / path).read_bytes(), re.M)]
    assert not hidden


def test_a_case_is_named_only_in_its_suite_and_the_kill_table(tool):
    """A new case should change only three files: its suite, a defect, and the kill table."""
    cases = {case["id"] for case in json.loads(tool("list", "cases", "--json").stdout)}
    listing = []
    for path in FILES:
        if not path.as_posix().startswith(NAMING_CASES):
            words = re.findall(r"\b[A-Z][A-Z0-9_]*/[a-z0-9_]+\b", (ROOT / path).read_text(encoding="utf-8", errors="replace"))
            if len(cases.intersection(words)) > MOST_CASES_NAMED:
                listing.append(path)
    assert not listing, "a list of cases is made from data (docs/site), not checked in"


def test_no_page_has_counts_that_grow():
    counts = r"\b(?:\d{1,3},\d{3}|\d{3,}) (?:more )?(?:cases|policies|defects|readings|objections|rows)\b"
    counted = [path for path in FILES if path.suffix == ".md" and path.name != "CHANGELOG.md"
               and not path.as_posix().startswith("docs/findings/")
               and re.search(counts, (ROOT / path).read_text(encoding="utf-8"))]
    assert not counted


def without_a_place(text):
    """Whether a file with cases has no policy and no quoted section above its code."""
    head = "\n".join(line for line in text.split("\nnamespace")[0].splitlines() if line.startswith("//"))
    return bool(re.search(r"^[A-Z_]*CASES?\b|RegisterCase\(", text, re.M)) and not re.search(
        r'\bL(?:LP|DP|S)_[A-Z_]+_\d+|"[A-Z]|\bspecification\b|\bLoader\w+(?:Interface|Architecture)\b', head)


def test_every_file_of_cases_says_which_demand_it_covers():
    """Above its code, so that the sentence is found before the first case."""
    assert without_a_place("// About folders.\nnamespace a {\nVULKAN_CASE(LS_VK_CHAIN_1, a) {}\n}\n")
    assert not without_a_place("// LS_VK_CHAIN_1.\nnamespace a {\nVULKAN_CASE(LS_VK_CHAIN_1, a) {}\n}\n")
    assert [path for path in FILES if path.parts[0] == "suites" and path.suffix == ".cc"
            and without_a_place((ROOT / path).read_text(encoding="utf-8"))] == []


def imported_from_several(sources, modules):
    """The imported module names that several of `modules` have."""
    imported = {name for text in sources for name in re.findall(r"^\s*(?:import|from) (\w+)", text, re.M)}
    names = [path.stem for path in modules]
    return sorted(name for name in imported if names.count(name) > 1)


def test_no_two_imported_modules_share_a_name():
    """The tests of one worker import from several folders; of modules with the same name they get the one loaded
    first."""
    assert imported_from_several(["import a  # noqa\nfrom b import c\n"],
                                 [pathlib.Path(name) for name in ("x/a.py", "y/a.py", "x/c.py", "y/c.py")]) == ["a"]
    modules = [path for path in FILES if path.suffix == ".py"]
    assert imported_from_several([(ROOT / path).read_text(encoding="utf-8") for path in modules], modules) == []
