// SPDX-License-Identifier: Apache-2.0
#include "tool/steps.h"

#include <fmt/format.h>
#include <rapidjson/document.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <set>
#include <stdexcept>

#include "harness/report/text.h"
#include "harness/world/platform.h"
#include "harness/world/signal_name.h"
#include "tool/registry_editor.h"
#include "tool/steps_scripts.h"
#include "tool/steps_told.h"

namespace loadstone {
namespace {

// The maximum length of an issue in a bug tracker.
constexpr size_t kScriptByteLimit = 60000;

// The parts of the scripts for an API.
struct Kit {
  Api api;
  const char* headers;   // as people call them
  const char* packages;  // of Debian
  const char* compiler;
  // The sources of the application.
  const char* application;
  const char* application_source;
  Told (*tell)(const Observation& seen);
  // The source of a plain component, by the mock that it replaces.
  struct Component {
    const char* mock;
    const char* name;
    const char* source;
  };
  std::array<Component, 2> components;
  const char* interfaces;  // a header that distributions lack, or null
};

const Kit kKits[] = {
    {Api::kVulkan,
     "Vulkan",
     "gcc libvulkan-dev",
     "cc",
     "application.c",
     kStepsApplication,
     ConvertVulkanCalls,
     {{{"vulkan_layer", "layer.c", kStepsLayer}, {"vulkan_driver", "driver.c", kStepsDriver}}},
     nullptr},
    {Api::kOpenXr,
     "OpenXR",
     "g++ libopenxr-dev",
     "c++",
     "application.cc",
     kStepsXrApplication,
     ConvertOpenXrCalls,
     {{{"openxr_layer", "layer.cc", kStepsXrLayer},
       {"openxr_runtime", "runtime.cc", kStepsXrRuntime}}},
     kStepsXrInterfaces},
};

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

// Returns whether a member of a mock's configuration does not change its behaviour: it names the
// mock, or what to trace.
bool IsIdle(const std::string& member) {
  static const std::set<std::string> kIdle = {"who", "trace", "name", "check_application",
                                              "check_negotiation"};
  return kIdle.contains(member);
}

// Returns the name of a mock that only traces its calls. Throws Impossible for any other mock.
std::string NameOfMock(const Node& copy, const World& world) {
  for (const Node& node : world.nodes()) {
    if (node.path != copy.path + ".config") continue;
    rapidjson::Document config;
    config.Parse(node.text.data(), node.text.size());
    if (config.HasParseError() || !config.IsObject() || !config.HasMember("who")) break;
    for (const auto& member : config.GetObject()) {
      if (IsIdle(member.name.GetString())) continue;
      throw Impossible(fmt::format("{} does more than a plain layer, driver or runtime ({})",
                                   copy.path, member.name.GetString()));
    }
    return config["who"].GetString();
  }
  throw Impossible(copy.path + " is not a plain layer, driver or runtime");
}

std::string CompileMock(const Node& copy, const World& world, const Kit& kit) {
  const std::string mock = copy.text.substr(0, copy.text.rfind('.'));
  for (const Kit::Component& component : kit.components) {
    if (mock != component.mock) continue;
    // Code for Windows is position-independent without an option.
    return fmt::format("compile {} {} -shared{} {}\n", component.name, ShellQuote(copy.path),
                       copy.text.ends_with(".dll") ? "" : " -fPIC",
                       ShellQuote(fmt::format("-DNAME=\"{}\"", NameOfMock(copy, world))));
  }
  throw Impossible(copy.path + " is not a plain layer, driver or runtime");
}

bool IsConfigOfMock(const Node& node, const World& world) {
  return std::any_of(world.nodes().begin(), world.nodes().end(), [&](const Node& other) {
    return other.kind == Node::Kind::kCopy && node.path == other.path + ".config";
  });
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
  if (node.path.find('\n') != std::string::npos) throw Impossible("a path contains a line break");
  if (node.owner == Owner::kOther) throw Impossible(node.path + " belongs to another user");
  if ((node.mode & 0400) == 0) throw Impossible(node.path + " cannot be read");
}

std::string PlaceNode(const Node& node, const World& world, const Kit& kit) {
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

std::string EndingOf(const Observation& seen) {
  const Ending& ending = seen.ending();
  switch (ending.kind) {
    case Ending::Kind::kExited:
      return fmt::format("ending: {}{}\n", ending.value == 0 ? "exit status " : "", ending.value);
    case Ending::Kind::kSignalled:
      return fmt::format("ending: {}\n", SignalName(ending.value));
    case Ending::Kind::kTimedOut:
      return "ending: it hangs\n";
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

// Returns arguments that make the application set the variables itself: Wine hides variables whose
// names begin with VK_ from it.
std::string SettingWords(const World& world) {
  std::string words;
  for (const auto& [name, value] : world.environment()) {
    if (name != "HOME") words += " set " + ShellQuote(name + "=" + value);
  }
  return words;
}

// Wine runs every application as an administrator.
void RequireNoOrdinaryUser(const World& world) {
  if (world.elevated()) return;
  for (const auto& [name, value] : world.environment()) {
    if (name.ends_with("_PATH") || name.ends_with("_FILES") || name.ends_with("_FILENAMES")) {
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

// Writes a source to a file, to be compiled on the machine of the reader.
std::string PlaceSource(const char* name, const char* source) {
  return fmt::format("cat >\"$sources/{}\" <<'END_OF_SOURCE'\n{}END_OF_SOURCE\n", name, source);
}

std::string PlaceSources(const Kit& kit) {
  std::string script = PlaceSource(kit.application, kit.application_source);
  for (const Kit::Component& component : kit.components) {
    script += PlaceSource(component.name, component.source);
  }
  if (kit.interfaces != nullptr) {
    script +=
        "mkdir \"$sources/openxr\"\n" + PlaceSource("openxr/loader_interfaces.h", kit.interfaces);
  }
  return script + "\n";
}

std::string LinuxSteps(const std::string& case_id, const Subject& subject, const World& world,
                       const Kit& kit, const Told& told) {
  if (world.elevated()) throw Impossible("the application is elevated");
  std::string script = fmt::format(fmt::runtime(kLinuxScript.head), case_id, kit.headers,
                                   kit.packages, ShellQuote(subject.path), kit.compiler) +
                       PlaceSources(kit);
  for (const Node& node : world.nodes()) script += PlaceNode(node, world, kit);
  script += fmt::format("compile {} {} -ldl\n", kit.application, ShellQuote(world.application()));
  return script + fmt::format(fmt::runtime(kLinuxScript.tail), EnvironmentWords(world),
                              ShellQuote(world.application()), told.words);
}

std::string WindowsSteps(const std::string& case_id, const Subject& subject, const World& world,
                         const Kit& kit, const Told& told) {
  if (subject.api != Api::kVulkan) throw Impossible("the case is about OpenXR on Windows");
  RequireNoOrdinaryUser(world);
  std::string script =
      fmt::format(fmt::runtime(kWindowsScript.head), case_id, ShellQuote(subject.path)) +
      PlaceSource("dlfcn.h", kStepsWindows) + PlaceSources(kit);
  for (const Node& node : world.nodes()) {
    if (node.kind == Node::Kind::kSymlink) throw Impossible(node.path + " is a symbolic link");
    script += PlaceNode(node, world, kit);
  }
  script += PlaceFile("/case.reg", RegistryEditorText(world.registry()));
  script += fmt::format("compile {} {}\n", kit.application, ShellQuote(world.application()));
  return script + fmt::format(fmt::runtime(kWindowsScript.tail), SettingWords(world),
                              ShellQuote(WindowsPath(world.application())), told.words);
}

}  // namespace

Steps StepsOf(const std::string& case_id, const Subject& subject, const World& world,
              const Observation& seen) {
  try {
    const Kit& kit = *std::find_if(std::begin(kKits), std::end(kKits),
                                   [&](const Kit& one) { return one.api == subject.api; });
    const Told told = kit.tell(seen);
    const std::string script = IsWindows(subject) ? WindowsSteps(case_id, subject, world, kit, told)
                                                  : LinuxSteps(case_id, subject, world, kit, told);
    if (script.size() > kScriptByteLimit) throw Impossible("its files are too large to paste");
    const bool torn = !told.prints.empty() && !told.prints.ends_with('\n');
    return {script, told.prints + (torn ? "\n" : "") + EndingOf(seen), ""};
  } catch (const std::runtime_error& why) {  // Impossible, or a trace without an expected field
    return {"", "", why.what()};
  }
}

}  // namespace loadstone
