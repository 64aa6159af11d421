// SPDX-License-Identifier: Apache-2.0
#include "harness/sandbox/windows_process.h"

#include <chrono>
#include <map>
#include <utility>

#include "harness/sandbox/windows_start.h"
#include "harness/sandbox/windows_text.h"

namespace loadstone {
namespace {

// What Windows needs in the environment of any program.
constexpr const wchar_t* kVariables[] = {L"SystemRoot", L"SystemDrive",  L"windir",
                                         L"ComSpec",    L"PATHEXT",      L"NUMBER_OF_PROCESSORS",
                                         L"OS",         L"TEMP",         L"TMP",
                                         L"USERNAME",   L"COMPUTERNAME", L"PROCESSOR_ARCHITECTURE"};

constexpr DWORD kObservationMilliseconds = 50;

class Handle {
 public:
  explicit Handle(HANDLE handle) : handle_(handle) {}
  ~Handle() {
    if (valid()) CloseHandle(handle_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  bool valid() const { return handle_ != nullptr && handle_ != INVALID_HANDLE_VALUE; }
  HANDLE get() const { return handle_; }

 private:
  HANDLE handle_;
};

[[noreturn]] void Fail(const std::string& what) {
  throw HarnessError("cannot " + what + ": Windows error " + std::to_string(GetLastError()));
}

// The environment as CreateProcess takes it: sorted, with a null behind each and behind all.
std::wstring Environment() {
  std::map<std::wstring, std::wstring> variables;
  for (const wchar_t* name : kVariables) {
    std::wstring value(32768, L'\0');
    const DWORD length =
        GetEnvironmentVariableW(name, value.data(), static_cast<DWORD>(value.size()));
    if (length == 0 || length >= value.size()) continue;
    value.resize(length);
    variables[name] = value;
  }
  std::wstring system(MAX_PATH, L'\0');
  system.resize(GetSystemDirectoryW(system.data(), MAX_PATH));
  variables[L"PATH"] = system;
  std::wstring block;
  for (const auto& [name, value] : variables) block += name + L"=" + value + L'\0';
  return block + L'\0';
}

// A word of a command line, as the C runtime of the program takes it apart.
std::wstring Quoted(const std::wstring& word) {
  std::wstring quoted = L"\"";
  size_t backslashes = 0;
  for (const wchar_t c : word) {
    // Backslashes are literal unless a quotation mark follows.
    if (c == L'"') quoted.append(backslashes + 1, L'\\');
    backslashes = c == L'\\' ? backslashes + 1 : 0;
    quoted += c;
  }
  return quoted.append(backslashes, L'\\') + L"\"";
}

std::wstring CommandLine(const WindowsProgram& program) {
  std::wstring line = Quoted(program.path.wstring());
  for (const std::string& argument : program.arguments) line += L" " + Quoted(Wide(argument));
  return line;
}

// A job that ends all of its processes when it is closed.
HANDLE MakeJob(const Limits& limits) {
  const HANDLE job = CreateJobObjectW(nullptr, nullptr);
  if (job == nullptr) Fail("create a job");
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION information = {};
  JOBOBJECT_BASIC_LIMIT_INFORMATION& basic = information.BasicLimitInformation;
  basic.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_ACTIVE_PROCESS;
  basic.ActiveProcessLimit = static_cast<DWORD>(limits.processes);
  if (limits.memory_bytes != 0) {
    basic.LimitFlags |= JOB_OBJECT_LIMIT_PROCESS_MEMORY;
    information.ProcessMemoryLimit = limits.memory_bytes;
  }
  if (SetInformationJobObject(job, JobObjectExtendedLimitInformation, &information,
                              sizeof(information)) == 0) {
    Fail("limit a job");
  }
  return job;
}

HANDLE OpenOutput(const std::filesystem::path& path) {
  SECURITY_ATTRIBUTES inherited = {sizeof(inherited), nullptr, TRUE};
  const HANDLE file =
      CreateFileW(path.wstring().c_str(), FILE_APPEND_DATA, FILE_SHARE_READ | FILE_SHARE_WRITE,
                  &inherited, CREATE_ALWAYS, FILE_ATTRIBUTE_NORMAL, nullptr);
  if (file == INVALID_HANDLE_VALUE) Fail("make a file for the output");
  return file;
}

double Seconds(const FILETIME& time) {
  ULARGE_INTEGER number;
  number.LowPart = time.dwLowDateTime;
  number.HighPart = time.dwHighDateTime;
  return static_cast<double>(number.QuadPart) / 1e7;
}

// The processor time that a process used in user mode, and in all.
struct ProcessorTime {
  double user = 0;
  double total = 0;

  ProcessorTime operator-(const ProcessorTime& other) const {
    return {user - other.user, total - other.total};
  }
};

ProcessorTime ProcessorTimeOf(HANDLE process) {
  FILETIME created, exited, kernel, user;
  if (GetProcessTimes(process, &created, &exited, &kernel, &user) == 0) return {};
  return {Seconds(user), Seconds(user) + Seconds(kernel)};
}

// Waits for the process; returns false, with the reason in `ending`, if a limit is reached before.
bool Await(HANDLE process, const Limits& limits, Ending& ending) {
  const auto start = std::chrono::steady_clock::now();
  const auto passed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  // Wine answers with the time of this program: what passed before is not the process's.
  const ProcessorTime before = ProcessorTimeOf(process);
  double last_ran = 0;  // when it was last seen to have used the processor
  double last_total = -1;
  while (WaitForSingleObject(process, kObservationMilliseconds) == WAIT_TIMEOUT) {
    const ProcessorTime used = ProcessorTimeOf(process) - before;
    const double now = passed();
    ending.processor_seconds = used.total;
    if (used.total != last_total) {
      last_total = used.total;
      last_ran = now;
    }
    ending.stuck = used.user > limits.seconds        ? Stuck::kBusy
                   : now - last_ran > limits.seconds ? Stuck::kBlocked
                                                     : Stuck::kUnknown;
    if (ending.stuck != Stuck::kUnknown || now > kWallTimeFactor * limits.seconds) return false;
  }
  ending.seconds = passed();
  return true;
}

// The status that a process which ended by an exception has for programs of other systems, as under
// Wine: the last byte of the exception's number.
int StatusOf(DWORD code) {
  constexpr DWORD kFirstException = 0x80000000;
  return static_cast<int>(code >= kFirstException ? code & 0xff : code);
}

}  // namespace

Ending RunWindowsProgram(const WindowsProgram& program, const Limits& limits) {
  const Handle job(MakeJob(limits));
  const Handle output(OpenOutput(program.output));
  STARTUPINFOW start = {};
  start.cb = sizeof(start);
  start.dwFlags = STARTF_USESTDHANDLES;
  start.hStdOutput = start.hStdError = output.get();
  PROCESS_INFORMATION made = {};
  std::wstring line = CommandLine(program);
  std::wstring environment = Environment();
  const DWORD flags = CREATE_SUSPENDED | CREATE_UNICODE_ENVIRONMENT | CREATE_NO_WINDOW;
  const bool is_started = StartProcess([&] {
    return CreateProcessW(program.path.wstring().c_str(), line.data(), nullptr, nullptr, TRUE,
                          flags, environment.data(), program.folder.wstring().c_str(), &start,
                          &made);
  });
  if (!is_started) Fail("start " + Utf8(program.path.wstring()));
  const Handle process(made.hProcess);
  const Handle thread(made.hThread);
  if (AssignProcessToJobObject(job.get(), process.get()) == 0) {
    TerminateProcess(process.get(), 1);
    Fail("put a process into a job");
  }
  ResumeThread(thread.get());
  Ending ending;
  if (!Await(process.get(), limits, ending)) {
    TerminateJobObject(job.get(), 1);
    WaitForSingleObject(process.get(), INFINITE);
    ending.kind = Ending::Kind::kTimedOut;
    return ending;
  }
  DWORD code = 0;
  if (GetExitCodeProcess(process.get(), &code) == 0) Fail("ask how a process ended");
  ending.value = StatusOf(code);
  return ending;
}

}  // namespace loadstone
