// SPDX-License-Identifier: Apache-2.0
#include "tool/coverage_verb.h"

#include <fmt/format.h>
#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <set>

#include "harness/policy/dimensions.h"
#include "harness/policy/print.h"
#include "tool/cli.h"
#include "tool/subject_coverage.h"
#include "tool/tracefile.h"

namespace loadstone {
namespace {

using policy::Combination;
using policy::Covered;
using policy::Space;

constexpr size_t kColumns = 80;
constexpr size_t kMostMissing = 20;  // combinations without a case that are printed

struct CoverageOptions {
  std::optional<std::string> policy;  // nothing: all
  bool json = false;
  std::optional<std::string> folder;  // of `run --coverage`; nothing: what worlds vary in
  double line_floor = 0;
  double branch_floor = 0;
};

// The IDs of the cases that cite the policy; of all cases without one.
std::set<std::string> CasesOf(const std::optional<std::string>& policy) {
  std::set<std::string> cases;
  for (const CaseInfo& info : AllCases()) {
    const auto& cited = info.policies;
    if (!policy || std::find(cited.begin(), cited.end(), *policy) != cited.end()) {
      cases.insert(info.id);
    }
  }
  return cases;
}

// The rows of the space that are cases, and those that are one of `cases`.
struct RowCount {
  size_t all = 0;
  size_t chosen = 0;
};
RowCount CountRows(const Space& space, const std::set<std::string>& cases) {
  RowCount count;
  for (const policy::SpaceRow& row : space.rows) {
    if (row.case_id == nullptr) continue;
    ++count.all;
    if (cases.contains(row.case_id)) ++count.chosen;
  }
  return count;
}

std::string NamesIn(const policy::Dimension& dimension, uint32_t values) {
  std::string names;
  for (size_t i = 0; i < dimension.values.size(); ++i) {
    if ((values >> i & 1) != 0)
      names += (names.empty() ? "" : "|") + std::string(dimension.values[i].name);
  }
  return names;
}

std::string Describe(const Space& space, const policy::Excluded& excluded) {
  std::string text;
  for (const policy::ValueSet& set : excluded.values) {
    const policy::Dimension& dimension = *space.dimensions[set.dimension];
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", dimension.name,
                        NamesIn(dimension, set.values));
  }
  return text;
}

std::string Describe(const Space& space, const Combination& combination) {
  std::string text;
  for (const auto& [dimension, value] : combination) {
    const policy::Dimension& one = *space.dimensions[dimension];
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", one.name, one.values[value].name);
  }
  return text;
}

void PrintSpace(const Space& space, const RowCount& rows) {
  const Covered covered = CoverageOf(space);
  const std::string cited =
      rows.chosen == rows.all
          ? fmt::format("{} cases", rows.all)
          : fmt::format("{} of its {} cases cite the policy", rows.chosen, rows.all);
  fmt::print("\n{}", policy::Wrap(fmt::format("{}: ", space.name),
                                  fmt::format("{}; {}", space.title, cited), kColumns));
  fmt::print("{}", policy::Wrap(
                       "  ",
                       fmt::format(
                           "Combinations of values of {} dimensions: {} in cases, {} for which the "
                           "documents decide too little, {} excluded, {} missing",
                           space.strength, covered.in_cases, covered.open, covered.excluded,
                           covered.missing.size()),
                       kColumns));
  for (const policy::Dimension* dimension : space.dimensions) {
    fmt::print("\n  {}: {}\n", dimension->name, dimension->title);
    for (const policy::DimensionValue& value : dimension->values) {
      fmt::print("{}", policy::Wrap(fmt::format("    {:<15} ", value.name), value.title, kColumns));
    }
  }
  if (!space.excluded.empty()) fmt::print("\n  excluded:\n");
  for (const policy::Excluded& one : space.excluded) {
    fmt::print(
        "{}", policy::Wrap("    ", fmt::format("{}: {}", Describe(space, one), one.why), kColumns));
  }
  if (!covered.missing.empty()) fmt::print("\n  missing:\n");
  for (size_t i = 0; i < std::min(covered.missing.size(), kMostMissing); ++i) {
    fmt::print("    {}\n", Describe(space, covered.missing[i]));
  }
}

using Writer = rapidjson::PrettyWriter<rapidjson::StringBuffer>;

void Write(Writer& writer, const char* key, const std::string& text) {
  writer.Key(key);
  writer.String(text.c_str());
}

void WriteSpace(Writer& writer, const Space& space, const RowCount& rows) {
  const Covered covered = CoverageOf(space);
  writer.StartObject();
  Write(writer, "name", space.name);
  Write(writer, "title", space.title);
  const auto number = [&](const char* key, size_t value) {
    writer.Key(key);
    writer.Uint64(value);
  };
  number("strength", space.strength);
  number("cases", rows.all);
  number("cases_of_policy", rows.chosen);
  number("combinations_in_cases", covered.in_cases);
  number("open_combinations", covered.open);
  number("excluded_combinations", covered.excluded);
  writer.Key("dimensions");
  writer.StartArray();
  for (const policy::Dimension* dimension : space.dimensions) {
    writer.StartObject();
    Write(writer, "name", dimension->name);
    Write(writer, "title", dimension->title);
    writer.Key("values");
    writer.StartObject();
    for (const policy::DimensionValue& value : dimension->values) {
      Write(writer, value.name, value.title);
    }
    writer.EndObject();
    writer.EndObject();
  }
  writer.EndArray();
  writer.Key("excluded");
  writer.StartArray();
  for (const policy::Excluded& one : space.excluded) {
    writer.StartObject();
    Write(writer, "values", Describe(space, one));
    Write(writer, "why", one.why);
    writer.EndObject();
  }
  writer.EndArray();
  writer.Key("missing");
  writer.StartArray();
  for (const Combination& one : covered.missing) writer.String(Describe(space, one).c_str());
  writer.EndArray();
  writer.EndObject();
}

void CheckPolicy(const std::string& id) {
  const policy::Catalogue catalogue = LoadCatalogue({});
  if (catalogue.Find(id) == nullptr) throw UsageError(NoSuchPolicy(id, catalogue));
}

// Prints what no case of `run --coverage` reached in the loader.
int PrintSubjectCoverage(const CoverageOptions& options) {
  const std::string info = MergeCoverage(*options.folder);
  const std::vector<CoveredFile> files = ReadTracefile(info);
  const Reached all = PrintCoveredFiles(files);
  fmt::print("\n{}: for 'genhtml --branch-coverage' and other tools that read lcov's format\n",
             info);
  if (all.lines.Percent() >= options.line_floor && all.branches.Percent() >= options.branch_floor) {
    return kConforms;
  }
  fmt::print("below the floor of {} % of the lines and {} % of the branches\n", options.line_floor,
             options.branch_floor);
  return kViolates;
}

int CoverageVerb(const CoverageOptions& options) {
  if (options.folder) return PrintSubjectCoverage(options);
  if (options.policy) CheckPolicy(*options.policy);
  const std::set<std::string> cases = CasesOf(options.policy);
  std::vector<std::pair<const Space*, RowCount>> spaces;
  size_t combined = 0;
  for (const Space& space : policy::Spaces()) {
    const RowCount rows = CountRows(space, cases);
    combined += rows.chosen;
    if (rows.chosen > 0) spaces.emplace_back(&space, rows);
  }
  if (options.json) {
    rapidjson::StringBuffer buffer;
    Writer writer(buffer);
    writer.SetIndent(' ', 2);
    writer.StartObject();
    if (options.policy) Write(writer, "policy", *options.policy);
    writer.Key("cases");
    writer.Uint64(cases.size());
    writer.Key("spaces");
    writer.StartArray();
    for (const auto& [space, rows] : spaces) WriteSpace(writer, *space, rows);
    writer.EndArray();
    writer.EndObject();
    fmt::print("{}\n", buffer.GetString());
    return kConforms;
  }
  fmt::print("{}{} cases: {} written one by one, {} rows that combine dimensions\n",
             options.policy ? *options.policy + ": " : "", cases.size(), cases.size() - combined,
             combined);
  for (const auto& [space, rows] : spaces) PrintSpace(*space, rows);
  return kConforms;
}

}  // namespace

void AddCoverage(CLI::App& app, Action& action) {
  const auto options = std::make_shared<CoverageOptions>();
  CLI::App& verb = *app.add_subcommand("coverage",
                                       "Print which lines and branches of an instrumented loader "
                                       "no case reaches, or what the worlds "
                                       "of a policy vary in and which combinations no case has");
  CLI::Option& policy = *verb.add_option("--policy", options->policy,
                                         "The ID of a policy; without it, all are meant");
  CLI::Option& json = *verb.add_flag("--json", options->json, "Print JSON; not for a folder");
  CLI::Option& folder = *verb.add_option("folder", options->folder,
                                         "The folder that 'loadstone run --coverage' wrote");
  folder.excludes(&policy)->excludes(&json);
  verb.add_option("--line-floor", options->line_floor,
                  "The percentage of lines below which the exit status is 1")
      ->check(CLI::Range(0.0, 100.0))
      ->needs(&folder);
  verb.add_option("--branch-floor", options->branch_floor,
                  "The percentage of branches below which the exit status is 1")
      ->check(CLI::Range(0.0, 100.0))
      ->needs(&folder);
  verb.footer(
      "Examples:\n  loadstone coverage --policy LLP_LOADER_7\n"
      "  loadstone run --loader build/libvulkan.so.1 --coverage reached\n"
      "  loadstone coverage reached --line-floor 90");
  verb.callback([options, &action] { action = [options] { return CoverageVerb(*options); }; });
}

}  // namespace loadstone
