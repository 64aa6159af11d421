#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Variants of the reference loaders: small changes of their sources, each a row of a table.

usage: variants.py check              lists the malformed or stale rows of all tables
       variants.py diff NAME          shows the change of a row
       variants.py build NAME FOLDER  builds the loader with this change in FOLDER

A table is a TOML file. `file`, before its rows, is the source that they change, relative to the repository. A table
with `platform = "windows"`, "windows-i386", "macos", "fuchsia" or "android" changes those of that system. Each row
is a TOML table that has the row's name:

    [added_path_last]
    policy = "LLP_LOADER_2"
    breaks = "searches VK_ADD_LAYER_PATH after the standard folders"
    find = 'paths.insert(paths.end(), folders.begin(), folders.end());'
    replace = 'paths.insert(paths.begin(), folders.begin(), folders.end());'

`find` must occur exactly once in the file, or, with `function`, in the definition of that function; white space is not
compared. A row that changes another file has its own `file`. A row with several changes has, instead of `find` and
`replace`, an [[added_path_last.edit]] with these keys for each. All edits apply to the original text of the file; an
edit does not see the result of another. A row of readings/ also names the `reading` of the catalogue that it
implements, as in LLP_LOADER_5.r1.
"""

import argparse
import dataclasses
import difflib
import functools
import json
import pathlib
import re
import sys
import tomllib

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parent

# Each place with tables, and the key of its rows that describes the change.
DEFECTS = FOLDER / "defects"
READINGS = FOLDER / "readings"
PLANTED_FAULTS = ROOT / "bench" / "planted_faults.toml"
PLANTED_MEMORY_ERRORS = ROOT / "bench" / "planted_memory_errors.toml"
VALIDATION = ROOT / "tests" / "validation" / "validated.toml"
FAULTY = ROOT / "tests" / "faulty" / "faulty.toml"
PLACES = {DEFECTS: "breaks", READINGS: "reads", PLANTED_FAULTS: "breaks",
          PLANTED_MEMORY_ERRORS: "breaks", VALIDATION: "validates", FAULTY: "breaks"}

LINUX = "linux"
PLATFORMS = (LINUX, "windows", "windows-i386", "macos", "fuchsia", "android")

EDIT_KEYS = {"file", "function", "find", "replace"}
# Comments, strings and character literals: braces in them do not delimit blocks.
NO_CODE = re.compile(
    r"//[^\n]*|/\*.*?\*/|R\"\(.*?\)\"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'", re.S)
# What may follow the parameter list of a function definition.
DEFINITION = re.compile(r"\s*(?:(?:const|noexcept|override)\s*)*(?::[^;{}]*)?\{")


class VariantError(Exception):
    """Rows that are malformed or stale, or a variant that cannot be built; the message has a line for each problem."""


def _find_modulo_space(wanted, text, start, end):
    """[(start, end)] of the places of `wanted` in text[start:end]. Ignores white space, so that a source can be
    reformatted. White space around `wanted` belongs to a place only if it matches exactly."""
    if (exact := text.find(wanted, start, end)) != -1 and text.count(wanted, start, end) == 1:
        return [(exact, exact + len(wanted))]
    kept = [at for at in range(start, end) if not text[at].isspace()]
    bare = "".join(text[at] for at in kept)
    pattern = "".join(wanted.split())
    places, at = [], bare.find(pattern)
    while pattern and at != -1:
        places.append((kept[at], kept[at + len(pattern) - 1] + 1))
        at = bare.find(pattern, at + 1)
    return places


@dataclasses.dataclass(frozen=True)
class Edit:
    file: str  # relative to the repository
    find: str
    replace: str
    function: str | None = None  # search only in the definition of this function; None: in the whole file

    def span(self, text):
        """(start, end) of `find` in the text of the file. Raises VariantError if it is stale."""
        start, end = definition_of(self.function, text) if self.function else (0, len(text))
        places = _find_modulo_space(self.find, text, start, end)
        if len(places) != 1:
            raise VariantError(f"{f'found {len(places)} times' if places else 'not found'}:"
                               f" {self.find.strip().splitlines()[0]}")
        return places[0]


@dataclasses.dataclass(frozen=True)
class Variant:
    name: str
    policy: str
    says: str  # what it breaks, or how it reads the documents
    edits: tuple[Edit, ...]
    place: str  # its table and line, for messages
    reading: str | None = None  # the accepted reading that it implements, as in LLP_LOADER_5.r1
    platform: str = LINUX  # of the loader that it changes

    @property
    def api(self):
        return "openxr" if self.policy.startswith("LS_XR_") else "vulkan"

    def sources(self):
        """{file: its text after the edits}. Raises VariantError with a line for each stale edit."""
        problems, changed = [], {}
        for file in dict.fromkeys(edit.file for edit in self.edits):
            try:
                changed[file] = _edited(file, [each for each in self.edits if each.file == file])
            except VariantError as error:
                problems += [f"{self.place}: {self.name}: {file}: {line}"
                             for line in str(error).splitlines()]
        if problems:
            raise VariantError("\n".join(problems))
        return changed


def require_known(parser, what, names, known):
    """Exits with the parser's error unless all `names` of the command line are in `known`."""
    if strangers := [name for name in names if name not in known]:
        parser.error(f"no such {what}: {', '.join(strangers)}")


@functools.lru_cache(maxsize=None)
def _source(file):
    try:
        return (ROOT / file).read_text(encoding="utf-8")
    except OSError as error:
        raise VariantError(error.strerror) from error


@functools.lru_cache(maxsize=None)
def _code(text):
    """The text with comments, strings and character literals replaced by blanks."""
    return NO_CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def _closing(code, at, pair):
    """The position after the bracket that closes the one at `at`."""
    depth = 0
    for bracket in re.compile("[" + re.escape(pair) + "]").finditer(code, at):
        depth += 1 if bracket[0] == pair[0] else -1
        if depth == 0:
            return bracket.end()
    return len(code)


@functools.lru_cache(maxsize=None)
def definition_of(function, text):
    """(start, end) of the only definition of `function`, a plain name or one qualified with its class, in the text of a
    C++ source. Raises VariantError."""
    code = _code(text)
    spans = []
    for name in re.finditer(rf"(?<![\w~]){re.escape(function)}\(", code):
        body = DEFINITION.match(code, _closing(code, name.end() - 1, "()"))
        if body:
            spans.append((code.rfind("\n", 0, name.start()) + 1,
                          _closing(code, body.end() - 1, "{}")))
    if len(spans) != 1:
        raise VariantError(f"{len(spans) or 'no'} definitions of {function}")
    return spans[0]


def _edited(file, edits):
    """The text of the file after all edits. Raises VariantError."""
    text = _source(file)
    spans, problems = [], []
    for edit in edits:
        try:
            spans.append((*edit.span(text), edit.replace))
        except VariantError as error:
            problems.append(str(error))
    spans.sort()
    problems += [f"two edits overlap at: {text[after[0]:after[1]].strip().splitlines()[0]}"
                 for before, after in zip(spans, spans[1:]) if after[0] < before[1]]
    if problems:
        raise VariantError("\n".join(problems))
    for start, end, replacement in reversed(spans):
        text = text[:start] + replacement + text[end:]
    return text


def _catalogue():
    """The policies."""
    for path in sorted((ROOT / "policies").glob("*.json")):
        yield from json.loads(path.read_text(encoding="utf-8")).get("policies", [])


@functools.lru_cache(maxsize=None)
def known_policies():
    """The IDs in the catalogue."""
    return frozenset(policy["id"] for policy in _catalogue())


@functools.lru_cache(maxsize=None)
def known_readings():
    """The accepted readings in the catalogue, as in LLP_LOADER_5.r1."""
    return frozenset(f'{policy["id"]}.{reading["id"]}' for policy in _catalogue()
                     for reading in policy["readings"])


def _text_problems(row, required, allowed):
    """The problems with the keys of a row or an edit, all of whose values must be strings."""
    for key in sorted(required - row.keys()):
        yield f"lacks the key {key}"
    for key, value in row.items():
        if key not in allowed:
            yield f"has an unknown key {key}"
        elif not isinstance(value, str):
            yield f"{key} must be a text"
        elif not value and key != "replace":
            yield f"{key} is empty"


def _edit_problems(edit, file):
    yield from _text_problems(edit, {"find", "replace"}, EDIT_KEYS)
    file = edit.get("file", file)
    if file is None:
        yield "lacks the key file, which the table lacks too"
    elif isinstance(file, str) and (
            not file.startswith("reference_loader/") or ".." in pathlib.PurePath(file).parts):
        yield f"file must be below reference_loader: {file}"
    if "find" in edit and edit["find"] == edit.get("replace"):
        yield "replaces a text by itself"


def _row_problems(name, row, says, file):
    """The problems with a row, one line each."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        yield "the name must be of small letters, digits and _"
    edits = row.get("edit")
    if edits is None:
        heads = ("policy", "reading", says)
        own = {key: value for key, value in row.items() if key not in heads}
        row = {key: row[key] for key in heads if key in row}
        edits = [own]
    elif not isinstance(edits, list) or not edits or \
            not all(isinstance(each, dict) for each in edits):
        yield "edit must be tables, [[NAME.edit]]"
        return
    heads = {key: value for key, value in row.items() if key != "edit"}
    required = {"policy", says} | ({"reading"} if says == PLACES[READINGS] else set())
    yield from _text_problems(heads, required, required | {"file"})
    policy = row.get("policy")
    if isinstance(policy, str) and policy and policy not in known_policies():
        yield f"no policy {policy} is in the catalogue"
    reading = row.get("reading")
    if "reading" in required and isinstance(reading, str) and reading and \
            reading not in known_readings():
        yield f"no reading {reading} is in the catalogue"
    for edit in edits:
        yield from _edit_problems(edit, row.get("file", file))


def _read_table(path, says):
    """The rows of one table, {name: Variant}. Raises VariantError with a line for each problem."""
    shown = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    try:
        text = path.read_text(encoding="utf-8")
        table = tomllib.loads(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise VariantError(f"{shown}: {error}") from error
    problems, rows = [], {}
    file = table.pop("file", None)
    platform = table.pop("platform", LINUX)
    if platform not in PLATFORMS:
        problems.append(f"{shown}: platform must be one of {', '.join(PLATFORMS)}")
    for name, row in table.items():
        head = re.search(rf"^\[+\s*{re.escape(name)}\b", text, re.M)
        place = f"{shown}:{text.count(chr(10), 0, head.start()) + 1}" if head else str(shown)
        wrong = list(_row_problems(name, row, says, file)) if isinstance(row, dict) else [
            "a table has only the keys file and platform, and rows"]
        problems += [f"{place}: {name}: {each}" for each in wrong]
        if not wrong:
            edits = row.get("edit", [row])
            rows[name] = Variant(name, row["policy"], row[says], tuple(
                Edit(each.get("file", row.get("file", file)), each["find"], each["replace"],
                     each.get("function")) for each in edits), place, row.get("reading"), platform)
    if not rows and not problems:
        problems.append(f"{shown}: has no rows")
    if problems:
        raise VariantError("\n".join(problems))
    return rows


def read(place, says=None):
    """{name: Variant} of a table, or of all tables below a folder, sorted by name. `says` is the key that describes a
    row, by default that of the place in PLACES. Raises VariantError with a line for each malformed row. Does not check
    whether rows are stale."""
    says = says or PLACES[place]
    paths = sorted(place.rglob("*.toml")) if place.is_dir() else [place]
    rows, problems = {}, [] if paths else [f"{place}: has no tables"]
    for path in paths:
        try:
            table = _read_table(path, says)
        except VariantError as error:
            problems.append(str(error))
            continue
        problems += [f"{row.place}: {name}: stands at {rows[name].place} as well"
                     for name, row in table.items() if name in rows]
        rows |= table
    if problems:
        raise VariantError("\n".join(problems))
    return dict(sorted(rows.items()))


def stale(rows):
    """A line for each edit of these Variants that no longer matches its source."""
    found = []
    for row in rows:
        try:
            row.sources()
        except VariantError as error:
            found += str(error).splitlines()
    return found


def diff(variant):
    """The change as a unified diff."""
    return "".join(
        line for file, text in variant.sources().items()
        for line in difflib.unified_diff(_source(file).splitlines(True), text.splitlines(True),
                                         f"a/{file}", f"b/{file}"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    verbs = parser.add_subparsers(dest="verb", required=True)
    verbs.add_parser("check", help="say which rows of all tables are malformed or stale")
    for verb, help_text in (("diff", "show what a row changes"), ("build", "build the changed loader")):
        sub = verbs.add_parser(verb, help=help_text)
        sub.add_argument("name", help="of a row")
    sub.add_argument("folder", type=pathlib.Path, help="where to put it")
    sub.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    options = parser.parse_args()
    try:
        tables = [read(place) for place in PLACES]
        if options.verb == "check":
            problems = stale(row for rows in tables for row in rows.values())
            print(*problems, sep="\n", end="\n" if problems else "")
            return 1 if problems else 0
        found = [rows[options.name] for rows in tables if options.name in rows]
        if not found:
            parser.error(f"no table has a row {options.name}")
        if options.verb == "diff":
            print(diff(found[0]), end="")
        else:
            import build_variant  # not at the top: build_variant imports this module
            options.folder.mkdir(parents=True, exist_ok=True)
            print(build_variant.build(found[0], options.build, options.folder))
    except VariantError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
