// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/corrupt.h"

#include <fmt/format.h>
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <vector>

#include "fuzz/shared/break_text.h"

namespace loadstone::fuzz {
namespace {

using rapidjson::Document;
using rapidjson::Value;

// Larger texts would make every input that inherits them slow.
constexpr size_t kMaxTextSize = 64 << 10;

constexpr const char* kValues[] = {"null",
                                   "true",
                                   "0",
                                   "-1",
                                   "1e999",
                                   "4294967296",
                                   "18446744073709551616",
                                   "\"\"",
                                   "[]",
                                   "{}",
                                   "{\"a\": \"b\"}",
                                   "[null]",
                                   "[[[]]]",
                                   "[0, {}]",
                                   "{\"name\": 1}",
                                   "\"1.3\"",
                                   "\"1.3.0.0\"",
                                   "\"32\"",
                                   "\"64\"",
                                   "{\"\": \"\"}",
                                   "\"/opt/loadstone\"",
                                   "\"layer.so\"",
                                   "\"../../..\""};

// All values of a document, and all objects among them.
void Collect(Value& value, std::vector<Value*>& objects, std::vector<Value*>& all, int depth) {
  all.push_back(&value);
  if (depth > 16) return;
  if (value.IsObject()) {
    objects.push_back(&value);
    for (auto& member : value.GetObject()) Collect(member.value, objects, all, depth + 1);
  } else if (value.IsArray()) {
    for (auto& element : value.GetArray()) Collect(element, objects, all, depth + 1);
  }
}

std::string LongText(Random& random) {
  constexpr size_t kLengths[] = {255, 256, 257, 511, 512, 1024, 4096, 20000};
  return std::string(random.Pick(kLengths), 'A');
}

void SetSomething(Value& value, Document& document, const Vocabulary& vocabulary, Random& random) {
  if (random.Chance(20)) {
    const std::string text = LongText(random);
    value.SetString(text.data(), static_cast<rapidjson::SizeType>(text.size()),
                    document.GetAllocator());
    return;
  }
  Document other(&document.GetAllocator());
  other.Parse(random.Chance(70) ? random.Pick(kValues) : random.Pick(vocabulary.values));
  if (!other.HasParseError()) value.CopyFrom(other, document.GetAllocator());
}

// Inserts an element at the beginning, at the end or in the middle of a list.
void InsertSomething(Value& list, Document& document, const Vocabulary& vocabulary,
                     Random& random) {
  Value added;
  SetSomething(added, document, vocabulary, random);
  list.PushBack(added, document.GetAllocator());
  for (rapidjson::SizeType at = list.Size() - 1,
                           end = static_cast<rapidjson::SizeType>(random.Below(list.Size()));
       at > end; --at) {
    list[at].Swap(list[at - 1]);
  }
}

void CorruptTree(Document& document, const Vocabulary& vocabulary, Random& random) {
  std::vector<Value*> objects;
  std::vector<Value*> all;
  Collect(document, objects, all, 0);
  Value& some = *all[random.Below(all.size())];
  if (objects.empty() || random.Chance(40)) {
    SetSomething(some, document, vocabulary, random);
    return;
  }
  if (some.IsArray() && random.Chance(50)) {
    InsertSomething(some, document, vocabulary, random);
    return;
  }
  Value& object = *objects[random.Below(objects.size())];
  if (object.MemberCount() > 0 && random.Chance(50)) {
    const auto member =
        object.MemberBegin() + static_cast<std::ptrdiff_t>(random.Below(object.MemberCount()));
    if (random.Chance(50)) {
      object.RemoveMember(member);
    } else {
      SetSomething(member->value, document, vocabulary, random);
    }
    return;
  }
  Value added;
  SetSomething(added, document, vocabulary, random);
  object.AddMember(rapidjson::StringRef(random.Pick(vocabulary.members)), added,
                   document.GetAllocator());
}

std::string CorruptBytes(std::string text, Random& random) {
  const size_t at = text.empty() ? 0 : random.Below(text.size());
  switch (random.Below(8)) {
    case 0:
      return text.substr(0, at);
    case 1:
      return {};
    case 2:
      if (!text.empty()) text[at] = static_cast<char>(random.Below(256));
      return text;
    case 3: {
      constexpr size_t kDepths[] = {10, 500, 5000, 30000};
      const size_t depth = random.Pick(kDepths);
      return text.insert(at, std::string(depth, random.Chance(50) ? '[' : '{'));
    }
    case 4:
      return "\xef\xbb\xbf" + text;
    case 5: {
      constexpr const char* kPieces[] = {",",   "}", "]", "\"", "\\",   "\\u0000",  "\\ud800", "//",
                                         "/* ", "'", "-", "1e", "\x01", "\xff\xfe", ":"};
      return text.insert(at, random.Pick(kPieces));
    }
    case 6:
      return text + text;
    default:
      return text.erase(at, 1 + random.Below(8));
  }
}

}  // namespace

std::string Corrupt(const std::string& text, const Vocabulary& vocabulary, Random& random) {
  Document document;
  if (random.Chance(60)) document.Parse<rapidjson::kParseIterativeFlag>(text.data(), text.size());
  std::string corrupted;
  if (!document.IsNull() && !document.HasParseError()) {
    CorruptTree(document, vocabulary, random);
    rapidjson::StringBuffer buffer;
    rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
    if (document.Accept(writer)) corrupted = {buffer.GetString(), buffer.GetSize()};
  } else if (random.Chance(50)) {
    corrupted = BreakText(text, [&](size_t bound) { return random.Below(bound); });
  } else {
    corrupted = CorruptBytes(text, random);
  }
  return corrupted.size() > kMaxTextSize ? text.substr(0, kMaxTextSize) : corrupted;
}

}  // namespace loadstone::fuzz
