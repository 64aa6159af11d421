// SPDX-License-Identifier: Apache-2.0
#include "fuzz/inside/support/json_tree.h"

#include <cstdint>

namespace loadstone::fuzz::inside {
namespace {

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text_.substr(0, kByteOrderMark.size()) == kByteOrderMark) at_ = kByteOrderMark.size();
  }

  JsonVerdict Parse(JsonNode* tree) {
    const bool good = Value(tree, 0) && (SkipSpace(), at_ == text_.size());
    if (good) return JsonVerdict::kTree;
    return too_deep_ ? JsonVerdict::kTooDeep : JsonVerdict::kNotJson;
  }

 private:
  char Peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  bool Take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void SkipSpace() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r')) {
      ++at_;
    }
  }

  bool Word(std::string_view word, JsonNode::Kind kind, JsonNode* node) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    node->kind = kind;
    return true;
  }

  bool Value(JsonNode* node, int depth) {
    if (depth > kMaximumJsonDepth) {
      too_deep_ = true;
      return false;
    }
    SkipSpace();
    switch (Peek()) {
      case '{':
        return Object(node, depth);
      case '[':
        return Array(node, depth);
      case '"':
        node->kind = JsonNode::Kind::kString;
        return String(&node->text);
      case 't':
        return Word("true", JsonNode::Kind::kTrue, node);
      case 'f':
        return Word("false", JsonNode::Kind::kFalse, node);
      case 'n':
        return Word("null", JsonNode::Kind::kNull, node);
      default:
        return Number(node);
    }
  }

  bool Object(JsonNode* node, int depth) {
    node->kind = JsonNode::Kind::kObject;
    ++at_;
    SkipSpace();
    if (Take('}')) return true;
    node->names.reserve(kUsualMembers);
    node->elements.reserve(kUsualMembers);
    for (;;) {
      SkipSpace();
      node->names.emplace_back();
      node->elements.emplace_back();
      if (!String(&node->names.back())) return false;
      SkipSpace();
      if (!Take(':') || !Value(&node->elements.back(), depth + 1)) return false;
      SkipSpace();
      if (Take('}')) return true;
      if (!Take(',')) return false;
    }
  }

  bool Array(JsonNode* node, int depth) {
    node->kind = JsonNode::Kind::kArray;
    ++at_;
    SkipSpace();
    if (Take(']')) return true;
    for (;;) {
      node->elements.emplace_back();
      if (!Value(&node->elements.back(), depth + 1)) return false;
      SkipSpace();
      if (Take(']')) return true;
      if (!Take(',')) return false;
    }
  }

  bool Digits() {
    const size_t start = at_;
    while (Peek() >= '0' && Peek() <= '9') ++at_;
    return at_ > start;
  }

  bool Number(JsonNode* node) {
    const size_t start = at_;
    node->kind = JsonNode::Kind::kNumber;
    Take('-');
    if (!Take('0') && !Digits()) return false;
    if (Take('.') && !Digits()) return false;
    if (Take('e') || Take('E')) {
      if (!Take('+')) Take('-');
      if (!Digits()) return false;
    }
    node->text = text_.substr(start, at_ - start);
    return true;
  }

  bool String(std::string* out) {
    if (!Take('"')) return false;
    for (;;) {
      const size_t start = at_;
      while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\\' &&
             static_cast<unsigned char>(text_[at_]) >= 0x20) {
        ++at_;
      }
      out->append(text_.data() + start, at_ - start);
      if (Take('"')) return true;
      if (!Take('\\') || !Escape(out)) return false;
    }
  }

  bool Escape(std::string* out) {
    constexpr std::string_view kFrom = "\"\\/bfnrt";
    constexpr std::string_view kTo = "\"\\/\b\f\n\r\t";
    const char c = Peek();
    if (at_ >= text_.size()) return false;
    ++at_;
    if (c == 'u') return UnicodeEscape(out);
    const size_t index = kFrom.find(c);
    if (index == std::string_view::npos) return false;
    *out += kTo[index];
    return true;
  }

  bool Hexadecimal(uint32_t* value) {
    *value = 0;
    for (int i = 0; i < 4; ++i) {
      const char c = Peek();
      uint32_t digit = 0;
      if (c >= '0' && c <= '9') {
        digit = static_cast<uint32_t>(c - '0');
      } else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f') {
        digit = static_cast<uint32_t>((c | 0x20) - 'a' + 10);
      } else {
        return false;
      }
      *value = *value * 16 + digit;
      ++at_;
    }
    return true;
  }

  bool UnicodeEscape(std::string* out) {
    uint32_t code = 0;
    if (!Hexadecimal(&code)) return false;
    if (code >= 0xD800 && code <= 0xDBFF) {
      uint32_t low = 0;
      if (!Take('\\') || !Take('u') || !Hexadecimal(&low)) return false;
      if (low < 0xDC00 || low > 0xDFFF) return false;
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    AppendUtf8(code, out);
    return true;
  }

  static void AppendUtf8(uint32_t code, std::string* out) {
    const auto tail = [out](uint32_t bits) { *out += static_cast<char>(0x80 | (bits & 0x3F)); };
    if (code < 0x80) {
      *out += static_cast<char>(code);
    } else if (code < 0x800) {
      *out += static_cast<char>(0xC0 | (code >> 6));
      tail(code);
    } else if (code < 0x10000) {
      *out += static_cast<char>(0xE0 | (code >> 12));
      tail(code >> 6);
      tail(code);
    } else {
      *out += static_cast<char>(0xF0 | (code >> 18));
      tail(code >> 12);
      tail(code >> 6);
      tail(code);
    }
  }

  // Without this, growing the vectors from one element dominates the cost.
  static constexpr size_t kUsualMembers = 8;

  const std::string_view text_;
  size_t at_ = 0;
  bool too_deep_ = false;
};

void PrintString(const std::string& text, std::string* out) {
  constexpr char kDigits[] = "0123456789abcdef";
  *out += '"';
  size_t printed = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto code = static_cast<unsigned char>(text[i]);
    if (code >= 0x20 && code != '"' && code != '\\') continue;
    out->append(text, printed, i - printed);
    if (code < 0x20) {
      *out += "\\u00";
      *out += kDigits[code >> 4];
      *out += kDigits[code & 15];
    } else {
      *out += '\\';
      *out += text[i];
    }
    printed = i + 1;
  }
  out->append(text, printed);
  *out += '"';
}

void Print(const JsonNode& node, std::string* out) {
  switch (node.kind) {
    case JsonNode::Kind::kNull:
      *out += "null";
      return;
    case JsonNode::Kind::kFalse:
      *out += "false";
      return;
    case JsonNode::Kind::kTrue:
      *out += "true";
      return;
    case JsonNode::Kind::kNumber:
      *out += node.text;
      return;
    case JsonNode::Kind::kString:
      PrintString(node.text, out);
      return;
    case JsonNode::Kind::kArray:
    case JsonNode::Kind::kObject:
      break;
  }
  *out += node.IsArray() ? '[' : '{';
  for (size_t i = 0; i < node.elements.size(); ++i) {
    if (i != 0) *out += ',';
    if (node.IsObject()) {
      PrintString(node.names[i], out);
      *out += ':';
    }
    Print(node.elements[i], out);
  }
  *out += node.IsArray() ? ']' : '}';
}

}  // namespace

JsonNode JsonNode::String(std::string text) {
  JsonNode node;
  node.kind = Kind::kString;
  node.text = std::move(text);
  return node;
}

const JsonNode* JsonNode::Find(std::string_view name) const {
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return &elements[i];
  }
  return nullptr;
}

std::string_view JsonNode::StringOf(std::string_view name) const {
  const JsonNode* member = Find(name);
  const bool usable =
      member != nullptr && member->IsString() && member->text.find('\0') == std::string::npos;
  return usable ? std::string_view(member->text) : std::string_view();
}

JsonVerdict ParseJsonTree(std::string_view text, JsonNode* tree) {
  *tree = JsonNode();
  return Parser(text).Parse(tree);
}

std::string PrintJsonTree(const JsonNode& tree) {
  constexpr size_t kUsualSize = 1024;
  std::string text;
  text.reserve(kUsualSize);
  Print(tree, &text);
  return text;
}

}  // namespace loadstone::fuzz::inside
