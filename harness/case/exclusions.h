// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_EXCLUSIONS_H_
#define LOADSTONE_HARNESS_CASE_EXCLUSIONS_H_

#include <optional>
#include <span>
#include <string>

namespace loadstone {

// Used in place of a platform: a process with a guarded heap (see harness/probe/case_guard.h).
inline constexpr char kGuarded[] = "guarded";

// Cases that are not run on a platform although their policies apply there.
struct Exclusion {
  const char* cases;   // glob over case IDs
  const char* reason;  // for the report
};

// Adds rows for a platform, until the program ends; for static objects.
class Exclusions {
 public:
  Exclusions(const char* platform, std::span<const Exclusion> rows);
};

// Returns the reason of the first row that matches the case; std::nullopt if the case runs on the
// platform.
std::optional<std::string> ExclusionReason(const std::string& platform, const std::string& case_id);

// Returns an out-of-date row: its glob matches none of `case_ids`. std::nullopt if there is none.
std::optional<std::string> StaleExclusion(std::span<const std::string> case_ids);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_EXCLUSIONS_H_
