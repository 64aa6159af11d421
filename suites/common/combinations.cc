// SPDX-License-Identifier: Apache-2.0
#include "suites/common/combinations.h"

#include <algorithm>
#include <stdexcept>

#include "harness/case/unjudged.h"
#include "harness/errors.h"
#include "harness/probe/app_trace.h"
#include "harness/sandbox/not_on_platform.h"
#include "suites/suites.h"

// The cases of policies/dimensions: LLP_LOADER_1, LS_XR_ACTIVATION_1 and the other policies that
// own a row.
namespace loadstone::suites {
namespace {

// Part of the names of a layer's variables: what differs between the layers.
std::string OwnPart(const std::string& layer) { return layer.substr(layer.rfind('_') + 1); }

// Below it are the files to which links lead.
constexpr char kLinked[] = "/combined/linked";

// The absolute path `target` as a link at `path` can give it.
std::string RelativeTo(const std::string& path, const std::string& target) {
  std::string upwards;
  for (auto depth = std::count(path.begin(), path.end(), '/'); depth > 1; --depth) upwards += "../";
  return upwards + target.substr(1);
}

policy::Id IdOf(const std::string& text) {
  for (const policy::Id& id : policy::kAllIds) {
    if (text == id.text) return id;
  }
  throw std::logic_error("there is no policy " + text);
}

std::vector<policy::Id> CitedPolicies(const std::string& owner,
                                      const std::vector<std::string>& others) {
  std::vector<policy::Id> cited = {IdOf(owner)};
  for (const std::string& other : others) {
    const auto is_same = [&](const policy::Id& id) { return other == id.text; };
    if (std::none_of(cited.begin(), cited.end(), is_same)) cited.push_back(IdOf(other));
  }
  return cited;
}

void JudgeRow(Case& c, const RowValues& row, const RowCase& row_case) {
  if (c.subject().platform != "linux") throw NotOnPlatform("the rows describe folders of Linux");
  const std::vector<oracle::Fault> faults = row_case.judge(c, row);
  if (faults.empty()) return;
  AttributeFailureTo(faults.front().policy);
  for (const oracle::Fault& fault : faults) {
    Record({.expected = fault.expected, .observed = fault.observed, .reason = fault.cause},
           __FILE__, __LINE__);
  }
}

}  // namespace

std::string RowValues::Owner() const {
  const std::string id = row_.case_id;
  return id.substr(0, id.find('/'));
}

RowMachine::RowMachine(const Subject& subject, Api api) : subject_(subject) {
  machine_.api = api;
  machine_.create = true;
  machine_.installation = &installation_;
}

void RowMachine::Set(const std::string& name, const std::string& value) {
  machine_.environment[name] = value;
}

void RowMachine::Append(const std::string& name, const std::string& value, char separator) {
  std::string& list = machine_.environment[name];
  list += (list.empty() ? "" : std::string(1, separator)) + value;
}

void RowMachine::Link(const std::string& path, std::string_view kind) { links_[path] = kind; }

void RowMachine::AddFiles(World& world) const {
  for (const auto& [path, text] : machine_.files) {
    const auto link = links_.find(path);
    if (link == links_.end()) {
      world.File(path, text);
      continue;
    }
    const std::string target = kLinked + path;
    world.File(target, text);
    if (link->second == "links") {
      world.Symlink(path, target + ".link").Symlink(target + ".link", target);
    } else {
      world.Symlink(path, link->second == "relative_link" ? RelativeTo(path, target) : target);
    }
  }
}

std::string DisableVariable(const std::string& layer) { return "LS_DISABLE_" + OwnPart(layer); }
std::string EnableVariable(const std::string& layer) { return "LS_ENABLE_" + OwnPart(layer); }

std::string SecondFolder(const std::string& path) { return path + "_2"; }

void RegisterRows(Api api, const char* name, const RowCase& row_case) {
  const policy::Space& space = policy::FindSpace(name);
  for (const policy::SpaceRow& row : space.rows) {
    if (row.case_id == nullptr) continue;
    const std::string id = row.case_id;
    const RowValues values(space, row);
    RegisterCase(api, CitedPolicies(values.Owner(), row_case.cited(values)),
                 id.substr(id.find('/') + 1),
                 [values, row_case](Case& c) { JudgeRow(c, values, row_case); });
  }
}

int64_t ResultNumber(const Observation& seen, const char* command) {
  for (const Event& event : seen.Select(kAppName, command)) {
    if (event.phase() == "leave") return event.Number("result");
  }
  throw HarnessError(std::string("the application made no call of ") + command);
}

}  // namespace loadstone::suites
