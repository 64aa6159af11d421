// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_COMMON_CONFIG_H_
#define LOADSTONE_MOCK_COMMON_CONFIG_H_

#include "mock_common/json.h"

namespace loadstone::mock {

// Reads "<path of this shared library>.config", a JSON object that configures this copy of a mock.
// Starts the trace with its members "trace" (a path) and "who" (a name; default: the file name of
// the library). Called once, from the constructor of the library. If the file is missing or not a
// JSON object, the mock conforms to the documents and writes no trace.
void LoadConfig();

// The same for a library at `library_path`, which must outlive the mock: LibraryPath and "who" do
// not copy it.
void LoadConfigOf(const char* library_path);

// The path of this shared library according to the dynamic linker, or "" if unknown.
const char* LibraryPath();
// Keeps this shared library loaded until the process ends, so that it remembers.
void StayLoaded();
// The part of `path` after its last folder separator.
const char* FileName(const char* path);

// The object that was read, or an empty one. Never freed: mocks do nothing when they are unloaded.
const rapidjson::Value& Config();

// Members of the configuration, or of an object inside it; `otherwise` when they are missing or
// have another type.
const char* Text(const rapidjson::Value& object, const char* key, const char* otherwise);
bool Flag(const rapidjson::Value& object, const char* key, bool otherwise);
int64_t Number(const rapidjson::Value& object, const char* key, int64_t otherwise);
// The array of that name, or an empty one.
const rapidjson::Value& List(const rapidjson::Value& object, const char* key);
// The object of that name, or an empty one.
const rapidjson::Value& Object(const rapidjson::Value& object, const char* key);
bool Contains(const rapidjson::Value& list, const char* text);
// Whether the list "misbehave" in the configuration contains the word.
bool IsMisbehaviourConfigured(const char* word);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_COMMON_CONFIG_H_
