// SPDX-License-Identifier: Apache-2.0
#include <windows.h>

#include <string>
#include <string_view>
#include <vector>

#include "harness/sandbox/windows_text.h"
#include "tool/cli.h"

namespace {

constexpr int kNoStart = 2;

bool IsGoogleTestOption(std::wstring_view entry) {
  for (const std::wstring_view prefix :
       {L"GTEST_", L"TESTBRIDGE_TEST_", L"TEST_PREMATURE_EXIT_FILE=", L"XML_OUTPUT_FILE="}) {
    if (entry.starts_with(prefix)) return true;
  }
  return false;
}

std::vector<std::wstring> GoogleTestVariables() {
  std::vector<std::wstring> names;
  wchar_t* const all = GetEnvironmentStringsW();
  for (const wchar_t* entry = all; *entry != L'\0'; entry += wcslen(entry) + 1) {
    if (IsGoogleTestOption(entry)) names.emplace_back(entry, wcscspn(entry, L"="));
  }
  FreeEnvironmentStringsW(all);
  return names;
}

// A CI may set options of GoogleTest for other programs; they would silently select cases.
// GoogleTest reads them before main begins, so the program runs itself without them, and returns
// its status.
int RunAgain() {
  STARTUPINFOW start = {};
  start.cb = sizeof(start);
  PROCESS_INFORMATION made = {};
  if (CreateProcessW(nullptr, GetCommandLineW(), nullptr, nullptr, TRUE, 0, nullptr, nullptr,
                     &start, &made) == 0) {
    return kNoStart;
  }
  WaitForSingleObject(made.hProcess, INFINITE);
  DWORD status = kNoStart;
  GetExitCodeProcess(made.hProcess, &status);
  return static_cast<int>(status);
}

}  // namespace

// wmain, because the words of main are in the code page of the machine.
int wmain(int count, wchar_t** words) {
  const std::vector<std::wstring> variables = GoogleTestVariables();
  for (const std::wstring& name : variables) SetEnvironmentVariableW(name.c_str(), nullptr);
  if (!variables.empty()) return RunAgain();
  SetConsoleOutputCP(CP_UTF8);
  std::vector<std::string> texts;
  for (int i = 0; i < count; ++i) texts.push_back(loadstone::Utf8(words[i]));
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return loadstone::CliMain(count, pointers.data());
}
