// SPDX-License-Identifier: Apache-2.0
#include "harness/runner/case_tests.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <exception>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "harness/case/exclusions.h"
#include "harness/case/expect.h"
#include "harness/case/unjudged.h"
#include "harness/report/kind.h"
#include "harness/sandbox/not_on_platform.h"

namespace loadstone {
namespace {

constexpr char kLeftOut[] = "robustness policies, which no document demands, are left out";

// What a loader of an API breaks that ends the process where no policy of loaders is judged.
const char* RobustnessOf(Api api) {
  return api == Api::kOpenXr ? policy::LS_XR_ROBUSTNESS_1.text : policy::LS_VK_ROBUSTNESS_1.text;
}

// What a subject breaks whose memory error a guarded heap saw.
const char* MemoryPolicyOf(Api api) {
  return api == Api::kOpenXr ? policy::LS_XR_ROBUSTNESS_3.text : policy::LS_VK_ROBUSTNESS_5.text;
}

// What the tests of a run share.
struct Tests {
  // The first policy that the case cites and of which `suits` is true, or null.
  template <typename Suits>
  const policy::Policy* FirstCited(const CaseInfo& info, const Suits& suits) const {
    for (const std::string& id : info.policies) {
      const policy::Policy& cited = Find(id);
      if (suits(cited)) return &cited;
    }
    return nullptr;
  }

  const policy::Policy& Find(const std::string& id) const { return *catalogue.Find(id); }

  // The policy that was violated: the first one cited that binds the subject, since nobody violates
  // a duty of somebody else. Where the process ended early it is the robustness that the case
  // cites, or that of the API where none binds the subject.
  const policy::Policy& Violated(const CaseInfo& info, bool ended_early) const {
    const policy::Policy* of_subject = FirstCited(
        info, [&](const policy::Policy& cited) { return cited.subject == info.subject; });
    const bool owns = of_subject == &Find(info.policies.front());
    if (ended_early) {
      const policy::Policy* robust = FirstCited(info, [](const policy::Policy& cited) {
        return cited.level == policy::Level::kRobustness;
      });
      if (robust != nullptr) return *robust;
      if (!owns) return Find(RobustnessOf(info.api));
    }
    return of_subject != nullptr ? *of_subject : Find(info.policies.front());
  }

  const policy::Catalogue& catalogue;
  const bool robustness;
  const CaseHooks hooks;

  // Of the test that runs now: its case, null for one that another process runs, why it cannot be
  // judged, and when it began.
  const CaseInfo* info = nullptr;
  std::optional<std::string> error = {};
  std::chrono::steady_clock::time_point start = {};
};

class CaseTest : public testing::Test {
 public:
  CaseTest(size_t index, const CaseInfo& info, Stage& stage, Tests& tests)
      : index_(index), info_(info), stage_(stage), tests_(tests) {}

  void TestBody() override {
    if (!tests_.hooks.claim(index_)) return;
    tests_.info = &info_;
    tests_.error.reset();
    tests_.start = std::chrono::steady_clock::now();
    tests_.hooks.begin(info_.id);
    try {
      Execute();
    } catch (const NotOnPlatform& reason) {
      GTEST_SKIP() << reason.what();
    } catch (const EndedByMemoryError&) {
      // The failure was recorded when the exception was thrown.
    } catch (const TraceError& error) {
      // What the subject did wrong before is why the trace lacks something, as after a crash.
      if (!HasFailure()) tests_.error = error.what();
    } catch (const std::exception& exception) {
      tests_.error = exception.what();
    }
  }

 private:
  void Execute() {
    for (const std::string& id : info_.policies) {
      std::string reason;
      const Subject& subject = stage_.subject();
      if (!tests_.Find(id).HoldsFor(subject.spec, subject.platform, &reason)) {
        GTEST_SKIP() << id << " " << reason;
      }
    }
    if (const auto reason = ExclusionReason(stage_.subject().platform, info_.id)) {
      GTEST_SKIP() << *reason;
    }
    if (!tests_.robustness && tests_.Violated(info_, false).level == policy::Level::kRobustness) {
      GTEST_SKIP() << kLeftOut;
    }
    Case one(info_.id, stage_);
    info_.body(one);
  }

  const size_t index_;
  const CaseInfo& info_;
  Stage& stage_;
  Tests& tests_;
};

// Converts the result of each test to a CaseResult.
class Listener : public testing::EmptyTestEventListener {
 public:
  explicit Listener(std::shared_ptr<Tests> tests) : tests_(std::move(tests)) {}

  void OnTestEnd(const testing::TestInfo& test) override {
    if (tests_->info == nullptr) return;  // not ours to run
    CaseResult result;
    result.id = tests_->info->id;
    result.policies = tests_->info->policies;
    result.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - tests_->start).count();
    Judge(*test.result(), result);
    tests_->info = nullptr;
    tests_->hooks.end(result);
  }

 private:
  void Judge(const testing::TestResult& test, CaseResult& result) const {
    const CaseInfo& info = *tests_->info;
    result.ending = "";
    result.timed_out = HasProperty(test, kTimedOut);
    result.blocked = HasProperty(test, kBlocked);
    result.level = policy::Name(tests_->Violated(info, false).level);
    if (tests_->error.has_value()) {
      result.verdict = Verdict::kError;
      result.reason = WithoutLineBreaks(*tests_->error);
      return;
    }
    result.verdict = test.Skipped() ? Verdict::kSkip : Verdict::kPass;
    if (test.Failed()) {
      const char* const policy =
          HasProperty(test, kMemoryError) ? MemoryPolicyOf(info.api) : Property(test, kViolates);
      Accuse(policy != nullptr ? tests_->Find(policy)
                               : tests_->Violated(info, HasProperty(test, kEndedEarly)),
             result);
    }
    if (const char* remark = Property(test, kRemark); remark != nullptr) {
      result.observed = WithoutLineBreaks(remark);
    }
    if (test.Failed()) {
      TellFailure(test, info, result);
    } else if (test.Skipped()) {
      TellSkip(test, result);
    }
  }

  static void TellFailure(const testing::TestResult& test, const CaseInfo& info,
                          CaseResult& result) {
    const Failure failure = FirstFailure(test);
    result.reason = failure.reason;
    result.expected = failure.expected;
    result.observed = failure.observed;
    result.demanded = failure.demanded && info.subject == SubjectKind::kLoader;
    result.ending = EndingOf(test, failure, result.demanded);
    if (result.verdict == Verdict::kSkip) {
      result.reason = fmt::format("{} ({}: {})", kLeftOut, failure.reason, failure.observed);
    }
  }

  static void TellSkip(const testing::TestResult& test, CaseResult& result) {
    SkipReason reason = SkipReasonOf(test);
    result.reason = std::move(reason.text);
    result.unjudged = reason.unjudged;
    result.judges = std::move(reason.judges);
    result.accused = std::move(reason.accused);
  }

  // The verdict on a subject that does not keep `violated`.
  void Accuse(const policy::Policy& violated, CaseResult& result) const {
    result.violates = violated.id;
    result.level = policy::Name(violated.level);
    const bool left_out = !tests_->robustness && violated.level == policy::Level::kRobustness;
    result.verdict = left_out                                 ? Verdict::kSkip
                     : violated.level == policy::Level::kMust ? Verdict::kFail
                                                              : Verdict::kWarn;
  }

  // Returns how the process ended, if that is the failure; with AnyEnding it is in the texts of the
  // case.
  static std::string EndingOf(const testing::TestResult& test, const Failure& failure,
                              bool demanded) {
    if (const char* ending = Property(test, kEnding); ending != nullptr) return ending;
    const std::string observed = EndingIn(failure.observed);
    return observed.empty() && !demanded ? EndingIn(failure.reason) : observed;
  }

  // Returns the value of a property, or null.
  static const char* Property(const testing::TestResult& test, std::string_view key) {
    for (int i = 0; i < test.test_property_count(); ++i) {
      if (key == test.GetTestProperty(i).key()) return test.GetTestProperty(i).value();
    }
    return nullptr;
  }

  static bool HasProperty(const testing::TestResult& test, std::string_view key) {
    return Property(test, key) != nullptr;
  }

  const std::shared_ptr<Tests> tests_;
};

}  // namespace

void RegisterCaseTests(const std::vector<const CaseInfo*>& cases, Stage& stage,
                       const policy::Catalogue& catalogue, bool robustness,
                       const CaseHooks& hooks) {
  const std::shared_ptr<Tests> tests(
      new Tests{.catalogue = catalogue, .robustness = robustness, .hooks = hooks});
  for (size_t i = 0; i < cases.size(); ++i) {
    const CaseInfo& info = *cases[i];
    const std::string name = info.id.substr(info.id.find('/') + 1);
    testing::RegisterTest(
        info.policies.front().c_str(), name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
        [i, &info, &stage, tests]() -> CaseTest* { return new CaseTest(i, info, stage, *tests); });
  }
  testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
  delete listeners.Release(listeners.default_result_printer());
  listeners.Append(new Listener(tests));
}

}  // namespace loadstone
