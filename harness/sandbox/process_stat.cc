// SPDX-License-Identifier: Apache-2.0
#include "harness/sandbox/process_stat.h"

#include <unistd.h>

#include <fstream>
#include <sstream>
#include <string>

namespace loadstone {

std::optional<ProcessStat> ReadProcessStat(const std::filesystem::path& folder) {
  std::ifstream file(folder / "stat");
  // Does not use stream iterators, which throw if the process ends between opening and reading.
  std::string text;
  std::getline(file, text, '\0');
  // The program's name, in parentheses, may contain any characters.
  const size_t end_of_name = text.rfind(')');
  if (end_of_name == std::string::npos) return std::nullopt;
  std::istringstream rest(text.substr(end_of_name + 1));
  ProcessStat stat;
  std::string ignored;
  rest >> stat.state >> stat.parent;
  for (int field = 5; field < 14; ++field) rest >> ignored;
  double user = 0;
  double system = 0;
  double user_of_children = 0;
  double system_of_children = 0;
  rest >> user >> system >> user_of_children >> system_of_children;  // fields 14 to 17 of proc(5)
  if (!rest) return std::nullopt;
  const auto ticks_per_second = static_cast<double>(sysconf(_SC_CLK_TCK));
  stat.user_seconds = (user + user_of_children) / ticks_per_second;
  stat.processor_seconds = stat.user_seconds + (system + system_of_children) / ticks_per_second;
  return stat;
}

std::optional<ProcessStat> ReadProcessStat(pid_t process) {
  return ReadProcessStat(std::filesystem::path("/proc") / std::to_string(process));
}

}  // namespace loadstone
