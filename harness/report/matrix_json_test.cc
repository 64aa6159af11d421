// SPDX-License-Identifier: Apache-2.0
#include "harness/report/matrix_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "harness/report/json_report.h"
#include "harness/report/test_matrices.h"

namespace loadstone::matrix_json_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(MatrixJsonTest, GivesBackWhatWasWritten) {
  std::vector<MatrixInput> inputs = MakeInputs();
  inputs[0].report.subject.layer = HostileText();
  inputs[1].report.cases[1].observed = HostileText();
  const std::string text = MatrixJson(MakeMatrix(inputs), "0.2.0");
  const Matrix read = ParseMatrix(text, "m.json");
  EXPECT_EQ(MatrixJson(read, "0.2.0"), text);
  ASSERT_EQ(read.subjects.size(), 3u);
  EXPECT_EQ(read.subjects[1].verdicts.at("LLP_LOADER_3/b"), Verdict::kPass);
  EXPECT_FALSE(read.subjects[1].verdicts.contains("LLP_LOADER_10/lost"));
}

TEST(MatrixJsonTest, DependsNotOnTheOrderOfReports) {
  std::vector<MatrixInput> inputs = MakeInputs();
  const std::string text = MatrixJson(MakeMatrix(inputs), "0.2.0");
  std::swap(inputs[0], inputs[2]);
  EXPECT_EQ(MatrixJson(MakeMatrix(inputs), "0.2.0"), text);
}

std::string ErrorOf(const std::string& text) {
  try {
    ParseMatrix(text, "m.json");
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "none";
}

TEST(MatrixJsonTest, RefusesWhatIsNoMatrix) {
  const std::string begin = "m.json is not a matrix written by 'loadstone matrix --json': ";
  for (const std::string& text :
       {std::string(), std::string("{"), std::string("[]"), std::string("{}"),
        JsonReport(MakeReport()), std::string(100000, '['), std::string("\xff\xfe\0", 3)}) {
    EXPECT_THAT(ErrorOf(text), AllOf(HasSubstr(begin), Not(HasSubstr("\n"))));
  }
  EXPECT_THAT(ErrorOf("{\"matrix\": 2}"), HasSubstr("newer version of Loadstone"));
}

TEST(MatrixJsonTest, RefusesAPositionThatLeadsNowhere) {
  const std::string text = MatrixJson(MakeMatrix(MakeInputs()), "0.2.0");
  const std::string::size_type at = text.find("\"causes\": [0]");
  ASSERT_NE(at, std::string::npos);
  for (const char* causes : {"\"causes\": [3]", "\"causes\": [-1]"}) {
    std::string changed = text;
    changed.replace(at, 13, causes);
    EXPECT_THAT(ErrorOf(changed), HasSubstr("\"causes\" is not the position of an element"));
  }
  std::string shorter = text;
  const std::string::size_type verdicts = shorter.find("\"verdicts\": [null, ");
  ASSERT_NE(verdicts, std::string::npos);
  shorter.erase(verdicts + 13, 6);
  EXPECT_THAT(ErrorOf(shorter), HasSubstr("\"verdicts\" is not as long as \"cases\""));
}

TEST(MatrixJsonTest, NamesAFileThatCannotBeRead) {
  for (const char* path : {"/nowhere/m.json", "/"}) {
    try {
      ReadMatrix(path);
      ADD_FAILURE() << path;
    } catch (const std::runtime_error& error) {
      EXPECT_THAT(error.what(), HasSubstr("cannot read the matrix in " + std::string(path) + ": "));
    }
  }
}

}  // namespace
}  // namespace loadstone::matrix_json_test
