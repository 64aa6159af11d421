#include "harness/case/case.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "harness/case/host_stage.h"
#include "harness/probe/app_trace.h"

namespace loadstone {
namespace {

constexpr size_t kUsualNumber = 4096;

// A case as it was registered. A probe, which starts anew for every case, needs one of all of them:
// IDs are put together only when they are asked for.
struct Registered {
  std::string api;
  const char* subject;
  std::vector<policy::Id> policies;
  std::string name;
  std::function<void(Case&)> body;
};

std::vector<Registered>& Cases() {
  static auto* cases = [] {
    auto* list = new std::vector<Registered>;
    list->reserve(kUsualNumber);
    return list;
  }();
  return *cases;
}

CaseInfo InfoOf(const Registered& registered) {
  CaseInfo info = {.id = registered.policies.front().text,
                   .api = registered.api,
                   .subject = registered.subject,
                   .policies = {},
                   .body = registered.body};
  info.id += "/" + registered.name;
  for (const policy::Id& id : registered.policies) info.policies.emplace_back(id.text);
  return info;
}

[[noreturn]] void Refuse(const std::string& name) {
  fmt::print(stderr, "the case '{}' has a malformed or a taken ID\n", name);
  std::abort();
}

bool IsSnakeCase(const std::string& name) {
  return !name.empty() &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos;
}

// Wall time accuses nobody: it may have been the machine that was busy.
void CheckTime(const Observation& seen) {
  if (seen.ending().kind != Ending::Kind::kTimedOut) return;
  testing::Test::RecordProperty(kTimedOut, "");
  if (seen.ending().stuck == Stuck::kUnknown) {
    throw HarnessError(seen.DescribeEnding() +
                       "; the machine is too busy: use fewer --jobs or a longer --timeout");
  }
}

}  // namespace

Case& Case::AnyEnding() {
  any_ending_ = true;
  return *this;
}

Case& Case::Within(const Limits& limits) {
  limits_ = limits;
  return *this;
}

Observation Case::Run(const World& world, const std::function<void()>& app) {
  if (has_run_) throw std::logic_error(id_ + " runs more than one world");
  has_run_ = true;
  Observation seen = stage_.Perform(id_, world, app, limits_);
  CheckTime(seen);
  CheckStart(world, seen);
  if (!any_ending_ && !(seen.EndedWell() && seen.First(kAppName, kAppDone).has_value())) {
    testing::Test::RecordProperty(kEndedEarly, "");
    ADD_FAILURE() << "Expected: the application comes to its end\n  Actual: "
                  << seen.DescribeEnding() << "\nthe process did not survive";
  }
  return seen;
}

void Remark(const std::string& text) { testing::Test::RecordProperty(kRemark, text); }

const std::vector<CaseInfo>& AllCases() {
  static const auto* all = [] {
    auto* list = new std::vector<CaseInfo>;
    for (const Registered& registered : Cases()) list->push_back(InfoOf(registered));
    const auto by_id = [](const CaseInfo& a, const CaseInfo& b) { return a.id < b.id; };
    std::sort(list->begin(), list->end(), by_id);
    for (size_t i = 1; i < list->size(); ++i) {
      if ((*list)[i - 1].id == (*list)[i].id) Refuse((*list)[i].id);
    }
    return list;
  }();
  return *all;
}

std::optional<CaseInfo> FindCase(const std::string& id) {
  const size_t slash = id.find('/');
  if (slash == std::string::npos) return std::nullopt;
  const std::string_view owner = std::string_view(id).substr(0, slash);
  const std::string_view name = std::string_view(id).substr(slash + 1);
  for (const Registered& registered : Cases()) {
    if (registered.name == name && registered.policies.front().text == owner) {
      return InfoOf(registered);
    }
  }
  return std::nullopt;
}

bool RegisterCase(std::string api, std::vector<policy::Id> policies, std::string name,
                  std::function<void(Case&)> body, const char* subject) {
  if (!IsSnakeCase(name) || policies.empty()) Refuse(name);
  Cases().push_back(
      {std::move(api), subject, std::move(policies), std::move(name), std::move(body)});
  return true;
}

}  // namespace loadstone
