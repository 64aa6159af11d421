// SPDX-License-Identifier: Apache-2.0
#include "harness/runner/component_start.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <memory>
#include <vector>

#include "harness/case/component_case.h"
#include "harness/case/component_start.h"
#include "harness/component/linker_output.h"
#include "harness/component/program_output.h"
#include "harness/runner/installation.h"
#include "harness/runner/subject_sandbox.h"
#include "harness/world/platform.h"

namespace loadstone {
namespace {

constexpr unsigned kMaxSeconds = 30;  // limit for a component that hangs on the host

void StartIn(const std::unique_ptr<Sandbox>& sandbox, const RunRequest& request,
             const WorkerProcess& process) {
  if (StartInWorld(*sandbox, request).why_not.empty()) process.WriteLine("started");
}

// A component may end its process as it likes: what it says is told before that.
void StartOnHost(Api api, const ComponentUnderTest& component, const WorkerProcess& process) {
  LimitWorker(kMaxSeconds);
  if (WhyNotStarted(api, component).empty()) process.WriteLine("started");
  _exit(0);
}

// Starts a component of another architecture than this program, which the probe of that
// architecture does.
void StartOnHostInProbe(const RunRequest& request, const WorkerProcess& process) {
  LimitWorker(kMaxSeconds);
  const std::string probe = WithPartsFor(FindInstallation(), request.architecture).probe;
  if (EndsWell({probe, kStartProbeWord, std::string(Name(request.api)),
                request.component()->ToJson()})) {
    process.WriteLine("started");
  }
}

// The lines that a separate process which runs `start` tells.
std::vector<std::string> LinesOf(const WorkerPool::Body& start, const StopRequest& stop) {
  std::vector<std::string> lines;
  WorkerPool pool(stop);
  pool.Start(start);
  pool.Run({.on_line = [&](pid_t, const std::string& line) { lines.push_back(line); },
            .on_end = [](pid_t, int) {}});
  return lines;
}

// Whether a separate process that runs `start` tells that the component started.
bool IsToldStarted(const WorkerPool::Body& start, const StopRequest& stop) {
  return !LinesOf(start, stop).empty();
}

// Runs a probe that starts the component of `request` in `world`, to which it adds the component.
ProbeResult RunStart(Sandbox& sandbox, const RunRequest& request, World world) {
  const ComponentUnderTest& component = *request.component();
  AddComponentLibrary(world, component);
  return sandbox.Run(
      world, {kStartProbeWord, std::string(Name(request.api)), component.ToJson()},
      {.seconds = request.timeout_seconds, .memory_bytes = kLibraryAddressSpaceBytes});
}

bool IsRefusal(const ProbeResult& result) {
  return result.ending.kind == Ending::Kind::kExited && result.ending.value == 1;
}

// Tells the libraries that a component which refuses to start opens by name and that are not found.
void TellLacking(const RunRequest& request, const WorkerProcess& process) {
  World world;
  world.Env("LD_DEBUG", "files");
  const ProbeResult result = RunStart(*MakeSandbox(request), request, world);
  if (!IsRefusal(result)) return;
  for (const std::string& name : LibrariesOpenedInVain(result.output)) process.WriteLine(name);
}

// Why a component that starts nowhere is not judged: what it needs is not installed.
std::string WhyNowhere(const RunRequest& request, const std::string& in_world,
                       const StopRequest& stop) {
  const auto tell = [&](const WorkerProcess& process) { TellLacking(request, process); };
  const std::vector<std::string> lacking = LinesOf(tell, stop);
  if (lacking.empty()) return {};
  const std::string system = request.root.empty() ? "this host" : request.root;
  return fmt::format(
      "the {} starts neither in a world nor with all of {}: {}; it opens {} by name, and {} has no "
      "such library: install it, since nothing else can be judged without it",
      Name(request.component()->kind), system, in_world, fmt::join(lacking, ", "), system);
}

// Why a DLL is not judged that does not start: Wine is not all of Windows. Empty if it refuses the
// loader, which is its own answer.
std::string WhyNotBelowWine(const ComponentUnderTest& component, const std::string& in_world) {
  if (in_world.starts_with(kRefusesLoader)) return {};
  const std::string lacking =
      component.lacking.empty()
          ? "its needs there are unknown"
          : fmt::format("neither its folder nor Wine has {}", fmt::join(component.lacking, ", "));
  return fmt::format("the {} does not start below Wine: {}; {}, so it is not judged",
                     Name(component.kind), in_world, lacking);
}

}  // namespace

ComponentStart StartInWorld(Sandbox& sandbox, const RunRequest& request) {
  const ComponentUnderTest& component = *request.component();
  if (component.library.empty() || IsForeign(component)) return {};
  ProbeResult result;
  try {
    result = RunStart(sandbox, request, {});
  } catch (const HarnessError& error) {
    if (request.platform != kWindows) throw;
    return {.why_not = error.what()};  // Wine lacks something
  }
  const Observation seen(result);
  if (seen.FinishedNormally()) {
    if (component.kind != SubjectKind::kRuntime) return {};
    const std::string last = result.output.substr(result.output.rfind('\n') + 1);
    return {.answered = policy::Version::TryParse(last)};
  }
  return {.why_not =
              IsRefusal(result) && !result.output.empty() ? result.output : seen.DescribeEnding()};
}

std::string WhyNotJudged(const RunRequest& request, const std::string& in_world,
                         const StopRequest& stop) {
  if (request.platform == kWindows) return WhyNotBelowWine(*request.component(), in_world);
  if (!request.with_devices) {
    RunRequest with_devices = request;
    with_devices.with_devices = true;
    const auto start = [&](const WorkerProcess& process) {
      StartIn(MakeSandbox(with_devices), with_devices, process);
    };
    if (IsToldStarted(start, stop)) {
      return fmt::format(
          "the {} starts in a world with the devices of this host, which --with-devices shows, and "
          "not in one without: {}",
          Name(request.component()->kind), in_world);
    }
  }
  const auto start = [&](const WorkerProcess& process) {
    if (!request.root.empty()) {
      StartIn(MakeWholeSystemSandbox(request), request, process);
    } else if (request.architecture == OwnArchitecture()) {
      StartOnHost(request.api, *request.component(), process);
    } else {
      StartOnHostInProbe(request, process);
    }
  };
  if (!IsToldStarted(start, stop)) return WhyNowhere(request, in_world, stop);
  return fmt::format(
      "the {} starts {}, but not in a world: {}; its needs there are unknown, so it is not judged",
      Name(request.component()->kind),
      request.root.empty() ? "on this host" : "with all files of " + request.root, in_world);
}

}  // namespace loadstone
