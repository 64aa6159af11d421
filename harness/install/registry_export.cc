// SPDX-License-Identifier: Apache-2.0
#include "harness/install/registry_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "harness/install/registry_text.h"

namespace loadstone {
namespace {

constexpr char kMarkOfUtf16[] = "\xff\xfe";
constexpr char kMarkOfUtf8[] = "\xef\xbb\xbf";

// The first lines that identify the dialect of a text.
constexpr std::string_view kEditor5 = "Windows Registry Editor Version 5.00";
constexpr std::string_view kEditor4 = "REGEDIT4";
constexpr std::string_view kWine = "WINE REGISTRY Version 2";

enum class Dialect { kEditor5, kEditor4, kWine };

std::string Decoded(const std::string& bytes) {
  if (bytes.starts_with(kMarkOfUtf16)) {
    std::optional<std::string> text = Utf8FromUtf16(std::string_view(bytes).substr(2));
    if (!text.has_value()) throw RegistryTextError("it begins like UTF-16 but is not valid UTF-16");
    return *std::move(text);
  }
  if (bytes.starts_with("regf")) {
    throw RegistryTextError("it is a hive; export it as text with 'reg export'");
  }
  const size_t mark = bytes.starts_with(kMarkOfUtf8) ? sizeof(kMarkOfUtf8) - 1 : 0;
  if (!IsUtf8(bytes)) {
    throw RegistryTextError("it is neither UTF-8 nor UTF-16; export it in version 5.00");
  }
  return bytes.substr(mark);
}

class Reader {
 public:
  Reader(const std::string& text, const std::string& root,
         const std::function<bool(const std::string&)>& wanted)
      : rest_(text), root_(root), wanted_(wanted) {}

  std::vector<RegistryValue> Read() {
    ReadHeader();
    while (!rest_.empty()) ReadLine(NextLine());
    return std::move(values_);
  }

 private:
  [[noreturn]] void Fail(const std::string& why) const {
    throw RegistryTextError(fmt::format("line {}: {}", line_, why));
  }

  std::string_view NextLine() {
    const size_t end = rest_.find('\n');
    std::string_view line = rest_.substr(0, end);
    rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++line_;
    return line;
  }

  void ReadHeader() {
    const std::string_view line = NextLine();
    if (line == kEditor5) {
      dialect_ = Dialect::kEditor5;
    } else if (line == kEditor4) {
      dialect_ = Dialect::kEditor4;
    } else if (line == kWine) {
      dialect_ = Dialect::kWine;
    } else {
      throw RegistryTextError(
          "it is not an exported registry: its first line is not one that the registry editor "
          "writes");
    }
  }

  void ReadLine(std::string_view line) {
    const char first = line.empty() ? ';' : line.front();
    const bool remark = first == ';' || (dialect_ == Dialect::kWine && first == '#');
    if (remark) return;
    if (first == '[') return ReadKey(line);
    if (first != '"' && first != '@') Fail("expected a key or a value");
    if (!has_key_) Fail("a value comes before the first key");
    ReadValue(line);
  }

  void ReadKey(std::string_view line) {
    const size_t end = line.rfind(']');
    if (end == std::string_view::npos) Fail("the name of a key is not terminated");
    std::string_view name = line.substr(1, end - 1);
    has_key_ = true;
    if (dialect_ == Dialect::kWine) {
      key_ = root_ + "\\" + Unescaped(name);
    } else {
      key_ = name.starts_with('-') ? std::string() : ShortKey(std::string(name));
    }
    is_wanted_ = !key_.empty() && wanted_(key_);
  }

  // Returns a key with its root in the form of RegistryValue; empty for any other root.
  static std::string ShortKey(const std::string& name) {
    constexpr std::pair<std::string_view, std::string_view> kRoots[] = {
        {"hkey_local_machine\\", "HKLM\\"}, {"hkey_current_user\\", "HKCU\\"}};
    const std::string lower = Lower(name);
    for (const auto& [root, written] : kRoots) {
      if (lower.starts_with(root)) return std::string(written) + name.substr(root.size());
    }
    return {};
  }

  static bool IsContinued(std::string_view line) { return line.ends_with('\\'); }

  std::string_view Continuation() {
    if (rest_.empty()) Fail("the text ends within a value");
    return NextLine();
  }

  void ReadValue(std::string_view line) {
    RegistryValue value;
    value.key = key_;
    if (line.front() == '@') {
      line.remove_prefix(1);
    } else {
      value.name = Quoted(line);
    }
    if (!line.starts_with('=')) Fail("the name of a value is not followed by data");
    line.remove_prefix(1);
    if (line == "-") return;  // to be removed
    ReadData(line, value);
    if (is_wanted_) values_.push_back(std::move(value));
  }

  void ReadData(std::string_view line, RegistryValue& value) {
    if (line.starts_with('"')) {
      value.type = kRegistryText;
      value.data = RegistryText({}, {}, Quoted(line)).data;
    } else if (line.starts_with("str(")) {
      line.remove_prefix(4);
      value.type = Number(line, ')');
      if (!line.starts_with(":\"")) Fail("expected the beginning of a text");
      line.remove_prefix(1);
      value.data = RegistryText({}, {}, Quoted(line)).data;
    } else if (line.starts_with("dword:")) {
      line.remove_prefix(6);
      value = RegistryDword(value.key, value.name, Number(line, '\0'));
    } else if (line.starts_with("hex")) {
      line.remove_prefix(3);
      ReadHex(line, value);
    } else {
      Fail("the data of a value has an unknown form");
    }
  }

  void ReadHex(std::string_view line, RegistryValue& value) {
    value.type = kRegistryBytes;
    if (line.starts_with('(')) {
      line.remove_prefix(1);
      value.type = Number(line, ')');
    }
    if (!line.starts_with(':')) Fail("expected the bytes of a value");
    line.remove_prefix(1);
    while (IsContinued(line)) {
      AddBytes(line.substr(0, line.size() - 1), value.data);
      line = Continuation();
    }
    AddBytes(line, value.data);
    const bool is_text = value.type == kRegistryText || value.type == kRegistryExpandedText ||
                         value.type == kRegistryTexts;
    if (dialect_ == Dialect::kEditor4 && is_text) value.data = Widened(value.data);
  }

  void AddBytes(std::string_view digits, std::string& bytes) const {
    for (size_t at = 0; at < digits.size();) {
      if (digits[at] == ' ' || digits[at] == ',' || digits[at] == '\t') {
        ++at;
        continue;
      }
      const std::string_view two = digits.substr(at, 2);
      unsigned byte = 0;
      const auto [end, error] = std::from_chars(two.begin(), two.end(), byte, 16);
      if (error != std::errc() || end != two.end() || two.size() != 2) Fail("this is not a byte");
      bytes += static_cast<char>(byte);
      at += 2;
    }
  }

  // In REGEDIT4, texts have one byte per character.
  static std::string Widened(const std::string& bytes) {
    std::string wide;
    for (const char c : bytes) {
      wide += c;
      wide += '\0';
    }
    return wide;
  }

  // Parses and removes a hexadecimal number up to `end`, or the whole line if `end` is 0.
  uint32_t Number(std::string_view& line, char end) const {
    const size_t length = end == '\0' ? line.size() : std::min(line.find(end), line.size());
    uint32_t number = 0;
    const std::string_view digits = line.substr(0, length);
    const auto [stop, error] = std::from_chars(digits.begin(), digits.end(), number, 16);
    if (error != std::errc() || stop != digits.end()) Fail("this is not a number");
    line.remove_prefix(std::min(length + 1, line.size()));
    return number;
  }

  // Parses and removes the quoted text at the beginning of the line. The text of a value may
  // continue on further lines.
  std::string Quoted(std::string_view& line) {
    const char* const begin = line.data() + 1;
    const char* const end = rest_.data() + rest_.size();
    std::string_view all =
        rest_.empty() ? line.substr(1) : std::string_view(begin, static_cast<size_t>(end - begin));
    for (size_t at = 0; at < all.size(); ++at) {
      if (all[at] == '\\') {
        ++at;
      } else if (all[at] == '"') {
        const std::string text = Unescaped(all.substr(0, at));
        line_ += static_cast<size_t>(std::count(all.begin(), all.begin() + at, '\n'));
        line = all.substr(at + 1);
        const size_t stop = line.find('\n');
        rest_ = stop == std::string_view::npos ? std::string_view() : line.substr(stop + 1);
        line = line.substr(0, stop);
        if (line.ends_with('\r')) line.remove_suffix(1);
        return text;
      }
    }
    Fail("a text is not terminated");
  }

  // Resolves the escapes \\ and \" and, in Wine's dialect, \0, \n and \x0123.
  std::string Unescaped(std::string_view text) const {
    std::string plain;
    std::string units;  // UTF-16 of adjacent \x escapes, which may form surrogate pairs
    const auto flush = [&] {
      if (units.empty()) return;
      const std::optional<std::string> utf8 = Utf8FromUtf16(units);
      if (!utf8.has_value()) Fail("a name or text is not valid UTF-16");
      plain += *utf8;
      units.clear();
    };
    for (size_t at = 0; at < text.size(); ++at) {
      const bool escape = text[at] == '\\' && at + 1 < text.size();
      if (escape && dialect_ == Dialect::kWine && text[at + 1] == 'x') {
        units += Unit(text, at);
        continue;
      }
      flush();
      plain += escape ? Meant(text[++at]) : text[at];
    }
    flush();
    return plain;
  }

  char Meant(char c) const {
    if (dialect_ != Dialect::kWine) return c;
    return c == '0' ? '\0' : c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c;
  }

  // Returns the two bytes of the escape \x0123 at `at`, and advances `at` to its last character.
  static std::string Unit(std::string_view text, size_t& at) {
    unsigned unit = 0;
    const std::string_view digits = text.substr(at + 2, 4);
    const auto [end, error] = std::from_chars(digits.begin(), digits.end(), unit, 16);
    at += 1 + static_cast<size_t>(error == std::errc() ? end - digits.begin() : 0);
    return {static_cast<char>(unit & 0xff), static_cast<char>(unit >> 8)};
  }

  std::string_view rest_;
  const std::string& root_;
  const std::function<bool(const std::string&)>& wanted_;
  Dialect dialect_ = Dialect::kEditor5;
  size_t line_ = 0;
  std::string key_;
  bool has_key_ = false;
  bool is_wanted_ = false;
  std::vector<RegistryValue> values_;
};

}  // namespace

std::vector<RegistryValue> ReadRegistryText(
    const std::string& bytes, const std::string& root,
    const std::function<bool(const std::string& key)>& wanted) {
  const std::string text = Decoded(bytes);
  return Reader(text, root, wanted).Read();
}

std::vector<std::string> TextsOf(const RegistryValue& value) {
  if (value.type != kRegistryText && value.type != kRegistryExpandedText &&
      value.type != kRegistryTexts)
    return {};
  std::string data = value.data;
  data.resize(data.size() - data.size() % 2);
  std::string text = Utf8FromUtf16(data).value_or(std::string());
  std::vector<std::string> texts;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\0', at), text.size());
    if (end > at) texts.push_back(text.substr(at, end - at));
    if (value.type != kRegistryTexts) break;
    at = end + 1;
  }
  return texts;
}

}  // namespace loadstone
