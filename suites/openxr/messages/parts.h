// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_OPENXR_MESSAGES_PARTS_H_
#define LOADSTONE_SUITES_OPENXR_MESSAGES_PARTS_H_

#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

#include "harness/case/openxr_case.h"
#include "harness/probe/app_trace.h"

// Code shared by the suites about messages: what is logged, and which events are traced, between
// two places of an application.
namespace loadstone::suites {

inline constexpr char kNextPart[] = "-- the next part of the application --";

// Begins the next part of the application's output and of its trace.
inline void NextPart() {
  fflush(nullptr);
  fprintf(stderr, "%s\n", kNextPart);
  fflush(stderr);
  AppEvent{kNextPart};
}

inline std::vector<std::string> PartsOfOutput(const Observation& seen) {
  std::vector<std::string> parts(1);
  std::istringstream lines(seen.output());
  for (std::string line; std::getline(lines, line);) {
    if (line.find(kNextPart) != std::string::npos) {
      parts.emplace_back();
    } else {
      parts.back() += line + "\n";
    }
  }
  return parts;
}

// How many events of that name each part has.
inline std::vector<size_t> PartsOfTrace(const Observation& seen, const std::string& what) {
  std::vector<size_t> parts(1);
  for (const Event& event : seen.Select(kAppName, {})) {
    if (event.what() == kNextPart) parts.push_back(0);
    if (event.what() == what) ++parts.back();
  }
  return parts;
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_OPENXR_MESSAGES_PARTS_H_
