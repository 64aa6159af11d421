#include "harness/runner/plain_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>
#include <optional>
#include <string_view>
#include <vector>

namespace loadstone {
namespace {

constexpr char kNothing[] = "nothing";
// Beyond this many a reader counts rather than reads.
constexpr size_t kMostListed = 16;

// Takes a text apart from its start.
class Reader {
 public:
  explicit Reader(std::string_view text) : left_(text) {}

  bool AtEnd() const { return left_.empty(); }

  bool Skip(std::string_view words) {
    if (left_.substr(0, words.size()) != words) return false;
    left_.remove_prefix(words.size());
    return true;
  }

  bool SkipNumber() {
    size_t digits = 0;
    while (digits < left_.size() && std::isdigit(static_cast<unsigned char>(left_[digits]))) {
      ++digits;
    }
    left_.remove_prefix(digits);
    return digits > 0;
  }

  // A quoted text, or a number.
  std::optional<std::string_view> Value() {
    size_t length = 0;
    if (!left_.empty() && left_[0] == '"') {
      for (length = 1; length < left_.size() && left_[length] != '"'; ++length) {
        if (left_[length] == '\\') ++length;
      }
      ++length;  // the closing quote
    } else {
      while (length < left_.size() &&
             (std::isalnum(static_cast<unsigned char>(left_[length])) || left_[length] == '-')) {
        ++length;
      }
    }
    if (length == 0 || length > left_.size()) return std::nullopt;
    const std::string_view value = left_.substr(0, length);
    left_.remove_prefix(length);
    return value;
  }

  // What stands between a parenthesis and the one that closes it.
  std::optional<std::string_view> InParentheses() {
    if (!Skip("(")) return std::nullopt;
    int open = 1;
    bool quoted = false;
    for (size_t i = 0; i < left_.size(); ++i) {
      if (quoted && left_[i] == '\\') {
        ++i;
      } else if (left_[i] == '"') {
        quoted = !quoted;
      } else if (!quoted) {
        open += left_[i] == '(' ? 1 : left_[i] == ')' ? -1 : 0;
      }
      if (open == 0) {
        const std::string_view inside = left_.substr(0, i);
        left_.remove_prefix(i + 1);
        return inside;
      }
    }
    return std::nullopt;
  }

 private:
  std::string_view left_;
};

std::string Listed(const std::vector<std::string_view>& values, std::string_view how) {
  if (values.size() == 1) return fmt::format("{} alone", values[0]);
  if (values.size() <= kMostListed) return fmt::format("{}, {}", fmt::join(values, ", "), how);
  const std::vector<std::string_view> first(values.begin(), values.begin() + kMostListed);
  return fmt::format("{} and {} more, {}", fmt::join(first, ", "), values.size() - kMostListed,
                     how);
}

// "element #0 is equal to "a", element #1 is equal to "b"", with dashes before and "and" between
// where the order does not matter.
std::optional<std::vector<std::string_view>> Elements(Reader& reader) {
  std::vector<std::string_view> values;
  while (!reader.AtEnd()) {
    reader.Skip(" ");
    reader.Skip("- ");
    if (!reader.Skip("element #") || !reader.SkipNumber() || !reader.Skip(" is equal to ")) {
      return std::nullopt;
    }
    const std::optional<std::string_view> value = reader.Value();
    if (!value) return std::nullopt;
    values.push_back(*value);
    if (reader.AtEnd()) break;
    if (!reader.Skip(", and ") && !reader.Skip(", ")) return std::nullopt;
  }
  if (values.empty()) return std::nullopt;
  return values;
}

std::optional<std::string> List(Reader reader) {
  if (!reader.Skip("has ") || !reader.SkipNumber()) return std::nullopt;
  std::string_view how;
  if (reader.Skip(" elements where ")) {
    how = "in this order";
  } else if (reader.Skip(" elements and there exists some permutation of elements such that: ")) {
    how = "in any order";
  } else {
    return std::nullopt;
  }
  const std::optional<std::vector<std::string_view>> values = Elements(reader);
  if (!values) return std::nullopt;
  return Listed(*values, how);
}

// What IsSupersetOf demands: "- an element is equal to "a" - an element is equal to "b"".
std::optional<std::string> Superset(Reader reader) {
  if (!reader.Skip("a surjection from elements to requirements exists such that:")) {
    return std::nullopt;
  }
  std::vector<std::string_view> values;
  while (reader.Skip("  - an element is equal to ")) {
    const std::optional<std::string_view> value = reader.Value();
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  if (values.empty() || !reader.AtEnd()) return std::nullopt;
  return Listed(values, "among others");
}

// "(one) or (another)", where each stands for a description of its own.
std::optional<std::string> Alternatives(std::string_view description) {
  std::vector<std::string> plain;
  Reader reader(description);
  do {
    const std::optional<std::string_view> one = reader.InParentheses();
    if (!one) return std::nullopt;
    plain.push_back(PlainExpected(std::string(*one)));
  } while (reader.Skip(" or "));
  if (plain.size() < 2 || !reader.AtEnd()) return std::nullopt;
  return fmt::format("{}", fmt::join(plain, "; or "));
}

// What stands before the single value of a description, and what stands for it.
struct Phrase {
  std::string_view before;
  const char* plain;  // a format for the value
};
constexpr Phrase kPhrases[] = {
    {"has 1 element that is equal to ", "{} alone"},
    {"has 1 element and that element is equal to ", "{} alone"},
    {"contains at least one element that is equal to ", "{} among them"},
    {"doesn't contain any element that is equal to ", "{} not among them"},
    {"is equal to ", "{}"},
    {"is < ", "less than {}"},
    {"is <= ", "{} at most"},
    {"is > ", "more than {}"},
    {"is >= ", "{} at least"},
};

}  // namespace

std::string PlainExpected(const std::string& description) {
  if (description == "is empty") return kNothing;
  for (const Phrase& phrase : kPhrases) {
    Reader reader(description);
    if (!reader.Skip(phrase.before)) continue;
    const std::optional<std::string_view> value = reader.Value();
    if (value && reader.AtEnd()) return fmt::format(fmt::runtime(phrase.plain), *value);
  }
  if (const std::optional<std::string> list = List(Reader(description))) return *list;
  if (const std::optional<std::string> superset = Superset(Reader(description))) return *superset;
  return Alternatives(description).value_or(description);
}

std::string PlainObserved(const std::string& value) {
  Reader reader(value);
  if (reader.Skip("{}")) {
    if (reader.AtEnd() || reader.Skip(", ")) return kNothing;
  } else if (reader.Skip("{ ")) {
    std::vector<std::string_view> values;
    while (const std::optional<std::string_view> one = reader.Value()) {
      values.push_back(*one);
      if (!reader.Skip(", ")) break;
    }
    if (!values.empty() && reader.Skip(" }") && (reader.AtEnd() || reader.Skip(", wh"))) {
      return fmt::format("{}", fmt::join(values, ", "));
    }
  }
  // GoogleMock says of a number where the two types differ.
  return value.substr(0, value.rfind(" (of type "));
}

}  // namespace loadstone
