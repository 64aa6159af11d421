// SPDX-License-Identifier: Apache-2.0
#include "harness/report/text.h"

#include <fmt/format.h>

#include <cmath>

namespace loadstone {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// The first character of a byte sequence that may not be valid UTF-8.
struct Character {
  char32_t code = 0;
  std::size_t length = 1;  // in bytes; 1 for a byte that is not part of UTF-8
  bool valid = false;
};

bool IsLetterOrDigit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool IsContinuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

// Decodes the character at the start of `text`, which must not be empty. Overlong forms, surrogates
// and values above U+10FFFF are invalid.
Character Decode(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return {first, 1, true};
  std::size_t length = 0;
  char32_t code = 0;
  char32_t least = 0;
  if ((first & 0xE0) == 0xC0) {
    length = 2, code = first & 0x1F, least = 0x80;
  } else if ((first & 0xF0) == 0xE0) {
    length = 3, code = first & 0x0F, least = 0x800;
  } else if ((first & 0xF8) == 0xF0) {
    length = 4, code = first & 0x07, least = 0x10000;
  } else {
    return {};
  }
  if (text.size() < length) return {};
  for (std::size_t i = 1; i < length; ++i) {
    if (!IsContinuation(text[i])) return {};
    code = (code << 6) | (static_cast<unsigned char>(text[i]) & 0x3F);
  }
  if (code < least || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return {};
  return {code, length, true};
}

// XML 1.0, section 2.2: Char.
bool IsXmlChar(char32_t code) {
  if (code < 0x20) return code == '\t' || code == '\n' || code == '\r';
  return code != 0xFFFE && code != 0xFFFF;
}

bool IsBlank(char32_t code) {
  return code == ' ' || (code >= '\t' && code <= '\r') || code == 0x85 || code == 0x2028 ||
         code == 0x2029;
}

bool IsPrintable(char32_t code) {
  if (code < 0x20 || (code >= 0x7F && code < 0xA0)) return false;
  const bool reorders = code == 0x061C || code == 0x200E || code == 0x200F ||
                        (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
  return !reorders;
}

template <typename Allowed>
std::string ReplaceUnless(std::string_view bytes, Allowed allowed) {
  std::string result;
  result.reserve(bytes.size());
  while (!bytes.empty()) {
    const Character character = Decode(bytes);
    const bool keep = character.valid && allowed(character.code);
    result += keep ? bytes.substr(0, character.length) : kReplacement;
    bytes.remove_prefix(character.length);
  }
  return result;
}

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

bool IsBareInShell(char c) {
  return IsDigit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
         std::string_view("_@%+:,./-").find(c) != std::string_view::npos;
}

// Removes the run of digits at the start of `text`, and returns it without leading zeros.
std::string_view TakeNumber(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && IsDigit(text[end])) ++end;
  std::string_view number = text.substr(0, end);
  text.remove_prefix(end);
  while (!number.empty() && number.front() == '0') number.remove_prefix(1);
  return number;
}

std::string EscapedForShell(std::string_view word) {
  std::string result = "$'";
  while (!word.empty()) {
    const Character character = Decode(word);
    const std::string_view bytes = word.substr(0, character.length);
    if (!character.valid || !IsPrintable(character.code)) {
      for (const char byte : bytes) {
        result += fmt::format("\\{:03o}", static_cast<unsigned char>(byte));
      }
    } else {
      if (bytes == "'" || bytes == "\\") result += '\\';
      result += bytes;
    }
    word.remove_prefix(character.length);
  }
  return result + "'";
}

}  // namespace

std::string ValidUtf8(std::string_view bytes) {
  return ReplaceUnless(bytes, [](char32_t) { return true; });
}

std::string XmlText(std::string_view bytes) { return ReplaceUnless(bytes, IsXmlChar); }

std::string OneLine(std::string_view bytes) {
  std::string result;
  bool gap = false;
  while (!bytes.empty()) {
    const Character character = Decode(bytes);
    const std::string_view encoded = bytes.substr(0, character.length);
    bytes.remove_prefix(character.length);
    if (character.valid && IsBlank(character.code)) {
      gap = true;
      continue;
    }
    if (gap && !result.empty()) result += ' ';
    gap = false;
    if (!character.valid) {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(encoded[0]));
    } else if (IsPrintable(character.code)) {
      result += encoded;
    } else if (character.code < 0x100) {
      result += fmt::format("\\x{:02x}", static_cast<unsigned>(character.code));
    } else {
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(character.code));
    }
  }
  return result;
}

std::string MarkdownText(std::string_view bytes) {
  const std::string line = OneLine(bytes);
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    // An underscore within a word, as in names of Vulkan, has no special meaning, and trackers that
    // show plain text would show the backslash.
    const bool in_word = line[i] == '_' && i > 0 && i + 1 < line.size() &&
                         IsLetterOrDigit(line[i - 1]) && IsLetterOrDigit(line[i + 1]);
    const bool special = std::string_view("|\\`*_<>[]").find(line[i]) != std::string_view::npos;
    if (special && !in_word) text += '\\';
    text += line[i];
  }
  return text;
}

std::size_t Columns(std::string_view utf8) {
  std::size_t columns = 0;
  for (const char byte : utf8) columns += IsContinuation(byte) ? 0 : 1;
  return columns;
}

std::string Truncate(std::string_view utf8, std::size_t columns) {
  if (Columns(utf8) <= columns) return std::string(utf8);
  constexpr std::string_view kEllipsis = "...";
  if (columns <= kEllipsis.size()) return std::string(kEllipsis.substr(0, columns));
  std::size_t left = columns - kEllipsis.size();
  std::size_t end = 0;
  // Stops at the first byte of the first character that does not fit.
  while (IsContinuation(utf8[end]) || left > 0) left -= IsContinuation(utf8[end++]) ? 0 : 1;
  return fmt::format("{}{}", utf8.substr(0, end), kEllipsis);
}

std::string ShellQuote(std::string_view word) {
  bool bare = !word.empty();
  bool printable = true;
  for (std::string_view rest = word; !rest.empty();) {
    const Character character = Decode(rest);
    bare = bare && IsBareInShell(rest[0]);
    printable = printable && character.valid && IsPrintable(character.code);
    rest.remove_prefix(character.length);
  }
  if (bare) return std::string(word);
  if (!printable) return EscapedForShell(word);
  std::string result = "'";
  for (const char c : word) {
    if (c == '\'') {
      result += "'\\''";
    } else {
      result += c;
    }
  }
  return result + "'";
}

bool NaturalLess(std::string_view a, std::string_view b) {
  const std::string_view whole_a = a;
  const std::string_view whole_b = b;
  while (!a.empty() && !b.empty()) {
    if (IsDigit(a[0]) && IsDigit(b[0])) {
      const std::string_view number_a = TakeNumber(a);
      const std::string_view number_b = TakeNumber(b);
      if (number_a.size() != number_b.size()) return number_a.size() < number_b.size();
      if (number_a != number_b) return number_a < number_b;
      continue;
    }
    if (a[0] != b[0]) return static_cast<unsigned char>(a[0]) < static_cast<unsigned char>(b[0]);
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  if (a.empty() != b.empty()) return a.empty();
  return whole_a < whole_b;  // they differ in leading zeros at most
}

double SaneSeconds(double seconds) { return std::isfinite(seconds) && seconds > 0 ? seconds : 0; }

}  // namespace loadstone
