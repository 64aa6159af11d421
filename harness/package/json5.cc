// SPDX-License-Identifier: Apache-2.0
#include "harness/package/json5.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

namespace loadstone {
namespace {

bool BeginsName(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}
bool ContinuesName(char c) {
  return BeginsName(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
}

class Converter {
 public:
  explicit Converter(std::string_view text) : text_(text) {}

  std::string Convert() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"' || c == '\'') {
        TakeText(c);
      } else if (text_.substr(at_).starts_with("//")) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (text_.substr(at_).starts_with("/*")) {
        SkipComment();
      } else if (BeginsName(c)) {
        TakeName();
      } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
        TakeNumber();
      } else {
        json_ += text_[at_++];
      }
    }
    return std::move(json_);
  }

 private:
  void SkipComment() {
    const size_t end = text_.find("*/", at_ + 2);
    if (end == std::string_view::npos) {
      json_ += "/*";  // makes the result invalid JSON
      at_ = text_.size();
    } else {
      json_ += ' ';
      at_ = end + 2;
    }
  }

  void TakeName() {
    const size_t begin = at_;
    while (at_ < text_.size() && ContinuesName(text_[at_])) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    const bool is_value = name == "true" || name == "false" || name == "null";
    json_.append(is_value ? "" : "\"").append(name).append(is_value ? "" : "\"");
  }

  // Copies the exponent too, so that it does not become a name.
  void TakeNumber() {
    while (at_ < text_.size() && (ContinuesName(text_[at_]) || text_[at_] == '.')) {
      json_ += text_[at_++];
    }
  }

  void TakeText(char quote) {
    json_ += '"';
    for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
        TakeEscape(text_[++at_]);
      } else {
        if (text_[at_] == '"') json_ += '\\';
        json_ += text_[at_];
      }
    }
    if (at_ < text_.size()) {
      json_ += '"';
      ++at_;
    }
  }

  void TakeEscape(char c) {
    if (c == '\'') {
      json_ += c;
    } else if (c != '\n') {  // not a line continuation
      json_ += '\\';
      json_ += c;
    }
  }

  std::string_view text_;
  size_t at_ = 0;
  std::string json_;
};

}  // namespace

std::string JsonFromJson5(const std::string& text) { return Converter(text).Convert(); }

}  // namespace loadstone
