# SPDX-License-Identifier: Apache-2.0
"""The page about Windows: each statement of the documents, with the policies that judge it or the reason why none does.

The statements are in windows_statements.toml; the tool lists cases and policies. docs/site/build.py writes the page.
"""

import json
import subprocess
import tomllib
from pathlib import Path

ROOM = Path(__file__).resolve().parent
STATEMENTS = ROOM / "windows_statements.toml"
WINDOWS = "windows"
# The subjects whose cases can run for Windows, and the verb that runs them.
VERBS = {"loader": "run --platform windows", "installer": "check-install"}
# The subjects whose cases read a library file, for rows marked `file`, and the verb that runs them.
FILE_VERBS = {"layer": "check-layer", "runtime": "check-runtime"}

HEAD = """# What the documents say of Windows

Each statement of the documents about Windows, in short, with the policies whose cases judge it on Windows, or why
nobody does.
"""
SECTION = """
## {}

| | statement | judged |
| --- | --- | --- |
"""


class PageError(Exception):
    """Rows are wrong; the message has a line for each."""


def statements(path=STATEMENTS):
    """The rows of the table, in order."""
    return tomllib.loads(path.read_text(encoding="utf-8"))["statement"]


def listed(tool):
    """The lists of the tool: ({policy ID: policy}, {case ID: case})."""
    def ask(what):
        return json.loads(subprocess.run([tool, "list", what, "--json"], stdout=subprocess.PIPE,
                                         text=True, check=True).stdout)
    return ({each["id"]: each for each in ask("policies")}, {each["id"]: each for each in ask("cases")})


def judged(name, policies, cases, verb_of):
    """The text about a policy; `verb_of` maps a subject of cases to a verb. Raises PageError if nothing on Windows
    judges it."""
    if name not in policies:
        raise PageError(f"no policy {name} is in the catalogue")
    policy = policies[name]
    if WINDOWS not in policy["platforms"]:
        raise PageError(f"{name} does not hold on Windows")
    verbs = {verb_of.get(cases[case].get("subject", "loader")) for case in policy["cases"]} - {None}
    if verbs:
        return f"{name} ({', '.join(f'`{verb}`' for verb in sorted(verbs))})"
    if policy.get("unobservable"):
        return f"not here ({name}): {policy['unobservable']}"
    raise PageError(f"{name}: no case of a loader or an installer judges it")


def page(rows, policies, cases):
    """The text of the page. Raises PageError with a line for each wrong row."""
    text, section, problems = HEAD, None, []
    for number, row in enumerate(rows, 1):
        if ("why" in row) == ("policies" in row):
            problems.append(f"statement {number}: either policies or why")
            continue
        try:
            verb_of = VERBS | (FILE_VERBS if row.get("file") else {})
            what = f"not here: {row['why']}" if "why" in row else "; ".join(
                judged(name, policies, cases, verb_of) for name in row["policies"])
        except PageError as error:
            problems.append(f"statement {number}: {error}")
            continue
        if row["section"] != section:
            section = row["section"]
            text += SECTION.format(section)
        text += f"| {number} | {row['says']} | {what} |\n"
    if problems:
        raise PageError("\n".join(problems))
    return text
