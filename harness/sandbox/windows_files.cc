// SPDX-License-Identifier: Apache-2.0
#include "harness/sandbox/windows_files.h"

#include <vector>

#include "harness/sandbox/windows_text.h"

namespace loadstone {
namespace {

namespace fs = std::filesystem;

// For users who are not administrators, in developer mode; headers of mingw-w64 may lack it.
constexpr DWORD kForAnyUser = 2;

// Paths with this prefix have no limit. Nothing resolves "." and ".." in them.
std::wstring Unlimited(fs::path path) { return LR"(\\?\)" + path.make_preferred().wstring(); }

DWORD Attributes(const fs::path& path) { return GetFileAttributesW(Unlimited(path).c_str()); }

bool Has(const fs::path& path, DWORD attribute) {
  const DWORD attributes = Attributes(path);
  return attributes != INVALID_FILE_ATTRIBUTES && (attributes & attribute) != 0;
}

[[noreturn]] void Fail(const std::string& what, const fs::path& path) {
  const DWORD number = GetLastError();
  throw HarnessError("cannot " + what + " " + Utf8(path.wstring()) + ": Windows error " +
                     std::to_string(number));
}

// A new file that is open for writing.
class NewFile {
 public:
  explicit NewFile(const fs::path& path)
      : path_(path),
        handle_(CreateFileW(Unlimited(path).c_str(), GENERIC_WRITE, 0, nullptr, CREATE_ALWAYS,
                            FILE_ATTRIBUTE_NORMAL, nullptr)) {
    if (handle_ == INVALID_HANDLE_VALUE) Fail("make the file", path);
  }
  ~NewFile() { CloseHandle(handle_); }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void Write(const std::string& text) const {
    DWORD written = 0;
    if (WriteFile(handle_, text.data(), static_cast<DWORD>(text.size()), &written, nullptr) == 0 ||
        written != text.size()) {
      Fail("write", path_);
    }
  }
  void SetSize(uint64_t size) const {
    LARGE_INTEGER end;
    end.QuadPart = static_cast<LONGLONG>(size);
    if (SetFilePointerEx(handle_, end, nullptr, FILE_BEGIN) == 0 || SetEndOfFile(handle_) == 0) {
      Fail("enlarge", path_);
    }
  }

 private:
  const fs::path path_;
  const HANDLE handle_;
};

struct Entry {
  fs::path path;
  bool is_folder = false;  // and not a link to one
  bool is_link_to_folder = false;
};

// Returns what is in a folder, of which the root of an empty drive may have no entries at all, not
// even those for itself. Sets `error` to the number of a Windows error, or to 0.
std::vector<Entry> EntriesOf(const fs::path& folder, DWORD& error) {
  std::vector<Entry> entries;
  WIN32_FIND_DATAW found;
  const HANDLE search = FindFirstFileW(Unlimited(folder / L"*").c_str(), &found);
  error = search == INVALID_HANDLE_VALUE ? GetLastError() : 0;
  if (error == ERROR_FILE_NOT_FOUND && IsFolder(folder)) error = 0;
  if (search == INVALID_HANDLE_VALUE) return entries;
  do {
    const std::wstring name = found.cFileName;
    if (name == L"." || name == L"..") continue;
    const bool folder_or_link = (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    const bool link = (found.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
    entries.push_back({folder / name, folder_or_link && !link, folder_or_link && link});
  } while (FindNextFileW(search, &found) != 0);
  FindClose(search);
  return entries;
}

}  // namespace

bool LeadsSomewhere(const fs::path& path) { return Attributes(path) != INVALID_FILE_ATTRIBUTES; }

bool IsFolder(const fs::path& path) { return Has(path, FILE_ATTRIBUTE_DIRECTORY); }

fs::path PathFrom(const fs::path& folder, const fs::path& path) {
  return (folder / path).lexically_normal();
}

void MakeFolders(const fs::path& path) {
  if (CreateDirectoryW(Unlimited(path).c_str(), nullptr) != 0) return;
  const DWORD error = GetLastError();
  if (error == ERROR_PATH_NOT_FOUND && path.has_relative_path()) {
    MakeFolders(path.parent_path());
    if (CreateDirectoryW(Unlimited(path).c_str(), nullptr) != 0) return;
  }
  if (!IsFolder(path)) Fail("make the folder", path);
}

void WriteFileOfWorld(const fs::path& path, const std::string& text) { NewFile(path).Write(text); }

void MakeEmptyFileOfWorld(const fs::path& path, uint64_t size) { NewFile(path).SetSize(size); }

void CopyFileOfWorld(const fs::path& from, const fs::path& to) {
  if (CopyFileW(Unlimited(from).c_str(), Unlimited(to).c_str(), FALSE) == 0) Fail("copy", from);
}

bool MakeLink(const fs::path& path, const fs::path& target) {
  const bool folder = IsFolder(PathFrom(path.parent_path(), target));
  const DWORD kind = folder ? SYMBOLIC_LINK_FLAG_DIRECTORY : 0;
  CreateSymbolicLinkW(Unlimited(path).c_str(), target.wstring().c_str(), kind | kForAnyUser);
  // Wine says that it made one, and makes none.
  return Has(path, FILE_ATTRIBUTE_REPARSE_POINT);
}

void MakeSecondName(const fs::path& path, const fs::path& file) {
  if (CreateHardLinkW(Unlimited(path).c_str(), Unlimited(file).c_str(), nullptr) == 0) {
    Fail("make a second name of", file);
  }
}

Content ContentOfFolder(const fs::path& folder) {
  DWORD error = 0;
  const bool none = EntriesOf(folder, error).empty();
  if (error != 0) return Content::kUnreadable;
  return none ? Content::kNone : Content::kSome;
}

void RemoveContent(const fs::path& folder) {
  DWORD error = 0;
  for (const Entry& entry : EntriesOf(folder, error)) {
    const std::wstring path = Unlimited(entry.path);
    if (entry.is_folder) RemoveContent(entry.path);
    const BOOL removed = entry.is_folder || entry.is_link_to_folder ? RemoveDirectoryW(path.c_str())
                                                                    : DeleteFileW(path.c_str());
    if (removed == 0) Fail("remove", entry.path);
  }
  SetLastError(error);
  if (error != 0) Fail("read the folder", folder);
}

}  // namespace loadstone
