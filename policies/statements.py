# SPDX-License-Identifier: Apache-2.0
"""The pages about Android, Fuchsia, macOS and Windows: each statement of the documents, and where it is judged or why
it is not.

The statements are in the records of the documents, and documents.py describes their keys. The verbs that judge a
statement follow from the cases of its policies, which the tool lists. docs/site/build.py writes the pages.
"""

import json
import subprocess
import sys
from pathlib import Path

import jinja2

sys.path.insert(0, str(Path(__file__).resolve().parent))
import documents  # noqa: E402  (stands beside this file)
import policy_catalogue  # noqa: E402
import policy_pages  # noqa: E402

# What the page calls the state of a statement.
STATES = {"judged": "judged", "unobservable": "cannot be observed",
          "not_judged": "demands nothing that could be judged", "not_yet": "not judged yet"}
# The verb that runs the cases of a subject by the rules of a platform.
VERBS = {
    "android": {"loader": "run --platform android", "device": "check-image",
                "hal_module": "check-driver --platform android"},
    "fuchsia": {"loader": "run --platform fuchsia", "package": "check-package"},
    "macos": {"loader": "run --platform macos", "installer": "check-install --platform macos"},
    "windows": {"loader": "run --platform windows", "installer": "check-install"},
}
# The verbs that read the file of a library that cannot run here.
FILE_VERBS = {"layer": "check-layer", "runtime": "check-runtime"}
# The page about Windows has a table for each document, and one for this section, which is about Windows alone.
SECTION_WITH_TABLE = "Windows Layer Discovery"


class StatementError(Exception):
    """A statement is wrong; one clear line for each."""


def number(identifier):
    """12 of A12."""
    return int(identifier[1:])


def collect(known):
    """[statement] of all records, as documents.read() gives them, by platform and number. Each has its document,
    section and platform. Raises StatementError."""
    found = {}
    for document in known.values():
        for section, content in document.sections.items():
            for statement in content.get("statements", []):
                identifier = statement["id"]
                if identifier in found:
                    raise StatementError(f"{document.name}: {identifier} is also a statement of "
                                         f"{found[identifier]['document']}")
                found[identifier] = {**statement, "document": document.name, "section": section,
                                     "platform": documents.PLATFORMS[identifier[0]]}
    return [found[identifier] for identifier in sorted(found, key=lambda name: (name[0], number(name)))]


def listed(tool):
    """What the tool lists: ({policy ID: policy}, {case ID: case})."""
    def ask(what):
        return json.loads(subprocess.run([tool, "list", what, "--json"], stdout=subprocess.PIPE,
                                         text=True, check=True).stdout)
    return ({each["id"]: each for each in ask("policies")}, {each["id"]: each for each in ask("cases")})


def verbs_of(statement, policy, cases):
    """The verbs whose cases judge the statement by a policy, in order."""
    by_subject = VERBS[statement["platform"]] | (FILE_VERBS if statement.get("file") else {})
    subjects = {cases[case].get("subject", "loader") for case in policy["cases"]}
    if policy["subject"] != "loader":
        subjects.discard("loader")  # its cases judge what a loader does with a component that violates the policy
    return sorted(by_subject[subject] for subject in subjects & set(by_subject))


def judge(statement, policies, cases):
    """The statement with its state and the verbs by policy, none for a policy that cannot be observed. Raises
    StatementError."""
    if "policies" not in statement:
        return {**statement, "state": "not_yet" if "not_yet" in statement else "not_judged"}
    verbs = {}
    for name in statement["policies"]:
        if name not in policies:
            raise StatementError(f"{statement['id']}: no policy {name} is in the catalogue")
        policy = policies[name]
        if statement["platform"] not in policy["platforms"]:
            raise StatementError(f"{statement['id']}: {name} does not hold on {statement['platform'].capitalize()}")
        verbs[name] = verbs_of(statement, policy, cases)
        if not verbs[name] and not policy.get("unobservable"):
            raise StatementError(f"{statement['id']}: {name}: no case that a verb runs for the platform judges it")
    return {**statement, "state": "judged" if any(verbs.values()) else "unobservable", "verbs": verbs}


def judge_all(statements, policies, cases):
    """[judge()] of all statements. Raises StatementError with a line for each wrong one."""
    judged, problems = [], []
    for statement in statements:
        try:
            judged.append(judge(statement, policies, cases))
        except StatementError as error:
            problems.append(str(error))
    if problems:
        raise StatementError("\n".join(problems))
    return judged


def _table(statement, with_own):
    """The heading of a statement's table about Windows; `with_own` are the documents with a table for a section."""
    if statement["document"] not in with_own:
        return statement["document"]
    own = statement["section"] == SECTION_WITH_TABLE
    return f"{statement['document']}, {SECTION_WITH_TABLE if own else 'other sections'}"


def pages(statements, policies, cases):
    """{path: text} of the pages, from what collect() and listed() give. Raises StatementError."""
    judged = judge_all(statements, policies, cases)
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(policy_catalogue.TEMPLATES), undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True, trim_blocks=True, lstrip_blocks=True)
    environment.filters["cell"] = policy_pages.cell
    environment.filters["number"] = number
    environment.filters["page"] = lambda name: policy_pages.page_of(policies[name]["sources"][0]["document"])
    windows = [each for each in judged if each["platform"] == "windows"]
    with_own = {each["document"] for each in windows if each["section"] == SECTION_WITH_TABLE}
    tables = {}
    for each in windows:
        tables.setdefault(_table(each, with_own), []).append(each)
    return {"docs/platforms.md": environment.get_template("platforms.md.j2").render(
                rows=[each for each in judged if each["platform"] != "windows"], states=STATES),
            "docs/windows_statements.md": environment.get_template("windows_statements.md.j2").render(
                tables=tables, policies=policies)}
