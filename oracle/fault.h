// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_FAULT_H_
#define LOADSTONE_ORACLE_FAULT_H_

#include <string>

namespace loadstone::oracle {

// One thing that is wrong with an answer. Two with the same policy and cause are one finding.
struct Fault {
  std::string policy;  // empty: a difference between two loaders that both obey
  std::string cause;   // the same for everything that goes wrong in the same way
  std::string expected;
  std::string observed;

  // What stays the same while the machine is made smaller and the policy becomes clear.
  std::string match = {};
  // Whether something bad in the machine may be the reason. A machine that is made smaller never
  // becomes so.
  bool unclear = false;
  // Whether it is an end of the process, a call that does not come back, or memory without measure:
  // what a user wants to know of at once, whatever the level of its policy.
  bool ending = false;
  // Whether it is an end of the process for an error that a guarded heap saw.
  bool memory = false;
  // The manifest that is not found, where the policy is that of its folder.
  std::string file = {};
  // Whether it is about what a run leaves behind. Its policy says all, whatever the machine is.
  bool left = false;

  std::string Heading() const { return policy.empty() ? "differs" : policy; }
  std::string Signature() const { return Heading() + ": " + cause; }
};

// A fault that is told from others by its policy and cause alone.
inline Fault MakeFault(const std::string& policy, const std::string& cause,
                       const std::string& expected, const std::string& observed) {
  return {policy, cause, expected, observed, policy + ": " + cause};
}

}  // namespace loadstone::oracle

#endif  // LOADSTONE_ORACLE_FAULT_H_
