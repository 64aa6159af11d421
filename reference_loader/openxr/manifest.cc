// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/openxr/manifest.h"

#include "reference_loader/common/path_list.h"

namespace reference_loader::openxr {

std::unique_ptr<Manifest> Manifest::Parse(const std::string& text, const char* component,
                                          std::string* problem) {
  std::unique_ptr<JsonDocument> document = JsonDocument::Parse(text, problem);
  if (document == nullptr) return nullptr;
  std::unique_ptr<Manifest> manifest(new Manifest(std::move(document)));
  const JsonValue root = manifest->document_->Root();
  if (root.Get("file_format_version").String().value_or("") != kManifestFormat) {
    *problem = std::string("its file_format_version is not ") + kManifestFormat;
    return nullptr;
  }
  manifest->component_ = root.Get(component);
  if (!manifest->component_.IsObject()) {
    *problem = std::string("it has no object \"") + component + "\"";
    return nullptr;
  }
  return manifest;
}

std::string LibraryPath(JsonValue component, const std::string& manifest_path,
                        const SystemRules& rules) {
  const std::string path = component.Get("library_path").String().value_or("");
  return path.empty() ? path : ResolveLibraryPath(manifest_path, path, rules);
}

std::string ExportedName(JsonValue component, const char* name) {
  const std::string renamed = component.Get("functions").Get(name).String().value_or("");
  return renamed.empty() ? name : renamed;
}

}  // namespace reference_loader::openxr
