// SPDX-License-Identifier: Apache-2.0
#include "oracle/plain_json.h"

#include <algorithm>
#include <set>

namespace loadstone::oracle {
namespace {

using rapidjson::Value;

constexpr int kMaxDepth = 32;
constexpr size_t kMaxTextLength = 255;  // in the arrays of both APIs, without the zero

// Whether no object has a member twice, and the nesting is not too deep.
bool IsPlainTree(const Value& value, int depth = 0) {
  if (depth > kMaxDepth) return false;
  if (value.IsArray()) {
    return std::all_of(value.Begin(), value.End(),
                       [&](const Value& element) { return IsPlainTree(element, depth + 1); });
  }
  if (!value.IsObject()) return true;
  std::set<std::string> names;
  for (const auto& member : value.GetObject()) {
    if (!names.insert(member.name.GetString()).second || !IsPlainTree(member.value, depth + 1)) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<rapidjson::Document> ReadPlainObject(const std::string& text) {
  // The documents do not mention byte order marks and characters outside of ASCII. Every JSON
  // parser decodes escapes, but a text without escapes is certain to be read the same way.
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= ' ' && c <= '~' && c != '\\') || c == '\n' || c == '\t' || c == '\r';
  });
  if (!plain) return std::nullopt;
  rapidjson::Document json;
  constexpr unsigned kFlags =
      rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag;
  json.Parse<kFlags>(text.data(), text.size());
  if (json.HasParseError() || !json.IsObject() || !IsPlainTree(json)) return std::nullopt;
  return json;
}

bool IsPlainText(const Value& value) {
  if (!value.IsString() || value.GetStringLength() == 0 ||
      value.GetStringLength() > kMaxTextLength) {
    return false;
  }
  const std::string text(value.GetString(), value.GetStringLength());
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

std::optional<std::vector<std::string>> ReadPlainTexts(const Value& value) {
  if (!value.IsArray()) return std::nullopt;
  std::vector<std::string> texts;
  for (const Value& element : value.GetArray()) {
    if (!IsPlainText(element)) return std::nullopt;
    texts.push_back(element.GetString());
  }
  return texts;
}

std::optional<uint32_t> ReadNumber(const std::string& text) {
  const bool digits =
      !text.empty() && text.size() <= 6 &&
      std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!digits || (text.size() > 1 && text.front() == '0')) return std::nullopt;
  return static_cast<uint32_t>(std::stoul(text));
}

bool AmbiguousTexts::Mentions(const std::string& text) const {
  // A decoded escape may be any letter.
  return std::any_of(texts_.begin(), texts_.end(), [&](const std::string& one) {
    return one.find(text) != std::string::npos || one.find('\\') != std::string::npos;
  });
}

}  // namespace loadstone::oracle
