// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_FAULT_H_
#define LOADSTONE_ORACLE_FAULT_H_

#include <string>

namespace loadstone::oracle {

// One fault in an answer. Faults with the same policy and cause are one finding.
struct Fault {
  std::string policy;  // empty: a difference between two conforming loaders
  std::string cause;   // the same for all faults with the same cause
  std::string expected;
  std::string observed;

  // Identifies the fault while the machine is minimised and the policy becomes clear.
  std::string match = {};
  // Whether a bad file in the machine may be the reason. Minimisation never turns a clear fault
  // into an unclear one.
  bool unclear = false;
  // Whether the fault is an end of the process, a call that does not return, or unlimited use of
  // memory: these are always reported, whatever the level of the policy.
  bool ending = false;
  // Whether it is an end of the process because of an error that a guarded heap detected.
  bool memory = false;
  // The manifest that was not found, if the policy is the one about its folder.
  std::string file = {};
  // Whether the subject left something behind. The policy for this does not depend on the machine.
  bool left = false;

  std::string Heading() const { return policy.empty() ? "differs" : policy; }
  std::string Signature() const { return Heading() + ": " + cause; }
};

// A fault that its policy and cause identify.
inline Fault MakeFault(const std::string& policy, const std::string& cause,
                       const std::string& expected, const std::string& observed) {
  return {policy, cause, expected, observed, policy + ": " + cause};
}

}  // namespace loadstone::oracle

#endif  // LOADSTONE_ORACLE_FAULT_H_
