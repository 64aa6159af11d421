// SPDX-License-Identifier: Apache-2.0
#include <windows.h>

#include <algorithm>
#include <memory>

#include "reference_loader/common/only_platform.h"
#include "reference_loader/common/path_list.h"
#include "reference_loader/common/platform.h"
#include "reference_loader/common/windows_devices.h"
#include "reference_loader/common/windows_packages.h"
#include "reference_loader/common/windows_registry.h"
#include "reference_loader/common/windows_text.h"

namespace reference_loader {
namespace {

class Handle {
 public:
  explicit Handle(HANDLE handle) : handle_(handle) {}
  ~Handle() {
    if (handle_ != INVALID_HANDLE_VALUE) CloseHandle(handle_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  HANDLE get() const { return handle_; }

 private:
  HANDLE handle_;
};

// The text that a Windows function writes into a buffer. `write` takes the buffer and its capacity,
// and returns the length of the text, or at least the capacity when the buffer was too small.
template <typename Write>
std::wstring Written(Write write) {
  std::wstring text(MAX_PATH, L'\0');
  for (;;) {
    const DWORD length = write(text.data(), static_cast<DWORD>(text.size()));
    if (length < text.size()) {
      text.resize(length);
      return text;
    }
    text.resize(std::max<size_t>(text.size() * 2, length));
  }
}

// The path in the form that Windows functions take: absolute, with backslashes only; empty for an
// invalid path.
std::wstring WidePath(const std::string& path) {
  const std::optional<std::wstring> wide = Wide(path);
  // An embedded null character would truncate the path.
  if (!wide || path.empty() || path.find('\0') != std::string::npos) return std::wstring();
  std::wstring full = Written([&wide](wchar_t* buffer, DWORD capacity) {
    return GetFullPathNameW(wide->c_str(), capacity, buffer, nullptr);
  });
  const bool has_drive = full.size() > 1 && full[1] == L':';
  return full.size() >= MAX_PATH && has_drive ? L"\\\\?\\" + full : full;
}

std::string ErrorText(DWORD error) {
  wchar_t text[256];
  DWORD length = FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, nullptr,
                                error, 0, text, std::size(text), nullptr);
  while (length > 0 && (text[length - 1] == L'\n' || text[length - 1] == L'\r')) --length;
  return "error " + std::to_string(error) + ": " +
         Narrow(std::wstring_view(text, length)).value_or("");
}

class WindowsPlatform final : public Platform {
 public:
  const SystemRules& rules() const override { return kWindowsRules; }

  std::optional<std::string> ReadFile(const std::string& path, size_t limit) const override {
    // The server of a named pipe must not be able to impersonate this process.
    const Handle file(CreateFileW(WidePath(path).c_str(), GENERIC_READ,
                                  FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                                  OPEN_EXISTING, SECURITY_SQOS_PRESENT | SECURITY_IDENTIFICATION,
                                  nullptr));
    LARGE_INTEGER size;
    // Reading from a pipe or a console could block.
    if (file.get() == INVALID_HANDLE_VALUE || GetFileType(file.get()) != FILE_TYPE_DISK ||
        !GetFileSizeEx(file.get(), &size) || static_cast<uint64_t>(size.QuadPart) > limit) {
      return std::nullopt;
    }
    // The file may grow while it is read: use what is read, not the reported size.
    std::string content;
    size_t used = 0;
    for (;;) {
      if (used == content.size()) {
        content.resize(
            std::min(limit + 1, std::max(used * 2, static_cast<size_t>(size.QuadPart) + 1)));
      }
      DWORD count = 0;
      if (!::ReadFile(file.get(), content.data() + used, static_cast<DWORD>(content.size() - used),
                      &count, nullptr)) {
        return std::nullopt;
      }
      used += count;
      if (count == 0) break;
      if (used > limit) return std::nullopt;
    }
    content.resize(used);
    return content;
  }

  std::vector<std::string> ListManifests(const std::string& folder) const override {
    std::vector<std::string> names;
    const std::wstring pattern = WidePath(JoinPath(folder, "*", kWindowsRules));
    WIN32_FIND_DATAW entry;
    const HANDLE search = FindFirstFileW(pattern.c_str(), &entry);
    if (search == INVALID_HANDLE_VALUE) return names;
    do {
      std::optional<std::string> name = Narrow(entry.cFileName);
      if (name && HasManifestSuffix(*name, kWindowsRules)) names.push_back(*std::move(name));
    } while (FindNextFileW(search, &entry));
    FindClose(search);
    std::sort(names.begin(), names.end());
    return names;
  }

  bool IsFolder(const std::string& path) const override {
    const DWORD attributes = GetFileAttributesW(WidePath(path).c_str());
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
  }

  std::optional<std::string> Environment(const char* name) const override {
    const std::optional<std::wstring> wide = Wide(name);
    if (!wide) return std::nullopt;
    const std::wstring value = Written([&wide](wchar_t* buffer, DWORD capacity) {
      SetLastError(ERROR_SUCCESS);
      return GetEnvironmentVariableW(wide->c_str(), buffer, capacity);
    });
    if (value.empty() && GetLastError() != ERROR_SUCCESS) return std::nullopt;
    // A value that is not valid Unicode is neither a path nor a name, but the variable is defined.
    return Narrow(value).value_or("\xef\xbf\xbd");
  }

  std::vector<RegistryValue> RegistryValues(RegistryRoot root,
                                            const std::string& key) const override {
    const std::optional<std::wstring> wide = Wide(key);
    if (!wide) return {};
    const HKEY tree = root == RegistryRoot::kLocalMachine ? HKEY_LOCAL_MACHINE : HKEY_CURRENT_USER;
    return RegistryKey(tree, *wide).Values();
  }

  std::vector<RegistryValue> DeviceValues(const std::string& name) const override {
    return ValuesOfDisplayAdapters(name);
  }

  std::vector<std::string> PackageFolders(const std::string& family) const override {
    return FoldersOfPackages(family);
  }

  bool Is32BitOn64BitSystem() const override {
    BOOL is = FALSE;
    return IsWow64Process(GetCurrentProcess(), &is) && is;
  }

  // A process of high integrity has administrator rights. If the level cannot be queried, the
  // process counts as elevated, so that nothing is trusted by mistake.
  bool Elevated() const override {
    HANDLE handle = nullptr;
    if (!OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &handle)) return true;
    const Handle token(handle);
    alignas(
        TOKEN_MANDATORY_LABEL) char buffer[sizeof(TOKEN_MANDATORY_LABEL) + SECURITY_MAX_SID_SIZE];
    DWORD size = 0;
    if (!GetTokenInformation(token.get(), TokenIntegrityLevel, buffer, sizeof(buffer), &size)) {
      return true;
    }
    const PSID label = reinterpret_cast<TOKEN_MANDATORY_LABEL*>(buffer)->Label.Sid;
    const UCHAR parts = *GetSidSubAuthorityCount(label);
    return parts == 0 || *GetSidSubAuthority(label, parts - 1) >= SECURITY_MANDATORY_HIGH_RID;
  }

  std::string ExecutablePath() const override {
    const std::wstring path = Written([](wchar_t* buffer, DWORD capacity) {
      return GetModuleFileNameW(nullptr, buffer, capacity);
    });
    return Narrow(path).value_or("");
  }

  void* OpenLibrary(const std::string& path, std::string* error) const override {
    // Loading an invalid library must not open a dialog in the application.
    DWORD previous_mode = 0;
    SetThreadErrorMode(SEM_FAILCRITICALERRORS, &previous_mode);
    const bool is_bare_name = path.find_first_of("\\/:") == std::string::npos;
    // For a library that is named by its path, Windows then also searches its folder for the
    // libraries it needs.
    const HMODULE library = is_bare_name ? LoadLibraryW(Wide(path).value_or(L"").c_str())
                                         : LoadLibraryExW(WidePath(path).c_str(), nullptr,
                                                          LOAD_WITH_ALTERED_SEARCH_PATH);
    const DWORD reason = GetLastError();
    SetThreadErrorMode(previous_mode, nullptr);
    if (library == nullptr) *error = ErrorText(reason);
    return library;
  }

  void CloseLibrary(void* library) const override { FreeLibrary(static_cast<HMODULE>(library)); }

  void* Symbol(void* library, const char* name) const override {
    return reinterpret_cast<void*>(GetProcAddress(static_cast<HMODULE>(library), name));
  }

  void WriteLog(std::string_view line) const override {
    // One call per line, so that lines of several threads are not mixed.
    const std::string text = std::string(line) + "\n";
    DWORD written = 0;
    ::WriteFile(GetStdHandle(STD_ERROR_HANDLE), text.data(), static_cast<DWORD>(text.size()),
                &written, nullptr);
  }
};

}  // namespace

const Platform& HostPlatform() { return OnlyPlatform<WindowsPlatform>(); }

}  // namespace reference_loader
