// SPDX-License-Identifier: Apache-2.0
#include "harness/case/case.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <set>

namespace loadstone::case_test {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

// Returns the start event of an app with these privileges.
std::string Start(bool secure, bool capable, bool other_user = false, bool other_group = false) {
  return fmt::format(
      R"({{"who":"app","what":"start","secure":{},"capable":{},"other_user":{},"other_group":{}}})"
      "\n",
      secure, capable, other_user, other_group);
}

const std::string kStart = Start(false, false);
const std::string kElevatedStart = Start(true, true);
constexpr char kDone[] = R"({"who":"app","what":"done"})"
                         "\n";
constexpr Ending kCrash = {.kind = Ending::Kind::kSignalled, .value = SIGSEGV};

// A stage that returns a given observation instead of running the app.
class FakeStage : public Stage {
 public:
  explicit FakeStage(ProbeResult probe_result) : probe_result_(std::move(probe_result)) {}

  const Subject& subject() const override { return subject_; }
  Observation Perform(const std::string& id, const World&, const std::function<void()>&,
                      const Limits& limits) override {
    id_ = id;
    limits_ = limits;
    return Observation(probe_result_);
  }

  std::string id_;
  Limits limits_;
  Subject subject_;

 private:
  ProbeResult probe_result_;
};

ProbeResult Showing(const std::string& trace, Ending ending = {}) {
  return {.ending = ending, .trace = trace, .output = "what it printed"};
}

TEST(CaseTest, RunsOneWorldUnderItsId) {
  FakeStage stage(Showing(kStart + kDone));
  Case one("LLP_LOADER_1/x", stage);
  one.Within({.seconds = 3}).Run(World(), [] {});
  EXPECT_EQ(stage.id_, "LLP_LOADER_1/x");
  EXPECT_EQ(stage.limits_.seconds, 3);
  EXPECT_THROW(one.Run(World(), [] {}), std::logic_error);
}

TEST(CaseTest, FailsForAProcessThatDoesNotSurvive) {
  EXPECT_NONFATAL_FAILURE(
      {
        FakeStage stage(Showing(kStart, kCrash));
        Case("a/b", stage).Run(World(), [] {});
      },
      "it was killed by SIGSEGV");
}

TEST(CaseTest, FailsForAProcessThatExitsBeforeItsEnd) {
  EXPECT_NONFATAL_FAILURE(
      {
        FakeStage stage(Showing(kStart));
        Case("a/b", stage).Run(World(), [] {});
      },
      "it exited with status 0");
}

TEST(CaseTest, LeavesAnExpectedEndingToTheCase) {
  FakeStage stage(Showing(kStart, kCrash));
  const Observation seen = Case("a/b", stage).AnyEnding().Run(World(), [] {});
  EXPECT_FALSE(seen.FinishedNormally());
}

TEST(CaseTest, ProbeThatDoesNotStartIsNoVerdict) {
  FakeStage stage(Showing("", kCrash));
  EXPECT_THAT([&] { Case("a/b", stage).AnyEnding().Run(World(), [] {}); },
              ThrowsMessage<HarnessError>(HasSubstr("what it printed")));
}

TEST(CaseTest, HarnessErrorOfTheProbeIsNoVerdict) {
  FakeStage stage(Showing(R"({"who":"app","what":"harness_error","error":"no disk"})"
                          "\n"));
  EXPECT_THAT([&] { Case("a/b", stage).Run(World(), [] {}); },
              ThrowsMessage<HarnessError>("no disk"));
}

TEST(CaseTest, WorldWithAKeyThatTheSubjectDoesNotReadIsNoVerdict) {
  FakeStage stage(Showing(kStart + kDone));
  stage.subject_.unread_key = "HKLM\\SOFTWARE\\Drivers";
  const auto run = [&](const std::string& key) {
    stage.id_.clear();
    Case("a/b", stage).Run(World().Registry({.key = key, .name = "C:\\a.json"}), [] {});
  };
  EXPECT_NO_THROW(run("HKLM\\SOFTWARE\\Layers"));
  EXPECT_THAT([&] { run("HKLM\\SOFTWARE\\Drivers"); },
              ThrowsMessage<HarnessError>(HasSubstr("HKLM\\SOFTWARE\\Drivers")));
  EXPECT_EQ(stage.id_, "") << "nothing is run in such a world";
}

TEST(CaseTest, ElevationThatIsNotRealIsNoVerdict) {
  const std::string starts[] = {kStart, Start(true, false), Start(false, true),
                                Start(true, true, true), Start(true, true, false, true)};
  for (const std::string& start : starts) {
    FakeStage stage(Showing(start + kDone));
    EXPECT_THROW(Case("a/b", stage).Run(World().Elevated(), [] {}), HarnessError) << start;
  }
  FakeStage stage(Showing(kElevatedStart + kDone));
  EXPECT_NO_THROW(Case("a/b", stage).Run(World().Elevated(), [] {}));
}

TEST(CaseTest, ElevationByAnotherIdIsByThatId) {
  const std::string as_root = Start(true, true, true);
  const std::string in_the_group = Start(true, false, false, true);
  const auto run = [](const std::string& start, Elevation how) {
    FakeStage stage(Showing(start + kDone));
    Case("a/b", stage).Run(World().Elevated(how), [] {});
  };
  EXPECT_NO_THROW(run(as_root, Elevation::kSetUserId));
  EXPECT_NO_THROW(run(in_the_group, Elevation::kSetGroupId));
  EXPECT_THROW(run(in_the_group, Elevation::kSetUserId), HarnessError);
  EXPECT_THROW(run(as_root, Elevation::kSetGroupId), HarnessError);
  EXPECT_THROW(run(kElevatedStart, Elevation::kSetUserId), HarnessError);
}

TEST(CaseTest, UnwantedElevationIsNoVerdict) {
  FakeStage stage(Showing(kElevatedStart + kDone));
  EXPECT_THROW(Case("a/b", stage).Run(World(), [] {}), HarnessError);
}

}  // namespace
}  // namespace loadstone::case_test
