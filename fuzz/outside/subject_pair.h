// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_SUBJECT_PAIR_H_
#define LOADSTONE_FUZZ_OUTSIDE_SUBJECT_PAIR_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/outside/api.h"
#include "fuzz/outside/executor.h"

namespace loadstone::fuzz {

// The path of the loader of --against in a world.
std::string PathOfOther(const Subject& other);

// The subject with only the folders that both loaders search, so that both find the manifests of a
// machine made for it.
Subject WithCommonFolders(Subject subject, const Subject& other);

// The subject, and with --against the other loader, each in a separate executor. Both run on the
// same files.
class SubjectPair {
 public:
  // `api` and `subject` must outlive it.
  SubjectPair(const FuzzedApi& api, const Subject& subject, std::optional<Subject> other,
              bool guard);

  // The faults in the subject's answer, which is stored in `seen`. If there are none, and none in
  // the other loader's answer, the first difference between the two.
  std::vector<Fault> Ask(const Input& input, double seconds, GuardMode mode, Answer& seen);
  std::vector<Fault> Ask(const Input& input, double seconds, GuardMode mode);
  // The fault that occurs when two processes run at once: the first answer that differs from
  // `alone`, the answer of a single one. Only for inputs that only enumerate, and without another
  // loader.
  std::optional<Fault> RunConcurrently(const Input& input, double seconds, const Answer& alone);
  // The next input gets fresh processes.
  void Renew();
  size_t places() const { return executor_.places(); }
  const Subject& subject() const { return subject_; }

 private:
  const FuzzedApi& api_;
  const Subject& subject_;
  std::optional<Subject> other_;
  Executor executor_;
  std::unique_ptr<Executor> other_executor_;
  bool guard_;
  std::unique_ptr<Executor> second_executor_;  // of the subject too; made when it is needed
};

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_SUBJECT_PAIR_H_
