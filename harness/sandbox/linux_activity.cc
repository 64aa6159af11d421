// SPDX-License-Identifier: Apache-2.0
#include "harness/sandbox/linux_activity.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <system_error>
#include <vector>

#include "harness/sandbox/process_stat.h"

namespace loadstone {
namespace {

namespace fs = std::filesystem;

uint64_t ReadSwitches(const fs::path& folder) {
  std::ifstream file(folder / "status");
  uint64_t sum = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.find("ctxt_switches:") == std::string::npos) continue;
    sum += std::strtoull(line.c_str() + line.find(':') + 1, nullptr, 10);
  }
  return sum;
}

bool IsNumber(const std::string& name) {
  return !name.empty() && name.find_first_not_of("0123456789") == std::string::npos;
}

// Returns the folders in `folder` whose names are numbers: processes or threads.
std::vector<fs::path> Numbered(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    if (IsNumber(entry->path().filename())) found.push_back(entry->path());
  }
  return found;
}

// Returns `root` and its descendants, each with its ProcessStat.
std::map<pid_t, ProcessStat> Family(pid_t root) {
  std::map<pid_t, ProcessStat> all;
  for (const fs::path& folder : Numbered("/proc")) {
    if (const auto stat = ReadProcessStat(folder)) {
      all.emplace(static_cast<pid_t>(std::stol(folder.filename())), *stat);
    }
  }
  std::map<pid_t, ProcessStat> family;
  if (const auto first = all.find(root); first != all.end()) family.insert(*first);
  for (size_t known = 0; known != family.size();) {
    known = family.size();
    for (const auto& [pid, stat] : all) {
      if (family.contains(stat.parent)) family.emplace(pid, stat);
    }
  }
  return family;
}

bool IsAsleep(char state) { return state == 'S' || state == 'T' || state == 't' || state == 'Z'; }

}  // namespace

Activity ReadProcessActivity(pid_t root) {
  Activity activity;
  size_t threads = 0;
  bool awake = false;
  for (const auto& [pid, stat] : Family(root)) {
    activity.processor_seconds += stat.processor_seconds;
    activity.user_seconds += stat.user_seconds;
    for (const fs::path& thread : Numbered(fs::path("/proc") / std::to_string(pid) / "task")) {
      const auto own = ReadProcessStat(thread);
      if (!own.has_value()) continue;
      ++threads;
      awake |= !IsAsleep(own->state);
      activity.switches += ReadSwitches(thread);
    }
  }
  activity.asleep = threads > 0 && !awake;
  return activity;
}

}  // namespace loadstone
