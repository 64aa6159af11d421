#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Prints what a new edition of documents changes, and which policies cite what is gone.

usage: edition_changes.py DIR NEW [--catalogue CATALOGUE]

DIR is the folder with the documents of the records, NEW a folder with files of a new edition. A file of NEW is compared
with the newest edition that has a file of the same name. For each document, it prints the sections that are gone (-) or
new (+), and in each section the paragraphs that are gone or new, with their numbers. A paragraph that only moved, or whose
number alone changed, is in neither list: editions.py add finds it.
"""

import argparse
import collections
import dataclasses
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import documents as records  # noqa: E402  (stands beside this file)
import paragraphs  # noqa: E402


@dataclasses.dataclass(frozen=True)
class Paragraph:
    """A paragraph in its place."""
    heading: str
    number: int
    text: str

    @property
    def digest(self):
        return paragraphs.digest(self.text)


def all_paragraphs(sections):
    """The paragraphs of a document, in its order."""
    return [Paragraph(section.heading, number, text) for section in sections
            for number, text in enumerate(section.paragraphs, 1)]


def without(these, others):
    """The paragraphs of `these` whose text is not in `others`; of a text that is more often in `these`, the last ones."""
    left = collections.Counter(each.digest for each in others)
    result = []
    for each in these:
        if left[each.digest]:
            left[each.digest] -= 1
        else:
            result.append(each)
    return result


def citing(catalogue, document, edition):
    """{(bare heading, number): IDs of the policies that cite this paragraph of the edition}."""
    found = collections.defaultdict(list)
    for path in paragraphs.catalogue_files(catalogue):
        for policy, source in paragraphs.read_sources(path):
            if (source.get("document"), source.get("edition")) != (document, edition):
                continue
            for citation in paragraphs.citations(source):
                found[records.bare(citation.section), citation.number].append(policy)
    return found


def changes(old, new, cited):
    """The lines for a document: `old` and `new` are its sections, `cited` is the result of citing()."""
    headings = {records.bare(section.heading): section.heading for section in [*new, *old]}
    before, after = ({records.bare(section.heading) for section in each} for each in (old, new))
    gone = without(all_paragraphs(old), all_paragraphs(new))
    added = without(all_paragraphs(new), all_paragraphs(old))
    for bare, heading in headings.items():
        lines = [f"    - {each.number}  {each.text}" + "".join(
            f"\n        cited by {policy}" for policy in dict.fromkeys(cited.get((bare, each.number), ())))
                 for each in gone if records.bare(each.heading) == bare]
        lines += [f"    + {each.number}  {each.text}" for each in added if records.bare(each.heading) == bare]
        mark = " " if bare in before and bare in after else "-" if bare in before else "+"
        if lines or mark != " ":
            yield from (f'  {mark} "{heading}"', *lines)


def newest_of(known, name):
    """(document, newest edition) whose file has this name, or None."""
    found = [(document, edition) for document, record in known.items()
             for edition, file in record.files().items() if Path(file).name == name]
    return found[-1] if found else None


def report(folder, new, known, catalogue):
    """All lines. Raises ParagraphError, if no file of NEW is one of a document among others."""
    documents = paragraphs.Documents(folder, known)
    if not new.is_dir():
        raise paragraphs.ParagraphError(f"{new}: is no folder of documents")
    compared = 0
    for path in sorted(path for path in new.iterdir() if path.is_file()):
        if not (found := newest_of(known, path.name)):
            yield f"{path}: no document of policies/{records.FOLDER} has a file of this name"
            continue
        compared += 1
        document, edition = found
        lines = list(changes(documents.sections(document, edition),
                             paragraphs.split_file(path, known[document].lines),
                             citing(catalogue, document, edition)))
        yield f"{document} since {edition}: {'as follows' if lines else 'no change'}"
        yield from lines
    if not compared:
        raise paragraphs.ParagraphError(f"{new}: has no file of a document in policies/{records.FOLDER}")


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    here = Path(__file__).resolve().parent
    parser.add_argument("folder", metavar="DIR", type=Path)
    parser.add_argument("new", metavar="NEW", type=Path)
    parser.add_argument("--catalogue", type=Path, default=here)
    paragraphs.add_records_option(parser)
    options = parser.parse_args(arguments)
    try:
        for line in report(options.folder, options.new, records.read(options.records), options.catalogue):
            print(line)
    except paragraphs.ERRORS as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
