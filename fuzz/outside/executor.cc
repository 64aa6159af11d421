// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/executor.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <rapidjson/document.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "fuzz/outside/executor_child.h"
#include "fuzz/outside/hang_detector.h"
#include "fuzz/outside/process_state.h"
#include "harness/sandbox/sandbox.h"
#include "oracle/path_list.h"

namespace loadstone::fuzz {
namespace {

constexpr size_t kMaxTraceSize = size_t{4} << 20;
constexpr size_t kMaxLogSize = 64 << 10;
constexpr int kReadyMilliseconds = 20000;
// A process that got no processor time is waited for up to this multiple of its time limit.
constexpr double kMaxWaitFactor = 20;
// Folders in which the fuzzer places no file of an input, so that the subject made whatever appears
// there.
constexpr const char* kWatched[] = {"/",    "/tmp",       kHome,  "/opt/loadstone",
                                    "/etc", "/loadstone", "/opt", "/loadstone/fuzz"};

[[noreturn]] void Fail(const std::string& what) {
  throw HarnessError(fmt::format("the fuzzer cannot {}: {}", what, strerror(errno)));
}

bool HasFileBelow(const std::map<std::string, std::string>& files, const std::string& folder) {
  const auto file = files.lower_bound(folder + "/");
  return file != files.end() && file->first.starts_with(folder + "/");
}

std::string Text(const char* array, size_t room) {
  return std::string(array, strnlen(array, room));
}

// Removes the processor affinity, as far as this process may.
void ClearProcessorAffinity() {
  cpu_set_t all;
  memset(&all, 0xff, sizeof(all));
  sched_setaffinity(0, sizeof(all), &all);
}

oracle::ListedExtensions ListOf(const ExtensionRecords& records) {
  oracle::ListedExtensions list;
  if (!records.asked) return list;
  list.asked = true;
  list.result = records.result;
  for (uint32_t i = 0; i < records.count; ++i) {
    list.names.push_back(Text(records.names[i], kMaxNameSize));
    list.versions.push_back(records.versions[i]);
  }
  return list;
}

}  // namespace

Executor::Executor(const FuzzedApi& api, std::string subject, bool guard)
    : api_(api), subject_(std::move(subject)) {
  void* memory =
      mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) Fail("get memory");
  shared_ = static_cast<Shared*>(memory);
  shared_->guard = guard && PrepareGuard();
  trace_ = open(kMockTrace, O_RDWR | O_CLOEXEC);
  if (trace_ < 0) Fail("open the mocks' trace");
  log_ = memfd_create("log", MFD_CLOEXEC);
  if (log_ < 0) Fail("get memory for a log");
  signal(SIGPIPE, SIG_IGN);
  // The mocks are loaded in every executor and stay loaded: the subject is not charged for the time
  // and memory of loading them, which the C++ runtime in them never frees.
  for (const Library& one : api_.libraries()) {
    dlopen(LibraryPath(one).c_str(), RTLD_NOW | RTLD_LOCAL);
  }
}

Executor::~Executor() {
  Stop();
  munmap(shared_, sizeof(Shared));
  close(trace_);
  close(log_);
  if (watch_ >= 0) close(watch_);
}

void Executor::Start() {
  if (watch_ < 0) {
    for (const char* folder : {"/.config", "/.local"}) {
      mkdir((std::string(kHome) + folder).c_str(), 0755);
    }
    watch_ = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    for (const char* folder : kWatched) inotify_add_watch(watch_, folder, IN_CREATE | IN_MOVED_TO);
  }
  int go[2], done[2];
  if (pipe2(go, O_CLOEXEC) != 0 || pipe2(done, O_CLOEXEC) != 0) Fail("make a pipe");
  pid_ = fork();
  if (pid_ < 0) Fail("fork");
  if (pid_ == 0) {
    close(go[1]);
    close(done[0]);
    close(watch_);
    close(trace_);
    if (any_processor_) ClearProcessorAffinity();
    dup2(log_, 1);
    dup2(log_, 2);
    close(log_);
    ExecutorMain(api_, subject_, *shared_, go[0], done[1]);
  }
  close(go[0]);
  close(done[1]);
  go_ = go[1];
  done_ = done[0];
  struct pollfd poll_ready = {done_, POLLIN, 0};
  char byte;
  if (poll(&poll_ready, 1, kReadyMilliseconds) > 0 && read(done_, &byte, 1) == 1) return;
  // No input has been run yet, so this is not a finding.
  Stop();
  throw HarnessError("cannot load the loader; `loadstone run` reports the reason");
}

void Executor::Stop() {
  if (pid_ < 0) return;
  kill(pid_, SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  close(go_);
  close(done_);
}

void Executor::Renew() { Stop(); }

void Executor::MakeFolder(const std::string& folder) {
  if (mkdir(folder.c_str(), 0755) != 0) {
    if (errno == EEXIST) return;
    if (errno != ENOENT) Fail("make " + folder);
    MakeFolder(FolderOf(folder));
    if (mkdir(folder.c_str(), 0755) != 0) Fail("make " + folder);
  }
  made_.insert(folder);
}

// Empty folders are removed unless the machine had them from the start, so that the loader
// encounters missing folders, too. Reading existing folders is also most of a loader's work.
void Executor::RemoveFolder(const std::string& folder) {
  if (made_.contains(folder) && rmdir(folder.c_str()) == 0) made_.erase(folder);
}

void Executor::Write(const std::string& path, const std::string& text) {
  constexpr int kFlags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC;
  int fd = open(path.c_str(), kFlags, 0644);
  if (fd < 0 && errno == ENOENT) {
    MakeFolder(FolderOf(path));
    fd = open(path.c_str(), kFlags, 0644);
  }
  if (fd < 0) Fail("write " + path);
  const bool written = write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  close(fd);
  if (!written) Fail("write " + path);
}

void Executor::Place(const std::map<std::string, std::string>& files) {
  if (files == placed_) return;
  for (auto old = placed_.begin(); old != placed_.end();) {
    if (files.contains(old->first)) {
      ++old;
      continue;
    }
    const std::string folder = FolderOf(old->first);
    unlink(old->first.c_str());
    old = placed_.erase(old);
    if (!HasFileBelow(files, folder) && !HasFileBelow(placed_, folder)) RemoveFolder(folder);
  }
  for (const auto& [path, text] : files) {
    const auto known = placed_.find(path);
    if (known != placed_.end() && known->second == text) continue;
    Write(path, text);
    placed_[path] = text;
  }
  IgnoreNewFiles();
}

void Executor::IgnoreNewFiles() {
  Answer others;
  if (watch_ >= 0) ReadLeftFiles(others);
}

Answer Executor::Run(const Input& input, double seconds, GuardMode mode) {
  Place(input.files);
  Begin(input, mode);
  return Finish(input, seconds);
}

Answer Executor::RunOnPlaced(const Input& input, double seconds, GuardMode mode) {
  IgnoreNewFiles();
  Begin(input, mode);
  return Finish(input, seconds);
}

void Executor::Begin(const Input& input, GuardMode mode) {
  if (pid_ < 0) Start();
  if (!WriteQuestion(input, *shared_)) throw HarnessError("an input of the fuzzer is too large");
  if (ftruncate(trace_, 0) != 0) Fail("empty the mocks' trace");
  if (has_log_ && (lseek(log_, 0, SEEK_SET) != 0 || ftruncate(log_, 0) != 0)) Fail("empty the log");
  shared_->step = static_cast<int>(Step::kLoad);
  shared_->crash_place = 0;
  shared_->stack_ended = false;
  shared_->memory_error.error = 0;
  shared_->memory_error.access = MemoryAccess::kNone;
  shared_->guard_mode = mode;
  shared_->trace_size = UINT64_MAX;
  shared_->peak_growth_kib = 0;
  shared_->enumerate_result = -1;
  shared_->count = 0;
  shared_->listed_extensions.asked = false;
  shared_->layer_extensions.asked = false;
  shared_->device_extensions.asked = false;
  shared_->properties.asked = false;
  shared_->devices.asked = false;
  shared_->groups.asked = false;
  shared_->looked_up = false;
  shared_->created = false;
  shared_->create_result = -1;
  shared_->device_result = -1;
  if (write(go_, "x", 1) != 1 && errno != EPIPE) Fail("reach its executor");
}

Answer Executor::Finish(const Input& input, double seconds) {
  Answer answer;
  answer.tried_create = input.create;
  answer.tried_device = input.create && input.device;
  if (Await(seconds, answer)) Describe(answer);
  answer.news = seen_.Add(shared_->coverage);
  answer.news |= ReadLog();
  if (input.create) ReadTrace(answer);
  ReadLeftFiles(answer);
  // Many lost resources would hide the next loss, and a changed process state remains, so the next
  // input gets a new process.
  const bool lost = answer.lost_descriptors > 0 || answer.lost_threads > 0;
  if (api_.LeavesState(answer) || lost || !answer.changes.empty()) Renew();
  return answer;
}

// Waits for the answer. Returns false if the executor hung or ended.
bool Executor::Await(double seconds, Answer& answer) {
  const auto start = std::chrono::steady_clock::now();
  HangDetector detector(pid_, seconds);
  const int look = std::max(1, static_cast<int>(seconds * 1000) / HangDetector::kLooks);
  struct pollfd poll_done = {done_, POLLIN, 0};
  while (true) {
    const int ready = poll(&poll_done, 1, look);
    if (ready > 0) break;
    if (ready < 0 && errno == EINTR) continue;
    answer.stuck = detector.Look();
    if (answer.stuck != Stuck::kNo) {
      // Not at each look: what comes next must not depend on how long an input took.
      answer.step = static_cast<Step>(shared_->step);
      answer.ending = Answer::Ending::kHang;
      Stop();
      return false;
    }
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    if (passed.count() < kMaxWaitFactor * seconds) continue;
    Stop();
    throw HarnessError("this machine is too busy to tell whether an input of the fuzzer hangs");
  }
  char byte;
  if (read(done_, &byte, 1) == 1) return true;
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  close(go_);
  close(done_);
  answer.step = static_cast<Step>(shared_->step);
  answer.ending = WIFSIGNALED(status) ? Answer::Ending::kSignal : Answer::Ending::kExit;
  answer.value = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  if (shared_->stack_ended) {
    answer.place = kEndOfStack;
  } else if (shared_->crash_place != 0) {
    answer.place = fmt::format("{:#x}", shared_->crash_place);
  }
  answer.memory_error = DescribeMemoryError(shared_->memory_error);
  if (!answer.memory_error.empty()) {
    answer.memory_error_story = MemoryErrorStory(shared_->memory_error);
  }
  return false;
}

void Executor::Describe(Answer& answer) {
  answer.enumerate_result = shared_->enumerate_result;
  for (uint32_t i = 0; i < shared_->count; ++i) {
    const EnumeratedRecord& layer = shared_->enumerated[i];
    answer.layers.push_back({Text(layer.name, sizeof(layer.name)), layer.api_version,
                             layer.implementation,
                             Text(layer.description, sizeof(layer.description))});
  }
  answer.extensions = ListOf(shared_->listed_extensions);
  answer.layer_extensions = ListOf(shared_->layer_extensions);
  if (answer.layer_extensions.asked) answer.asked_layer = Text(shared_->asked_layer, kMaxNameSize);
  answer.device_extensions = ListOf(shared_->device_extensions);
  if (const PropertiesRecord& properties = shared_->properties; properties.asked) {
    answer.properties = {true, Text(properties.name, sizeof(properties.name)), properties.vendor,
                         properties.device, properties.driver_version};
  }
  if (const DeviceListRecord& devices = shared_->devices; devices.asked) {
    answer.devices = {true, devices.result, devices.of_usual_driver};
  }
  if (const GroupListRecord& groups = shared_->groups; groups.asked) {
    answer.groups = {true,
                     groups.found,
                     groups.result,
                     groups.devices_in_none,
                     groups.devices_in_several,
                     groups.other_devices,
                     groups.of_usual_driver};
  }
  answer.looked_up = shared_->looked_up;
  if (answer.looked_up) answer.functions = api_.FoundFunctions(shared_->found_functions);
  answer.created = shared_->created;
  answer.create_result = shared_->create_result;
  answer.device_result = shared_->device_result;
  answer.lost_descriptors = shared_->lost_descriptors;
  answer.lost_threads = shared_->lost_threads;
  answer.changes = ChangesInWords(shared_->changes);
  answer.peak_growth_kib = shared_->peak_growth_kib;
}

void Executor::ReadTrace(Answer& answer) {
  struct stat status = {};
  if (fstat(trace_, &status) != 0) return;
  const auto size = std::min<uint64_t>(
      {static_cast<uint64_t>(status.st_size), shared_->trace_size, kMaxTraceSize});
  std::string text(size, '\0');
  if (pread(trace_, text.data(), size, 0) != static_cast<ssize_t>(size)) return;
  for (size_t at = 0, end; (end = text.find('\n', at)) != std::string::npos; at = end + 1) {
    ++answer.events;
    const std::string line = text.substr(at, end - at);
    // Most events are irrelevant, and parsing them takes time.
    if (line.find("\"xrCreate") == std::string::npos &&
        line.find("\"vkCreate") == std::string::npos &&
        line.find("\"violation\"") == std::string::npos) {
      continue;
    }
    const auto event = std::make_shared<rapidjson::Document>();
    event->Parse(line.data(), line.size());
    if (!event->HasParseError() && event->IsObject()) api_.Read(Event(event), answer);
  }
}

bool Executor::ReadLog() {
  char text[kMaxLogSize];
  const ssize_t size = pread(log_, text, sizeof(text), 0);
  has_log_ = size > 0;
  return has_log_ && said_.Add({text, static_cast<size_t>(size)});
}

void Executor::ReadLeftFiles(Answer& answer) {
  alignas(struct inotify_event) char buffer[16384];
  ssize_t count;
  while ((count = read(watch_, buffer, sizeof(buffer))) > 0) {
    for (ssize_t at = 0; at < count;) {
      const auto* event = reinterpret_cast<const struct inotify_event*>(buffer + at);
      at += static_cast<ssize_t>(sizeof(*event)) + event->len;
      const std::string name = event->len > 0 ? event->name : "";
      if (!name.empty()) answer.remaining_files.push_back(name);
    }
  }
}

}  // namespace loadstone::fuzz
