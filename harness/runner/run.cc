#include "harness/runner/run.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>

#include "harness/runner/worker.h"

namespace loadstone {
namespace {

// A subject that hangs in every case shows that with the first ones.
constexpr size_t kMostSecondTries = 20;

volatile sig_atomic_t stop_requested = 0;

void RequestStop(int) { stop_requested = 1; }

// SIGINT and SIGTERM ask for an end while this lives.
class StopSignals {
 public:
  StopSignals() {
    struct sigaction action = {};
    action.sa_handler = RequestStop;
    stop_requested = 0;
    sigaction(SIGINT, &action, &old_interrupt_);
    sigaction(SIGTERM, &action, &old_terminate_);
  }
  ~StopSignals() {
    sigaction(SIGINT, &old_interrupt_, nullptr);
    sigaction(SIGTERM, &old_terminate_, nullptr);
  }

 private:
  struct sigaction old_interrupt_;
  struct sigaction old_terminate_;
};

// One process of the run as seen from here.
struct Worker {
  pid_t pid = -1;
  int pipe = -1;
  std::string unread;
  std::string current;  // the case it is at, or empty
};

void MakePipe(int ends[2]) {
  if (pipe2(ends, O_CLOEXEC) != 0) throw EnvironmentError("cannot make a pipe");
}

// The complete lines that have arrived; false when the other end is closed.
bool ReadLines(Worker& worker, std::vector<std::string>& lines) {
  char buffer[65536];
  const ssize_t count = read(worker.pipe, buffer, sizeof(buffer));
  if (count < 0 && errno == EINTR) return true;
  if (count <= 0) return false;
  worker.unread.append(buffer, static_cast<size_t>(count));
  size_t start = 0;
  for (size_t end; (end = worker.unread.find('\n', start)) != std::string::npos; start = end + 1) {
    lines.push_back(worker.unread.substr(start, end - start));
  }
  worker.unread.erase(0, start);
  return true;
}

std::string DescribeStatus(int status) {
  return WIFSIGNALED(status) ? fmt::format("killed by signal {}", WTERMSIG(status))
                             : fmt::format("exit status {}", WEXITSTATUS(status));
}

std::string Join(const std::vector<std::string>& texts) {
  return texts.empty() ? "none" : fmt::format("{}", fmt::join(texts, ", "));
}

class Run {
 public:
  Run(const RunRequest& request, const policy::Catalogue& catalogue, const RunListener& listener)
      : request_(request), catalogue_(catalogue), listener_(listener) {}

  RunReport Execute() {
    const auto start = std::chrono::steady_clock::now();
    const StopSignals signals;
    Calibrate();
    const size_t jobs = std::min<size_t>(request_.jobs, std::max<size_t>(request_.cases.size(), 1));
    RunAll(request_, jobs);
    RunAgain();
    report_.interrupted = stop_requested != 0;
    std::sort(report_.cases.begin(), report_.cases.end(),
              [](const CaseResult& a, const CaseResult& b) { return a.id < b.id; });
    report_.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::move(report_);
  }

 private:
  // Runs the cases of `request` in `jobs` processes.
  void RunAll(const RunRequest& request, size_t jobs) {
    ClaimTable claims(request.cases.size());
    for (size_t i = 0; i < jobs && stop_requested == 0; ++i) {
      workers_.push_back(Start(request, claims));
    }
    while (!workers_.empty() && stop_requested == 0) Gather(request, claims);
    for (Worker& worker : workers_) Stop(worker);
    workers_.clear();
  }

  // What ran out of time, or was lost, beside others is judged by a second try alone.
  void RunAgain() {
    if (again_.empty() || stop_requested != 0) return;
    RunRequest alone = request_;
    alone.cases.clear();
    for (const CaseInfo* info : request_.cases) {
      if (again_.contains(info->id)) alone.cases.push_back(info);
    }
    second_try_ = true;
    RunAll(alone, 1);
  }

  void Calibrate() {
    int ends[2];
    MakePipe(ends);
    Worker calibrator{StartCalibrator(request_, ends[1]), ends[0], {}, {}};
    close(ends[1]);
    std::vector<std::string> lines;
    while (stop_requested == 0 && ReadLines(calibrator, lines)) {
    }
    if (stop_requested != 0) kill(calibrator.pid, SIGKILL);
    const int status = Reap(calibrator);
    if (stop_requested != 0) return;
    if (lines.empty()) {
      throw EnvironmentError("calibration was lost: " + DescribeStatus(status));
    }
    const WorkerMessage message = ReadMessage(lines.back());
    if (message.kind == WorkerMessage::Kind::kUnusable) throw EnvironmentError(message.id);
    subject_ = Subject::FromJson(message.subject);
    subject_.layer = request_.layer;  // with what a message leaves out
    const Calibration calibration = {subject_.folders, subject_.api_version, message.id};
    Summarise(calibration);
    if (listener_.on_subject) listener_.on_subject(subject_, calibration);
  }

  void Summarise(const Calibration& calibration) {
    const bool layer = subject_.layer.has_value();
    report_.subject = {.path = layer ? subject_.layer->manifest : subject_.path,
                       .api = subject_.api,
                       .platform = subject_.platform,
                       .version = subject_.spec.ToString(),
                       .calibration = {}};
    auto& findings = report_.subject.calibration;
    if (layer) {
      report_.subject.layer = subject_.layer->name;
      findings.push_back({"layer", subject_.layer->name});
      findings.push_back({"library", subject_.layer->library});
      findings.push_back({"loader", subject_.path});
    }
    findings.push_back({"reported version", subject_.api_version.ToString()});
    // Where the loader looks for layers tells nothing about a layer that was found.
    if (!layer) {
      findings.push_back({"explicit layer folders", Join(subject_.folders.explicit_layers)});
      findings.push_back({"implicit layer folders", Join(subject_.folders.implicit_layers)});
      findings.push_back({subject_.api == "openxr" ? "active runtime folders" : "driver folders",
                          Join(subject_.folders.drivers)});
    }
    if (!calibration.trouble.empty()) findings.push_back({"trouble", calibration.trouble});
  }

  Worker Start(const RunRequest& request, ClaimTable& claims) {
    int ends[2];
    MakePipe(ends);
    Worker worker{StartWorker(request, subject_, catalogue_, claims, ends[1]), ends[0], {}, {}};
    close(ends[1]);
    if (worker.pid < 0) throw EnvironmentError("cannot start a process");
    return worker;
  }

  int Reap(Worker& worker) {
    int status = 0;
    close(worker.pipe);
    while (waitpid(worker.pid, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
  }

  void Stop(Worker& worker) {
    kill(worker.pid, SIGKILL);
    Reap(worker);
  }

  void Gather(const RunRequest& request, ClaimTable& claims) {
    std::vector<struct pollfd> polls;
    for (const Worker& worker : workers_) polls.push_back({worker.pipe, POLLIN, 0});
    if (poll(polls.data(), polls.size(), -1) <= 0) return;
    for (size_t i = polls.size(); i-- > 0;) {
      if (polls[i].revents == 0) continue;
      std::vector<std::string> lines;
      const bool open = ReadLines(workers_[i], lines);
      for (const std::string& line : lines) Take(workers_[i], ReadMessage(line));
      if (!open) Bury(i, request, claims);
    }
  }

  void Take(Worker& worker, const WorkerMessage& message) {
    switch (message.kind) {
      case WorkerMessage::Kind::kBegin:
        worker.current = message.id;
        if (listener_.on_begin) listener_.on_begin(message.id);
        break;
      case WorkerMessage::Kind::kEnd:
        worker.current.clear();
        if (!message.result.timed_out || !TryAgain(message.result.id)) Add(message.result);
        break;
      case WorkerMessage::Kind::kCalibrated:
        break;
      case WorkerMessage::Kind::kStarted:
        if (listener_.on_started) listener_.on_started(std::stoi(message.id));
        break;
      case WorkerMessage::Kind::kRemains:
        if (listener_.on_remains) listener_.on_remains(message.remains);
        break;
      case WorkerMessage::Kind::kUnusable:
        throw EnvironmentError(message.id);
    }
  }

  // Whether the case is put aside for a second try.
  bool TryAgain(const std::string& id) {
    if (!request_.try_again || second_try_ || again_.size() >= kMostSecondTries) return false;
    again_.insert(id);
    return true;
  }

  void Add(CaseResult result) {
    if (second_try_) result.tries = 2;
    // A repeated case keeps its worst verdict: a flaky one must not hide.
    const auto known = std::find_if(report_.cases.begin(), report_.cases.end(),
                                    [&](const CaseResult& other) { return other.id == result.id; });
    if (known == report_.cases.end()) {
      report_.cases.push_back(result);
    } else if (known->verdict == Verdict::kPass || result.verdict == Verdict::kError) {
      *known = result;
    }
    if (listener_.on_end) listener_.on_end(result);
  }

  // A worker ended. One that was in the middle of a case was lost with it, and another takes over.
  void Bury(size_t index, const RunRequest& request, ClaimTable& claims) {
    Worker worker = std::move(workers_[index]);
    workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(index));
    const int status = Reap(worker);
    if (worker.current.empty()) return;
    if (!TryAgain(worker.current)) {
      const std::optional<CaseInfo> info = FindCase(worker.current);
      Add({.id = info->id,
           .policies = info->policies,
           .verdict = Verdict::kError,
           .reason = "the process that ran the case was lost: " + DescribeStatus(status)});
    }
    workers_.push_back(Start(request, claims));
  }

  const RunRequest& request_;
  const policy::Catalogue& catalogue_;
  const RunListener& listener_;
  Subject subject_;
  std::vector<Worker> workers_;
  std::set<std::string> again_;  // cases that are run a second time
  bool second_try_ = false;
  RunReport report_;
};

}  // namespace

void CheckBinary(const std::string& path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0) {
    throw EnvironmentError(fmt::format("cannot find the loader {}: {}", path, strerror(errno)));
  }
  if (!S_ISREG(status.st_mode)) {
    throw EnvironmentError(path + " is no regular file; --loader takes the shared library itself");
  }
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    throw EnvironmentError(fmt::format("cannot read the loader {}: {}", path, strerror(errno)));
  }
  Elf64_Ehdr header = {};
  const ssize_t count = read(fd, &header, sizeof(header));
  close(fd);
  Elf64_Ehdr own = {};
  const int own_fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  const bool own_read = own_fd >= 0 && read(own_fd, &own, sizeof(own)) == sizeof(own);
  if (own_fd >= 0) close(own_fd);
  if (count < EI_NIDENT || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) {
    throw EnvironmentError(path + " is no ELF file; --loader takes a shared library for Linux");
  }
  if (count < static_cast<ssize_t>(sizeof(header)) || header.e_type != ET_DYN) {
    throw EnvironmentError(path + " is an ELF file but no shared library");
  }
  if (own_read &&
      (header.e_ident[EI_CLASS] != own.e_ident[EI_CLASS] || header.e_machine != own.e_machine)) {
    throw EnvironmentError(fmt::format(
        "{} is for another architecture (ELF class {}, machine {}) than this program "
        "(class {}, machine {}); use a Loadstone built for the loader's",
        path, header.e_ident[EI_CLASS], header.e_machine, own.e_ident[EI_CLASS], own.e_machine));
  }
}

RunReport RunCases(const RunRequest& request, const policy::Catalogue& catalogue,
                   const RunListener& listener) {
  CheckBinary(request.loader);
  return Run(request, catalogue, listener).Execute();
}

Installation FindInstallation() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) throw EnvironmentError("cannot tell where this program stands: /proc is missing");
  const std::filesystem::path prefix = program.parent_path().parent_path();
  return {program, prefix / "lib/loadstone", prefix / "share/loadstone/policies"};
}

}  // namespace loadstone
