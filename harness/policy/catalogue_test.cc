// SPDX-License-Identifier: Apache-2.0
#include "harness/policy/catalogue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>

#include "policies/policy_ids.h"

namespace loadstone::policy::catalogue_test {
namespace {

namespace fs = std::filesystem;

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// A policy as JSON; each test breaks one part of it.
constexpr char kPolicy[] = R"({
  "id": "LS_VK_EXAMPLE_1", "level": "should", "subject": "layer", "api": "vulkan",
  "statement": "A layer is an example.",
  "sources": [{"document": "Document", "edition": "1.4.330", "section": "Section",
               "paragraphs": {"12": "0123456789ab", "3": "ba9876543210"},
               "url": "https://example.org/Document.md#section"}],
  "platforms": ["linux", "macos"], "since": "1.3.207", "until": "1.3.300",
  "observable": false, "unobservable": "It is made up.",
  "readings": [{"id": "r1", "text": "Either."}],
  "objections": [{"objection": "Why?", "answer": "So."}],
  "notes": ["None."]})";

std::string FileWith(const std::string& policies) {
  return R"({"schema": 1, "policies": [)" + policies + "]}";
}

// Returns kPolicy with the first `from` replaced.
std::string Broken(const std::string& from, const std::string& to) {
  std::string policy = kPolicy;
  const size_t at = policy.find(from);
  if (at == std::string::npos) throw std::logic_error("the example has no " + from);
  return policy.replace(at, from.size(), to);
}

std::string WithId(const std::string& id) { return Broken("LS_VK_EXAMPLE_1", id); }

class CatalogueTest : public testing::Test {
 protected:
  CatalogueTest() {
    std::string pattern = testing::TempDir() + "loadstone_catalogue_XXXXXX";
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make " + pattern);
    directory_ = pattern;
  }
  ~CatalogueTest() override {
    std::error_code ignored;
    fs::remove_all(directory_, ignored);
  }

  void Write(const std::string& name, const std::string& content) {
    std::ofstream(directory_ / name, std::ios::binary) << content;
  }

  // Returns the message of the error that loading throws, or a message that there was none.
  std::string LoadError() {
    try {
      Catalogue::Load(directory_);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "no error";
  }

  std::string ErrorOf(const std::string& content) {
    Write("broken.json", content);
    return LoadError();
  }

  fs::path directory_;
};

TEST_F(CatalogueTest, ReadsEveryField) {
  Write("a.json", FileWith(kPolicy));
  const Catalogue catalogue = Catalogue::Load(directory_);
  const Policy* policy = catalogue.Find("LS_VK_EXAMPLE_1");
  ASSERT_NE(policy, nullptr);
  EXPECT_EQ(policy->id, "LS_VK_EXAMPLE_1");
  EXPECT_EQ(policy->level, Level::kShould);
  EXPECT_EQ(policy->subject, SubjectKind::kLayer);
  EXPECT_EQ(policy->api, Api::kVulkan);
  EXPECT_EQ(policy->statement, "A layer is an example.");
  ASSERT_EQ(policy->sources.size(), 1u);
  EXPECT_EQ(policy->sources[0].document, "Document");
  EXPECT_EQ(policy->sources[0].edition, "1.4.330");
  EXPECT_EQ(policy->sources[0].section, "Section");
  EXPECT_THAT(policy->sources[0].paragraphs, ElementsAre(3, 12));
  EXPECT_EQ(policy->sources[0].url, "https://example.org/Document.md#section");
  EXPECT_THAT(policy->platforms, ElementsAre("linux", "macos"));
  EXPECT_EQ(policy->since, (Version{1, 3, 207}));
  EXPECT_EQ(policy->until, (Version{1, 3, 300}));
  EXPECT_FALSE(policy->observable);
  EXPECT_EQ(policy->unobservable, "It is made up.");
  ASSERT_EQ(policy->readings.size(), 1u);
  EXPECT_EQ(policy->readings[0].id, "r1");
  EXPECT_EQ(policy->readings[0].text, "Either.");
  ASSERT_EQ(policy->objections.size(), 1u);
  EXPECT_EQ(policy->objections[0].objection, "Why?");
  EXPECT_EQ(policy->objections[0].answer, "So.");
  EXPECT_THAT(policy->notes, ElementsAre("None."));
}

TEST_F(CatalogueTest, ReadsAllFilesButTheSchemaAndOrdersByNumber) {
  Write("z.json", FileWith(WithId("LLP_LAYER_2")));
  Write("a.json", FileWith(WithId("LS_VK_A_1") + "," + WithId("LLP_LAYER_10")));
  Write("schema.json", "not read");
  Write("notes.txt", "not read");
  const Catalogue catalogue = Catalogue::Load(directory_);
  ASSERT_EQ(catalogue.all().size(), 3u);
  EXPECT_EQ(catalogue.all()[0].id, "LLP_LAYER_2");
  EXPECT_EQ(catalogue.all()[1].id, "LLP_LAYER_10");
  EXPECT_EQ(catalogue.all()[2].id, "LS_VK_A_1");
}

TEST_F(CatalogueTest, FindsWholeIdsOnly) {
  Write("a.json", FileWith(WithId("LLP_LAYER_10")));
  const Catalogue catalogue = Catalogue::Load(directory_);
  EXPECT_NE(catalogue.Find("LLP_LAYER_10"), nullptr);
  EXPECT_EQ(catalogue.Find("LLP_LAYER_1"), nullptr);
  EXPECT_EQ(catalogue.Find("llp_layer_10"), nullptr);
  EXPECT_EQ(catalogue.Find(""), nullptr);
}

TEST_F(CatalogueTest, PointersSurviveAMove) {
  Write("a.json", FileWith(kPolicy));
  Catalogue catalogue = Catalogue::Load(directory_);
  const Policy* policy = catalogue.Find("LS_VK_EXAMPLE_1");
  const Catalogue moved = std::move(catalogue);
  EXPECT_EQ(moved.Find("LS_VK_EXAMPLE_1"), policy);
}

TEST_F(CatalogueTest, MatchesGlobs) {
  Write("a.json",
        FileWith(WithId("LLP_LAYER_1") + "," + WithId("LLP_LAYER_10") + "," + WithId("LS_A_1")));
  const Catalogue catalogue = Catalogue::Load(directory_);
  const auto ids = [&](std::string_view glob) {
    std::vector<std::string> found;
    for (const Policy* policy : catalogue.Match(glob)) found.push_back(policy->id);
    return found;
  };
  EXPECT_THAT(ids("*"), ElementsAre("LLP_LAYER_1", "LLP_LAYER_10", "LS_A_1"));
  EXPECT_THAT(ids("LLP_LAYER_1"), ElementsAre("LLP_LAYER_1"));
  EXPECT_THAT(ids("LLP_LAYER_1?"), ElementsAre("LLP_LAYER_10"));
  EXPECT_THAT(ids("L*_1"), ElementsAre("LLP_LAYER_1", "LS_A_1"));
  EXPECT_THAT(ids("LLP_*1*"), ElementsAre("LLP_LAYER_1", "LLP_LAYER_10"));
  EXPECT_THAT(ids("LLP_LAYER"), IsEmpty());
  EXPECT_THAT(ids("llp*"), IsEmpty());
  EXPECT_THAT(ids("[L]*"), IsEmpty());
  EXPECT_THAT(ids(""), IsEmpty());
}

// A matcher that tries every combination of the stars would not end.
TEST_F(CatalogueTest, MatchesAHostileGlobInReasonableTime) {
  Write("a.json", FileWith(WithId("LS_" + std::string(1000, 'A'))));
  const Catalogue catalogue = Catalogue::Load(directory_);
  std::string glob;
  for (int i = 0; i < 100; ++i) glob += "A*";
  EXPECT_EQ(catalogue.Match("*" + glob).size(), 1u);
  EXPECT_THAT(catalogue.Match("*" + glob + "B"), IsEmpty());
}

TEST_F(CatalogueTest, MissingOrEmptyDirectory) {
  EXPECT_THAT(LoadError(), AllOf(HasSubstr(directory_.string()), HasSubstr("holds no policies")));
  Write("schema.json", "{}");
  EXPECT_THAT(LoadError(), HasSubstr("holds no policies"));
  fs::remove_all(directory_);
  EXPECT_THAT(LoadError(), AllOf(HasSubstr(directory_.string()), HasSubstr("No such file")));
  std::ofstream(directory_) << "a file";
  EXPECT_THAT(LoadError(), HasSubstr("Not a directory"));
}

TEST_F(CatalogueTest, WhatIsNotAFile) {
  fs::create_directory(directory_ / "folder.json");
  EXPECT_THAT(LoadError(), AllOf(HasSubstr("folder.json"), HasSubstr("not a regular file")));
  fs::remove(directory_ / "folder.json");
  ASSERT_EQ(mkfifo((directory_ / "pipe.json").c_str(), 0600), 0);
  EXPECT_THAT(LoadError(), AllOf(HasSubstr("pipe.json"), HasSubstr("not a regular file")));
  fs::remove(directory_ / "pipe.json");
  fs::create_symlink("nowhere", directory_ / "dangling.json");
  EXPECT_THAT(LoadError(), HasSubstr("dangling.json"));
}

TEST_F(CatalogueTest, WhatIsNotACatalogueFile) {
  EXPECT_THAT(ErrorOf(""), AllOf(HasSubstr("broken.json"), HasSubstr("not valid JSON")));
  EXPECT_THAT(ErrorOf("{\"schema\": 1"), HasSubstr("not valid JSON"));
  EXPECT_THAT(ErrorOf(FileWith(kPolicy) + "x"), HasSubstr("not valid JSON"));
  EXPECT_THAT(ErrorOf(FileWith(Broken("example.", "\xff"))), HasSubstr("not valid JSON"));
  EXPECT_THAT(ErrorOf("[]"), HasSubstr("not a JSON object"));
  EXPECT_THAT(ErrorOf("{}"), AllOf(HasSubstr("\"schema\""), HasSubstr("missing")));
  EXPECT_THAT(ErrorOf(R"({"schema": 2, "policies": []})"), HasSubstr("\"schema\": is not 1"));
  EXPECT_THAT(ErrorOf(R"({"schema": "1", "policies": []})"), HasSubstr("\"schema\": is not 1"));
  EXPECT_THAT(ErrorOf(R"({"schema": 1})"), HasSubstr("\"policies\": is missing"));
  EXPECT_THAT(ErrorOf(R"({"schema": 1, "policies": {}})"), HasSubstr("not an array"));
  EXPECT_THAT(ErrorOf(FileWith("7")), HasSubstr("policy number 1: is not an object"));
}

TEST_F(CatalogueTest, EnormousInput) {
  EXPECT_THAT(ErrorOf(std::string(1u << 20, '[')), HasSubstr("not valid JSON"));
  EXPECT_THAT(ErrorOf(std::string(1u << 20, '[') + std::string(1u << 20, ']')),
              HasSubstr("not a JSON object"));
  EXPECT_THAT(ErrorOf(std::string((16u << 20) + 1, ' ')), HasSubstr("too large"));
}

TEST_F(CatalogueTest, DuplicateIdAcrossFiles) {
  Write("a.json", FileWith(kPolicy));
  Write("b.json", FileWith(kPolicy));
  EXPECT_THAT(LoadError(), AllOf(HasSubstr("LS_VK_EXAMPLE_1"), HasSubstr("stands twice")));
}

TEST_F(CatalogueTest, TheErrorIsOneLine) {
  const std::string error = ErrorOf(
      FileWith(Broken("EXAMPLE_1\", \"level\": \"should\"", "\\n\\u001b[2J\", \"level\": 1")));
  EXPECT_THAT(error, AllOf(HasSubstr("\"level\""), Not(HasSubstr("\n")), Not(HasSubstr("\x1b"))));
}

struct BrokenField {
  const char* from;
  const char* to;
  const char* field;
  const char* detail;
};

// Otherwise GoogleTest names a case by its bytes, which differ from run to run.
void PrintTo(const BrokenField& broken, std::ostream* out) {
  *out << broken.field << " " << broken.detail;
}

class BrokenFieldTest : public CatalogueTest, public testing::WithParamInterface<BrokenField> {};

TEST_P(BrokenFieldTest, IsNamed) {
  const std::string error = ErrorOf(FileWith(Broken(GetParam().from, GetParam().to)));
  EXPECT_THAT(
      error, AllOf(HasSubstr("broken.json"), HasSubstr("\"" + std::string(GetParam().field) + "\""),
                   HasSubstr(GetParam().detail)));
}

INSTANTIATE_TEST_SUITE_P(
    Fields, BrokenFieldTest,
    testing::Values(
        BrokenField{"\"id\":", "\"it\":", "id", "missing"},
        BrokenField{"\"LS_VK_EXAMPLE_1\"", "1", "id", "not a string"},
        BrokenField{"LS_VK_EXAMPLE_1", "", "id", "empty"},
        BrokenField{"\"level\":", "\"x\":", "level", "missing"},
        BrokenField{"\"should\"", "\"shall\"", "level", "not in the schema"},
        BrokenField{"\"layer\"", "\"user\"", "subject", "not in the schema"},
        BrokenField{"\"vulkan\"", "\"opengl\"", "api", "not in the schema"},
        BrokenField{"\"A layer is an example.\"", "null", "statement", "not a string"},
        BrokenField{"A layer is an example.", "", "statement", "empty"},
        BrokenField{"\"sources\": [", "\"sources\": [], \"x\": [", "sources", "empty"},
        BrokenField{"https://example.org", "javascript:x", "url", "not an address"},
        BrokenField{"https://example.org", "https://a b", "url", "not an address"},
        BrokenField{"[{\"document\"", "[1, {\"document\"", "sources", "not an object"},
        BrokenField{"\"edition\"", "\"version\"", "edition", "missing"},
        BrokenField{"\"paragraphs\"", "\"lines\"", "paragraphs", "missing"},
        BrokenField{"\"paragraphs\": {", "\"paragraphs\": 3, \"x\": {", "paragraphs",
                    "not an object"},
        BrokenField{"\"12\"", "\"0\"", "paragraphs", "not the number"},
        BrokenField{"\"12\"", "\"12th\"", "paragraphs", "not the number"},
        BrokenField{"\"12\"", "\"99999999999\"", "paragraphs", "not the number"},
        BrokenField{"\"section\"", "\"part\"", "section", "missing"},
        BrokenField{"[\"linux\", \"macos\"]", "\"linux\"", "platforms", "not an array"},
        BrokenField{"[\"linux\", \"macos\"]", "[]", "platforms", "empty"},
        BrokenField{"\"macos\"", "3", "platforms", "not a string"},
        BrokenField{"\"since\":", "\"x\":", "since", "missing"},
        BrokenField{"1.3.207", "new", "since", "not a version"},
        BrokenField{"\"1.3.300\"", "1.3", "until", "not a string"},
        BrokenField{"\"observable\": false", "\"observable\": 0", "observable", "neither"},
        BrokenField{"\"observable\": false", "\"observable\": true", "unobservable", "only stands"},
        BrokenField{"\"unobservable\":", "\"x\":", "unobservable", "missing"},
        BrokenField{"\"readings\": [", "\"readings\": {}, \"x\": [", "readings", "not an array"},
        BrokenField{"[{\"id\": \"r1\"", "[1, {\"id\": \"r1\"", "readings", "not an object"},
        BrokenField{"\"text\"", "\"says\"", "text", "missing"},
        BrokenField{"[{\"objection\"", "[1, {\"objection\"", "objections", "not an object"},
        BrokenField{"\"answer\"", "\"reply\"", "answer", "missing"},
        BrokenField{"[\"None.\"]", "\"None.\"", "notes", "not an array"}));

// Tests the built catalogue, which the tool reads.
TEST(RealCatalogueTest, HoldsExactlyTheGeneratedIds) {
  const Catalogue catalogue = Catalogue::Load(LOADSTONE_TEST_CATALOGUE);
  EXPECT_EQ(catalogue.all().size(), std::size(kAllIds));
  for (const Id& id : kAllIds) EXPECT_NE(catalogue.Find(id.text), nullptr) << id.text;
  EXPECT_EQ(catalogue.Match("LLP_LAYER_*").size(), 22u);
  EXPECT_EQ(catalogue.Match("LLP_LOADER_*").size(), 13u);
}

TEST(RealCatalogueTest, GatesVersionsAndPlatforms) {
  const Catalogue catalogue = Catalogue::Load(LOADSTONE_TEST_CATALOGUE);
  const Policy* policy = catalogue.Find(LS_VK_DISCOVERY_8.text);
  ASSERT_NE(policy, nullptr);
  std::string reason;
  EXPECT_FALSE(policy->HoldsFor(Version{1, 3, 239}, "linux", &reason));
  EXPECT_EQ(reason, "holds since 1.3.296, the subject claims 1.3.239");
  const Policy* enabling = catalogue.Find(LLP_LOADER_6.text);
  ASSERT_NE(enabling, nullptr);
  EXPECT_TRUE(enabling->HoldsFor(Version{1, 0, 0}, "fuchsia", &reason));
  EXPECT_FALSE(enabling->HoldsFor(Version{1, 0, 0}, "android", &reason));
}

}  // namespace
}  // namespace loadstone::policy::catalogue_test
