#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Gives policies a source in each edition of a document that has their paragraphs word for word.

usage: editions.py check DIR [CATALOGUE]   prints a line for each missing source
       editions.py add DIR [CATALOGUE]     adds them, next to those of other editions

A report cites the newest edition that is not newer than its subject. If an edition has another wording, only a reader
can tell whether the meaning is the same: such a source is added by hand. Editions before a policy's since or after its
until are ignored.
"""

import argparse
import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import documents as records  # noqa: E402  (stands beside this file)
import policy_catalogue  # noqa: E402
import paragraphs  # noqa: E402

UNDATED = "undated"
# The sources of a policy in the text of a file of the catalogue.
WRITTEN_SOURCES = re.compile(r'("sources": \[\n)(.*?)(\n {6}\])', re.DOTALL)


def version(text):
    """A version in a form that can be compared."""
    return tuple(map(int, text.split(".")))


def edition_applies_to(edition, policy):
    """Whether a subject of the policy may have the version of the edition."""
    if edition == UNDATED:
        return False
    since, until = policy["since"], policy["until"]
    return not (since and version(since) > version(edition)) and not (
        until and version(until) < version(edition))


def place(documents, source, edition, number, digest):
    """(heading, number) of a paragraph of the source in another edition, or None. Of several with the same text, the
    one below the same heading; of several there, the one with the same number."""
    places = documents.places(source["document"], edition, digest)
    below = [each for each in places
             if records.bare(each[0]) == records.bare(source["section"])]
    for candidates in (places, below, [each for each in below if each[1] == int(number)]):
        if len(candidates) == 1:
            return candidates[0]
    return None


def moved(documents, source, edition):
    """The sources in another edition with every paragraph of this one, or None if one is missing."""
    sections = {}
    for number, digest in source["paragraphs"].items():
        found = place(documents, source, edition, number, digest)
        if found is None:
            return None
        # Editions write one heading with and without code marks, or a colon at its end.
        same = records.bare(found[0]) == records.bare(source["section"])
        heading = source["section"] if same else found[0]
        sections.setdefault(heading, {})[str(found[1])] = digest
    return [{"document": source["document"], "edition": edition, "section": heading,
             "paragraphs": dict(sorted(numbers.items(), key=lambda item: int(item[0])))}
            for heading, numbers in sections.items()]


def missing(documents, policy, document):
    """{edition: {index of a source: sources to add next to it}} for the editions of the document that the policy does
    not cite and that contain all cited paragraphs."""
    sources = [(at, source) for at, source in enumerate(policy["sources"])
               if source["document"] == document]
    cited = {source["edition"] for _, source in sources}
    found = {}
    for edition in documents.editions(document):
        if edition in cited or not edition_applies_to(edition, policy):
            continue
        for base in sorted(cited - {UNDATED}, key=version, reverse=True):
            moves = {at: moved(documents, source, edition)
                     for at, source in sources if source["edition"] == base}
            if None not in moves.values():
                found[edition] = moves
                break
    return found


def with_editions(documents, policy):
    """The sources of a policy including the missing ones; for each section from the oldest edition to the newest."""
    beside = {at: [source] for at, source in enumerate(policy["sources"])}
    for document in dict.fromkeys(source["document"] for source in policy["sources"]):
        for moves in missing(documents, policy, document).values():
            for at, sources in moves.items():
                beside[at] += [source for source in sources if source not in sum(beside.values(), [])]
    for group in beside.values():
        if len(group) > 1:
            group.sort(key=lambda source: version(source["edition"]))
    return sum(beside.values(), [])


def rewritten(documents, text):
    """The text of a file of the catalogue with the missing sources added."""
    policies = iter(json.loads(text)["policies"])

    def with_sources(match):
        policy = next(policies)
        sources = with_editions(documents, policy)
        if len(sources) == len(policy["sources"]):
            return match[0]
        return match[1] + ",\n".join(f"        {json.dumps(each)}" for each in sources) + match[3]
    return WRITTEN_SOURCES.sub(with_sources, text)


def check(documents, catalogue):
    """A line for each edition that a policy could cite and does not."""
    problems = []
    for path in paragraphs.catalogue_files(catalogue):
        for policy in policy_catalogue.read_json(path)["policies"]:
            for document in dict.fromkeys(source["document"] for source in policy["sources"]):
                problems += [f"{path.name}: {policy['id']}: {document} {edition} has the same "
                             "paragraphs; editions.py adds them"
                             for edition in missing(documents, policy, document)]
    return problems


def add(documents, catalogue):
    """Adds the missing sources to the files of a catalogue."""
    for path in paragraphs.catalogue_files(catalogue):
        policy_catalogue.write(path, rewritten(documents, path.read_text(encoding="utf-8")))


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    here = Path(__file__).resolve().parent
    paragraphs.add_records_option(parser)
    parser.add_argument("command", choices=("check", "add"))
    parser.add_argument("folder", metavar="DIR", type=Path, help="the folder with the documents")
    parser.add_argument("catalogue", type=Path, nargs="?", default=here)
    options = parser.parse_args(arguments)
    try:
        documents = paragraphs.Documents(options.folder, records.read(options.records))
        if options.command == "add":
            add(documents, options.catalogue)
        elif problems := check(documents, options.catalogue):
            print("\n".join(problems), file=sys.stderr)
            return 1
    except paragraphs.ERRORS as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
