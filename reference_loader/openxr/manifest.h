// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_MANIFEST_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_MANIFEST_H_

#include <memory>
#include <string>

#include "reference_loader/common/json.h"
#include "reference_loader/common/system_rules.h"

namespace reference_loader::openxr {

// The only manifest format that the documents define, for both runtimes and API layers.
inline constexpr char kManifestFormat[] = "1.0.0";

// The part that all manifests share: a format version and one object that describes the component.
class Manifest {
 public:
  // Parses the text of a manifest whose member `component` describes the component. Returns null,
  // and sets `problem`, unless it is a manifest of the supported format.
  static std::unique_ptr<Manifest> Parse(const std::string& text, const char* component,
                                         std::string* problem);

  // The object of the component; valid as long as this object.
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

// The name under which the library exports the function `name`, which "functions" may change.
std::string ExportedName(JsonValue component, const char* name);

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_MANIFEST_H_
