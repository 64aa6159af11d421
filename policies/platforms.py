# SPDX-License-Identifier: Apache-2.0
"""The page about Android, Fuchsia and macOS: each statement of the documents, with the policies that judge it or the
reason why none does. docs/site/build.py writes it."""

import sys
import tomllib
from pathlib import Path

import jinja2

sys.path.insert(0, str(Path(__file__).resolve().parent))
import policy_catalogue  # noqa: E402  (stands beside this file)
import policy_pages  # noqa: E402

TABLE = Path(__file__).resolve().parent / "platforms.toml"
# A row has exactly one of these keys; the values are the labels on the page.
STATES = {"judged": "judged", "because": "cannot be observed", "not_judged": "demands nothing that could be judged",
          "waits_for": "not judged yet"}
FIELDS = {"document", "section", "statement", "binds"}


class TableError(Exception):
    """The table cannot be used; the message is one line."""


def read(text):
    """The rows of the table, each with its id, letter and state. Raises TableError."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TableError(f"platforms.toml: {error}") from error
    rows = []
    for identifier, row in table.items():
        said = [state for state in STATES if state in row]
        if len(said) != 1:
            raise TableError(f"platforms.toml: {identifier}: has to say one of {', '.join(STATES)}")
        if set(row) - FIELDS - {said[0]} != ({"verb"} if said[0] == "judged" else set()) or FIELDS - set(row):
            raise TableError(f"platforms.toml: {identifier}: lacks a field, or has an unknown one")
        verbs = row.get("verb", [])
        rows.append({**row, "id": identifier, "letter": identifier[0], "state": said[0],
                     "verbs": [verbs] if isinstance(verbs, str) else verbs})
    return rows


def render(rows, files):
    """The text of the page, with links to the policies of a catalogue, as returned by policy_catalogue.load()."""
    pages = {policy["id"]: policy_pages.page_of(policy["sources"][0]["document"])
             for content in files.values() for policy in content["policies"]}
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(policy_catalogue.TEMPLATES), undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True, trim_blocks=True, lstrip_blocks=True)
    environment.filters["cell"] = policy_pages.cell
    return environment.get_template("platforms.md.j2").render(rows=rows, states=STATES, pages=pages)
