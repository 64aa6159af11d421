// SPDX-License-Identifier: Apache-2.0
// usage: case check | case write | case run LOADER | case remove
//   check    says which file or value of the case this machine has already, and fails if there is
//   one write    writes the files of the case, and copies those that were compiled to their places
//   run      starts the application of the case with LOADER, and prints its output and its ending
//   remove   removes the files and values of the case, and folders that are empty then
#include <stdio.h>
#include <wchar.h>
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

// A file of the case. Without `bytes` it is a copy of `compiled`, or else a folder. A `size` above
// that of the bytes adds zeros.
struct file {
  const wchar_t* path;
  const char* bytes;
  size_t count;
  LONGLONG size;
  const wchar_t* compiled;
};

struct value {
  HKEY root;
  const wchar_t* key;
  const wchar_t* name;
};

// Defines files, values and words, which end with an entry of zeros, and application.
#include "case.h"

#define RUN_MS 30000
#define PATH_LENGTH 32768

static int fail(const wchar_t* what, const wchar_t* path) {
  fwprintf(stderr, L"steps: %ls %ls (error %lu)\n", what, path, GetLastError());
  return 2;
}

static int check(void) {
  for (const struct file* each = files; each->path; ++each) {
    const DWORD found = GetFileAttributesW(each->path);
    if (found == INVALID_FILE_ATTRIBUTES) continue;
    if ((found & FILE_ATTRIBUTE_DIRECTORY) && !each->bytes && !each->compiled) continue;
    return fail(L"use another machine: this one has the file", each->path);
  }
  for (const struct value* each = values; each->key; ++each) {
    if (RegGetValueW(each->root, each->key, each->name, RRF_RT_ANY | RRF_NOEXPAND, NULL, NULL,
                     NULL) == ERROR_SUCCESS)
      return fail(L"use another machine: this one has the value", each->name);
  }
  return 0;
}

// Makes the folders of a path, up to its last backslash.
static void make_folders(const wchar_t* path) {
  static wchar_t folder[PATH_LENGTH];
  wmemset(folder, 0, PATH_LENGTH);
  for (size_t i = 0; path[i] && i + 1 < PATH_LENGTH; ++i) {
    folder[i] = path[i];
    if (path[i] == L'\\') CreateDirectoryW(folder, NULL);
  }
}

static int write_file(const struct file* file) {
  DWORD written = 0;
  const LARGE_INTEGER size = {.QuadPart = file->size};
  HANDLE handle =
      CreateFileW(file->path, GENERIC_WRITE, 0, NULL, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, NULL);
  if (handle == INVALID_HANDLE_VALUE) return fail(L"cannot write", file->path);
  const int done = WriteFile(handle, file->bytes, (DWORD)file->count, &written, NULL) &&
                   SetFilePointerEx(handle, size, NULL, FILE_BEGIN) && SetEndOfFile(handle);
  CloseHandle(handle);
  return done ? 0 : fail(L"cannot write", file->path);
}

static int write_all(void) {
  for (const struct file* each = files; each->path; ++each) {
    make_folders(each->path);
    if (each->bytes && write_file(each)) return 2;
    if (each->compiled && !CopyFileW(each->compiled, each->path, TRUE))
      return fail(L"cannot write", each->path);
    if (!each->bytes && !each->compiled) CreateDirectoryW(each->path, NULL);
  }
  return 0;
}

// Appends a word to a command line, so that the started program gets it unchanged.
static void append(wchar_t* line, const wchar_t* word) {
  wchar_t* end = line + wcslen(line);
  size_t backslashes = 0;
  *end++ = L'"';
  for (; *word; ++word) {
    if (*word == L'"')
      for (size_t i = 0; i <= backslashes; ++i) *end++ = L'\\';
    backslashes = *word == L'\\' ? backslashes + 1 : 0;
    *end++ = *word;
  }
  while (backslashes-- > 0) *end++ = L'\\';
  wcscpy(end, L"\" ");
}

static void print_output(HANDLE output) {
  char last = '\n';
  char text[4096];
  DWORD count = 0;
  SetFilePointer(output, 0, NULL, FILE_BEGIN);
  while (ReadFile(output, text, sizeof text, &count, NULL) && count > 0) {
    for (DWORD i = 0; i < count; ++i)
      if (text[i] != '\r') putchar(last = text[i]);
  }
  if (last != '\n') putchar('\n');
}

static HANDLE open_output(void) {
  wchar_t folder[MAX_PATH];
  wchar_t path[MAX_PATH];
  SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
  GetTempPathW(MAX_PATH, folder);
  GetTempFileNameW(folder, L"out", 0, path);
  return CreateFileW(path, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE,
                     &inherited, CREATE_ALWAYS, FILE_FLAG_DELETE_ON_CLOSE, NULL);
}

static int run(const wchar_t* loader) {
  static wchar_t line[PATH_LENGTH];
  DWORD status = 0;
  PROCESS_INFORMATION process = {0};
  HANDLE output = open_output();
  STARTUPINFOW start = {.cb = sizeof start, .dwFlags = STARTF_USESTDHANDLES, .hStdOutput = output};
  SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
  append(line, application);
  append(line, loader);
  for (const wchar_t* const* word = words; *word; ++word) append(line, *word);
  if (!CreateProcessW(application, line, NULL, NULL, TRUE, 0, NULL, NULL, &start, &process))
    return fail(L"cannot start", application);
  const int hangs = WaitForSingleObject(process.hProcess, RUN_MS) == WAIT_TIMEOUT;
  if (hangs) TerminateProcess(process.hProcess, 1);
  WaitForSingleObject(process.hProcess, INFINITE);
  GetExitCodeProcess(process.hProcess, &status);
  print_output(output);
  // The lowest byte of an exception's number is all that a process under Wine shows to Linux.
  if (hangs)
    printf("ending: it hangs\n");
  else
    printf(status == 0 ? "ending: exit status 0\n" : "ending: %lu\n", status & 0xff);
  return 0;
}

static int remove_all(void) {
  for (const struct value* each = values; each->key; ++each)
    RegDeleteKeyValueW(each->root, each->key, each->name);
  for (const struct file* each = files; each->path; ++each) {
    if (each->bytes || each->compiled) DeleteFileW(each->path);
  }
  for (const struct file* each = files; each->path; ++each) {
    static wchar_t folder[PATH_LENGTH];
    wcsncpy(folder, each->path, PATH_LENGTH - 1);
    if (!each->bytes && !each->compiled) RemoveDirectoryW(folder);
    for (wchar_t* end; (end = wcsrchr(folder, L'\\'));) {
      *end = 0;
      if (!RemoveDirectoryW(folder)) break;
    }
  }
  return 0;
}

int wmain(int count, wchar_t** words_given) {
  const wchar_t* command = count > 1 ? words_given[1] : L"";
  if (!wcscmp(command, L"check")) return check();
  if (!wcscmp(command, L"write")) return write_all();
  if (!wcscmp(command, L"run") && count > 2) return run(words_given[2]);
  if (!wcscmp(command, L"remove")) return remove_all();
  return fail(L"usage: case check | write | run LOADER | remove, not", command);
}
