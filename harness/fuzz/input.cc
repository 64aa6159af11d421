#include "harness/fuzz/input.h"

#include <fmt/format.h>
#include <rapidjson/document.h>
#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include <stdexcept>

#include "harness/fuzz/api.h"
#include "harness/world/json_object.h"

namespace loadstone::fuzz {
namespace {

constexpr size_t kMostFiles = 10000;

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
      throw std::invalid_argument("a world of the fuzzer holds a character above U+00FF");
    }
  }
  return bytes;
}

// Plain ASCII, so that it passes through anything.
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

void Require(bool good, const char* what) {
  if (!good) {
    throw std::invalid_argument(std::string("this is no world of the fuzzer: no good ") + what);
  }
}

std::string Bytes(const rapidjson::Value& value, const char* what) {
  Require(value.IsString(), what);
  return FromUtf8(std::string(value.GetString(), value.GetStringLength()));
}

std::map<std::string, std::string> ReadMap(const rapidjson::Document& json, const char* key) {
  const auto member = json.FindMember(key);
  Require(member != json.MemberEnd() && member->value.IsObject(), key);
  Require(member->value.MemberCount() <= kMostFiles, key);
  std::map<std::string, std::string> map;
  for (const auto& one : member->value.GetObject()) {
    map[Bytes(one.name, key)] = Bytes(one.value, key);
  }
  return map;
}

std::vector<std::string> ReadTexts(const rapidjson::Document& json, const char* key) {
  const auto member = json.FindMember(key);
  Require(member != json.MemberEnd() && member->value.IsArray(), key);
  std::vector<std::string> texts;
  for (const auto& text : member->value.GetArray()) texts.push_back(Bytes(text, key));
  return texts;
}

bool ReadFlag(const rapidjson::Document& json, const char* key) {
  const auto member = json.FindMember(key);
  Require(member != json.MemberEnd() && member->value.IsBool(), key);
  return member->value.GetBool();
}

}  // namespace

std::string ToJson(const Input& input) {
  rapidjson::StringBuffer buffer;
  Writer writer(buffer);
  writer.StartObject();
  writer.Key("api");
  Put(writer, input.api);
  writer.Key("files");
  Put(writer, input.files);
  writer.Key("environment");
  Put(writer, input.environment);
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
  rapidjson::Document document;
  document.Parse<rapidjson::kParseIterativeFlag>(json.data(), json.size());
  Require(!document.HasParseError() && document.IsObject(), "JSON object");
  Input input;
  input.files = ReadMap(document, "files");
  input.environment = ReadMap(document, "environment");
  // Findings that are older than the second API have neither of these.
  if (document.HasMember("api")) input.api = Bytes(document["api"], "api");
  FindApi(input.api);
  if (document.HasMember("extensions")) input.extensions = ReadTexts(document, "extensions");
  input.layers = ReadTexts(document, "layers");
  input.create = ReadFlag(document, "create");
  input.device = ReadFlag(document, "device");
  // Nor this.
  if (document.HasMember("elevated")) input.elevated = ReadFlag(document, "elevated");
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

std::map<std::string, std::string> Environment(const Input& input) {
  std::map<std::string, std::string> environment = FindApi(input.api).Environment(input.elevated);
  environment["HOME"] = kHome;
  for (const auto& [name, value] : input.environment) environment[name] = value;
  return environment;
}

World Machine(const std::string& api, const Input* input, const std::vector<Input>& corpus) {
  World world;
  world.Home(kHome);
  for (const Library& library : FindApi(api).libraries()) {
    if (library.binary.empty()) continue;
    JsonObject config;
    config.Set("who", library.name)
        .Set("trace", kMockTrace)
        .Set("intercept", std::vector<std::string>{});
    config.Merge(library.behaviour);
    world.Copy(LibraryPath(library), library.binary + ".so")
        .File(LibraryPath(library) + ".config", config.Text());
  }
  FindApi(api).Furnish(world);
  world.File(kMockTrace, "");
  if (input != nullptr) world.File(kInputPath, ToJson(*input));
  for (size_t i = 0; i < corpus.size(); ++i) {
    world.File(fmt::format("{}/{:06}.json", kCorpusFolder, i), ToJson(corpus[i]));
  }
  return world;
}

}  // namespace loadstone::fuzz
