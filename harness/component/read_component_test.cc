// SPDX-License-Identifier: Apache-2.0
#include "harness/component/read_component.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "harness/component/elf_symbols.h"
#include "harness/errors.h"

namespace loadstone::read_component_test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

class ReadComponentTest : public testing::Test {
 protected:
  ReadComponentTest() {
    char name[] = "/tmp/read_component_XXXXXX";
    folder_ = mkdtemp(name);
  }
  ~ReadComponentTest() override { std::filesystem::remove_all(folder_); }

  std::string Write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ + "/" + name) << text;
    return folder_ + "/" + name;
  }

  std::string folder_;
};

template <typename Read>
std::string WhyRefused(const Read& read, const std::string& path) {
  try {
    read(path, "", {});
  } catch (const EnvironmentError& error) {
    return error.what();
  }
  return "not refused";
}

TEST_F(ReadComponentTest, ReadsADriver) {
  std::filesystem::copy_file(LOADSTONE_TEST_DRIVER, folder_ + "/libdriver.so");
  const ComponentUnderTest driver = ReadDriver(Write("a.json", R"({"file_format_version": "1.0.1",
          "ICD": {"library_path": "./libdriver.so", "api_version": "1.3.2"}})"));
  EXPECT_EQ(driver.kind, SubjectKind::kDriver);
  EXPECT_EQ(driver.format, "1.0.1");
  EXPECT_EQ(driver.api_version, "1.3.2");
  EXPECT_EQ(driver.library, folder_ + "/libdriver.so");
  EXPECT_EQ(driver.negotiate, "vk_icdNegotiateLoaderICDInterfaceVersion");
  EXPECT_THAT(driver.exports, Contains("vk_icdGetInstanceProcAddr"));
  EXPECT_THAT(driver.interposable, IsEmpty());
}

TEST_F(ReadComponentTest, ReadsARuntimeWithAnotherNegotiation) {
  const ComponentUnderTest runtime = ReadRuntime(Write("a.json", R"({"runtime": {"name": "mine",
      "library_path": "/gone.so", "functions": {"xrNegotiateLoaderRuntimeInterface": "other"}}})"));
  EXPECT_EQ(runtime.kind, SubjectKind::kRuntime);
  EXPECT_EQ(runtime.name, "mine");
  EXPECT_EQ(runtime.negotiate, "other");
  EXPECT_EQ(runtime.library, "");
  EXPECT_THAT(runtime.library_problem, HasSubstr("there is no library"));
}

// Worlds show these folders read-only: a copy within one of them cannot be made.
TEST_F(ReadComponentTest, CopiesNoFileIntoAFolderOfTheLibraryPath) {
  const std::string folder = std::filesystem::path(LOADSTONE_TEST_DRIVER).parent_path();
  setenv("LD_LIBRARY_PATH", folder.c_str(), 1);
  const ComponentUnderTest driver = ReadDriver(
      Write("a.json", R"({"ICD": {"library_path": ")" LOADSTONE_TEST_DRIVER R"("}})"), "", {});
  unsetenv("LD_LIBRARY_PATH");
  EXPECT_EQ(driver.library, LOADSTONE_TEST_DRIVER);
  for (const std::string& file : driver.files) {
    for (const std::string& shown : driver.shown_folders) {
      EXPECT_FALSE(file.starts_with(shown + "/")) << file << " in " << shown;
    }
  }
}

// For a manifest that is a symbolic link: the library is next to the link or next to its target.
TEST_F(ReadComponentTest, RelativePathsThroughALinkAreOfEitherFolder) {
  for (const char* folder : {"/of_link", "/of_target"}) {
    std::filesystem::create_directories(folder_ + folder + "/lib");
  }
  const std::string link = folder_ + "/of_link/b.json";
  std::filesystem::create_symlink(
      Write("of_target/a.json", R"({"ICD": {"library_path": "./lib/libdriver.so"}})"), link);
  for (const char* folder : {"/of_link", "/of_target"}) {
    const std::string library = folder_ + folder + "/lib/libdriver.so";
    std::filesystem::copy_file(LOADSTONE_TEST_DRIVER, library);
    EXPECT_EQ(ReadDriver(link).library, library);
    std::filesystem::remove(library);
    EXPECT_EQ(ReadDriver(link).library_problem,
              "there is no library ./lib/libdriver.so, which resolves to " + folder_ +
                  "/of_link/./lib/libdriver.so");
  }
}

TEST_F(ReadComponentTest, BadJsonIsTheComponentsFault) {
  EXPECT_NE(ReadDriver(Write("a.json", "{,}")).json_problem, "");
  EXPECT_NE(ReadRuntime(Write("a.json", "[]")).json_problem, "");
  EXPECT_EQ(ReadDriver(Write("a.json", R"({"ICD": 3})")).object, "");
}

TEST_F(ReadComponentTest, WrongRequestsAreRefused) {
  EXPECT_THAT(WhyRefused(ReadDriver, folder_), HasSubstr("check-driver takes the driver's"));
  EXPECT_THAT(WhyRefused(ReadDriver, Write("l.json", R"({"layers": []})")), HasSubstr("a layer"));
  EXPECT_THAT(WhyRefused(ReadRuntime, Write("d.json", R"({"ICD": {}})")),
              HasSubstr("a Vulkan driver, not of a runtime"));
  EXPECT_THAT(WhyRefused(ReadDriver, Write("r.json", R"({"runtime": {}})")),
              HasSubstr("an OpenXR runtime, not of a driver"));
}

TEST_F(ReadComponentTest, FilesThatAreNoLibrariesHaveNoSymbols) {
  EXPECT_THAT(ReadElfSymbols("/nonexistent").exports, IsEmpty());
  EXPECT_THAT(ReadElfSymbols(folder_).exports, IsEmpty());
  std::ifstream library(LOADSTONE_TEST_DRIVER, std::ios::binary);
  std::string half(5000, '\0');
  library.read(half.data(), static_cast<std::streamsize>(half.size()));
  EXPECT_THAT(ReadElfSymbols(Write("half.so", half)).exports, IsEmpty());
}

}  // namespace
}  // namespace loadstone::read_component_test
