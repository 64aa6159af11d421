// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "harness/report/text.h"
#include "tool/registry_editor.h"
#include "tool/steps.h"
#include "tool/steps_kit.h"
#include "tool/steps_scripts.h"

namespace loadstone {
namespace {

// Returns `text` as a literal of C, each line of it on a line.
std::string Literal(const std::string& text) {
  std::string literal = "\"";
  for (size_t i = 0; i < text.size(); ++i) {
    const unsigned char c = static_cast<unsigned char>(text[i]);
    const bool last = i + 1 == text.size();
    if (c == '\n') {
      literal += last ? "\\n" : "\\n\"\n   \"";
    } else if (c == '"' || c == '\\') {
      literal += {'\\', text[i]};
    } else {
      literal += c >= 0x20 && c < 0x7f ? std::string(1, text[i]) : fmt::format("\\{:03o}", c);
    }
  }
  return literal + '"';
}

// Returns UTF-8 text as a wide literal of C.
std::string WideLiteral(const std::string& text) {
  if (ValidUtf8(text) != text) throw Impossible("a path or a word is not UTF-8");
  const std::string units = RegistryText({}, {}, text).data;
  std::string literal = "L\"";
  for (size_t i = 0; i + 2 < units.size(); i += 2) {
    const int unit = static_cast<unsigned char>(units[i]) | static_cast<unsigned char>(units[i + 1])
                                                                << 8;
    if (unit == '"' || unit == '\\') {
      literal += {'\\', units[i]};
    } else if (unit >= 0x20 && unit < 0x7f) {
      literal += units[i];
    } else {
      literal += fmt::format("\\x{:04x}\" L\"", unit);  // a digit behind it would belong to it
    }
  }
  return literal + '"';
}

// A library or program that the scripts compile to `file`, and its place in the world.
struct Compiled {
  std::string file;
  std::string source;
  std::string name;  // what a component writes; empty for the application
  std::string path;
};

std::vector<Compiled> CompiledOf(const World& world, const StepsKit& kit) {
  std::vector<Compiled> all;
  for (const Node& node : world.nodes()) {
    if (node.kind != Node::Kind::kCopy) continue;
    const auto [source, name] = PlainComponentOf(node, world, kit);
    // The name is in the command line of two shells.
    if (!std::all_of(name.begin(), name.end(), [](unsigned char c) {
          return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.' || c == ' ';
        })) {
      throw Impossible(node.path + " writes a name that cmd does not pass on");
    }
    const std::string stem = std::string(source).substr(0, std::string(source).find('.'));
    all.push_back({fmt::format("{}_{}.dll", stem, all.size() + 1), source, name, node.path});
  }
  all.push_back({"application.exe", kit.application, "", world.application()});
  return all;
}

std::string EntryOf(const Node& node, const World& world) {
  RequirePlainNode(node);
  const std::string path = WideLiteral(WindowsPath(node.path));
  switch (node.kind) {
    case Node::Kind::kDirectory:
      return fmt::format("  {{.path = {}}},\n", path);
    case Node::Kind::kFile:
      if (IsConfigOfMock(node, world)) return "";
      return fmt::format("  {{{}, {}, {}, {}}},\n", path, Literal(node.text), node.text.size(),
                         node.text.size());
    case Node::Kind::kSparse:
      return fmt::format("  {{{}, \"\", 0, {}}},\n", path, node.size);
    case Node::Kind::kCopy:
      return "";
    case Node::Kind::kSymlink:
    case Node::Kind::kFifo:
      break;
  }
  throw Impossible(node.path + " is a symbolic link or a FIFO");
}

std::string FilesText(const World& world, const std::vector<Compiled>& compiled) {
  std::string text = "static const struct file files[] = {\n";
  for (const Node& node : world.nodes()) text += EntryOf(node, world);
  for (const Compiled& each : compiled) {
    text += fmt::format("  {{.path = {}, .compiled = {}}},\n", WideLiteral(WindowsPath(each.path)),
                        WideLiteral(each.file));
  }
  return text + "  {0}};\n\n";
}

std::string ValuesText(const World& world) {
  std::string text = "static const struct value values[] = {\n";
  for (const RegistryValue& value : world.registry()) {
    text += fmt::format("  {{{}, {}, {}}},\n",
                        value.key.starts_with("HKCU") ? "HKEY_CURRENT_USER" : "HKEY_LOCAL_MACHINE",
                        WideLiteral(value.key.substr(value.key.find('\\') + 1)),
                        WideLiteral(value.name));
  }
  return text + "  {0}};\n\n";
}

// The application sets the variables itself: Wine hides variables whose names begin with VK_ from
// it.
std::string ApplicationText(const World& world, const Told& told) {
  std::string text = fmt::format(
      "static const wchar_t application[] = {};\n\n"
      "static const wchar_t* const words[] = {{\n",
      WideLiteral(WindowsPath(world.application())));
  for (const auto& [name, value] : world.environment()) {
    if (name == "HOME") continue;
    text += fmt::format("  L\"set\", {},\n", WideLiteral(name + "=" + value));
  }
  for (const std::string& word : told.words) text += fmt::format("  {},\n", WideLiteral(word));
  return text + "  NULL};\n";
}

// Wine runs every application as an administrator, and so does the script for cmd.
void RequireNoOrdinaryUser(const World& world) {
  if (world.elevated()) return;
  for (const auto& [name, value] : world.environment()) {
    if (name.starts_with("XR_") || name.ends_with("_PATH") || name.ends_with("_FILES") ||
        name.ends_with("_FILENAMES")) {
      throw Impossible("Wine treats every application as run by an administrator, so " + name +
                       " has no effect");
    }
  }
  for (const RegistryValue& value : world.registry()) {
    if (value.key.starts_with("HKCU")) {
      throw Impossible("Wine treats every application as run by an administrator, so " + value.key +
                       " has no effect");
    }
  }
}

std::string BashScript(const std::string& case_id, const Subject& subject, const StepsKit& kit,
                       const std::vector<Compiled>& compiled) {
  std::string script =
      fmt::format(fmt::runtime(kWineScript.head), case_id, kit.headers, kit.windows_packages,
                  kit.windows_compiler, ShellQuote(subject.path));
  if (kit.interfaces != nullptr)
    script += "mkdir \"$build/openxr\"\ncp loader_interfaces.h \"$build/openxr\"\n";
  for (const Compiled& each : compiled) {
    script += fmt::format(
        "compile {} {}{}\n", each.file, each.source,
        each.name.empty() ? "" : " -shared " + ShellQuote("-DNAME=\"" + each.name + '"'));
  }
  return script + kWineScript.tail;
}

std::string CmdScript(const std::string& case_id, const StepsKit& kit,
                      const std::vector<Compiled>& compiled) {
  std::string script =
      fmt::format(fmt::runtime(kCmdScript.head), case_id, kit.headers, kit.windows_compiler);
  if (kit.interfaces != nullptr) {
    script += "mkdir \"%build%\\openxr\"\ncopy loader_interfaces.h \"%build%\\openxr\" >nul\n";
  }
  for (const Compiled& each : compiled) {
    script += fmt::format(
        "%compile% -o \"%build%\\{}\" {}{}\nif errorlevel 1 exit /b 2\n", each.file, each.source,
        each.name.empty() ? "" : fmt::format(" -shared \"-DNAME=\\\"{}\\\"\"", each.name));
  }
  return script + kCmdScript.tail;
}

}  // namespace

std::vector<Steps::File> WindowsSteps(const std::string& case_id, const Subject& subject,
                                      const World& world, const Told& told) {
  RequireNoOrdinaryUser(world);
  const StepsKit& kit = StepsKitOf(subject.api);
  const std::vector<Compiled> compiled = CompiledOf(world, kit);
  std::vector<Steps::File> files = {
      {"steps.sh", BashScript(case_id, subject, kit, compiled)},
      {"steps.cmd", CmdScript(case_id, kit, compiled)},
      {"case.reg", RegistryEditorText(world.registry())},
      {"case.h", FilesText(world, compiled) + ValuesText(world) + ApplicationText(world, told)},
      {"case.c", kStepsWindowsCase},
      {"dlfcn.h", kStepsWindows},
      {kit.application, kit.application_source}};
  for (const StepsKit::Component& component : kit.components) {
    files.push_back({component.name, component.source});
  }
  if (kit.interfaces != nullptr) files.push_back({"loader_interfaces.h", kit.interfaces});
  return files;
}

}  // namespace loadstone
