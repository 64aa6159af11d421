#include "harness/report/causes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/report/test_reports.h"

namespace loadstone::causes_test {
namespace {

using ::testing::ElementsAre;

TEST(PatternTest, LeavesOutNamesPathsAndNumbers) {
  EXPECT_EQ(Pattern("a layer of API version \"10.0.0\" must not be loaded by 1.3.239"),
            "a layer of API version \"...\" must not be loaded by #.#.#");
  EXPECT_EQ(Pattern("in /etc/x and /usr/y/z.d only the first"), "in / and / only the first");
  EXPECT_EQ(Pattern("\"a\", \"b\", \"c\""), Pattern("\"a\""));
  EXPECT_EQ(Pattern("-13, -13"), "#");
  EXPECT_EQ(Pattern("nothing"), "nothing");
  EXPECT_EQ(Pattern(""), "");
}

TEST(PatternTest, TakesAnyText) {
  EXPECT_EQ(Pattern("an \"open quote"), "an \"open quote");
  EXPECT_EQ(Pattern("-"), "-");
  EXPECT_EQ(Pattern("/"), "/");
  EXPECT_EQ(Pattern("and/or key-value"), "and/or key-value");
  EXPECT_EQ(Pattern(std::string(1 << 20, '"')).find("..."), 1u);
}

CaseResult Failed(const std::string& id, const std::string& reason, const std::string& observed) {
  CaseResult result = MakeCase(id, Verdict::kFail, reason);
  result.observed = observed;
  return result;
}

TEST(GroupByCauseTest, JoinsWhatDiffersInParticulars) {
  RunReport report;
  report.cases = {Failed("LS_A_1/a", "of the layers in /a and /b the first is used", "\"late\""),
                  Failed("LS_A_1/b", "of the layers in /c and /d the first is used", "\"late\""),
                  Failed("LS_A_1/c", "of the layers in /c and /d the first is used", "nothing"),
                  Failed("LS_A_2/a", "of the layers in /a and /b the first is used", "\"late\"")};
  const std::vector<Cause> causes = GroupByCause(report);
  ASSERT_EQ(causes.size(), 3u);
  EXPECT_THAT(causes[0].cases, ElementsAre(&report.cases[0], &report.cases[1]));
  EXPECT_THAT(causes[1].cases, ElementsAre(&report.cases[2]));
  EXPECT_EQ(causes[2].policy, "LS_A_2");
}

TEST(GroupByCauseTest, OrdersErrorsFailsAndWarnsAndLeavesOutTheRest) {
  const RunReport report = MakeReport();
  const std::vector<Cause> causes = GroupByCause(report);
  ASSERT_EQ(causes.size(), 3u);
  EXPECT_EQ(causes[0].verdict, Verdict::kError);
  EXPECT_EQ(causes[1].policy, "LLP_LOADER_3");
  EXPECT_EQ(causes[2].policy, "LS_VK_ROBUSTNESS_1");
}

}  // namespace
}  // namespace loadstone::causes_test
