// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <iterator>
#include <string_view>
#include <utility>

#include "harness/sandbox/not_on_platform.h"
#include "harness/sandbox/sandbox.h"
#include "harness/sandbox/windows_world.h"
#include "harness/sandbox/wine_places.h"
#include "harness/world/code_page.h"
#include "harness/world/pe_file.h"

namespace loadstone {
namespace {

constexpr char kLocale[] = "/usr/lib/locale/C.utf8";

// Wine derives the code page from the name of the locale. In a world with another code page the
// locale of that name has the content of kLocale, so that file names are UTF-8 in all of them.
constexpr char kLocales[] = "/wine/locale";
const char* LocaleOf(uint32_t code_page) {
  switch (code_page) {
    case kJapanese:
      return "ja_JP.UTF-8";
    case kUtf8:
      return "hi_IN.UTF-8";
    default:
      return "C.UTF-8";
  }
}

// The Wine prefix in a world, and its drive C.
constexpr char kPrefix[] = "/wine";
constexpr char kDriveC[] = "/wine/drive_c";
// The administrative share of drive C, \\localhost\C$, which every Windows has: Wine finds shares
// below this folder.
constexpr char kShareOfDrive[] = "/dosdevices/unc/localhost/C$";
constexpr char kLauncher[] = "/wine/launcher";
constexpr char kOurFolder[] = "/loadstone";

// The prefix is not set up, which takes seconds: it is empty, and Wine creates what it needs. No
// services, no desktop, and no debugger for a program that crashes. A world may have its own
// configuration manager (kDevicesPath).
constexpr char kOverrides[] =
    "cfgmgr32=n,b;"
    "wineboot.exe,services.exe,explorer.exe,winedbg.exe,winemenubuilder.exe,mscoree,mshtml=";

// Without a display, DXGI starts only with this renderer. A loader may ask DXGI which drivers have
// an adapter, and use no driver if DXGI does not start.
constexpr char kRenderer[] = "renderer=no3d";

// With this key Wine shows 32-bit programs what is below it in place of SOFTWARE. Windows always
// has it for the machine.
constexpr char kKeyFor32Bits[] = "\n[SOFTWARE\\\\WOW6432Node] 0\n";

// A driver or a runtime is run without a loader, by a probe of its word size.
bool Has32Bits(const SandboxOptions& options) {
  return ReadPeLibrary(options.subject.empty() ? options.probe : options.subject).bits == 32;
}

// Throws HarnessError if the process ended because Wine lacks a function, of which Wine tells.
void RequireImplemented(const ProbeResult& result) {
  constexpr std::string_view kTold = " to unimplemented function ";
  const size_t told = result.output.find(kTold);
  const bool ended_well = result.ending.kind == Ending::Kind::kExited && result.ending.value == 0;
  if (ended_well || told == std::string::npos) return;
  const size_t name = told + kTold.size();
  throw HarnessError("Wine has not implemented a function that was called: " +
                     result.output.substr(name, result.output.find(',', name) - name));
}

void AddNode(World& linux_world, const Node& node) {
  const std::string path = kDriveC + node.path;
  switch (node.kind) {
    case Node::Kind::kDirectory:
      linux_world.Directory(path, node.mode);
      break;
    case Node::Kind::kFile:
      linux_world.File(path, node.text, node.mode);
      break;
    case Node::Kind::kCopy:
      linux_world.Copy(path, node.text, node.mode);
      break;
    case Node::Kind::kSymlink:
      linux_world.Symlink(path, node.text.starts_with("/") ? kDriveC + node.text : node.text);
      break;
    case Node::Kind::kFifo:
      throw NotOnPlatform("Windows folders cannot contain a FIFO");
    case Node::Kind::kSparse:
      linux_world.Sparse(path, node.size);
      break;
  }
  if (node.owner == Owner::kOther) linux_world.OwnedByOtherUser();
}

class WineSandbox : public Sandbox {
 public:
  WineSandbox(SandboxOptions options, const std::string& launcher)
      : program_(HostFileName(options.files.size())), has_32_bits_(Has32Bits(options)) {
    options.files.push_back(std::exchange(options.probe, launcher));
    (options.root.empty() ? options.folders : options.view.folders).emplace_back(kWineData);
    linux_ = MakeLinuxSandbox(options);
  }

  ProbeResult Run(const World& world, const std::vector<std::string>& arguments,
                  const Limits& limits) override {
    RequirePossibleOnWindows(world);
    std::vector<std::string> words = {has_32_bits_ ? kWine32 : kWine,
                                      WindowsPath(world.application())};
    words.insert(words.end(), arguments.begin(), arguments.end());
    Limits scaled = limits;
    scaled.memory_bytes = 0;  // Wine reserves more address space than any limit allows
    if (on_start_) linux_->OnStart(on_start_);
    ProbeResult result = linux_->Run(LinuxWorld(world), words, scaled);
    RequireImplemented(result);
    return result;
  }

 private:
  std::string RegistryText(const World& world, const std::string& tree) const {
    return WineRegistryFile(world.registry(), tree) + (has_32_bits_ ? kKeyFor32Bits : "");
  }

  World LinuxWorld(const World& world) const {
    World made;
    const uint32_t code_page = CodePageOf(world.registry());
    const std::string locale = LocaleOf(code_page);
    if (code_page != kWestern) {
      made.Env("LOCPATH", kLocales).Symlink(std::string(kLocales) + "/" + locale, kLocale);
    }
    made.Home(kDriveC + world.home()).Application(kLauncher);
    made.Env("WINEPREFIX", kPrefix)
        .Env("WINEARCH", "win64")
        .Env("WINESERVER", kWineServer)
        .Env("WINEDEBUG", "-all")
        .Env("WINEDLLOVERRIDES", kOverrides)
        .Env("WINE_D3D_CONFIG", kRenderer)
        .Env("LC_ALL", locale);  // file names are UTF-8
    made.Symlink(std::string(kPrefix) + "/dosdevices/c:", "../drive_c")
        .Symlink(std::string(kPrefix) + kShareOfDrive, kDriveC)
        .Symlink(std::string(kDriveC) + "/windows/system32", kWineLibraries)
        .Symlink(kDriveC + std::string(kOurFolder), kOurFolder)
        .File(std::string(kPrefix) + "/system.reg", RegistryText(world, "HKLM"))
        .File(std::string(kPrefix) + "/user.reg", RegistryText(world, "HKCU"))
        // Wine hides variables whose names begin with VK_ from programs.
        .File(kEnvironmentPath, WindowsEnvironmentText(world));
    if (has_32_bits_) {
      made.Symlink(std::string(kDriveC) + "/windows/syswow64", kWine32Libraries);
    }
    if (!world.elevated()) made.File(kOrdinaryUserPath, "");
    for (const Node& node : world.nodes()) AddNode(made, node);
    made.Copy(kDriveC + world.application(), program_);
    return made;
  }

  std::string program_;
  bool has_32_bits_;
  std::unique_ptr<Sandbox> linux_;
};

}  // namespace

void RequireWine(const SandboxOptions& options) {
  const auto require = [](const std::string& path, const std::string& remedy) {
    if (access(path.c_str(), R_OK) != 0) {
      throw EnvironmentError("there is no " + path + ": " + remedy);
    }
  };
  for (const char* path : {kWine, kWineServer, kWineData, kWineLibraries}) {
    require(options.root + path, "--platform windows needs Debian's package wine64");
  }
  if (!options.root.empty()) {
    require(options.root + kLocale,
            "file names in UTF-8 need this locale of Debian's package libc-bin");
  }
  const bool has_32_bits = Has32Bits(options);
  for (const char* path : {kWine32, kWine32Libraries}) {
    if (!has_32_bits) break;
    require(
        options.root + path,
        "a 32-bit DLL needs Debian's package wine32:i386 beside wine64, in this system or in one "
        "that --root names");
  }
  for (const std::string& path : {options.probe, options.library}) {
    require(path, has_32_bits ? "ci/build-windows-i386.sh builds what a 32-bit DLL needs"
                              : "ci/build-windows.sh builds what --platform windows needs");
  }
}

std::unique_ptr<Sandbox> MakeWineSandbox(const SandboxOptions& options,
                                         const std::string& launcher) {
  RequireWine(options);
  return std::make_unique<WineSandbox>(options, launcher);
}

}  // namespace loadstone
