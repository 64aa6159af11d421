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
  // A glob over the policy that the case found violated. Cases that combine requirements violate
  // another policy than their own: those whose answers the oracle judges, for example.
  const char* violates = "*";
  // A glob over what the case observed.
  const char* observed = "*";
};

// What is known of a failed case.
struct CaseFailure {
  std::string id;             // of the case
  std::string violates = {};  // the violated policy
  std::string ending = {};    // as Observation::EndingName; empty if the process finished
  std::string observed = {};
};

// Adds rows, until the program ends; for static objects.
class CaseFaults {
 public:
  explicit CaseFaults(std::span<const CaseFault> rows);
};

// Returns the first row that matches the failure, or null.
const CaseFault* FaultOf(const CaseFailure& failure);

// Returns an out-of-date row: its glob matches none of `case_ids`. std::nullopt if there is none.
std::optional<std::string> StaleFault(std::span<const std::string> case_ids);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_FAULTS_H_
