#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the pages of this tree, and those that are generated from data, as a site of HTML files.

usage: build.py --tool LOADSTONE --output FOLDER [--reports FOLDER]

The folder mirrors the tree: docs/running.md becomes docs/running.html. It must be empty or contain a site, which is
replaced. The tool lists the policies and cases, and makes the matrix of the JSON reports in the other folder, if one is
named.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "docs" / "site"), str(ROOT / "policies"), str(ROOT / "reference_loader"),
                str(ROOT / "reference_loader" / "defects"), str(ROOT / "subjects")]
import convert  # noqa: E402  (the modules stand in these folders)
import documents  # noqa: E402
import policy_catalogue  # noqa: E402
import judge_subjects  # noqa: E402
import kill_pages  # noqa: E402
import policy_pages  # noqa: E402
import releases  # noqa: E402
import statements  # noqa: E402
import table  # noqa: E402
import variants  # noqa: E402

# Folders with these prefixes contain no pages: builds, root file systems for tests, hidden folders.
NO_PAGES = ("build", ".")


def written_pages(root):
    """Returns the checked-in Markdown files as {path relative to the root: text}."""
    found = {}
    for path in sorted(root.rglob("*.md")):
        relative = path.relative_to(root)
        if not relative.parts[0].startswith(NO_PAGES):
            found[relative.as_posix()] = path.read_text(encoding="utf-8")
    return found


def pages_about_policies(files, cases, tool):
    """Returns the pages about policies and statements as {path: text}; `files` and `cases` are as main() reads them."""
    catalogue = ROOT / "policies"
    known = documents.read(catalogue / documents.FOLDER)
    rendered = policy_pages.render(files, known, cases,
                                   policy_pages.read_defects(variants.DEFECTS),
                                   policy_pages.read_open(catalogue / policy_pages.OPEN))
    return {**{f"docs/policies/{name}": text for name, text in rendered.items()},
            **statements.pages(statements.collect(known), *statements.listed(tool))}


def pages_about_defects():
    """Returns the pages of the kill table as {path: text}."""
    rows, defects = table.read(), variants.read(variants.DEFECTS)
    return {"docs/kill_table.md": kill_pages.kill_table(rows, defects),
            "docs/defects.md": kill_pages.side_effects(rows, defects),
            "docs/defects_on_windows.md": kill_pages.defects_on_windows(rows, defects)}


def pages_about_releases(files):
    """Returns the page about released subjects as {path: text}; `files` is as main() reads it."""
    places = {policy["id"]: f"policies/{policy_pages.page_of(policy['sources'][0]['document'])}#{policy['id'].lower()}"
              for content in files.values() for policy in content["policies"]}
    rows = judge_subjects.parse(judge_subjects.EXPECTED.read_text(encoding="utf-8"))
    return {"docs/releases.md": releases.page(rows, places)}


def search_entries(files, cases):
    """Returns the search entries [[words, page]] of policies and cases; convert.py adds the headings of the pages."""
    entries = []
    for content in files.values():
        for policy in content["policies"]:
            page = policy_pages.page_of(policy["sources"][0]["document"]).removesuffix(".md")
            place = f"docs/policies/{page}.html#{policy['id'].lower()}"
            entries.append([f"{policy['id']}: {policy['statement']}", place])
            entries += [[case, place] for case in cases.get(policy["id"], [])]
    return entries


def matrix_of(reports, tool):
    """Returns the page that `loadstone matrix` makes of the JSON reports in a folder. Raises PageError."""
    paths = sorted(reports.glob("*.json"))
    if not paths:
        raise policy_pages.PageError(f"{reports}: has no JSON reports; name a folder such as build/subjects, which "
                                     "subjects/judge_subjects.py makes")
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "matrix.html"
        made = subprocess.run([tool, "matrix", *paths, "--html", page], stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True, check=False)
        if made.returncode != 0:
            raise policy_pages.PageError(made.stderr.strip())
        return page.read_text(encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", type=pathlib.Path, required=True)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("--reports", type=pathlib.Path,
                        help="a folder of JSON reports, of which the site has the matrix")
    options = parser.parse_args()
    try:
        matrix = matrix_of(options.reports, options.tool) if options.reports else ""
        files = policy_catalogue.load(ROOT / "policies")
        cases = policy_pages.read_cases(options.tool)
        pages = written_pages(ROOT) | pages_about_policies(files, cases, options.tool)
        pages |= pages_about_defects() | pages_about_releases(files)
        site = convert.site(pages, search_entries(files, cases), matrix)
        if options.output.exists():
            if any(options.output.iterdir()) and not (options.output / convert.INDEX).exists():
                sys.exit(f"{options.output}: is not a site of these pages; name an empty folder")
            shutil.rmtree(options.output)
        for name, text in site.items():
            path = options.output / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        for image in (ROOT / "docs").glob("*.png"):
            shutil.copy(image, options.output / "docs")
    except (policy_pages.PageError, documents.RecordError, policy_catalogue.CatalogueError, variants.VariantError, table.TableError,
            statements.StatementError, judge_subjects.SubjectError, OSError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
