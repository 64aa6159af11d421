// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_FAULTS_H_
#define LOADSTONE_HARNESS_CASE_FAULTS_H_

#include <optional>
#include <span>
#include <string>

namespace loadstone {

// A single fault of a subject that may be why several cases go wrong, also of several policies.
struct CaseFault {
  const char* id;    // short_snake_case_name, for reports that programs read
  const char* says;  // what is wrong then, for the report
  // The cases that show it: a glob over their IDs, which may have alternatives as @(a|b). A fault
  // may have several rows.
  const char* cases;
  // A glob over how the process ended (Observation::EndingName), if it is seen by that.
  const char* ending = "";
};

// Adds rows, for as long as the program runs; for static objects.
class CaseFaults {
 public:
  explicit CaseFaults(std::span<const CaseFault> rows);
};

// The first row for a case that goes wrong and whose process ended as `ending` says, or null.
const CaseFault* FaultOf(const std::string& case_id, const std::string& ending);

// A row whose glob has none of `case_ids`: it is out of date. Nothing if there is none.
std::optional<std::string> StaleFault(std::span<const std::string> case_ids);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_FAULTS_H_
