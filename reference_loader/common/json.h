// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_COMMON_JSON_H_
#define LOADSTONE_REFERENCE_LOADER_COMMON_JSON_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reference_loader/common/platform.h"

namespace reference_loader {

// A value inside a JsonDocument, valid as long as the document. It may be absent, so that lookups
// of missing members or of members with another type need no checks in between.
class JsonValue {
 public:
  JsonValue() = default;
  explicit JsonValue(const void* value) : value_(value) {}

  bool IsPresent() const { return value_ != nullptr; }
  bool IsObject() const;
  bool IsArray() const;

  // The member of an object; absent when this is not an object or has no such member. Of members
  // with the same name the first counts.
  JsonValue Get(const char* name) const;
  // The members of an object or the elements of an array, in the order of the file; else empty.
  std::vector<std::pair<std::string, JsonValue>> Members() const;
  std::vector<JsonValue> Elements() const;
  // The strings in an array; elements of other types are left out.
  std::vector<std::string> Strings() const;

  // A string without embedded zero bytes, which no name or path may contain.
  std::optional<std::string> String() const;
  std::optional<bool> Boolean() const;
  // A number, or a string that is one: manifests write both.
  std::optional<uint32_t> Unsigned() const;

 private:
  const void* value_ = nullptr;
};

// A parsed JSON text.
class JsonDocument {
 public:
  // Parses strict JSON, with or without a byte order mark; null, with the reason in `error`, when
  // the text is anything else. Nesting is bounded by memory only: nothing recurses.
  static std::unique_ptr<JsonDocument> Parse(std::string text, std::string* error);

  // Reads and parses a file of at most kMaximumManifestSize bytes.
  static std::unique_ptr<JsonDocument> Read(const Platform& platform, const std::string& path,
                                            std::string* error);

  ~JsonDocument();
  JsonValue Root() const;

 private:
  struct Content;
  explicit JsonDocument(std::unique_ptr<Content> content);
  std::unique_ptr<Content> content_;
};

// The largest manifests in use, those of validation layers that describe all their settings, are
// below 200 KiB. The limit is a generous multiple of that, and bounds what a loader reads into an
// application's memory.
inline constexpr size_t kMaximumManifestSize = size_t{4} << 20;

}  // namespace reference_loader

#endif  // LOADSTONE_REFERENCE_LOADER_COMMON_JSON_H_
