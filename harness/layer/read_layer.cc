#include "harness/layer/read_layer.h"

#include <errno.h>
#include <fmt/format.h>
#include <rapidjson/document.h>
#include <rapidjson/error/en.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>
#include <string.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "harness/layer/find_library.h"
#include "harness/sandbox/sandbox.h"

namespace loadstone {
namespace {

namespace fs = std::filesystem;
using rapidjson::Value;

constexpr off_t kMostBytes = off_t{16} << 20;
constexpr size_t kMostDepth = 200;  // what is below may use the stack
constexpr char kByteOrderMark[] = "\xEF\xBB\xBF";

// Nesting takes no stack, however deep it is.
bool Parse(const std::string& text, rapidjson::Document& document) {
  const size_t start = text.compare(0, 3, kByteOrderMark) == 0 ? 3 : 0;
  document.Parse<rapidjson::kParseIterativeFlag>(text.data() + start, text.size() - start);
  return !document.HasParseError() && document.IsObject();
}

std::string Slurp(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// How deep the braces and brackets of a JSON text go.
size_t DepthOf(const std::string& text) {
  size_t depth = 0;
  size_t deepest = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '\\') ++i;
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '{' || c == '[') deepest = std::max(deepest, ++depth);
    if ((c == '}' || c == ']') && depth > 0) --depth;
  }
  return deepest;
}

std::string ReadManifest(const std::string& path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0) {
    throw EnvironmentError(fmt::format("cannot find the manifest {}: {}", path, strerror(errno)));
  }
  if (!S_ISREG(status.st_mode)) {
    throw EnvironmentError(path + " is no regular file; check-layer takes the layer's manifest");
  }
  if (status.st_size > kMostBytes) {
    throw EnvironmentError(path + " is larger than 16 MiB, which no manifest of a layer is");
  }
  if (!std::ifstream(path).is_open()) {
    throw EnvironmentError(fmt::format("cannot read the manifest {}: {}", path, strerror(errno)));
  }
  const std::string text = Slurp(path);
  if (text.compare(0, 4,
                   "\x7F"
                   "ELF") == 0) {
    throw EnvironmentError(path + " is an ELF file; check-layer takes the layer's manifest");
  }
  if (DepthOf(text) > kMostDepth) {
    throw EnvironmentError(path + " is nested deeper than any manifest of a layer");
  }
  return text;
}

const Value* Member(const Value& object, const char* key) {
  const auto member = object.FindMember(key);
  return member == object.MemberEnd() ? nullptr : &member->value;
}

std::string Text(const Value& object, const char* key) {
  const Value* value = Member(object, key);
  if (value == nullptr || !value->IsString()) return {};
  return {value->GetString(), value->GetStringLength()};
}

std::string ToText(const Value& value) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  value.Accept(writer);
  return {buffer.GetString(), buffer.GetSize()};
}

// Every layer that a manifest of either API tells of.
std::vector<const Value*> LayersOf(const Value& manifest, bool openxr) {
  std::vector<const Value*> layers;
  const Value* one = Member(manifest, openxr ? "api_layer" : "layer");
  if (one != nullptr && one->IsObject()) layers.push_back(one);
  const Value* several = openxr ? nullptr : Member(manifest, "layers");
  if (several != nullptr && several->IsArray()) {
    for (const Value& element : several->GetArray()) {
      if (element.IsObject()) layers.push_back(&element);
    }
  }
  return layers;
}

// The API that a manifest is for; throws for what is a manifest, but not of a layer.
std::string ApiOf(const Value& manifest, const std::string& path, const std::string& asked) {
  const bool vulkan = Member(manifest, "layer") != nullptr || Member(manifest, "layers") != nullptr;
  const bool openxr = Member(manifest, "api_layer") != nullptr;
  if (!vulkan && !openxr && Member(manifest, "ICD") != nullptr) {
    throw EnvironmentError(path + " is the manifest of a Vulkan driver, not of a layer");
  }
  if (!vulkan && !openxr && Member(manifest, "runtime") != nullptr) {
    throw EnvironmentError(path + " is the manifest of an OpenXR runtime, not of a layer");
  }
  if ((asked == "vulkan" && openxr && !vulkan) || (asked == "openxr" && vulkan && !openxr)) {
    throw EnvironmentError(fmt::format("{} is the manifest of a layer for {}, not for {}", path,
                                       openxr ? "openxr" : "vulkan", asked));
  }
  if (!asked.empty()) return asked;
  return openxr ? "openxr" : "vulkan";
}

const Value* Choose(const std::vector<const Value*>& layers, const std::string& path,
                    const std::string& name) {
  std::vector<std::string> names;
  for (const Value* layer : layers) {
    if (!name.empty() && Text(*layer, "name") == name) return layer;
    names.push_back(Text(*layer, "name"));
  }
  if (!name.empty()) {
    throw EnvironmentError(
        fmt::format("{} has no layer called '{}', but {}", path, name,
                    names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
  }
  if (layers.size() > 1) {
    throw EnvironmentError(fmt::format("{} has {} layers; choose one with --layer: {}", path,
                                       layers.size(), fmt::join(names, ", ")));
  }
  return layers.empty() ? nullptr : layers.front();
}

// The folder says how a layer is installed; elsewhere, what only implicit layers have.
bool IsImplicit(const std::string& path, const Value& layer) {
  const std::string folder = fs::path(path).parent_path().filename();
  if (folder.rfind("implicit", 0) == 0) return true;
  if (folder.rfind("explicit", 0) == 0) return false;
  return Member(layer, "disable_environment") != nullptr;
}

std::vector<std::string> Split(const char* variable, const char* otherwise) {
  const char* value = getenv(variable);
  std::istringstream list(value != nullptr && *value != '\0' ? value : otherwise);
  std::vector<std::string> parts;
  for (std::string part; std::getline(list, part, ':');) {
    if (!part.empty()) parts.push_back(part);
  }
  return parts;
}

// Every folder of this host in which a loader finds manifests of Vulkan layers ("Linux Layer
// Discovery"), and the one of the meta-layer itself.
std::vector<std::string> LayerFolders(const std::string& own) {
  const char* home = getenv("HOME");
  const std::string user = home != nullptr ? home : "";
  std::vector<std::string> roots = {"/etc"};
  for (const auto& list :
       {Split("XDG_CONFIG_HOME", (user + "/.config").c_str()), Split("XDG_CONFIG_DIRS", "/etc/xdg"),
        Split("XDG_DATA_HOME", (user + "/.local/share").c_str()),
        Split("XDG_DATA_DIRS", "/usr/local/share:/usr/share")}) {
    roots.insert(roots.end(), list.begin(), list.end());
  }
  std::vector<std::string> folders = Split("VK_LAYER_PATH", "");
  folders.push_back(own);
  for (const std::string& root : roots) {
    folders.push_back(root + "/vulkan/explicit_layer.d");
    folders.push_back(root + "/vulkan/implicit_layer.d");
  }
  return folders;
}

void LookForComponents(const std::string& folder, std::vector<LayerComponent>& components) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    std::error_code ignored;
    if (entry.path().extension() != ".json" || !entry.is_regular_file(ignored) ||
        entry.file_size(ignored) > static_cast<uintmax_t>(kMostBytes)) {
      continue;
    }
    rapidjson::Document document;
    if (!Parse(Slurp(entry.path()), document)) continue;
    for (const Value* layer : LayersOf(document, /*openxr=*/false)) {
      for (LayerComponent& component : components) {
        if (component.name == Text(*layer, "name")) {
          component.api_versions.push_back(Text(*layer, "api_version"));
        }
      }
    }
  }
}

std::vector<LayerComponent> ReadComponents(const Value& list, const std::string& folder) {
  std::vector<LayerComponent> components;
  for (const Value& name : list.GetArray()) {
    if (name.IsString()) components.push_back({name.GetString(), {}});
  }
  for (const std::string& each : LayerFolders(folder)) LookForComponents(each, components);
  return components;
}

void ReadMembers(const Value& json, const std::string& folder, bool openxr, LayerUnderTest& layer) {
  layer.object = ToText(json);
  layer.implicit = IsImplicit(layer.manifest, json);
  layer.name = Text(json, "name");
  layer.api_version = Text(json, "api_version");
  layer.library_path = Text(json, "library_path");
  layer.negotiate =
      openxr ? "xrNegotiateLoaderApiLayerInterface" : "vkNegotiateLoaderLayerInterfaceVersion";
  const Value* functions = Member(json, "functions");
  if (functions != nullptr && functions->IsObject()) {
    const std::string renamed = Text(*functions, layer.negotiate.c_str());
    if (!renamed.empty()) layer.negotiate = renamed;
  }
  const Value* components = openxr ? nullptr : Member(json, "component_layers");
  layer.meta = components != nullptr && components->IsArray();
  if (layer.meta) layer.components = ReadComponents(*components, folder);
  if (layer.library_path.empty()) {
    layer.library_problem =
        layer.meta ? "a meta-layer has no library" : "its manifest names no library";
    return;
  }
  FoundLibrary found = FindLibrary(layer.library_path, folder);
  layer.library = found.path;
  layer.library_problem = found.problem;
  layer.files = found.files;
  layer.library_folders = found.folders;
}

}  // namespace

ReadLayerResult ReadLayer(const std::string& path, const std::string& api,
                          const std::string& name) {
  ReadLayerResult result;
  result.api = api.empty() ? "vulkan" : api;
  LayerUnderTest& layer = result.layer;
  layer.manifest = fs::absolute(path);
  layer.text = ReadManifest(path);
  layer.library_problem = "its manifest describes no layer";
  rapidjson::Document document;
  if (!Parse(layer.text, document)) {
    layer.json_problem =
        document.HasParseError()
            ? fmt::format("{} at byte {}", rapidjson::GetParseError_En(document.GetParseError()),
                          document.GetErrorOffset())
            : "the text is no JSON object";
    return result;
  }
  layer.format = Text(document, "file_format_version");
  result.api = ApiOf(document, path, api);
  const bool openxr = result.api == "openxr";
  const Value* chosen = Choose(LayersOf(document, openxr), path, name);
  if (chosen != nullptr) {
    ReadMembers(*chosen, fs::path(layer.manifest).parent_path(), openxr, layer);
  }
  return result;
}

}  // namespace loadstone
