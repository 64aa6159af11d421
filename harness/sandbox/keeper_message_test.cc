// SPDX-License-Identifier: Apache-2.0
#include "harness/sandbox/keeper_message.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

namespace loadstone::keeper_message_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

World LargeWorld() {
  return World()
      .Home("/home/other")
      .File("/etc/binary", std::string("a\0\n\xff", 4), 0600)
      .Copy("/opt/driver.so", "vulkan_driver.so")
      .Sparse("/opt/sparse", uint64_t{1} << 40)
      .Fifo("/opt/fifo")
      .OwnedByOtherUser()
      .Unset("HOME")
      .Env("EMPTY", "")
      .Application("/opt/elsewhere")
      .Elevated(Elevation::kSetGroupId);
}

TEST(KeeperMessageTest, WorldArrivesWhole) {
  Limits limits;
  limits.seconds = 0.25;
  limits.disk_bytes = 17;
  const World world = LargeWorld();
  const WorldRequest read =
      ReadWorldRequest(MessageOf(world, {"word", ""}, limits, /*tell_start=*/true));
  EXPECT_EQ(read.world.home(), "/home/other");
  EXPECT_EQ(read.world.application(), "/opt/elsewhere");
  EXPECT_EQ(read.world.elevation(), Elevation::kSetGroupId);
  EXPECT_THAT(read.world.environment(), ElementsAre(Pair("EMPTY", "")));
  ASSERT_EQ(read.world.nodes().size(), world.nodes().size());
  for (size_t i = 0; i < world.nodes().size(); ++i) {
    const Node& before = world.nodes()[i];
    const Node& after = read.world.nodes()[i];
    EXPECT_EQ(after.kind, before.kind) << before.path;
    EXPECT_EQ(after.path, before.path);
    EXPECT_EQ(after.text, before.text) << before.path;
    EXPECT_EQ(after.size, before.size) << before.path;
    EXPECT_EQ(after.mode, before.mode) << before.path;
    EXPECT_EQ(after.owner, before.owner) << before.path;
  }
  EXPECT_THAT(read.arguments, ElementsAre("word", ""));
  EXPECT_EQ(read.limits.seconds, 0.25);
  EXPECT_EQ(read.limits.disk_bytes, 17u);
  EXPECT_TRUE(read.tell_start);
}

TEST(KeeperMessageTest, OptionsArriveWhole) {
  const KeeperOptions read = ReadOptions(
      MessageOf(SandboxOptions{.keeper = "k",
                               .probe = "p",
                               .subject = "s",
                               .library = "l",
                               .files = {"a", ""},
                               .folders = {"f"},
                               .view = {.folders = {"v"}, .hidden = {"h", "i"}, .empty = {"e"}},
                               .emulator = "q"},
                "c"));
  EXPECT_EQ(read.probe, "p");
  EXPECT_EQ(read.subject, "s");
  EXPECT_EQ(read.library, "l");
  EXPECT_THAT(read.files, ElementsAre("a", ""));
  EXPECT_THAT(read.folders, ElementsAre("f"));
  EXPECT_THAT(read.view.folders, ElementsAre("v"));
  EXPECT_THAT(read.view.hidden, ElementsAre("h", "i"));
  EXPECT_THAT(read.view.empty, ElementsAre("e"));
  EXPECT_EQ(read.emulator, "q");
  EXPECT_EQ(read.coverage, "c");
}

TEST(KeeperMessageTest, ProbeResultArrivesWhole) {
  ProbeResult result;
  result.ending.kind = Ending::Kind::kTimedOut;
  result.ending.stuck = Stuck::kBlocked;
  result.ending.processor_seconds = 1.5;
  result.trace = std::string("{}\n\0", 4);
  result.output = "said";
  const ProbeResult read = ReadProbeResult(MessageOf(result));
  EXPECT_EQ(read.ending.kind, Ending::Kind::kTimedOut);
  EXPECT_EQ(read.ending.stuck, Stuck::kBlocked);
  EXPECT_EQ(read.ending.processor_seconds, 1.5);
  EXPECT_EQ(read.trace, result.trace);
  EXPECT_EQ(read.output, "said");
}

TEST(KeeperMessageTest, RefusesAnotherKind) {
  EXPECT_THROW(ReadProbeResult(MessageOf(SandboxOptions())), HarnessError);
}

TEST(KeeperMessageTest, RefusesEveryPartOfAMessage) {
  const KeeperMessage whole = MessageOf(LargeWorld(), {"word"}, Limits(), false);
  for (size_t size = 0; size < whole.bytes.size(); ++size) {
    EXPECT_THROW(ReadWorldRequest({whole.kind, whole.bytes.substr(0, size)}), HarnessError) << size;
  }
  EXPECT_THROW(ReadWorldRequest({whole.kind, whole.bytes + "x"}), HarnessError);
}

TEST(KeeperMessageTest, TravelsThroughASocket) {
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
  ASSERT_TRUE(Send(ends[0], MessageOf(KeeperMessage::Kind::kFailed, "why")));
  ASSERT_TRUE(Send(ends[0], MessageOf(KeeperMessage::Kind::kReady, "")));
  close(ends[0]);
  KeeperMessage message;
  ASSERT_TRUE(Receive(ends[1], message));
  EXPECT_EQ(message.kind, KeeperMessage::Kind::kFailed);
  EXPECT_EQ(message.bytes, "why");
  ASSERT_TRUE(Receive(ends[1], message));
  EXPECT_EQ(message.kind, KeeperMessage::Kind::kReady);
  EXPECT_THAT(message.bytes, IsEmpty());
  EXPECT_FALSE(Receive(ends[1], message)) << "the other end is closed";
  EXPECT_FALSE(Send(ends[1], message));
  close(ends[1]);
}

}  // namespace
}  // namespace loadstone::keeper_message_test
