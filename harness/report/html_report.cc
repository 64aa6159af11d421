// SPDX-License-Identifier: Apache-2.0
#include "harness/report/html_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "harness/report/causes.h"
#include "harness/report/html_node.h"
#include "harness/report/matrix.h"
#include "harness/report/reproduce.h"
#include "harness/report/text.h"

namespace loadstone {
namespace {

using html::Add;
using html::AddText;
using html::Node;

void AddFact(Node table, const char* name, std::string_view value) {
  if (value.empty()) return;
  Node row = Add(table, "tr");
  Add(row, "td", name);
  Add(row, "td", value);
}

Node AddDetails(Node parent, std::string_view title) {
  Node details = Add(parent, "details");
  Add(details, "summary", title);
  return details;
}

// Adds a text that may be too long for its frame, which then scrolls, also by the keyboard.
void AddPre(Node parent, std::string_view text) {
  Add(parent, "pre", text).append_attribute("tabindex").set_value(0);
}

void AddHeader(Node body, const RunReport& report) {
  const SubjectSummary& subject = report.subject;
  Add(body, "h1", fmt::format("{}: {} {}", subject.path, subject.api, subject.version));
  const std::string incomplete = WhyIncomplete(report);
  if (!incomplete.empty()) Add(body, "p", "incomplete: " + incomplete, "incomplete");
  const Summary summary = Count(report);
  Add(body, "p",
      fmt::format("{} passed, {} failed, {} warned, {} waived, {} skipped, {} errors", summary.pass,
                  summary.fail, summary.warn, summary.waived, summary.skip, summary.error),
      "totals");
  Node facts = Add(body, "table", "", "facts");
  AddFact(facts, "layer", subject.layer);
  AddFact(facts, "architecture", subject.architecture);
  AddFact(facts, "package", subject.package);
  AddFact(facts, "build ID", subject.build_id);
  AddFact(facts, "SHA-256", subject.sha256);
  AddFact(facts, "judged as", subject.spec);
  AddFact(facts, "cited documents", CitedEditions(report));
  AddFact(facts, "by", "Loadstone " + report.provenance.tool);
  AddFact(facts, "on", fmt::format("{}, {}", subject.platform, report.provenance.kernel));
  AddFact(facts, "at", report.provenance.date);
  for (const Finding& finding : subject.calibration) {
    AddFact(facts, OneLine(finding.name).c_str(), finding.value);
  }
  for (const std::string& warning : report.warnings) AddFact(facts, "waivers", warning);
  for (const std::string& id : report.better) AddFact(facts, "better", id);
}

// The policies of one section of a document, in the order of the report.
struct Section {
  std::string title;
  std::vector<PolicyGroup> policies;
};

// Returns the policies by section; sections are ordered by their titles.
std::vector<Section> SectionsOf(const RunReport& report) {
  std::map<std::string, Section> sections;
  for (PolicyGroup& group : GroupByPolicy(report, BlamedPolicy)) {
    const PolicySummary* policy = FindPolicy(report, *group.cases.front());
    const bool quoted = policy != nullptr && !policy->sources.empty();
    const std::string title = quoted ? OneLine(fmt::format("{}: {}", policy->sources[0].document,
                                                           policy->sources[0].section))
                                     : "not quoted in this report";
    Section& section = sections[title];
    section.title = title;
    section.policies.push_back(std::move(group));
  }
  std::vector<Section> all;
  for (auto& [title, section] : sections) all.push_back(std::move(section));
  return all;
}

bool Applies(const PolicyGroup& group) { return group.Count().Worst() != Verdict::kSkip; }

void AddPolicyRow(Node body, const RunReport& report, const PolicyGroup& group) {
  const Summary summary = group.Count();
  const char* verdict = VerdictName(summary.Worst());
  const std::string name = XmlText(group.policy);
  const PolicySummary* policy = FindPolicy(report, *group.cases.front());
  Node row = Add(body, "tr");
  row.append_attribute("id").set_value(("policy-" + name).c_str());
  Add(Add(row, "td"), "span", verdict, fmt::format("badge {}", verdict).c_str());
  Node link = Add(Add(row, "td"), "a", name);
  link.append_attribute("href").set_value(("#" + name).c_str());
  Add(row, "td", policy == nullptr ? "" : PolicyTitle(policy->statement));
  const std::string counts =
      Applies(group) ? fmt::format("{} of {} passed", summary.pass, summary.total() - summary.skip)
                     : OneLine(group.cases.front()->reason);
  Add(row, "td", counts);
}

// Adds a table with a row for each policy that applies, or for each that does not.
void AddPolicyTable(Node parent, const RunReport& report, const std::vector<Section>& sections,
                    bool applies) {
  Node table = Add(parent, "table", "", "policies");
  for (const Section& section : sections) {
    Node body;
    for (const PolicyGroup& group : section.policies) {
      if (Applies(group) != applies) continue;
      if (body.empty()) {
        body = Add(table, "tbody");
        Node title = Add(Add(body, "tr"), "th", section.title);
        title.append_attribute("colspan").set_value(4);
        title.append_attribute("scope").set_value("rowgroup");
      }
      AddPolicyRow(body, report, group);
    }
  }
}

void AddPolicies(Node body, const RunReport& report) {
  Add(body, "h2", "Policies");
  const std::vector<Section> sections = SectionsOf(report);
  std::size_t skipped = 0;
  for (const Section& section : sections) {
    skipped += std::count_if(section.policies.begin(), section.policies.end(),
                             [](const PolicyGroup& group) { return !Applies(group); });
  }
  AddPolicyTable(body, report, sections, true);
  if (skipped == 0) return;
  Node others = AddDetails(body, fmt::format("{} {} not apply, or no case of them ran", skipped,
                                             skipped == 1 ? "policy does" : "policies do"));
  AddPolicyTable(others, report, sections, false);
}

void AddFilter(Node body) {
  Add(body, "h2", "Problems");
  Node filter = Add(body, "div", "", "filter");
  Node search = Add(filter, "input");
  search.append_attribute("type").set_value("search");
  search.append_attribute("id").set_value("search");
  search.append_attribute("placeholder").set_value("policy, case or text");
  search.append_attribute("aria-label").set_value("policy, case or text");
  for (const char* verdict : {"fail", "warn", "error"}) {
    Node label = Add(filter, "label");
    Node box = Add(label, "input");
    box.append_attribute("type").set_value("checkbox");
    box.append_attribute("value").set_value(verdict);
    box.append_attribute("checked").set_value("checked");
    AddText(label, verdict);
  }
  Add(filter, "output").append_attribute("id").set_value("shown");
}

// Returns the part of the path after the slash at `start`; including the slash at the root.
std::string NameIn(const std::string& path, std::size_t start) {
  return path.substr(start == 0 ? 0 : start + 1);
}

// Adds the files of a world as a tree: each folder's entry contains a list.
void AddTree(Node parent, const std::vector<Evidence::File>& files) {
  std::map<std::string, Node> folders = {{"", Add(parent, "ul", "", "tree")}};
  for (const Evidence::File& file : files) {
    for (std::size_t slash = file.path.find('/', 1); slash != std::string::npos;
         slash = file.path.find('/', slash + 1)) {
      const std::string folder = file.path.substr(0, slash);
      if (folders.contains(folder)) continue;
      const std::size_t start = folder.rfind('/');
      Node item = Add(folders[folder.substr(0, start)], "li");
      Add(item, "code", NameIn(folder, start) + "/");
      folders[folder] = Add(item, "ul");
    }
    const std::size_t start = file.path.rfind('/');
    const std::string name = NameIn(file.path, start);
    if (file.note == "folder" && folders.contains(file.path)) continue;
    Node item = Add(folders[file.path.substr(0, start)], "li");
    if (!file.text.empty()) {
      AddPre(AddDetails(item, name), file.text);
    } else {
      Add(item, "code", name + (file.note == "folder" ? "/" : ""));
      AddText(item, file.note.empty() ? " (empty)" : file.note == "folder" ? "" : " " + file.note);
    }
    if (file.note == "folder") folders[file.path] = Add(item, "ul");
  }
}

void AddChain(Node parent, const std::vector<Evidence::Call>& calls) {
  for (const Evidence::Call& call : calls) {
    Node line = Add(parent, "div", "", "chain");
    Add(line, "b", call.name);
    if (!call.asked.empty()) Add(line, "span", call.asked);
    Add(line, "span", "application", "box");
    for (const std::string& who : call.reached) {
      AddText(line, "\xe2\x86\x92");  // an arrow
      Add(line, "span", who, "box");
    }
    if (!call.returned) Add(line, "span", "did not return", "lost");
  }
}

void AddEvidence(Node section, const Evidence& evidence) {
  Node world = AddDetails(section, "the world: files, environment, application");
  AddTree(world, evidence.files);
  std::string environment = "application: " + evidence.application + "\n";
  for (const std::string& variable : evidence.environment) environment += variable + "\n";
  AddPre(world, environment);
  if (!evidence.registry.empty()) AddPre(AddDetails(section, "the registry"), evidence.registry);
  if (!evidence.calls.empty()) AddChain(AddDetails(section, "the call chain"), evidence.calls);
  AddPre(AddDetails(section, "the trace"), evidence.trace + "\n" + evidence.ending);
  if (!evidence.log.empty()) {
    AddPre(AddDetails(section, "output of the process"), evidence.log);
  }
}

// Adds the sources of a policy, each with a link to its section.
void AddSources(Node section, const RunReport& report, const PolicySummary& policy) {
  Node line = Add(section, "p", "", "source");
  for (const policy::Source& source : policy.sources) {
    if (&source != &policy.sources.front()) AddText(line, "; ");
    const std::string text = DescribeSource(report, source);
    if (source.url.empty()) {
      AddText(line, text);
    } else {
      Add(line, "a", text).append_attribute("href").set_value(source.url.c_str());
    }
  }
}

void AddCause(Node body, const RunReport& report, const Cause& cause) {
  const CaseResult& result = *cause.cases.front();
  Node section = Add(body, "section", "", "cause");
  section.append_attribute("data-verdict").set_value(VerdictName(cause.verdict));
  section.append_attribute("id").set_value(XmlText(result.id).c_str());
  Node title = Add(section, "h3");
  Add(title, "span", VerdictName(cause.verdict),
      fmt::format("badge {}", VerdictName(cause.verdict)).c_str());
  AddText(title, fmt::format("{} ({}): {} ", cause.policy, result.level, WhatHappened(result)));
  Node link = Add(title, "a", "link", "link");
  link.append_attribute("href").set_value(("#" + XmlText(result.id)).c_str());
  link.append_attribute("aria-label").set_value(("link to " + XmlText(result.id)).c_str());
  if (result.demanded) Add(section, "p", Headline(result));
  if (const PolicySummary* policy = FindPolicy(report, result); policy != nullptr) {
    Add(section, "p", policy->statement, "statement");
    AddSources(section, report, *policy);
  }
  Node facts = Add(section, "table", "", "facts");
  AddFact(facts, "expected", result.expected);
  AddFact(facts, "observed", result.observed);
  AddFact(facts, "case", result.id);
  AddFact(facts, "written in", result.place);
  if (result.tries > 1) AddFact(facts, "tried", fmt::format("{} times", result.tries));
  if (result.flaky) AddFact(facts, "flaky", "the verdict differed between runs");
  AddPre(section, ReproduceCommand(report.subject, result));
  if (cause.cases.size() > 1) {
    Node others = AddDetails(section, fmt::format("{} cases with this cause", cause.cases.size()));
    Node list = Add(others, "ul");
    for (const CaseResult* each : cause.cases) {
      Node item = Add(list, "li");
      if (each != &result) item.append_attribute("id").set_value(XmlText(each->id).c_str());
      Add(item, "code", each->id);
    }
  }
  const auto evidence = report.evidence.find(result.id);
  if (evidence != report.evidence.end()) AddEvidence(section, evidence->second);
}

// Adds causes that may have the same fault in a frame, below the description of the fault.
void AddGroup(Node body, const RunReport& report, const CauseGroup& group) {
  Node parent = body;
  if (!group.fault.empty()) {
    parent = Add(body, "div", "", "fault");
    Add(parent, "p", fmt::format("{}: {}", DescribeGroup(group), group.says), "says");
  }
  for (const Cause& cause : group.causes) AddCause(parent, report, cause);
}

}  // namespace

std::string HtmlReport(const RunReport& report) {
  pugi::xml_document document;
  Node body = html::BeginPage(document, "Loadstone: " + OneLine(report.subject.path));
  Node main = Add(body, "main");
  AddHeader(main, report);
  AddFilter(main);
  for (const CauseGroup& group : GroupBySeverity(report)) AddGroup(main, report, group);
  AddPolicies(main, report);
  Add(body, "script", kHtmlScript);
  return html::SavePage(document);
}

}  // namespace loadstone
