#include "harness/probe/case.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "harness/probe/app_trace.h"
#include "harness/probe/probe.h"

namespace loadstone {
namespace {

std::map<std::string, CaseInfo>& Cases() {
  static auto* cases = new std::map<std::string, CaseInfo>;
  return *cases;
}

bool IsSnakeCase(const std::string& name) {
  return !name.empty() &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos;
}

}  // namespace

void CheckStart(const World& world, const Observation& seen) {
  if (const auto error = seen.First(kAppName, kAppHarnessError)) {
    throw HarnessError(error->Text("error"));
  }
  const auto start = seen.First(kAppName, kAppStart);
  if (!start.has_value()) {
    throw HarnessError("the probe did not start: " + seen.DescribeEnding() +
                       "; it said: " + seen.output().substr(0, 300));
  }
  if (start->Flag("secure") != world.elevated() || start->Flag("capable") != world.elevated()) {
    throw HarnessError(
        fmt::format("the app should {}be elevated, but AT_SECURE is {} and the "
                    "capability is {}",
                    world.elevated() ? "" : "not ", start->Flag("secure"), start->Flag("capable")));
  }
}

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
  CheckStart(world, seen);
  if (!any_ending_ && !(seen.EndedWell() && seen.First(kAppName, kAppDone).has_value())) {
    ADD_FAILURE() << "Expected: the application comes to its end\n  Actual: "
                  << seen.DescribeEnding() << "\nthe process did not survive";
  }
  return seen;
}

const std::vector<CaseInfo>& AllCases() {
  static const auto* all = [] {
    auto* list = new std::vector<CaseInfo>;
    for (const auto& [id, info] : Cases()) list->push_back(info);
    return list;
  }();
  return *all;
}

const CaseInfo* FindCase(const std::string& id) {
  const auto found = Cases().find(id);
  return found == Cases().end() ? nullptr : &found->second;
}

bool RegisterCase(const std::string& api, const std::vector<policy::Id>& policies,
                  const std::string& name, std::function<void(Case&)> body) {
  CaseInfo info = {.id = {}, .api = api, .policies = {}, .body = std::move(body)};
  for (const policy::Id& id : policies) info.policies.emplace_back(id.text);
  if (!policies.empty()) info.id = info.policies.front() + "/" + name;
  if (!IsSnakeCase(name) || policies.empty() || !Cases().emplace(info.id, info).second) {
    fmt::print(stderr, "the case '{}' has a malformed or a taken ID\n", name);
    std::abort();
  }
  return true;
}

}  // namespace loadstone
