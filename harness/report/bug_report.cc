// SPDX-License-Identifier: Apache-2.0
#include "harness/report/bug_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/policy/print.h"
#include "harness/report/reproduce.h"
#include "harness/report/text.h"

namespace loadstone {
namespace {

std::string Item(const char* name, const std::string& text) {
  return text.empty() ? "" : fmt::format("- {}: {}\n", name, MarkdownText(text));
}

// Returns the title: the verdict, and the headline of the case.
std::string Title(const RunReport& report, const CaseResult& result) {
  const SubjectSummary& subject = report.subject;
  const std::string what = !subject.layer.empty() ? subject.layer
                           : subject.package.empty()
                               ? fmt::format("{} {}", subject.api, subject.version)
                               : subject.package;
  return fmt::format(
      "# {}: {} ({}){}\n\n{}\n", MarkdownText(what), VerdictName(result.verdict),
      MarkdownText(BlamedPolicy(result)), result.level.empty() ? "" : ", " + result.level,
      MarkdownText(result.reason.empty() ? "The policy is satisfied." : Headline(result)));
}

// Describes the system whose libraries the subject used, if it is not this machine's; and of the
// component of a manifest its library, and the loader below which it ran.
std::string SurroundingsText(const SubjectSummary& subject) {
  std::string text;
  for (const auto& finding : subject.calibration) {
    const bool of_component = finding.name == "library" || finding.name == "loader";
    if (finding.name == "root" || (of_component && subject.kind != "loader"))
      text += Item(finding.name.c_str(), finding.value);
  }
  return text;
}

std::string PolicyText(const RunReport& report, const CaseResult& result) {
  const PolicySummary* policy = FindPolicy(report, result);
  if (policy == nullptr) return "";
  std::string text = fmt::format("\n## Policy\n\n> {}\n\n", MarkdownText(policy->statement));
  for (const policy::Source& source : policy->sources) {
    const std::string described = MarkdownText(DescribeSource(report, source));
    text += source.url.empty() ? fmt::format("- {}\n", described)
                               : fmt::format("- [{}]({})\n", described, source.url);
  }
  // The quoted edition may be newer than the subject.
  return text + Item("applies to versions", policy->versions);
}

bool IsMock(const Evidence::File& file) { return file.note.starts_with("copy of "); }

std::string FilesText(const Evidence& evidence) {
  std::string text = "\n## Set up\n\n" + Item("application", evidence.application);
  for (const std::string& variable : evidence.environment) text += Item("environment", variable);
  if (std::any_of(evidence.files.begin(), evidence.files.end(), IsMock)) {
    text +=
        "\n"
        "Each copy below is of a small component of Loadstone, which records the calls that reach "
        "it; the\n"
        "file next to it whose name ends in .config configures its behaviour.\n\n";
  }
  for (const Evidence::File& file : evidence.files) {
    text += file.text.empty()
                ? Item("file", file.path + (file.note.empty() ? " (empty)" : ": " + file.note))
                : fmt::format("\n{}\n\n{}\n", MarkdownText(file.path), CodeBlock(file.text));
  }
  return text;
}

std::string RegistryText(const Evidence& evidence, const Steps& steps) {
  if (evidence.registry.empty()) return "";
  const std::string files = "\nThe files are on drive C: `/a/b` is `C:\\a\\b`. The registry";
  const bool in_steps =
      std::any_of(steps.files.begin(), steps.files.end(),
                  [&](const Steps::File& file) { return file.text == evidence.registry; });
  if (in_steps) return files + " is the file case.reg below.\n";
  return files + ", as a file that Windows can import:\n\n" + CodeBlock(evidence.registry);
}

std::string SeenText(const Evidence& evidence) {
  std::string text = "\n## Observed\n\n" + Item("ending", evidence.ending);
  std::string calls;
  for (const Evidence::Call& call : evidence.calls) {
    calls += call.name + (call.asked.empty() ? "" : " (" + call.asked + ")") + ": application";
    for (const std::string& who : call.reached) calls += " -> " + who;
    calls += call.returned ? "\n" : ", did not return\n";
  }
  if (!calls.empty()) {
    text +=
        "\n"
        "Calls, and the components that they reached:\n\n" +
        CodeBlock(calls);
  }
  if (!evidence.log.empty()) {
    text +=
        "\n"
        "Output of the process:\n\n" +
        CodeBlock(evidence.log);
  }
  return text;
}

std::string StepsText(const Steps& steps) {
  if (!steps.missing.empty()) {
    return fmt::format("\n## Without Loadstone\n\nThere is no script: {}.\n",
                       MarkdownText(steps.missing));
  }
  if (steps.files.empty()) return "";
  std::string text = "\n## Without Loadstone\n\n" + steps.usage + "\n\n" + CodeBlock(steps.prints);
  for (const Steps::File& file : steps.files) {
    text += fmt::format("\n<details><summary>{}</summary>\n\n{}\n</details>\n", file.name,
                        CodeBlock(file.text));
  }
  return text;
}

}  // namespace

std::string CodeBlock(const std::string& text) {
  // A fence must be longer than any run of its character in the text.
  std::size_t longest = 2;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  const std::string end = text.ends_with('\n') ? "" : "\n";
  return fence + "\n" + ValidUtf8(text) + end + fence + "\n";
}

std::string BugReport(const RunReport& report, const CaseResult& result, const Steps& steps) {
  const SubjectSummary& subject = report.subject;
  std::string text =
      Title(report, result) + "\n" + Item("expected", result.expected) +
      Item("observed", result.observed) + PolicyText(report, result) + "\n## Versions\n\n" +
      Item(subject.kind == "loader" ? "binary" : "manifest", subject.path) +
      SurroundingsText(subject) + Item("package", subject.package) +
      Item("version", subject.version) + Item("judged as", subject.spec) +
      Item("cited documents", CitedEditions(report)) + Item("build ID", subject.build_id) +
      Item("SHA-256", subject.sha256) + Item("kernel", report.provenance.kernel) +
      Item("Loadstone", report.provenance.tool);
  const auto evidence = report.evidence.find(result.id);
  if (evidence != report.evidence.end()) {
    text += FilesText(evidence->second) + RegistryText(evidence->second, steps) +
            SeenText(evidence->second);
  }
  return text + StepsText(steps) +
         "\n"
         "## Reproduce with Loadstone\n\n" +
         CodeBlock(ReproduceCommand(subject, result));
}

}  // namespace loadstone
