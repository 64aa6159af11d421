# SPDX-License-Identifier: Apache-2.0
"""Markdown pages to a site of HTML files that need nothing from elsewhere."""

import json
import pathlib
import posixpath
import re

import jinja2
import markdown

FOLDER = pathlib.Path(__file__).resolve().parent
INDEX = "search_index.js"
LINK = re.compile(r'<a href="([^"#:]*)(#[^"]*)?">(.*?)</a>', re.S)
HEADING = re.compile(r'<h[1-6] id="([^"]+)">(.*?)</h[1-6]>', re.S)
TAG = re.compile(r"<[^>]+>")


def slug(heading, _separator):
    """The anchor of a heading, as forges that show Markdown make it."""
    return re.sub(r"[^a-z0-9_ -]", "", heading.lower()).replace(" ", "-")


def html_name(path):
    return path.removesuffix(".md") + ".html"


def _target(page, link, paths):
    """Where a link of `page` leads within the site, or None; one to a folder leads to its README."""
    joined = posixpath.normpath(posixpath.join(posixpath.dirname(page), link)) if link else page
    for path in (joined, posixpath.join(joined, "README.md")):
        if path in paths:
            return path
    return None


def linked(page, text, paths):
    """The HTML of a page with links to other pages as links to their HTML; one to a file that is no page is its text."""
    def replace(match):
        link, anchor, words = match[1], match[2] or "", match[3]
        target = _target(page, link, paths)
        if target is None:
            return words
        place = posixpath.relpath(html_name(target), posixpath.dirname(page) or ".")
        return f'<a href="{place if link else ""}{anchor}">{words}</a>'
    return LINK.sub(replace, text)


def site(pages, entries):
    """{file: text} of the site of `pages`, {path: Markdown}. `entries`, [[words, place]], is what the search field
    knows besides the headings."""
    template = jinja2.Environment(loader=jinja2.FileSystemLoader(FOLDER / "templates"), autoescape=True,
                                  undefined=jinja2.StrictUndefined).get_template("page.html.j2")
    files, index = {}, list(entries)
    for path, text in pages.items():
        body = markdown.markdown(text, extensions=["tables", "fenced_code", "toc"],
                                 extension_configs={"toc": {"slugify": slug}})
        headings = [(anchor, TAG.sub("", words)) for anchor, words in HEADING.findall(body)]
        title = headings[0][1] if headings else path
        index += [[f"{words} ({path})", f"{html_name(path)}#{anchor}"] for anchor, words in headings]
        root = posixpath.relpath(".", posixpath.dirname(path) or ".")
        files[html_name(path)] = template.render(title=title, body=linked(path, body, pages.keys()), root=root)
    files[INDEX] = "const searchIndex = " + json.dumps(index, ensure_ascii=False, separators=(",", ":")) + ";\n"
    files["search.js"] = (FOLDER / "search.js").read_text(encoding="utf-8")
    files["style.css"] = (FOLDER / "style.css").read_text(encoding="utf-8")
    return files
