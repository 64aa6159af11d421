// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_JUDGEMENT_H_
#define LOADSTONE_ORACLE_JUDGEMENT_H_

#include <string>
#include <vector>

#include "oracle/answer.h"
#include "oracle/fault.h"
#include "oracle/library.h"
#include "oracle/machine.h"

namespace loadstone::oracle {

// The part of judging that all APIs share: how the subject ended, and what it left behind.
class Judgement {
 public:
  explicit Judgement(const Answer& answer) : answer_(answer) {}
  virtual ~Judgement() = default;
  std::vector<Fault> Make();

 protected:
  // The policy that an end of the process violates. It depends on what the documents require a
  // loader to tolerate on this machine.
  virtual std::string EndingPolicy() const = 0;
  // The policy for a loader that leaks descriptors or memory, or leaves files.
  virtual std::string LeakPolicy() const = 0;
  // The policy for a loader that accesses memory out of bounds or after it was freed, which need
  // not end the process without a guard.
  virtual std::string MemoryPolicy() const = 0;
  // Whether the machine has manifests that the documents do not cover.
  virtual bool IsUnclear() const = 0;
  virtual std::string StepName() const = 0;
  // Whether two layers have the library of one mock, which then may call itself.
  virtual bool SharesLibraries() const = 0;
  // Whether the machine names components with this trait.
  virtual bool Names(bool Library::*trait) const = 0;
  // Judges the answer of a subject that did not end prematurely.
  virtual void JudgeAnswer() = 0;

  Fault& Add(const std::string& policy, const std::string& cause, const std::string& expected,
             const std::string& observed);
  // The same for a fault that may be a consequence of a bad file: `match` stays the same while
  // minimisation clarifies that.
  Fault& AddUnclear(const std::string& policy, const std::string& match, const std::string& cause,
                    const std::string& expected, const std::string& observed);
  void Add(const Fault& fault) { faults_.push_back(fault); }

  const Answer& answer_;

 private:
  // Whether the machine names components that lack functions. No sentence requires a loader to
  // tolerate these, so an end of the process is not a fault, except while the loader is loaded or
  // enumerates layers, which does not need the functions.
  bool MayEndProcess() const;
  void AddMemoryError();
  void AddEnding(const std::string& cause, const std::string& observed);
  void JudgeEnding();
  void JudgeResources();

  std::vector<Fault> faults_;
};

// Whether a variable of the machine has a value that the documents do not describe: empty elements,
// relative paths, or unusual patterns.
bool HasUndefinedValue(const Machine& machine);

// Whether the documents require the first layer before the second, given the expectations of either
// API.
template <typename Expected>
bool IsBefore(const Expected& one, const Expected& other) {
  const auto anywhere = decltype(one.section)::kAnywhere;
  if (one.section == anywhere || other.section == anywhere) return false;
  if (one.section != other.section) return one.section < other.section;
  return one.position != 0 && other.position != 0 && one.position < other.position;
}

// The texts as a readable list of at most 32; one that is empty is "".
std::string ListText(const std::vector<std::string>& texts);

}  // namespace loadstone::oracle

#endif  // LOADSTONE_ORACLE_JUDGEMENT_H_
