// SPDX-License-Identifier: Apache-2.0
#include "tool/doctor/host_loader.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <exception>
#include <sstream>
#include <string_view>

#include "harness/case/component_case.h"
#include "harness/case/loader_question.h"
#include "harness/component/program_output.h"
#include "harness/component/rooted_system.h"
#include "harness/errors.h"
#include "harness/json/json_object.h"
#include "harness/json/json_reader.h"
#include "harness/runner/emulator.h"
#include "harness/runner/installation.h"
#include "harness/runner/subject_sandbox.h"
#include "harness/runner/worker_pool.h"
#include "harness/world/places.h"

namespace loadstone::doctor {
namespace {

constexpr unsigned kMaxSeconds = 30;

// Names of the files that worlds show through a link into this folder.
constexpr std::string_view kLinked = "/loadstone/host";

void Ask(const std::string& path, Api api, const WorkerProcess& process) {
  LimitWorker(kMaxSeconds);
  AskLoader(path, api, [&](const std::string& line) { process.WriteLine(line); });
  _exit(0);  // exit handlers may crash in what the drivers left behind
}

// Asks in the probe for the architecture of the loader. No emulator stands in: some of them show
// 32-bit programs the folders of this machine as empty, and applications would not be started in
// one either.
void AskProbe(const RunRequest& request, const WorkerProcess& process) {
  if (NeedsEmulator(request.architecture)) {
    throw EnvironmentError(
        fmt::format("this machine does not run programs for {}", NameOf(request.architecture)));
  }
  LimitWorker(kMaxSeconds);
  const std::string probe = WithPartsFor(FindInstallation(), request.architecture).probe;
  const bool ended_well = EndsWell({probe, kLoaderProbeWord, std::string(Name(request.api)),
                                    request.loader, process.LinesFile()});
  _exit(ended_well ? 0 : 1);
}

void Take(const std::string& line, LoaderAnswer& answer) {
  const JsonReader::Refuse refuse = RefuseWith<HarnessError>("the answer of a loader");
  const rapidjson::Document json = ParseJson(line, refuse);
  const JsonReader fields(json, refuse);
  if (fields.Has("problem")) answer.problem = fields.Text("problem");
  if (fields.Has("version")) answer.version = policy::Version::TryParse(fields.Text("version"));
  if (fields.Has("listed")) answer.listed = fields.Texts("listed");
  if (!fields.Has("created")) return;
  answer.created = fields.Number("created");
  answer.loaded = fields.Texts("loaded");
}

}  // namespace

LoaderAnswer QueryLoader(const RunRequest& request) {
  LoaderAnswer answer;
  const StopRequest stop;
  WorkerPool pool(stop);
  pool.Start(ReportingExceptions(
      [&](const WorkerProcess& process) {
        const bool own = request.architecture == OwnArchitecture();
        own ? Ask(request.loader, request.api, process) : AskProbe(request, process);
      },
      [](const std::exception& why) { return JsonObject().Set("problem", why.what()).Line(); }));
  pool.Run({.on_line = [&](pid_t, const std::string& line) { Take(line, answer); },
            .on_end =
                [&](pid_t, int status) {
                  if (!answer.problem.empty() || (WIFEXITED(status) && WEXITSTATUS(status) == 0))
                    return;
                  const bool hung = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
                  answer.problem = hung ? fmt::format("it did not answer within {} s", kMaxSeconds)
                                        : "its process terminated early, " + DescribeStatus(status);
                }});
  return answer;
}

LoaderAnswer QueryLoaderInRoot(const RunRequest& request) {
  LoaderAnswer answer;
  const std::unique_ptr<Sandbox> sandbox = MakeWholeSystemSandbox(request);
  Subject subject;
  subject.path = request.loader;
  const std::string path =
      RootedSystem(request.root).InSystem(request.loader).value_or(subject.PathInWorld());
  const ProbeResult result =
      sandbox->Run(World(), {kLoaderProbeWord, std::string(Name(request.api)), path, kTracePath},
                   {.seconds = kMaxSeconds, .memory_bytes = kLibraryAddressSpaceBytes});
  std::istringstream lines(result.trace);
  for (std::string line; std::getline(lines, line);) Take(line, answer);
  for (std::string& file : answer.loaded) {
    if (file.starts_with(kLinked)) file.erase(0, kLinked.size());
  }
  const Observation seen(result);
  if (answer.problem.empty() && !seen.FinishedNormally()) {
    answer.problem = "its process ended early: " + seen.DescribeEnding();
  }
  return answer;
}

}  // namespace loadstone::doctor
