// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/common/utf16.h"

#include <rapidjson/encodings.h>

namespace reference_loader {
namespace {

// An input stream for RapidJSON, which ends at the first null character: one inside the text, or
// the one after its end.
template <typename Character>
class Source {
 public:
  using Ch = Character;
  explicit Source(std::basic_string_view<Character> text) : text_(text) {}
  bool IsAtEnd() const { return at_ >= text_.size(); }
  Character Peek() const { return IsAtEnd() ? Character() : text_[at_]; }
  Character Take() {
    const Character next = Peek();
    ++at_;
    return next;
  }
  size_t Tell() const { return at_; }

 private:
  const std::basic_string_view<Character> text_;
  size_t at_ = 0;
};

template <typename Character>
struct Sink {
  using Ch = Character;
  void Put(Character c) { text.push_back(c); }
  std::basic_string<Character> text;
};

template <typename From, typename To>
std::optional<std::basic_string<typename To::Ch>> Transcode(
    std::basic_string_view<typename From::Ch> text) {
  Source<typename From::Ch> source(text);
  Sink<typename To::Ch> sink;
  while (!source.IsAtEnd()) {
    if (!rapidjson::Transcoder<From, To>::Transcode(source, sink)) return std::nullopt;
  }
  return std::move(sink.text);
}

using Utf8 = rapidjson::UTF8<char>;
using Utf16 = rapidjson::UTF16<char16_t>;

}  // namespace

std::optional<std::string> Utf8FromUtf16(std::u16string_view text) {
  return Transcode<Utf16, Utf8>(text);
}

std::optional<std::u16string> Utf16FromUtf8(std::string_view text) {
  return Transcode<Utf8, Utf16>(text);
}

}  // namespace reference_loader
