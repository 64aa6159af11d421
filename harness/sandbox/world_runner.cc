// SPDX-License-Identifier: Apache-2.0
#include "harness/sandbox/world_runner.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/close_range.h>
#include <linux/sched.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <exception>
#include <memory>
#include <optional>

#include "harness/sandbox/coverage_sandbox.h"
#include "harness/sandbox/linux_activity.h"
#include "harness/sandbox/linux_identity.h"
#include "harness/sandbox/linux_keeper.h"
#include "harness/sandbox/linux_world.h"
#include "harness/sandbox/not_on_platform.h"
#include "harness/sandbox/stuck_evidence.h"

namespace loadstone {
namespace {

using linux_system::Fd;

// The user ID of every application, plain or elevated.
constexpr unsigned kUserId = 1000;
// Most worlds end within milliseconds. The processes of others are observed after this time.
constexpr double kFirstObservationSeconds = 1;
constexpr size_t kMostOutput = size_t{1} << 20;
constexpr size_t kMaxTraceSize = size_t{64} << 20;

// The message of a world's first process to the keeper.
struct Report {
  bool made = false;  // false: `error` says why there was no world or no probe
  int status = 0;     // of waitpid
  long peak_kib = 0;
  char error[512] = {};
};

double Seconds(std::chrono::steady_clock::time_point since) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - since).count();
}

bool NeedsSecondId(const World& world) {
  return world.elevation() == Elevation::kSetUserId || world.elevation() == Elevation::kSetGroupId;
}

void Limit(int resource, uint64_t value) {
  const struct rlimit limit = {value, value};
  if (setrlimit(static_cast<__rlimit_resource>(resource), &limit) != 0) {
    throw HarnessError(
        std::string("cannot set a resource limit: ") + strerror(errno) +
        ". A lower limit is in force here; raise it (ulimit -H -a shows the limits)");
  }
}

std::vector<char*> Pointers(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (std::string& string : strings) pointers.push_back(string.data());
  pointers.push_back(nullptr);
  return pointers;
}

// Resets the signals of the tool to the defaults that an application expects. execve resets
// handlers itself, but not ignored signals.
void ResetSignals(const std::vector<int>& ignored) {
  for (const int number : ignored) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

std::vector<int> IgnoredSignals() {
  std::vector<int> ignored;
  for (int number = 1; number < NSIG; ++number) {
    struct sigaction action;
    if (sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) {
      ignored.push_back(number);
    }
  }
  return ignored;
}

// The address space of a 32-bit program.
constexpr uint64_t kWholeSpace = uint64_t{1} << 32;

// The emulator's words before those of the probe, whose address space is limited to `bytes`; 0: not
// limited. The emulator reserves the whole address space of a 32-bit program unless it is told a
// smaller one.
std::vector<std::string> EmulatorWords(bool narrow, uint64_t bytes) {
  constexpr uint64_t kPages = ~uint64_t{0xffff};
  std::vector<std::string> words = {kEmulatorPath};
  if (narrow && bytes > kEmulatorBytes && bytes - kEmulatorBytes < kWholeSpace) {
    words.insert(words.end(), {"-R", fmt::format("{:#x}", (bytes - kEmulatorBytes) & kPages)});
  }
  return words;
}

// The second process of a world: executes the probe, or writes to `error` why it cannot.
[[noreturn]] void ExecuteProbe(const WorldRequest& request, const KeeperState& state, int output,
                               int error) {
  const World& world = request.world;
  const Limits& limits = request.limits;
  try {
    setsid();
    Limit(RLIMIT_CORE, 0);
    Limit(RLIMIT_FSIZE, limits.file_bytes);
    // Counted in the probe's own user namespace, so processes outside are not included.
    Limit(RLIMIT_NPROC, limits.processes);
    if (NeedsSecondId(world)) {
      EnterNamespaceOfUserAndRoot(kUserId);
    } else {
      MapToUser(kUserId);
    }
    const Fd null = linux_system::Open("/dev/null", O_RDONLY);
    if (dup2(null.get(), 0) < 0 || dup2(output, 1) < 0 || dup2(output, 2) < 0) {
      linux_system::ThrowErrno("redirect the output");
    }
    if (chdir(world.home().c_str()) != 0 && chdir("/") != 0) {
      linux_system::ThrowErrno("enter the home");
    }
    std::vector<std::string> words;
    if (state.emulated) words = EmulatorWords(state.narrow, limits.memory_bytes);
    words.push_back(world.application());
    words.insert(words.end(), request.arguments.begin(), request.arguments.end());
    std::vector<std::string> variables;
    for (const auto& [name, value] : world.environment()) variables.push_back(name + "=" + value);
    if (state.coverage) {
      // %m: the runtime of LLVM merges the profiles of processes in one file, as that of gcov does.
      variables.push_back(std::string("GCOV_PREFIX=") + kCoverageDirectory);
      variables.push_back(std::string("LLVM_PROFILE_FILE=") + kCoverageDirectory + "/%m.profraw");
    }
    // Descriptors that the tool inherited belong to the host.
    if (close_range(3, ~0U, CLOSE_RANGE_CLOEXEC) != 0) {
      linux_system::ThrowErrno("close inherited file descriptors");
    }
    ResetSignals(state.ignored_signals);
    const std::vector<char*> argv = Pointers(words);
    const std::vector<char*> environment = Pointers(variables);
    const std::string failure = "cannot execute the probe at " + world.application() + ": ";
    // From here on memory may be exhausted, so exceptions cannot be thrown.
    if (limits.memory_bytes != 0) Limit(RLIMIT_AS, limits.memory_bytes);
    execve(argv[0], argv.data(), environment.data());
    const char* why = strerrordesc_np(errno);
    if (write(error, failure.data(), failure.size()) < 0 || write(error, why, strlen(why)) < 0) {
      _exit(126);
    }
  } catch (const std::exception& exception) {
    const std::string text = exception.what();
    if (write(error, text.data(), text.size()) < 0) _exit(126);
  }
  _exit(127);
}

// Starts the second process of a world. It shares the memory of the calling process, which waits
// until the probe is executed, so that neither page tables nor pages are copied. Only if a helper
// has to map a second ID, the process creates its user namespace itself, for which it must not
// share memory. Returns its ID, or -1 with errno set.
pid_t StartProbe(const WorldRequest& request, const KeeperState& state, int output, int error) {
  constexpr size_t kStackBytes = size_t{256} << 10;
  auto execute = [&] { ExecuteProbe(request, state, output, error); };
  const auto begin = [](void* function) {
    (*static_cast<decltype(execute)*>(function))();
    return 127;
  };
  const std::unique_ptr<std::byte[]> stack(new std::byte[kStackBytes]);
  const int sharing = NeedsSecondId(request.world) ? 0 : CLONE_VM | CLONE_VFORK | CLONE_NEWUSER;
  return clone(begin, stack.get() + kStackBytes, sharing | SIGCHLD, &execute);
}

// Reads at most `room` bytes, until all writers have closed; returns the number of bytes read.
size_t ReadToEnd(int fd, char* bytes, size_t room) {
  size_t count = 0;
  for (ssize_t came; count < room && (came = read(fd, bytes + count, room - count)) > 0;) {
    count += static_cast<size_t>(came);
  }
  return count;
}

// The first process of a world: creates the world, starts the probe as the second process, because
// signals behave differently for the first one, and ends everything that the probe leaves running.
Report RunAsInit(const WorldRequest& request, const KeeperState& state, int output) {
  Report report;
  const auto fail = [&](const std::string& why) {
    snprintf(report.error, sizeof(report.error), "%s", why.c_str());
    return report;
  };
  try {
    BecomeWorld(request.world, state.shared, request.limits, state.has_second_id,
                {.emulated = state.emulated, .coverage = state.coverage});
  } catch (const std::exception& exception) {
    return fail(exception.what());
  }
  int error[2];
  if (pipe2(error, O_CLOEXEC) != 0) return fail("cannot make a pipe");
  const pid_t probe = StartProbe(request, state, output, error[1]);
  if (probe < 0) return fail("cannot start the probe: " + NamespaceRemedy(errno));
  close(error[1]);
  // Ends when the probe has been executed, which closes the pipe, or returns the error.
  const size_t said = ReadToEnd(error[0], report.error, sizeof(report.error) - 1);
  struct rusage usage = {};
  pid_t ended;
  do {
    ended = wait4(-1, &report.status, 0, &usage);
  } while (ended != probe && (ended > 0 || errno == EINTR));
  report.made = said == 0 && ended == probe;
  report.peak_kib = usage.ru_maxrss;
  return report;
}

// The beginning of an ELF header, whose fields do not depend on the class; zeroes if it is too
// short.
Elf32_Ehdr HeaderOf(const Fd& program) {
  Elf32_Ehdr header = {};
  if (pread(program.get(), &header, sizeof(header), 0) != sizeof(header)) header = {};
  return header;
}

// Programs for 32-bit Arm need the whole address space, because the kernel's page for them is at
// its end.
void AllowForEmulator(bool whole_space, Limits& limits) {
  limits.seconds *= kEmulationTimeFactor;
  if (limits.memory_bytes == 0) return;
  if (whole_space) limits.memory_bytes = std::max(limits.memory_bytes, kWholeSpace);
  limits.memory_bytes += kEmulatorBytes;
}

// Returns true if the process has ended, false if `seconds` since `start` have passed.
bool AwaitUntil(int pidfd, std::chrono::steady_clock::time_point start, double seconds) {
  struct pollfd poll_end = {pidfd, POLLIN, 0};
  while (true) {
    const double left = seconds - Seconds(start);
    const int ready = left <= 0 ? 0 : poll(&poll_end, 1, static_cast<int>(left * 1000) + 1);
    if (ready >= 0) return ready > 0;
    if (errno != EINTR) linux_system::ThrowErrno("wait for a world");
  }
}

// Returns true if the world ends; otherwise `ending` has the reason for which it is to be ended.
bool AwaitEvidence(pid_t init, int pidfd, double seconds,
                   std::chrono::steady_clock::time_point start, Ending& ending) {
  StuckEvidence evidence(seconds, ReadProcessActivity(init), Seconds(start));
  while (true) {
    if (AwaitUntil(pidfd, start, Seconds(start) + StuckEvidence::kObservationIntervalSeconds))
      return true;
    const Activity activity = ReadProcessActivity(init);
    const std::optional<Stuck> stuck = evidence.Look(activity, Seconds(start));
    if (!stuck.has_value()) continue;
    ending.stuck = *stuck;
    ending.processor_seconds = evidence.processor_seconds();
    return false;
  }
}

Ending AwaitEnd(pid_t init, int pidfd, int report_fd, const Limits& limits,
                std::chrono::steady_clock::time_point start) {
  Ending ending;
  const bool ended = AwaitUntil(pidfd, start, std::min(kFirstObservationSeconds, limits.seconds)) ||
                     AwaitEvidence(init, pidfd, limits.seconds, start, ending);
  if (!ended) kill(init, SIGKILL);
  while (waitpid(init, nullptr, 0) < 0 && errno == EINTR) {
  }
  ending.seconds = Seconds(start);
  if (!ended) {
    ending.kind = Ending::Kind::kTimedOut;
    return ending;
  }
  Report report;
  if (read(report_fd, &report, sizeof(report)) != sizeof(report)) {
    throw HarnessError("the world was lost: its first process ended without a report");
  }
  if (!report.made) throw HarnessError(std::string("cannot make the world: ") + report.error);
  ending.peak_memory_bytes = static_cast<uint64_t>(report.peak_kib) * 1024;
  ending.kind = WIFSIGNALED(report.status) ? Ending::Kind::kSignalled : Ending::Kind::kExited;
  ending.value = WIFSIGNALED(report.status) ? WTERMSIG(report.status) : WEXITSTATUS(report.status);
  return ending;
}

}  // namespace

WorldRunner::WorldRunner(const KeeperOptions& options) {
  const HostFiles files(options);
  state_.has_second_id = EnterUserNamespace().has_second_id;
  state_.shared = EnterKeeperRoot(files);
  state_.ignored_signals = IgnoredSignals();
  state_.emulated = files.emulator.valid();
  const Elf32_Ehdr probe = HeaderOf(files.probe);
  state_.narrow = probe.e_ident[EI_CLASS] == ELFCLASS32;
  state_.whole_space = state_.narrow && probe.e_machine == EM_ARM;
  state_.coverage = files.coverage;
}

ProbeResult WorldRunner::Run(WorldRequest request,
                             const std::function<void(pid_t init)>& on_start) {
  if (state_.emulated) AllowForEmulator(state_.whole_space, request.limits);
  if (NeedsSecondId(request.world)) {
    if (!state_.has_second_id) {
      throw NotOnPlatform(
          "a set-user-ID or set-group-ID application needs a second ID, which only a run as root "
          "has");
    }
    PlaceSetIdProgram(request.world.elevation());
  }
  const std::string trace_path = std::string(kKeeperTraces) + "/current";
  unlink(trace_path.c_str());
  const Fd trace = linux_system::Open(trace_path, O_RDWR | O_CREAT | O_EXCL, 0644);
  const Fd output(memfd_create("output", MFD_CLOEXEC));
  if (!output.valid() || fcntl(output.get(), F_SETFL, O_APPEND) != 0) {
    linux_system::ThrowErrno("make a file for the output");
  }
  ProbeResult probe_result;
  probe_result.ending = RunInit(request, on_start, output.get());
  probe_result.trace = linux_system::ReadFromStart(trace.get(), kMaxTraceSize);
  probe_result.output = linux_system::ReadFromStart(output.get(), kMostOutput);
  return probe_result;
}

Ending WorldRunner::RunInit(const WorldRequest& request,
                            const std::function<void(pid_t init)>& on_start, int output) {
  int pipe_ends[2];
  int go_ends[2];
  if (pipe2(pipe_ends, O_CLOEXEC) != 0 || pipe2(go_ends, O_CLOEXEC) != 0) {
    linux_system::ThrowErrno("make a pipe");
  }
  Fd report_in(pipe_ends[0]);
  Fd report_out(pipe_ends[1]);
  Fd go_in(go_ends[0]);
  Fd go_out(go_ends[1]);
  int pidfd_number = -1;
  struct clone_args arguments_of_clone = {};
  arguments_of_clone.flags = CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC | CLONE_PIDFD;
  arguments_of_clone.exit_signal = SIGCHLD;
  arguments_of_clone.pidfd = reinterpret_cast<uintptr_t>(&pidfd_number);
  const auto start = std::chrono::steady_clock::now();
  const long init = syscall(SYS_clone3, &arguments_of_clone, sizeof(arguments_of_clone));
  if (init < 0) {
    throw HarnessError(std::string("cannot make the namespaces of a world: ") +
                       NamespaceRemedy(errno));
  }
  if (init == 0) {
    // A world must not outlive its keeper. Waiting for the byte covers the time before this call.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    go_out.Close();
    char byte;
    if (read(go_in.get(), &byte, 1) != 1) _exit(1);
    const Report report = RunAsInit(request, state_, output);
    if (write(report_out.get(), &report, sizeof(report)) != sizeof(report)) _exit(1);
    _exit(0);
  }
  const Fd pidfd(pidfd_number);
  report_out.Close();
  go_in.Close();
  linux_system::WriteAll(go_out.get(), "x", "to a world");
  if (request.tell_start) on_start(static_cast<pid_t>(init));
  return AwaitEnd(static_cast<pid_t>(init), pidfd.get(), report_in.get(), request.limits, start);
}

}  // namespace loadstone
