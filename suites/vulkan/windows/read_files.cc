// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/windows/read_files.h"

#include "harness/errors.h"
#include "harness/probe/app_trace.h"

#ifdef _WIN32
#include <windows.h>

#include "harness/world/windows_registry.h"
#endif

namespace loadstone::suites {
namespace {

constexpr char kReadsEvent[] = "files_read";

#ifdef _WIN32

class FileHandle {
 public:
  FileHandle(const std::string& path, DWORD access, DWORD disposition)
      : handle_(CreateFileW(WidePathOf(path).c_str(), access,
                            FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                            disposition, FILE_ATTRIBUTE_NORMAL, nullptr)) {}
  ~FileHandle() {
    if (handle_ != INVALID_HANDLE_VALUE) CloseHandle(handle_);
  }
  FileHandle(const FileHandle&) = delete;
  FileHandle& operator=(const FileHandle&) = delete;
  HANDLE get() const { return handle_; }

 private:
  static std::wstring WidePathOf(const std::string& path) {
    const std::string text = WindowsPath(path);
    std::wstring wide(text.size(), L'\0');
    wide.resize(MultiByteToWideChar(CP_UTF8, 0, text.data(), static_cast<int>(text.size()),
                                    wide.data(), static_cast<int>(wide.size())));
    return wide;
  }

  HANDLE handle_;
};

// A time long ago, so that the next access is later whatever the precision of the file system is.
constexpr uint64_t kLongAgo = 125911584000000000;  // the year 2000

void SetLastAccess(const std::string& path) {
  const FileHandle file(path, FILE_WRITE_ATTRIBUTES, OPEN_EXISTING);
  const FILETIME time = {static_cast<DWORD>(kLongAgo), static_cast<DWORD>(kLongAgo >> 32)};
  SetFileTime(file.get(), nullptr, &time, nullptr);
}

enum class LastAccess { kUnknown, kLongAgo, kLater };

LastAccess GetLastAccess(const std::string& path) {
  const FileHandle file(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING);
  FILETIME time = {};
  if (GetFileTime(file.get(), nullptr, &time, nullptr) == 0) return LastAccess::kUnknown;
  const uint64_t number = static_cast<uint64_t>(time.dwHighDateTime) << 32 | time.dwLowDateTime;
  return number == kLongAgo ? LastAccess::kLongAgo : LastAccess::kLater;
}

#endif

}  // namespace

#ifdef _WIN32

ReadWatch::ReadWatch(const std::vector<std::string>& files)
    : files_(files), read_(files.front() + ".read"), untouched_(files.front() + ".untouched") {
  constexpr char kContent[] = "{}";
  DWORD count = 0;
  for (const std::string& own : {read_, untouched_}) {
    const FileHandle file(own, GENERIC_WRITE, CREATE_ALWAYS);
    WriteFile(file.get(), kContent, sizeof(kContent) - 1, &count, nullptr);
  }
  for (const std::string& own : {read_, untouched_}) SetLastAccess(own);
  for (const std::string& each : files_) SetLastAccess(each);
  char content[sizeof(kContent)];
  ReadFile(FileHandle(read_, GENERIC_READ, OPEN_EXISTING).get(), content, sizeof(content), &count,
           nullptr);
}

ReadWatch::~ReadWatch() {
  std::vector<std::string> numbers;  // the trace does not keep the letters of paths
  for (size_t i = 0; i < files_.size(); ++i) {
    if (GetLastAccess(files_[i]) == LastAccess::kLater) numbers.push_back(std::to_string(i));
  }
  AppEvent(kReadsEvent)
      .Add("shows", GetLastAccess(read_) == LastAccess::kLater)
      .Add("undisturbed", GetLastAccess(untouched_) == LastAccess::kLongAgo)
      .Add("numbers", numbers);
}

#else

// Applications that use this run on Windows only.
ReadWatch::ReadWatch(const std::vector<std::string>& files) : files_(files) {
  throw HarnessError("times of last access are read on Windows only");
}

ReadWatch::~ReadWatch() = default;

#endif

bool ShowsReads(const Observation& seen) {
  const std::optional<Event> event = seen.First(kAppName, kReadsEvent);
  if (!event.has_value())
    throw HarnessError("the application has not watched which files are read");
  return event->Flag("shows");
}

std::vector<std::string> ReadFiles(const Observation& seen, const std::vector<std::string>& files) {
  const std::optional<Event> event = seen.First(kAppName, kReadsEvent);
  if (!event.has_value() || !event->Flag("undisturbed")) {
    throw HarnessError("something other than the loader reads files of the world");
  }
  std::vector<std::string> read;
  for (const std::string& number : event->List("numbers")) {
    read.push_back(files.at(std::stoul(number)));
  }
  return read;
}

}  // namespace loadstone::suites
