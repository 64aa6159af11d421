// SPDX-License-Identifier: Apache-2.0
#include "harness/case/faults.h"

#include <fnmatch.h>

#include <algorithm>
#include <vector>

namespace loadstone {
namespace {

std::vector<std::span<const CaseFault>>& FaultRows() {
  static auto* rows = new std::vector<std::span<const CaseFault>>;
  return *rows;
}

bool GlobHas(const char* glob, const std::string& text) {
  return fnmatch(glob, text.c_str(), FNM_EXTMATCH) == 0;
}

bool Explains(const CaseFault& row, const CaseFailure& failure) {
  return GlobHas(row.cases, failure.id) && GlobHas(row.violates, failure.violates) &&
         GlobHas(row.ending, failure.ending) && GlobHas(row.observed, failure.observed);
}

}  // namespace

CaseFaults::CaseFaults(std::span<const CaseFault> rows) { FaultRows().push_back(rows); }

const CaseFault* FaultOf(const CaseFailure& failure) {
  for (const std::span<const CaseFault>& rows : FaultRows()) {
    for (const CaseFault& row : rows) {
      if (Explains(row, failure)) return &row;
    }
  }
  return nullptr;
}

std::optional<std::string> StaleFault(std::span<const std::string> case_ids) {
  for (const std::span<const CaseFault>& rows : FaultRows()) {
    for (const CaseFault& row : rows) {
      const auto has = [&](const std::string& id) { return GlobHas(row.cases, id); };
      if (std::none_of(case_ids.begin(), case_ids.end(), has)) return row.cases;
    }
  }
  return std::nullopt;
}

}  // namespace loadstone
