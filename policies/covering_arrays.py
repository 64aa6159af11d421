#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Maintains the covering arrays of policies/dimensions: for each space, rows in which every combination of values of
`strength` dimensions occurs that the space does not exclude.

Rows that exist stay as they are, with their IDs; rows are added for what they do not cover. The ID of a row is "open" if
the documents decide too little about its machine for a case that could fail.
Usage: covering_arrays.py update | check | header OUTPUT
"""

import argparse
import itertools
import json
import random
import re
import sys
from pathlib import Path

import jinja2

FOLDER = Path(__file__).resolve().parent / "dimensions"
TEMPLATES = Path(__file__).resolve().parent / "templates"
# Candidates for each new row, of which the one that covers most is taken.
CANDIDATES = 4
OPEN = "open"


class DimensionError(Exception):
    """The tables cannot be used; the text is one line."""


class Space:
    """The dimensions of one kind of world, what cannot be combined, and the rows that are cases."""

    def __init__(self, name, data, dimensions, shared_never):
        self.name = name
        self.title = data["title"]
        self.strength = data["strength"]
        self.never = data["never"] + [one for one in shared_never
                                      if all(dimension in data["dimensions"] for dimension, _ in self._tests(one))]
        self.owner = data["owner"]
        unknown = [one for one in data["dimensions"] if one not in dimensions]
        if unknown:
            raise DimensionError(f"space {name}: no dimension {unknown[0]}")
        self.dimensions = {one: list(dimensions[one]["values"]) for one in data["dimensions"]}
        self._check_conditions()

    def _check_conditions(self):
        for condition in self.never + self.owner:
            for dimension, values in self._tests(condition):
                for value in values:
                    if value not in self.dimensions.get(dimension, []):
                        raise DimensionError(f"space {self.name}: {dimension} has no value {value}")

    @staticmethod
    def _tests(condition):
        return [(key, values) for key, values in condition.items() if key not in ("why", "policy")]

    def exclusion(self, row):
        """Why the values cannot be combined, or None. `row` may lack dimensions."""
        for condition in self.never:
            if all(row.get(dimension) in values for dimension, values in self._tests(condition)):
                return condition["why"]
        return None

    def owner_of(self, row):
        """The policy under whose ID the row is a case."""
        return next(condition["policy"] for condition in self.owner
                    if all(row[dimension] in values for dimension, values in self._tests(condition)))

    def combinations(self):
        """All that is to be covered: tuples of (dimension, value), in a fixed order."""
        result = {}
        for names in itertools.combinations(self.dimensions, self.strength):
            for values in itertools.product(*(self.dimensions[name] for name in names)):
                combination = tuple(zip(names, values))
                if self.can_be_completed(dict(combination)):
                    result[combination] = None
        return result

    def can_be_completed(self, row):
        """Whether some row has these values: two exclusions may leave a third dimension no value."""
        if self.exclusion(row):
            return False
        return all(any(not self.exclusion(row | {name: value}) for value in values)
                   for name, values in self.dimensions.items() if name not in row)

    def covered(self, row):
        return itertools.combinations(((name, row[name]) for name in self.dimensions), self.strength)


def read_spaces():
    """The spaces of all files, by name, and the dimensions by name. A space may use the dimensions of every file. What a
    file says is never combined holds for every space that has these dimensions."""
    files = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))]
    dimensions = joined((data["dimensions"] for data in files), "dimension")
    spaces = joined((data["spaces"] for data in files), "space")
    shared_never = [condition for data in files for condition in data.get("never", [])]
    unknown = {name for condition in shared_never for name in condition} - dimensions.keys() - {"why"}
    if unknown:
        raise DimensionError(f"never: no dimension {min(unknown)}")
    return {name: Space(name, space, dimensions, shared_never) for name, space in spaces.items()}, dimensions


def joined(tables, what):
    """All entries of the tables, each of which has a name of its own."""
    result = {}
    for table in tables:
        if twice := sorted(result.keys() & table.keys()):
            raise DimensionError(f"{what} {twice[0]}: two files define it")
        result |= table
    return result


def rows_file(space):
    return FOLDER / f"{space.name}.tsv"


def read_rows(space):
    """The rows of a space: pairs of case ID or OPEN, and values. Raises DimensionError for a row that does not fit."""
    path = rows_file(space)
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    columns = lines[0].split("\t")
    if columns != ["case", *space.dimensions]:
        raise DimensionError(f"{path.name}: the columns are not those of the space")
    rows, known = [], set()
    for line in lines[1:]:
        case, *values = line.split("\t")
        row = dict(zip(space.dimensions, values))
        wrong = [name for name in space.dimensions if row.get(name) not in space.dimensions[name]]
        if wrong or case in known or len(values) != len(space.dimensions):
            raise DimensionError(f"{path.name}: {case}: {wrong[0] if wrong else 'the row'} does not fit the space")
        if reason := space.exclusion(row):
            raise DimensionError(f"{path.name}: {case}: {reason}")
        if case != OPEN:
            known.add(case)
            if case.split("/")[0] != space.owner_of(row):
                raise DimensionError(f"{path.name}: {case}: the ID should begin with {space.owner_of(row)}")
        rows.append((case, row))
    return rows


def missing(space, rows):
    """The combinations that no row has, in a fixed order."""
    todo = space.combinations()
    for _, row in rows:
        for combination in space.covered(row):
            todo.pop(combination, None)
    return todo


def complete(space, start, todo, chance):
    """A row with the values of `start` that covers much of `todo`; None if the choices led nowhere."""
    row = dict(start)
    rest = [name for name in space.dimensions if name not in row]
    chance.shuffle(rest)
    for name in rest:
        best = None
        for value in space.dimensions[name]:
            trial = row | {name: value}
            if not space.can_be_completed(trial):
                continue
            known = [(one, trial[one]) for one in space.dimensions if one in trial]
            gain = sum(one in todo for one in itertools.combinations(known, space.strength) if (name, value) in one)
            weight = (gain, chance.random())
            if best is None or weight > best[0]:
                best = (weight, value)
        if best is None:
            return None
        row[name] = best[1]
    return {name: row[name] for name in space.dimensions}


def next_row(space, todo, chance):
    first = next(iter(todo))
    starts = [first] + [chance.choice(list(itertools.islice(todo, 500))) for _ in range(CANDIDATES - 1)]
    trials = [complete(space, dict(start), todo, chance) for start in starts]
    trials = [row for row in trials if row is not None]
    if not trials:
        raise DimensionError(f"space {space.name}: no row has {dict(first)}")
    return max(trials, key=lambda row: sum(one in todo for one in space.covered(row)))


def update(space):
    rows = read_rows(space)
    todo = missing(space, rows)
    chance = random.Random(space.name)
    number = max([int(re.search(r"\d+$", case).group()) for case, _ in rows if case != OPEN], default=0)
    while todo:
        row = next_row(space, todo, chance)
        for combination in space.covered(row):
            todo.pop(combination, None)
        number += 1
        rows.append((f"{space.owner_of(row)}/{space.name}_{number:03}", row))
    lines = ["\t".join(["case", *space.dimensions])]
    lines += ["\t".join([case, *row.values()]) for case, row in rows]
    rows_file(space).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(rows)


def header(output):
    """Writes the tables as C++ (harness/policy/dimensions.h declares them)."""
    spaces, dimensions = read_spaces()
    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(TEMPLATES), trim_blocks=True, lstrip_blocks=True,
                                     undefined=jinja2.StrictUndefined, keep_trailing_newline=True)
    environment.filters["c"] = lambda text: json.dumps(text, ensure_ascii=False)
    text = environment.get_template("dimensions.cc.j2").render(
        spaces=spaces.values(), dimensions=dimensions, rows={name: read_rows(space) for name, space in spaces.items()},
        tests=Space._tests)
    Path(output).write_text(text, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("verb", choices=["update", "check", "header"])
    parser.add_argument("output", nargs="?")
    options = parser.parse_args()
    try:
        if options.verb == "header":
            header(options.output)
            return
        spaces, _ = read_spaces()
        for space in spaces.values():
            if options.verb == "update":
                print(f"{space.name}: {update(space)} rows")
            elif todo := missing(space, read_rows(space)):
                raise DimensionError(f"{space.name}: no row has {dict(next(iter(todo)))}: run covering_arrays.py update")
    except (DimensionError, OSError, ValueError) as error:
        sys.exit(f"covering_arrays.py: {error}")


if __name__ == "__main__":
    main()
