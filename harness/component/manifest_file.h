// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_COMPONENT_MANIFEST_FILE_H_
#define LOADSTONE_HARNESS_COMPONENT_MANIFEST_FILE_H_

#include <rapidjson/document.h>

#include <cstdint>
#include <string>

#include "harness/component/find_library.h"
#include "harness/json/json_member.h"
#include "harness/policy/kinds.h"
#include "harness/world/component_under_test.h"

namespace loadstone {

// The size limit of a manifest.
inline constexpr uintmax_t kMostManifestBytes = uintmax_t{16} << 20;

// Returns the bytes of a file; empty if it cannot be read.
std::string ReadWhole(const std::string& path);

// The text of the manifest at `path`, which is meant to be of a component of `kind`. Throws
// EnvironmentError, in one line, for what cannot be a manifest: no such file, a folder, a library,
// more than 16 MiB, or deep nesting.
std::string ReadManifestText(const std::string& path, SubjectKind kind);

// Parses the text of a manifest into `document`; returns whether it is a JSON object.
bool ParseManifest(const std::string& text, rapidjson::Document& document);

// The beginning of every check: the component of that kind whose manifest is at `path`, with the
// manifest's text and format, and with why it is no JSON object or names no library until that is
// found. `document` gets its members; it is no object where there are none. If `search` has a root,
// the manifest is looked for in it first. Throws as ReadManifestText.
ComponentUnderTest BeginComponent(const std::string& path, SubjectKind kind,
                                  const LibrarySearch& search, rapidjson::Document& document);

// Throws EnvironmentError where the manifest is of a component, but of none of that kind.
void RequireKind(const rapidjson::Value& manifest, const std::string& path, SubjectKind kind);

// Reads the manifest's object for the component: name, version, library, its architecture,
// negotiation function. `negotiate` is the default name of that function, which the manifest may
// replace. If `component` already has a platform, the library must be for it; `search` is as for
// SearchesFor. Throws EnvironmentError for a Linux library of an architecture whose programs the
// system cannot run.
void ReadComponentMembers(const rapidjson::Value& object, const std::string& negotiate, Api api,
                          const LibrarySearch& search, ComponentUnderTest& component);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_COMPONENT_MANIFEST_FILE_H_
