// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <windows.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "fuzz/outside/executor_child.h"
#include "fuzz/outside/process_state.h"
#include "harness/probe/path_here.h"
#include "harness/probe/start.h"
#include "harness/sandbox/windows_text.h"

namespace loadstone::fuzz {
namespace {

constexpr int kRepetitions = 3;

Shared* the_shared = nullptr;
uintptr_t subject_begin = 0;
uintptr_t subject_end = 0;

bool IsInSubject(uintptr_t place) { return place >= subject_begin && place < subject_end; }

// Finds where the subject is mapped.
void FindSubject(HMODULE library) {
  const auto* base = reinterpret_cast<const unsigned char*>(library);
  const auto* dos = reinterpret_cast<const IMAGE_DOS_HEADER*>(base);
  const auto* headers = reinterpret_cast<const IMAGE_NT_HEADERS*>(base + dos->e_lfanew);
  subject_begin = reinterpret_cast<uintptr_t>(base);
  subject_end = subject_begin + headers->OptionalHeader.SizeOfImage;
}

// The function of the subject that was executing, from the stack of an exception: its offset in the
// subject; 0: none.
uint64_t FunctionOnStack(CONTEXT context) {
  constexpr int kMostFrames = 64;
  for (int i = 0; i < kMostFrames && context.Rip != 0; ++i) {
    DWORD64 base = 0;
    RUNTIME_FUNCTION* function = RtlLookupFunctionEntry(context.Rip, &base, nullptr);
    if (IsInSubject(context.Rip)) {
      return (function != nullptr ? base + function->BeginAddress : context.Rip) - subject_begin;
    }
    if (function == nullptr) {
      if (context.Rsp == 0) break;
      context.Rip = *reinterpret_cast<const DWORD64*>(context.Rsp);
      context.Rsp += sizeof(DWORD64);
      continue;
    }
    void* data = nullptr;
    DWORD64 frame = 0;
    RtlVirtualUnwind(UNW_FLAG_NHANDLER, base, context.Rip, function, &context, &data, &frame,
                     nullptr);
  }
  return 0;
}

// Records where the subject was executing, and ends the process with the number of the exception.
LONG WINAPI RecordCrash(EXCEPTION_POINTERS* exception) {
  const DWORD code = exception->ExceptionRecord->ExceptionCode;
  if (code == EXCEPTION_STACK_OVERFLOW) {
    the_shared->stack_ended = true;
  } else {
    the_shared->crash_place = FunctionOnStack(*exception->ContextRecord);
  }
  TerminateProcess(GetCurrentProcess(), code);
  return EXCEPTION_EXECUTE_HANDLER;
}

int OpenHandles() {
  DWORD count = 0;
  return GetProcessHandleCount(GetCurrentProcess(), &count) != 0 ? static_cast<int>(count) : 0;
}

// The size of the mocks' trace, which only the probe has open.
uint64_t TraceSize() {
  WIN32_FILE_ATTRIBUTE_DATA data = {};
  const std::wstring path = Wide(PathHere(kMockTrace));
  if (GetFileAttributesExW(path.c_str(), GetFileExInfoStandard, &data) == 0) return UINT64_MAX;
  return uint64_t{data.nFileSizeHigh} << 32 | data.nFileSizeLow;
}

// Makes the environment that of a question: the C runtime's copy, and the system's. A loader that
// has a C runtime of its own copies the environment when it is loaded, so that the first question
// must be set before.
class QuestionEnvironment {
 public:
  void Set(const std::vector<char*>& variables) {
    std::set<std::wstring> names;
    for (const char* variable : variables) {
      if (variable == nullptr) break;
      const std::string text = variable;
      const size_t sign = text.find('=');
      const std::wstring name = Wide(text.substr(0, sign));
      const std::wstring value = Wide(text.substr(sign + 1));
      _wputenv_s(name.c_str(), value.c_str());
      SetEnvironmentVariableW(name.c_str(), value.c_str());
      names.insert(name);
    }
    for (const std::wstring& old : set_) {
      if (names.contains(old)) continue;
      _wputenv_s(old.c_str(), L"");
      SetEnvironmentVariableW(old.c_str(), nullptr);
    }
    set_ = std::move(names);
  }

 private:
  std::set<std::wstring> set_;
};

// Calls the subject once and, if handles seem lost, again: a leak repeats each time, a cache does
// not.
void Measure(Application& application, const Question& question) {
  Shared& shared = *the_shared;
  int handles = OpenHandles();
  for (int i = 0; i <= kRepetitions; ++i) {
    const ProcessState before = ProcessState::Now();
    application.Ask(question.layers, question.extensions, shared);
    if (i == 0) {
      shared.changes = ProcessState::Now().ChangesSince(before);
      if (shared.create) shared.trace_size = TraceSize();
    }
    const int now = OpenHandles();
    shared.lost_descriptors =
        i <= 1 ? now - handles : std::min(shared.lost_descriptors, now - handles);
    handles = now;
    if (shared.lost_descriptors <= 0) break;
  }
  shared.lost_threads = 0;
}

int64_t Microseconds(const FILETIME& time) {
  return static_cast<int64_t>(uint64_t{time.dwHighDateTime} << 32 | time.dwLowDateTime) / 10;
}

// A thread that tells the probe how much processor time this process has used.
DWORD WINAPI TellProcessorTime(void*) {
  constexpr DWORD kMilliseconds = 20;
  while (true) {
    FILETIME start, end, kernel, user;
    if (GetProcessTimes(GetCurrentProcess(), &start, &end, &kernel, &user) != 0) {
      the_shared->processor_microseconds = Microseconds(kernel) + Microseconds(user);
    }
    the_shared->heartbeats = the_shared->heartbeats + 1;
    Sleep(kMilliseconds);
  }
}

std::unique_ptr<Application> OpenSubject(const FuzzedApi& api, const std::string& subject) {
  void* library = dlopen(PathHere(subject).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return nullptr;
  FindSubject(static_cast<HMODULE>(library));
  return api.Open(library);
}

HANDLE HandleOf(const std::string& number) {
  return reinterpret_cast<HANDLE>(static_cast<uintptr_t>(std::stoull(number)));
}

}  // namespace

void ExecutorMain(const std::vector<std::string>& words) {
  const FuzzedApi& api = FindApi(*ApiFromName(words.at(0)));
  const std::string subject = words.at(1);
  HANDLE memory = HandleOf(words.at(2)), go = HandleOf(words.at(3)), done = HandleOf(words.at(4));
  SetUpProcess();
  the_shared =
      static_cast<Shared*>(MapViewOfFile(memory, FILE_MAP_ALL_ACCESS, 0, 0, sizeof(Shared)));
  if (the_shared == nullptr) ExitProcess(kCannotLoad);
  SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
  SetUnhandledExceptionFilter(RecordCrash);
  CloseHandle(CreateThread(nullptr, 0, TellProcessorTime, nullptr, 0, nullptr));
  std::unique_ptr<Application> application;
  Question question;
  QuestionEnvironment environment;
  SetEvent(done);
  while (WaitForSingleObject(go, INFINITE) == WAIT_OBJECT_0) {
    question.Read(*the_shared);
    environment.Set(question.variables);
    if (application == nullptr) application = OpenSubject(api, subject);
    if (application == nullptr) ExitProcess(kCannotLoad);
    Measure(*application, question);
    the_shared->step = static_cast<int>(Step::kEnd);
    SetEvent(done);
  }
  ExitProcess(0);
}

}  // namespace loadstone::fuzz
