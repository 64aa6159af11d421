// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_SANDBOX_WINDOWS_TEXT_H_
#define LOADSTONE_HARNESS_SANDBOX_WINDOWS_TEXT_H_

#include <windows.h>

#include <string>

#include "harness/errors.h"

// What code for Windows needs of the system's texts and errors.
namespace loadstone {

// Converts UTF-8 to UTF-16, with a substitute for bytes that are not UTF-8. Throws HarnessError for
// text that is too long.
inline std::wstring Wide(const std::string& text) {
  if (text.empty()) return {};
  const int bytes = static_cast<int>(text.size());
  std::wstring wide(text.size(), L'\0');
  const int length = MultiByteToWideChar(CP_UTF8, 0, text.data(), bytes, wide.data(),
                                         static_cast<int>(wide.size()));
  if (length == 0) throw HarnessError("a text for Windows is too long");
  wide.resize(static_cast<size_t>(length));
  return wide;
}

// Converts UTF-16 to UTF-8.
inline std::string Utf8(const std::wstring& wide) {
  if (wide.empty()) return {};
  std::string text(wide.size() * 3, '\0');
  const int length =
      WideCharToMultiByte(CP_UTF8, 0, wide.data(), static_cast<int>(wide.size()), text.data(),
                          static_cast<int>(text.size()), nullptr, nullptr);
  text.resize(static_cast<size_t>(length));
  return text;
}

// Throws EnvironmentError: the system cannot do `what`, for the reason of that number.
[[noreturn]] inline void ThrowWindowsError(const std::string& what, DWORD number = GetLastError()) {
  throw EnvironmentError("cannot " + what + ": Windows error " + std::to_string(number));
}

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SANDBOX_WINDOWS_TEXT_H_
