# SPDX-License-Identifier: Apache-2.0
"""The documents that policies cite: a record for each in documents/, in TOML.

    document = "LoaderLayerInterface"

    [editions."1.4.330"]                    # from old to new
    file = "vulkan/LoaderLayerInterface.md" # below a folder of documents; left out if none is read
    url = "https://..."                     # of this edition; left out if it is not published
    headings = ["..."]                      # in its order; left out if the document is cited by section alone

    [sections."Layer Discovery"]            # one that no policy has as a source needs one of these
    also = ["LLP_LOADER_1"]                 # policies that it repeats, whose source is another section
    not_normative = "introduces the document"
    not_yet = "..."

    [[sections."Layer Discovery".statements]] # what it says about another platform than Linux; statements.py reads it
    id = "A38"                              # a letter of PLATFORMS, and a number that is never used again
    says = "..."                            # in our words
    binds = "loader must"                   # left out for Windows
    policies = ["LS_VK_DISCOVERY_14"]       # whose cases judge it; or not_judged or not_yet, with the reason
    file = true                             # a case judges the file of a library, which is not run
    edition = "1.0.20"                      # that has the statement; left out if each has it that has the section
    place = "..."                           # that the page names; left out if it is the heading

    [anchors]                               # of headings whose anchor does not follow from their words
    [lines]                                 # of plain text: the line that is a heading, below its name in English

The policies of a section follow from their sources.
"""

import dataclasses
import re
import tomllib
from pathlib import Path

import policy_catalogue

FOLDER = "documents"
REASONS = ("also", "not_normative", "not_yet")
STATES = ("policies", "not_judged", "not_yet")
PLATFORMS = {"A": "android", "F": "fuchsia", "M": "macos", "W": "windows"}
_EDITION_KEYS = {"file": str, "url": str, "headings": list}
_STATEMENT_KEYS = {"id": str, "says": str, "binds": str, "policies": list, "not_judged": str, "not_yet": str,
                   "file": bool, "edition": str, "place": str}
_KEYS = {"document": str, "editions": dict, "sections": dict, "anchors": dict, "lines": dict}


class RecordError(Exception):
    """A record cannot be used; the message is one line."""


def bare(heading):
    """A heading in normalized form: editions differ in code marks and in colons at the end."""
    return " ".join(heading.replace("`", "").split()).rstrip(":")


def _markdown_anchor(heading):
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def _asciidoc_anchor(heading):
    return "_" + re.sub(r"[^\w]+", "_", heading.lower()).strip("_")


@dataclasses.dataclass(frozen=True)
class Document:
    name: str
    editions: dict  # edition: its keys, from old to new
    sections: dict  # heading: its reasons and its statements
    anchors: dict
    lines: dict

    @property
    def is_walked(self):
        return any("headings" in edition for edition in self.editions.values())

    def files(self):
        """{edition: file below a folder of documents} for those that can be read."""
        return {name: edition["file"] for name, edition in self.editions.items() if "file" in edition}

    def headings(self):
        """The headings of all editions: those of the newest in its order, and older ones after the heading that they
        followed."""
        ordered = []
        for edition in reversed(self.editions.values()):
            place = 0
            for heading in edition.get("headings", []):
                if heading in ordered:
                    place = ordered.index(heading) + 1
                else:
                    ordered.insert(place, heading)
                    place += 1
        return ordered

    def url(self, edition, section):
        """The address of a section of an edition, or None if it is not published. A section of plain text has no
        address of its own."""
        known = self.editions.get(edition, {})
        if "url" not in known:
            return None
        heading = bare(section)
        anchor = next((anchor for name, anchor in self.anchors.items() if bare(name) == heading), None)
        suffix = Path(known["url"]).suffix
        if anchor is None and suffix == ".md":
            anchor = _markdown_anchor(heading)
        if anchor is None and suffix == ".adoc":
            anchor = _asciidoc_anchor(heading)
        return known["url"] + (f"#{anchor}" if anchor else "")


def _statement_problem(statement, heading, editions):
    """What is wrong with a statement below a heading, or None."""
    if not isinstance(statement, dict) or not re.fullmatch(f"[{''.join(PLATFORMS)}][1-9][0-9]*",
                                                           str(statement.get("id"))):
        return f'section "{heading}": a statement needs an id, such as A1'
    identifier = statement["id"]
    for key, value in statement.items():
        if not value or not isinstance(value, _STATEMENT_KEYS.get(key, ())):
            return f'{identifier}: "{key}" is unknown, empty or has the wrong type'
    if sum(state in statement for state in STATES) != 1:
        return f"{identifier}: needs one of {', '.join(STATES)}"
    if "says" not in statement or ("binds" in statement) == (PLATFORMS[identifier[0]] == "windows"):
        return f"{identifier}: needs says, and binds unless it is about Windows"
    if "edition" in statement:
        headings = editions.get(statement["edition"], {}).get("headings", [])
        if bare(heading) not in map(bare, headings):
            return f'{identifier}: edition {statement["edition"]} has no section "{heading}"'
    return None


def _problem(content):
    """The problem with a record, or None."""
    for key, value in content.items():
        if not isinstance(value, _KEYS.get(key, ())):
            return f'"{key}" is unknown or has the wrong type'
    if not content.get("document") or not content.get("editions"):
        return "needs document and editions"
    for name, edition in content["editions"].items():
        if not isinstance(edition, dict) or not all(
                isinstance(value, _EDITION_KEYS.get(key, ())) for key, value in edition.items()):
            return f'edition "{name}" takes file, url and headings'
    for name, section in content.get("sections", {}).items():
        if not isinstance(section, dict) or not section or set(section) - {*REASONS, "statements"} or not isinstance(
                section.get("statements", []), list):
            return f'section "{name}" takes {", ".join(REASONS)} and statements'
        for statement in section.get("statements", []):
            if problem := _statement_problem(statement, name, content["editions"]):
                return problem
    return None


def parse(text, name):
    """Parses the text of a record into a Document. Raises RecordError."""
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RecordError(f"{name}: {policy_catalogue.short(error)}") from error
    if problem := _problem(content):
        raise RecordError(f"{name}: {problem}")
    return Document(content["document"], content["editions"],
                    *(content.get(key, {}) for key in ("sections", "anchors", "lines")))


def read(folder):
    """{name: Document} of a folder of records. Raises RecordError."""
    found = {}
    for path in sorted(folder.glob("*.toml")):
        try:
            document = parse(path.read_text(encoding="utf-8"), path.name)
        except (OSError, UnicodeDecodeError) as error:
            raise RecordError(f"{path.name}: cannot be read: {policy_catalogue.short(error)}") from error
        if document.name in found:
            raise RecordError(f"{path.name}: a second record of {document.name}")
        found[document.name] = document
    if not found:
        raise RecordError(f"{folder}: holds no records of documents")
    return found


def cited(document, policies):
    """{section as it is cited: the IDs of the policies that have it as a source}, in order."""
    found = {}
    for policy in policies:
        for source in policy["sources"]:
            if source["document"] == document.name:
                found.setdefault(source["section"], set()).add(policy["id"])
    return {section: sorted(found[section], key=policy_catalogue.sort_key) for section in sorted(found)}


def walk(document, policies):
    """The sections of a walked document, in order: [{section, policies, also, not_normative, not_yet}]; `policies` has
    those policies that have the section as a source."""
    by_heading = {}  # the same heading may be written differently in each edition
    for section, identifiers in cited(document, policies).items():
        by_heading.setdefault(bare(section), set()).update(identifiers)
    return [{"section": heading, "policies": sorted(by_heading.get(bare(heading), ()), key=policy_catalogue.sort_key),
             **document.sections.get(heading, {})} for heading in document.headings()]


def walk_problems(document, policies):
    """A line for each section that has neither policies nor a reason, and for each entry of the record that exists in
    no edition or not in the catalogue."""
    problems = []
    sections = walk(document, policies)
    headings = {bare(section["section"]) for section in sections}
    known = {policy["id"] for policy in policies}
    for section in sections:
        if not section["policies"] and not any(section.get(reason) for reason in REASONS):
            problems.append(f'{section["section"]}: neither policies nor a reason')
        problems += [f'{section["section"]}: {identifier} is not in the catalogue'
                     for identifier in section.get("also", []) if identifier not in known]
        problems += [f'{section["section"]}: {identifier} has the section as a source, so that it is no also'
                     for identifier in section.get("also", []) if identifier in section["policies"]]
    problems += [f"{heading}: a section of no edition" for heading in document.sections if bare(heading) not in headings]
    for policy in policies:
        problems += [f'{policy["id"]}: {source["edition"]} has no section "{source["section"]}"'
                     for source in policy["sources"] if source["document"] == document.name
                     and bare(source["section"]) not in map(
                         bare, document.editions.get(source["edition"], {}).get("headings", []))]
    return problems
