// SPDX-License-Identifier: Apache-2.0
#include "harness/install/registry_text.h"

#include <rapidjson/encodings.h>
#include <rapidjson/stringbuffer.h>

#include <algorithm>

namespace loadstone {
namespace {

// An input stream of RapidJSON's decoders over the bytes of a text. Returns null units after the
// end.
template <typename Unit>
class Units {
 public:
  using Ch = Unit;

  explicit Units(std::string_view bytes) : bytes_(bytes) {}

  Ch Take() {
    unsigned unit = 0;
    for (size_t i = 0; i < sizeof(Ch) && at_ < bytes_.size(); ++i) {
      unit |= static_cast<unsigned>(static_cast<unsigned char>(bytes_[at_++])) << (8 * i);
    }
    return static_cast<Ch>(unit);
  }
  bool AtEnd() const { return at_ == bytes_.size(); }

 private:
  std::string_view bytes_;
  size_t at_ = 0;
};

template <typename Encoding>
std::optional<std::string> ToUtf8(std::string_view bytes) {
  Units<typename Encoding::Ch> units(bytes);
  rapidjson::StringBuffer text;
  while (!units.AtEnd()) {
    unsigned point = 0;
    if (!Encoding::Decode(units, &point)) return std::nullopt;
    rapidjson::UTF8<>::Encode(text, point);
  }
  return std::string(text.GetString(), text.GetSize());
}

}  // namespace

std::optional<std::string> Utf8FromUtf16(std::string_view bytes) {
  if (bytes.size() % sizeof(char16_t) != 0) return std::nullopt;
  return ToUtf8<rapidjson::UTF16<char16_t>>(bytes);
}

bool IsUtf8(std::string_view text) { return ToUtf8<rapidjson::UTF8<>>(text).has_value(); }

std::string Lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return text;
}

}  // namespace loadstone
