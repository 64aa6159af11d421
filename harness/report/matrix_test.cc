// SPDX-License-Identifier: Apache-2.0
#include "harness/report/matrix.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "harness/report/test_matrices.h"

namespace loadstone::matrix_test {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

std::vector<std::string> LabelsOf(const Matrix& matrix) {
  std::vector<std::string> labels;
  for (const MatrixSubject& subject : matrix.subjects) labels.push_back(subject.label);
  return labels;
}

TEST(MatrixTest, SortsSubjectsByVersionAndPoliciesByNumber) {
  const Matrix matrix = MakeMatrix(MakeInputs());
  EXPECT_THAT(LabelsOf(matrix), ElementsAre("libvulkan.so 1.3.239.0-1", "libvulkan.so 1.4.309.0-1",
                                            "libvulkan.so 1.10.0.0-1"));
  ASSERT_EQ(matrix.policies.size(), 3u);
  EXPECT_EQ(matrix.policies[0].id, "LLP_LOADER_2");
  EXPECT_EQ(matrix.policies[1].id, "LLP_LOADER_3");
  EXPECT_EQ(matrix.policies[2].id, "LLP_LOADER_10");
}

TEST(MatrixTest, CellHasTheWorstVerdictAndItsCauses) {
  const Matrix matrix = MakeMatrix(MakeInputs());
  const MatrixPolicy& policy = matrix.policies[1];
  EXPECT_EQ(CellText(policy.cells.at(0).summary), "fail 1/2");
  EXPECT_EQ(CellText(policy.cells.at(1).summary), "fail 2/2");
  EXPECT_EQ(CellText(policy.cells.at(2).summary), "skip");
  EXPECT_EQ(CellText(matrix.policies[2].cells.at(1).summary), "error 1/1");
  EXPECT_EQ(CellText(matrix.policies[0].cells.at(2).summary), "pass");
  EXPECT_FALSE(matrix.policies[0].cells.contains(1));
  EXPECT_EQ(policy.cells.at(0).causes.size(), 1u);
  EXPECT_EQ(policy.cells.at(1).causes.size(), 2u);
  EXPECT_TRUE(policy.cells.at(2).causes.empty());
}

TEST(MatrixTest, SubjectsShareACauseThatDiffersInNamesOnly) {
  const Matrix matrix = MakeMatrix(MakeInputs());
  ASSERT_EQ(matrix.causes.size(), 3u);
  EXPECT_EQ(matrix.causes[0].example.reason, "layer \"x\" is loaded once");
  EXPECT_THAT(matrix.causes[0].cases, ElementsAre(Pair(0, ElementsAre("LLP_LOADER_3/twice")),
                                                  Pair(1, ElementsAre("LLP_LOADER_3/twice"))));
  EXPECT_EQ(matrix.causes[1].example.reason, "order");
  EXPECT_EQ(matrix.causes[2].verdict, Verdict::kError);
  EXPECT_EQ(matrix.policies[1].cells.at(1).causes, (std::vector<std::size_t>{0, 1}));
}

TEST(MatrixTest, AWaivedViolationIsACauseWithoutTheWaiver) {
  std::vector<MatrixInput> inputs = MakeInputs();
  CaseResult& waived = inputs[1].report.cases[1];
  waived.verdict = Verdict::kWaived;
  waived.reason += "; waived: soon (until 2030-01-01)";
  const Matrix matrix = MakeMatrix(inputs);
  ASSERT_EQ(matrix.causes.size(), 4u);
  EXPECT_EQ(matrix.causes[2].verdict, Verdict::kWaived);
  EXPECT_EQ(matrix.causes[2].example.reason, "layer \"x\" is loaded once");
  EXPECT_EQ(CellText(matrix.policies[1].cells.at(0).summary), "waived 1/2");
}

TEST(MatrixTest, QuotesThePolicyOfTheNewestEdition) {
  std::vector<MatrixInput> inputs = MakeInputs();
  const auto url = [&] { return MakeMatrix(inputs).policies[1].quoted.sources[0].url; };
  EXPECT_EQ(url(), "https://example.org/1.10.0");
  std::swap(inputs[0], inputs[2]);
  EXPECT_EQ(url(), "https://example.org/1.10.0");
  EXPECT_EQ(SectionTitle(MakeMatrix(inputs).policies[1]), "Layers: Order");
  EXPECT_EQ(SectionTitle(MakeMatrix(inputs).policies[0]), "not quoted in the reports");
}

TEST(MatrixTest, LabelsAreDifferent) {
  std::vector<MatrixInput> inputs = MakeInputs();
  inputs[0].report.subject = inputs[1].report.subject;
  inputs[0].report.subject.spec = "1.4.330";
  inputs[0].report.subject.options = {"--spec", "1.4.330"};
  EXPECT_THAT(LabelsOf(MakeMatrix(inputs)),
              ElementsAre("libvulkan.so 1.3.239.0-1, by 1.3.239",
                          "libvulkan.so 1.3.239.0-1, by 1.4.330", "libvulkan.so 1.4.309.0-1"));
  inputs[0].report.subject.spec = "1.3.239";
  inputs[0].report.subject.options = {"--guard"};
  EXPECT_THAT(LabelsOf(MakeMatrix(inputs)),
              ElementsAre("libvulkan.so 1.3.239.0-1", "libvulkan.so 1.3.239.0-1, --guard",
                          "libvulkan.so 1.4.309.0-1"));
}

TEST(MatrixTest, LabelsHaveTheSystemIfTheVersionIsTheSame) {
  std::vector<MatrixInput> inputs = MakeInputs();
  inputs.resize(2);
  inputs[0].report.subject = inputs[1].report.subject;
  inputs[0].report.subject.path = "/another";
  inputs[0].report.subject.options = {"--root", "/roots/i386"};
  inputs[0].report.subject.layer = inputs[1].report.subject.layer = "VK_LAYER_a";
  inputs[0].report.subject.calibration = {{"root", "/roots/i386: Debian 12, C library 2.36, i386"}};
  EXPECT_THAT(LabelsOf(MakeMatrix(inputs)),
              ElementsAre("VK_LAYER_a 1.3.239.0-1",
                          "VK_LAYER_a 1.3.239.0-1, Debian 12, C library 2.36, i386"));
}

TEST(MatrixTest, VersionsOfPackagesAreUsedIfEverySubjectOfTheNameHasOne) {
  std::vector<MatrixInput> inputs = MakeInputs();
  for (MatrixInput& input : inputs) input.report.subject.layer = "VK_LAYER_a";
  inputs[0].report.subject.package = "another 1.10.0.0-1";
  EXPECT_THAT(
      LabelsOf(MakeMatrix(inputs)),
      ElementsAre("VK_LAYER_a 1.3.239.0-1", "VK_LAYER_a 1.4.309.0-1", "VK_LAYER_a 1.10.0.0-1"));
  inputs[2].report.subject.package.clear();
  EXPECT_THAT(LabelsOf(MakeMatrix(inputs)),
              ElementsAre("VK_LAYER_a 1.3.239", "VK_LAYER_a 1.4.309", "VK_LAYER_a 1.10.0"));
}

TEST(MatrixTest, LoadersOfNoPackageAreOtherOnesThanThoseOfAPackage) {
  std::vector<MatrixInput> inputs = MakeInputs();
  inputs[2].report.subject.package.clear();
  EXPECT_THAT(
      LabelsOf(MakeMatrix(inputs)),
      ElementsAre("libvulkan.so 1.4.309", "libvulkan.so 1.3.239.0-1", "libvulkan.so 1.10.0.0-1"));
  inputs[2].report.subject.package = "another 1.3.239.0-1";
  EXPECT_THAT(LabelsOf(MakeMatrix(inputs)),
              ElementsAre("libvulkan.so 1.3.239.0-1, another",
                          "libvulkan.so 1.3.239.0-1, libvulkan1", "libvulkan.so 1.10.0.0-1"));
}

std::string ErrorOf(const std::vector<MatrixInput>& inputs) {
  try {
    MakeMatrix(inputs);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "none";
}

TEST(MatrixTest, RefusesOneSubjectTwice) {
  std::vector<MatrixInput> inputs = MakeInputs();
  EXPECT_EQ(ErrorOf(inputs), "none");
  inputs.push_back(inputs[0]);
  inputs[3].file = "same.json";
  inputs[3].report.subject.path = "/a/link/to/it";
  EXPECT_THAT(ErrorOf(inputs), AllOf(HasSubstr("3.json and same.json are reports of the same"),
                                     HasSubstr("leave one out"), HasSubstr("loadstone merge")));
  inputs[3].report.subject.platform = "macos";
  EXPECT_EQ(ErrorOf(inputs), "none");
}

TEST(MatrixTest, RefusesNoReportAndAReportWithoutCases) {
  EXPECT_THAT(ErrorOf({}), HasSubstr("no report"));
  std::vector<MatrixInput> inputs = MakeInputs();
  inputs[1].report.cases.clear();
  EXPECT_THAT(ErrorOf(inputs), HasSubstr("1.json is a report without any case"));
}

TEST(CellTextTest, CountsTheCasesThatWereJudged) {
  Summary summary;
  EXPECT_EQ(CellText(summary), "skip");
  summary.skip = 4;
  summary.pass = 1;
  EXPECT_EQ(CellText(summary), "pass");
  summary.warn = 2;
  EXPECT_EQ(CellText(summary), "warn 2/3");
  summary.error = 1;
  EXPECT_EQ(CellText(summary), "error 1/4");
}

TEST(SubjectNameTest, IsTheSameInAllVersions) {
  SubjectSummary subject;
  const auto name = [&](const char* path) {
    subject.path = path;
    return SubjectName(subject);
  };
  EXPECT_EQ(name("/usr/lib/libvulkan.so.1"), "libvulkan.so");
  EXPECT_EQ(name("/usr/lib/libvulkan.so.1.3.239"), "libvulkan.so");
  EXPECT_EQ(name("l.so"), "l.so");
  EXPECT_EQ(name("C:/vulkan-1.dll"), "vulkan-1.dll");
  EXPECT_EQ(name("/usr/share/vulkan/icd.d/lvp_icd.x86_64.json"), "lvp_icd");
  EXPECT_EQ(name("/usr/share/vulkan/icd.d/lvp_icd.json"), "lvp_icd");
  EXPECT_EQ(name("/images/device/"), "/images/device/");
  subject.layer = "VK_LAYER_a";
  EXPECT_EQ(name("/x/a.json"), "VK_LAYER_a");
}

TEST(PolicyTitleTest, EndsAtAClauseOrAWord) {
  EXPECT_EQ(PolicyTitle("Each layer is loaded once."), "Each layer is loaded once");
  EXPECT_EQ(PolicyTitle("A driver that a filter disables is not loaded; others are."),
            "A driver that a filter disables is not loaded");
  EXPECT_EQ(PolicyTitle("If a layer name occurs more than once in the list of the application or "
                        "of the environment, only the first one counts."),
            "If a layer name occurs more than once in the list of the ...");
  EXPECT_EQ(PolicyTitle(std::string(100, 'x')), std::string(68, 'x') + "...");
  EXPECT_EQ(PolicyTitle(""), "");
}

}  // namespace
}  // namespace loadstone::matrix_test
