// SPDX-License-Identifier: Apache-2.0
#include "harness/report/matrix_text.h"

#include <gtest/gtest.h>

#include "harness/report/test_matrices.h"

namespace loadstone::matrix_text_test {
namespace {

TEST(MatrixTextTest, HasARowForEachSubject) {
  std::vector<MatrixInput> inputs = MakeInputs();
  inputs[0].report.chosen = 5;
  EXPECT_EQ(MatrixText(MakeMatrix(inputs)),
            "subject                   error   fail   warn waived   pass   skip causes\n"
            "libvulkan.so 1.3.239.0-1      0      1      0      0      2      0      1\n"
            "libvulkan.so 1.4.309.0-1      1      2      0      0      0      0      3\n"
            "libvulkan.so 1.10.0.0-1       0      0      0      0      1      1      0\n"
            "  incomplete: 3 of 5 cases did not run\n"
            "2 of 3 policies have a violation or an error in 3 subjects\n");
}

}  // namespace
}  // namespace loadstone::matrix_text_test
