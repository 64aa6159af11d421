// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <windows.h>

#include <algorithm>
#include <string>

#include "fuzz/outside/executor_child.h"
#include "fuzz/outside/executor_process.h"
#include "harness/probe/path_here.h"
#include "harness/sandbox/sandbox.h"
#include "harness/sandbox/windows_start.h"
#include "harness/sandbox/windows_text.h"

namespace loadstone::fuzz {
namespace {

constexpr char kLogPath[] = "/opt/fuzz/log";
constexpr DWORD kReadyMilliseconds = 60000;
constexpr int kLooks = 20;
constexpr int64_t kIdleMicroseconds = 15000;

[[noreturn]] void Fail(const std::string& what) {
  throw HarnessError(fmt::format("the fuzzer cannot {}: Windows error {}", what, GetLastError()));
}

// What the executor inherits.
SECURITY_ATTRIBUTES Inherited() {
  return {.nLength = sizeof(SECURITY_ATTRIBUTES),
          .lpSecurityDescriptor = nullptr,
          .bInheritHandle = TRUE};
}

HANDLE OpenRecord(const char* path, DWORD creation, bool inherited) {
  SECURITY_ATTRIBUTES attributes = Inherited();
  return CreateFileW(Wide(PathHere(path)).c_str(), GENERIC_READ | GENERIC_WRITE,
                     FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                     inherited ? &attributes : nullptr, creation, FILE_ATTRIBUTE_NORMAL, nullptr);
}

void Empty(HANDLE file) {
  SetFilePointer(file, 0, nullptr, FILE_BEGIN);
  SetEndOfFile(file);
}

std::string Read(HANDLE file, size_t most) {
  const DWORD size = GetFileSize(file, nullptr);
  if (size == 0 || size == INVALID_FILE_SIZE) return {};
  std::string text(std::min<size_t>(size, most), '\0');
  SetFilePointer(file, 0, nullptr, FILE_BEGIN);
  DWORD count = 0;
  if (ReadFile(file, text.data(), static_cast<DWORD>(text.size()), &count, nullptr) == 0) count = 0;
  SetFilePointer(file, 0, nullptr, FILE_END);
  text.resize(count);
  return text;
}

std::string Number(HANDLE handle) { return std::to_string(reinterpret_cast<uintptr_t>(handle)); }

// The exceptions that end a process, as signals do on Linux.
struct Exception {
  DWORD code;
  const char* words;
};
constexpr Exception kExceptions[] = {
    {EXCEPTION_ACCESS_VIOLATION, "an access violation"},
    {EXCEPTION_STACK_OVERFLOW, "a stack overflow"},
    {EXCEPTION_ILLEGAL_INSTRUCTION, "an illegal instruction"},
    {EXCEPTION_PRIV_INSTRUCTION, "a privileged instruction"},
    {EXCEPTION_INT_DIVIDE_BY_ZERO, "a division by zero"},
    {EXCEPTION_BREAKPOINT, "a breakpoint"},
    {EXCEPTION_IN_PAGE_ERROR, "an error of a page"},
    {EXCEPTION_ARRAY_BOUNDS_EXCEEDED, "an index out of bounds"},
    {0xc0000374, "heap corruption"},
    {0xc0000409, "a stack buffer overrun"},
};

}  // namespace

struct ExecutorProcess::State {
  const FuzzedApi& api;
  std::string subject;
  Shared* shared = nullptr;
  HANDLE memory = nullptr;
  HANDLE go = nullptr;
  HANDLE done = nullptr;
  HANDLE trace = INVALID_HANDLE_VALUE;
  HANDLE log = INVALID_HANDLE_VALUE;
  HANDLE process = nullptr;
  bool has_log = false;  // the log is not empty

  void Start();
  bool ReadEnd(DWORD code, Answer& answer) const;
};

ExecutorProcess::ExecutorProcess(const FuzzedApi& api, std::string subject, bool)
    : state_(new State{.api = api, .subject = std::move(subject)}) {
  SECURITY_ATTRIBUTES inherited = Inherited();
  state_->memory = CreateFileMappingW(INVALID_HANDLE_VALUE, &inherited, PAGE_READWRITE, 0,
                                      sizeof(Shared), nullptr);
  if (state_->memory == nullptr) Fail("get memory");
  state_->shared = static_cast<Shared*>(
      MapViewOfFile(state_->memory, FILE_MAP_ALL_ACCESS, 0, 0, sizeof(Shared)));
  state_->go = CreateEventW(&inherited, FALSE, FALSE, nullptr);
  state_->done = CreateEventW(&inherited, FALSE, FALSE, nullptr);
  if (state_->shared == nullptr || state_->go == nullptr || state_->done == nullptr) {
    Fail("get memory");
  }
  state_->shared->guard = false;  // a program for Windows cannot replace the heap of its libraries
  state_->trace = OpenRecord(kMockTrace, OPEN_EXISTING, false);
  if (state_->trace == INVALID_HANDLE_VALUE) Fail("open the mocks' trace");
  state_->log = OpenRecord(kLogPath, CREATE_ALWAYS, true);
  if (state_->log == INVALID_HANDLE_VALUE) Fail("make a log");
}

ExecutorProcess::~ExecutorProcess() {
  Stop();
  UnmapViewOfFile(state_->shared);
  for (HANDLE handle : {state_->memory, state_->go, state_->done, state_->trace, state_->log}) {
    CloseHandle(handle);
  }
}

Shared& ExecutorProcess::shared() { return *state_->shared; }

void ExecutorProcess::AllowAnyProcessor() {}

void ExecutorProcess::State::Start() {
  wchar_t program[MAX_PATH] = {};
  GetModuleFileNameW(nullptr, program, MAX_PATH);
  std::wstring command = Wide(fmt::format("probe {} {} {} {} {} {}", kExecutorWord, Name(api.api()),
                                          subject, Number(memory), Number(go), Number(done)));
  STARTUPINFOW start = {};
  start.cb = sizeof(start);
  start.dwFlags = STARTF_USESTDHANDLES;
  start.hStdOutput = start.hStdError = log;
  PROCESS_INFORMATION started = {};
  ResetEvent(go);
  ResetEvent(done);
  const bool is_started = StartProcess([&] {
    return CreateProcessW(program, command.data(), nullptr, nullptr, TRUE, 0, nullptr, nullptr,
                          &start, &started);
  });
  if (!is_started) Fail("start a process");
  CloseHandle(started.hThread);
  process = started.hProcess;
}

void ExecutorProcess::EnsureStarted() {
  if (state_->process != nullptr) return;
  state_->Start();
  const HANDLE either[] = {state_->done, state_->process};
  if (WaitForMultipleObjects(2, either, FALSE, kReadyMilliseconds) == WAIT_OBJECT_0) return;
  // No input has been run yet, so this is not a finding.
  const std::string log = Log();
  Stop();
  throw HarnessError("the fuzzer's process for the loader does not start: " + log);
}

void ExecutorProcess::Stop() {
  if (state_->process == nullptr) return;
  TerminateProcess(state_->process, 1);
  WaitForSingleObject(state_->process, INFINITE);
  CloseHandle(state_->process);
  state_->process = nullptr;
}

void ExecutorProcess::EmptyRecords() {
  Empty(state_->trace);
  if (state_->has_log) Empty(state_->log);
}

void ExecutorProcess::Go() { SetEvent(state_->go); }

bool ExecutorProcess::State::ReadEnd(DWORD code, Answer& answer) const {
  answer.step = static_cast<Step>(shared->step);
  answer.ending = Answer::Ending::kExit;
  answer.value = static_cast<int>(code);
  const auto found = std::find_if(std::begin(kExceptions), std::end(kExceptions),
                                  [&](const Exception& one) { return one.code == code; });
  const bool exception = found != std::end(kExceptions);
  if (exception || code >= 0xc0000000) {
    answer.ending = Answer::Ending::kSignal;
    answer.exception = exception ? found->words : fmt::format("the exception {:#x}", code);
  }
  if (code == EXCEPTION_STACK_OVERFLOW || shared->stack_ended) {
    answer.place = kEndOfStack;
  } else if (shared->crash_place != 0) {
    answer.place = fmt::format("{:#x}", shared->crash_place);
  }
  return false;
}

bool ExecutorProcess::Await(double seconds, Answer& answer) {
  const HANDLE either[] = {state_->done, state_->process};
  const auto look = std::max<DWORD>(1, static_cast<DWORD>(seconds * 1000) / kLooks);
  const Shared& shared = *state_->shared;
  const int64_t before = shared.processor_microseconds;
  const ULONGLONG start = GetTickCount64();
  int64_t last = before;
  int64_t last_beats = shared.heartbeats;
  int idle = 0;
  while (true) {
    const DWORD which = WaitForMultipleObjects(2, either, FALSE, look);
    if (which == WAIT_OBJECT_0) return true;
    if (which == WAIT_OBJECT_0 + 1) break;
    const int64_t now = shared.processor_microseconds;
    const int64_t beats = shared.heartbeats;
    // A process whose threads get no processor, on a busy machine, is not idle.
    const bool runs = beats > last_beats;
    const bool works = now - last > kIdleMicroseconds;
    idle = works ? 0 : idle + (runs ? 1 : 0);
    last = now;
    last_beats = beats;
    const bool busy = static_cast<double>(now - before) / 1e6 >= seconds;
    if (busy || idle >= kLooks) {
      answer.stuck = busy ? Stuck::kBusy : Stuck::kBlocked;
      answer.step = static_cast<Step>(shared.step);
      answer.ending = Answer::Ending::kHang;
      Stop();
      return false;
    }
    if (static_cast<double>(GetTickCount64() - start) / 1000 < kMaxWaitFactor * seconds) continue;
    Stop();
    throw HarnessError("this machine is too busy to tell whether an input of the fuzzer hangs");
  }
  DWORD code = 0;
  GetExitCodeProcess(state_->process, &code);
  CloseHandle(state_->process);
  state_->process = nullptr;
  if (code == kCannotLoad) {
    throw HarnessError("cannot load the loader; `loadstone run` reports the reason");
  }
  return state_->ReadEnd(code, answer);
}

std::string ExecutorProcess::Trace() {
  std::string text = Read(state_->trace, kMaxTraceSize);
  if (text.size() > state_->shared->trace_size) text.resize(state_->shared->trace_size);
  return text;
}

std::string ExecutorProcess::Log() {
  std::string text = Read(state_->log, kMaxLogSize);
  state_->has_log = !text.empty();
  return text;
}

// Looking into folders takes longer than most inputs.
std::vector<std::string> ExecutorProcess::NewFiles() { return {}; }

}  // namespace loadstone::fuzz
