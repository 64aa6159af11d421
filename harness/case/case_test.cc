#include "harness/case/case.h"

#include <gmock/gmock.h>
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <set>

namespace loadstone {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr char kStart[] = R"({"who":"app","what":"start","secure":false,"capable":false})"
                          "\n";
constexpr char kElevatedStart[] = R"({"who":"app","what":"start","secure":true,"capable":true})"
                                  "\n";
constexpr char kDone[] = R"({"who":"app","what":"done"})"
                         "\n";
constexpr Ending kCrash = {.kind = Ending::Kind::kSignalled, .value = SIGSEGV};

// A stage that shows what it is told to, instead of running anything.
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

 private:
  ProbeResult probe_result_;
  Subject subject_;
};

ProbeResult Showing(const std::string& trace, Ending ending = {}) {
  return {.ending = ending, .trace = trace, .output = "what it printed"};
}

TEST(CaseTest, RunsOneWorldUnderItsId) {
  FakeStage stage(Showing(std::string(kStart) + kDone));
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
  EXPECT_FALSE(seen.EndedWell());
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

TEST(CaseTest, ElevationThatIsNotRealIsNoVerdict) {
  for (const char* start : {kStart,
                            R"({"who":"app","what":"start","secure":true,"capable":false})"
                            "\n",
                            R"({"who":"app","what":"start","secure":false,"capable":true})"
                            "\n"}) {
    FakeStage stage(Showing(std::string(start) + kDone));
    EXPECT_THROW(Case("a/b", stage).Run(World().Elevated(), [] {}), HarnessError) << start;
  }
  FakeStage stage(Showing(std::string(kElevatedStart) + kDone));
  EXPECT_NO_THROW(Case("a/b", stage).Run(World().Elevated(), [] {}));
}

TEST(CaseTest, UnwantedElevationIsNoVerdict) {
  FakeStage stage(Showing(std::string(kElevatedStart) + kDone));
  EXPECT_THROW(Case("a/b", stage).Run(World(), [] {}), HarnessError);
}

}  // namespace
}  // namespace loadstone
