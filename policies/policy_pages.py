# SPDX-License-Identifier: Apache-2.0
"""The pages about policies: an index, a page for each document, and the proof of each policy.

They combine the records of the documents, the catalogue, the cases that the tool lists, and the defects of the
reference loader on which the cases are seen failing. docs/site/build.py writes them.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import jinja2

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.append(str(Path(__file__).resolve().parent.parent / "reference_loader"))
import documents as records  # noqa: E402  (stands beside this file)
import policy_catalogue  # noqa: E402
import variants  # noqa: E402  (reads the tables of defects)

OPEN = "open_policies.txt"
INDEX = "README.md"
IDS = "ids.md"
READINGS = "readings.md"


class PageError(Exception):
    """The page cannot be made; the message is one line."""


def read_open(path):
    """The IDs of the policies that are known to have no case yet: one per line, # for comments."""
    lines = [line.split("#", 1)[0].strip() for line in path.read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if line]


def is_gap(policy, cases):
    """Whether a policy could have cases, and has none."""
    return policy["observable"] and not cases.get(policy["id"])


def read_defects(directory):
    """{policy: [(defect, what it breaks)]} from the tables of defects."""
    defects = {}
    for defect in variants.read(directory, "breaks").values():
        defects.setdefault(defect.policy, []).append((defect.name, defect.says))
    return defects


def read_cases(tool):
    """{policy: [case IDs]} as listed by the tool."""
    result = subprocess.run([tool, "list", "policies", "--json"], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, check=False)
    if result.returncode != 0:
        raise PageError(f"{tool} list policies: {result.stderr.strip()}")
    return {policy["id"]: sorted(policy["cases"]) for policy in json.loads(result.stdout)}


def proof_of(policy, cases, defects, open_policies):
    """The table row of one policy: the policy, its cases and defects, and its state in one or two words."""
    identifier = policy["id"]
    row = {"policy": policy, "cases": cases.get(identifier, []),
           "defects": defects.get(identifier, [])}
    if not policy["observable"]:
        row["state"] = "cannot be observed"
    elif row["cases"]:
        row["state"] = str(len(row["cases"]))
    elif identifier in open_policies:
        row["state"] = "open"
    else:
        raise PageError(f"{identifier}: has neither cases nor a line in {OPEN}")
    return row


def sections_of(document, policies):
    """The sections on a document's page: all if the document is walked, else those that a policy cites."""
    if document.is_walked:
        return records.walk(document, policies)
    return [{"section": section, "policies": identifiers}
            for section, identifiers in records.cited(document, policies).items()]


def areas_of(rows):
    """[(area, its rows by number)] of all policies: the area LLP_LAYER has LLP_LAYER_1, LLP_LAYER_2 and so on."""
    areas = {}
    for identifier, row in rows.items():
        areas.setdefault(identifier.rpartition("_")[0], []).append(row)
    return [(area, sorted(areas[area], key=lambda row: int(row["policy"]["id"].rpartition("_")[2])))
            for area in sorted(areas)]


def page_of(document):
    """The file name of a document's page."""
    return re.sub("[^a-z0-9]+", "_", document.lower()).strip("_") + ".md"


def numbers(paragraphs):
    """The paragraphs of a source as text: "paragraph 3", "paragraphs 3, 5-8"."""
    runs = []
    for number in sorted(map(int, paragraphs)):
        if runs and runs[-1][-1] == number - 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    said = ", ".join("-".join(map(str, run)) for run in runs)
    return f'paragraph{"s" if len(paragraphs) > 1 else ""} {said}'


def cell(text):
    """Text from the catalogue, escaped for a table cell."""
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")


def render(files, known, cases, defects, open_policies):
    """{file name: text} of the pages for a catalogue as returned by policy_catalogue.load(), and `known` documents as
    returned by documents.read(). A policy is on the page of the document that it cites first. Raises PageError."""
    policies = [policy for content in files.values() for policy in content["policies"]]
    rows = {policy["id"]: proof_of(policy, cases, defects, open_policies) for policy in policies}
    strangers = sorted(set(defects) - set(rows))
    if strangers:
        raise PageError(f"{strangers[0]}: a defect names it, the catalogue does not")
    for row in rows.values():
        row["page"] = page_of(row["policy"]["sources"][0]["document"])
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(policy_catalogue.TEMPLATES), undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True, trim_blocks=True, lstrip_blocks=True)
    environment.filters["cell"] = cell
    environment.filters["numbers"] = numbers
    environment.filters["url"] = lambda source: known[source["document"]].url(source["edition"], source["section"])
    documents = [{"document": name, "page": page_of(name), "sections": sections_of(document, policies),
                  "editions": list(document.editions) if document.is_walked else []}
                 for name, document in known.items()]
    pages = {each["page"]: environment.get_template("policies_of_document.md.j2").render(
        **each, rows=rows) for each in documents}
    pages[INDEX] = environment.get_template("policies_index.md.j2").render(
        documents=documents, rows=rows,
        observable=sum(policy["observable"] for policy in policies), open_policies=open_policies,
        cases=len({case for listed in cases.values() for case in listed}),
        defects=sum(len(listed) for listed in defects.values()))
    pages[READINGS] = environment.get_template("policies_readings.md.j2").render(rows=rows)
    pages[IDS] = environment.get_template("policies_ids.md.j2").render(areas=areas_of(rows))
    return pages
