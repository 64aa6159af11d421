// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_MATCHER_H_
#define LOADSTONE_HARNESS_CASE_MATCHER_H_

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

// Describes what a case expects of a value. The matchers have the names and the behaviour of
// GoogleMock's, but they are values of one class instead of templates, and describe themselves in
// the words of the reports.
namespace loadstone {

// Returns `text` with line breaks replaced by blanks, as reports show it.
std::string WithoutLineBreaks(std::string text);

// An observed value: a text, a number, a truth value, a list or pair of such values, or nothing.
class Seen {
 public:
  enum class Kind { kNothing, kText, kNumber, kTruth, kList, kPair };

  Seen(const char* text) : kind_(Kind::kText), text_(text) {}
  Seen(std::string text) : kind_(Kind::kText), text_(std::move(text)) {}
  Seen(std::string_view text) : kind_(Kind::kText), text_(text) {}
  Seen(std::nullopt_t) {}
  template <std::same_as<bool> T>
  Seen(T truth) : kind_(Kind::kTruth), number_(truth) {}
  // Throws std::out_of_range if `number` does not fit into int64_t.
  template <std::integral T>
  requires(!std::same_as<T, bool>) Seen(T number)
      : kind_(Kind::kNumber), number_(Checked(number)) {}
  template <typename T>
  requires std::is_enum_v<T> Seen(T number)
      : Seen(static_cast<std::underlying_type_t<T>>(number)) {}
  template <typename A, typename B>
  Seen(const std::pair<A, B>& pair) : kind_(Kind::kPair), elements_({pair.first, pair.second}) {}
  template <typename T>
  Seen(const std::optional<T>& value) : Seen(value.has_value() ? Seen(*value) : Seen()) {}
  template <std::ranges::input_range R>
  requires(!std::convertible_to<R, std::string_view>) Seen(const R& range) : kind_(Kind::kList) {
    for (const auto& element : range) elements_.emplace_back(element);
  }
  // Converts a value that describes itself as text, such as an event.
  template <typename T>
  requires requires(const T& value) {
    { value.Json() } -> std::convertible_to<std::string>;
  }
  Seen(const T& value) : kind_(Kind::kText), text_(value.Json()), verbatim_(true) {}

  Kind kind() const { return kind_; }
  const std::string& text() const { return text_; }
  int64_t number() const { return number_; }
  const std::vector<Seen>& elements() const { return elements_; }

  // Throws std::logic_error if the values are of different kinds: a case that compares them is
  // wrong. The value "nothing" can be compared with every kind.
  bool operator==(const Seen& other) const;
  // For reports: texts in quotes, the elements of a list one after the other, "nothing" for an
  // empty list.
  std::string Describe() const;
  // The description as an element of a list.
  std::string DescribeAsElement() const;

 private:
  Seen() = default;
  template <std::integral T>
  static int64_t Checked(T number) {
    if (!std::in_range<int64_t>(number)) Overflow();
    return static_cast<int64_t>(number);
  }
  [[noreturn]] static void Overflow();

  Kind kind_ = Kind::kNothing;
  std::string text_;
  int64_t number_ = 0;
  std::vector<Seen> elements_;
  bool verbatim_ = false;
};

// The expectation for a value. Anything that converts to Seen converts to a matcher of that value
// alone.
class Matcher {
 public:
  class Rule {
   public:
    virtual ~Rule() = default;
    virtual bool Matches(const Seen& value) const = 0;
    // For reports, after "expected: ".
    virtual std::string Describe() const = 0;
    virtual std::string DescribeNot() const { return "not " + Describe(); }
    // Returns the only value that matches, or null if there are several.
    virtual const Seen* only() const { return nullptr; }
  };

  explicit Matcher(std::shared_ptr<const Rule> rule) : rule_(std::move(rule)) {}
  template <typename T>
  requires(std::constructible_from<Seen, const T&> &&
           !std::derived_from<std::remove_cvref_t<T>, Matcher>) Matcher(const T& value)
      : Matcher(OfValue(value)) {}

  bool Matches(const Seen& value) const { return rule_->Matches(value); }
  const Rule& rule() const { return *rule_; }

 private:
  static Matcher OfValue(Seen value);

  std::shared_ptr<const Rule> rule_;
};

// The matchers, named as in GoogleMock.
Matcher Eq(Seen value);
Matcher Ne(Seen value);
Matcher Lt(int64_t limit);
Matcher Le(int64_t limit);
Matcher Gt(int64_t limit);
Matcher Ge(int64_t limit);
Matcher Not(Matcher matcher);
Matcher AnyOfArray(std::vector<Matcher> matchers);
Matcher AllOfArray(std::vector<Matcher> matchers);
Matcher StartsWith(std::string text);
Matcher EndsWith(std::string text);
Matcher HasSubstr(std::string text);
// The whole text matches a POSIX extended regular expression.
Matcher MatchesRegex(std::string pattern);
Matcher IsEmpty();
Matcher SizeIs(Matcher size);
Matcher Contains(Matcher element);
Matcher ContainsOnce(Matcher element);
Matcher Each(Matcher element);
Matcher Pair(Matcher first, Matcher second);
Matcher ElementsAreArray(std::vector<Matcher> elements);
Matcher UnorderedElementsAreArray(std::vector<Matcher> elements);
Matcher IsSupersetOf(std::vector<Matcher> elements);

namespace matcher_internal {

template <std::ranges::input_range R>
std::vector<Matcher> MatchersOf(const R& range) {
  std::vector<Matcher> matchers;
  for (const auto& element : range) matchers.emplace_back(element);
  return matchers;
}

}  // namespace matcher_internal

template <typename... T>
Matcher AnyOf(const T&... matchers) {
  return AnyOfArray({Matcher(matchers)...});
}
template <typename... T>
Matcher AllOf(const T&... matchers) {
  return AllOfArray({Matcher(matchers)...});
}
template <typename... T>
Matcher ElementsAre(const T&... elements) {
  return ElementsAreArray({Matcher(elements)...});
}
template <typename... T>
Matcher UnorderedElementsAre(const T&... elements) {
  return UnorderedElementsAreArray({Matcher(elements)...});
}
template <std::ranges::input_range R>
Matcher ElementsAreArray(const R& range) {
  return ElementsAreArray(matcher_internal::MatchersOf(range));
}
template <std::ranges::input_range R>
Matcher UnorderedElementsAreArray(const R& range) {
  return UnorderedElementsAreArray(matcher_internal::MatchersOf(range));
}
template <std::ranges::input_range R>
Matcher IsSupersetOf(const R& range) {
  return IsSupersetOf(matcher_internal::MatchersOf(range));
}

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_MATCHER_H_
