// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "harness/report/text.h"
#include "tool/steps.h"
#include "tool/steps_kit.h"
#include "tool/steps_scripts.h"

namespace loadstone {
namespace {

bool IsPlainText(const std::string& text) {
  return ValidUtf8(text) == text && std::all_of(text.begin(), text.end(), [](unsigned char c) {
           return c == '\n' || c == '\t' || (c >= 0x20 && c != 0x7f);
         });
}

// Returns `text` as the format of printf(1), in single quotes.
std::string PrintfFormat(const std::string& text) {
  std::string format;
  for (const unsigned char c : text) {
    const bool plain = c >= 0x20 && c < 0x7f && c != '\'' && c != '%' && c != '\\';
    format += plain ? std::string(1, static_cast<char>(c)) : fmt::format("\\{:03o}", c);
  }
  return "'" + format + "'";
}

// Returns a here-document that contains exactly `text`.
std::string PlaceFile(const std::string& path, const std::string& text) {
  const std::string place = "place " + ShellQuote(path);
  if (text.empty()) return place + " </dev/null\n";
  if (!IsPlainText(text)) return fmt::format("printf {} | {}\n", PrintfFormat(text), place);
  std::string mark = "END";
  while (text.find(mark) != std::string::npos) mark += "_";
  return text.ends_with('\n')
             ? fmt::format("{} <<'{}'\n{}{}\n", place, mark, text, mark)
             : fmt::format("head -c -1 <<'{}' | {}\n{}\n{}\n", mark, place, text, mark);
}

std::string CompileMock(const Node& copy, const World& world, const StepsKit& kit) {
  const PlainComponent component = PlainComponentOf(copy, world, kit);
  return fmt::format("compile {} {} -shared -fPIC {}\n", component.source, ShellQuote(copy.path),
                     ShellQuote(fmt::format("-DNAME=\"{}\"", component.name)));
}

void RequirePlace(const Node& node, const World& world) {
  for (const char* folder :
       {"/usr/lib/", "/usr/lib64/", "/lib/", "/lib64/", "/usr/bin/", "/bin/", "/proc/", "/dev/"}) {
    if (node.path.starts_with(folder)) {
      throw Impossible(node.path + " is among the libraries of the system");
    }
  }
  // The script would follow the link out of its folder.
  for (const Node& other : world.nodes()) {
    if (other.kind == Node::Kind::kSymlink && node.path.starts_with(other.path + "/")) {
      throw Impossible(node.path + " is reached through a symbolic link");
    }
  }
}

std::string PlaceNode(const Node& node, const World& world, const StepsKit& kit) {
  RequirePlainNode(node);
  RequirePlace(node, world);
  const std::string path = ShellQuote(node.path);
  switch (node.kind) {
    case Node::Kind::kDirectory:
      return fmt::format("folder {}\n", path);
    case Node::Kind::kFile:
      return IsConfigOfMock(node, world) ? "" : PlaceFile(node.path, node.text);
    case Node::Kind::kCopy:
      return CompileMock(node, world, kit);
    case Node::Kind::kSymlink:
      return fmt::format("link {} {}\n", ShellQuote(node.text), path);
    case Node::Kind::kFifo:
      return fmt::format("pipe {}\n", path);
    case Node::Kind::kSparse:
      return fmt::format("place {0} </dev/null\ntruncate -s {1} \"$root\"{0}\n", path, node.size);
  }
  return "";
}

std::string EnvironmentWords(const World& world) {
  std::string words;
  for (const auto& [name, value] : world.environment()) {
    words += fmt::format(" --setenv {} {}", ShellQuote(name), ShellQuote(value));
  }
  return words;
}

// Writes a source to a file, to be compiled on the machine of the reader.
std::string PlaceSource(const char* name, const char* source) {
  return fmt::format("cat >\"$sources/{}\" <<'END_OF_SOURCE'\n{}END_OF_SOURCE\n", name, source);
}

std::string PlaceSources(const StepsKit& kit) {
  std::string script = PlaceSource(kit.application, kit.application_source);
  for (const StepsKit::Component& component : kit.components) {
    script += PlaceSource(component.name, component.source);
  }
  if (kit.interfaces != nullptr) {
    script +=
        "mkdir \"$sources/openxr\"\n" + PlaceSource("openxr/loader_interfaces.h", kit.interfaces);
  }
  return script + "\n";
}

std::string QuotedWords(const Told& told) {
  std::string words;
  for (const std::string& word : told.words) words += " " + ShellQuote(word);
  return words;
}

}  // namespace

std::vector<Steps::File> LinuxSteps(const std::string& case_id, const Subject& subject,
                                    const World& world, const Told& told) {
  const StepsKit& kit = StepsKitOf(subject.api);
  if (world.elevated()) throw Impossible("the application is elevated");
  std::string script = fmt::format(fmt::runtime(kLinuxScript.head), case_id, kit.headers,
                                   kit.packages, ShellQuote(subject.path), kit.compiler) +
                       PlaceSources(kit);
  for (const Node& node : world.nodes()) script += PlaceNode(node, world, kit);
  script += fmt::format("compile {} {} -ldl\n", kit.application, ShellQuote(world.application()));
  script += fmt::format(fmt::runtime(kLinuxScript.tail), EnvironmentWords(world),
                        ShellQuote(world.application()), QuotedWords(told));
  return {{"steps.sh", script}};
}

}  // namespace loadstone
