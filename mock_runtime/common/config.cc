#include "mock_runtime/common/config.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mock_runtime/common/trace.h"

// Mocks are linked without the C++ runtime library: two copies of one must share nothing and must
// be unloadable, and the subject may bring a runtime library of its own.
void* operator new(size_t size) {
  void* memory = malloc(size == 0 ? 1 : size);
  if (memory == nullptr) abort();
  return memory;
}
void operator delete(void* memory) noexcept { free(memory); }
void operator delete(void* memory, size_t) noexcept { free(memory); }

namespace loadstone::mock {
namespace {

constexpr size_t kLargestConfig = 1 << 20;

alignas(rapidjson::Document) char document_storage[sizeof(rapidjson::Document)];
rapidjson::Document* document = nullptr;

alignas(rapidjson::Value) char empty_object_storage[sizeof(rapidjson::Value)];
alignas(rapidjson::Value) char empty_list_storage[sizeof(rapidjson::Value)];
const rapidjson::Value* empty_object = nullptr;
const rapidjson::Value* empty_list = nullptr;

// The file's text with a NUL at its end, or nullptr.
char* ReadAll(const char* path) {
  FILE* file = fopen(path, "re");
  if (file == nullptr) return nullptr;
  char* text = static_cast<char*>(malloc(kLargestConfig));
  size_t size = 0;
  if (text != nullptr) {
    size = fread(text, 1, kLargestConfig - 1, file);
    text[size] = '\0';
  }
  fclose(file);
  return text;
}

const rapidjson::Value* Find(const rapidjson::Value& object, const char* key) {
  if (!object.IsObject()) return nullptr;
  const auto member = object.FindMember(key);
  return member == object.MemberEnd() ? nullptr : &member->value;
}

}  // namespace

void LoadConfig() {
  document = new (document_storage) rapidjson::Document;
  document->SetObject();
  empty_object = new (empty_object_storage) rapidjson::Value(rapidjson::kObjectType);
  empty_list = new (empty_list_storage) rapidjson::Value(rapidjson::kArrayType);
  Dl_info info;
  if (dladdr(reinterpret_cast<void*>(&LoadConfig), &info) == 0 || info.dli_fname == nullptr) return;
  char path[4096 + 8];
  if (snprintf(path, sizeof(path), "%s.config", info.dli_fname) >= static_cast<int>(sizeof(path))) {
    return;
  }
  if (char* text = ReadAll(path)) {
    document->Parse(text);
    free(text);
    if (document->HasParseError() || !document->IsObject()) document->SetObject();
  }
  const char* slash = strrchr(path, '/');
  path[strlen(path) - strlen(".config")] = '\0';
  const char* who = Text(*document, "who", nullptr);
  OpenTrace(Text(*document, "trace", nullptr),
            who != nullptr ? who : strdup(slash != nullptr ? slash + 1 : path));
}

const rapidjson::Value& Config() { return *document; }

const char* Text(const rapidjson::Value& object, const char* key, const char* otherwise) {
  const rapidjson::Value* value = Find(object, key);
  return value != nullptr && value->IsString() ? value->GetString() : otherwise;
}

bool Flag(const rapidjson::Value& object, const char* key, bool otherwise) {
  const rapidjson::Value* value = Find(object, key);
  return value != nullptr && value->IsBool() ? value->GetBool() : otherwise;
}

int64_t Number(const rapidjson::Value& object, const char* key, int64_t otherwise) {
  const rapidjson::Value* value = Find(object, key);
  return value != nullptr && value->IsInt64() ? value->GetInt64() : otherwise;
}

const rapidjson::Value& List(const rapidjson::Value& object, const char* key) {
  const rapidjson::Value* value = Find(object, key);
  return value != nullptr && value->IsArray() ? *value : *empty_list;
}

const rapidjson::Value& Object(const rapidjson::Value& object, const char* key) {
  const rapidjson::Value* value = Find(object, key);
  return value != nullptr && value->IsObject() ? *value : *empty_object;
}

bool Contains(const rapidjson::Value& list, const char* text) {
  if (!list.IsArray()) return false;
  for (const rapidjson::Value& element : list.GetArray()) {
    if (element.IsString() && strcmp(element.GetString(), text) == 0) return true;
  }
  return false;
}

}  // namespace loadstone::mock
