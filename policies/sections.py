# SPDX-License-Identifier: Apache-2.0
"""Splits a document, in Markdown, AsciiDoc or plain text, into its sections and their paragraphs.

README.md defines what counts as a paragraph: the numbers in the catalogue depend on it.
"""

import dataclasses
import re

MARKDOWN_ITEM = re.compile(r"\s*([*+-]|\d+[.)])\s")
ASCIIDOC_ITEM = re.compile(r"\s*(\*+|-|\.+|\d+\.)\s|\S.*::(\s|$)")
# Lines that are not text: attributes, anchors, directives, block delimiters, and marks between the parts of a list
# item.
ASCIIDOC_NO_TEXT = re.compile(
    r"\[.*\]|:[\w-]+:.*|(ifdef|ifndef|ifeval|endif|include)::.*"
    r"|(--|={4,}|\*{4,}|_{4,}|'{3,}|\+)\s*")
# Only before a block: a wrapped line of a paragraph may begin with such a word.
ASCIIDOC_TITLE = re.compile(r"\.[^\s.].*")
ASCIIDOC_CELL_AT_MARGIN = re.compile(r"[\d.+*<>^]*[a-z]?\|")
MARKDOWN_HEADING = re.compile(r"#{1,6}\s+(.*?)\s*#*$")


class DocumentError(Exception):
    """A document cannot be split; the message is one line."""


@dataclasses.dataclass
class Section:
    """A heading and the texts of the paragraphs between it and the next heading."""
    heading: str
    paragraphs: list


def normalised(text):
    """The text with each run of white space replaced by one blank, so that wrapping does not matter."""
    return " ".join(text.split())


class Splitter:
    """Collects the paragraphs of a document line by line. A subclass for a markup language implements line()."""

    def __init__(self):
        self.sections = [Section("", [])]
        self._open = []
        # The open block, if any: its first line, the test for its end, and the function that makes paragraphs from its
        # lines.
        self._block = None

    def split(self, text):
        """The sections of a document. Raises DocumentError."""
        for number, line in enumerate(text.splitlines(), 1):
            if self._block:
                self._in_block(line)
            elif not line.strip():
                self.end()
            else:
                self.line(line, number)
        if self._block:
            raise DocumentError(f"line {self._block[0]}: the block that begins here has no end")
        self.end()
        return self.sections

    def line(self, line, number):
        """Handles a line that is not blank and not in a block."""
        raise NotImplementedError

    def add(self, line):
        """Adds the line to the open paragraph, or begins a new one."""
        self._open.append(line)

    def end(self):
        """Ends the open paragraph, if there is one, before this line."""
        if text := normalised(" ".join(self._open)):
            self.sections[-1].paragraphs.append(text)
        self._open = []

    def heading(self, text):
        """Begins a section with this heading."""
        self.end()
        self.sections.append(Section(normalised(text), []))

    def block(self, number, is_end, make):
        """Begins a block at this line, which ends at the line for which is_end is true. `make` returns the paragraphs
        of the lines in between."""
        self.end()
        self._block = (number, is_end, make, [])

    def _in_block(self, line):
        _, is_end, _, lines = self._block
        if is_end(line):
            self._end_block()
        else:
            lines.append(line)

    def _end_block(self):
        _, _, make, lines = self._block
        self.sections[-1].paragraphs += filter(None, map(normalised, make(lines)))
        self._block = None


def one_paragraph(lines):
    """The paragraph of a block that is one paragraph, such as a listing."""
    return ["\n".join(lines)]


class Markdown(Splitter):
    """Markdown, with tables in HTML or with bars."""

    def line(self, line, number):
        stripped = line.strip()
        if found := MARKDOWN_HEADING.match(line):
            self.heading(found[1])
        elif found := re.match(r"(`{3,}|~{3,})", stripped):
            self.block(number, lambda each: each.strip().startswith(found[1]), one_paragraph)
        elif stripped.startswith("<table"):
            self.block(number, lambda each: "</table>" in each, self._rows)
        elif re.fullmatch(r"(\s*<[^<>]*>)+", stripped):
            self.end()
        elif stripped.startswith("|"):
            self.end()
            if stripped.strip("|-: "):
                self.add(line)
        else:
            if MARKDOWN_ITEM.match(line):
                self.end()
            self.add(line)

    def _in_block(self, line):
        # Tables contain no headings: a heading ends a table that lacks its end.
        if self._block[2] == self._rows and MARKDOWN_HEADING.match(line):
            self._end_block()
            self.line(line, 0)
        else:
            super()._in_block(line)

    @staticmethod
    def _rows(lines):
        # Some rows of the documents lack their start tag or their end tag.
        for row in re.split(r"</?tr\b[^>]*>", "\n".join(lines)):
            yield re.sub(r"<[^>]*>", " ", row)


class AsciiDoc(Splitter):
    """AsciiDoc as used in the loader documents and the specification."""

    def line(self, line, number):
        stripped = line.strip()
        if found := re.match(r"=+\s+(.*?)(\s+=+)?\s*$", line):
            self.heading(found[1])
        elif re.fullmatch(r"-{4,}|\.{4,}", stripped):
            self.block(number, lambda each: each.strip() == stripped, one_paragraph)
        elif re.fullmatch(r"/{4,}", stripped):
            self.block(number, lambda each: each.strip() == stripped, lambda lines: [])
        elif re.fullmatch(r"\|={3,}", stripped):
            self.block(number, lambda each: each.strip() == stripped, self._rows)
        elif re.fullmatch(r"`{3}\w*", stripped):
            self.block(number, lambda each: each.strip() == "```", one_paragraph)
        elif line.startswith("//"):
            pass
        elif ASCIIDOC_NO_TEXT.fullmatch(line) or (
                ASCIIDOC_TITLE.fullmatch(line) and not self._open):
            self.end()
        elif line.startswith("image::"):
            self.end()
            self.add(line)
            self.end()
        else:
            if ASCIIDOC_ITEM.match(line):
                self.end()
            self.add(line)

    @staticmethod
    def _rows(lines):
        rows = []
        for line in lines:
            if ASCIIDOC_CELL_AT_MARGIN.match(line) or not rows:
                rows.append([])
            rows[-1].append(line)
        return map(" ".join, rows)


class PlainText(Splitter):
    """Text whose only markup is list items; its headings are known: {line: heading}."""

    def __init__(self, headings):
        super().__init__()
        self._headings = headings

    def line(self, line, number):
        if found := self._headings.get(line.strip()):
            self.heading(found)
            return
        if re.match(r"\s*(\u2022|\d+\.)\s", line):
            self.end()
        self.add(line)


def without_bars(text):
    """The text without bars if every line is enclosed in bars, as in a table of one column; else None."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines or not all(line.startswith("|") and line.endswith("|") for line in lines):
        return None
    return "\n".join(line[1:-1].removeprefix(" ") for line in lines)


def split(text, suffix, headings=None):
    """The sections of a document, in the language of its file suffix. `headings` are those of plain text: {line:
    heading}."""
    if suffix == ".md":
        return Markdown().split(re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL))
    if suffix == ".adoc":
        return AsciiDoc().split(text)
    if suffix == ".txt":
        markdown = without_bars(text)
        return split(markdown, ".md") if markdown else PlainText(headings or {}).split(text)
    raise DocumentError("is neither Markdown (.md) nor AsciiDoc (.adoc) nor text (.txt)")
