// SPDX-License-Identifier: Apache-2.0
#include "harness/world/openxr_components.h"

#include <fmt/format.h>

#include <utility>

namespace loadstone {
namespace {

// Manifests and configurations use different formats for the version of an extension.
std::string ExtensionList(const std::vector<XrExtension>& extensions, const char* format) {
  std::string list;
  for (const XrExtension& extension : extensions) {
    list += (list.empty() ? "" : ", ") +
            fmt::format(fmt::runtime(format), extension.name, extension.version);
  }
  return "[" + list + "]";
}

std::string InManifest(const std::vector<XrExtension>& extensions) {
  return ExtensionList(extensions, R"({{"name": "{}", "extension_version": "{}"}})");
}

std::string InConfiguration(const std::vector<XrExtension>& extensions) {
  return ExtensionList(extensions, R"({{"name": "{}", "version": {}}})");
}

}  // namespace

ApiLayer::ApiLayer(std::string name) : name_(std::move(name)), who_(name_) {
  behaviour_.Set("name", name_);
}

ApiLayer& ApiLayer::Explicit() {
  implicit_ = false;
  return *this;
}

ApiLayer& ApiLayer::Implicit() {
  implicit_ = true;
  return *this;
}

ApiLayer& ApiLayer::EnabledBy(const std::string& variable) {
  members_.Set("enable_environment", variable);
  return *this;
}

ApiLayer& ApiLayer::DisabledBy(const std::string& variable) {
  disable_variable_ = variable;
  return *this;
}

ApiLayer& ApiLayer::NotDisablable() {
  disablable_ = false;
  return *this;
}

std::string ApiLayer::DisableVariable() const {
  return disable_variable_.empty() ? "DISABLE_" + name_ : disable_variable_;
}

ApiLayer& ApiLayer::Extensions(const std::vector<XrExtension>& extensions) {
  members_.SetJson("instance_extensions", InManifest(extensions));
  behaviour_.SetJson("extensions", InConfiguration(extensions));
  return *this;
}

ApiLayer& ApiLayer::LibraryPath(const std::string& path) {
  library_path_ = path;
  return *this;
}

ApiLayer& ApiLayer::Manifest(const std::string& json) {
  change_texts_.push_back(json);
  return *this;
}

ApiLayer& ApiLayer::FileFormat(const std::string& version) {
  file_format_ = version;
  return *this;
}

ApiLayer& ApiLayer::RawManifest(const std::string& text) {
  raw_manifest_ = text;
  return *this;
}

ApiLayer& ApiLayer::In(const std::string& folder) {
  folder_ = folder;
  return *this;
}

ApiLayer& ApiLayer::ManifestFile(const std::string& name) {
  file_ = name;
  return *this;
}

ApiLayer& ApiLayer::Binary(const std::string& variant) {
  binary_ = variant;
  return *this;
}

ApiLayer& ApiLayer::Behaviour(const std::string& json) {
  behaviour_.Merge(json);
  return *this;
}

ApiLayer& ApiLayer::Who(const std::string& who) {
  who_ = who;
  return *this;
}

std::string ApiLayer::manifest_file() const { return file_.empty() ? name_ + ".json" : file_; }

std::string ApiLayer::ManifestText(const std::string& library) const {
  if (raw_manifest_.has_value()) return *raw_manifest_;
  JsonObject layer;
  layer.Set("name", name_)
      .Set("library_path", library_path_.empty() ? library : library_path_)
      .Set("api_version", "1.0")
      .Set("implementation_version", "1")
      // Not derived from the name, so that a layer with a long name does not have a long
      // description too.
      .Set("description", "Loadstone mock");
  if (implicit_ && disablable_) layer.Set("disable_environment", DisableVariable());
  layer.Merge(members_.Text());
  for (const std::string& change : change_texts_) layer.Merge(change);
  return JsonObject().Set("file_format_version", file_format_).Set("api_layer", layer).Text();
}

Runtime::Runtime(std::string name) : name_(std::move(name)) {
  // A runtime must refuse an invalid negotiation or application, but then one fault of a loader
  // would fail every case.
  Behaviour(R"({"check_application": false, "check_negotiation": false})");
}

Runtime& Runtime::Extensions(const std::vector<XrExtension>& extensions) {
  behaviour_.SetJson("extensions", InConfiguration(extensions));
  return *this;
}

Runtime& Runtime::LibraryPath(const std::string& path) {
  library_path_ = path;
  return *this;
}

Runtime& Runtime::Manifest(const std::string& json) {
  change_texts_.push_back(json);
  return *this;
}

Runtime& Runtime::FileFormat(const std::string& version) {
  file_format_ = version;
  return *this;
}

Runtime& Runtime::RawManifest(const std::string& text) {
  raw_manifest_ = text;
  return *this;
}

Runtime& Runtime::In(const std::string& folder) {
  folder_ = folder;
  return *this;
}

Runtime& Runtime::ManifestFile(const std::string& name) {
  file_ = name;
  return *this;
}

Runtime& Runtime::Binary(const std::string& variant) {
  binary_ = variant;
  return *this;
}

Runtime& Runtime::Behaviour(const std::string& json) {
  behaviour_.Merge(json);
  return *this;
}

std::string Runtime::ManifestText(const std::string& library) const {
  if (raw_manifest_.has_value()) return *raw_manifest_;
  JsonObject runtime;
  runtime.Set("library_path", library_path_.empty() ? library : library_path_);
  for (const std::string& change : change_texts_) runtime.Merge(change);
  return JsonObject().Set("file_format_version", file_format_).Set("runtime", runtime).Text();
}

}  // namespace loadstone
