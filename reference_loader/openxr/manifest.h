// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_MANIFEST_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_MANIFEST_H_

#include <memory>
#include <string>

#include "reference_loader/common/json.h"
#include "reference_loader/common/system_rules.h"

namespace reference_loader::openxr {

// The one format of manifests that the documents define, for runtimes and API layers alike.
inline constexpr char kManifestFormat[] = "1.0.0";

// What every manifest has: a format and one object that describes the component.
class Manifest {
 public:
  // Parses the text of a manifest whose component stands in the member `component`. Null, and why
  // in `problem`, when it is no manifest of the supported format.
  static std::unique_ptr<Manifest> Parse(const std::string& text, const char* component,
                                         std::string* problem);

  // The object of the component; valid as long as this.
  JsonValue component() const { return component_; }

 private:
  explicit Manifest(std::unique_ptr<JsonDocument> document) : document_(std::move(document)) {}

  std::unique_ptr<JsonDocument> document_;
  JsonValue component_;
};

// The path in the member "library_path", relative to the manifest unless it is absolute or a bare
// file name; empty when there is none.
std::string LibraryPath(JsonValue component, const std::string& manifest_path,
                        const SystemRules& rules);

// The name under which the library exports the function `name`: "functions" may rename it.
std::string ExportedName(JsonValue component, const char* name);

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_MANIFEST_H_
