// SPDX-License-Identifier: Apache-2.0
#include "harness/component/program_output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace loadstone {
namespace {

std::vector<char*> Pointers(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  return pointers;
}

}  // namespace

std::string OutputOf(const std::vector<std::string>& words, OutputStream stream,
                     const std::string& variable) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {};
  std::vector<char*> arguments = Pointers(words);
  arguments.push_back(nullptr);
  const std::vector<std::string> added = {variable};
  std::vector<char*> environment = Pointers(added);
  if (variable.empty()) environment.clear();
  for (char** entry = environ; *entry != nullptr; ++entry) environment.push_back(*entry);
  environment.push_back(nullptr);
  const bool error = stream == OutputStream::kError;
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], error ? STDERR_FILENO : STDOUT_FILENO);
    dup2(open("/dev/null", O_RDWR | O_CLOEXEC), error ? STDOUT_FILENO : STDERR_FILENO);
    execve(arguments[0], arguments.data(), environment.data());
    _exit(127);
  }
  close(ends[1]);
  std::string output;
  char buffer[4096];
  for (ssize_t count; (count = read(ends[0], buffer, sizeof(buffer))) != 0;) {
    if (count > 0) output.append(buffer, static_cast<size_t>(count));
    if (count < 0 && errno != EINTR) break;
  }
  close(ends[0]);
  while (child > 0 && waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  return output;
}

bool EndsWell(const std::vector<std::string>& words) {
  std::vector<char*> arguments = Pointers(words);
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace loadstone
