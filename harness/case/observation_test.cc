// SPDX-License-Identifier: Apache-2.0
#include "harness/case/observation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

namespace loadstone::observation_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::ThrowsMessage;

ProbeResult Traced(const std::string& trace, Ending ending = {}) {
  return {.ending = ending, .trace = trace, .output = {}};
}

constexpr Ending kCrash = {.kind = Ending::Kind::kSignalled, .value = SIGSEGV};

TEST(EventTest, GivesItsLine) {
  const std::string line = R"({"who":"app","what":"words","list":["a","b"],"n":1})";
  const Observation seen(Traced(line + "\n"));
  EXPECT_EQ(seen.First("app", "words")->Json(), line);
}

TEST(EventTest, GivesItsFields) {
  const Observation seen(Traced(R"({"who":"a","what":"b","n":-5,"f":true,"l":["x",null]})"
                                "\n"));
  ASSERT_THAT(seen.events(), SizeIs(1));
  const Event& event = seen.events().front();
  EXPECT_EQ(event.who(), "a");
  EXPECT_EQ(event.what(), "b");
  EXPECT_EQ(event.Number("n"), -5);
  EXPECT_TRUE(event.Flag("f"));
  EXPECT_THAT(event.List("l"), ElementsAre("x", "null"));
  EXPECT_TRUE(event.Has("n"));
}

TEST(EventTest, RefusesFieldsThatAreMissingOrOfAnotherType) {
  const Observation seen(Traced(
      R"({"who":"a","what":"b","text":1,"number":"1","flag":1,"list":{},"texts":[1],"numbers":[""]})"
      "\n"));
  const Event& event = seen.events().front();
  for (const char* key : {"missing", "text"}) EXPECT_THROW(event.Text(key), HarnessError);
  for (const char* key : {"missing", "number"}) EXPECT_THROW(event.Number(key), HarnessError);
  for (const char* key : {"missing", "flag"}) EXPECT_THROW(event.Flag(key), HarnessError);
  for (const char* key : {"missing", "list", "texts"}) {
    EXPECT_THROW(event.List(key), HarnessError);
  }
  for (const char* key : {"missing", "list", "numbers"}) {
    EXPECT_THROW(event.Numbers(key), HarnessError);
  }
  EXPECT_FALSE(event.Has("missing"));
  EXPECT_THAT([&] { event.Number("misspelt"); },
              ThrowsMessage<HarnessError>(
                  AllOf(HasSubstr("\"misspelt\" is missing"), HasSubstr(event.Json()))));
}

TEST(EventTest, FieldsThatOnlySomeEventsHave) {
  const Observation seen(Traced(R"({"who":"a","what":"b","t":"x","n":5,"f":true})"
                                "\n"));
  const Event& event = seen.events().front();
  EXPECT_EQ(event.Text("missing", "none"), "none");
  EXPECT_EQ(event.Number("missing", -7), -7);
  EXPECT_TRUE(event.Flag("missing", true));
  EXPECT_EQ(event.Text("t", "none"), "x");
  EXPECT_EQ(event.Number("n", -7), 5);
  EXPECT_TRUE(event.Flag("f", false));
  EXPECT_EQ(event.phase(), "");
  EXPECT_THROW(event.Number("t", 0), HarnessError) << "it is there, and of another type";
}

TEST(EventTest, AddressesAreNotShown) {
  const Observation seen(
      Traced(R"({"who":"a","handle":"0x00000000070930b0","bus":"0x10","up":null})"
             "\n"));
  const Event& event = seen.events().front();
  EXPECT_EQ(event.Json(), R"({"who":"a","handle":"0x...","bus":"0x10","up":null})")
      << "two runs of a case show the same";
  EXPECT_EQ(event.Text("handle"), "0x00000000070930b0");
}

TEST(EventTest, NullIsAnEmptyText) {
  const Observation seen(Traced(R"({"who":"a","what":"b","name":null})"
                                "\n"));
  EXPECT_EQ(seen.events().front().Text("name"), "");
}

TEST(ObservationTest, SelectsByWhoAndWhat) {
  const Observation seen(
      Traced("{\"who\":\"a\",\"what\":\"x\",\"n\":1}\n{\"who\":\"b\",\"what\":\"x\"}\n"
             "{\"who\":\"a\",\"what\":\"y\"}\n{\"who\":\"a\",\"what\":\"x\",\"n\":2}\n"));
  EXPECT_THAT(seen.Select("a", "x"), SizeIs(2));
  EXPECT_THAT(seen.Select("", "x"), SizeIs(3));
  EXPECT_THAT(seen.Select("a", ""), SizeIs(3));
  EXPECT_THAT(seen.Select("c", ""), IsEmpty());
  EXPECT_EQ(seen.First("a", "x")->Number("n"), 1);
  EXPECT_FALSE(seen.First("b", "y").has_value());
}

TEST(ObservationTest, RefusesATraceThatIsNone) {
  for (const char* trace : {"nonsense\n", "[]\n", "{}\n1\n{}\n", "{}\n\n{}\n", "{\"who\"\n"}) {
    EXPECT_THROW(Observation{Traced(trace)}, HarnessError) << trace;
  }
}

TEST(ObservationTest, ForgivesTheTornLastLineOfAKilledProcess) {
  const std::string torn = "{\"who\":\"a\"}\n{\"who\":\"b";
  EXPECT_THAT(Observation(Traced(torn, kCrash)).events(), SizeIs(1));
  EXPECT_THROW(Observation{Traced(torn)}, HarnessError);
  EXPECT_THROW(Observation(Traced("{\"who\n{}\n", kCrash)), HarnessError) << "not the last line";
}

TEST(ObservationTest, EmptyTrace) { EXPECT_THAT(Observation(Traced("")).events(), IsEmpty()); }

TEST(ObservationTest, DescribesEveryEnding) {
  const auto describe = [](const Ending& ending) {
    return Observation(Traced("", ending)).DescribeEnding();
  };
  EXPECT_EQ(describe({.kind = Ending::Kind::kExited, .value = 42}), "it exited with status 42");
  EXPECT_EQ(describe(kCrash), "it was killed by SIGSEGV");
  EXPECT_EQ(describe({.kind = Ending::Kind::kSignalled, .value = 99}),
            "it was killed by signal 99");
  Ending late = {.kind = Ending::Kind::kTimedOut, .seconds = 60, .processor_seconds = 9.96};
  EXPECT_EQ(describe(late), "it had not ended after 60 s, 10.0 s of them of processor time");
  late.stuck = Stuck::kBusy;
  EXPECT_EQ(describe(late), "it had not ended after 10 s of processor time");
  late.stuck = Stuck::kBlocked;
  EXPECT_EQ(describe(late), "it hung with every thread asleep");
}

TEST(ObservationTest, SaysDuringWhichCallItEnded) {
  const std::string enter = R"({"who":"app","what":"vkCreateInstance","phase":"enter"})"
                            "\n";
  const std::string leave = R"({"who":"app","what":"vkCreateInstance","phase":"leave"})"
                            "\n";
  const std::string layer = R"({"who":"layer","what":"vkCreateDevice","phase":"enter"})"
                            "\n";
  EXPECT_EQ(Observation(Traced(enter + layer, kCrash)).DescribeEnding(),
            "it was killed by SIGSEGV during vkCreateInstance");
  EXPECT_EQ(Observation(Traced(enter + leave, kCrash)).DescribeEnding(),
            "it was killed by SIGSEGV");
}

TEST(ObservationTest, MentionsMuchMemory) {
  Ending ending = kCrash;
  ending.peak_memory_bytes = uint64_t{1000} << 20;
  EXPECT_EQ(Observation(Traced("", ending)).DescribeEnding(),
            "it was killed by SIGSEGV, having used 1000 MiB of memory");
  ending.peak_memory_bytes = uint64_t{100} << 20;
  EXPECT_EQ(Observation(Traced("", ending)).DescribeEnding(), "it was killed by SIGSEGV");
}

TEST(ObservationTest, NamesWhatASanitizerFound) {
  const ProbeResult probe_result = {
      .ending = {.kind = Ending::Kind::kExited, .value = 1},
      .trace = {},
      .output = "==2==ERROR\nSUMMARY: AddressSanitizer: SEGV a.cc:1 in f\n==2==ABORTING\n"};
  EXPECT_EQ(Observation(probe_result).DescribeEnding(),
            "it exited with status 1, SUMMARY: AddressSanitizer: SEGV a.cc:1 in f");
}

TEST(ObservationTest, EndsWellOnlyWithStatusZero) {
  EXPECT_TRUE(Observation(Traced("")).FinishedNormally());
  EXPECT_FALSE(
      Observation(Traced("", {.kind = Ending::Kind::kExited, .value = 1})).FinishedNormally());
  EXPECT_FALSE(Observation(Traced("", kCrash)).FinishedNormally());
  EXPECT_FALSE(Observation(Traced("", {.kind = Ending::Kind::kTimedOut})).FinishedNormally());
}

}  // namespace
}  // namespace loadstone::observation_test
