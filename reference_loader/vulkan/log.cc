// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/log.h"

#include "reference_loader/common/path_list.h"

namespace reference_loader::vulkan {
namespace {

struct FlagName {
  uint32_t flags;
  const char* option;
  const char* label;
};

constexpr FlagName kFlagNames[] = {
    {kLogError, "error", "ERROR"}, {kLogWarning, "warn", "WARNING"},
    {kLogInfo, "info", "INFO"},    {kLogDebug, "debug", "DEBUG"},
    {kLogLayer, "layer", "LAYER"}, {kLogDriver, "driver", "DRIVER"},
};

uint32_t WantedFlags(const std::string& options) {
  uint32_t wanted = 0;
  for (const std::string& option : SplitList(options, ',', true)) {
    if (option == "all") wanted |= kLogAll;
    for (const FlagName& name : kFlagNames) {
      if (option == name.option) wanted |= name.flags;
    }
  }
  return wanted;
}

}  // namespace

Log::Log(const Platform& platform, LogSink* sink)
    : platform_(platform),
      sink_(sink),
      wanted_(WantedFlags(platform.Environment("VK_LOADER_DEBUG").value_or(""))) {}

void Log::Write(uint32_t flags, const std::string& message) const {
  if (sink_ != nullptr) sink_->Deliver(flags, message);
  if ((flags & wanted_) == 0) return;
  std::string labels;
  for (const FlagName& name : kFlagNames) {
    if ((flags & name.flags) == 0) continue;
    if (!labels.empty()) labels += " | ";
    labels += name.label;
  }
  labels += ':';
  // The examples in the documents align messages after the longest usual label.
  constexpr size_t kColumn = 18;
  labels.append(labels.size() < kColumn ? kColumn - labels.size() : 1, ' ');
  platform_.WriteLog("[Vulkan Loader] " + labels + message);
}

}  // namespace reference_loader::vulkan
