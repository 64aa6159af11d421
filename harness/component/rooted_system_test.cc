// SPDX-License-Identifier: Apache-2.0
#include "harness/component/rooted_system.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "harness/component/find_library.h"
#include "harness/component/read_component.h"
#include "harness/component/system_loader.h"
#include "harness/errors.h"
#include "harness/world/elf_file.h"

namespace loadstone::rooted_system_test {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// A row of folders as in the binary of a dynamic linker.
const std::string kRow("x/no\0\0/lib/a/\0/usr/lib/a/\0/lib/\0\0y", 34);

// An empty system, and a folder of the host next to it.
class RootedSystemTest : public testing::Test {
 protected:
  RootedSystemTest() {
    std::string name = testing::TempDir() + "/system_XXXXXX";
    base_ = fs::canonical(mkdtemp(name.data()));
    fs::create_directories(base_ / "root");
    Write(DynamicLinker(), kRow);
  }
  ~RootedSystemTest() override { fs::remove_all(base_); }

  std::string root() const { return base_ / "root"; }
  RootedSystem System() const { return RootedSystem(root()); }
  LibrarySearch Search() const { return {.root = root()}; }

  // Writes a file of the system.
  void Write(const std::string& path, const std::string& text) const {
    fs::create_directories(fs::path(root() + path).parent_path());
    std::ofstream(root() + path) << text;
  }
  // Adds a library to the system, or to the host.
  void AddLibrary(const std::string& path) const { CopyLibrary(root() + path); }
  static void CopyLibrary(const std::string& path) {
    fs::create_directories(fs::path(path).parent_path());
    fs::copy_file(LOADSTONE_TEST_DRIVER, path);
  }
  static std::string Driver(const std::string& library_path) {
    return R"({"ICD": {"api_version": "1.3.0", "library_path": ")" + library_path + "\"}}";
  }

  fs::path base_;
};

TEST(LinkerFoldersTest, AreTheFirstRowOfFolders) {
  EXPECT_THAT(LinkerFoldersIn(kRow), ElementsAre("/lib/a", "/usr/lib/a", "/lib"));
  EXPECT_THAT(LinkerFoldersIn(std::string("/one/\0\0/two/", 12)), IsEmpty());
  EXPECT_THAT(LinkerFoldersIn(""), IsEmpty());
}

TEST(LinkerFoldersTest, AreInTheLinkerOfThisMachine) {
  std::ifstream file(DynamicLinker(), std::ios::binary);
  const std::string binary(std::istreambuf_iterator<char>(file), {});
  EXPECT_THAT(LinkerFoldersIn(binary), Contains("/usr/lib/" + LinkerTokens().lib.substr(4)));
}

TEST_F(RootedSystemTest, TellsPathsInItFromOthers) {
  EXPECT_EQ(System().InSystem(root() + "/usr/a"), "/usr/a");
  EXPECT_EQ(System().InSystem(root()), "/");
  EXPECT_EQ(System().InSystem(root() + "more/a"), std::nullopt);
}

TEST_F(RootedSystemTest, FindsFilesInItFirst) {
  Write("/opt/l.so.1", "");
  fs::create_symlink("/opt/l.so.1", base_ / "root/l.so");
  EXPECT_EQ(HostPathIn(root(), "/l.so"), root() + "/opt/l.so.1");
  EXPECT_EQ(HostPathIn(root(), root() + "/l.so"), root() + "/opt/l.so.1");
  EXPECT_EQ(HostPathIn(root(), "/proc/self/exe"), "/proc/self/exe");
  EXPECT_EQ(HostPathIn("", "/l.so"), "/l.so");
}

TEST_F(RootedSystemTest, TokensAndFoldersAreThoseOfItsLinker) {
  EXPECT_EQ(System().Tokens().lib, "lib/a");
  Write("/etc/ld.so.conf", "# own\n/srv/first\ninclude ld.so.conf.d/*.conf\n");
  Write("/etc/ld.so.conf.d/b.conf", "/srv/third\n");
  Write("/etc/ld.so.conf.d/a.conf", "/srv/second # see a\n");
  Write("/etc/ld.so.conf.d/a.old", "/srv/old\n");
  EXPECT_THAT(System().PlacesOf("l.so"),
              ElementsAre("/srv/first/l.so", "/srv/second/l.so", "/srv/third/l.so", "/lib/a/l.so",
                          "/usr/lib/a/l.so", "/lib/l.so", "/lib64/l.so", "/usr/lib64/l.so",
                          "/usr/lib/l.so"));
}

// The second architecture, if there is one, has a linker with other folders.
TEST_F(RootedSystemTest, TokensAndFoldersAreThoseOfTheArchitecture) {
  const std::vector<Architecture> all = RunnableArchitectures();
  EXPECT_THAT(System().Architectures(), ElementsAre(OwnArchitecture()));
  if (all.size() == 1) GTEST_SKIP() << "this processor runs programs of one known architecture";
  Write(DynamicLinker(all[1]), std::string("x\0/lib/b/\0/usr/lib/b/\0y", 22));
  EXPECT_EQ(System().Architectures(), all);
  EXPECT_EQ(System().Tokens(all[1]).lib, "lib/b");
  EXPECT_EQ(System().Tokens(all[1]).platform, PlatformToken(all[1]));
  EXPECT_THAT(System().PlacesOf("l.so", all[1]), Contains("/usr/lib/b/l.so"));
  EXPECT_THAT(System().PlacesOf("l.so", all[1]), Not(Contains("/usr/lib/a/l.so")));
  EXPECT_EQ(System().Tokens().lib, "lib/a");
  fs::remove(root() + DynamicLinker());
  EXPECT_THAT(System().Architectures(), ElementsAre(all[1]));
}

TEST_F(RootedSystemTest, SearchesPreferTheManifestsArchitecture) {
  const std::vector<Architecture> all = RunnableArchitectures();
  if (all.size() == 1) GTEST_SKIP() << "this processor runs programs of one known architecture";
  Write(DynamicLinker(all[1]), kRow);
  LibrarySearch search = Search();
  EXPECT_EQ(SearchesFor(search, Api::kVulkan, "").front().architecture, all[0]);
  EXPECT_EQ(SearchesFor(search, Api::kVulkan, "32").front().architecture, all[1]);
  EXPECT_EQ(SearchesFor(search, Api::kVulkan, "other").front().architecture, all[0]);
  search.architecture = all[1];
  EXPECT_EQ(SearchesFor(search, Api::kVulkan, "").front().architecture, all[1]);
  EXPECT_EQ(SearchesFor(search, Api::kVulkan, "64").front().architecture, all[0]);
}

TEST_F(RootedSystemTest, AConfigurationThatIncludesItselfEnds) {
  Write("/etc/ld.so.conf", "include ld.so.conf\n/srv/own\n");
  EXPECT_THAT(System().PlacesOf("l.so"), Contains("/srv/own/l.so"));
}

TEST_F(RootedSystemTest, LibrariesAreFoundByEachKindOfPath) {
  AddLibrary("/usr/lib/a/libd.so.1");
  fs::create_symlink("/usr/lib/a/libd.so.1", root() + "/usr/lib/a/libd.so");
  for (const char* path : {"libd.so", "/usr/lib/a/libd.so", "../../../lib/a/libd.so",
                           "/usr/$LIB/libd.so", "/usr/${LIB}/libd.so"}) {
    Write("/usr/share/vulkan/icd.d/d.json", Driver(path));
    for (const std::string& manifest : {std::string("/usr/share/vulkan/icd.d/d.json"),
                                        root() + "/usr/share/vulkan/icd.d/d.json"}) {
      const ComponentUnderTest driver = ReadDriver(manifest, {}, Search());
      EXPECT_EQ(driver.library, "/usr/lib/a/libd.so.1") << path << driver.library_problem;
      EXPECT_EQ(driver.manifest, root() + "/usr/share/vulkan/icd.d/d.json");
      EXPECT_THAT(driver.exports, Contains("vk_icdNegotiateLoaderICDInterfaceVersion"));
      EXPECT_THAT(driver.files, IsEmpty());
      EXPECT_THAT(driver.shown_folders, IsEmpty());
    }
  }
}

TEST_F(RootedSystemTest, FoldersThatWorldsDoNotShowAreAdded) {
  AddLibrary("/srv/vendor/libd.so");
  AddLibrary("/tmp/libd.so");
  Write("/etc/d.json", Driver("/srv/vendor/libd.so"));
  EXPECT_THAT(ReadDriver("/etc/d.json", {}, Search()).shown_folders, ElementsAre("/srv/vendor"));
  Write("/etc/d.json", Driver("/tmp/libd.so"));
  EXPECT_THAT(ReadDriver("/etc/d.json", {}, Search()).files, ElementsAre("/tmp/libd.so"));
}

TEST_F(RootedSystemTest, ALinkedManifestHasItsLibraryBesideEither) {
  AddLibrary("/opt/vendor/libd.so");
  Write("/opt/vendor/d.json", Driver("./libd.so"));
  fs::create_directories(root() + "/etc/vulkan/icd.d");
  fs::create_symlink("/opt/vendor/d.json", root() + "/etc/vulkan/icd.d/d.json");
  EXPECT_EQ(ReadDriver("/etc/vulkan/icd.d/d.json", {}, Search()).library, "/opt/vendor/libd.so");
}

TEST_F(RootedSystemTest, ABuildOfThisMachineIsCopied) {
  const std::string library = base_ / "build/libd.so";
  CopyLibrary(library);
  std::ofstream(library + ".settings") << "";
  std::ofstream(base_ / "build/d.json") << Driver("./libd.so");
  const ComponentUnderTest driver = ReadDriver(base_ / "build/d.json", {}, Search());
  EXPECT_EQ(driver.library, library);
  EXPECT_THAT(driver.files, ElementsAre(library, library + ".settings"));
  LibrarySearch search = Search();
  search.folders = {base_ / "build"};
  EXPECT_EQ(FindLibrary("libd.so", "/", search).path, library);
  // A world has the system's folder at that path.
  AddLibrary(library);
  std::ofstream(base_ / "build/e.json") << Driver("./libd.so");
  EXPECT_THROW(ReadDriver(base_ / "build/e.json", {}, Search()), EnvironmentError);
}

TEST_F(RootedSystemTest, LibrariesOfThisMachineAreNotTheSystems) {
  const std::string own = DynamicLinker();
  const std::string real = fs::canonical(own);
  fs::remove(root() + own);
  Write("/etc/d.json", Driver(real));
  EXPECT_THAT(ReadDriver("/etc/d.json", {}, Search()).library_problem, HasSubstr("no library"));
  std::ofstream(base_ / "d.json") << Driver(real);
  EXPECT_THAT(ReadDriver(base_ / "d.json", {}, Search()).library_problem, HasSubstr("no library"));
  Write("/etc/d.json", Driver("libc.so.6"));
  EXPECT_THAT(ReadDriver("/etc/d.json", {}, Search()).library_problem, HasSubstr("no library"));
}

TEST_F(RootedSystemTest, ItsLoaderIsTheOneThatItsLinkerFinds) {
  EXPECT_EQ(SystemLoader(Api::kVulkan, root()), "");
  AddLibrary("/usr/lib/a/libvulkan.so.1.3");
  fs::create_symlink("libvulkan.so.1.3", root() + "/usr/lib/a/libvulkan.so.1");
  EXPECT_EQ(SystemLoader(Api::kVulkan, root()), "/usr/lib/a/libvulkan.so.1.3");
}

TEST_F(RootedSystemTest, ManifestsOfThisMachinesSystemAreRefused) {
  for (const char* path : {"/etc/passwd", "/usr/share/vulkan/icd.d/none.json", "none.json"}) {
    try {
      ReadDriver(path, {}, Search());
      ADD_FAILURE() << path;
    } catch (const EnvironmentError& error) {
      EXPECT_THAT(error.what(), HasSubstr("there is no manifest " + std::string(path) + " in "));
    }
  }
}

}  // namespace
}  // namespace loadstone::rooted_system_test
