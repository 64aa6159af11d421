// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_FAULTS_H_
#define LOADSTONE_HARNESS_CASE_FAULTS_H_

#include <optional>
#include <span>
#include <string>

namespace loadstone {

// A single fault of a subject that may explain several failures, also of several policies.
struct CaseFault {
  const char* id;    // short_snake_case_name, for machine-readable reports
  const char* says;  // a description of the fault, for the report
  // The cases that fail because of it: a glob over their IDs, with alternatives as @(a|b). A fault
  // may have several rows.
  const char* cases;
  // A glob over how the process ended (Observation::EndingName), if the fault is recognised by
  // that.
  const char* ending = "";
};

// Adds rows, until the program ends; for static objects.
class CaseFaults {
 public:
  explicit CaseFaults(std::span<const CaseFault> rows);
};

// Returns the first row for a failed case whose process ended as `ending` describes, or null.
const CaseFault* FaultOf(const std::string& case_id, const std::string& ending);

// Returns an out-of-date row: its glob matches none of `case_ids`. std::nullopt if there is none.
std::optional<std::string> StaleFault(std::span<const std::string> case_ids);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_FAULTS_H_
