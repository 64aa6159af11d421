#include "harness/cli/steps.h"

#include <fmt/format.h>
#include <rapidjson/document.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <set>
#include <stdexcept>

#include "harness/cli/steps_told.h"
#include "harness/report/text.h"
#include "harness/world/signal_name.h"

namespace loadstone {
namespace {

// What a bug tracker takes.
constexpr size_t kMostBytes = 60000;

// What the scripts for an API are made of.
struct Kit {
  const char* api;
  const char* headers;   // as people call them
  const char* packages;  // of Debian
  const char* compiler;
  // The application, and what it does the same as.
  const char* application;
  const char* application_source;
  Told (*tell)(const Observation& seen);
  // Of each mock that has one, the source of a plain component.
  struct Component {
    const char* mock;
    const char* name;
    const char* source;
  };
  std::array<Component, 2> components;
  const char* interfaces;  // a header that distributions lack, or null
};

const Kit kKits[] = {
    {"vulkan",
     "Vulkan",
     "gcc libvulkan-dev",
     "cc",
     "application.c",
     kStepsApplication,
     TellVulkan,
     {{{"vulkan_layer.so", "layer.c", kStepsLayer},
       {"vulkan_driver.so", "driver.c", kStepsDriver}}},
     nullptr},
    {"openxr",
     "OpenXR",
     "g++ libopenxr-dev",
     "c++",
     "application.cc",
     kStepsXrApplication,
     TellOpenXr,
     {{{"openxr_layer.so", "layer.cc", kStepsXrLayer},
       {"openxr_runtime.so", "runtime.cc", kStepsXrRuntime}}},
     kStepsXrInterfaces},
};

constexpr char kHead[] = R"--(#!/usr/bin/env bash
# {}, without Loadstone.
#
# usage: steps.sh [LOADER]. Needs bash, a compiler, the headers of {} and bubblewrap; on Debian:
#   apt install {} bubblewrap
set -euo pipefail
default={}
loader=$(realpath -- "${{1:-$default}}")
root=$(mktemp -d)
sources=$(mktemp -d)
trap 'rm -rf "$root" "$sources"' EXIT
# Some loaders find files in the order in which they were made, so that it is kept.
begin() {{ echo "$1" >>"$sources/order"; mkdir -p "$(dirname "$root$1")"; }}
folder() {{ echo "$1/" >>"$sources/order"; }}
place() {{ begin "$1"; cat >"$root$1"; }}
link() {{ begin "$2"; ln -s "$1" "$root$2"; }}
pipe() {{ begin "$1"; mkfifo "$root$1"; }}
compile() {{ begin "$2"; {} -I"$sources" -o "$root$2" "$sources/$1" "${{@:3}}"; }}

)--";

constexpr char kTail[] = R"--(
shown=()
for folder in /usr/lib /usr/lib64 /lib /lib64 /usr/bin /bin; do
  [ ! -e "$folder" ] || shown+=(--ro-bind "$folder" "$folder")
done
subject=/subject/$(basename "$loader")
status=0
# shellcheck disable=SC2016
make='while IFS= read -r path; do
  case $path in */) mkdir -p "$path" ;; *) (cd /machine && cp -dR --preserve=mode --parents ".$path" /) ;; esac
done </order
exec "$@"'
(ulimit -c 0; exec timeout 30 bwrap --tmpfs / "${{shown[@]}}" --ro-bind "$loader" "$subject" \
  --ro-bind "$root" /machine --ro-bind "$sources/order" /order --dev /dev --proc /proc --die-with-parent \
  --clearenv {} /bin/sh -c "$make" sh {} "$subject" {}) >"$sources/out" 2>/dev/null || status=$?
cat "$sources/out"
[ -z "$(tail -c 1 "$sources/out")" ] || echo
case $status in
  0) echo "ending: exit status 0" ;;
  124) echo "ending: it hangs" ;;
  *) if [ "$status" -gt 128 ]; then echo "ending: SIG$(kill -l $((status - 128)))"; else echo "ending: $status"; fi ;;
esac
)--";

bool IsPlainText(const std::string& text) {
  return ValidUtf8(text) == text && std::all_of(text.begin(), text.end(), [](unsigned char c) {
           return c == '\n' || c == '\t' || (c >= 0x20 && c != 0x7f);
         });
}

// A here-document that is exactly `text`.
std::string PlaceFile(const std::string& path, const std::string& text) {
  const std::string place = "place " + ShellQuote(path);
  if (text.empty()) return place + " </dev/null\n";
  if (!IsPlainText(text)) {
    std::string octal;
    for (const unsigned char c : text) octal += fmt::format("\\{:03o}", c);
    return fmt::format("printf '{}' | {}\n", octal, place);
  }
  std::string mark = "END";
  while (text.find(mark) != std::string::npos) mark += "_";
  return text.ends_with('\n')
             ? fmt::format("{} <<'{}'\n{}{}\n", place, mark, text, mark)
             : fmt::format("head -c -1 <<'{}' | {}\n{}\n{}\n", mark, place, text, mark);
}

// Whether a member of a mock's configuration has no part in what it does: who it is, and what it
// notes.
bool IsIdle(const std::string& member) {
  static const std::set<std::string> kIdle = {"who", "trace", "name", "check_application",
                                              "check_negotiation"};
  return kIdle.contains(member);
}

// The name of a mock that does nothing but note what it is told. Throws Impossible for another.
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
  for (const Kit::Component& component : kit.components) {
    if (copy.text != component.mock) continue;
    return fmt::format("compile {} {} -shared -fPIC {}\n", component.name, ShellQuote(copy.path),
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
      throw Impossible(node.path + " stands among the libraries of the system");
    }
  }
  // The script would follow it out of its folder.
  for (const Node& other : world.nodes()) {
    if (other.kind == Node::Kind::kSymlink && node.path.starts_with(other.path + "/")) {
      throw Impossible(node.path + " is reached by a symbolic link");
    }
  }
  if (node.path.find('\n') != std::string::npos) throw Impossible("a path has several lines");
  if (node.owner == Owner::kOther) throw Impossible(node.path + " belongs to somebody else");
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

// A source in a file, for compilation on the machine of the reader.
std::string PlaceSource(const char* name, const char* source) {
  return fmt::format("cat >\"$sources/{}\" <<'END_OF_SOURCE'\n{}END_OF_SOURCE\n", name, source);
}

}  // namespace

Steps StepsOf(const std::string& case_id, const std::string& loader, const std::string& api,
              const World& world, const Observation& seen) {
  try {
    const Kit& kit = *std::find_if(std::begin(kKits), std::end(kKits),
                                   [&](const Kit& one) { return one.api == api; });
    if (world.elevated()) throw Impossible("the application is elevated");
    const Told told = kit.tell(seen);
    std::string script =
        fmt::format(kHead, case_id, kit.headers, kit.packages, ShellQuote(loader), kit.compiler);
    script += PlaceSource(kit.application, kit.application_source);
    for (const Kit::Component& component : kit.components) {
      script += PlaceSource(component.name, component.source);
    }
    if (kit.interfaces != nullptr) {
      script +=
          "mkdir \"$sources/openxr\"\n" + PlaceSource("openxr/loader_interfaces.h", kit.interfaces);
    }
    script += "\n";
    for (const Node& node : world.nodes()) script += PlaceNode(node, world, kit);
    script += fmt::format("compile {} {} -ldl\n", kit.application, ShellQuote(world.application()));
    script +=
        fmt::format(kTail, EnvironmentWords(world), ShellQuote(world.application()), told.words);
    if (script.size() > kMostBytes) throw Impossible("its files are too large to be pasted");
    const bool torn = !told.prints.empty() && !told.prints.ends_with('\n');
    return {script, told.prints + (torn ? "\n" : "") + EndingOf(seen), ""};
  } catch (const std::runtime_error& why) {  // Impossible, or a trace that lacks something
    return {"", "", why.what()};
  }
}

}  // namespace loadstone
