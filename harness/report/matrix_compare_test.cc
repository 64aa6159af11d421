// SPDX-License-Identifier: Apache-2.0
#include "harness/report/matrix_compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/report/matrix_json.h"
#include "harness/report/test_matrices.h"

namespace loadstone::matrix_compare_test {
namespace {

using ::testing::HasSubstr;

class MatrixCompareTest : public ::testing::Test {
 protected:
  // Compares with a matrix that was written and read, as the verb does.
  void CompareWith(const std::vector<MatrixInput>& before, const std::vector<MatrixInput>& after) {
    before_ = ParseMatrix(MatrixJson(MakeMatrix(before), "0.2.0"), "old.json");
    after_ = MakeMatrix(after);
    changes_ = CompareMatrices(before_, after_);
  }

  std::string Counts() const {
    const std::string text = DescribeMatrixChanges(changes_);
    return text.substr(text.rfind('\n', text.size() - 2) + 1);
  }

  Matrix before_;
  Matrix after_;
  std::vector<SubjectChange> changes_;
};

TEST_F(MatrixCompareTest, NothingChangesIfNothingDiffers) {
  CompareWith(MakeInputs(), MakeInputs());
  EXPECT_EQ(DescribeMatrixChanges(changes_), "0 worse, 0 better, 0 not comparable\n");
}

TEST_F(MatrixCompareTest, TellsWorseFromBetter) {
  std::vector<MatrixInput> after = MakeInputs();
  after[0].report.cases[0] = MakeViolation("LLP_LOADER_2/a", Verdict::kFail, "now wrong");
  after[1].report.cases[1] = MakeCase("LLP_LOADER_3/twice", Verdict::kPass);
  after[2].report.cases[0] = MakeCase("LLP_LOADER_10/lost", Verdict::kSkip);
  CompareWith(MakeInputs(), after);
  EXPECT_EQ(DescribeMatrixChanges(changes_),
            "libvulkan.so 1.3.239.0-1:\n"
            "  better: LLP_LOADER_3: fail -> pass (LLP_LOADER_3/twice)\n"
            "    layer \"x\" is loaded once\n"
            "libvulkan.so 1.4.309.0-1:\n"
            "  not comparable: LLP_LOADER_10: error -> skip (LLP_LOADER_10/lost)\n"
            "libvulkan.so 1.10.0.0-1:\n"
            "  worse: LLP_LOADER_2: pass -> fail (LLP_LOADER_2/a)\n"
            "    now wrong\n"
            "1 worse, 1 better, 1 not comparable\n");
}

TEST_F(MatrixCompareTest, AViolationOfAnotherKindIsWorse) {
  std::vector<MatrixInput> after = MakeInputs();
  after[1].report.cases[1].observed = "a crash";
  CompareWith(MakeInputs(), after);
  EXPECT_EQ(Counts(), "1 worse, 0 better, 0 not comparable\n");
}

TEST_F(MatrixCompareTest, AnotherWordingOfANewerLoadstoneIsNotWorse) {
  std::vector<MatrixInput> after = MakeInputs();
  after[1].report.cases[1].reason = "each layer is loaded once only";
  CompareWith(MakeInputs(), after);
  EXPECT_EQ(Counts(), "1 worse, 0 better, 0 not comparable\n");
  after[1].report.provenance.tool = "0.3.0";
  CompareWith(MakeInputs(), after);
  EXPECT_EQ(Counts(), "0 worse, 0 better, 0 not comparable\n");
}

TEST_F(MatrixCompareTest, AnotherExpectationIsNotWorse) {
  std::vector<MatrixInput> after = MakeInputs();
  after[1].report.cases[1].expected = "one layer";
  CompareWith(MakeInputs(), after);
  EXPECT_EQ(Counts(), "0 worse, 0 better, 0 not comparable\n");
}

TEST_F(MatrixCompareTest, AWaiverChangesNothing) {
  std::vector<MatrixInput> after = MakeInputs();
  after[1].report.cases[1].verdict = Verdict::kWaived;
  after[1].report.cases[1].reason += "; waived: soon (until 2030-01-01)";
  CompareWith(MakeInputs(), after);
  EXPECT_EQ(Counts(), "0 worse, 0 better, 0 not comparable\n");
}

TEST_F(MatrixCompareTest, AViolationThatIsNoLongerJudgedIsNotBetter) {
  std::vector<MatrixInput> after = MakeInputs();
  after[1].report.cases[1] = MakeCase("LLP_LOADER_3/twice", Verdict::kSkip);
  CompareWith(MakeInputs(), after);
  EXPECT_EQ(Counts(), "0 worse, 0 better, 1 not comparable\n");
  after[1].report.cases.erase(after[1].report.cases.begin() + 1);
  CompareWith(MakeInputs(), after);
  EXPECT_EQ(Counts(), "0 worse, 0 better, 1 not comparable\n");
}

TEST_F(MatrixCompareTest, ComparesTheNextVersionOfASubject) {
  std::vector<MatrixInput> after = MakeInputs();
  for (CaseResult& result : after[2].report.cases) result.verdict = Verdict::kPass;
  SubjectSummary& subject = after[2].report.subject;
  subject.version = subject.spec = "1.4.321";
  subject.package = "libvulkan1 1.4.321.0-1";
  CompareWith(MakeInputs(), after);
  EXPECT_THAT(DescribeMatrixChanges(changes_),
              HasSubstr("libvulkan.so 1.4.321.0-1 (before: libvulkan.so 1.4.309.0-1):\n"));
  EXPECT_EQ(Counts(), "0 worse, 2 better, 1 not comparable\n");
}

TEST_F(MatrixCompareTest, DoesNotGuessWhichOfSeveralVersionsIsMeant) {
  std::vector<MatrixInput> after = MakeInputs();
  for (MatrixInput& input : after) {
    for (CaseResult& result : input.report.cases) {
      result = MakeViolation(result.id, Verdict::kFail, "new");
    }
  }
  after[1].report.subject.version = "1.3.240";
  after[2].report.subject.version = "1.4.310";
  CompareWith(MakeInputs(), after);
  const std::string text = DescribeMatrixChanges(changes_);
  EXPECT_THAT(text, HasSubstr("libvulkan.so 1.3.239.0-1: new, so nothing to compare with\n"));
  EXPECT_THAT(text, HasSubstr("libvulkan.so 1.4.309.0-1: no longer in the matrix\n"));
  EXPECT_EQ(Counts(), "2 worse, 0 better, 0 not comparable\n");
}

TEST_F(MatrixCompareTest, JoinsCasesThatChangedInTheSameWay) {
  std::vector<MatrixInput> before = {MakeInputs()[0]};
  std::vector<MatrixInput> after = before;
  before[0].report.cases.clear();
  after[0].report.cases.clear();
  for (int i = 1; i <= 5; ++i) {
    const std::string id = "LLP_LOADER_3/n" + std::to_string(i);
    before[0].report.cases.push_back(MakeCase(id, Verdict::kPass));
    after[0].report.cases.push_back(MakeViolation(id, Verdict::kFail, "wrong"));
  }
  CompareWith(before, after);
  EXPECT_EQ(DescribeMatrixChanges(changes_),
            "libvulkan.so 1.10.0.0-1:\n"
            "  worse: LLP_LOADER_3: pass -> fail (LLP_LOADER_3/n1, LLP_LOADER_3/n2, "
            "LLP_LOADER_3/n3, and 2 more)\n"
            "    wrong\n"
            "5 worse, 0 better, 0 not comparable\n");
}

}  // namespace
}  // namespace loadstone::matrix_compare_test
