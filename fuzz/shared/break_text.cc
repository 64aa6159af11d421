// SPDX-License-Identifier: Apache-2.0
#include "fuzz/shared/break_text.h"

#include <iterator>
#include <string_view>
#include <vector>

namespace loadstone::fuzz {
namespace {

using Below = std::function<size_t(size_t)>;

template <typename List>
const auto& Pick(const List& list, const Below& below) {
  return list[below(std::size(list))];
}

// The positions of all characters that are in `wanted`.
std::vector<size_t> PlacesOf(const std::string& text, std::string_view wanted) {
  std::vector<size_t> places;
  for (size_t at = 0; (at = text.find_first_of(wanted, at)) != std::string::npos; ++at) {
    places.push_back(at);
  }
  return places;
}

// Ends the text within a string, often right after the opening quotation mark, and sometimes with
// the beginning of an escape.
std::string EndInString(const std::string& text, const Below& below) {
  const std::vector<size_t> marks = PlacesOf(text, "\"");
  const std::string end = below(3) == 0 ? "\\" : "";
  if (marks.empty()) return text + '"' + end;
  return text.substr(0, Pick(marks, below) + 1 + (below(2) == 0 ? 0 : below(8))) + end;
}

std::string DropOneOf(std::string text, std::string_view wanted, const Below& below) {
  const std::vector<size_t> places = PlacesOf(text, wanted);
  if (!places.empty()) text.erase(Pick(places, below), 1);
  return text;
}

// Puts an incomplete escape into a string, half of the time at its end, and sometimes ends the text
// there.
std::string CutEscape(std::string text, const Below& below) {
  constexpr const char* kEscapes[] = {"\\",      "\\u",           "\\u0",           "\\u12",
                                      "\\ud800", "\\ud800\\u",    "\\ud800\\u0041", "\\udc00",
                                      "\\u0000", "\\ud83d\\ude0", "\\x41",          "\\U0041"};
  const std::vector<size_t> marks = PlacesOf(text, "\"");
  const size_t mark = marks.empty() ? text.size() : Pick(marks, below);
  const size_t at = mark < text.size() && below(2) == 0 ? mark + 1 : mark;
  const std::string_view escape = Pick(kEscapes, below);
  text.insert(at, escape);
  if (below(3) == 0) text.resize(at + escape.size());
  return text;
}

std::string InsertBadUtf8(std::string text, const Below& below) {
  constexpr std::string_view kBytes[] = {
      "\x80",     "\xbf\xbf\xbf", "\xc0\xaf",         "\xc3",     "\xe0\x80\xaf", "\xed\xa0\x80",
      "\xf0\x9f", "\xf4\x90\x80", "\xf8\x88\x80\x80", "\xff\xfe", "\xf0\x80\x80", "\xe2\x82"};
  return text.insert(below(text.size() + 1), Pick(kBytes, below));
}

// The bytes of the text as UTF-16 code units, half of the time without the last byte.
std::string AsUtf16(const std::string& text, const Below& below) {
  const bool little = below(2) == 0;
  std::string wide = below(2) == 0 ? "" : little ? "\xff\xfe" : "\xfe\xff";
  for (const char c : text) {
    if (!little) wide += '\0';
    wide += c;
    if (little) wide += '\0';
  }
  if (below(2) == 0 && !wide.empty()) wide.pop_back();
  return wide;
}

std::string LengthenNumber(std::string text, const Below& below) {
  constexpr size_t kDigits = 1000;
  const std::vector<size_t> places = PlacesOf(text, "0123456789");
  const size_t at = places.empty() ? text.size() : Pick(places, below);
  const char digit = static_cast<char>('0' + below(10));
  const std::string_view before = below(4) == 0 ? "1e" : below(3) == 0 ? "0." : "";
  return text.insert(at, std::string(before) + std::string(kDigits, digit));
}

std::string InsertZeros(std::string text, const Below& below) {
  const size_t at = below(2) == 0 ? text.size() : below(text.size() + 1);
  return text.insert(at, std::string(1 + below(3), '\0'));
}

// Repeats a member before itself, with another value.
std::string RepeatMember(std::string text, const Below& below) {
  constexpr const char* kValues[] = {"null", "\"\"", "[]", "{}", "0", "\"other\""};
  const std::vector<size_t> colons = PlacesOf(text, ":");
  if (colons.empty()) return text + text;
  const size_t end = text.rfind('"', Pick(colons, below));
  if (end == std::string::npos || end == 0) return text + text;
  const size_t begin = text.rfind('"', end - 1);
  if (begin == std::string::npos) return text + text;
  const std::string name = text.substr(begin, end + 1 - begin);
  return text.insert(begin, name + ":" + Pick(kValues, below) + ",");
}

// Nests the value of a member in lists or objects, which may be closed.
std::string Nest(std::string text, const Below& below) {
  const size_t depth = 2 + below(below(2) == 0 ? 60 : 400);
  const std::vector<size_t> colons = PlacesOf(text, ":");
  const size_t at = colons.empty() ? 0 : Pick(colons, below) + 1;
  const bool lists = below(2) == 0;
  std::string nested;
  for (size_t i = 0; i < depth; ++i) nested += lists ? "[" : "{\"a\":";
  if (below(3) != 0) {
    nested += "0";
    nested.append(depth, lists ? ']' : '}');
    if (!colons.empty()) nested += below(2) == 0 ? ",\"layer\":" : ",";
  }
  return text.insert(at, nested);
}

std::string PutMarkBefore(const std::string& text, const Below& below) {
  constexpr std::string_view kMarks[] = {
      "\xef\xbb\xbf",      "\xef\xbb",         "\xff\xfe", "\xfe\xff", "\xef\xbb\xbf\xef\xbb\xbf",
      {"\xff\xfe\0\0", 4}, {"\0\0\xfe\xff", 4}};
  return std::string(Pick(kMarks, below)) + text;
}

}  // namespace

std::string BreakText(const std::string& text, const Below& below) {
  switch (below(12)) {
    case 0:
    case 1:
      return EndInString(text, below);
    case 2:
      return DropOneOf(text, "\"", below);
    case 3:
      return DropOneOf(text, "]}", below);
    case 4:
      return CutEscape(text, below);
    case 5:
      return InsertBadUtf8(text, below);
    case 6:
      return AsUtf16(text, below);
    case 7:
      return LengthenNumber(text, below);
    case 8:
      return InsertZeros(text, below);
    case 9:
      return RepeatMember(text, below);
    case 10:
      return Nest(text, below);
    default:
      return PutMarkBefore(text, below);
  }
}

}  // namespace loadstone::fuzz
