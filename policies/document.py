#!/usr/bin/python3
"""Writes docs/policies/: what conformance means, a page for each document, and what proves it.

It brings together the walk of the documents, the catalogue, the cases that the tool lists, and the
defects of the reference loader that show the cases failing. Usage:
document.py CATALOGUE_DIR --tool LOADSTONE --defects DIR --output DIR [--check | --shrink]
"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

import jinja2

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.append(str(Path(__file__).resolve().parent.parent / "reference_loader"))
import generate  # noqa: E402  (stands beside this file)
import variants  # noqa: E402  (reads the tables of defects)

WALK = "walk"
OPEN = "open_policies.txt"
INDEX = "README.md"
IDS = "ids.md"


class DocumentError(Exception):
    """The page cannot be made; one clear line."""


def read_open(path):
    """The IDs of the policies that are known to have no case yet; a line each, # for remarks."""
    lines = [line.split("#", 1)[0].strip() for line in path.read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if line]


def shrink_open(path, closed):
    """Takes the policies in `closed` off the list; nothing is ever put on it."""
    kept = [line for line in path.read_text(encoding="utf-8").splitlines()
            if line.split("#", 1)[0].strip() not in closed]
    generate.write(path, "".join(f"{line}\n" for line in kept))


def is_gap(policy, cases):
    """Whether a policy could have cases, and has none."""
    return policy["observable"] and not cases.get(policy["id"])


def read_walks(directory):
    """The walks, in the order of their files."""
    return [generate.read_json(path) for path in sorted((directory / WALK).glob("*.json"))]


def read_defects(directory):
    """{policy: [(name, how it is broken)]} from the tables of the defects."""
    defects = {}
    for defect in variants.read(directory, "breaks").values():
        defects.setdefault(defect.policy, []).append((defect.name, defect.says))
    return defects


def read_cases(tool):
    """{policy: [case IDs]} as the tool lists them."""
    result = subprocess.run([tool, "list", "policies", "--json"], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, check=False)
    if result.returncode != 0:
        raise DocumentError(f"{tool} list policies: {result.stderr.strip()}")
    return {policy["id"]: sorted(policy["cases"]) for policy in json.loads(result.stdout)}


def proof_of(policy, cases, defects, open_policies):
    """The row of one policy: itself, its cases and defects, and its state in a word or two."""
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
        raise DocumentError(f"{identifier}: has neither cases nor a line in {OPEN}")
    return row


def unwalked(policies, walks):
    """The sections of documents without a walk: [{document, sections: [{section, policies}]}]."""
    walked = {walk["document"] for walk in walks}
    found = {}
    for policy in policies:
        for source in policy["sources"]:
            if source["document"] not in walked:
                sections = found.setdefault(source["document"], {})
                sections.setdefault(source["section"], []).append(policy["id"])
    return [{"document": document, "sections": [{"section": section, "policies": identifiers}
                                                for section, identifiers in sorted(sections.items())]}
            for document, sections in sorted(found.items())]


def areas_of(rows):
    """[(area, its rows by number)] of all policies: LLP_LAYER with LLP_LAYER_1, LLP_LAYER_2 and so on."""
    areas = {}
    for identifier, row in rows.items():
        areas.setdefault(identifier.rpartition("_")[0], []).append(row)
    return [(area, sorted(areas[area], key=lambda row: int(row["policy"]["id"].rpartition("_")[2])))
            for area in sorted(areas)]


def page_of(document):
    """The file of a document's page."""
    return re.sub("[^a-z0-9]+", "_", document.lower()).strip("_") + ".md"


def numbers(paragraphs):
    """The paragraphs of a source as a reader counts them: "paragraph 3", "paragraphs 3, 5-8"."""
    runs = []
    for number in sorted(map(int, paragraphs)):
        if runs and runs[-1][-1] == number - 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    said = ", ".join("-".join(map(str, run)) for run in runs)
    return f'paragraph{"s" if len(paragraphs) > 1 else ""} {said}'


def cell(text):
    """Text from the catalogue as it may stand in a cell of a table."""
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")


def render(files, walks, cases, defects, open_policies):
    """{file name: text} of the pages for a catalogue as generate.load() gives it. A policy stands on
    the page of the document that it cites first. Raises DocumentError."""
    policies = [policy for content in files.values() for policy in content["policies"]]
    rows = {policy["id"]: proof_of(policy, cases, defects, open_policies) for policy in policies}
    strangers = sorted(set(defects) - set(rows))
    if strangers:
        raise DocumentError(f"{strangers[0]}: a defect names it, the catalogue does not")
    for row in rows.values():
        row["page"] = page_of(row["policy"]["sources"][0]["document"])
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(generate.TEMPLATES), undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True, trim_blocks=True, lstrip_blocks=True)
    environment.filters["cell"] = cell
    environment.filters["numbers"] = numbers
    documents = [{"document": each["document"], "page": page_of(each["document"]),
                  "editions": each.get("editions"), "sections": each["sections"]}
                 for each in [*walks, *unwalked(policies, walks)]]
    pages = {each["page"]: environment.get_template("policies_of_document.md.j2").render(
        **each, rows=rows) for each in documents}
    pages[INDEX] = environment.get_template("policies_index.md.j2").render(
        documents=documents, rows=rows,
        observable=sum(policy["observable"] for policy in policies), open_policies=open_policies,
        cases=len({case for listed in cases.values() for case in listed}),
        defects=sum(len(listed) for listed in defects.values()))
    pages[IDS] = environment.get_template("policies_ids.md.j2").render(areas=areas_of(rows))
    return pages


def stale(directory, pages):
    """The files of the directory that are not as `pages` has them."""
    known = {path.name: path.read_text(encoding="utf-8") for path in directory.glob("*.md")}
    return sorted(name for name in known.keys() | pages.keys() if known.get(name) != pages.get(name))


def write(directory, pages):
    """Makes the directory hold these pages and no others."""
    directory.mkdir(parents=True, exist_ok=True)
    for name in stale(directory, pages):
        if name in pages:
            generate.write(directory / name, pages[name])
        else:
            (directory / name).unlink()


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("catalogue", type=Path)
    parser.add_argument("--tool", required=True, help="the loadstone that lists the cases")
    parser.add_argument("--defects", required=True, type=Path, help="the folder with their tables")
    parser.add_argument("--output", required=True, type=Path)
    parser.add_argument("--check", action="store_true", help="only say whether it is up to date")
    parser.add_argument("--shrink", action="store_true",
                        help="first take policies that have cases by now off the open list")
    options = parser.parse_args(arguments)
    try:
        cases = read_cases(options.tool)
        files = generate.load(options.catalogue)
        if options.shrink and not options.check:
            shrink_open(options.catalogue / OPEN, {
                policy["id"] for content in files.values() for policy in content["policies"]
                if not is_gap(policy, cases)})
        pages = render(files, read_walks(options.catalogue), cases, read_defects(options.defects),
                       read_open(options.catalogue / OPEN))
    except (DocumentError, generate.CatalogueError, variants.VariantError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    if not options.check:
        write(options.output, pages)
    elif old := stale(options.output, pages):
        print(f"{options.output / old[0]} is not up to date: build the target policies_document",
              file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
