// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_HTML_NODE_H_
#define LOADSTONE_HARNESS_REPORT_HTML_NODE_H_

#include <cstddef>
#include <pugixml.hpp>
#include <string>
#include <string_view>

#include "harness/report/html_page.h"
#include "harness/report/text.h"
#include "harness/report/xml_text.h"

namespace loadstone::html {

using Node = pugi::xml_node;

inline void AddText(Node parent, std::string_view text) {
  parent.append_child(pugi::node_pcdata).set_value(XmlText(text).c_str());
}

// Adds the text of an ID or a path, which a browser may break behind each _ and / and nowhere else.
inline void AddBreakable(Node parent, std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = text.find_first_of("_/");
    const std::size_t size = end == text.npos ? text.size() : end + 1;
    AddText(parent, text.substr(0, size));
    text.remove_prefix(size);
    if (!text.empty()) parent.append_child("wbr");
  }
}

// Adds an element with a text, which is escaped, and a CSS class.
inline Node Add(Node parent, const char* name, std::string_view text = "",
                const char* css = nullptr) {
  Node node = parent.append_child(name);
  if (css != nullptr) node.append_attribute("class").set_value(css);
  if (!text.empty()) AddText(node, text);
  return node;
}

// Begins a self-contained page, with rules of style in addition to those of every page; returns its
// body. A browser loads no other file for it.
inline Node BeginPage(pugi::xml_document& document, const std::string& title,
                      const char* style = "") {
  document.append_child(pugi::node_doctype).set_value("html");
  Node html = Add(document, "html");
  html.append_attribute("lang").set_value("en");
  Node head = Add(html, "head");
  Add(head, "meta").append_attribute("charset").set_value("utf-8");
  Node viewport = Add(head, "meta");
  viewport.append_attribute("name").set_value("viewport");
  viewport.append_attribute("content").set_value("width=device-width, initial-scale=1");
  Node policy = Add(head, "meta");
  policy.append_attribute("http-equiv").set_value("Content-Security-Policy");
  policy.append_attribute("content").set_value(
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'");
  Add(head, "title", title);
  Add(head, "style", std::string(kHtmlStyle) + style);
  return Add(html, "body");
}

inline std::string SavePage(const pugi::xml_document& document) {
  return SaveXml(document, pugi::format_raw | pugi::format_no_empty_element_tags |
                               pugi::format_no_declaration);
}

}  // namespace loadstone::html

#endif  // LOADSTONE_HARNESS_REPORT_HTML_NODE_H_
