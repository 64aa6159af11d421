#include "harness/report/causes.h"

#include <algorithm>
#include <map>
#include <utility>

namespace loadstone::inline report {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Cuts what stands for a particular off `text` and gives its sign; empty where none begins here.
std::string_view TakeParticular(std::string_view& text, bool at_word) {
  if (text[0] == '"') {
    const std::size_t end = text.find('"', 1);
    if (end == std::string_view::npos) return "";
    text.remove_prefix(end + 1);
    return "\"...\"";
  }
  if (text[0] == '/' && at_word) {
    text.remove_prefix(std::min(text.find_first_of(" ,;\""), text.size()));
    return "/";
  }
  const std::size_t sign = text[0] == '-' && at_word ? 1 : 0;
  if (text.size() > sign && IsDigit(text[sign])) {
    text.remove_prefix(sign);
    while (!text.empty() && IsDigit(text[0])) text.remove_prefix(1);
    return "#";
  }
  return "";
}

// Whether `pattern` ends in this sign and a comma, so that another one goes on with the row.
bool EndsInRow(const std::string& pattern, std::string_view sign) {
  return pattern.ends_with(", ") &&
         std::string_view(pattern).substr(0, pattern.size() - 2).ends_with(sign);
}

}  // namespace

std::string Pattern(std::string_view text) {
  std::string pattern;
  while (!text.empty()) {
    const bool at_word = pattern.empty() || pattern.back() == ' ';
    const std::string_view sign = TakeParticular(text, at_word);
    if (sign.empty()) {
      pattern += text[0];
      text.remove_prefix(1);
    } else if (EndsInRow(pattern, sign)) {
      pattern.resize(pattern.size() - 2);
    } else {
      pattern += sign;
    }
  }
  return pattern;
}

std::vector<Cause> GroupByCause(const RunReport& report) {
  const std::vector<PolicyGroup> groups = GroupByPolicy(report, BlamedPolicy);
  std::vector<Cause> causes;
  for (const Verdict verdict : {Verdict::kError, Verdict::kFail, Verdict::kWarn}) {
    for (const PolicyGroup& group : groups) {
      std::map<std::pair<std::string, std::string>, std::size_t> known;
      for (const CaseResult* result : group.cases) {
        if (result->verdict != verdict) continue;
        const auto [place, first] = known.emplace(
            std::pair(Pattern(result->reason), Pattern(result->observed)), causes.size());
        if (first) causes.push_back({verdict, group.policy, {}});
        causes[place->second].cases.push_back(result);
      }
    }
  }
  return causes;
}

}  // namespace loadstone::inline report
