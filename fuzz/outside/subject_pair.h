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

// Where the other loader of --against stands in a world.
std::string PathOfOther(const Subject& other);

// The subject with the folders alone that both loaders search, so that a machine made for it has
// its manifests where both find them.
Subject WithCommonFolders(Subject subject, const Subject& other);

// The subject, and with --against the other loader, each in an executor of its own. Both are asked
// on the same files.
class SubjectPair {
 public:
  // `api` and `subject` must outlive it.
  SubjectPair(const FuzzedApi& api, const Subject& subject, std::optional<Subject> other,
              bool guard);

  // What is wrong with the subject's answer, `seen`. Where nothing is, and nothing with the other's
  // either, the first difference between the two.
  std::vector<Fault> Ask(const Input& input, double seconds, GuardMode mode, Answer& seen);
  std::vector<Fault> Ask(const Input& input, double seconds, GuardMode mode);
  // What is wrong where two processes are asked at once, beside `alone`, the answer of one of them:
  // the first answer that is another. Of inputs that enumerate alone, and without another loader.
  std::optional<Fault> AskAtOnce(const Input& input, double seconds, const Answer& alone);
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
