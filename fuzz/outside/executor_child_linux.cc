// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <link.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "fuzz/outside/executor_child.h"
#include "fuzz/outside/process_state.h"
#include "harness/probe/fatal_signals.h"
#include "harness/probe/fault_context.h"
#include "harness/probe/guard.h"
#include "oracle/answer.h"

namespace loadstone::fuzz {
namespace {

constexpr int kRepetitions = 3;
constexpr uintptr_t kNearStack = 1 << 20;

Shared* the_shared = nullptr;
uintptr_t subject_begin = 0;
uintptr_t subject_end = 0;

bool IsInSubject(uintptr_t place) { return place >= subject_begin && place < subject_end; }

// The function instead of the instruction, because one cause occurs at several instructions. The
// unwinder of 32-bit Arm does not know functions by their instructions.
uintptr_t FunctionAt(uintptr_t place) {
#if defined(__arm__)
  return place;
#else
  const auto function =
      reinterpret_cast<uintptr_t>(_Unwind_FindEnclosingFunction(reinterpret_cast<void*>(place)));
  return function != 0 ? function : place;
#endif
}

_Unwind_Reason_Code FindInSubject(struct _Unwind_Context* context, void* data) {
  const uintptr_t place = _Unwind_GetIP(context);
  if (!IsInSubject(place)) return _URC_NO_REASON;
  *static_cast<uintptr_t*>(data) = FunctionAt(place);
  return _URC_END_OF_STACK;
}

// Where the subject was executing, from the stack of a memory error or the present one; 0: not in
// the subject.
uintptr_t FindCrashAddress() {
  uintptr_t place = 0;
  if (the_shared->memory_error.error != 0) {
    for (const uintptr_t address : the_shared->memory_error.frames.address) {
      if (IsInSubject(address)) return FunctionAt(address);
    }
  }
  _Unwind_Backtrace(FindInSubject, &place);
  return place;
}

// Records where the subject was executing, and lets the signal take its default action.
void RecordCrash(int number, siginfo_t* info, void* context) {
  const uintptr_t stack = StackPointer(*static_cast<const ucontext_t*>(context));
  const auto address = reinterpret_cast<uintptr_t>(info->si_addr);
  signal(number, SIG_DFL);
  if (number == SIGSEGV && address + kNearStack > stack && address < stack + kNearStack) {
    the_shared->stack_ended = true;
  } else {
    ExplainSignal(*info, context);
    const uintptr_t place = FindCrashAddress();
    if (place != 0) the_shared->crash_place = place - subject_begin;
  }
  // A fault recurs at the same instruction; a signal from outside has to be raised again.
  raise(number);
}

int FindSubjectMapping(struct dl_phdr_info* info, size_t, void* path) {
  if (strcmp(info->dlpi_name, static_cast<const char*>(path)) != 0) return 0;
  subject_begin = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = info->dlpi_phdr[i];
    if (part.p_type != PT_LOAD) continue;
    subject_end = std::max(subject_end, info->dlpi_addr + part.p_vaddr + part.p_memsz);
  }
  return 1;
}

// The number of open descriptors among the first kLooked, with one system call. A leaked descriptor
// need not be the lowest, since others may have been open when it was made.
int OpenDescriptors() {
  constexpr int kLooked = 256;
  struct pollfd descriptors[kLooked];
  for (int i = 0; i < kLooked; ++i) descriptors[i] = {i, 0, 0};
  if (poll(descriptors, kLooked, 0) < 0) return 0;
  return static_cast<int>(std::count_if(
      std::begin(descriptors), std::end(descriptors),
      [](const struct pollfd& descriptor) { return (descriptor.revents & POLLNVAL) == 0; }));
}

uint64_t PeakKib() {
  struct rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<uint64_t>(usage.ru_maxrss);
}

// Calls the subject once and, if a resource seems lost, again: a leak repeats each time, a cache
// does not.
void Measure(Application& application, const Question& question) {
  Shared& shared = *the_shared;
  // Between two questions nothing is opened or closed, and no memory is allocated.
  static uint64_t peak = PeakKib();
  static int descriptors = OpenDescriptors();
  static int threads = ThreadsNow();
  // A process whose state was changed gets no further question. The environment is that of the
  // question.
  static ProcessState before = ProcessState::Now();
  before.RenewEnvironment();
  for (int i = 0; i <= kRepetitions; ++i) {
    if (i == 0) ResetCounts();
    application.Ask(question.layers, question.extensions, shared);
    CheckGuard();
    if (i == 0) {
      CollectCounts();
      shared.changes = ProcessState::Now().ChangesSince(before);
      struct stat status = {};
      if (shared.create && stat(kMockTrace, &status) == 0) {
        shared.trace_size = static_cast<uint64_t>(status.st_size);
      }
      const uint64_t peak_now = PeakKib();
      shared.peak_growth_kib = peak_now - peak;
      peak = peak_now;
    }
    if (i > 0) peak = PeakKib();
    const int descriptors_now = OpenDescriptors();
    const int lost_descriptors = descriptors_now - descriptors;
    shared.lost_descriptors =
        i <= 1 ? lost_descriptors : std::min(shared.lost_descriptors, lost_descriptors);
    descriptors = descriptors_now;
    const int threads_now = ThreadsNow();
    shared.lost_threads =
        i == 0 ? threads_now - threads : std::min(shared.lost_threads, threads_now - threads);
    threads = threads_now;
    if (shared.lost_descriptors <= 0 && shared.lost_threads <= 0) break;
  }
}

}  // namespace

// Reserves memory in the C library's heap, in huge pages where the system has them. Otherwise
// memory that a subject allocates and frees for an input, or leaks, costs a page fault for each
// page.
void ReserveHeap() {
  constexpr size_t kStore = 24 << 20;
  constexpr int kMost = 32 << 20;  // the C library's maximum for M_MMAP_THRESHOLD
  mallopt(M_MMAP_THRESHOLD, kMost);
  mallopt(M_TRIM_THRESHOLD, 2 * kMost);
  void* memory = malloc(kStore);
  if (memory == nullptr) return;
  constexpr uintptr_t kPage = 4096;
  const uintptr_t begin = (reinterpret_cast<uintptr_t>(memory) + kPage - 1) / kPage * kPage;
  madvise(reinterpret_cast<void*>(begin), kStore - kPage, MADV_HUGEPAGE);
  free(memory);
}

void ExecutorMain(const FuzzedApi& api, const std::string& subject, Shared& shared, int go,
                  int done) {
  the_shared = &shared;
  CatchFatalSignals(RecordCrash);
  ReserveHeap();
  CountPlaces(shared.coverage);
  shared.step = static_cast<int>(Step::kLoad);
  if (shared.guard) ArmGuard(shared.memory_error, __builtin_frame_address(0));
  void* library = dlopen(subject.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) _exit(1);
  // Finds where the subject is mapped.
  dl_iterate_phdr(FindSubjectMapping, const_cast<char*>(subject.c_str()));
  const std::unique_ptr<Application> application = api.Open(library);
  if (application == nullptr) _exit(1);
  Question question;
  if (write(done, "x", 1) != 1) _exit(1);
  char byte;
  while (read(go, &byte, 1) == 1) {
    question.Read(shared);
    environ = question.variables.data();
    SetGuardMode(shared.guard_mode);
    Measure(*application, question);
    shared.step = static_cast<int>(Step::kEnd);
    if (write(done, "x", 1) != 1) break;
  }
  _exit(0);
}

}  // namespace loadstone::fuzz
