#include "harness/cli/steps.h"

#include <fmt/format.h>
#include <rapidjson/document.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <optional>
#include <set>
#include <stdexcept>

#include "harness/report/text.h"
#include "harness/world/signal_name.h"

namespace loadstone {
namespace {

// What a bug tracker takes.
constexpr size_t kMostBytes = 60000;

// Why there can be no script.
class Impossible : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

constexpr char kHead[] = R"--(#!/usr/bin/env bash
# {}, without Loadstone.
#
# usage: steps.sh [LOADER]. Needs bash, a C compiler, the headers of Vulkan and bubblewrap; on Debian:
#   apt install gcc libvulkan-dev bubblewrap
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
compile() {{ begin "$2"; cc -o "$root$2" "$sources/$1" "${{@:3}}"; }}

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

// The name of a mock that does nothing but note what it is told. Throws Impossible for another.
std::string NameOfMock(const Node& copy, const World& world) {
  for (const Node& node : world.nodes()) {
    if (node.path != copy.path + ".config") continue;
    rapidjson::Document config;
    config.Parse(node.text.data(), node.text.size());
    if (config.HasParseError() || !config.IsObject() || !config.HasMember("who")) break;
    for (const auto& member : config.GetObject()) {
      const std::string name = member.name.GetString();
      if (name != "who" && name != "trace") {
        throw Impossible(
            fmt::format("{} does more than a plain layer or driver ({})", copy.path, name));
      }
    }
    return config["who"].GetString();
  }
  throw Impossible(copy.path + " is not a plain layer or driver");
}

std::string CompileMock(const Node& copy, const World& world) {
  const char* source = copy.text == "vulkan_layer.so"    ? "layer.c"
                       : copy.text == "vulkan_driver.so" ? "driver.c"
                                                         : nullptr;
  if (source == nullptr) throw Impossible(copy.path + " is not a plain layer or driver");
  return fmt::format("compile {} {} -shared -fPIC {}\n", source, ShellQuote(copy.path),
                     ShellQuote(fmt::format("-DNAME=\"{}\"", NameOfMock(copy, world))));
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

std::string PlaceNode(const Node& node, const World& world) {
  RequirePlace(node, world);
  const std::string path = ShellQuote(node.path);
  switch (node.kind) {
    case Node::Kind::kDirectory:
      return fmt::format("folder {}\n", path);
    case Node::Kind::kFile:
      return IsConfigOfMock(node, world) ? "" : PlaceFile(node.path, node.text);
    case Node::Kind::kCopy:
      return CompileMock(node, world);
    case Node::Kind::kSymlink:
      return fmt::format("link {} {}\n", ShellQuote(node.text), path);
    case Node::Kind::kFifo:
      return fmt::format("pipe {}\n", path);
    case Node::Kind::kSparse:
      return fmt::format("place {0} </dev/null\ntruncate -s {1} \"$root\"{0}\n", path, node.size);
  }
  return "";
}

// What the application is told to do, and what is printed then.
struct Told {
  std::string words;
  std::string prints;
};

bool IsAfterwards(const std::string& what) {
  // What an application does with the instance it has; it is not needed to see what came before.
  static const std::set<std::string> kNames = {"vkEnumeratePhysicalDevices",
                                               "vkCreateDevice",
                                               "vkGetDeviceQueue",
                                               "vkDeviceWaitIdle",
                                               "vkDestroyDevice",
                                               "vkDestroyInstance",
                                               "start",
                                               "load",
                                               "done"};
  return kNames.contains(what);
}

// The version that the application named, as the entity sees it that the loader calls first; 0 if
// it left VkApplicationInfo out, for which a driver is given 1.0.
int64_t VersionOf(const Event& first_call) {
  constexpr int64_t kVersion10 = 1 << 22;
  const int64_t version = first_call.Number("api_version", 0);
  return version == kVersion10 ? 0 : version;
}

void TellList(const Event* leave, Told& told) {
  told.words += " list";
  told.prints += "vkEnumerateInstanceLayerProperties:";
  if (leave == nullptr) return;
  if (!leave->Has("names")) throw Impossible("the trace does not say which layers were listed");
  const std::vector<std::string> names = leave->List("names");
  const std::vector<std::string> versions = leave->List("api_versions");
  for (size_t i = 0; i < names.size(); ++i) {
    told.prints += fmt::format(" {} ({})", names[i], versions.at(i));
  }
  told.prints += fmt::format(" returns {}\n", leave->Number("result"));
}

void TellCreate(const Event& enter, const std::vector<Event>& below, const Event* leave,
                Told& told) {
  if (!enter.List("extensions").empty()) throw Impossible("the application enables extensions");
  told.prints += "vkCreateInstance:";
  std::optional<int64_t> version;
  for (const Event& event : below) {
    if (event.what() != "vkCreateInstance" || event.phase() == "leave") continue;
    told.prints += " " + event.who();
    if (!version.has_value()) version = VersionOf(event);
  }
  told.words += fmt::format(" create {}", version.value_or(0));
  for (const std::string& layer : enter.List("layers")) told.words += " " + ShellQuote(layer);
  if (leave != nullptr) told.prints += fmt::format(" returns {}\n", leave->Number("result"));
}

Told Tell(const Observation& seen) {
  const std::vector<Event>& events = seen.events();
  Told told;
  std::set<std::string> done;
  for (auto enter = events.begin(); enter != events.end(); ++enter) {
    if (enter->who() != "app" || enter->phase() == "leave" || IsAfterwards(enter->what())) continue;
    const std::string what = enter->what();
    const auto leave = std::find_if(enter + 1, events.end(), [&](const Event& other) {
      return other.who() == "app" && other.what() == what && other.phase() == "leave";
    });
    const Event* returned = leave == events.end() ? nullptr : &*leave;
    if (!done.insert(what).second)
      throw Impossible("the application calls " + what + " repeatedly");
    if (what == "vkEnumerateInstanceLayerProperties") {
      TellList(returned, told);
    } else if (what == "vkCreateInstance") {
      TellCreate(*enter, {enter + 1, leave}, returned, told);
    } else {
      throw Impossible("the application calls " + what);
    }
  }
  if (told.words.empty())
    throw Impossible("the application neither lists layers nor creates an instance");
  return told;
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
    if (api != "vulkan") throw Impossible("it is about OpenXR");
    if (world.elevated()) throw Impossible("the application is elevated");
    const Told told = Tell(seen);
    std::string script = fmt::format(kHead, case_id, ShellQuote(loader));
    script += PlaceSource("application.c", kStepsApplication) +
              PlaceSource("layer.c", kStepsLayer) + PlaceSource("driver.c", kStepsDriver) + "\n";
    for (const Node& node : world.nodes()) script += PlaceNode(node, world);
    script += fmt::format("compile application.c {} -ldl\n", ShellQuote(world.application()));
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
