// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <signal.h>

#include "oracle/openxr/judge.h"
#include "oracle/openxr/oracle.h"
#include "oracle/openxr/test_subject.h"

// Which runtime is used: where its manifest is, and which library it names.
namespace loadstone::oracle::openxr::runtime_test {
namespace {

constexpr char kNamed[] = "/opt/named/share/runtime.json";

std::vector<Library> PlacedLibraries() {
  return {{.name = "beside", .path = "/opt/named/share/libbeside.so", .runtime = true},
          {.name = "upwards", .path = "/opt/named/lib/libupwards.so", .runtime = true},
          {.name = "found", .path = "/opt/libraries/libfound.so", .runtime = true}};
}

std::string ManifestOf(const std::string& library_path) {
  return RuntimeManifest("", JsonObject().Set("library_path", library_path).Line());
}

// The name of the library of a manifest that XR_RUNTIME_JSON names; empty: ambiguous.
std::string LibraryOf(const std::string& library_path, bool elevated = false) {
  const Installation installation = {.libraries = PlacedLibraries()};
  Machine machine;
  machine.api = Api::kOpenXr;
  machine.elevated = elevated;
  machine.installation = &installation;
  machine.files[kNamed] = ManifestOf(library_path);
  machine.environment = {{"XR_RUNTIME_JSON", kNamed},
                         {"LD_LIBRARY_PATH", "/opt/no:/opt/libraries"}};
  const Model model = ReadModel(machine, TestSubject());
  const Library* library = model.runtimes.at(0).library;
  return library == nullptr ? "" : library->name;
}

TEST(RuntimeModel, FollowsALibraryPathFromTheManifest) {
  EXPECT_EQ(LibraryOf("./libbeside.so"), "beside");
  EXPECT_EQ(LibraryOf("../lib/libupwards.so"), "upwards");
  EXPECT_EQ(LibraryOf("../libupwards.so"), "");
}

TEST(RuntimeModel, LooksAFileNameUpWhereTheSystemDoes) {
  EXPECT_EQ(LibraryOf("libfound.so"), "found");
  EXPECT_EQ(LibraryOf("libupwards.so"), "");
}

TEST(RuntimeModel, LeavesOpenWhetherAFileNameIsNextToTheManifest) {
  EXPECT_EQ(LibraryOf("libbeside.so"), "");
}

TEST(RuntimeModel, FindsNoFileNameByTheEnvironmentOfAnElevatedApplication) {
  EXPECT_EQ(LibraryOf("libfound.so", true), "");
  EXPECT_EQ(LibraryOf("../lib/libupwards.so", true), "upwards");
}

Tristate CreatedWith(const std::string& text) {
  Machine machine;
  machine.api = Api::kOpenXr;
  machine.create = true;
  machine.files[kNamed] = text;
  machine.files[kActiveRuntime] = RuntimeManifest("runtime0");
  machine.environment["XR_RUNTIME_JSON"] = kNamed;
  return Expect(machine, ReadModel(machine, TestSubject()), TestSubject()).created;
}

TEST(RuntimeModel, WantsNoInstanceOfAManifestWithoutALibrary) {
  EXPECT_EQ(CreatedWith(RuntimeManifest("runtime1")), Tristate::kYes);
  EXPECT_EQ(CreatedWith(R"({"file_format_version": "1.0.0"})"), Tristate::kNo);
  EXPECT_EQ(CreatedWith(R"({"file_format_version": "1.0.0", "runtime": {}})"), Tristate::kNo);
  EXPECT_EQ(CreatedWith(R"({"file_format_version": "1.0.1"})"), Tristate::kMaybe);
  EXPECT_EQ(CreatedWith(R"({"file_format_version": "1.0.0", "a": 1})"), Tristate::kMaybe);
  EXPECT_EQ(CreatedWith(R"({"file_format_version": "1.0.0", "runtime": 1})"), Tristate::kMaybe);
}

TEST(RuntimeModel, HoldsAnEndAgainstAManifestWithoutALibrary) {
  Machine machine;
  machine.api = Api::kOpenXr;
  machine.files[kActiveRuntime] = R"({"file_format_version": "1.0.0", "runtime": {}})";
  Answer answer;
  answer.ending = Answer::Ending::kSignal;
  answer.value = SIGSEGV;
  answer.step = Step::kCreate;
  const std::vector<Fault> faults = Judge(machine, answer, TestSubject());
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].policy, "LS_XR_RUNTIME_MANIFEST_10");
}

// Whether the runtime of the system is certainly the one to use, with one in $HOME/.config as well.
bool IsSystemCertain(const std::string& config_home, bool elevated = false) {
  Machine machine;
  machine.api = Api::kOpenXr;
  machine.elevated = elevated;
  machine.files[XrRuntimeFolder(std::string(kHome) + "/.config") + "/active_runtime.json"] =
      RuntimeManifest("runtime1");
  machine.files[kActiveRuntime] = RuntimeManifest("runtime0");
  machine.environment["XDG_CONFIG_HOME"] = config_home;
  const Model model = ReadModel(machine, TestSubject());
  return model.runtime_is_certain && model.runtimes.at(0).library->name == "runtime0";
}

TEST(RuntimeModel, DoesNotSearchTheDefaultOfAVariableThatIsSet) {
  EXPECT_TRUE(IsSystemCertain("/conf"));
  EXPECT_FALSE(IsSystemCertain(""));
  EXPECT_FALSE(IsSystemCertain("conf"));
  EXPECT_FALSE(IsSystemCertain("/conf", true));
}

}  // namespace
}  // namespace loadstone::oracle::openxr::runtime_test
