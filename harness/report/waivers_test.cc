// SPDX-License-Identifier: Apache-2.0
#include "harness/report/waivers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <stdexcept>

#include "harness/report/test_reports.h"

namespace loadstone::waivers_test {
namespace {

using std::chrono::year_month_day;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;
using namespace std::chrono_literals;

constexpr year_month_day kToday = 2025y / 6 / 15;

// Returns the message of the error that `action` throws, which is one line.
std::string ErrorOf(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    return error.what();
  }
  return "no error";
}

std::string ParseError(const std::string& text) {
  return ErrorOf([&] { Waivers::Parse(text, "w.json"); });
}

std::string LoadError(const std::string& path) {
  return ErrorOf([&] { Waivers::Load(path); });
}

// Returns a list of one waiver with these fields.
std::string Entry(const std::string& fields) { return "[{" + fields + "}]"; }

std::string TemporaryFile(const std::string& name, const std::string& content) {
  const std::string path = ::testing::TempDir() + "loadstone_waivers_test_" + name;
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

RunReport FailingReport() {
  RunReport report;
  report.cases = {MakeCase("LLP_LOADER_3/a", Verdict::kFail, "broken"),
                  MakeCase("LLP_LOADER_3/b", Verdict::kFail),
                  MakeCase("LLP_LOADER_30/a", Verdict::kFail, "broken"),
                  MakeCase("LLP_LOADER_3/c", Verdict::kError, "lost"),
                  MakeCase("LLP_LOADER_3/d", Verdict::kPass)};
  return report;
}

std::vector<Verdict> Verdicts(const RunReport& report) {
  std::vector<Verdict> verdicts;
  for (const CaseResult& result : report.cases) verdicts.push_back(result.verdict);
  return verdicts;
}

TEST(WaiversTest, WaivesACase) {
  RunReport report = FailingReport();
  const Waivers waivers = Waivers::Parse(
      Entry(R"("case": "LLP_LOADER_3/a", "reason": "vendor bug", "link": "https://b/1",
                "expires": "2025-12-31")"),
      "w.json");
  EXPECT_THAT(waivers.Apply(report, kToday), IsEmpty());
  EXPECT_THAT(Verdicts(report), ElementsAre(Verdict::kWaived, Verdict::kFail, Verdict::kFail,
                                            Verdict::kError, Verdict::kPass));
  EXPECT_EQ(report.cases[0].reason, "broken; waived: vendor bug (until 2025-12-31, https://b/1)");
}

TEST(WaiversTest, WaivesThePolicyThatOwnsTheCase) {
  RunReport report = FailingReport();
  report.cases[2].policies.push_back("LLP_LOADER_3");  // cited, but not the owner
  const Waivers waivers = Waivers::Parse(
      Entry(R"("policy": "LLP_LOADER_3", "reason": "r", "expires": "2025-12-31")"), "w.json");
  EXPECT_THAT(waivers.Apply(report, kToday), IsEmpty());
  EXPECT_THAT(Verdicts(report), ElementsAre(Verdict::kWaived, Verdict::kWaived, Verdict::kFail,
                                            Verdict::kError, Verdict::kPass));
  EXPECT_EQ(report.cases[1].reason, "waived: r (until 2025-12-31)");
}

TEST(WaiversTest, WaivesAWarningAndThePolicyThatWasNotKept) {
  RunReport report = FailingReport();
  report.cases[0].verdict = Verdict::kWarn;
  report.cases[0].violates = "LS_VK_ROBUSTNESS_1";
  Waivers::Parse(Entry(R"("policy": "LS_VK_*", "reason": "r", "expires": "2025-12-31")"), "w.json")
      .Apply(report, kToday);
  EXPECT_THAT(Verdicts(report), ElementsAre(Verdict::kWaived, Verdict::kFail, Verdict::kFail,
                                            Verdict::kError, Verdict::kPass));
}

TEST(WaiversTest, GlobsCrossTheSlash) {
  RunReport report = FailingReport();
  Waivers::Parse(Entry(R"("case": "LLP_LOADER_3*[!b]", "reason": "r", "expires": "2025-12-31")"),
                 "w.json")
      .Apply(report, kToday);
  EXPECT_THAT(Verdicts(report), ElementsAre(Verdict::kWaived, Verdict::kFail, Verdict::kWaived,
                                            Verdict::kError, Verdict::kPass));
}

TEST(WaiversTest, HoldsOnItsLastDay) {
  const Waivers waivers =
      Waivers::Parse(Entry(R"("case": "*", "reason": "r", "expires": "2025-06-15")"), "w.json");
  RunReport report = FailingReport();
  EXPECT_THAT(waivers.Apply(report, kToday), IsEmpty());
  EXPECT_EQ(report.cases[0].verdict, Verdict::kWaived);
}

TEST(WaiversTest, WarnsOfAnExpiredOneAndDoesNotApplyIt) {
  const Waivers waivers =
      Waivers::Parse(Entry(R"("case": "*", "reason": "r", "expires": "2025-06-14")"), "w.json");
  RunReport report = FailingReport();
  EXPECT_THAT(waivers.Apply(report, kToday),
              ElementsAre("w.json: [0]: the waiver for case * expired after 2025-06-14 and does "
                          "not apply"));
  EXPECT_EQ(report.cases[0].verdict, Verdict::kFail);
  EXPECT_EQ(report.cases[0].reason, "broken");
}

TEST(WaiversTest, WarnsOfAnUnusedOne) {
  RunReport report = FailingReport();
  const Waivers waivers = Waivers::Parse(
      R"([{"case": "LLP_LOADER_3/a", "reason": "first", "expires": "2025-12-31"},
          {"case": "LLP_LOADER_3/d", "reason": "it passes", "expires": "2025-12-31"},
          {"policy": "LLP_LOADER_3", "reason": "second", "expires": "2025-12-31"}])",
      "w.json");
  EXPECT_THAT(waivers.Apply(report, kToday),
              ElementsAre("w.json: [1]: the waiver for case LLP_LOADER_3/d covers no failing case "
                          "of this run"));
  EXPECT_THAT(report.cases[0].reason, HasSubstr("first"));
  EXPECT_THAT(report.cases[1].reason, HasSubstr("second"));
}

// Returns the verdict and the warnings that result from a waiver with these fields for a case.
std::pair<Verdict, std::vector<std::string>> Waived(const std::string& fields,
                                                    const CaseResult& result) {
  RunReport report;
  report.cases = {result};
  const std::vector<std::string> warnings =
      Waivers::Parse(Entry(fields + R"(, "reason": "r", "expires": "2025-12-31")"), "w.json")
          .Apply(report, kToday);
  return {report.cases[0].verdict, warnings};
}

CaseResult Crashed() {
  CaseResult result = MakeCase("LLP_LOADER_3/a", Verdict::kFail, "the process did not survive");
  result.observed = "it was killed by SIGSEGV during f";
  result.ending = "killed by SIGSEGV during f";
  return result;
}

TEST(WaiversTest, HidesNoCrashThatItDoesNotName) {
  for (const char* glob : {R"("case": "*")", R"("policy": "LLP_LOADER_3")",
                           R"("case": "*", "cause": {"verdict": "fail"})"}) {
    const auto [verdict, warnings] = Waived(glob, Crashed());
    EXPECT_EQ(verdict, Verdict::kFail);
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_THAT(warnings[0], HasSubstr("does not cover LLP_LOADER_3/a, because the ending of "
                                       "the process is \"killed by SIGSEGV during f\""));
  }
  EXPECT_EQ(Waived(R"("case": "*", "cause": {"ending": "killed by *"})", Crashed()).first,
            Verdict::kWaived);
  EXPECT_EQ(Waived(R"("case": "*", "cause": {"ending": "did not end*"})", Crashed()).first,
            Verdict::kFail);
  EXPECT_EQ(Waived(R"("case": "*", "cause": {"ending": "killed by *"})",
                   MakeCase("LLP_LOADER_3/a", Verdict::kFail, "broken"))
                .first,
            Verdict::kFail);
  // A report of an older version has the ending only in its texts.
  CaseResult older = Crashed();
  older.ending = std::nullopt;
  EXPECT_EQ(Waived(R"("case": "*")", older).first, Verdict::kFail);
}

TEST(WaiversTest, CoversTheCauseThatItSays) {
  CaseResult result = MakeCase("LLP_LOADER_3/a", Verdict::kFail, "in /a the order of 2 is kept");
  result.observed = "\"b\", \"a\"";
  EXPECT_EQ(Waived(R"("case": "*", "cause": {"reason": "in /b the order of 3 is kept"})", result),
            std::pair(Verdict::kWaived, std::vector<std::string>()));
  const auto [verdict, warnings] =
      Waived(R"("case": "*", "cause": {"observed": "nothing"})", result);
  EXPECT_EQ(verdict, Verdict::kFail);
  EXPECT_THAT(warnings, ElementsAre(HasSubstr("because observed is \"\"...\"\"")));
  EXPECT_EQ(Waived(R"("case": "*", "cause": {"verdict": "warn"})", result).first, Verdict::kFail);
  EXPECT_EQ(Waived(R"("case": "*", "cause": {"violates": "LS_A_1"})", result).first,
            Verdict::kFail);
}

TEST(WaiversTest, RefusesWrongCauses) {
  const std::string start = R"("case": "a", "reason": "r", "expires": "2025-01-01", "cause": )";
  EXPECT_EQ(ParseError(Entry(start + "[]")), "w.json: [0].cause: must be an object");
  EXPECT_EQ(ParseError(Entry(start + R"({"end": "x"})")),
            "w.json: [0].cause: unknown field \"end\"");
  EXPECT_EQ(ParseError(Entry(start + R"({"ending": 1})")),
            "w.json: [0].cause.ending: must be a string");
  EXPECT_EQ(ParseError(Entry(start + R"({"verdict": "pass"})")),
            "w.json: [0].cause.verdict: must be \"fail\" or \"warn\"");
}

TEST(DraftWaiversTest, CoversEachCauseAndNoOther) {
  CaseResult list = MakeCase("LLP_LOADER_3/b", Verdict::kFail, "the order is kept");
  list.observed = "\"b\", \"a\"";
  RunReport report;
  report.cases = {Crashed(), list, MakeCase("LLP_LOADER_3/c", Verdict::kWarn, HostileText())};
  const RunReport before = report;
  const Waivers waivers = Waivers::Parse(DraftWaivers(report, kToday), "w.json");
  EXPECT_THAT(waivers.Apply(report, kToday), IsEmpty());
  EXPECT_THAT(Verdicts(report), ElementsAre(Verdict::kWaived, Verdict::kWaived, Verdict::kWaived));
  report = before;
  report.cases[0].ending = "killed by SIGABRT during f";
  report.cases[1].observed = "nothing";
  report.cases[2].verdict = Verdict::kFail;
  EXPECT_EQ(waivers.Apply(report, kToday).size(), 3u);
  EXPECT_THAT(Verdicts(report), ElementsAre(Verdict::kFail, Verdict::kFail, Verdict::kFail));
}

TEST(WaiversTest, TakesAnEmptyListAndAnEmptyRun) {
  RunReport report;
  EXPECT_THAT(Waivers::Parse("[]", "w.json").Apply(report, kToday), IsEmpty());
}

TEST(WaiversTest, TakesAByteOrderMark) {
  EXPECT_THAT(Waivers::Parse("\xEF\xBB\xBF[]", "w.json").entries(), IsEmpty());
}

TEST(WaiversTest, RefusesWhatIsNoList) {
  EXPECT_THAT(ParseError(""), StartsWith("w.json: is empty"));
  EXPECT_THAT(ParseError(" \n\t "), StartsWith("w.json: is empty"));
  EXPECT_EQ(ParseError("{}"), "w.json: must be a list of waivers");
  EXPECT_EQ(ParseError("null"), "w.json: must be a list of waivers");
  EXPECT_THAT(ParseError("[\n  {\"case\": }]"), StartsWith("w.json:2:12: "));
  EXPECT_THAT(ParseError("[] []"), StartsWith("w.json:1:4: "));
  EXPECT_THAT(ParseError(std::string("[\0]", 3)), StartsWith("w.json:1:2: "));
  EXPECT_THAT(ParseError("[\"\xff\"]"), StartsWith("w.json:1:"));
}

TEST(WaiversTest, RefusesWrongEntries) {
  EXPECT_EQ(ParseError("[[]]"), "w.json: [0]: must be an object");
  const std::string good = R"({"case": "a", "reason": "r", "expires": "2025-01-01"})";
  EXPECT_EQ(ParseError("[" + good + ", 7]"), "w.json: [1]: must be an object");
  EXPECT_EQ(ParseError("[{}]"),
            "w.json: [0]: must have exactly one of the fields \"case\" and \"policy\"");
  EXPECT_EQ(ParseError(Entry(R"("case": "a", "policy": "b", "reason": "r", "expires": "x")")),
            "w.json: [0]: must have exactly one of the fields \"case\" and \"policy\"");
  EXPECT_EQ(ParseError(Entry(R"("case": "a", "expires": "2025-01-01")")),
            "w.json: [0]: field \"reason\" is missing");
  EXPECT_EQ(ParseError(Entry(R"("case": "a", "reason": "r")")),
            "w.json: [0]: field \"expires\" is missing");
  EXPECT_EQ(ParseError(Entry(R"("case": "a", "expiry": "2025-01-01")")),
            "w.json: [0]: unknown field \"expiry\"");
  EXPECT_EQ(ParseError(Entry(R"("case": "a", "case": "b")")),
            "w.json: [0]: field \"case\" occurs twice");
}

TEST(WaiversTest, RefusesWrongValues) {
  EXPECT_EQ(ParseError(Entry(R"("case": 1)")), "w.json: [0].case: must be a string");
  EXPECT_EQ(ParseError(Entry(R"("policy": null)")), "w.json: [0].policy: must be a string");
  EXPECT_EQ(ParseError(Entry(R"("case": "")")), "w.json: [0].case: must not be empty");
  EXPECT_EQ(ParseError(Entry(R"("case": "a\u0000b")")),
            "w.json: [0].case: must be one line without control characters");
  EXPECT_EQ(ParseError(Entry(R"("case": "a", "reason": " ")")),
            "w.json: [0].reason: must not be empty");
  EXPECT_EQ(ParseError(Entry(R"("case": "a", "reason": "a\nb")")),
            "w.json: [0].reason: must be one line without control characters");
  EXPECT_EQ(ParseError(Entry(R"("case": "a", "reason": "r", "expires": "2025-01-01", "link": [])")),
            "w.json: [0].link: must be a string");
  EXPECT_EQ(ParseError(Entry("\"case\": \"" + std::string(2000, '*') + "\"")),
            "w.json: [0].case: must not be longer than 1024 bytes");
}

TEST(WaiversTest, RefusesWhatIsNoDate) {
  for (const char* date : {"2025-02-29", "2025-13-01", "2025-00-10", "2025-1-1", "01-01-2025",
                           "2025-01-01T00:00", "2025/01/01", "soon", "+025-01-01", "-025-01-01"}) {
    EXPECT_EQ(
        ParseError(Entry(R"("case": "a", "reason": "r", "expires": ")" + std::string(date) + "\"")),
        "w.json: [0].expires: must be a date as YYYY-MM-DD, not \"" + std::string(date) + "\"");
  }
  EXPECT_EQ(ParseError(Entry(R"("case": "a", "reason": "r", "expires": 20250101)")),
            "w.json: [0].expires: must be a string");
  EXPECT_EQ(ParseError(Entry(R"("case": "a", "reason": "r", "expires": "2024-02-29")")),
            "no error");
}

TEST(WaiversTest, RefusesEnormousAndDeepText) {
  EXPECT_EQ(ParseError(std::string((1 << 20) + 1, ' ')), "w.json: larger than 1 MiB");
  EXPECT_THAT(ParseError(std::string(1 << 20, '[')), StartsWith("w.json:1:"));
  EXPECT_EQ(ParseError(std::string(1 << 19, '[') + std::string(1 << 19, ']')),
            "w.json: [0]: must be an object");
}

TEST(WaiversTest, LoadsAFile) {
  const std::string path =
      TemporaryFile("good.json", Entry(R"("case": "a", "reason": "r", "expires": "2025-01-01")"));
  const Waivers waivers = Waivers::Load(path);
  ASSERT_EQ(waivers.entries().size(), 1u);
  EXPECT_EQ(waivers.entries()[0].case_glob, "a");
  EXPECT_EQ(waivers.entries()[0].expires, 2025y / 1 / 1);
  std::filesystem::remove(path);
}

TEST(WaiversTest, NamesTheFileThatCannotBeRead) {
  EXPECT_EQ(LoadError("/nonexistent/w\n.json"),
            "cannot read the waivers in /nonexistent/w .json: No such file or directory");
  EXPECT_EQ(LoadError(""), "cannot read the waivers in : No such file or directory");
  EXPECT_EQ(LoadError("/"), "cannot read the waivers in /: Is a directory");
  EXPECT_EQ(LoadError("/dev/zero"), "/dev/zero: larger than 1 MiB");
  EXPECT_THAT(LoadError("/dev/null"), StartsWith("/dev/null: is empty"));
}

TEST(TodayUtcTest, IsADate) {
  EXPECT_TRUE(TodayUtc().ok());
  EXPECT_GT(TodayUtc(), 2024y / 1 / 1);
}

}  // namespace
}  // namespace loadstone::waivers_test
