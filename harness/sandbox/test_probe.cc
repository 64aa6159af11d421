// SPDX-License-Identifier: Apache-2.0
// The probe of the sandbox's tests. Each argument is a question, such as "read:/etc/passwd"; the
// answer is one line on standard output, "read:/etc/passwd=...". An error is answered by its name,
// such as "ENOENT".

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

extern char** environ;

namespace {

using std::string;

constexpr size_t kBlock = size_t{1} << 20;

string ErrorName() { return strerrorname_np(errno); }

string OkOrError(bool ok) { return ok ? "ok" : ErrorName(); }

string Read(const string& path) {
  const int fd = open(path.c_str(), O_RDONLY);
  if (fd < 0) return ErrorName();
  char text[4096];
  const ssize_t count = read(fd, text, sizeof(text));
  const string answer = count < 0 ? ErrorName() : string(text, static_cast<size_t>(count));
  close(fd);
  return answer;
}

string Write(const string& path) {
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
  if (fd < 0) return ErrorName();
  const bool ok = write(fd, "written\n", 8) == 8;
  close(fd);
  return OkOrError(ok);
}

string List(const string& path) {
  DIR* folder = opendir(path.c_str());
  if (folder == nullptr) return ErrorName();
  std::vector<string> names;
  while (const dirent* entry = readdir(folder)) {
    if (entry->d_name[0] != '.') names.emplace_back(entry->d_name);
  }
  closedir(folder);
  std::sort(names.begin(), names.end());
  string answer;
  for (const string& name : names) answer += (answer.empty() ? "" : " ") + name;
  return answer;
}

// Returns "<type and mode, octal> <owner> <size>".
string Status(const string& path) {
  struct stat status;
  if (lstat(path.c_str(), &status) != 0) return ErrorName();
  char text[100];
  snprintf(text, sizeof(text), "%o %u %lld", status.st_mode, status.st_uid,
           static_cast<long long>(status.st_size));
  return text;
}

string Link(const string& path) {
  char target[4096];
  const ssize_t count = readlink(path.c_str(), target, sizeof(target));
  return count < 0 ? ErrorName() : string(target, static_cast<size_t>(count));
}

string Environment() {
  string answer;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    answer += (answer.empty() ? "" : " ") + string(*variable);
  }
  return answer;
}

string Interfaces() {
  struct if_nameindex* interfaces = if_nameindex();
  string answer;
  for (struct if_nameindex* each = interfaces; each->if_index != 0; ++each) {
    answer += (answer.empty() ? "" : " ") + string(each->if_name);
  }
  if_freenameindex(interfaces);
  return answer;
}

// The address of a socket that has a name but no file.
class AbstractAddress {
 public:
  explicit AbstractAddress(const string& name)
      : size_(static_cast<socklen_t>(sizeof(sa_family_t) + 1 + name.size())) {
    address_.sun_family = AF_UNIX;
    memcpy(address_.sun_path + 1, name.data(), name.size());
  }
  const struct sockaddr* get() const { return reinterpret_cast<const struct sockaddr*>(&address_); }
  socklen_t size() const { return size_; }

 private:
  struct sockaddr_un address_ = {};
  socklen_t size_;
};

string Connect(const string& name) {
  const AbstractAddress address(name);
  const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  const string answer = OkOrError(connect(fd, address.get(), address.size()) == 0);
  close(fd);
  return answer;
}

// Does not close the socket.
string Listen(const string& name) {
  const AbstractAddress address(name);
  const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  return OkOrError(bind(fd, address.get(), address.size()) == 0 && listen(fd, 1) == 0);
}

string FindSharedMemory(const string& key, int flags) {
  return OkOrError(shmget(atoi(key.c_str()), 1, flags) >= 0);
}

// Returns a field of /proc/self/status, such as "CapEff".
string StatusField(const string& name) {
  string value = "?";
  FILE* status = fopen("/proc/self/status", "r");
  char line[256];
  while (status != nullptr && fgets(line, sizeof(line), status) != nullptr) {
    if (strncmp(line, (name + ":").c_str(), name.size() + 1) != 0) continue;
    value = strtok(line + name.size() + 1, " \t\n");
  }
  if (status != nullptr) fclose(status);
  return value;
}

// Returns what the execution gained: "<AT_SECURE> <effective capabilities>".
string Rights() { return std::to_string(getauxval(AT_SECURE)) + " " + StatusField("CapEff"); }

string Open() {
  string answer;
  for (int fd = 0; fd < 1024; ++fd) {
    if (fcntl(fd, F_GETFD) >= 0) answer += (answer.empty() ? "" : " ") + std::to_string(fd);
  }
  return answer;
}

// Creates children that do nothing until fork fails; returns how many.
string ForkBomb() {
  int count = 0;
  while (count < 100000) {
    const pid_t child = fork();
    if (child < 0) break;
    if (child == 0) {
      while (true) pause();
    }
    ++count;
  }
  return std::to_string(count) + " " + ErrorName();
}

string LeaveChild() {
  if (fork() == 0) {
    setsid();
    signal(SIGTERM, SIG_IGN);
    while (true) pause();
  }
  return "ok";
}

// Writes files until writing fails; returns how many mebibytes were written.
string FillDisk() {
  signal(SIGXFSZ, SIG_IGN);
  const std::vector<char> block(kBlock, 'x');
  int blocks = 0;
  for (int file = 0; file < 1000; ++file) {
    const int fd = open(("/tmp/fill" + std::to_string(file)).c_str(), O_WRONLY | O_CREAT, 0644);
    if (fd < 0) break;
    const int before = blocks;
    while (write(fd, block.data(), block.size()) == static_cast<ssize_t>(block.size())) ++blocks;
    close(fd);
    if (blocks == before) break;
  }
  return std::to_string(blocks) + " " + ErrorName();
}

string LongFile() {
  signal(SIGXFSZ, SIG_IGN);
  const int fd = open("/tmp/long", O_WRONLY | O_CREAT, 0644);
  const std::vector<char> block(kBlock, 'x');
  int blocks = 0;
  while (write(fd, block.data(), block.size()) == static_cast<ssize_t>(block.size())) ++blocks;
  return std::to_string(blocks) + " " + ErrorName();
}

// Allocates and writes memory until malloc fails; returns how many mebibytes.
string EatMemory() {
  int blocks = 0;
  while (void* block = malloc(kBlock)) {
    memset(block, 1, kBlock);
    ++blocks;
  }
  return std::to_string(blocks);
}

string Chatter(const string& mebibytes) {
  const string line(kBlock, 'c');
  for (int i = 0; i < atoi(mebibytes.c_str()); ++i) {
    if (write(1, line.data(), line.size()) < 0) return ErrorName();
  }
  return "ok";
}

// Starts many processes, so that they get their share of a busy machine.
string Spin() {
  for (int i = 1; i < 16 && fork() != 0; ++i) {
  }
  static volatile sig_atomic_t counter = 0;
  while (true) counter = counter ^ 1;
}

// Never ends and never sleeps for long, but uses hardly any processor time.
string Nap() {
  while (true) usleep(20000);
}

string End(const string& verb, const string& argument) {
  fflush(stdout);
  if (verb == "exit") _exit(atoi(argument.c_str()));
  if (verb == "signal") {
    raise(atoi(argument.c_str()));
  } else {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, nullptr);
    while (true) pause();
  }
  return "still here";
}

string Answer(const string& verb, const string& argument) {
  if (verb == "read") return Read(argument);
  if (verb == "write") return Write(argument);
  if (verb == "list") return List(argument);
  if (verb == "status") return Status(argument);
  if (verb == "link") return Link(argument);
  if (verb == "environment") return Environment();
  if (verb == "interfaces") return Interfaces();
  if (verb == "connect") return Connect(argument);
  if (verb == "listen") return Listen(argument);
  if (verb == "make_shared_memory") return FindSharedMemory(argument, IPC_CREAT | 0600);
  if (verb == "find_shared_memory") return FindSharedMemory(argument, 0);
  if (verb == "set_host_name") return OkOrError(sethostname("stray", 5) == 0);
  if (verb == "rights") return Rights();
  if (verb == "status_field") return StatusField(argument);
  if (verb == "ids") return std::to_string(getuid()) + " " + std::to_string(geteuid());
  if (verb == "groups") return std::to_string(getgid()) + " " + std::to_string(getegid());
  if (verb == "process") return std::to_string(getpid()) + " " + std::to_string(getppid());
  if (verb == "no_new_privileges") {
    return std::to_string(prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0));
  }
  if (verb == "descriptors") return Open();
  if (verb == "say_error") return OkOrError(fputs("said to standard error\n", stderr) >= 0);
  if (verb == "fork_bomb") return ForkBomb();
  if (verb == "leave_child") return LeaveChild();
  if (verb == "fill_disk") return FillDisk();
  if (verb == "long_file") return LongFile();
  if (verb == "eat_memory") return EatMemory();
  if (verb == "chatter") return Chatter(argument);
  if (verb == "spin") return Spin();
  if (verb == "nap") return Nap();
  if (verb == "exit" || verb == "signal" || verb == "hang") return End(verb, argument);
  return "unknown";
}

}  // namespace

int main(int count, char** words) {
  for (int i = 1; i < count; ++i) {
    const string word = words[i];
    const size_t colon = std::min(word.find(':'), word.size() - 1);
    printf("%s=%s\n", word.c_str(), Answer(word.substr(0, colon), word.substr(colon + 1)).c_str());
    fflush(stdout);
  }
  return 0;
}
