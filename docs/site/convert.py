# SPDX-License-Identifier: Apache-2.0
"""Converts Markdown pages to a self-contained site of HTML files."""

import json
import pathlib
import posixpath
import re

import jinja2
import markdown
import markdown.extensions
import markdown.treeprocessors

FOLDER = pathlib.Path(__file__).resolve().parent
INDEX = "search_index.js"
MATRIX = "matrix.html"
START = "index.html"  # what a server of pages shows for the address of the site
LINK = re.compile(r'<a href="([^"#:]*)(#[^"]*)?">(.*?)</a>', re.S)
HEADING = re.compile(r'<h[1-6] id="([^"]+)">(.*?)</h[1-6]>', re.S)
TAG = re.compile(r"<[^>]+>")


def slug(heading, _separator):
    """Returns the anchor of a heading in the format of forges that show Markdown."""
    return re.sub(r"[^a-z0-9_ -]", "", heading.lower()).replace(" ", "-")


class ColumnNames(markdown.treeprocessors.Treeprocessor):
    """Gives each cell of a table the name of its column (data-column), which style.css shows where the screen is too
    narrow for columns. The head of a column without a name is not a head."""

    def run(self, root):
        for table in root.iter("table"):
            heads = list(table.iter("th"))
            names = ["".join(head.itertext()) for head in heads]
            for name, head in zip(names, heads):
                if not name:
                    head.tag = "td"
            for row in table.iterfind("tbody/tr"):
                for name, cell in zip(names[1:], row[1:]):
                    if name:
                        cell.set("data-column", name)


class Tables(markdown.extensions.Extension):
    """Tables whose cells have the names of their columns."""

    def extendMarkdown(self, md):  # noqa: N802  (the name is the library's)
        md.treeprocessors.register(ColumnNames(md), "column_names", 5)  # After "inline", which makes text of the heads.


def html_name(path):
    return path.removesuffix(".md") + ".html"


def _target(page, link, paths):
    """Returns the page that a link of `page` refers to, or None; a link to a folder refers to its README."""
    joined = posixpath.normpath(posixpath.join(posixpath.dirname(page), link)) if link else page
    for path in (joined, posixpath.join(joined, "README.md")):
        if path in paths:
            return path
    return None


def linked(page, text, paths):
    """Returns the HTML of a page with links to pages changed to HTML files, and other local links reduced to text."""
    def replace(match):
        link, anchor, words = match[1], match[2] or "", match[3]
        target = _target(page, link, paths)
        if target is None:
            return words
        place = posixpath.relpath(html_name(target), posixpath.dirname(page) or ".")
        return f'<a href="{place if link else ""}{anchor}">{words}</a>'
    return LINK.sub(replace, text)


def with_links(matrix, links):
    """Returns the page of a matrix, which is a page of its own, with the links that every page of the site has."""
    head, main, rest = matrix.partition("<main>")
    assert main, "the page of a matrix has a <main>"
    return f"{head}<header>{links}</header>{main}{rest}"


def site(pages, entries, matrix=""):
    """Returns the site of `pages`, {path: Markdown}, as {file: text}. `entries`, [[words, place]], are the entries of
    the search field in addition to the headings; `matrix` is the page of `loadstone matrix`, if the site has one."""
    templates = jinja2.Environment(loader=jinja2.FileSystemLoader(FOLDER / "templates"), autoescape=True,
                                   undefined=jinja2.StrictUndefined)
    template = templates.get_template("page.html.j2")
    files, index = {}, list(entries)
    for path, text in pages.items():
        body = markdown.markdown(text, extensions=["tables", Tables(), "fenced_code", "toc"],
                                 extension_configs={"toc": {"slugify": slug}})
        headings = [(anchor, TAG.sub("", words)) for anchor, words in HEADING.findall(body)]
        title = headings[0][1] if headings else path
        index += [[f"{words} ({path})", f"{html_name(path)}#{anchor}"] for anchor, words in headings]
        root = posixpath.relpath(".", posixpath.dirname(path) or ".")
        files[html_name(path)] = template.render(title=title, body=linked(path, body, pages.keys()), root=root,
                                                matrix=MATRIX if matrix else "")
    if matrix:
        files[MATRIX] = with_links(matrix, templates.get_template("nav.html.j2").render(root=".", matrix=MATRIX))
    if "README.html" in files:
        files[START] = files["README.html"]
    files[INDEX] = "const searchIndex = " + json.dumps(index, ensure_ascii=False, separators=(",", ":")) + ";\n"
    files["search.js"] = (FOLDER / "search.js").read_text(encoding="utf-8")
    files["style.css"] = (FOLDER / "style.css").read_text(encoding="utf-8")
    return files
