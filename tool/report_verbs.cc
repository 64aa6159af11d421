// SPDX-License-Identifier: Apache-2.0
#include "tool/report_verbs.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <memory>

#include "harness/report/compare.h"
#include "harness/report/merge.h"
#include "harness/report/output_file.h"
#include "harness/report/report_file.h"
#include "harness/report/waivers.h"
#include "tool/cli.h"
#include "tool/cli_options.h"
#include "tool/outputs.h"

namespace loadstone {
namespace {

struct MergeOptions {
  std::vector<std::string> files;
  ReportOptions reports;
};

int MergeVerb(const MergeOptions& options) {
  std::vector<RunReport> parts;
  for (const std::string& file : options.files) parts.push_back(ReadReport(file));
  RunReport merged = MergeReports(parts);
  merged.strict |= options.reports.strict;
  return Outputs(options.reports).Write(merged);
}

struct DiffOptions {
  std::string before;
  std::string after;
  bool markdown = false;
  std::string html = {};  // file name, or empty
};

int DiffVerb(const DiffOptions& options) {
  const RunReport before = ReadReport(options.before);
  const RunReport after = ReadReport(options.after);
  if (!options.html.empty()) {
    OutputFile(options.html, "HTML page").Commit(DiffHtml(before, after));
  }
  if (options.html != "-") {
    fmt::print("{}", options.markdown ? DiffMarkdown(before, after) : DiffText(before, after));
  }
  const std::vector<Difference> differences = Compare(before, after);
  const bool worse = std::any_of(differences.begin(), differences.end(),
                                 [](const auto& each) { return each.change == Change::kWorse; });
  return worse ? kViolates : kConforms;
}

struct WaiversOptions {
  std::string from;
  int days = 90;
};

int WaiversVerb(const WaiversOptions& options) {
  const RunReport report = ReadReport(options.from);
  const std::chrono::sys_days last =
      std::chrono::sys_days(TodayUtc()) + std::chrono::days(options.days);
  fmt::print("{}", DraftWaivers(report, last));
  return kConforms;
}

}  // namespace

void AddReportVerbs(CLI::App& app, Action& action) {
  const auto merge = std::make_shared<MergeOptions>();
  CLI::App& merging = *app.add_subcommand("merge", "Merge the reports of several runs into one");
  merging
      .add_option("reports", merge->files,
                  "JSON reports for the same loader, for example of its shards")
      ->required();
  AddReportOptions(merging, merge->reports);
  merging.footer(
      "Example:\n  loadstone merge shard-1.json shard-2.json --json all.json --junit all.xml\n\n" +
      app.get_footer());
  merging.callback([merge, &action] { action = [merge] { return MergeVerb(*merge); }; });

  const auto diff = std::make_shared<DiffOptions>();
  CLI::App& comparing =
      *app.add_subcommand("diff", "Show the differences between the reports of two runs");
  comparing.add_option("before", diff->before, "The first JSON report")->required();
  comparing
      .add_option("after", diff->after,
                  "The second JSON report, for example of another loader or version")
      ->required();
  comparing.add_flag("--markdown", diff->markdown, "Print Markdown");
  comparing.add_option("--html", diff->html,
                       "Also write the differences as a single HTML page to this file");
  comparing.footer(
      "Example:\n"
      "  loadstone diff 1.3.239.json 1.4.330.json --markdown > diff.md\n\n"
      "Exit status: 0: nothing is worse in the second report; 1: something is worse; 2: wrong "
      "usage.");
  comparing.callback([diff, &action] { action = [diff] { return DiffVerb(*diff); }; });

  const auto waivers = std::make_shared<WaiversOptions>();
  CLI::App& drafting =
      *app.add_subcommand("waivers", "Print a draft waiver file for the findings of a run");
  drafting.add_option("--from", waivers->from, "The JSON report of the run")->required();
  drafting.add_option("--days", waivers->days, "For how many days the waivers are valid")
      ->check(CLI::Range(0, 3660))
      ->capture_default_str();
  drafting.footer("Example:\n  loadstone waivers --from report.json > waivers.json");
  drafting.callback([waivers, &action] { action = [waivers] { return WaiversVerb(*waivers); }; });
}

}  // namespace loadstone
