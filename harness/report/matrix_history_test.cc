// SPDX-License-Identifier: Apache-2.0
#include "harness/report/matrix_history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/report/test_matrices.h"

namespace loadstone::matrix_history_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(MatrixHistoryTest, HasTheFirstAndTheLastVersionOfEachCause) {
  std::vector<MatrixInput> inputs = MakeInputs();
  const std::vector<SubjectHistory> histories = HistoryOf(MakeMatrix(inputs));
  ASSERT_EQ(histories.size(), 1u);
  EXPECT_THAT(histories[0].versions, ElementsAre("1.3.239.0-1", "1.4.309.0-1", "1.10.0.0-1"));
  ASSERT_EQ(histories[0].causes.size(), 2u) << "the error is no cause of the subject";
  const CauseHistory& twice = histories[0].causes[0];
  EXPECT_EQ(twice.first, "1.3.239.0-1");
  EXPECT_EQ(twice.last, "1.4.309.0-1");
  EXPECT_THAT(twice.without, IsEmpty()) << "the last version is not judged";
  const CauseHistory& order = histories[0].causes[1];
  EXPECT_EQ(order.first, "1.4.309.0-1");
  EXPECT_EQ(order.last, "1.4.309.0-1");
  EXPECT_THAT(order.without, ElementsAre("1.3.239.0-1"));
}

TEST(MatrixHistoryTest, SubjectsOfOtherNamesOrOneVersionHaveNone) {
  std::vector<MatrixInput> inputs = MakeInputs();
  inputs[0].report.subject.path = "/usr/lib/other.so";
  inputs[1].report.subject.platform = "macos";
  EXPECT_THAT(HistoryOf(MakeMatrix(inputs)), IsEmpty());
}

TEST(MatrixHistoryTest, AVersionThatWasJudgedTwiceCountsOnce) {
  std::vector<MatrixInput> inputs = MakeInputs();
  inputs.push_back(inputs[1]);
  inputs[3].report.subject.options = {"--guard"};
  inputs[3].report.cases[1] = MakeCase("LLP_LOADER_3/twice", Verdict::kPass);
  const std::vector<SubjectHistory> histories = HistoryOf(MakeMatrix(inputs));
  ASSERT_EQ(histories.size(), 1u);
  EXPECT_EQ(histories[0].versions.size(), 3u);
  EXPECT_EQ(histories[0].causes[0].first, "1.3.239.0-1");
}

}  // namespace
}  // namespace loadstone::matrix_history_test
