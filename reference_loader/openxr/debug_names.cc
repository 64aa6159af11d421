// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/openxr/debug_names.h"

#include <algorithm>

#include "interfaces/openxr/handles.h"

namespace reference_loader::openxr {

void DebugNames::SetName(XrObjectType type, uint64_t handle, const char* name) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (name == nullptr || *name == '\0') {
    names_.erase({type, handle});
  } else {
    names_[{type, handle}] = name;
  }
}

std::vector<DebugNames::Label>& DebugNames::LabelsWithoutSingle(XrSession session) {
  std::vector<Label>& labels = labels_[session];
  if (!labels.empty() && !labels.back().is_region) labels.pop_back();
  return labels;
}

void DebugNames::BeginRegion(XrSession session, const char* label) {
  const std::lock_guard<std::mutex> lock(mutex_);
  LabelsWithoutSingle(session).push_back({label, true});
}

void DebugNames::EndRegion(XrSession session) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<Label>& labels = LabelsWithoutSingle(session);
  if (!labels.empty()) labels.pop_back();
  if (labels.empty()) labels_.erase(session);
}

void DebugNames::Insert(XrSession session, const char* label) {
  const std::lock_guard<std::mutex> lock(mutex_);
  LabelsWithoutSingle(session).push_back({label, false});
}

DebugNames::Message::Message(DebugNames* names, const XrDebugUtilsMessengerCallbackDataEXT& data)
    : data_(data) {
  if (data.objects == nullptr) return;
  objects_.assign(data.objects, data.objects + data.objectCount);
  const std::lock_guard<std::mutex> lock(names->mutex_);
  // Collect all texts before taking pointers to them: a growing vector moves its elements.
  std::vector<size_t> named;
  for (size_t i = 0; i < objects_.size(); ++i) {
    const auto name = names->names_.find({objects_[i].objectType, objects_[i].objectHandle});
    if (objects_[i].objectName != nullptr || name == names->names_.end()) continue;
    texts_.push_back(name->second);
    named.push_back(i);
  }
  for (const XrDebugUtilsObjectNameInfoEXT& object : objects_) {
    if (object.objectType != XR_OBJECT_TYPE_SESSION || data.sessionLabelCount != 0) continue;
    const auto session = names->labels_.find(HandleOf<XrSession>(object.objectHandle));
    if (session == names->labels_.end()) continue;
    for (auto label = session->second.rbegin(); label != session->second.rend(); ++label) {
      texts_.push_back(label->text);
    }
  }
  for (size_t i = 0; i < named.size(); ++i) objects_[named[i]].objectName = texts_[i].c_str();
  for (size_t i = named.size(); i < texts_.size(); ++i) {
    labels_.push_back({XR_TYPE_DEBUG_UTILS_LABEL_EXT, nullptr, texts_[i].c_str()});
  }
  data_.objects = objects_.data();
  if (labels_.empty()) return;
  data_.sessionLabelCount = static_cast<uint32_t>(labels_.size());
  data_.sessionLabels = labels_.data();
}

}  // namespace reference_loader::openxr
