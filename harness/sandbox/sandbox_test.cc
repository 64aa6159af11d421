// SPDX-License-Identifier: Apache-2.0
#include "harness/sandbox/sandbox.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "harness/sandbox/test_visits.h"

namespace loadstone::sandbox_test {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::Ge;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Le;
using testing::SizeIs;
using testing::StartsWith;

namespace fs = std::filesystem;

constexpr uint64_t kMebibyte = uint64_t{1} << 20;

// The contents of a world.

TEST(SandboxTest, MakesFilesAsDescribed) {
  const World world = World()
                          .File("/etc/a/b.json", "{}", 0640)
                          .Directory("/var/empty", 0700)
                          .Symlink("/etc/link", "a/b.json")
                          .Fifo("/etc/fifo")
                          .Sparse("/etc/huge", uint64_t{1} << 32)
                          .Copy("/opt/lib/copy.so", "component.so");
  const ProbeResult seen =
      MakeVisit(world, {"read:/etc/a/b.json", "status:/etc/a/b.json", "status:/etc/a",
                        "status:/var/empty", "link:/etc/link", "read:/etc/link", "status:/etc/fifo",
                        "status:/etc/huge", "read:/opt/lib/copy.so"});
  EXPECT_EQ(Answer(seen, "read:/etc/a/b.json"), "{}");
  EXPECT_EQ(Answer(seen, "status:/etc/a/b.json"), "100640 1000 2");
  EXPECT_THAT(Answer(seen, "status:/etc/a"), StartsWith("40755 1000"));
  EXPECT_THAT(Answer(seen, "status:/var/empty"), StartsWith("40700 1000"));
  EXPECT_EQ(Answer(seen, "link:/etc/link"), "a/b.json");
  EXPECT_EQ(Answer(seen, "read:/etc/link"), "{}");
  EXPECT_THAT(Answer(seen, "status:/etc/fifo"), StartsWith("10644"));
  EXPECT_EQ(Answer(seen, "status:/etc/huge"), "100644 1000 4294967296");
  EXPECT_EQ(Answer(seen, "read:/opt/lib/copy.so"), "component");
}

// It is shown and not copied, so it has no room in a small world.
TEST(SandboxTest, LargeFileTakesNoRoom) {
  const fs::path file = fs::path(testing::TempDir()) / "large";
  std::ofstream(file) << std::string(9 * kMebibyte, 'x');
  SandboxOptions options = TestOptions();
  options.files = {file};
  const World world = World().Copy("/opt/large", HostFileName(0));
  const Visits visits =
      MakeVisits({{world, {"status:/opt/large"}, {.disk_bytes = kMebibyte}}}, options);
  fs::remove(file);
  ASSERT_EQ(visits.error, "");
  EXPECT_THAT(Answer(visits.probe_results.front(), "status:/opt/large"),
              AllOf(StartsWith("100755 "), testing::EndsWith(" 9437184")));
}

TEST(SandboxTest, ModesKeepTheApplicationOut) {
  const World world = World()
                          .File("/etc/secret", "x", 0000)
                          .Directory("/etc/closed", 0000)
                          .File("/etc/closed/file", "x");
  const ProbeResult seen =
      MakeVisit(world, {"read:/etc/secret", "list:/etc/closed", "read:/etc/closed/file"});
  EXPECT_EQ(Answer(seen, "read:/etc/secret"), "EACCES");
  EXPECT_EQ(Answer(seen, "list:/etc/closed"), "EACCES");
  EXPECT_EQ(Answer(seen, "read:/etc/closed/file"), "EACCES");
}

TEST(SandboxTest, FileOfAnotherOwner) {
  const World world = World().File("/etc/theirs", "x", 0600).OwnedByOtherUser();
  const Visits visits = MakeVisits({{world, {"read:/etc/theirs", "status:/etc/theirs"}, {}}});
  if (geteuid() != 0) {
    EXPECT_THAT(visits.error, HasSubstr("only a run as root"));
    return;
  }
  ASSERT_THAT(visits.probe_results, SizeIs(1)) << visits.error;
  EXPECT_EQ(Answer(visits.probe_results[0], "read:/etc/theirs"), "EACCES");
  EXPECT_EQ(Answer(visits.probe_results[0], "status:/etc/theirs"), "100600 65534 1");
}

TEST(SandboxTest, ApplicationStandsWhereTheWorldSays) {
  const World world = World().Application("/srv/games/my game").Home("/home/player");
  const ProbeResult seen = MakeVisit(world, {"link:/proc/self/exe", "link:/proc/self/cwd"});
  EXPECT_EQ(Answer(seen, "link:/proc/self/exe"), "/srv/games/my game");
  EXPECT_EQ(Answer(seen, "link:/proc/self/cwd"), "/home/player");
}

TEST(SandboxTest, EnvironmentIsTheWorldsAlone) {
  setenv("VK_INSTANCE_LAYERS", "stray", 1);
  EXPECT_EQ(Ask("environment:", World().Env("ONE", "1").Env("EMPTY", "")),
            "EMPTY= HOME=/home/user ONE=1");
  EXPECT_EQ(Ask("environment:", World().Unset("HOME")), "");
  unsetenv("VK_INSTANCE_LAYERS");
}

TEST(SandboxTest, NothingButTheStandardDescriptorsIsOpen) {
  const int inherited = open("/", O_RDONLY);  // NOLINT: without O_CLOEXEC, as a shell may leave one
  ASSERT_GE(inherited, 3);
  EXPECT_EQ(Ask("descriptors:"), "0 1 2");
  close(inherited);
}

TEST(SandboxTest, NoSignalIsIgnoredOrBlocked) {
  const auto before = signal(SIGUSR1, SIG_IGN);
  sigset_t blocked;
  sigset_t old;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  sigprocmask(SIG_BLOCK, &blocked, &old);
  const ProbeResult seen = MakeVisit({}, {"status_field:SigIgn", "status_field:SigBlk"});
  sigprocmask(SIG_SETMASK, &old, nullptr);
  signal(SIGUSR1, before);
  EXPECT_EQ(Answer(seen, "status_field:SigIgn"), "0000000000000000");
  EXPECT_EQ(Answer(seen, "status_field:SigBlk"), "0000000000000000");
}

TEST(SandboxTest, StandardInputIsEmpty) { EXPECT_EQ(Ask("read:/proc/self/fd/0"), ""); }

TEST(SandboxTest, ProbeIsTheSecondProcess) {
  const ProbeResult seen = MakeVisit({}, {"process:", "list:/proc/1/task"});
  EXPECT_EQ(Answer(seen, "process:"), "2 1");
  EXPECT_EQ(Answer(seen, "list:/proc/1/task"), "1");
}

// Privileges.

TEST(SandboxTest, PlainApplicationHasNoRights) {
  const ProbeResult seen = MakeVisit({}, {"rights:", "ids:", "no_new_privileges:"});
  EXPECT_EQ(Answer(seen, "rights:"), "0 0000000000000000");
  EXPECT_EQ(Answer(seen, "ids:"), "1000 1000");
  EXPECT_EQ(Answer(seen, "no_new_privileges:"), "0");
}

TEST(SandboxTest, ElevatedApplicationReallyIs) {
  const ProbeResult seen = MakeVisit(World().Elevated(), {"rights:", "ids:"});
  EXPECT_EQ(Answer(seen, "rights:"), "1 0000000000000400") << "CAP_NET_BIND_SERVICE is bit 10";
  EXPECT_EQ(Answer(seen, "ids:"), "1000 1000");
}

// Expects the error for a world that needs another ID, on a machine without one.
void ExpectNotOnPlatform(const World& world) {
  EXPECT_THAT(MakeVisits({{world, {"ids:"}, {}}}).error, HasSubstr("only a run as root has"));
}

TEST(SandboxTest, SetUserIdApplicationIsRootOfItsNamespace) {
  const World world = World().Elevated(Elevation::kSetUserId).File("/tmp/file", "x", 0600);
  if (geteuid() != 0) return ExpectNotOnPlatform(world);
  const ProbeResult seen = MakeVisit(world, {"ids:", "groups:", "rights:", "read:/tmp/file"});
  EXPECT_EQ(Answer(seen, "ids:"), "1000 0");
  EXPECT_EQ(Answer(seen, "groups:"), "1000 1000");
  EXPECT_THAT(Answer(seen, "rights:"), StartsWith("1 0000"));
  EXPECT_EQ(Answer(seen, "read:/tmp/file"), "x");
}

TEST(SandboxTest, SetGroupIdApplicationIsInTheGroupOfRoot) {
  const World world = World().Elevated(Elevation::kSetGroupId);
  if (geteuid() != 0) return ExpectNotOnPlatform(world);
  const ProbeResult seen = MakeVisit(world, {"ids:", "groups:", "rights:"});
  EXPECT_EQ(Answer(seen, "ids:"), "1000 1000");
  EXPECT_EQ(Answer(seen, "groups:"), "1000 0");
  EXPECT_EQ(Answer(seen, "rights:"), "1 0000000000000000");
}

TEST(SandboxTest, ElevationEndsWithItsWorld) {
  const Visits visits = MakeVisits({{World().Elevated(), {"rights:"}, {}},
                                    {{}, {"rights:"}, {}},
                                    {World().Elevated(), {"rights:"}, {}}});
  ASSERT_THAT(visits.probe_results, SizeIs(3)) << visits.error;
  EXPECT_THAT(Answer(visits.probe_results[0], "rights:"), StartsWith("1 "));
  EXPECT_THAT(Answer(visits.probe_results[1], "rights:"), StartsWith("0 "));
  EXPECT_THAT(Answer(visits.probe_results[2], "rights:"), StartsWith("1 "));
}

// Isolation from the host and from other worlds.

TEST(SandboxTest, HostsFilesAreNotThere) {
  const fs::path file = fs::temp_directory_path() / fmt::format("loadstone-{}", getpid());
  std::ofstream(file) << "of the host";
  const ProbeResult seen = MakeVisit({}, {"read:" + file.string(), "list:/tmp", "list:/home",
                                          "list:/", "read:/etc/passwd", "list:/usr/share"});
  fs::remove(file);
  EXPECT_EQ(Answer(seen, "read:" + file.string()), "ENOENT");
  EXPECT_EQ(Answer(seen, "list:/tmp"), "");
  EXPECT_EQ(Answer(seen, "list:/home"), "user");
  EXPECT_EQ(Answer(seen, "read:/etc/passwd"), "ENOENT");
  EXPECT_EQ(Answer(seen, "list:/usr/share"), "ENOENT");
  EXPECT_THAT(Answer(seen, "list:/"), Not(HasSubstr("root")));
}

// The probe stands for the emulator, so that its answers are those of the emulator.
TEST(SandboxTest, EmulatorIsExecutedWithTheElevationOfTheApplication) {
  SandboxOptions options = TestOptions();
  options.emulator = options.probe;
  options.probe = options.library + "/component.so";
  const World world = World().Application("/opt/app");
  const std::vector<std::string> questions = {"link:/proc/self/exe", "read:/opt/app",
                                              "rights:", "write:/opt/app",
                                              "read:/proc/self/limits"};
  World elevated = world;
  elevated.Elevated();
  const Limits limits = {.memory_bytes = kMebibyte};
  const Visits visits =
      MakeVisits({{world, questions, limits}, {elevated, questions, limits}}, options);
  ASSERT_EQ(visits.error, "");
  for (const ProbeResult& seen : visits.probe_results) {
    EXPECT_EQ(Answer(seen, "/opt/app"), "unknown") << "the first argument names the program";
    EXPECT_EQ(Answer(seen, "link:/proc/self/exe"), kEmulatorPath);
    EXPECT_EQ(Answer(seen, "read:/opt/app"), "component");
    EXPECT_EQ(Answer(seen, "write:/opt/app"), "EROFS");
    EXPECT_THAT(seen.output, HasSubstr(std::to_string(kMebibyte + kEmulatorBytes)))
        << "address space";
  }
  EXPECT_THAT(Answer(visits.probe_results[0], "rights:"), StartsWith("0 "));
  EXPECT_THAT(Answer(visits.probe_results[1], "rights:"), StartsWith("1 "));
}

TEST(SandboxTest, WhatIsSharedCannotBeWritten) {
  for (const std::string place : {"/usr/lib", "/dev", kSubjectDirectory}) {
    EXPECT_EQ(Ask("write:" + place + "/stray"), "EROFS") << place;
  }
  const std::string subject = kSubjectDirectory + std::string("/loadstone_test_probe");
  EXPECT_EQ(Ask("write:" + subject), "EROFS");
  EXPECT_EQ(Ask("write:/dev/null"), "ok");
}

TEST(SandboxTest, DevicesOfTheHostAreThereWhereTheyAreWanted) {
  SandboxOptions options = TestOptions();
  options.devices = {"/dev/tty"};
  const Visits visits = MakeVisits({{.questions = {"list:/dev", "write:/dev/stray"}}}, options);
  ASSERT_EQ(visits.error, "");
  EXPECT_THAT(Answer(visits.probe_results[0], "list:/dev"), HasSubstr("tty"));
  EXPECT_EQ(Answer(visits.probe_results[0], "write:/dev/stray"), "EROFS");
  EXPECT_THAT(Ask("list:/dev"), Not(HasSubstr("tty")));
}

TEST(SandboxTest, HostsProcessesAreNotThere) {
  const std::string self = fmt::format("read:/proc/{}/comm", getpid());
  EXPECT_EQ(Ask(self), "ENOENT");
}

TEST(SandboxTest, HostsNetworkIsNotThere) {
  const std::string name = fmt::format("loadstone-{}", getpid());
  struct sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  name.copy(address.sun_path + 1, name.size());
  const auto size = static_cast<socklen_t>(sizeof(sa_family_t) + 1 + name.size());
  const int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  ASSERT_EQ(bind(listener, reinterpret_cast<struct sockaddr*>(&address), size), 0);
  ASSERT_EQ(listen(listener, 1), 0);
  const ProbeResult seen = MakeVisit({}, {"connect:" + name, "interfaces:"});
  close(listener);
  EXPECT_EQ(Answer(seen, "connect:" + name), "ECONNREFUSED");
  EXPECT_EQ(Answer(seen, "interfaces:"), "lo");
}

TEST(SandboxTest, HostsSharedMemoryIsNotThere) {
  const int key = 0x10000000 + getpid();
  const int segment = shmget(key, 1, IPC_CREAT | IPC_EXCL | 0666);
  ASSERT_GE(segment, 0);
  const std::string seen = Ask(fmt::format("find_shared_memory:{}", key));
  shmctl(segment, IPC_RMID, nullptr);
  EXPECT_EQ(seen, "ENOENT");
}

TEST(SandboxTest, HostNameCannotBeChanged) {
  for (const World& world : {World(), World().Elevated()}) {
    EXPECT_EQ(Ask("set_host_name:", world), "EPERM");
  }
}

TEST(SandboxTest, WorldsDoNotSeeEachOther) {
  const std::string file = "write:/tmp/file";
  const std::vector<std::string> questions = {"find_shared_memory:77",
                                              "make_shared_memory:77",
                                              "list:/tmp",
                                              file,
                                              "write:/dev/shm/object",
                                              "connect:socket",
                                              "listen:socket",
                                              "leave_child:",
                                              "list:/opt"};
  const Visits visits =
      MakeVisits({{World().File("/opt/first", "x"), questions, {}}, {{}, questions, {}}});
  ASSERT_THAT(visits.probe_results, SizeIs(2)) << visits.error;
  for (const ProbeResult& seen : visits.probe_results) {
    EXPECT_EQ(Answer(seen, file), "ok");
    EXPECT_EQ(Answer(seen, "write:/dev/shm/object"), "ok");
    EXPECT_EQ(Answer(seen, "make_shared_memory:77"), "ok");
    EXPECT_EQ(Answer(seen, "find_shared_memory:77"), "ENOENT");
    EXPECT_EQ(Answer(seen, "list:/tmp"), "");
    EXPECT_EQ(Answer(seen, "connect:socket"), "ECONNREFUSED");
    EXPECT_EQ(Answer(seen, "listen:socket"), "ok");
  }
  EXPECT_THAT(Answer(visits.probe_results[0], "list:/opt"), HasSubstr("first"));
  EXPECT_THAT(Answer(visits.probe_results[1], "list:/opt"), Not(HasSubstr("first")));
}

// What remains after a world.

TEST(SandboxTest, WhatTheProbeLeavesRunningEndsWithTheWorld) {
  const std::string mark = fmt::format("leave_child:{}", getpid());
  EXPECT_EQ(Ask(mark), "ok");
  EXPECT_EQ(ProcessesWith(mark), 0);
}

TEST(SandboxTest, HangingWorldIsGoneAfterItsTime) {
  Limits limits;
  limits.seconds = 0.5;
  const std::string mark = fmt::format("leave_child:{}", getpid());
  MakeVisit({}, {mark, "hang:"}, limits);
  EXPECT_EQ(ProcessesWith(mark), 0);
}

TEST(SandboxTest, LeavesNoMountAndNoNamespaceBehind) {
  const std::string mounts = ReadHostFile("/proc/self/mountinfo");
  const auto user = fs::read_symlink("/proc/self/ns/user");
  MakeVisit(World().File("/etc/file", "x").Elevated(), {"write:/tmp/file"});
  EXPECT_EQ(ReadHostFile("/proc/self/mountinfo"), mounts);
  EXPECT_EQ(fs::read_symlink("/proc/self/ns/user"), user);
}

// Errors in the options.

TEST(SandboxTest, EmptyLibrary) {
  SandboxOptions options = TestOptions();
  options.library = "/nowhere";
  EXPECT_THAT(MakeVisits({{{}, {}, {}}}, options).error, HasSubstr("no mocks in /nowhere"));
}

TEST(SandboxTest, MissingKeeper) {
  SandboxOptions options = TestOptions();
  options.keeper = "/nowhere/keeper";
  EXPECT_THAT(MakeVisits({{{}, {}, {}}}, options).error,
              HasSubstr("cannot start /nowhere/keeper: No such file"));
}

// Uses a program as keeper that reads nothing and ends: sending the first message fails, or
// receiving its answer.
TEST(SandboxTest, KeeperThatEnds) {
  SandboxOptions options = TestOptions();
  options.keeper = "/bin/false";
  EXPECT_THAT(MakeVisits({{{}, {}, {}}}, options).error,
              HasSubstr("the keeper of the worlds ended"));
}

TEST(SandboxTest, ProbeThatCannotBeExecuted) {
  SandboxOptions options = TestOptions();
  options.probe = options.library + "/component.so";
  EXPECT_THAT(MakeVisits({{{}, {}, {}}}, options).error, HasSubstr("cannot execute the probe"));
}

TEST(SandboxTest, WorldThatCannotBeMade) {
  const Visits visits = MakeVisits({{World().Copy("/opt/x.so", "missing.so"), {}, {}}});
  EXPECT_THAT(visits.probe_results, IsEmpty());
  EXPECT_THAT(visits.error, HasSubstr("missing.so"));
}

TEST(SandboxTest, WorldThatIsTooLarge) {
  Limits limits;
  limits.disk_bytes = kMebibyte;
  const World world = World().File("/etc/large", std::string(2 * kMebibyte, 'x'));
  EXPECT_THAT(MakeVisits({{world, {}, limits}}).error, HasSubstr("/etc/large"));
}

}  // namespace
}  // namespace loadstone::sandbox_test
