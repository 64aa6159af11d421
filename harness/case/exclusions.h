// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_EXCLUSIONS_H_
#define LOADSTONE_HARNESS_CASE_EXCLUSIONS_H_

#include <optional>
#include <span>
#include <string>

namespace loadstone {

// In place of a platform: a process with a guarded heap (see harness/probe/case_guard.h).
inline constexpr char kGuarded[] = "guarded";

// Cases that cannot hold on a platform although their policies do.
struct Exclusion {
  const char* cases;   // a glob over case IDs
  const char* reason;  // why, for the report
};

// Adds rows for a platform, for as long as the program runs; for static objects.
class Exclusions {
 public:
  Exclusions(const char* platform, std::span<const Exclusion> rows);
};

// The reason of the first row that has the case; nothing for a case that is run there.
std::optional<std::string> WhyNotOn(const std::string& platform, const std::string& case_id);

// A row whose glob has none of `case_ids`: it is out of date. Nothing if there is none.
std::optional<std::string> StaleExclusion(std::span<const std::string> case_ids);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_EXCLUSIONS_H_
