// SPDX-License-Identifier: Apache-2.0
#include "mock_common/config.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mock_common/trace.h"

// Mocks are linked without the C++ runtime library: two copies of a mock must not share state and
// must be unloadable, and the subject may have its own runtime library.
void* operator new(size_t size) {
  void* memory = malloc(size == 0 ? 1 : size);
  if (memory == nullptr) abort();
  return memory;
}
void operator delete(void* memory) noexcept { free(memory); }
void operator delete(void* memory, size_t) noexcept { free(memory); }

namespace loadstone::mock {
namespace {

constexpr size_t kMaxConfigSize = 1 << 20;
#ifdef _WIN32
constexpr char kReadMode[] = "rbN";  // N: not inherited by child processes
constexpr char kSeparators[] = "\\/";
#else
constexpr char kReadMode[] = "re";
constexpr char kSeparators[] = "/";
#endif

alignas(rapidjson::Document) char document_storage[sizeof(rapidjson::Document)];
rapidjson::Document* document = nullptr;

alignas(rapidjson::Value) char empty_object_storage[sizeof(rapidjson::Value)];
alignas(rapidjson::Value) char empty_list_storage[sizeof(rapidjson::Value)];
const rapidjson::Value* empty_object = nullptr;
const rapidjson::Value* empty_list = nullptr;
const char* library_path = "";

// The file's text with a terminating NUL, or nullptr.
char* ReadAll(const char* path) {
  FILE* file = fopen(path, kReadMode);
  if (file == nullptr) return nullptr;
  char* text = static_cast<char*>(malloc(kMaxConfigSize));
  size_t size = 0;
  if (text != nullptr) {
    size = fread(text, 1, kMaxConfigSize - 1, file);
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

// Copies the path of a library, which the dynamic linker owns. Wine's paths of DLLs on a share
// begin with UNC\, where those of Windows begin with \\.
const char* CopyPath(const char* path) {
#ifdef _WIN32
  constexpr char kOfWine[] = "UNC\\";
  constexpr size_t kLength = sizeof(kOfWine) - 1;
  if (strncmp(path, kOfWine, kLength) == 0) {
    char* copy = static_cast<char*>(malloc(strlen(path) + 1));
    if (copy == nullptr) return "";
    strcpy(copy, "\\\\");
    return strcat(copy, path + kLength);
  }
#endif
  return strdup(path);
}

}  // namespace

void LoadConfig() {
  Dl_info info;
  const bool known =
      dladdr(reinterpret_cast<void*>(&LoadConfig), &info) != 0 && info.dli_fname != nullptr;
  LoadConfigOf(known ? CopyPath(info.dli_fname) : "");
}

void LoadConfigOf(const char* path) {
  document = new (document_storage) rapidjson::Document;
  document->SetObject();
  empty_object = new (empty_object_storage) rapidjson::Value(rapidjson::kObjectType);
  empty_list = new (empty_list_storage) rapidjson::Value(rapidjson::kArrayType);
  library_path = path;
  char config_path[4096];
  const int size = snprintf(config_path, sizeof(config_path), "%s.config", path);
  if (size < 0 || size >= static_cast<int>(sizeof(config_path))) return;
  if (char* text = ReadAll(config_path)) {
    document->Parse(text);
    free(text);
    if (document->HasParseError() || !document->IsObject()) document->SetObject();
  }
  OpenTrace(Text(*document, "trace", nullptr), Text(*document, "who", FileName(path)));
}

const char* LibraryPath() { return library_path; }

void StayLoaded() { dlopen(library_path, RTLD_NOW | RTLD_NOLOAD); }

const char* FileName(const char* path) {
  const char* name = path;
  for (const char* at = path; *at != '\0'; ++at) {
    if (strchr(kSeparators, *at) != nullptr) name = at + 1;
  }
  return name;
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

bool IsMisbehaviourConfigured(const char* word) {
  return Contains(List(Config(), "misbehave"), word);
}

}  // namespace loadstone::mock
