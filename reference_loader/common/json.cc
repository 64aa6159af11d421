// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/common/json.h"

#include <rapidjson/document.h>
#include <rapidjson/error/en.h>

#include <cstddef>
#include <cstdlib>
#include <new>
#include <string_view>

#include "reference_loader/common/version.h"

namespace reference_loader {
namespace {

// Allocator for RapidJSON, which does not check for null pointers: throws on lack of memory instead
// of letting RapidJSON crash.
class ThrowingAllocator {
 public:
  [[maybe_unused]] static const bool kNeedFree = true;  // part of the concept
  void* Malloc(size_t size) { return size != 0 ? Checked(std::malloc(size)) : nullptr; }
  void* Realloc(void* memory, size_t, size_t size) {
    if (size != 0) return Checked(std::realloc(memory, size));
    Free(memory);
    return nullptr;
  }
  static void Free(void* memory) { std::free(memory); }

 private:
  static void* Checked(void* memory) {
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
  }
};

using Pool = rapidjson::MemoryPoolAllocator<ThrowingAllocator>;
// A document's stack grows; a pool would keep each of its earlier sizes allocated.
using Document = rapidjson::GenericDocument<rapidjson::UTF8<>, Pool, ThrowingAllocator>;

const Document::ValueType& Value(const void* value) {
  return *static_cast<const Document::ValueType*>(value);
}

// Far more than any manifest has. RFC 8259, section 9, lets a parser limit it.
constexpr size_t kMaximumDepth = 1000;

// Whether arrays and objects are nested deeper than that. Decided before parsing, which takes
// memory for each level.
bool IsTooDeep(std::string_view text) {
  size_t depth = 0;
  bool in_string = false;
  for (size_t at = 0; at < text.size(); ++at) {
    const char next = text[at];
    if (in_string) {
      if (next == '\\') ++at;
      if (next == '"') in_string = false;
    } else if (next == '"') {
      in_string = true;
    } else if (next == '[' || next == '{') {
      if (++depth > kMaximumDepth) return true;
    } else if ((next == ']' || next == '}') && depth > 0) {
      --depth;
    }
  }
  return false;
}

}  // namespace

bool JsonValue::IsObject() const { return value_ != nullptr && Value(value_).IsObject(); }

bool JsonValue::IsArray() const { return value_ != nullptr && Value(value_).IsArray(); }

JsonValue JsonValue::Get(const char* name) const {
  if (!IsObject()) return JsonValue();
  const auto member = Value(value_).FindMember(name);
  return member == Value(value_).MemberEnd() ? JsonValue() : JsonValue(&member->value);
}

std::vector<std::pair<std::string, JsonValue>> JsonValue::Members() const {
  std::vector<std::pair<std::string, JsonValue>> members;
  if (!IsObject()) return members;
  for (const auto& member : Value(value_).GetObject()) {
    const std::optional<std::string> name = JsonValue(&member.name).String();
    if (name) members.emplace_back(*name, JsonValue(&member.value));
  }
  return members;
}

std::vector<JsonValue> JsonValue::Elements() const {
  std::vector<JsonValue> elements;
  if (!IsArray()) return elements;
  for (const auto& element : Value(value_).GetArray()) elements.emplace_back(&element);
  return elements;
}

std::vector<std::string> JsonValue::Strings() const {
  std::vector<std::string> strings;
  for (const JsonValue& element : Elements()) {
    std::optional<std::string> text = element.String();
    if (text) strings.push_back(*std::move(text));
  }
  return strings;
}

std::optional<std::string> JsonValue::String() const {
  if (value_ == nullptr || !Value(value_).IsString()) return std::nullopt;
  std::string text(Value(value_).GetString(), Value(value_).GetStringLength());
  if (text.find('\0') != std::string::npos) return std::nullopt;
  return text;
}

std::optional<bool> JsonValue::Boolean() const {
  if (value_ == nullptr || !Value(value_).IsBool()) return std::nullopt;
  return Value(value_).GetBool();
}

std::optional<uint32_t> JsonValue::Unsigned() const {
  if (value_ != nullptr && Value(value_).IsUint()) return Value(value_).GetUint();
  const std::optional<std::string> text = String();
  return text ? ParseUnsigned(*text) : std::nullopt;
}

struct JsonDocument::Content {
  // Manifests are small: most of RapidJSON's default chunk of 64 KiB for each would be wasted.
  // Objects below 1 KiB, enough for usual layers, are recycled by the C library for the next
  // manifest.
  static constexpr size_t kRoomSize = 768;
  static constexpr size_t kChunkSize = 4096;
  // Enough for parsing the members of usual manifests.
  static constexpr size_t kStackSize = 512;
  explicit Content(std::string read) : text(std::move(read)) {}  // leaves the room uninitialized
  std::string text;  // strings of the document point into it
  alignas(std::max_align_t) char room[kRoomSize];
  Pool memory{room, sizeof(room), kChunkSize};
  Document document{&memory, kStackSize};
};

JsonDocument::JsonDocument(std::unique_ptr<Content> content) : content_(std::move(content)) {}

JsonDocument::~JsonDocument() = default;

JsonValue JsonDocument::Root() const {
  return JsonValue(static_cast<const Document::ValueType*>(&content_->document));
}

std::unique_ptr<JsonDocument> JsonDocument::Parse(std::string text, std::string* error) {
  // RapidJSON takes a zero byte for the end of the text and ignores what follows.
  if (text.find('\0') != std::string::npos) {
    *error = "The document contains a zero byte.";
    return nullptr;
  }
  if (IsTooDeep(text)) {
    *error = "The document is nested too deep.";
    return nullptr;
  }
  constexpr char kByteOrderMark[] = "\xEF\xBB\xBF";
  const size_t start = text.compare(0, 3, kByteOrderMark) == 0 ? 3 : 0;
  auto content = std::make_unique<Content>(std::move(text));
  // Iterative: deeply nested input must not exhaust the application's stack. In situ: no string is
  // copied. Not through a RapidJSON stream, which skips any byte of a byte order mark.
  content->document.ParseInsitu<rapidjson::kParseIterativeFlag>(content->text.data() + start);
  if (content->document.HasParseError()) {
    *error = rapidjson::GetParseError_En(content->document.GetParseError());
    return nullptr;
  }
  return std::unique_ptr<JsonDocument>(new JsonDocument(std::move(content)));
}

std::unique_ptr<JsonDocument> JsonDocument::Read(const Platform& platform, const std::string& path,
                                                 std::string* error) {
  std::optional<std::string> text = platform.ReadFile(path, kMaximumManifestSize);
  if (!text) {
    *error = "cannot be read, is not a regular file or is too large";
    return nullptr;
  }
  return Parse(*std::move(text), error);
}

}  // namespace reference_loader
