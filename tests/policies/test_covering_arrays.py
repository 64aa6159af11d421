# SPDX-License-Identifier: Apache-2.0
"""The rows of policies/dimensions cover every combination, and a table that cannot be used gives one clear line."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

POLICIES = Path(__file__).resolve().parents[2] / "policies"
ROWS = sorted(path.name for path in (POLICIES / "dimensions").glob("*.tsv"))


@pytest.fixture(name="copy")
def copy_of_the_tables(tmp_path):
    folder = tmp_path / "policies"
    shutil.copytree(POLICIES / "dimensions", folder / "dimensions")
    shutil.copytree(POLICIES / "templates", folder / "templates")
    shutil.copy(POLICIES / "covering_arrays.py", folder)
    return folder


def run(folder, *words):
    return subprocess.run([sys.executable, folder / "covering_arrays.py", *words],
                          capture_output=True, text=True, check=False)


def change_json(path, change):
    data = json.loads(path.read_text(encoding="utf-8"))
    change(data)
    path.write_text(json.dumps(data), encoding="utf-8")


def test_every_combination_has_a_row():
    result = run(POLICIES, "check")
    assert (result.returncode, result.stderr) == (0, "")


def test_update_changes_nothing_where_nothing_is_missing(copy):
    before = {name: (copy / "dimensions" / name).read_text() for name in ROWS}
    assert ROWS and run(copy, "update").returncode == 0
    assert before == {name: (copy / "dimensions" / name).read_text() for name in ROWS}


@pytest.mark.parametrize("name", ROWS)
def test_a_missing_row_is_noticed_and_added(copy, name):
    path = copy / "dimensions" / name
    lines = path.read_text().splitlines(keepends=True)
    # The last row was added for a combination that no other row has.
    path.write_text("".join(lines[:-1]))
    result = run(copy, "check")
    assert result.returncode == 1
    assert f"{name.removesuffix('.tsv')}: no row has" in result.stderr and "update" in result.stderr
    assert run(copy, "update").returncode == 0
    assert path.read_text().startswith("".join(lines[:-1]))
    assert run(copy, "check").returncode == 0


@pytest.mark.parametrize(("change", "message"), [
    (lambda lines: [lines[0].replace("kind", "kinds"), *lines[1:]], "the columns are not those of the space"),
    (lambda lines: [*lines, lines[-1]], "does not fit the space"),
    (lambda lines: [*lines, lines[-1].replace("_0", "_9").replace("plain", "plane").replace("elevated", "plane")],
     "does not fit the space"),
    (lambda lines: [*lines, "LLP_LOADER_1/short\tone\n"], "does not fit the space"),
    (lambda lines: [*lines, "LS_VK_OTHER_1/x_900\t" + lines[-1].split("\t", 1)[1]], "the ID should begin with"),
])
def test_a_table_that_cannot_be_used_gives_one_line(copy, change, message):
    path = copy / "dimensions" / "same_name.tsv"
    path.write_text("".join(change(path.read_text().splitlines(keepends=True))))
    result = run(copy, "check")
    assert result.returncode == 1
    assert message in result.stderr and result.stderr.count("\n") == 1


def test_what_a_file_says_is_never_combined_holds_in_every_space(copy):
    """The row that has the combination stands in a space of another file."""
    change_json(copy / "dimensions" / "openxr_loader.json",
            lambda data: data["never"].append({"library_path": ["relative"], "member_order": ["reversed"], "why": "so it is"}))
    result = run(copy, "check")
    assert result.returncode == 1
    assert "api_layer_manifest.tsv" in result.stderr and "so it is" in result.stderr and result.stderr.count("\n") == 1


def test_what_is_never_combined_of_an_unknown_dimension_gives_one_line(copy):
    change_json(copy / "dimensions" / "openxr_loader.json",
            lambda data: data["never"].append({"library_paths": ["relative"], "why": "so it is"}))
    result = run(copy, "check")
    assert result.returncode == 1
    assert "never: no dimension library_paths" in result.stderr and result.stderr.count("\n") == 1


def test_a_dimension_that_two_files_define_gives_one_line(copy):
    shutil.copy(copy / "dimensions" / "loader.json", copy / "dimensions" / "another.json")
    result = run(copy, "check")
    assert result.returncode == 1
    assert "dimension file: two files define it" in result.stderr and result.stderr.count("\n") == 1
