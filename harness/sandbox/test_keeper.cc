#include "harness/sandbox/test_keeper.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <type_traits>

#include "harness/sandbox/linux_system.h"

namespace loadstone {
namespace {

using linux_system::Fd;

// What travels from the child: numbers and texts as they lie in memory, in the order of reading.
class Writer {
 public:
  explicit Writer(int fd) : fd_(fd) {}
  template <typename T>
  void Raw(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    linux_system::WriteAll(fd_, {reinterpret_cast<const char*>(&value), sizeof(value)}, "a pipe");
  }
  void Text(const std::string& text) {
    Raw(text.size());
    linux_system::WriteAll(fd_, text, "a pipe");
  }

 private:
  const int fd_;
};

class Reader {
 public:
  explicit Reader(int fd) {
    char buffer[65536];
    for (ssize_t count; (count = read(fd, buffer, sizeof(buffer))) > 0;) {
      bytes_.append(buffer, static_cast<size_t>(count));
    }
  }
  bool more() const { return at_ < bytes_.size(); }
  template <typename T>
  T Raw() {
    T value = {};
    const std::string bytes = Take(sizeof(value));
    memcpy(&value, bytes.data(), bytes.size());
    return value;
  }
  std::string Text() { return Take(Raw<size_t>()); }

 private:
  std::string Take(size_t count) {
    EXPECT_LE(at_ + count, bytes_.size()) << "the child ended in the middle of what it told";
    const std::string taken = bytes_.substr(std::min(at_, bytes_.size()), count);
    at_ += count;
    return taken;
  }

  std::string bytes_;
  size_t at_ = 0;
};

void BeKeeper(const std::vector<Visit>& visits, const SandboxOptions& options, Writer out) {
  try {
    const std::unique_ptr<Sandbox> sandbox = MakeLinuxSandbox(options);
    for (const Visit& visit : visits) {
      const ProbeResult probe_result = sandbox->Run(visit.world, visit.questions, visit.limits);
      out.Raw(true);
      out.Raw(probe_result.ending);
      out.Text(probe_result.trace);
      out.Text(probe_result.output);
    }
  } catch (const std::exception& exception) {
    out.Raw(false);
    out.Text(exception.what());
  }
}

}  // namespace

SandboxOptions TestOptions() {
  SandboxOptions options;
  options.probe = LOADSTONE_TEST_PROBE;
  options.subject = LOADSTONE_TEST_PROBE;
  options.library = LOADSTONE_TEST_LIBRARY;
  return options;
}

Visits MakeVisits(const std::vector<Visit>& visits, const std::optional<SandboxOptions>& options) {
  int ends[2];
  EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
  Fd in(ends[0]);
  Fd out(ends[1]);
  const pid_t child = fork();
  if (child == 0) {
    BeKeeper(visits, options.value_or(TestOptions()), Writer(out.get()));
    _exit(0);
  }
  out.Close();
  Reader reader(in.get());
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0) << "the keeper was lost";
  Visits result;
  while (reader.more()) {
    if (!reader.Raw<bool>()) {
      result.error = reader.Text();
      break;
    }
    ProbeResult probe_result;
    probe_result.ending = reader.Raw<Ending>();
    probe_result.trace = reader.Text();
    probe_result.output = reader.Text();
    result.probe_results.push_back(probe_result);
  }
  return result;
}

std::string Answer(const ProbeResult& probe_result, const std::string& question) {
  const std::string start = question + "=";
  const std::string text = "\n" + probe_result.output;
  const size_t found = text.find("\n" + start);
  if (found == std::string::npos) return "no answer";
  const size_t from = found + 1 + start.size();
  return text.substr(from, text.find('\n', from) - from);
}

ProbeResult MakeVisit(const World& world, const std::vector<std::string>& questions,
                      const Limits& limits) {
  const Visits visits = MakeVisits({{world, questions, limits}});
  EXPECT_EQ(visits.error, "");
  return visits.probe_results.empty() ? ProbeResult() : visits.probe_results.front();
}

std::string Ask(const std::string& question, const World& world, const Limits& limits) {
  return Answer(MakeVisit(world, {question}, limits), question);
}

std::string ReadHostFile(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

int ProcessesWith(const std::string& word) {
  int count = 0;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    if (ReadHostFile(entry.path() / "cmdline").find(word) != std::string::npos) ++count;
  }
  return count;
}

}  // namespace loadstone
