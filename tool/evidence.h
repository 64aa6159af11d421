// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_EVIDENCE_H_
#define LOADSTONE_TOOL_EVIDENCE_H_

#include <map>
#include <optional>
#include <string>

#include "harness/case/case.h"
#include "harness/report/result.h"
#include "harness/runner/run.h"

namespace loadstone {

// Keeps the evidence of the cases of a run that failed.
class EvidenceKeeper {
 public:
  void SetSubject(const Subject& subject) { subject_ = subject; }
  void Take(const std::string& id, const ProbeResult& probe_result);
  // Called when a case ends: keeps its evidence if it failed, and drops it otherwise.
  void End(const CaseResult& result);

  // The evidence by case ID.
  const std::map<std::string, Evidence>& kept() const { return kept_; }

 private:
  std::optional<Subject> subject_;
  std::map<std::string, ProbeResult> pending_;
  std::map<std::string, Evidence> kept_;
};

// Returns the evidence from a probe's result and the world in which it ran.
Evidence EvidenceOf(const CaseInfo& info, const Subject& subject, const ProbeResult& probe_result);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_EVIDENCE_H_
