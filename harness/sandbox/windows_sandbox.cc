// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <iterator>
#include <utility>

#include "harness/sandbox/not_on_platform.h"
#include "harness/sandbox/sandbox.h"
#include "harness/sandbox/windows_drive.h"
#include "harness/sandbox/windows_files.h"
#include "harness/sandbox/windows_private_registry.h"
#include "harness/sandbox/windows_process.h"
#include "harness/sandbox/windows_text.h"
#include "harness/sandbox/windows_world.h"
#include "harness/world/code_page.h"
#include "harness/world/drive_letter.h"

namespace loadstone {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostOutput = size_t{1} << 20;
// The library that kDevicesPath is a copy of.
constexpr char kDevicesLibrary[] = "windows_devices.dll";

fs::path PathOf(const std::string& text) { return {Wide(text)}; }

std::string ReadFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// A name for folders and keys that no other sandbox of this machine has.
std::string UniqueName() {
  static unsigned count = 0;
  return "loadstone-" + std::to_string(GetCurrentProcessId()) + "-" + std::to_string(++count);
}

// Throws NotOnPlatform for a world that can be made under Wine, but not beside the machine's own
// system.
void RequireSeparable(const World& world) {
  if (CodePageOf(world.registry()) != kWestern) {
    throw NotOnPlatform("the code page of programs is that of this machine");
  }
}

// A folder that exists as long as the object.
class OwnFolder {
 public:
  explicit OwnFolder(fs::path path) : path_(std::move(path)) {
    std::error_code error;
    fs::create_directories(path_ / L"root", error);
    if (error) {
      throw EnvironmentError("cannot make a folder in " + Utf8(path_.parent_path().wstring()) +
                             ": " + error.message());
    }
  }
  ~OwnFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  OwnFolder(const OwnFolder&) = delete;
  OwnFolder& operator=(const OwnFolder&) = delete;

  const fs::path& path() const { return path_; }

 private:
  const fs::path path_;
};

// Worlds beside the machine's own system: see windows_sandbox.md.
class WindowsSandbox : public Sandbox {
 public:
  explicit WindowsSandbox(SandboxOptions options)
      : options_(std::move(options)),
        name_(UniqueName()),
        folder_(fs::temp_directory_path() / Wide(name_)),
        drive_(folder_.path() / L"root"),
        registry_(name_) {
    // A program that crashes shows no window, and neither do its children.
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
  }

  ~WindowsSandbox() override {
    try {
      drive_.Clear();
    } catch (const HarnessError&) {
      // What is left belongs to the user, whose program may still have it open.
    }
  }

  ProbeResult Run(const World& world, const std::vector<std::string>& arguments,
                  const Limits& limits) override {
    RequirePossibleOnWindows(world);
    RequireSeparable(world);
    drive_.Clear();
    MakeFiles(world);
    FillRegistry(world);
    ProbeResult result;
    result.ending = RunWindowsProgram({.path = Place(world.application()),
                                       .arguments = arguments,
                                       .folder = Place(world.home()),
                                       .output = folder_.path() / L"output"},
                                      limits);
    result.trace = Told(ReadFile(Place(kTracePath)));
    result.output = Told(ReadFile(folder_.path() / L"output").substr(0, kMostOutput));
    return result;
  }

 private:
  // Where something of the world is.
  fs::path Place(const std::string& path) const { return PathOf(Given(WindowsPath(path))); }

  // Texts of a world name its drive C, and those from it the drive that it has.
  std::string Given(const std::string& text) const {
    return WithDrive(text, kWorldDrive, drive_.letter());
  }
  std::string Told(const std::string& text) const {
    return WithDrive(text, drive_.letter(), kWorldDrive);
  }

  void MakeFiles(const World& world) const {
    for (const std::string& folder : {std::string("/loadstone"), std::string(kSubjectDirectory),
                                      std::string("/tmp"), world.home()}) {
      MakeFolders(Place(folder));
    }
    for (const Node& node : world.nodes()) {
      if (node.kind != Node::Kind::kSymlink) AddNode(node);
    }
    // Whether a link is one to a folder is to be seen.
    for (const Node& node : world.nodes()) {
      if (node.kind == Node::Kind::kSymlink) AddNode(node);
    }
    MakeFolders(Place(world.application()).parent_path());
    CopyFileOfWorld(PathOf(options_.probe), Place(world.application()));
    const fs::path subject = PathOf(options_.subject);
    if (!subject.empty()) CopyFileOfWorld(subject, Place(kSubjectDirectory) / subject.filename());
    if (!LeadsSomewhere(Place(kDevicesPath))) HideDevices();
    WriteFileOfWorld(Place(kTracePath), "");
    WriteFileOfWorld(Place(kEnvironmentPath), Given(WindowsEnvironmentText(world)));
    WriteFileOfWorld(Place(kPrivateRegistryPath), registry_.path());
    if (!world.elevated()) WriteFileOfWorld(Place(kOrdinaryUserPath), "");
  }

  void AddNode(const Node& node) const {
    const fs::path path = Place(node.path);
    MakeFolders(path.parent_path());
    switch (node.kind) {
      case Node::Kind::kDirectory:
        return MakeFolders(path);
      case Node::Kind::kFile:
        return WriteFileOfWorld(path, Given(node.text));
      case Node::Kind::kCopy:
        return CopyFileOfWorld(PathOf(options_.library) / PathOf(node.text), path);
      case Node::Kind::kSymlink:
        return AddLink(path, node.text.starts_with("/") ? Place(node.text) : PathOf(node.text));
      case Node::Kind::kFifo:
        throw NotOnPlatform("Windows folders cannot contain a FIFO");
      case Node::Kind::kSparse:
        return MakeEmptyFileOfWorld(path, node.size);
    }
  }

  // Gives the world no devices, so that a loader does not find the drivers of the machine's own.
  void HideDevices() const {
    AddNode({.kind = Node::Kind::kCopy, .path = kDevicesPath, .text = kDevicesLibrary});
    WriteFileOfWorld(Place(std::string(kDevicesPath) + ".config"), R"({"no_devices": true})");
  }

  // Adds a link. For a user who cannot make any, one to nothing is left out, because programs that
  // open it find no file in either case, and one to a library is a second name of the file: only
  // with manifests it matters where a link leads.
  static void AddLink(const fs::path& path, const fs::path& target) {
    if (MakeLink(path, target)) return;
    const fs::path reached = PathFrom(path.parent_path(), target);
    if (!LeadsSomewhere(reached)) return;
    if (IsFolder(reached) || path.extension() == L".json") {
      throw NotOnPlatform(
          "this user cannot make symbolic links: Windows needs developer mode for them");
    }
    MakeSecondName(path, reached);
  }

  void FillRegistry(const World& world) {
    std::vector<RegistryValue> values = world.registry();
    for (RegistryValue& value : values) {
      value.name = Given(value.name);
      if (value.type == kRegistryText || value.type == kRegistryExpandedText ||
          value.type == kRegistryTexts) {
        value.data = WithDriveInUtf16(value.data, kWorldDrive, drive_.letter());
      }
    }
    registry_.Fill(values);
  }

  const SandboxOptions options_;
  const std::string name_;
  const OwnFolder folder_;
  const WindowsDrive drive_;
  WindowsPrivateRegistry registry_;
};

}  // namespace

std::unique_ptr<Sandbox> MakeWindowsSandbox(const SandboxOptions& options) {
  for (const std::string& part : {options.probe, options.library}) {
    std::error_code error;
    if (fs::exists(PathOf(part), error)) continue;
    throw EnvironmentError("there is no " + part + ": unpack the whole archive of Loadstone");
  }
  return std::make_unique<WindowsSandbox>(options);
}

}  // namespace loadstone
