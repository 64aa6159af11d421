// SPDX-License-Identifier: Apache-2.0
#include "mock_common/fault.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <string>

#include "mock_common/config.h"
#include "mock_common/test_files.h"
#include "mock_common/trace.h"

namespace loadstone::mock::fault_test {
namespace {

class FaultTest : public testing::Test {
 protected:
  FaultTest() {
    const std::string trace = folder_.Write("trace", "");
    folder_.Write("mock.so.config", "{\"trace\":\"" + trace +
                                        "\",\"faults\":{\"a\":\"crash\",\"b\":\"abort\","
                                        "\"c\":\"exit\",\"d\":\"unheard of\",\"e\":1,"
                                        "\"f\":\"set_environment\",\"g\":\"limit_memory\"}}");
    LoadConfigOf(library_.c_str());
  }
  ~FaultTest() override { OpenTrace(nullptr, ""); }

  TestFolder folder_;
  const std::string library_ = folder_.Path("mock.so");
};

TEST_F(FaultTest, ReturnsWithoutAFault) {
  MaybeFault("other");
  MaybeFault("d");
  MaybeFault("e");
  EXPECT_EQ(folder_.Read("trace"), "");
}

TEST_F(FaultTest, Crashes) { EXPECT_EXIT(MaybeFault("a"), testing::KilledBySignal(SIGSEGV), ""); }

TEST_F(FaultTest, Aborts) { EXPECT_EXIT(MaybeFault("b"), testing::KilledBySignal(SIGABRT), ""); }

TEST_F(FaultTest, Exits) { EXPECT_EXIT(MaybeFault("c"), testing::ExitedWithCode(42), ""); }

TEST_F(FaultTest, ReturnsFromFaultsThatLetTheApplicationContinue) {
  EXPECT_EXIT(
      {
        MaybeFault("f");
        MaybeFault("g");
        void* memory = mmap(nullptr, 1, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        exit(getenv("LOADSTONE_MOCK") != nullptr && memory == MAP_FAILED ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

TEST_F(FaultTest, IsTracedBeforeItHappens) {
  EXPECT_EXIT(MaybeFault("b"), testing::KilledBySignal(SIGABRT), "");
  const auto events = folder_.ReadTrace("trace");
  ASSERT_EQ(events.size(), 1u);
  EXPECT_STREQ(events[0]["what"].GetString(), "fault");
  EXPECT_STREQ(events[0]["function"].GetString(), "b");
  EXPECT_STREQ(events[0]["fault"].GetString(), "abort");
}

}  // namespace
}  // namespace loadstone::mock::fault_test
