// SPDX-License-Identifier: Apache-2.0
#include "harness/case/calibration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace loadstone::calibration_test {
namespace {

using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::SizeIs;
using testing::ThrowsMessage;

class CandidateRootsTest : public testing::Test {
 protected:
  ~CandidateRootsTest() override { std::filesystem::remove(path_); }

  // Returns the roots for a binary that contains `texts`, each between two null bytes.
  std::vector<std::string> Roots(const std::vector<std::string>& texts,
                                 const std::vector<std::string>& extra = {}) {
    std::ofstream file(path_, std::ios::binary);
    file << "\x7f"
            "ELF"
         << '\0';
    for (const std::string& text : texts) file << text << '\0';
    file.close();
    return CandidateRoots(path_, extra);
  }

  const std::string path_ = testing::TempDir() + "candidate_roots_test_" +
                            testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(CandidateRootsTest, AlwaysHasWhatTheDocumentsName) {
  EXPECT_THAT(Roots({}),
              IsSupersetOf({"/home/user/.config", "/etc/xdg", "/etc", "/home/user/.local/share",
                            "/usr/local/share", "/usr/share"}));
}

TEST_F(CandidateRootsTest, ReadsTheBinary) {
  EXPECT_THAT(Roots({"/opt/vendor/etc", "/opt/lists:/opt/of/folders",
                     "/opt/whole/vulkan/explicit_layer.d", "/opt/slash/"}),
              IsSupersetOf({"/opt/vendor/etc", "/opt/lists", "/opt/of/folders", "/opt/whole",
                            "/opt/slash"}));
}

TEST_F(CandidateRootsTest, LeavesOutWhatCannotBeARoot) {
  const std::vector<std::string> none =
      Roots({"/proc/self", "/dev/null", "/a/../b", "/a//b", "/etc/file.json", "/with space",
             "relative/path", "/%s/format", "/" + std::string(300, 'x')});
  EXPECT_THAT(none, SizeIs(Roots({}).size()));
}

TEST_F(CandidateRootsTest, ListsEachOnceAndNotTooMany) {
  EXPECT_THAT(Roots({"/etc", "/etc/", "/etc/vulkan"}), SizeIs(Roots({}).size()));
  std::vector<std::string> many;
  for (int i = 0; i < 1000; ++i) many.push_back("/opt/r" + std::to_string(i));
  EXPECT_THAT(Roots(many).size(), testing::Lt(50u));
}

TEST_F(CandidateRootsTest, TakesWhatTheUserNames) {
  EXPECT_THAT(Roots({}, {"/opt/mine", "/opt/full/vulkan/implicit_layer.d"}),
              IsSupersetOf({"/opt/mine", "/opt/full"}));
  for (const char* bad : {"", "relative", "/", "/a b", "/a/../b"}) {
    EXPECT_THAT([&] { Roots({}, {bad}); },
                ThrowsMessage<EnvironmentError>(HasSubstr("--search-folder")))
        << bad;
  }
}

TEST_F(CandidateRootsTest, UnreadableBinary) {
  EXPECT_THAT([] { CandidateRoots("/nowhere/at/all", {}); },
              ThrowsMessage<EnvironmentError>(HasSubstr("/nowhere/at/all")));
}

}  // namespace
}  // namespace loadstone::calibration_test
