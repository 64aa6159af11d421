# SPDX-License-Identifier: Apache-2.0
"""The tables of variants: every row matches the current sources, and a stale row is reported in one line."""

import json
import os
import re
import subprocess
import sys
import types

import pytest
from conftest import BUILD, ROOT

sys.path.insert(0, str(ROOT / "reference_loader"))
import build_variant  # noqa: E402  (the modules stand in this folder)
import variants  # noqa: E402

EXPLAINED = [ROOT / "bench" / "mutation" / name for name in ("explained.json", "explained_mocks.json")]
SOURCE = "reference_loader/common/made_up.cc"
TEXT = """\
namespace {

// Twice( { is no definition.
int Twice(int value) {
  const char brace = '{';
  return 2 * value;
}

class Counter {
 public:
  explicit Counter(int start) : count_(start) {}
  int Next() const { return Twice(count_); }
  int Last(int value) const {
    if (Twice(value) > 3) { return value; }
    return 2 * value;
  }
};

}  // namespace
"""
ROW = """\
file = "reference_loader/common/made_up.cc"

[halved]
policy = "LLP_LOADER_1"
breaks = "halves"
find = '''2 * value'''
replace = 'value / 2'
function = "Twice"
"""


@pytest.fixture(name="read")
def fixture_read(tmp_path, monkeypatch):
    """Reads the rows of a text, for a tree whose only source is TEXT."""
    variants.known_policies()  # reads the real tree, before ROOT is replaced
    variants.known_readings()
    monkeypatch.setattr(variants, "ROOT", tmp_path)
    monkeypatch.setattr(variants, "_source", lambda file: (tmp_path / file).read_text())
    (tmp_path / "reference_loader" / "common").mkdir(parents=True)
    (tmp_path / SOURCE).write_text(TEXT)

    def read(text, name="table.toml", says="breaks"):
        (tmp_path / "tables").mkdir(exist_ok=True)
        (tmp_path / "tables" / name).write_text(text)
        return variants.read(tmp_path / "tables", says)
    return read


@pytest.mark.parametrize("place, says", variants.PLACES.items(), ids=lambda value: str(value)[-20:])
def test_no_row_is_stale(place, says):
    rows = variants.read(place)
    assert rows and not variants.stale(rows.values()), says


def test_an_edit_is_made_where_it_belongs(read):
    (row,) = read(ROW).values()
    assert (row.name, row.policy, row.says, row.api) == ("halved", "LLP_LOADER_1", "halves", "vulkan")
    assert row.sources() == {SOURCE: TEXT.replace("2 * value", "value / 2", 1)}
    assert variants.diff(row).splitlines()[:2] == [f"--- a/{SOURCE}", f"+++ b/{SOURCE}"]
    assert "-  return 2 * value;\n+  return value / 2;\n" in variants.diff(row)
    (last,) = read(ROW.replace('"Twice"', '"Last"')).values()
    before, after = TEXT.rsplit("2 * value", 1)
    assert last.sources() == {SOURCE: f"{before}value / 2{after}"}


@pytest.mark.parametrize("written", ["2 * value", "2*value", "2 *\n      value"])
def test_white_space_does_not_count(read, written):
    (row,) = read(ROW.replace("2 * value", written)).values()
    assert row.sources() == {SOURCE: TEXT.replace("2 * value", "value / 2", 1)}


def test_a_table_may_be_of_another_platform(read):
    (row,) = read(ROW).values()
    assert row.platform == "linux"
    (row,) = read('platform = "windows"\n' + ROW).values()
    assert row.platform == "windows"


def test_a_row_of_readings_names_its_reading(read):
    named = ROW.replace("breaks =", 'reading = "LLP_LOADER_5.r1"\nreads =')
    (row,) = read(named, says="reads").values()
    assert row.reading == "LLP_LOADER_5.r1" and not variants.stale([row])
    with pytest.raises(variants.VariantError, match="halved: lacks the key reading"):
        read(ROW.replace("breaks =", "reads ="), says="reads")


@pytest.mark.parametrize("value, says, message", [
    ('"LLP_LOADER_5.r99"', "reads", "halved: no reading LLP_LOADER_5.r99 is in the catalogue"),
    ('"LLP_LOADER_5"', "reads", "halved: no reading LLP_LOADER_5 is in the catalogue"),
    ('""', "reads", "halved: reading is empty"), ("1", "reads", "halved: reading must be a text"),
    ('"LLP_LOADER_5.r1"', "breaks", "halved: has an unknown key reading")])
def test_an_invalid_reading_is_reported(read, value, says, message):
    with pytest.raises(variants.VariantError, match=message):
        read(ROW.replace("breaks =", f"reading = {value}\n{says} ="), says=says)


TWO = """\
file = "reference_loader/common/made_up.cc"
[both]
policy = "LS_XR_CHAIN_1"
breaks = "both"
[[both.edit]]
find = 'namespace {'
replace = 'namespace other {'
[[both.edit]]
find = 'count_(start)'
replace = 'count_(Twice(start))'
"""


def test_edits_do_not_see_each_other(read):
    (row,) = read(TWO).values()
    assert row.api == "openxr"
    (text,) = row.sources().values()
    assert text == TEXT.replace("namespace {", "namespace other {").replace("_(start", "_(Twice(start)")
    overlapping = read(TWO.replace("'count_(start)'", "'space {'")).values()
    assert variants.stale(overlapping) == [
        f"tables/table.toml:2: both: {SOURCE}: two edits overlap at: space {{"]


@pytest.mark.parametrize("before, after, message", [
    ("2 * value", "3 * value", "not found: 3 * value"),
    ('function = "Twice"', "", "found 2 times: 2 * value"),
    ('"Twice"', '"Thrice"', "no definitions of Thrice"),
    ("2 * value", "count_", "not found: count_"),
])
def test_a_stale_row_is_reported_with_its_place(read, before, after, message):
    rows = read(ROW.replace(before, after)).values()
    assert variants.stale(rows) == [f"tables/table.toml:3: halved: {SOURCE}: {message}"]


def test_a_function_with_two_definitions_is_reported(read, tmp_path):
    (tmp_path / SOURCE).write_text(TEXT + "int Twice(long value) { return 2 * value; }\n")
    assert variants.stale(read(ROW).values()) == [
        f"tables/table.toml:3: halved: {SOURCE}: 2 definitions of Twice"]


def test_a_missing_file_is_reported(monkeypatch):
    row = variants.Variant("x", "LLP_LOADER_1", "x", (
        variants.Edit("reference_loader/common/gone.cc", "a", "b"),), "table.toml:1")
    assert variants.stale([row]) == [
        "table.toml:1: x: reference_loader/common/gone.cc: No such file or directory"]


@pytest.mark.parametrize("before, after, message", [
    ('policy = "LLP_LOADER_1"\n', "", "halved: lacks the key policy"),
    ('breaks = "halves"\n', "", "halved: lacks the key breaks"),
    ("find = '''2 * value'''\n", "", "halved: lacks the key find"),
    ("replace = 'value / 2'\n", "", "halved: lacks the key replace"),
    (f'file = "{SOURCE}"\n', "", "halved: lacks the key file, which the table lacks too"),
    ("breaks", "brakes", "halved: lacks the key breaks"),
    ("breaks", "also = 'x'\nbreaks", "halved: has an unknown key also"),
    ('"halves"', "2", "halved: breaks must be a text"),
    ('"halves"', '""', "halved: breaks is empty"),
    ("'''2 * value'''", "['2 * value']", "halved: find must be a text"),
    ('"LLP_LOADER_1"', '"LLP_LOADER_999"', "halved: no policy LLP_LOADER_999 is in the catalogue"),
    ('"reference_loader/', '"/etc/', "halved: file must be below reference_loader: /etc/common/made_up.cc"),
    ('"reference_loader/', '"reference_loader/../', "halved: file must be below reference_loader: "
     "reference_loader/../common/made_up.cc"),
    ("'value / 2'", "'2 * value'", "halved: replaces a text by itself"),
    ("[halved]", "[Halved]", "Halved: the name must be of small letters, digits and _"),
    ("[halved]", "edit = 1\n[halved]", "edit: a table has only the keys file and platform, and rows"),
    ('function = "Twice"', "edit = []", "halved: edit must be tables, [[NAME.edit]]"),
    ("[halved]", "[halved", "Expected ']'"),
    ("[halved]", 'platform = "haiku"\n[halved]', "platform must be one of linux, windows, windows-i386, macos, fuchsia, android"),
    ('function = "Twice"', '[halved]\nx = "y"', "Cannot declare ('halved',) twice"),
])
def test_a_malformed_row_is_reported(read, before, after, message):
    assert before in ROW
    with pytest.raises(variants.VariantError) as raised:
        read(ROW.replace(before, after))
    lines = str(raised.value).splitlines()
    assert any(message in line for line in lines), lines
    assert all(line.startswith("tables/table.toml:") for line in lines)


@pytest.mark.parametrize("text", ["", f'file = "{SOURCE}"\n'])
def test_a_table_without_rows_is_reported(read, text):
    with pytest.raises(variants.VariantError, match="^tables/table.toml: has no rows$"):
        read(text)


def test_two_rows_of_one_name_are_told(read):
    read(ROW)
    with pytest.raises(variants.VariantError) as raised:
        read(ROW, "other.toml")
    assert str(raised.value) == "tables/table.toml:3: halved: stands at tables/other.toml:3 as well"


def test_a_folder_without_tables_is_reported(tmp_path):
    with pytest.raises(variants.VariantError, match="has no tables"):
        variants.read(tmp_path, "breaks")


def command(*words):
    return subprocess.run([sys.executable, ROOT / "reference_loader" / "variants.py", *words],
                          capture_output=True, text=True, check=False)


def test_the_command_line_checks_and_shows():
    result = command("check")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    shown = command("diff", "added_path_last")
    assert shown.returncode == 0 and "+  paths.insert(paths.begin(), folders" in shown.stdout
    strange = command("diff", "no_such_row")
    assert strange.returncode == 2 and "no table has a row no_such_row" in strange.stderr


@pytest.mark.parametrize("explained", EXPLAINED, ids=lambda path: path.stem)
def test_every_explained_mutant_is_in_the_sources(explained):
    """The keys of the explained mutants, FILE: BEFORE -> AFTER in: LINE, exist in the sources."""
    entries = json.loads(explained.read_text(encoding="utf-8"))
    assert entries
    for entry in entries:
        file, change = entry["mutant"].split(": ", 1)
        line = change.rsplit(" in: ", 1)[1]
        lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
        assert line in map(str.strip, lines), f"{entry['key']}: {file} has no line {line}"


@pytest.mark.parametrize("file, text, message", [
    ("reference_loader/vulkan/log.cc", "no C++", "x does not compile: "),
    ("reference_loader/vulkan/no_such_source.cc", "", "x: changes nothing that is in libvulkan.so.1"),
])
def test_a_variant_that_cannot_be_built_is_reported(tmp_path, file, text, message):
    change = types.SimpleNamespace(name="x", api="vulkan", sources=lambda: {file: text})
    with pytest.raises(variants.VariantError, match=f"^{re.escape(message)}"):
        build_variant.build(change, BUILD, tmp_path)


def test_unit_tests_are_built_with_a_change(tmp_path):
    """The unit tests pass without a change, and fail with a change of what one of them tests."""
    file = "reference_loader/vulkan/log.cc"
    text = (ROOT / file).read_text(encoding="utf-8")
    for changed, status in ((text, 0), (text.replace('"WARNING"', '"NOTICE"'), 1)):
        change = types.SimpleNamespace(name="x", api="vulkan", sources=lambda: {file: changed})
        folder = tmp_path / str(status)
        folder.mkdir()
        program = build_variant.build_unit_tests(change, BUILD, folder)
        result = subprocess.run([program, "--gtest_filter=LogTest.*"], check=False,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert result.returncode == status, result.stdout


def test_a_missing_build_for_windows_is_reported(tmp_path, monkeypatch):
    monkeypatch.setitem(build_variant.WINDOWS_BUILDS, "windows", tmp_path)
    change = types.SimpleNamespace(name="x", api="vulkan", platform="windows", sources=dict)
    with pytest.raises(variants.VariantError, match="vulkan-1.dll: ci/build.sh and ci/build-windows.sh"):
        build_variant.build(change, BUILD, tmp_path)


def test_header_that_a_package_replaced_is_new(tmp_path):
    """Its mtime is the package's, older than any file of this build."""
    header = tmp_path / "header.h"
    header.write_text("", encoding="utf-8")
    os.utime(header, (0, 0))
    placed = header.stat().st_ctime
    assert not build_variant.changed_before(header, placed - 1)
    assert build_variant.changed_before(header, placed + 1)
    assert not build_variant.changed_before(tmp_path / "gone.h", placed + 1)
