// SPDX-License-Identifier: Apache-2.0
#include "harness/world/vulkan_components.h"

#include <algorithm>
#include <utility>

namespace loadstone {

Layer::Layer(std::string name) : name_(std::move(name)), who_(name_) {}

Layer Layer::Meta(std::string name, const std::vector<std::string>& components) {
  Layer layer(std::move(name));
  layer.meta_ = true;
  layer.members_.Set("component_layers", components);
  return layer;
}

Layer Layer::Override(const std::vector<std::string>& components) {
  Layer layer = Meta(kOverrideLayer, components);
  return layer.Implicit();
}

Layer& Layer::Implicit() {
  implicit_ = true;
  return *this;
}

Layer& Layer::EnabledBy(const std::string& variable, const std::string& value) {
  members_.Set("enable_environment", JsonObject().Set(variable, value));
  return *this;
}

Layer& Layer::DisabledBy(const std::string& variable) {
  disable_variable_ = variable;
  return *this;
}

Layer& Layer::NotDisablable() {
  disablable_ = false;
  return *this;
}

std::string Layer::DisableVariable() const {
  return disable_variable_.empty() ? "DISABLE_" + name_ : disable_variable_;
}

Layer& Layer::Api(const std::string& version) {
  members_.Set("api_version", version);
  return *this;
}

Layer& Layer::Manifest(const std::string& json) {
  change_texts_.push_back(json);
  return *this;
}

Layer& Layer::FileFormat(const std::string& version) {
  file_format_ = version;
  return *this;
}

Layer& Layer::RawManifest(const std::string& text) {
  raw_manifest_ = text;
  return *this;
}

Layer& Layer::In(const std::string& folder) {
  folder_ = folder;
  return *this;
}

Layer& Layer::ManifestFile(const std::string& name) {
  file_ = name;
  return *this;
}

Layer& Layer::Binary(const std::string& variant) {
  binary_ = variant;
  return *this;
}

Layer& Layer::Behaviour(const std::string& json) {
  behaviour_.Merge(json);
  return *this;
}

Layer& Layer::Who(const std::string& who) {
  who_ = who;
  return *this;
}

Layer& Layer::AppKeys(const std::vector<std::string>& paths) {
  members_.Set("app_keys", paths);
  paths_["app_keys"] = paths;
  return *this;
}

Layer& Layer::OverridePaths(const std::vector<std::string>& folders) {
  members_.Set("override_paths", folders);
  paths_["override_paths"] = folders;
  return *this;
}

Layer& Layer::Blacklist(const std::vector<std::string>& names) {
  members_.Set("blacklisted_layers", names);
  return *this;
}

std::string Layer::manifest_file() const { return file_.empty() ? name_ + ".json" : file_; }

std::string Layer::ManifestText(
    const std::string& library, const std::string& api_version,
    const std::function<std::string(const std::string&)>& native) const {
  if (raw_manifest_.has_value()) return *raw_manifest_;
  JsonObject layer;
  layer.Set("name", name_).Set("type", meta_ ? "GLOBAL" : "INSTANCE");
  if (!meta_) layer.Set("library_path", library);
  layer.Set("api_version", api_version)
      .Set("implementation_version", "1")
      // Not derived from the name, so that a layer with a long name does not have a long
      // description too.
      .Set("description", "Loadstone mock");
  if (implicit_ && disablable_) {
    layer.Set("disable_environment", JsonObject().Set(DisableVariable(), "1"));
  }
  layer.Merge(members_.Text());
  for (auto [name, paths] : paths_) {
    if (native) std::transform(paths.begin(), paths.end(), paths.begin(), native);
    layer.Set(name, paths);
  }
  for (const std::string& change : change_texts_) layer.Merge(change);
  return JsonObject().Set("file_format_version", file_format_).Set("layer", layer).Text();
}

Driver::Driver(std::string name) : name_(std::move(name)) {}

Driver& Driver::Manifest(const std::string& json) {
  change_texts_.push_back(json);
  return *this;
}

Driver& Driver::In(const std::string& folder) {
  folder_ = folder;
  return *this;
}

Driver& Driver::Binary(const std::string& variant) {
  binary_ = variant;
  return *this;
}

Driver& Driver::Behaviour(const std::string& json) {
  behaviour_.Merge(json);
  return *this;
}

std::string Driver::ManifestText(const std::string& library) const {
  JsonObject icd;
  icd.Set("library_path", library).Set("api_version", "1.3.0");
  for (const std::string& change : change_texts_) icd.Merge(change);
  return JsonObject().Set("file_format_version", "1.0.0").Set("ICD", icd).Text();
}

}  // namespace loadstone
