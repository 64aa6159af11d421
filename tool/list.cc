// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include <set>
#include <string>
#include <vector>

#include "tool/cli.h"

namespace loadstone {
namespace {

std::string CasesJson(const std::vector<const CaseInfo*>& cases) {
  rapidjson::StringBuffer buffer;
  rapidjson::PrettyWriter<rapidjson::StringBuffer> writer(buffer);
  writer.SetIndent(' ', 2);
  writer.StartArray();
  for (const CaseInfo* info : cases) {
    writer.StartObject();
    writer.Key("id");
    writer.String(info->id.c_str());
    writer.Key("api");
    writer.String(std::string(Name(info->api)).c_str());
    writer.Key("subject");
    writer.String(std::string(Name(info->subject)).c_str());
    writer.Key("file");
    writer.String(info->file.c_str());
    writer.Key("line");
    writer.Int(info->line);
    writer.Key("policies");
    writer.StartArray();
    for (const std::string& id : info->policies) writer.String(id.c_str());
    writer.EndArray();
    writer.EndObject();
  }
  writer.EndArray();
  return buffer.GetString();
}

// Returns the source locations of the cases that are named after a policy: file and line. All rows
// of a table of cases have the same line.
std::set<std::string> PlacesOf(const std::string& policy_id) {
  std::set<std::string> places;
  for (const CaseInfo& info : AllCases()) {
    if (info.policies.front() == policy_id) places.insert(PlaceOf(info));
  }
  return places;
}

int ListPolicies(const ListOptions& options, const policy::Catalogue& catalogue) {
  if (!options.cases.empty()) throw UsageError("--case filters cases, not policies; leave it out");
  std::vector<policy::Policy> policies = catalogue.all();
  std::erase_if(policies, [&](const policy::Policy& policy) {
    return (options.api.has_value() && policy.api != *options.api) ||
           (options.subject.has_value() && policy.subject != *options.subject);
  });
  fmt::print("{}\n", options.json ? policy::ListPoliciesJson(policies, CasesByPolicy())
                                  : policy::ListPolicies(policies, CasesByPolicy()));
  return kConforms;
}

int ListCases(const ListOptions& options, const policy::Catalogue& catalogue) {
  const std::vector<const CaseInfo*> cases =
      SelectCases(options.api, options.subject, {}, options.cases, catalogue);
  if (options.json) {
    fmt::print("{}\n", CasesJson(cases));
  } else {
    for (const CaseInfo* info : cases) fmt::print("{}\n", info->id);
  }
  return kConforms;
}

}  // namespace

int ListVerb(const ListOptions& options) {
  const policy::Catalogue catalogue = LoadCatalogue(options.rules);
  return options.what == "policies" ? ListPolicies(options, catalogue)
                                    : ListCases(options, catalogue);
}

int ExplainVerb(const std::string& policy_id, const std::vector<std::string>& rules) {
  const policy::Catalogue catalogue = LoadCatalogue(rules);
  // The argument may be the ID of a reading or of a case; both begin with the ID of their policy.
  const policy::Policy* policy =
      catalogue.Find(PolicyId(policy_id.substr(0, policy_id.find_first_of("./"))));
  if (policy == nullptr) throw UsageError(NoSuchPolicy(policy_id, catalogue));
  fmt::print("{}", policy::Explain(*policy, CasesByPolicy()[policy->id]));
  const std::set<std::string> places = PlacesOf(policy->id);
  if (!places.empty()) fmt::print("\nSource code:\n  {}\n", fmt::join(places, "\n  "));
  return kConforms;
}

}  // namespace loadstone
