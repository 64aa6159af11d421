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

// What every API judges alike: how the subject ended, and what it left behind.
class Judgement {
 public:
  explicit Judgement(const Answer& answer) : answer_(answer) {}
  virtual ~Judgement() = default;
  std::vector<Fault> Make();

 protected:
  // The policy that an end of the process breaks: what of the machine the documents say is to be
  // borne.
  virtual std::string EndingPolicy() const = 0;
  // The policy of a loader that loses descriptors or memory, or leaves files.
  virtual std::string LeakPolicy() const = 0;
  // The policy of a loader that reads or writes memory that is not its own, which need not end the
  // process where nothing guards it.
  virtual std::string MemoryPolicy() const = 0;
  // Whether the machine has manifests of which the documents do not speak.
  virtual bool IsUnclear() const = 0;
  virtual std::string StepName() const = 0;
  // Whether the end of the stack may be that of mocks that call themselves, because one library
  // stands behind two layers.
  virtual bool IsEndOfMocks() const { return false; }
  // Whether the machine names components that have the trait.
  virtual bool Names(bool Library::*trait) const = 0;
  // What the subject answered, when it came to its end.
  virtual void JudgeAnswer() = 0;

  Fault& Add(const std::string& policy, const std::string& cause, const std::string& expected,
             const std::string& observed);
  // The same for what may be missing because of something bad beside it: `match` stays the same
  // while that becomes clear.
  Fault& AddUnclear(const std::string& policy, const std::string& match, const std::string& cause,
                    const std::string& expected, const std::string& observed);
  void Add(const Fault& fault) { faults_.push_back(fault); }

  const Answer& answer_;

 private:
  // Whether the machine names components that lack functions. No sentence says that a loader bears
  // them, and so the end of the process is contained and not held against the subject, but while it
  // enumerates layers: it has no use for them then.
  bool MayEnd() const;
  void AddMemoryError();
  void AddEnding(const std::string& cause, const std::string& observed);
  void JudgeEnding();
  void JudgeResources();

  std::vector<Fault> faults_;
};

// Whether a variable of the machine holds what the documents do not describe as its value: empty
// elements, relative paths, or patterns of their own.
bool HasOddValue(const Machine& machine);

// Whether the documents want the first of two layers before the second, by what any API expects of
// them.
template <typename Expected>
bool IsBefore(const Expected& one, const Expected& other) {
  const auto anywhere = decltype(one.section)::kAnywhere;
  if (one.section == anywhere || other.section == anywhere) return false;
  if (one.section != other.section) return one.section < other.section;
  return one.position != 0 && other.position != 0 && one.position < other.position;
}

// The texts of a list for people.
std::string ListText(const std::vector<std::string>& texts);

}  // namespace loadstone::oracle

#endif  // LOADSTONE_ORACLE_JUDGEMENT_H_
