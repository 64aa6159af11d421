# SPDX-License-Identifier: Apache-2.0
"""kill_table.tsv: which cases are seen failing on which defect. kill_pages.py makes its pages for readers.

A line has five columns, separated by tabs:

    policy    that the defect breaks
    defect    the name of its row in the tables of this folder
    platform  of the loader that was changed
    cases     seen failing on it, separated by blanks; or "none: " and why no case can fail there
    also      cases of other policies that fail with it, one for each policy, or nothing

A defect of the loaders for Linux has a second line, of platform windows, when the same change was tried there; it names
one case. Lines are sorted by policy, defect and platform. kill_table.py and on_windows.py measure them. A line may also
be written by hand: the tests run the cases that it names.
"""

import dataclasses
import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent))
import variants  # noqa: E402  (stands in the folder above)

TABLE = FOLDER / "kill_table.tsv"
HEAD = ("policy", "defect", "platform", "cases", "also")
# Cases that exist only where the headers have Vulkan 1.4.
WITH_NEWER_HEADERS = re.compile("_of_vulkan_1_4_")
NONE = "none: "
CASE = re.compile(r"\w+/\w+")


class TableError(Exception):
    """The table cannot be used; the message is one line."""


@dataclasses.dataclass(frozen=True)
class Row:
    policy: str
    defect: str
    platform: str
    cases: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    why: str = ""  # why no case fails, if `cases` is empty

    @property
    def key(self):
        return self.defect, self.platform

    def line(self):
        cases = " ".join(sorted(self.cases)) if self.cases or not self.why else NONE + self.why
        return "\t".join((self.policy, self.defect, self.platform, cases, " ".join(sorted(self.also)))) + "\n"


def _cases(text, place):
    names = tuple(text.split())
    for name in names:
        if not CASE.fullmatch(name):
            raise TableError(f"{place}: '{name}' is not the ID of a case (POLICY/name)")
    return names


def _row(line, place):
    columns = line.split("\t")
    if len(columns) != len(HEAD):
        raise TableError(f"{place}: {len(columns)} columns, not the {len(HEAD)} of {', '.join(HEAD)}")
    policy, defect, platform, cases, also = columns
    if platform not in variants.PLATFORMS:
        raise TableError(f"{place}: platform '{platform}' is not one of {', '.join(variants.PLATFORMS)}")
    if cases.startswith(NONE):
        return Row(policy, defect, platform, also=_cases(also, place), why=cases.removeprefix(NONE))
    return Row(policy, defect, platform, _cases(cases, place), _cases(also, place))


def parse(text, name=TABLE.name):
    """{(defect, platform): Row} of the text of a table. Raises TableError."""
    lines = text.splitlines()
    if not lines or lines[0].split("\t") != list(HEAD):
        raise TableError(f"{name}:1: the first line has to name the columns {', '.join(HEAD)}")
    rows = {}
    for number, line in enumerate(lines[1:], 2):
        row = _row(line, f"{name}:{number}")
        if row.key in rows:
            raise TableError(f"{name}:{number}: a second line for {row.defect} on {row.platform}")
        rows[row.key] = row
    return rows


def read(path=TABLE):
    """{(defect, platform): Row} as committed. Raises TableError."""
    return parse(path.read_text(encoding="utf-8"), path.name)


def text_of(rows):
    """The text of a table with these rows, in order."""
    ordered = sorted(rows, key=lambda row: (row.policy, row.defect, row.platform))
    return "\t".join(HEAD) + "\n" + "".join(row.line() for row in ordered)


def write(rows, path=TABLE):
    path.write_text(text_of(rows), encoding="utf-8")


def proofs(rows, defects):
    """{case: the defect that it is seen failing on}; the defect's own platform only."""
    return {case: row.defect for row in rows.values()
            if row.defect in defects and defects[row.defect].platform == row.platform for case in row.cases}


def on_windows(rows, defects):
    """{defect of Linux: its row for Windows}."""
    return {row.defect: row for row in rows.values() if row.platform == "windows"
            and row.defect in defects and defects[row.defect].platform == variants.LINUX}
