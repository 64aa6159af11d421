// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_TEST_REPORTS_H_
#define LOADSTONE_HARNESS_REPORT_TEST_REPORTS_H_

#include <string>
#include <utility>

#include "harness/report/result.h"

namespace loadstone {

// Returns a case for tests, owned by the policy in its ID.
inline CaseResult MakeCase(std::string id, Verdict verdict, std::string reason = "") {
  CaseResult result;
  result.id = std::move(id);
  result.policies = {result.id.substr(0, result.id.find('/'))};
  result.verdict = verdict;
  result.seconds = 0.25;
  result.reason = std::move(reason);
  return result;
}

// Returns a report for tests, with every verdict, on a fictitious loader.
inline RunReport MakeReport() {
  RunReport report;
  report.subject.path = "/usr/lib/libvulkan.so.1";
  report.subject.api = "vulkan";
  report.subject.platform = "linux";
  report.subject.version = "1.3.239";
  report.subject.spec = "1.3.239";
  report.subject.calibration = {{"explicit layer folders", "/etc/x, /usr/share/x"}};
  report.cases = {
      MakeCase("LLP_LOADER_2/passes", Verdict::kPass),
      MakeCase("LLP_LOADER_2/passes_again", Verdict::kPass),
      MakeCase("LLP_LOADER_3/fails", Verdict::kFail, "the layer is loaded once"),
      MakeCase("LLP_LAYER_6/warns", Verdict::kWarn, "the process did not survive"),
      MakeCase("LLP_LOADER_5/is_waived", Verdict::kWaived,
               "known; waived: soon (until 2030-01-01)"),
      MakeCase("LLP_LOADER_10/is_skipped", Verdict::kSkip, "since 1.3.296"),
      MakeCase("LLP_LOADER_11/is_lost", Verdict::kError, "the probe was lost"),
  };
  report.cases[2].expected = "one layer in the chain";
  report.cases[2].observed = "none";
  report.cases[2].demanded = true;
  report.cases[2].place = "suites/vulkan/order.cc:12";
  report.cases[2].violates = "LLP_LOADER_3";
  report.cases[2].level = "must";
  report.cases[3].violates = "LS_VK_ROBUSTNESS_1";
  report.cases[3].level = "robustness";
  report.cases[3].tries = 2;
  report.policies["LLP_LOADER_3"] = {
      "must",
      "Each layer is loaded once.",
      {{"Layers", "1.4.330", "Order", {2, 3}, "https://example.org/Layers.md#order"}}};
  report.seconds = 1.5;
  return report;
}

// Returns bytes that every format must handle.
inline std::string HostileText() {
  return std::string(
             "\"quoted\" 'single' <a&b> ]]> \\ line\nnext\r\ttab \x1b[31mred \x01\x7f \xff\xc0 "
             "\xed\xa0\x80 \xef\xbf\xbe \xe2\x80\xae nul:") +
         '\0' + "end";
}

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_TEST_REPORTS_H_
