// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_JSON_TEXT_H_
#define LOADSTONE_HARNESS_REPORT_JSON_TEXT_H_

#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include <string>
#include <string_view>
#include <vector>

#include "harness/report/text.h"

namespace loadstone {

// Functions with which the JSON reports write texts that may contain any bytes.
using JsonWriter = rapidjson::PrettyWriter<rapidjson::StringBuffer>;

inline void WriteText(JsonWriter& writer, std::string_view text) {
  const std::string valid = ValidUtf8(text);
  writer.String(valid.data(), static_cast<rapidjson::SizeType>(valid.size()));
}

inline void WriteMember(JsonWriter& writer, const char* name, std::string_view text) {
  writer.Key(name);
  WriteText(writer, text);
}

inline void WriteTexts(JsonWriter& writer, const char* name,
                       const std::vector<std::string>& texts) {
  writer.Key(name);
  writer.StartArray();
  for (const std::string& text : texts) WriteText(writer, text);
  writer.EndArray();
}

// Writes an object with one member, as in "message": {"text": "..."}.
inline void WriteObject(JsonWriter& writer, const char* name, const char* member,
                        std::string_view text) {
  writer.Key(name);
  writer.StartObject();
  WriteMember(writer, member, text);
  writer.EndObject();
}

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_JSON_TEXT_H_
