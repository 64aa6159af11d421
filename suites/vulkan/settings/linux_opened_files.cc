// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/settings/linux_opened_files.h"

#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "harness/errors.h"
#include "harness/probe/app_trace.h"

namespace loadstone::suites {
namespace {

constexpr char kEvent[] = "files_opened";
constexpr size_t kRoom = 65536;  // many events, each with a name of at most 255 bytes

}  // namespace

FileWatch::FileWatch(const std::vector<std::string>& folders)
    : folders_(folders), inotify_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
  for (const std::string& folder : folders_) {
    watches_.push_back(inotify_add_watch(inotify_, folder.c_str(), IN_OPEN));
  }
}

FileWatch::~FileWatch() {
  std::set<std::string> paths;
  std::vector<char> buffer(kRoom);
  for (ssize_t length = 0; (length = read(inotify_, buffer.data(), buffer.size())) > 0;) {
    for (ssize_t at = 0; at < length;) {
      inotify_event event;
      std::memcpy(&event, &buffer[at], sizeof(event));
      const auto watch = std::find(watches_.begin(), watches_.end(), event.wd);
      // An event without a name is for the folder itself.
      if (event.len > 0 && watch != watches_.end()) {
        paths.insert(folders_[watch - watches_.begin()] + "/" + &buffer[at + sizeof(event)]);
      }
      at += static_cast<ssize_t>(sizeof(event)) + event.len;
    }
  }
  const bool watching = std::find(watches_.begin(), watches_.end(), -1) == watches_.end();
  AppEvent(kEvent)
      .Add("watching", watching)
      .Add("paths", std::vector<std::string>(paths.begin(), paths.end()));
  close(inotify_);
}

std::vector<std::string> OpenedFiles(const Observation& seen) {
  const std::optional<Event> event = seen.First(kAppName, kEvent);
  if (!event.has_value() || !event->Flag("watching")) {
    throw HarnessError(
        "cannot watch which files are opened: are there inotify instances left "
        "(/proc/sys/fs/inotify/max_user_instances)?");
  }
  return event->List("paths");
}

}  // namespace loadstone::suites
