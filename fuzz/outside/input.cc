// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/input.h"

#include <fmt/format.h>
#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>

#include "fuzz/outside/api.h"
#include "fuzz/outside/native_text.h"
#include "harness/json/json_object.h"
#include "harness/json/json_reader.h"
#include "harness/world/platform.h"

namespace loadstone::fuzz {
namespace {

constexpr uintmax_t kLargestWorld = 64 << 20;
constexpr size_t kMaxEntries = 10000;

std::string ToUtf8(const std::string& bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      text += c;
    } else {
      text += static_cast<char>(0xc0 | (byte >> 6));
      text += static_cast<char>(0x80 | (byte & 0x3f));
    }
  }
  return text;
}

std::string FromUtf8(const std::string& text) {
  std::string bytes;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x80) {
      bytes += text[i];
    } else if ((byte & 0xfc) == 0xc0 && i + 1 < text.size()) {
      bytes += static_cast<char>((byte << 6) | (static_cast<unsigned char>(text[++i]) & 0x3f));
    } else {
      throw std::invalid_argument("a fuzzer world contains a character above U+00FF");
    }
  }
  return bytes;
}

// Writes plain ASCII, which is safe in every transport.
using Writer =
    rapidjson::PrettyWriter<rapidjson::StringBuffer, rapidjson::UTF8<>, rapidjson::ASCII<>>;

void Put(Writer& writer, const std::string& bytes) {
  const std::string text = ToUtf8(bytes);
  writer.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}

void Put(Writer& writer, const std::map<std::string, std::string>& map) {
  writer.StartObject();
  for (const auto& [key, value] : map) {
    const std::string text = ToUtf8(key);
    writer.Key(text.data(), static_cast<rapidjson::SizeType>(text.size()));
    Put(writer, value);
  }
  writer.EndObject();
}

void Put(Writer& writer, const char* key, const std::vector<std::string>& texts) {
  writer.Key(key);
  writer.StartArray();
  for (const std::string& text : texts) Put(writer, text);
  writer.EndArray();
}

void Put(Writer& writer, const std::vector<RegistryValue>& registry) {
  if (registry.empty()) return;
  writer.Key("registry");
  writer.StartArray();
  for (const RegistryValue& value : registry) {
    writer.StartObject();
    for (const auto& [key, text] :
         {std::pair("key", &value.key), {"name", &value.name}, {"data", &value.data}}) {
      writer.Key(key);
      Put(writer, *text);
    }
    writer.Key("type");
    writer.Uint(value.type);
    writer.EndObject();
  }
  writer.EndArray();
}

void Require(bool good, const char* what) {
  if (!good) {
    throw std::invalid_argument(std::string("this is not a fuzzer world: invalid ") + what);
  }
}

JsonReader::Refuse RefuseInput() {
  return [](const std::string& member, const std::string&) {
    Require(false, member.empty() ? "JSON object" : member.c_str());
  };
}

std::map<std::string, std::string> ReadMap(const JsonReader& fields, const char* key) {
  const rapidjson::Value& object = fields.Object(key);
  Require(object.MemberCount() <= kMaxEntries, key);
  std::map<std::string, std::string> map;
  for (const auto& one : object.GetObject()) {
    map[FromUtf8(fields.TextOf(one.name, key))] = FromUtf8(fields.TextOf(one.value, key));
  }
  return map;
}

std::vector<RegistryValue> ReadRegistry(const JsonReader& fields) {
  std::vector<RegistryValue> registry;
  for (const rapidjson::Value& one : fields.Array("registry").GetArray()) {
    Require(one.IsObject() && registry.size() < kMaxEntries, "registry");
    const JsonReader value(one, RefuseInput());
    registry.push_back({FromUtf8(value.Text("key")), FromUtf8(value.Text("name")),
                        static_cast<uint32_t>(value.Unsigned("type")),
                        FromUtf8(value.Text("data"))});
  }
  return registry;
}

std::vector<std::string> ReadTexts(const JsonReader& fields, const char* key) {
  std::vector<std::string> texts = fields.Texts(key);
  for (std::string& text : texts) text = FromUtf8(text);
  return texts;
}

}  // namespace

std::string ToJson(const Input& input) {
  rapidjson::StringBuffer buffer;
  Writer writer(buffer);
  writer.StartObject();
  writer.Key("api");
  Put(writer, std::string(Name(input.api)));
  writer.Key("platform");
  Put(writer, input.platform);
  writer.Key("files");
  Put(writer, input.files);
  writer.Key("environment");
  Put(writer, input.environment);
  Put(writer, input.registry);
  Put(writer, "layers", input.layers);
  Put(writer, "extensions", input.extensions);
  writer.Key("create");
  writer.Bool(input.create);
  writer.Key("device");
  writer.Bool(input.device);
  writer.Key("elevated");
  writer.Bool(input.elevated);
  writer.EndObject();
  return buffer.GetString();
}

Input InputFromJson(const std::string& json) {
  const rapidjson::Document document = ParseJson(json, RefuseInput());
  const JsonReader fields(document, RefuseInput());
  Input input;
  input.files = ReadMap(fields, "files");
  input.environment = ReadMap(fields, "environment");
  // Findings may be older than these members.
  if (fields.Has("api")) input.api = fields.Named("api", ApiFromName);
  if (fields.Has("platform")) input.platform = fields.Text("platform");
  Require(input.platform == "linux" || input.platform == kWindows, "platform");
  if (fields.Has("registry")) input.registry = ReadRegistry(fields);
  Require(input.registry.empty() || input.platform == kWindows, "registry");
  if (fields.Has("extensions")) input.extensions = ReadTexts(fields, "extensions");
  input.layers = ReadTexts(fields, "layers");
  input.create = fields.Flag("create");
  input.device = fields.Flag("device");
  // Older findings do not have this, either.
  if (fields.Has("elevated")) input.elevated = fields.Flag("elevated");
  for (const auto& [path, text] : input.files) {
    Require(path.size() > 1 && path.front() == '/' && path.find('\0') == std::string::npos,
            "path of a file");
  }
  for (const auto& [name, value] : input.environment) {
    Require(!name.empty() && name.find('=') == std::string::npos &&
                (name + value).find('\0') == std::string::npos,
            "variable");
  }
  return input;
}

Input ReadInput(const std::string& path) {
  const std::filesystem::path file = path;
  std::error_code error;
  const uintmax_t size = std::filesystem::file_size(file, error);
  if (error) throw std::runtime_error(fmt::format("cannot read {}", file.string()));
  if (size > kLargestWorld) throw std::runtime_error(file.string() + " is too large for a world");
  std::ifstream stream(file, std::ios::binary);
  try {
    return InputFromJson(
        {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()});
  } catch (const std::invalid_argument& why) {
    throw std::runtime_error(file.string() + ": " + why.what());
  }
}

std::vector<Input> ReadCorpus(const std::string& path, Api api) {
  std::error_code error;
  std::set<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(path, error)) {
    if (entry.path().extension() == ".json") files.insert(entry.path());
  }
  std::vector<Input> corpus;
  for (const std::filesystem::path& file : files) {
    if (corpus.size() == kMaxCorpus) break;
    Input input = ReadInput(file.string());
    if (input.api == api) corpus.push_back(std::move(input));
  }
  return corpus;
}

std::map<std::string, std::string> Environment(const Input& input) {
  std::map<std::string, std::string> environment = FindApi(input.api).Environment(input.elevated);
  environment["HOME"] = kHome;
  for (const auto& [name, value] : input.environment) environment[name] = value;
  return environment;
}

World Machine(const Subject& subject, const Input* input, const std::vector<Input>& corpus) {
  const FuzzedApi& api = FindApi(subject.api);
  World world;
  world.Home(kHome);
  for (const Library& library : api.libraries()) {
    if (library.binary.empty()) continue;
    JsonObject config;
    config.Set("who", library.name)
        .Set("trace", NativePath(subject, kMockTrace))
        .Set("intercept", std::vector<std::string>{});
    config.Merge(library.behaviour);
    const std::string path = WithLibrarySuffix(subject, LibraryPath(library));
    world.Copy(path, WithLibrarySuffix(subject, library.binary + ".so"))
        .File(path + ".config", config.Text());
  }
  for (const auto& [path, text] : api.files()) {
    world.File(path, NativeManifest(subject.platform, text));
  }
  world.File(kMockTrace, "");
  if (input != nullptr) world.File(kInputPath, ToJson(*input));
  for (size_t i = 0; i < corpus.size(); ++i) {
    world.File(fmt::format("{}/{:06}.json", kCorpusFolder, i), ToJson(corpus[i]));
  }
  return world;
}

}  // namespace loadstone::fuzz
