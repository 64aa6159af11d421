// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "harness/sandbox/test_visits.h"

namespace loadstone::sandbox_test {
namespace {

using testing::SizeIs;

namespace fs = std::filesystem;

// A folder of the host that the destructor removes.
class HostFolder {
 public:
  // Not in /tmp, on which the keeper mounts its root.
  HostFolder() {
    char pattern[] = "/var/tmp/loadstone-view-XXXXXX";
    path_ = mkdtemp(pattern);
    fs::permissions(path_, fs::perms(0755));
  }
  ~HostFolder() { fs::remove_all(path_); }

  void Write(const std::string& name, const std::string& text) const {
    fs::create_directories(fs::path(path_ + "/" + name).parent_path());
    std::ofstream(path_ + "/" + name) << text;
    fs::permissions(path_ + "/" + name, fs::perms(0666));  // only the mount prevents writing
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

TEST(HostViewTest, IsReadOnlyAndHidesWhatItIsTold) {
  const HostFolder host;
  host.Write("data/settings", "host's");
  host.Write("share/fonts/list", "fonts");
  host.Write("share/vulkan/icd.d/a.json", "{}");
  fs::create_symlink("data/settings", host.path() + "/link");
  SandboxOptions options = TestOptions();
  options.view = {.folders = {host.path(), "/nowhere/at/all"},
                  .hidden = {host.path() + "/share/vulkan"}};
  const std::string at = host.path();
  const World world = World().File(at + "/share/vulkan/icd.d/b.json", "b").File(at + "/own", "own");
  const std::vector<std::string> questions = {"read:" + at + "/data/settings",
                                              "read:" + at + "/link",
                                              "read:" + at + "/share/fonts/list",
                                              "read:" + at + "/share/vulkan/icd.d/a.json",
                                              "read:" + at + "/share/vulkan/icd.d/b.json",
                                              "read:" + at + "/own",
                                              "write:" + at + "/data/settings"};
  const Visits visits = MakeVisits({{world, questions, {}}, {world, questions, {}}}, options);
  ASSERT_THAT(visits.probe_results, SizeIs(2)) << visits.error;
  for (const ProbeResult& seen : visits.probe_results) {
    EXPECT_EQ(Answer(seen, questions[0]), "host's");
    EXPECT_EQ(Answer(seen, questions[1]), "host's");
    EXPECT_EQ(Answer(seen, questions[2]), "fonts");
    EXPECT_EQ(Answer(seen, questions[3]), "ENOENT");
    EXPECT_EQ(Answer(seen, questions[4]), "b");
    EXPECT_EQ(Answer(seen, questions[5]), "own");
    EXPECT_EQ(Answer(seen, questions[6]), "EROFS");
  }
  EXPECT_EQ(Ask("read:" + at + "/data/settings"), "ENOENT") << "a sandbox without a view";
}

TEST(HostViewTest, HasEmptyFolders) {
  SandboxOptions options = TestOptions();
  options.view = {.empty = {"/sys/class/drm", "/sys/class/net"}};
  const std::vector<std::string> questions = {"list:/sys/class", "list:/sys/class/drm"};
  const Visits visits = MakeVisits({{World(), questions, {}}}, options);
  ASSERT_THAT(visits.probe_results, SizeIs(1)) << visits.error;
  EXPECT_EQ(Answer(visits.probe_results[0], questions[0]), "drm net");
  EXPECT_EQ(Answer(visits.probe_results[0], questions[1]), "");
  EXPECT_EQ(Ask("list:/sys"), "ENOENT") << "a sandbox without a view";
}

TEST(HostViewTest, YieldsToTheWorld) {
  const HostFolder host;
  host.Write("settings", "host's");
  SandboxOptions options = TestOptions();
  options.view = {.folders = {host.path()}};
  const std::string question = "read:" + host.path() + "/settings";
  const Visits visits =
      MakeVisits({{World().File(host.path() + "/settings", "world's"), {question}, {}}}, options);
  ASSERT_THAT(visits.probe_results, SizeIs(1)) << visits.error;
  EXPECT_EQ(Answer(visits.probe_results[0], question), "world's");
}

TEST(HostViewTest, TellsWhatItShows) {
  const HostView view{.folders = {"/usr", "/opt"}, .hidden = {"/usr/share/vulkan"}};
  EXPECT_TRUE(IsVisibleInWorlds("/usr/lib/libc.so.6"));
  EXPECT_TRUE(IsVisibleInWorlds("/usr/share/glvnd/a.json", view));
  EXPECT_TRUE(IsVisibleInWorlds("/opt", view));
  EXPECT_FALSE(IsVisibleInWorlds("/usr/share/glvnd/a.json"));
  EXPECT_FALSE(IsVisibleInWorlds("/usr/share/vulkan/icd.d/a.json", view));
  EXPECT_FALSE(IsVisibleInWorlds("/optional/a", view));
}

}  // namespace
}  // namespace loadstone::sandbox_test
