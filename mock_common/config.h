// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_COMMON_CONFIG_H_
#define LOADSTONE_MOCK_COMMON_CONFIG_H_

#include "mock_common/json.h"

namespace loadstone::mock {

// Reads "<path of this shared library>.config", the JSON object that says how this copy of a mock
// behaves, and starts the trace with its "trace" (a path) and "who" (a name; default: the file name
// of the library). Called once, from the constructor of the library. Without a file, or with one
// that is not a JSON object, the mock behaves as a well-behaved one with a silent trace.
void LoadConfig();

// The same for a library at `library_path`, which is kept, not copied, for LibraryPath and "who".
void LoadConfigOf(const char* library_path);

// Where this shared library lies, as its dynamic linker says, or "" when it does not say.
const char* LibraryPath();
// The part of `path` behind its last separator of folders.
const char* FileName(const char* path);

// The object read, or an empty one. Owned here, never freed: mocks have no work at library end.
const rapidjson::Value& Config();

// Members of the configuration, or of an object inside it, with what holds when they are missing
// or of another type.
const char* Text(const rapidjson::Value& object, const char* key, const char* otherwise);
bool Flag(const rapidjson::Value& object, const char* key, bool otherwise);
int64_t Number(const rapidjson::Value& object, const char* key, int64_t otherwise);
// The array of that name, or an empty one.
const rapidjson::Value& List(const rapidjson::Value& object, const char* key);
// The object of that name, or an empty one.
const rapidjson::Value& Object(const rapidjson::Value& object, const char* key);
bool Contains(const rapidjson::Value& list, const char* text);
// Whether the list "misbehave" of the configuration has the word.
bool ToldTo(const char* word);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_COMMON_CONFIG_H_
