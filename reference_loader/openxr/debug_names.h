// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_DEBUG_NAMES_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_DEBUG_NAMES_H_

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "reference_loader/openxr/openxr_headers.h"

namespace reference_loader::openxr {

// The names of objects and labels of sessions that an application sets with XR_EXT_debug_utils. The
// loader adds them to the application's messages when the runtime does not have the extension.
class DebugNames {
 public:
  // An empty or null name removes the object's name.
  void SetName(XrObjectType type, uint64_t handle, const char* name);

  // A region lasts until EndRegion; a single label lasts until the next label of the session.
  void BeginRegion(XrSession session, const char* label);
  void EndRegion(XrSession session);
  void Insert(XrSession session, const char* label);

  // A message with the known names of its objects and, unless it has labels already, with the
  // labels of its sessions, the latest first. Valid as long as `data` and this object.
  class Message {
   public:
    Message(DebugNames* names, const XrDebugUtilsMessengerCallbackDataEXT& data);
    const XrDebugUtilsMessengerCallbackDataEXT& data() const { return data_; }

   private:
    XrDebugUtilsMessengerCallbackDataEXT data_;
    // Copies, because other threads may change the originals during the callbacks.
    std::vector<std::string> texts_;
    std::vector<XrDebugUtilsObjectNameInfoEXT> objects_;
    std::vector<XrDebugUtilsLabelEXT> labels_;
  };

 private:
  struct Label {
    std::string text;
    bool is_region;
  };
  // The labels of a session, after removing a single label at their end.
  std::vector<Label>& LabelsWithoutSingle(XrSession session);

  std::mutex mutex_;
  std::map<std::pair<XrObjectType, uint64_t>, std::string> names_;
  std::map<XrSession, std::vector<Label>> labels_;
};

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_DEBUG_NAMES_H_
