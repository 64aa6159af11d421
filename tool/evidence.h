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

// Keeps what the cases of a run left that did not go well.
class EvidenceKeeper {
 public:
  void SetSubject(const Subject& subject) { subject_ = subject; }
  void Take(const std::string& id, const ProbeResult& probe_result);
  // The case ended: keeps what it left if it went wrong, and forgets it otherwise.
  void End(const CaseResult& result);

  // By case ID.
  const std::map<std::string, Evidence>& kept() const { return kept_; }

 private:
  std::optional<Subject> subject_;
  std::map<std::string, ProbeResult> pending_;
  std::map<std::string, Evidence> kept_;
};

// What a probe left, and the world in which it ran.
Evidence EvidenceOf(const CaseInfo& info, const Subject& subject, const ProbeResult& probe_result);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_EVIDENCE_H_
