// SPDX-License-Identifier: Apache-2.0
#include "tool/show.h"

#include <fmt/format.h>
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <fstream>
#include <sstream>
#include <stdexcept>

#include "tool/registry_editor.h"

namespace loadstone {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxTextSize = 2000;

std::string Indented(const std::string& text) {
  std::istringstream lines(text.substr(0, kMaxTextSize));
  std::string line;
  std::string result;
  while (std::getline(lines, line)) result += "      " + line + "\n";
  if (text.size() > kMaxTextSize) result += fmt::format("      ... {} bytes in all\n", text.size());
  return result;
}

std::string DescribeNode(const Node& node) {
  const std::string where = fmt::format("  {:04o} {}", node.mode, node.path);
  switch (node.kind) {
    case Node::Kind::kDirectory:
      return where + "/\n";
    case Node::Kind::kFile:
      return where + "\n" + Indented(node.text);
    case Node::Kind::kCopy:
      return where + "  (copy of " + node.text + ")\n";
    case Node::Kind::kSymlink:
      return where + " -> " + node.text + "\n";
    case Node::Kind::kFifo:
      return where + "  (FIFO)\n";
    case Node::Kind::kSparse:
      return where + fmt::format("  ({} zero bytes)\n", node.size);
  }
  return where + "\n";
}

std::string EnvironmentText(const World& world) {
  std::string text;
  for (const auto& [name, value] : world.environment()) text += name + "=" + value + "\n";
  return text;
}

void WriteText(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

void KeepNode(const fs::path& root, const fs::path& library, const Node& node) {
  const fs::path path = root / node.path.substr(1);
  fs::create_directories(path.parent_path());
  switch (node.kind) {
    case Node::Kind::kDirectory:
      fs::create_directories(path);
      break;
    case Node::Kind::kFile:
      WriteText(path, node.text);
      break;
    case Node::Kind::kCopy:
      fs::copy_file(library / node.text, path, fs::copy_options::overwrite_existing);
      break;
    case Node::Kind::kSymlink:
      fs::create_symlink(node.text, path);
      break;
    case Node::Kind::kFifo:
      WriteText(path.string() + ".fifo", "here the world has a FIFO\n");
      break;
    case Node::Kind::kSparse:
      WriteText(path, {});
      fs::resize_file(path, node.size);
      break;
  }
}

}  // namespace

std::string Describe(const World& world) {
  std::string text = "application: " + world.application();
  if (world.elevated()) text += fmt::format(" ({})", Describe(world.elevation()));
  text += "\nenvironment:\n";
  for (const auto& [name, value] : world.environment()) {
    text += fmt::format("  {}={}\n", name, value);
  }
  text += "files:\n";
  for (const Node& node : world.nodes()) text += DescribeNode(node);
  if (!world.registry().empty()) text += "registry:\n" + DescribeRegistry(world.registry());
  return text;
}

std::string DescribeTrace(const std::string& trace) {
  std::istringstream lines(trace);
  std::string line;
  std::string text;
  while (std::getline(lines, line)) {
    rapidjson::Document event;
    event.Parse(line.data(), line.size());
    const auto has_text = [&](const char* key) {
      return event.HasMember(key) && event[key].IsString();
    };
    if (event.HasParseError() || !event.IsObject() || !has_text("who") || !has_text("what")) {
      text += "  (torn) " + line + "\n";
      continue;
    }
    const std::string who = event["who"].GetString();
    const std::string what = event["what"].GetString();
    event.EraseMember("who");
    event.EraseMember("what");
    rapidjson::StringBuffer rest;
    rapidjson::Writer<rapidjson::StringBuffer> writer(rest);
    event.Accept(writer);
    text += fmt::format("  {}: {} {}\n", who, what,
                        event.ObjectEmpty() ? "" : std::string(rest.GetString()));
  }
  return text;
}

void Keep(const fs::path& folder, const fs::path& library, const World& world,
          const ProbeResult& probe_result) {
  try {
    for (const Node& node : world.nodes()) KeepNode(folder / "world", library, node);
    WriteText(folder / "world.txt", Describe(world));
    WriteText(folder / "environment", EnvironmentText(world));
    if (!world.registry().empty()) {
      WriteText(folder / "registry.reg", RegistryEditorFile(world.registry()));
    }
    WriteText(folder / "trace.jsonl", probe_result.trace);
    WriteText(folder / "output.txt", probe_result.output);
  } catch (const fs::filesystem_error& error) {
    throw std::runtime_error(
        fmt::format("cannot keep the world in {}: {}", folder.string(), error.code().message()));
  }
}

}  // namespace loadstone
