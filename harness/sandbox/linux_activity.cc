#include "harness/sandbox/linux_activity.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

namespace loadstone {
namespace {

namespace fs = std::filesystem;

// The fields of /proc/PID/stat that matter here (proc(5)).
struct Stat {
  char state = '?';
  pid_t parent = 0;
  double processor_seconds = 0;
};

std::optional<Stat> ReadStat(const fs::path& folder) {
  std::ifstream file(folder / "stat");
  // Not by iterators: they throw where the process has gone between opening and reading.
  std::string text;
  std::getline(file, text, '\0');
  // The name of the program, in parentheses, may hold anything.
  const size_t end_of_name = text.rfind(')');
  if (end_of_name == std::string::npos) return std::nullopt;
  std::istringstream rest(text.substr(end_of_name + 1));
  Stat stat;
  std::string ignored;
  rest >> stat.state >> stat.parent;
  for (int field = 5; field < 14; ++field) rest >> ignored;
  double ticks = 0;
  for (int field = 14; field < 18; ++field) {  // utime, stime, cutime, cstime
    double more = 0;
    rest >> more;
    ticks += more;
  }
  if (!rest) return std::nullopt;
  stat.processor_seconds = ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
  return stat;
}

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

// The folders in `folder` whose names are numbers: processes or threads.
std::vector<fs::path> Numbered(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    if (IsNumber(entry->path().filename())) found.push_back(entry->path());
  }
  return found;
}

// `root` and its descendants, each with what its stat says.
std::map<pid_t, Stat> Family(pid_t root) {
  std::map<pid_t, Stat> all;
  for (const fs::path& folder : Numbered("/proc")) {
    if (const auto stat = ReadStat(folder)) {
      all.emplace(static_cast<pid_t>(std::stol(folder.filename())), *stat);
    }
  }
  std::map<pid_t, Stat> family;
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

Activity LookAtProcesses(pid_t root) {
  Activity activity;
  size_t threads = 0;
  bool awake = false;
  for (const auto& [pid, stat] : Family(root)) {
    activity.processor_seconds += stat.processor_seconds;
    for (const fs::path& thread : Numbered(fs::path("/proc") / std::to_string(pid) / "task")) {
      const auto own = ReadStat(thread);
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
