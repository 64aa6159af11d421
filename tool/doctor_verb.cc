// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "harness/component/system_loader.h"
#include "harness/report/text.h"
#include "harness/runner/check_binary.h"
#include "harness/runner/installation.h"
#include "harness/runner/worker.h"
#include "harness/world/elf_file.h"
#include "harness/world/platform.h"
#include "tool/cli.h"
#include "tool/debugger.h"
#include "tool/doctor/diagnosis.h"
#include "tool/system_root.h"

namespace loadstone {
namespace {

using doctor::Diagnosis;
using doctor::Fate;

// A capability of this machine.
struct Check {
  std::string what;
  std::string problem;  // empty: available
};

// The results for one loader on this machine.
struct Examined {
  std::string loader;
  Api api = Api::kVulkan;
  Architecture architecture = {};
  std::string version;
  std::string problem;  // why the results are incomplete
  std::vector<Diagnosis> diagnoses;
};

// Returns the message of the exception that `action` throws; empty if it throws none.
template <typename Action>
std::string ProblemOf(const Action& action) {
  try {
    action();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

// Examines a loader of the request's architecture, and stores in `worlds` why cases for it cannot
// run.
Examined Examine(const std::string& loader, Api api, const RunRequest& with_root, Check& worlds) {
  RunRequest request = with_root;
  request.loader = std::filesystem::absolute(loader);
  request.api = api;
  Subject subject;
  subject.path = request.loader;
  subject.api = api;
  subject.bits = BitsOf(request.architecture);
  Examined examined;
  examined.loader = request.loader;
  examined.api = api;
  examined.architecture = request.architecture;
  const std::string no_parts =
      ProblemOf([&] { RequireArchitecture(request.loader, request.root, request.architecture); });
  worlds.problem = !no_parts.empty() ? no_parts : ProblemOf([&] {
    const StopRequest stop;
    const auto calibrated = CalibrateInWorker(request, stop);
    if (calibrated.has_value()) subject = calibrated->subject;
  });
  const bool here = request.root.empty();
  doctor::Host host = here ? doctor::ThisHost() : doctor::SystemIn(request.root);
  host.architecture = request.architecture;
  doctor::MoveHome(host, subject);
  doctor::LoaderAnswer answer;
  if (!no_parts.empty()) {
    answer.problem = no_parts;
  } else if (here) {
    answer = doctor::QueryLoader(request);
  } else if (worlds.problem.empty()) {
    answer = doctor::QueryLoaderInRoot(request);
  } else {
    answer.problem = "the loader of another system runs only where cases can run";
  }
  if (!worlds.problem.empty()) {
    subject.api_version = FirstVersion(subject);
    subject.spec = subject.api_version = answer.version.value_or(subject.api_version);
  }
  examined.version = subject.api_version.ToString();
  examined.problem = answer.problem;
  if (examined.problem.empty() && !answer.has_instance()) {
    examined.problem =
        fmt::format("creating an instance returned {}, so it is unknown what would be loaded",
                    answer.created.value_or(0));
  }
  examined.diagnoses = doctor::Diagnose(host, subject, answer);
  return examined;
}

// Describes whether a component is used, and whether it should be.
std::string Fates(const Diagnosis& one) {
  const std::string does = one.does == Fate::kUnknown ? "not known" : doctor::Name(one.does);
  if (one.should == Fate::kUnknown || one.should == one.does) return does;
  if (one.does == Fate::kUnknown) return fmt::format("not known; should be {}", Name(one.should));
  return fmt::format("{}, but should be {}", does, Name(one.should));
}

// `system` describes the system of --root, if it is not empty; `missing` has the APIs for which the
// system has no loader.
void PrintText(const std::string& system, const std::vector<Check>& checks,
               const std::vector<Examined>& all, const std::vector<Api>& missing) {
  if (!system.empty()) fmt::print("root: {}\n", OneLine(system));
  for (const Check& check : checks) {
    fmt::print("{}: {}\n", check.what,
               check.problem.empty() ? "yes" : "no: " + OneLine(check.problem));
  }
  for (const Examined& one : all) {
    fmt::print("\n{}: {}{}{}{}\n", one.loader, Name(one.api), one.version.empty() ? "" : " ",
               one.version,
               one.architecture == OwnArchitecture() ? "" : ", " + NameOf(one.architecture));
    if (!one.problem.empty()) fmt::print("  problem: {}\n", OneLine(one.problem));
    if (one.diagnoses.empty()) fmt::print("  this machine has no manifest for it\n");
    for (const Diagnosis& each : one.diagnoses) {
      const std::string subject = each.name.empty() ? "it" : OneLine(each.name);
      const std::string source = each.policy.empty() ? "" : " (" + each.policy + ")";
      fmt::print("  {} {}\n    {} is {}: {}{}\n", Name(each.kind), OneLine(each.file), subject,
                 Fates(each), OneLine(each.why), source);
    }
  }
  for (Api api : missing) {
    fmt::print(
        "\n"
        "{}: the system has no {}; use --loader for a loader in another place\n",
        Name(api), LoaderName(api));
  }
}

void PrintJson(const std::string& system, const std::vector<Check>& checks,
               const std::vector<Examined>& all) {
  rapidjson::StringBuffer buffer;
  rapidjson::PrettyWriter<rapidjson::StringBuffer> writer(buffer);
  writer.SetIndent(' ', 2);
  const auto text = [&](const char* key, const std::string& value) {
    writer.Key(key);
    writer.String(ValidUtf8(value).c_str());
  };
  writer.StartObject();
  writer.Key("schema");
  writer.Int(1);
  if (!system.empty()) text("root", system);
  writer.Key("machine");
  writer.StartArray();
  for (const Check& check : checks) {
    writer.StartObject();
    text("what", check.what);
    writer.Key("can");
    writer.Bool(check.problem.empty());
    text("problem", check.problem);
    writer.EndObject();
  }
  writer.EndArray();
  writer.Key("loaders");
  writer.StartArray();
  for (const Examined& one : all) {
    writer.StartObject();
    text("path", one.loader);
    text("api", std::string(Name(one.api)));
    text("architecture", NameOf(one.architecture));
    text("version", one.version);
    text("problem", one.problem);
    writer.Key("manifests");
    writer.StartArray();
    for (const Diagnosis& each : one.diagnoses) {
      writer.StartObject();
      text("file", each.file);
      text("kind", Name(each.kind));
      text("name", each.name);
      text("should", Name(each.should));
      text("does", Name(each.does));
      text("policy", each.policy);
      text("why", each.why);
      writer.EndObject();
    }
    writer.EndArray();
    writer.EndObject();
  }
  writer.EndArray();
  writer.EndObject();
  fmt::print("{}\n", buffer.GetString());
}

std::vector<Check> OtherChecks() {
  const Installation installation = FindInstallation();
  SandboxOptions wine;
  wine.probe = installation.windows_probe;
  wine.library = installation.windows_mocks;
  return {{"debugger for repro --gdb", ProblemOf(RequireDebugger)},
          {"loaders for Windows", ProblemOf([&] { RequireWine(wine); })}};
}

// The examination of a system for one architecture.
struct Examination {
  Check worlds;
  std::vector<Examined> all = {};
  std::vector<Api> missing = {};  // for which the system has no loader
};

// Returns the loader of the system of the request, without links; empty if there is none.
std::string LoaderOf(const RunRequest& request, Api api) {
  std::string loader;
  ProblemOf([&] {
    loader = std::filesystem::canonical(
        HostPathIn(request.root, SystemLoader(api, request.root, request.architecture)));
  });
  return loader;
}

// Examines the loader `named`, or the loaders of the system for the request's architecture.
Examination ExamineAll(const DoctorOptions& options, const std::string& named,
                       const RunRequest& with_root) {
  const bool own = with_root.architecture == OwnArchitecture();
  Examination found{
      .worlds = {"cases on Linux" + (own ? "" : " for " + NameOf(with_root.architecture)), ""}};
  for (const Api api : {Api::kVulkan, Api::kOpenXr}) {
    if (options.api.has_value() && api != options.api) continue;
    if (!options.api.has_value() && !named.empty() && api != Api::kVulkan) continue;
    const std::string loader = named.empty() ? LoaderOf(with_root, api) : named;
    if (loader.empty()) {
      found.missing.push_back(api);
    } else {
      found.all.push_back(Examine(loader, api, with_root, found.worlds));
    }
  }
  return found;
}

// Adds the loaders that a system has for an architecture besides the first one, if there are any.
void AddOthers(const DoctorOptions& options, RunRequest with_root, std::vector<Check>& checks,
               std::vector<Examined>& all) {
  const std::string problem = ProblemOf([&] { ApplyRoot(options.root, with_root); });
  Examination others = ExamineAll(options, "", with_root);
  if (others.all.empty()) return;
  if (!problem.empty()) others.worlds.problem = problem;
  checks.push_back(others.worlds);
  std::ranges::move(others.all, std::back_inserter(all));
}

}  // namespace

int DoctorVerb(const DoctorOptions& options) {
  const std::string named = HostPathIn(options.root, options.loader);
  RunRequest with_root;
  if (!options.root.empty()) with_root.root = RootedSystem(options.root).OnHost("/");
  std::vector<Architecture> architectures = SystemArchitectures(with_root.root);
  if (!named.empty()) {
    architectures = {ArchitectureOfLoader(named)};
    CheckBinary(named, "linux", architectures.front());
    RequireArchitecture(named, with_root.root, architectures.front());
  }
  const RunRequest of_other = with_root;
  with_root.architecture = architectures.front();
  ApplyRoot(options.root, with_root);
  Examination first = ExamineAll(options, named, with_root);
  // Whether cases can run does not depend on whether the system has a loader, so check with the
  // reference loader.
  if (first.all.empty()) {
    const Api api = first.missing.front();
    Examine(ReferenceLoader(api, with_root.architecture), api, with_root, first.worlds);
  }
  std::vector<Check> checks = {first.worlds};
  for (size_t i = 1; i < architectures.size(); ++i) {
    RunRequest request = of_other;
    request.architecture = architectures[i];
    AddOthers(options, request, checks, first.all);
  }
  std::ranges::copy(OtherChecks(), std::back_inserter(checks));
  const std::string& root = with_root.root;
  const std::string system = root.empty() ? root : root + ": " + with_root.root_system;
  if (options.json) {
    PrintJson(system, checks, first.all);
  } else {
    PrintText(system, checks, first.all, first.missing);
  }
  return first.worlds.problem.empty() ? kConforms : kCannotRun;
}

}  // namespace loadstone
