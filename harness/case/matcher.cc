// SPDX-License-Identifier: Apache-2.0
#include "harness/case/matcher.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#ifndef _WIN32
#include <regex.h>
#endif

#include <algorithm>
#include <functional>
#ifdef _WIN32
#include <regex>
#endif
#include <stdexcept>

namespace loadstone {
namespace {

constexpr char kNothing[] = "nothing";
// Descriptions name at most this many elements: nobody reads longer lists.
constexpr size_t kMostListed = 16;

const char* Name(Seen::Kind kind) {
  switch (kind) {
    case Seen::Kind::kNothing:
      return kNothing;
    case Seen::Kind::kText:
      return "a text";
    case Seen::Kind::kNumber:
      return "a number";
    case Seen::Kind::kTruth:
      return "a truth value";
    case Seen::Kind::kList:
      return "a list";
    case Seen::Kind::kPair:
      return "a pair";
  }
  return "";
}

void CheckKind(const Seen& value, Seen::Kind kind) {
  if (value.kind() == kind) return;
  throw std::logic_error(
      fmt::format("the case compares {} with {}", Name(value.kind()), Name(kind)));
}

const std::vector<Seen>& ListOf(const Seen& value) {
  CheckKind(value, Seen::Kind::kList);
  return value.elements();
}

std::string Joined(const std::vector<std::string>& texts, const char* separator) {
  return fmt::format("{}", fmt::join(texts, separator));
}

std::string DescribeElement(const Matcher& matcher) {
  const Seen* only = matcher.rule().only();
  return only != nullptr ? only->DescribeAsElement()
                         : fmt::format("({})", matcher.rule().Describe());
}

// Describes the elements that a matcher of lists expects.
std::string Listed(const std::vector<Matcher>& matchers, const char* how) {
  std::vector<std::string> texts;
  for (const Matcher& matcher : matchers) texts.push_back(DescribeElement(matcher));
  if (texts.empty()) return kNothing;
  const size_t more = texts.size() - std::min(texts.size(), kMostListed);
  texts.resize(texts.size() - more);
  return more == 0 ? fmt::format("{}, {}", Joined(texts, ", "), how)
                   : fmt::format("{} and {} more, {}", Joined(texts, ", "), more, how);
}

std::string Exactly(const std::vector<Matcher>& matchers, const char* how) {
  return matchers.size() == 1 ? DescribeElement(matchers[0]) + " alone" : Listed(matchers, how);
}

// Determines whether each matcher can be assigned a different element: a matching in a bipartite
// graph, by augmenting paths.
class Assignment {
 public:
  Assignment(const std::vector<Matcher>& matchers, const std::vector<Seen>& elements)
      : matchers_(matchers), elements_(elements), taken_by_(elements.size(), kNobody) {}

  bool IsComplete() {
    for (size_t i = 0; i < matchers_.size(); ++i) {
      std::vector<bool> visited(elements_.size(), false);
      if (!Place(i, visited)) return false;
    }
    return true;
  }

 private:
  static constexpr size_t kNobody = static_cast<size_t>(-1);

  bool Place(size_t matcher, std::vector<bool>& visited) {
    for (size_t i = 0; i < elements_.size(); ++i) {
      if (visited[i] || !matchers_[matcher].Matches(elements_[i])) continue;
      visited[i] = true;
      if (taken_by_[i] == kNobody || Place(taken_by_[i], visited)) {
        taken_by_[i] = matcher;
        return true;
      }
    }
    return false;
  }

  const std::vector<Matcher>& matchers_;
  const std::vector<Seen>& elements_;
  std::vector<size_t> taken_by_;
};

class EqualRule : public Matcher::Rule {
 public:
  explicit EqualRule(Seen value) : value_(std::move(value)) {}
  bool Matches(const Seen& value) const override { return value == value_; }
  std::string Describe() const override { return value_.Describe(); }
  std::string DescribeNot() const override { return "anything but " + Describe(); }
  const Seen* only() const override { return &value_; }

 private:
  Seen value_;
};

// A rule that consists of a function and its description.
class SimpleRule : public Matcher::Rule {
 public:
  SimpleRule(std::function<bool(const Seen&)> matches, std::string description,
             std::string negation = {})
      : matches_(std::move(matches)),
        description_(std::move(description)),
        negation_(std::move(negation)) {}
  bool Matches(const Seen& value) const override { return matches_(value); }
  std::string Describe() const override { return description_; }
  std::string DescribeNot() const override {
    return negation_.empty() ? "not " + description_ : negation_;
  }

 private:
  std::function<bool(const Seen&)> matches_;
  std::string description_;
  std::string negation_;
};

Matcher Simple(std::function<bool(const Seen&)> matches, std::string description,
               std::string negation = {}) {
  return Matcher(std::make_shared<SimpleRule>(std::move(matches), std::move(description),
                                              std::move(negation)));
}

template <typename Compare>
Matcher Limit(int64_t limit, const char* format) {
  return Simple(
      [limit](const Seen& value) {
        CheckKind(value, Seen::Kind::kNumber);
        return Compare()(value.number(), limit);
      },
      fmt::format(fmt::runtime(format), limit));
}

Matcher OfText(std::function<bool(const std::string&)> matches, const char* format,
               const std::string& text) {
  return Simple(
      [matches = std::move(matches)](const Seen& value) {
        CheckKind(value, Seen::Kind::kText);
        return matches(value.text());
      },
      fmt::format(fmt::runtime(format), Seen(text).Describe()));
}

std::vector<std::string> Descriptions(const std::vector<Matcher>& matchers) {
  std::vector<std::string> texts;
  for (const Matcher& matcher : matchers) texts.push_back(matcher.rule().Describe());
  return texts;
}

size_t SizeOf(const Seen& value) {
  return value.kind() == Seen::Kind::kText ? value.text().size() : ListOf(value).size();
}

}  // namespace

std::string WithoutLineBreaks(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

void Seen::Overflow() { throw std::out_of_range("the case has a number beyond int64_t"); }

bool Seen::operator==(const Seen& other) const {
  if (kind_ == Kind::kNothing || other.kind_ == Kind::kNothing) return kind_ == other.kind_;
  CheckKind(*this, other.kind_);
  return text_ == other.text_ && number_ == other.number_ && elements_ == other.elements_;
}

std::string Seen::Describe() const {
  if (kind_ != Kind::kList) return DescribeAsElement();
  if (elements_.empty()) return kNothing;
  std::vector<std::string> texts;
  for (const Seen& element : elements_) texts.push_back(element.DescribeAsElement());
  return Joined(texts, ", ");
}

std::string Seen::DescribeAsElement() const {
  switch (kind_) {
    case Kind::kNothing:
      return kNothing;
    case Kind::kText:
      return verbatim_ ? text_ : WithoutLineBreaks(testing::PrintToString(text_));
    case Kind::kNumber:
      return std::to_string(number_);
    case Kind::kTruth:
      return number_ != 0 ? "true" : "false";
    case Kind::kList:
      return elements_.empty() ? "{}" : "{ " + Describe() + " }";
    case Kind::kPair:
      return fmt::format("({}, {})", elements_[0].DescribeAsElement(),
                         elements_[1].DescribeAsElement());
  }
  return {};
}

Matcher Matcher::OfValue(Seen value) {
  if (value.kind() == Seen::Kind::kList) {
    return ElementsAreArray(matcher_internal::MatchersOf(value.elements()));
  }
  return Matcher(std::make_shared<EqualRule>(std::move(value)));
}

Matcher Eq(Seen value) { return {value}; }
Matcher Ne(Seen value) { return Not(Eq(std::move(value))); }
Matcher Lt(int64_t limit) { return Limit<std::less<>>(limit, "less than {}"); }
Matcher Le(int64_t limit) { return Limit<std::less_equal<>>(limit, "{} at most"); }
Matcher Gt(int64_t limit) { return Limit<std::greater<>>(limit, "more than {}"); }
Matcher Ge(int64_t limit) { return Limit<std::greater_equal<>>(limit, "{} at least"); }

Matcher Not(Matcher matcher) {
  const std::string description = matcher.rule().Describe();
  const std::string negation = matcher.rule().DescribeNot();
  return Simple(
      [matcher = std::move(matcher)](const Seen& value) { return !matcher.Matches(value); },
      negation, description);
}

Matcher AnyOfArray(std::vector<Matcher> matchers) {
  const std::string description = Joined(Descriptions(matchers), "; or ");
  return Simple(
      [matchers = std::move(matchers)](const Seen& value) {
        return std::any_of(matchers.begin(), matchers.end(),
                           [&](const Matcher& matcher) { return matcher.Matches(value); });
      },
      description);
}

Matcher AllOfArray(std::vector<Matcher> matchers) {
  const std::string description = Joined(Descriptions(matchers), "; and ");
  return Simple(
      [matchers = std::move(matchers)](const Seen& value) {
        return std::all_of(matchers.begin(), matchers.end(),
                           [&](const Matcher& matcher) { return matcher.Matches(value); });
      },
      description);
}

Matcher StartsWith(std::string text) {
  return OfText([text](const std::string& seen) { return seen.starts_with(text); },
                "a text that begins with {}", text);
}

Matcher EndsWith(std::string text) {
  return OfText([text](const std::string& seen) { return seen.ends_with(text); },
                "a text that ends with {}", text);
}

Matcher HasSubstr(std::string text) {
  return OfText([text](const std::string& seen) { return seen.find(text) != std::string::npos; },
                "a text with {} in it", text);
}

#ifdef _WIN32
Matcher MatchesRegex(std::string pattern) {
  const std::regex regex(pattern, std::regex::extended);
  return OfText([regex](const std::string& seen) { return std::regex_match(seen, regex); },
                "a text that matches {}", pattern);
}
#else
Matcher MatchesRegex(std::string pattern) {
  const auto compiled = std::shared_ptr<regex_t>(new regex_t, [](regex_t* regex) {
    regfree(regex);
    delete regex;
  });
  if (regcomp(compiled.get(), fmt::format("^({})$", pattern).c_str(), REG_EXTENDED | REG_NOSUB)) {
    throw std::logic_error("the case has a malformed regular expression: " + pattern);
  }
  return OfText(
      [compiled](const std::string& seen) {
        return regexec(compiled.get(), seen.c_str(), 0, nullptr, 0) == 0;
      },
      "a text that matches {}", pattern);
}
#endif

Matcher IsEmpty() {
  return Simple([](const Seen& value) { return SizeOf(value) == 0; }, kNothing, "something");
}

Matcher SizeIs(Matcher size) {
  const std::string description = "a length of " + size.rule().Describe();
  return Simple(
      [size = std::move(size)](const Seen& value) { return size.Matches(Seen(SizeOf(value))); },
      description);
}

Matcher Contains(Matcher element) {
  const std::string description = element.rule().Describe();
  return Simple(
      [element = std::move(element)](const Seen& value) {
        const std::vector<Seen>& list = ListOf(value);
        return std::any_of(list.begin(), list.end(),
                           [&](const Seen& one) { return element.Matches(one); });
      },
      description + " among them", description + " not among them");
}

Matcher ContainsOnce(Matcher element) {
  const std::string description = element.rule().Describe() + " once among them";
  return Simple(
      [element = std::move(element)](const Seen& value) {
        const std::vector<Seen>& list = ListOf(value);
        return std::count_if(list.begin(), list.end(),
                             [&](const Seen& one) { return element.Matches(one); }) == 1;
      },
      description);
}

Matcher Each(Matcher element) {
  const std::string description = "each of them: " + element.rule().Describe();
  return Simple(
      [element = std::move(element)](const Seen& value) {
        const std::vector<Seen>& list = ListOf(value);
        return std::all_of(list.begin(), list.end(),
                           [&](const Seen& one) { return element.Matches(one); });
      },
      description);
}

Matcher Pair(Matcher first, Matcher second) {
  const std::string description =
      fmt::format("({}, {})", first.rule().Describe(), second.rule().Describe());
  return Simple(
      [first = std::move(first), second = std::move(second)](const Seen& value) {
        CheckKind(value, Seen::Kind::kPair);
        return first.Matches(value.elements()[0]) && second.Matches(value.elements()[1]);
      },
      description);
}

Matcher ElementsAreArray(std::vector<Matcher> elements) {
  const std::string description = Exactly(elements, "in this order");
  return Simple(
      [elements = std::move(elements)](const Seen& value) {
        const std::vector<Seen>& list = ListOf(value);
        return std::equal(
            elements.begin(), elements.end(), list.begin(), list.end(),
            [](const Matcher& matcher, const Seen& one) { return matcher.Matches(one); });
      },
      description);
}

Matcher UnorderedElementsAreArray(std::vector<Matcher> elements) {
  const std::string description = Exactly(elements, "in any order");
  return Simple(
      [elements = std::move(elements)](const Seen& value) {
        const std::vector<Seen>& list = ListOf(value);
        return elements.size() == list.size() && Assignment(elements, list).IsComplete();
      },
      description);
}

Matcher IsSupersetOf(std::vector<Matcher> elements) {
  const std::string description = Listed(elements, "among others");
  return Simple([elements = std::move(elements)](
                    const Seen& value) { return Assignment(elements, ListOf(value)).IsComplete(); },
                description);
}

}  // namespace loadstone
