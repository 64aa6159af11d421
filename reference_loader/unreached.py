#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the lines of the reference loaders that no case reaches with the reasons in unreached.toml.

usage: unreached.py TRACEFILE...

A tracefile is in lcov's format, as `loadstone coverage` writes it; a line is reached if one of them says so. Prints each
line that has no reason, each reason that no unreached line needs, and the number of unreached lines. The exit status is
0, 1 if anything but the number was printed, or 2 with one line for what cannot be read.

unreached.toml is a list of reasons:

    [[reason]]
    file = "common/json.cc"
    at = 'if (stream.fail()) {'
    why = "a read error, which no file of a world causes"
    test = "JsonTest.ReadError"

`file` is relative to this folder; that of a generated source starts with "vulkan/generated/". `at` is a text in a line
of the file, or a list of such texts. The reason is for each line with this text, and for what follows it with more
indentation, up to the brace that ends it: for a function if `at` is in its first line. Without `at` it is for the whole
file. `test`, if there is one, is the unit test that reaches the lines instead.
"""

import dataclasses
import pathlib
import re
import sys
import tomllib

FOLDER = pathlib.Path(__file__).resolve().parent
REASONS = FOLDER / "unreached.toml"
KEYS = {"file", "at", "why", "test"}
INSIDE = "reference_loader/"
# gcov counts at a closing brace what destroys objects when an exception passes.
CLOSING = re.compile(r"\s*\}[;)]*\s*$")


class UnreachedError(Exception):
    """Something cannot be read; the text is one line."""


@dataclasses.dataclass(frozen=True)
class Reason:
    """A row of the table."""
    file: str
    texts: tuple  # none: the whole file
    why: str
    test: str = ""

    def __str__(self):
        return f"{self.file}: {', '.join(self.texts) or 'the whole file'}"


def reasons_of(text):
    """The reasons in the text of a table."""
    try:
        rows = tomllib.loads(text)["reason"]
        reasons = []
        for row in rows:
            if unknown := set(row) - KEYS:
                raise UnreachedError(f"{REASONS.name}: a reason has no {', '.join(sorted(unknown))}")
            texts = row.get("at", [])
            reasons.append(Reason(row["file"], (texts,) if isinstance(texts, str) else tuple(texts), row["why"],
                                  row.get("test", "")))
    except (tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise UnreachedError(f"{REASONS.name}: {error!r}") from error
    return reasons


def read_tracefiles(texts):
    """{path of a source: {line: how often it was executed}}, of the texts of tracefiles; only sources of the loaders."""
    sources = {}
    for text in texts:
        lines = {}
        for record in text.splitlines():
            if record.startswith("SF:"):
                path = record.removeprefix("SF:")
                lines = sources.setdefault(path, {}) if INSIDE in path else {}
            elif count := re.match(r"DA:(\d+),(\d+)", record):
                line = int(count[1])
                lines[line] = lines.get(line, 0) + int(count[2])
    return sources


def name_of(path):
    """The name that reasons have for a source: its path in this folder, or in the folder of generated headers."""
    return path.rpartition(INSIDE)[2]


def _indentation(line):
    return len(line) - len(line.lstrip())


def _end(lines, start):
    """The number of lines up to the end of what starts with a line, of which `start` is the position."""
    margin = _indentation(lines[start])
    for end in range(start + 1, len(lines)):
        text, indentation = lines[end].strip(), _indentation(lines[end])
        if not text or indentation > margin or indentation == margin and text.startswith("} else"):
            continue
        return end + (indentation == margin and text.startswith("}"))
    return len(lines)


def covered_by(reason, lines):
    """The numbers of the lines of a source that a reason is for; None if a text of it is not there."""
    if not reason.texts:
        return set(range(1, len(lines) + 1))
    covered = set()
    for text in reason.texts:
        starts = [number for number, line in enumerate(lines) if text in line]
        if not starts:
            return None
        for start in starts:
            covered |= set(range(start + 1, _end(lines, start) + 1))
    return covered


def compare(unreached, sources, reasons):
    """What is wrong, a line each: `unreached` is {name: numbers of lines}, `sources` {name: lines of text}."""
    problems, explained = [], {name: set() for name in unreached}
    for reason in reasons:
        if reason.file not in sources:
            problems.append(f"{reason}: no case was run with this source")
            continue
        covered = covered_by(reason, sources[reason.file])
        if covered is None:
            problems.append(f"{reason}: no line has this text; remove the reason, or correct it")
        elif not covered & unreached[reason.file]:
            problems.append(f"{reason}: cases reach all of it; remove the reason")
        else:
            explained[reason.file] |= covered
    for name, numbers in sorted(unreached.items()):
        problems += [f"{name}:{number}: no case reaches this line, and {REASONS.name} has no reason: "
                     f"{sources[name][number - 1].strip()}" for number in sorted(numbers - explained[name])]
    return problems


def check(tracefiles, reasons):
    """Prints what is wrong and the number of unreached lines; returns the exit status."""
    executed = read_tracefiles(tracefiles)
    if not executed:
        raise UnreachedError("the tracefiles name no source of the reference loaders")
    sources = {name_of(path): pathlib.Path(path).read_text(encoding="utf-8").splitlines() for path in executed}
    unreached = {name_of(path): {line for line, count in lines.items()
                                 if count == 0 and not CLOSING.match(sources[name_of(path)][line - 1])}
                 for path, lines in executed.items()}
    problems = compare(unreached, sources, reasons)
    print("".join(problem + "\n" for problem in problems), end="")
    print(f"{sum(map(len, unreached.values()))} of {sum(map(len, executed.values()))} lines of the reference loaders "
          f"are not reached; {len(reasons)} reasons, {len(problems)} problems")
    return 1 if problems else 0


def main(paths):
    if not paths or paths[0] in ("-h", "--help"):
        print(__doc__)
        return 2 if not paths else 0
    try:
        texts = [pathlib.Path(path).read_text(encoding="utf-8") for path in paths]
        return check(texts, reasons_of(REASONS.read_text(encoding="utf-8")))
    except (UnreachedError, OSError, UnicodeDecodeError) as error:
        print(f"unreached.py: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
