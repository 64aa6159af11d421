#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Validates the policy catalogue and generates the C++ headers of its IDs.

Every problem is one line that names the file, the policy and the field; any problem means exit status 1 and no output.
Usage: policy_catalogue.py CATALOGUE_DIR [--header OUTPUT] [--readings OUTPUT]
"""

import argparse
import json
import os
import re
import sys
from pathlib import Path

import jinja2
import jsonschema

SCHEMA_FILE = "schema.json"
TEMPLATES = Path(__file__).resolve().parent / "templates"
# Quoted values are truncated to this length, so that a problem stays one readable line.
MAX_DETAIL = 160


class CatalogueError(Exception):
    """The catalogue cannot be used. `problems` has one line for each reason."""

    def __init__(self, problems):
        super().__init__("\n".join(problems))
        self.problems = problems


def short(text):
    """Text from the catalogue or about it, shortened to fit into one line."""
    text = " ".join(str(text).split())
    return text if len(text) <= MAX_DETAIL else text[:MAX_DETAIL] + "..."


def _problem(file_name, detail, policy=None, field=None):
    parts = [f"policies/{file_name}"]
    if policy is not None:
        parts.append(short(policy))
    if field is not None:
        parts.append(f'field "{short(field)}"')
    return ": ".join(parts + [short(detail)])


def _unique_keys(pairs):
    """Rejects repeated keys in an object: JSON allows them, and Python would keep the last."""
    result = {}
    for key, value in pairs:
        if key in result:
            raise ValueError(f"key {key!r} stands twice in one object")
        result[key] = value
    return result


def read_json(path):
    """The content of a JSON file. Raises CatalogueError when it cannot be read."""
    try:
        return json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_unique_keys)
    except (OSError, ValueError, RecursionError) as error:
        raise CatalogueError([_problem(path.name, f"cannot be read as JSON: {error}")]) from error


def _policy_name(data, position):
    """The name of a policy in messages: its ID, or its index in the file if it has none."""
    try:
        identifier = data["policies"][position]["id"]
    except (KeyError, TypeError, IndexError):
        identifier = None
    return identifier if isinstance(identifier, str) and identifier else f"policy number {position + 1}"


def _place(data, path):
    """Splits the path of a schema error into the policy and the field."""
    path = list(path)
    if len(path) >= 2 and path[0] == "policies":
        policy = _policy_name(data, path[1])
        path = path[2:]
    else:
        policy = None
    return policy, ".".join(str(part) for part in path)


def _schema_problem(file_name, data, error):
    policy, field = _place(data, error.absolute_path)
    detail = error.message
    if error.validator == "required":
        missing = [name for name in error.validator_value if f"{name!r} is a" in error.message]
        field = ".".join(filter(None, [field, *missing]))
        detail = "is missing"
    elif error.validator == "additionalProperties":
        known = error.schema.get("properties", {})
        unknown = sorted(set(error.instance) - set(known))
        field = ".".join(filter(None, [field, unknown[0]]))
        detail = "is not a field of the schema"
    elif error.validator == "not":
        detail = "only stands where observable is false"
    return _problem(file_name, detail, policy, field or None)


def schema_problems(file_name, data, schema):
    """The problems that the schema finds in the content of one file."""
    errors = jsonschema.Draft202012Validator(schema).iter_errors(data)
    found = [_schema_problem(file_name, data, error) for error in errors]
    return sorted(set(found))


def sort_key(identifier):
    """IDs are ordered by area and then by number: LLP_LAYER_2 before LLP_LAYER_10."""
    area, _, number = identifier.rpartition("_")
    return area, int(number)


def _version(text):
    return tuple(int(part) for part in text.split("."))


def _subject_of(identifier):
    """The subject in an official ID, or None for an ID of this project."""
    match = re.match(r"L[LD]P_(LAYER|LOADER|DRIVER)_", identifier)
    return match.group(1).lower() if match else None


def consistency_problems(files):
    """Problems that a schema cannot describe. `files` maps file names to contents that the schema accepts."""
    problems = []
    home = {}
    for file_name, data in files.items():
        previous = None
        for policy in data["policies"]:
            identifier = policy["id"]
            if identifier in home:
                problems.append(
                    _problem(file_name, f"already stands in {home[identifier]}", identifier, "id"))
            elif previous and sort_key(previous) > sort_key(identifier):
                problems.append(
                    _problem(file_name, f"out of order: comes after {previous}", identifier, "id"))
            home.setdefault(identifier, file_name)
            previous = identifier
            subject = _subject_of(identifier)
            if subject and subject != policy["subject"]:
                problems.append(
                    _problem(file_name, f"the ID says {subject}", identifier, "subject"))
            since, until = policy["since"], policy["until"]
            readings = [reading["id"] for reading in policy["readings"]]
            problems += [_problem(file_name, f"{name} stands twice", identifier, "readings")
                         for name in sorted({each for each in readings if readings.count(each) > 1})]
            if since and until and _version(until) < _version(since):
                problems.append(
                    _problem(file_name, f"{until} is before since, {since}", identifier, "until"))
    return problems


def load(directory):
    """Reads and validates the catalogue: {file name: content}, sorted by file name.

    Raises CatalogueError with all problems.
    """
    directory = Path(directory)
    schema = read_json(directory / SCHEMA_FILE)
    names = sorted(path.name for path in directory.glob("*.json") if path.name != SCHEMA_FILE)
    if not names:
        raise CatalogueError([f"{directory}: holds no policies"])
    files, problems = {}, []
    for name in names:
        try:
            data = read_json(directory / name)
        except CatalogueError as error:
            problems += error.problems
            continue
        found = schema_problems(name, data, schema)
        problems += found
        if not found:
            files[name] = data
    problems += consistency_problems(files)
    if problems:
        raise CatalogueError(problems)
    return files


def render_header(name, files):
    """The text of the header `name`, policy_ids.h or reading_ids.h, for a catalogue as returned by load()."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES), undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True, trim_blocks=True, lstrip_blocks=True)
    return environment.get_template(f"{name}.j2").render(files=files)


def write(path, text):
    """Replaces a file atomically, so that an interrupted build never leaves a partial file."""
    path = Path(path)
    # Every case includes the IDs: changing only the text of a policy must not recompile them.
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(path.name + ".new")
    temporary.write_text(text, encoding="utf-8")
    os.replace(temporary, path)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("catalogue", help="directory with schema.json and the policies")
    parser.add_argument("--header", help="where to write the IDs of policies as C++ constants")
    parser.add_argument("--readings", help="where to write those of readings")
    options = parser.parse_args(arguments)
    try:
        files = load(options.catalogue)
    except CatalogueError as error:
        print(error, file=sys.stderr)
        return 1
    if options.header:
        write(options.header, render_header("policy_ids.h", files))
    if options.readings:
        write(options.readings, render_header("reading_ids.h", files))
    return 0


if __name__ == "__main__":
    sys.exit(main())
