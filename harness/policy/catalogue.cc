// SPDX-License-Identifier: Apache-2.0
#include "harness/policy/catalogue.h"

#include <fmt/format.h>
#include <rapidjson/document.h>
#include <rapidjson/error/en.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

#include "harness/json/json_reader.h"

namespace loadstone::policy {
namespace {

namespace fs = std::filesystem;
using Json = rapidjson::Value;

// Real files are far smaller; the limit keeps a wrong path from exhausting the memory.
constexpr uintmax_t kLargestFile = 16u << 20;

// The position of the value that is being read, for error messages.
struct Place {
  std::string file;
  std::string policy;

  [[noreturn]] void Fail(std::string_view field, std::string_view detail) const {
    std::string line = "policy catalogue: " + file;
    if (!policy.empty()) line += ": " + policy.substr(0, 80);
    if (!field.empty()) line += fmt::format(": field \"{}\"", field);
    line += fmt::format(": {}", detail);
    // The policy's name comes from the file and may contain control characters.
    std::ranges::replace_if(
        line, [](unsigned char c) { return c < ' ' || c == 0x7f; }, '?');
    throw std::runtime_error(line);
  }
};

std::string ReadFile(const fs::path& path, const Place& place) {
  std::error_code error;
  // Reading a pipe or a device could block forever.
  if (!fs::is_regular_file(path, error)) place.Fail("", "is not a regular file");
  const uintmax_t size = fs::file_size(path, error);
  if (error) place.Fail("", error.message());
  if (size > kLargestFile) place.Fail("", fmt::format("is too large ({} bytes)", size));
  std::ifstream stream(path, std::ios::binary);
  std::string content{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (!stream || content.size() != size) place.Fail("", "cannot be read");
  return content;
}

// Returns a reader for the fields of an object at `place`, which must outlive the reader.
JsonReader Fields(const Json& object, const Place& place) {
  return JsonReader(object, [&place](const std::string& field, const std::string& problem) {
    place.Fail(field, problem);
  });
}

std::string NotEmpty(std::string text, const char* field, const Place& place) {
  if (text.empty()) place.Fail(field, "is empty");
  return text;
}

std::string GetText(const JsonReader& object, const char* field, const Place& place) {
  return NotEmpty(object.Text(field), field, place);
}

std::vector<std::string> GetTexts(const JsonReader& object, const char* field, const Place& place) {
  std::vector<std::string> texts = object.Texts(field);
  for (const std::string& text : texts) NotEmpty(text, field, place);
  return texts;
}

// Returns the value of a field that has one of a fixed set of names.
template <typename Value>
Value GetNamed(const JsonReader& object, const char* field, const Place& place,
               std::optional<Value> (*from_name)(std::string_view)) {
  const std::string name = GetText(object, field, place);
  const std::optional<Value> value = from_name(name);
  if (!value) place.Fail(field, "has a value that is not in the schema");
  return *value;
}

std::optional<Version> GetVersion(const JsonReader& object, const char* field, const Place& place) {
  if (object.Get(field).IsNull()) return std::nullopt;
  const std::optional<Version> version = Version::TryParse(GetText(object, field, place));
  if (!version) place.Fail(field, "is not a version");
  return version;
}

// Returns the keys of "paragraphs"; empty for a source that cites a section only. The digests are
// for checks against the documents.
std::vector<int> GetParagraphs(const JsonReader& source, const Place& place) {
  std::vector<int> numbers;
  for (const auto& member : source.Object("paragraphs").GetObject()) {
    const std::string_view text(member.name.GetString(), member.name.GetStringLength());
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < 1) {
      place.Fail("paragraphs", "has a name that is not the number of a paragraph");
    }
    numbers.push_back(number);
  }
  std::ranges::sort(numbers);
  return numbers;
}

// Reports make links of it, so it must be a URL.
std::string GetUrl(const JsonReader& source, const Place& place) {
  std::string url = GetText(source, "url", place);
  if (!IsUrl(url)) place.Fail("url", "is not an address that begins with https:// or http://");
  return url;
}

std::vector<Source> GetSources(const JsonReader& object, const Place& place) {
  std::vector<Source> sources;
  for (const Json& value : object.Array("sources").GetArray()) {
    if (!value.IsObject()) place.Fail("sources", "holds something that is not an object");
    const JsonReader source = Fields(value, place);
    sources.push_back({GetText(source, "document", place), GetText(source, "edition", place),
                       GetText(source, "section", place), GetParagraphs(source, place),
                       value.HasMember("url") ? GetUrl(source, place) : ""});
  }
  if (sources.empty()) place.Fail("sources", "is empty");
  return sources;
}

std::vector<Reading> GetReadings(const JsonReader& object, const Place& place) {
  std::vector<Reading> readings;
  for (const Json& value : object.Array("readings").GetArray()) {
    if (!value.IsObject()) place.Fail("readings", "holds something that is not an object");
    const JsonReader reading = Fields(value, place);
    readings.push_back({GetText(reading, "id", place), GetText(reading, "text", place)});
  }
  return readings;
}

// Returns the elements of "objections", which may be missing.
std::vector<Objection> GetObjections(const JsonReader& object, const Place& place) {
  std::vector<Objection> objections;
  if (!object.Has("objections")) return objections;
  for (const Json& value : object.Array("objections").GetArray()) {
    if (!value.IsObject()) place.Fail("objections", "holds something that is not an object");
    const JsonReader one = Fields(value, place);
    objections.push_back({GetText(one, "objection", place), GetText(one, "answer", place)});
  }
  return objections;
}

// Returns why the policy cannot be observed; empty if it can.
std::string GetUnobservable(const JsonReader& object, bool observable, const Place& place) {
  if (!observable) return GetText(object, "unobservable", place);
  if (object.Has("unobservable")) {
    place.Fail("unobservable", "only stands where observable is false");
  }
  return "";
}

Policy ReadPolicy(const Json& value, size_t position, Place place) {
  place.policy = fmt::format("policy number {}", position + 1);
  const JsonReader object = Fields(value, place);
  Policy policy;
  policy.id = GetText(object, "id", place);
  place.policy = policy.id;
  policy.level = GetNamed(object, "level", place, LevelFromName);
  policy.subject = GetNamed(object, "subject", place, PolicySubjectFromName);
  policy.api = GetNamed(object, "api", place, ApiFromName);
  policy.statement = GetText(object, "statement", place);
  policy.sources = GetSources(object, place);
  policy.platforms = GetTexts(object, "platforms", place);
  if (policy.platforms.empty()) place.Fail("platforms", "is empty");
  policy.since = GetVersion(object, "since", place);
  policy.until = GetVersion(object, "until", place);
  policy.observable = object.Flag("observable");
  policy.unobservable = GetUnobservable(object, policy.observable, place);
  policy.readings = GetReadings(object, place);
  policy.objections = GetObjections(object, place);
  if (object.Has("notes")) policy.notes = GetTexts(object, "notes", place);
  return policy;
}

void ReadFileInto(const fs::path& path, std::vector<Policy>& policies) {
  const Place place{path.string(), ""};
  const std::string content = ReadFile(path, place);
  rapidjson::Document document;
  // Uses the iterative parser, because nesting must not exhaust the stack.
  document.Parse<rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag>(
      content.data(), content.size());
  if (document.HasParseError()) {
    place.Fail("", fmt::format("is not valid JSON: {} (at byte {})",
                               rapidjson::GetParseError_En(document.GetParseError()),
                               document.GetErrorOffset()));
  }
  if (!document.IsObject()) place.Fail("", "is not a JSON object");
  const JsonReader file = Fields(document, place);
  const Json& schema = file.Get("schema");
  if (!schema.IsInt() || schema.GetInt() != 1) place.Fail("schema", "is not 1");
  const Json& entries = file.Array("policies");
  for (rapidjson::SizeType i = 0; i < entries.Size(); ++i) {
    policies.push_back(ReadPolicy(entries[i], i, place));
  }
}

// Returns the files of the catalogue, sorted by name.
std::vector<fs::path> ListFiles(const fs::path& directory) {
  const Place place{directory.string(), ""};
  std::error_code error;
  fs::directory_iterator entry(directory, error);
  std::vector<fs::path> files;
  while (!error && entry != fs::directory_iterator()) {
    const fs::path& path = entry->path();
    if (path.extension() == ".json" && path.filename() != "schema.json") files.push_back(path);
    entry.increment(error);
  }
  if (error) place.Fail("", error.message());
  std::sort(files.begin(), files.end());
  return files;
}

// Splits an ID into its area and its number. Numbers are compared by length and then by digits, so
// they may have any length; an ID without a number is all area.
struct SortKey {
  std::string_view area;
  size_t digits;
  std::string_view number;
  auto operator<=>(const SortKey&) const = default;
};

SortKey KeyOf(const Policy& policy) {
  const std::string_view id = policy.id;
  const size_t last = id.find_last_not_of("0123456789");
  const size_t area = last == std::string_view::npos ? 0 : last + 1;
  return {id.substr(0, area), id.size() - area, id.substr(area)};
}

// Not recursive, and backtracks to the last star only: globs come from users.
bool MatchesGlob(std::string_view glob, std::string_view text) {
  size_t g = 0, t = 0, star = std::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      resume = t;
    } else if (g < glob.size() && (glob[g] == '?' || glob[g] == text[t])) {
      ++g;
      ++t;
    } else if (star != std::string_view::npos) {
      g = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  return glob.find_first_not_of('*', g) == std::string_view::npos;
}

}  // namespace

Catalogue::Catalogue(std::vector<Policy> policies) : policies_(std::move(policies)) {
  std::ranges::sort(policies_, {}, KeyOf);
}

Catalogue Catalogue::Load(const fs::path& directory, const std::vector<fs::path>& more) {
  const Place place{directory.string(), ""};
  std::vector<Policy> policies;
  for (const fs::path& path : ListFiles(directory)) ReadFileInto(path, policies);
  if (policies.empty()) place.Fail("", "holds no policies");
  for (const fs::path& other : more) {
    for (const fs::path& path : ListFiles(other)) ReadFileInto(path, policies);
  }
  std::set<std::string_view> ids;
  for (const Policy& policy : policies) {
    if (!ids.insert(policy.id).second) {
      Place{place.file, policy.id}.Fail("id", "stands twice in the catalogue");
    }
  }
  return Catalogue(std::move(policies));
}

const Policy* Catalogue::Find(std::string_view id) const {
  const auto policy = std::ranges::find(policies_, id, &Policy::id);
  return policy == policies_.end() ? nullptr : &*policy;
}

std::vector<const Policy*> Catalogue::Match(std::string_view glob) const {
  std::vector<const Policy*> matches;
  for (const Policy& policy : policies_) {
    if (MatchesGlob(glob, policy.id)) matches.push_back(&policy);
  }
  return matches;
}

}  // namespace loadstone::policy
