#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Finds the paragraphs that the sources of policies cite, and reports those that the documents no longer have.

usage: paragraphs.py show DIR DOCUMENT [SECTION [NUMBER]] [--edition E]
                              the headings of a document, a section's paragraphs, or one of them
       paragraphs.py check DIR [CATALOGUE]
                              compares every source of the policies with the documents in DIR
       paragraphs.py fill DIR [CATALOGUE]
                              writes the digests that are null

The records in documents/ map editions of documents to files in DIR; README.md defines what counts as a paragraph. fill
replaces null by a digest and leaves existing digests unchanged: if a paragraph changed, read it and its policy first,
then replace the old digest by null.
"""

import argparse
import dataclasses
import hashlib
import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import documents as records  # noqa: E402  (stands beside this file)
import policy_catalogue  # noqa: E402
import sections  # noqa: E402  (splits documents)

# Far larger than any document; keeps a wrong path from exhausting the memory.
MAX_DOCUMENT = 16 << 20
DIGEST_LENGTH = 12
FIELDS = {"document": str, "edition": str, "section": str, "paragraphs": dict}

# A source of a policy in the text of a file of the catalogue.
WRITTEN_SOURCE = re.compile(r'\{\s*"document":[^{}]*"paragraphs":\s*\{[^{}]*\}\s*\}')


class ParagraphError(Exception):
    """A document, a section or a paragraph cannot be used; the message is one line."""


# What the scripts about paragraphs report in one line.
ERRORS = (ParagraphError, records.RecordError, policy_catalogue.CatalogueError, OSError)


def digest(text):
    """A short hash of a paragraph."""
    return hashlib.sha256(sections.normalised(text).encode()).hexdigest()[:DIGEST_LENGTH]


def split_file(path, lines):
    """The sections of a file; `lines` are the headings of its record, {heading: line}. Raises ParagraphError."""
    try:
        if path.stat().st_size > MAX_DOCUMENT:
            raise sections.DocumentError("is too large for a document")
        return sections.split(path.read_text(encoding="utf-8"), path.suffix,
                              {line: heading for heading, line in lines.items()} or None)
    except OSError as error:
        raise ParagraphError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ParagraphError(f"{path}: is not UTF-8") from error
    except sections.DocumentError as error:
        raise ParagraphError(f"{path}: {error}") from error


class Documents:
    """The documents in a folder, each read once."""

    def __init__(self, folder, known):
        """`known` are the records, as returned by documents.read()."""
        if not folder.is_dir():
            raise ParagraphError(f"{folder}: is no folder of documents; policies/{records.FOLDER} says what it holds")
        self._folder = folder
        self._records = known
        self._read = {}

    def newest(self, document):
        """The newest edition of a document that has a file. Raises ParagraphError."""
        editions = self.editions(document)
        if not editions:
            raise ParagraphError(f"{document} is cited by section alone, and has no file")
        return list(editions)[-1]

    def editions(self, document):
        """{edition: file} of a document, from old to new. Raises ParagraphError."""
        if document not in self._records:
            raise ParagraphError(f"policies/{records.FOLDER} has no document {document}")
        return self._records[document].files()

    def sections(self, document, edition):
        """The sections of an edition, in its order. Raises ParagraphError."""
        key = document, edition
        if key not in self._read:
            self._read[key] = self._split(document, edition)
        return self._read[key]

    def _split(self, document, edition):
        editions = self.editions(document)
        if edition not in editions:
            raise ParagraphError(f"policies/{records.FOLDER} has no edition {edition} of {document}")
        return split_file(self._folder / editions[edition], self._records[document].lines)

    def section(self, document, edition, heading):
        """The only section with this heading. Raises ParagraphError."""
        found = [section for section in self.sections(document, edition)
                 if records.bare(section.heading) == records.bare(heading)]
        if len(found) != 1:
            raise ParagraphError(f"{document} {edition} has {len(found) or 'no'} "
                                 f'section{"s" if found else ""} "{heading}"')
        return found[0]

    def paragraph(self, document, edition, heading, number):
        """The text of a paragraph. Raises ParagraphError."""
        paragraphs = self.section(document, edition, heading).paragraphs
        if not 1 <= number <= len(paragraphs):
            raise ParagraphError(f"the section has {len(paragraphs)} paragraphs")
        return paragraphs[number - 1]

    def places(self, document, edition, wanted):
        """The paragraphs with this digest: [(heading, number)]."""
        return [(section.heading, number) for section in self.sections(document, edition)
                for number, text in enumerate(section.paragraphs, 1) if digest(text) == wanted]


def catalogue_files(directory):
    """The files of the catalogue, by name."""
    files = sorted(path for path in directory.glob("*.json") if path.name != policy_catalogue.SCHEMA_FILE)
    if not files:
        raise ParagraphError(f"{directory}: holds no policies")
    return files


@dataclasses.dataclass(frozen=True)
class Citation:
    """One paragraph that a source cites. The digest is None if it was not written yet."""
    document: str
    edition: str
    section: str
    number: int
    digest: str | None

    def __str__(self):
        return f'{self.document} {self.edition}, "{self.section}", paragraph {self.number}'

    def text(self, documents):
        """The text of the paragraph. Raises ParagraphError."""
        return documents.paragraph(self.document, self.edition, self.section, self.number)


def citations(source):
    """The paragraphs that a source of a policy cites. Raises ParagraphError."""
    for field, kind in FIELDS.items():
        if not isinstance(source, dict) or not isinstance(source.get(field), kind):
            raise ParagraphError(f'a source needs "{field}"')
    for number, known in source["paragraphs"].items():
        if not re.fullmatch(r"[1-9][0-9]{0,3}", number):
            raise ParagraphError(f'"{number}" is no number of a paragraph')
        if known is not None and not isinstance(known, str):
            raise ParagraphError(f"the digest of paragraph {number} is neither text nor null")
        yield Citation(source["document"], source["edition"], source["section"], int(number), known)


def read_sources(path):
    """[(policy ID, source)] of a file of the catalogue. Raises ParagraphError or CatalogueError."""
    content = policy_catalogue.read_json(path)
    try:
        return [(policy["id"], source) for policy in content["policies"]
                for source in policy["sources"]]
    except (KeyError, TypeError) as error:
        raise ParagraphError(f"{path.name}: is no file of the catalogue") from error


def problem(documents, citation):
    """The problem with a citation, or None."""
    try:
        found = digest(citation.text(documents))
    except ParagraphError as error:
        found, reason = None, str(error)
    if citation.digest is None:
        return "has no digest: fill writes it" if found else reason
    if found == citation.digest:
        return None
    try:
        places = documents.places(citation.document, citation.edition, citation.digest)
    except ParagraphError:
        places = []
    if places:
        return "moved to " + " or ".join(f'"{heading}", paragraph {number}'
                                         for heading, number in places)
    return f"changed: its digest is {found}, not {citation.digest}" if found else reason


def check(documents, catalogue):
    """A line for each cited paragraph that the documents do not have in this form."""
    problems = []
    for path in catalogue_files(catalogue):
        for identifier, source in read_sources(path):
            try:
                problems += [f"{path.name}: {identifier}: {citation}: {found}"
                             for citation in citations(source)
                             if (found := problem(documents, citation))]
            except ParagraphError as error:
                problems.append(f"{path.name}: {identifier}: {error}")
    return problems


def filled(documents, text):
    """The text of a file of the catalogue with each null replaced by a digest. Raises ParagraphError."""
    def with_digests(match):
        source = json.loads(match[0])
        if None not in source["paragraphs"].values():
            return match[0]
        for citation in citations(source):
            try:
                source["paragraphs"][str(citation.number)] = (
                    citation.digest or digest(citation.text(documents)))
            except ParagraphError as error:
                raise ParagraphError(f"{citation}: {error}") from error
        return json.dumps(source)
    return WRITTEN_SOURCE.sub(with_digests, text)


def fill(documents, catalogue):
    """Writes the missing digests to the files of a catalogue."""
    for path in catalogue_files(catalogue):
        read_sources(path)
        try:
            text = filled(documents, path.read_text(encoding="utf-8"))
        except ParagraphError as error:
            raise ParagraphError(f"{path.name}: {error}") from error
        policy_catalogue.write(path, text)
        if any(citation.digest is None for _, source in read_sources(path)
               for citation in citations(source)):
            raise ParagraphError(f"{path.name}: a source with null has to begin with document and "
                                 "to end with paragraphs")


def shown(documents, options):
    """The output of show, as lines."""
    edition = options.edition or documents.newest(options.document)
    if options.section is None:
        return [section.heading for section in documents.sections(options.document, edition)
                if section.heading]
    section = documents.section(options.document, edition, options.section)
    if options.number is None:
        return [f"{number}  {text}" for number, text in enumerate(section.paragraphs, 1)]
    return [documents.paragraph(options.document, edition, options.section, options.number)]


def add_records_option(parser):
    """The option of all scripts that read the records of the documents."""
    parser.add_argument("--records", type=Path, default=Path(__file__).resolve().parent / records.FOLDER,
                        help="the folder with the records of the documents")


def read_options(arguments):
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    here = Path(__file__).resolve().parent
    add_records_option(parser)
    commands = parser.add_subparsers(dest="command", required=True)
    for command in ("show", "check", "fill"):
        sub = commands.add_parser(command)
        sub.add_argument("folder", metavar="DIR", type=Path, help="the folder with the documents")
        if command != "show":
            sub.add_argument("catalogue", type=Path, nargs="?", default=here)
            continue
        sub.add_argument("document")
        sub.add_argument("section", nargs="?")
        sub.add_argument("number", type=int, nargs="?")
        sub.add_argument("--edition", help="the newest unless this says another one")
    return parser.parse_args(arguments)


def main(arguments=None):
    options = read_options(arguments)
    try:
        documents = Documents(options.folder, records.read(options.records))
        if options.command == "show":
            print("\n".join(shown(documents, options)))
        elif options.command == "fill":
            fill(documents, options.catalogue)
        elif problems := check(documents, options.catalogue):
            print("\n".join(problems), file=sys.stderr)
            return 1
    except ERRORS as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
