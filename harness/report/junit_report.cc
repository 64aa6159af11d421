// SPDX-License-Identifier: Apache-2.0
#include "harness/report/junit_report.h"

#include <fmt/format.h>

#include <pugixml.hpp>
#include <string_view>
#include <vector>

#include "harness/report/reproduce.h"
#include "harness/report/text.h"
#include "harness/report/xml_text.h"

namespace loadstone {
namespace {

constexpr std::size_t kMessageColumns = 1000;
constexpr std::size_t kBodyColumns = 100000;

void SetAttribute(pugi::xml_node node, const char* name, std::string_view value) {
  node.append_attribute(name).set_value(XmlText(value).c_str());
}

void SetNumber(pugi::xml_node node, const char* name, std::size_t value) {
  node.append_attribute(name).set_value(static_cast<unsigned long long>(value));
}

void SetTime(pugi::xml_node node, double seconds) {
  SetAttribute(node, "time", fmt::format("{:.6f}", SaneSeconds(seconds)));
}

void AddProperty(pugi::xml_node properties, std::string_view name, std::string_view value) {
  pugi::xml_node property = properties.append_child("property");
  SetAttribute(property, "name", Truncate(ValidUtf8(name), kMessageColumns));
  SetAttribute(property, "value", Truncate(ValidUtf8(value), kBodyColumns));
}

void AddProperties(pugi::xml_node suite, const RunReport& report) {
  const SubjectSummary& subject = report.subject;
  pugi::xml_node properties = suite.append_child("properties");
  AddProperty(properties, "loadstone.version", report.provenance.tool);
  AddProperty(properties, "kernel", report.provenance.kernel);
  AddProperty(properties, "subject.path", subject.path);
  AddProperty(properties, "subject.api", subject.api);
  AddProperty(properties, "subject.platform", subject.platform);
  AddProperty(properties, "subject.architecture", subject.architecture);
  AddProperty(properties, "subject.version", subject.version);
  AddProperty(properties, "subject.spec", subject.spec);
  AddProperty(properties, "documents", CitedEditions(report));
  AddProperty(properties, "subject.build_id", subject.build_id);
  AddProperty(properties, "subject.sha256", subject.sha256);
  AddProperty(properties, "subject.package", subject.package);
  for (const Finding& finding : subject.calibration) {
    AddProperty(properties, "calibration." + finding.name, finding.value);
  }
  for (const std::string& warning : report.warnings) AddProperty(properties, "warning", warning);
}

// Returns the text that CI pages show below the message.
std::string Body(const CaseResult& result, const RunReport& report) {
  std::string body = fmt::format("case: {}\n", ValidUtf8(result.id));
  if (!result.place.empty()) body += fmt::format("written in: {}\n", ValidUtf8(result.place));
  for (const std::string& policy : result.policies) {
    body += fmt::format("policy: {}\n", ValidUtf8(policy));
  }
  const PolicySummary* policy = FindPolicy(report, result);
  std::string urls;
  for (const policy::Source& source :
       policy == nullptr ? std::vector<policy::Source>{} : policy->sources) {
    if (!source.url.empty()) urls += (urls.empty() ? "" : " ") + source.url;
  }
  const std::pair<const char*, std::string> parts[] = {
      {"violates", result.violates},
      {"level", result.level},
      {"statement", policy == nullptr ? "" : policy->statement},
      {"source", policy == nullptr ? "" : DescribeSources(report, *policy)},
      {"see", urls},
      {result.demanded ? "violated" : "reason", result.reason},
      {"expected", result.expected},
      {"observed", result.observed}};
  for (const auto& [name, text] : parts) {
    if (text.empty()) continue;
    body += fmt::format("{}: {}\n", name, Truncate(ValidUtf8(text), kBodyColumns));
  }
  if (result.tries > 1) body += fmt::format("tries: {}\n", result.tries);
  if (result.flaky) body += "flaky: the verdict differed between runs\n";
  body += fmt::format("reproduce: {}\n", ReproduceCommand(report.subject, result));
  return XmlText(body);
}

void AddOutcome(pugi::xml_node testcase, const char* element, const CaseResult& result,
                const RunReport& report) {
  pugi::xml_node outcome = testcase.append_child(element);
  SetAttribute(outcome, "message", Truncate(OneLine(Headline(result)), kMessageColumns));
  if (result.verdict != Verdict::kSkip) {
    if (result.verdict != Verdict::kWaived) {
      SetAttribute(outcome, "type", VerdictName(result.verdict));
    }
    outcome.text().set(Body(result, report).c_str());
  }
}

// JUnit has no warnings: the case passes, and the warning is in its output.
void AddWarning(pugi::xml_node testcase, const CaseResult& result, const RunReport& report) {
  const std::string text =
      fmt::format("{} ({}): {}\n{}", VerdictName(result.verdict), XmlText(result.level),
                  XmlText(OneLine(Headline(result))), Body(result, report));
  testcase.append_child("system-out").text().set(text.c_str());
}

void AddCase(pugi::xml_node suite, const std::string& policy, const CaseResult& result,
             const RunReport& report) {
  pugi::xml_node testcase = suite.append_child("testcase");
  SetAttribute(testcase, "classname", policy);
  SetAttribute(testcase, "name", ShortName(result));
  SetTime(testcase, result.seconds);
  switch (result.verdict) {
    case Verdict::kPass:
      break;
    case Verdict::kFail:
      AddOutcome(testcase, "failure", result, report);
      break;
    case Verdict::kWarn:
      if (report.strict) {
        AddOutcome(testcase, "failure", result, report);
      } else {
        AddWarning(testcase, result, report);
      }
      break;
    case Verdict::kWaived:
    case Verdict::kSkip:
      AddOutcome(testcase, "skipped", result, report);
      break;
    case Verdict::kError:
      AddOutcome(testcase, "error", result, report);
      break;
  }
}

void SetCounts(pugi::xml_node node, const Summary& summary, bool strict) {
  SetNumber(node, "tests", summary.total());
  SetNumber(node, "failures", summary.fail + (strict ? summary.warn : 0));
  SetNumber(node, "errors", summary.error);
}

void AddSuite(pugi::xml_node root, const RunReport& report, const PolicyGroup& group) {
  const Summary summary = group.Count();
  double seconds = 0;
  for (const CaseResult* result : group.cases) seconds += SaneSeconds(result->seconds);
  pugi::xml_node suite = root.append_child("testsuite");
  SetAttribute(suite, "name", group.policy);
  SetCounts(suite, summary, report.strict);
  SetNumber(suite, "skipped", summary.skip + summary.waived);
  SetTime(suite, seconds);
  for (const CaseResult* result : group.cases) AddCase(suite, group.policy, *result, report);
}

// Adds a separate suite with the properties of the whole run. If the run is incomplete, it has a
// test with an error.
void AddRun(pugi::xml_node root, const RunReport& report) {
  const std::string incomplete = WhyIncomplete(report);
  const std::size_t count = incomplete.empty() ? 0 : 1;
  pugi::xml_node suite = root.append_child("testsuite");
  SetAttribute(suite, "name", "loadstone");
  SetNumber(suite, "tests", count);
  SetNumber(suite, "failures", 0);
  SetNumber(suite, "errors", count);
  SetNumber(suite, "skipped", 0);
  SetTime(suite, 0);
  AddProperties(suite, report);
  if (count == 0) return;
  pugi::xml_node testcase = suite.append_child("testcase");
  SetAttribute(testcase, "classname", "loadstone");
  SetAttribute(testcase, "name", "the_run_is_complete");
  SetTime(testcase, 0);
  SetAttribute(testcase.append_child("error"), "message", incomplete);
}

}  // namespace

std::string JunitReport(const RunReport& report) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  SetAttribute(declaration, "version", "1.0");
  SetAttribute(declaration, "encoding", "UTF-8");
  pugi::xml_node root = document.append_child("testsuites");
  SetAttribute(root, "name", "loadstone");
  Summary summary = Count(report);
  if (!WhyIncomplete(report).empty()) summary.Add(Verdict::kError);
  SetCounts(root, summary, report.strict);
  SetTime(root, report.seconds);
  if (!report.provenance.date.empty()) SetAttribute(root, "timestamp", report.provenance.date);
  AddRun(root, report);
  // Grouped by the owning policy, so that the name of a test does not depend on its result.
  for (const PolicyGroup& group : GroupByPolicy(report, OwningPolicy)) {
    AddSuite(root, report, group);
  }
  return SaveXml(document, pugi::format_indent);
}

}  // namespace loadstone
