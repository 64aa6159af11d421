// SPDX-License-Identifier: Apache-2.0
#include "harness/report/badge.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <string_view>

#include "harness/report/html_node.h"
#include "harness/report/text.h"

namespace loadstone {
namespace {

constexpr std::size_t kMostBadgeColumns = 60;
constexpr unsigned kColumnWidth = 7;  // about that of a letter of this size
constexpr unsigned kMargin = 10;
constexpr unsigned kHeight = 20;

struct BadgeResult {
  std::string text;
  const char* color;
};

BadgeResult ResultOf(const MatrixSubject& subject) {
  Summary summary;
  for (const auto& [id, verdict] : subject.verdicts) summary.Add(verdict);
  if (summary.fail > 0) return {fmt::format("{} failed", summary.fail), "#c62828"};
  if (summary.error > 0) return {fmt::format("{} errors", summary.error), "#6a1b9a"};
  if (!subject.incomplete.empty()) return {"incomplete", "#6a1b9a"};
  if (summary.warn > 0) return {fmt::format("{} warned", summary.warn), "#a05f00"};
  if (summary.waived > 0) return {fmt::format("{} waived", summary.waived), "#00838f"};
  return {fmt::format("{} passed", summary.pass), "#2e7d32"};
}

std::string FileName(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("._+").find(c) != std::string_view::npos;
    if (plain) {
      name += c;
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  while (name.ends_with('-')) name.pop_back();
  constexpr std::size_t kMostBytes = 200;
  return name.substr(0, kMostBytes);
}

std::string ShortFileName(const MatrixSubject& each) {
  return FileName(fmt::format("{} {} {}", each.subject.api, each.subject.kind, each.name));
}

std::string LongFileName(const MatrixSubject& each) {
  return FileName(fmt::format("{} {} {}", each.subject.api, each.subject.kind, each.label));
}

void AddBox(html::Node svg, unsigned left, unsigned width, const char* color) {
  html::Node box = html::Add(svg, "rect");
  box.append_attribute("x").set_value(left);
  box.append_attribute("width").set_value(width);
  box.append_attribute("height").set_value(kHeight);
  box.append_attribute("fill").set_value(color);
}

void AddLine(html::Node svg, unsigned left, const std::string& text) {
  html::Node line = html::Add(svg, "text", text);
  line.append_attribute("x").set_value(left + kMargin / 2);
  line.append_attribute("y").set_value(14);
  line.append_attribute("fill").set_value("#fff");
  // Fonts differ in width, the boxes do not.
  line.append_attribute("textLength")
      .set_value(static_cast<unsigned>(Columns(text)) * kColumnWidth);
}

std::string BadgeSvg(const std::string& label, const BadgeResult& result) {
  const auto width_of = [](const std::string& text) {
    return static_cast<unsigned>(Columns(text)) * kColumnWidth + kMargin;
  };
  const unsigned left = width_of(label);
  const unsigned right = width_of(result.text);
  pugi::xml_document document;
  html::Node svg = html::Add(document, "svg");
  svg.append_attribute("xmlns").set_value("http://www.w3.org/2000/svg");
  svg.append_attribute("width").set_value(left + right);
  svg.append_attribute("height").set_value(kHeight);
  svg.append_attribute("role").set_value("img");
  svg.append_attribute("font-family").set_value("Verdana, DejaVu Sans, sans-serif");
  svg.append_attribute("font-size").set_value(11);
  html::Add(svg, "title", label + ": " + result.text);
  AddBox(svg, 0, left, "#444");
  AddBox(svg, left, right, result.color);
  AddLine(svg, 0, label);
  AddLine(svg, left, result.text);
  return SaveXml(document, pugi::format_raw | pugi::format_no_declaration) + "\n";
}

}  // namespace

std::string BadgeText(const MatrixSubject& subject) { return ResultOf(subject).text; }

std::vector<Badge> MakeBadges(const Matrix& matrix) {
  std::map<std::string, std::size_t> uses;
  for (const MatrixSubject& subject : matrix.subjects) ++uses[ShortFileName(subject)];
  std::set<std::string> taken;
  std::vector<Badge> badges;
  for (const MatrixSubject& subject : matrix.subjects) {
    const bool only = uses[ShortFileName(subject)] == 1;
    const std::string base = only ? ShortFileName(subject) : LongFileName(subject);
    std::string name = base;
    for (int number = 2; !taken.insert(name).second; ++number) {
      name = fmt::format("{}-{}", base, number);
    }
    const std::string label = Truncate(only ? subject.name : subject.label, kMostBadgeColumns);
    badges.push_back({name + ".svg", BadgeSvg(label, ResultOf(subject))});
  }
  return badges;
}

}  // namespace loadstone
