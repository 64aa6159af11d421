// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/windows/adapt.h"

#include <algorithm>
#include <iterator>

#include "fuzz/outside/native_text.h"
#include "harness/install/registry_text.h"
#include "harness/world/platform.h"

namespace loadstone::fuzz::windows {
namespace {

constexpr char kActiveRuntime[] = "ActiveRuntime";
constexpr size_t kMostValues = 24;

std::string WithSlashes(std::string path) {
  std::replace(path.begin(), path.end(), '\\', '/');
  return path;
}

bool IsNamed(const Input& input, const std::string& file) {
  const std::string path = Lower(WindowsPath(file));
  return std::any_of(input.registry.begin(), input.registry.end(),
                     [&](const RegistryValue& value) { return Lower(value.name) == path; });
}

class Adapter {
 public:
  Adapter(Input& input, const Subject& subject, Random& random)
      : input_(input), subject_(subject), random_(random) {}

  void Adapt() {
    input_.platform = kWindows;
    RemoveWhatWindowsLacks();
    RemoveVariablesByAnotherCase();
    RemoveOldValues();
    if (random_.Chance(15)) RenameFile();
    for (const auto& [file, text] : input_.files) {
      if (!IsNamed(input_, file) && !random_.Chance(6)) Name(file);
    }
    if (subject_.api == Api::kOpenXr) NameRuntime();
    if (random_.Chance(20)) AddOddValue();
  }

 private:
  // Gives one file a name of a form that Windows allows.
  void RenameFile() {
    if (input_.files.empty()) return;
    auto file = input_.files.begin();
    std::advance(file, static_cast<ptrdiff_t>(random_.Below(input_.files.size())));
    const std::string old = file->first;
    if (!old.ends_with(".json") || old.ends_with("driver.json") || old.ends_with("runtime.json")) {
      return;
    }
    constexpr const char* kNames[] = {"two words",         "a.layer",  "a(1)&+%#",
                                      "\xc3\xa9t\xc3\xa9", "\xd0\xb6", "CAPITALS"};
    const std::string name = random_.Chance(15) ? std::string(60 + random_.Below(60), 'n')
                                                : std::string(random_.Pick(kNames));
    const std::string path = FolderOf(old) + "/" + name + ".json";
    if (input_.files.contains(path)) return;
    input_.files[path] = file->second;
    input_.files.erase(old);
    for (RegistryValue& value : input_.registry) {
      if (value.name == WindowsPath(old)) value.name = WindowsPath(path);
    }
  }

  // Windows has no XDG folders and no ld.so. The settings file of a Vulkan loader is named by
  // another key.
  void RemoveWhatWindowsLacks() {
    std::erase_if(input_.environment, [](const auto& variable) {
      return variable.first.starts_with("XDG_") || variable.first.starts_with("LD_");
    });
    std::erase_if(input_.files, [](const auto& file) {
      return file.first.ends_with("vk_loader_settings.json") || MayHideAPath(file.second);
    });
  }

  // Names of variables have no case on Windows. Keeps those that no other variable, and no text of
  // a manifest, has with another case.
  void RemoveVariablesByAnotherCase() {
    const std::map<std::string, std::string> all = input_.environment;
    for (const auto& [name, value] : all) {
      const std::string folded = Lower(name);
      const bool twice = std::any_of(all.begin(), all.end(), [&](const auto& other) {
        return other.first > name && Lower(other.first) == folded;
      });
      const bool otherwise =
          std::any_of(input_.files.begin(), input_.files.end(), [&](const auto& file) {
            return file.second.find(name) == std::string::npos &&
                   Lower(file.second).find(folded) != std::string::npos;
          });
      if (twice || otherwise) input_.environment.erase(name);
    }
  }

  void RemoveOldValues() {
    const auto is_of_file = [&](const RegistryValue& value) {
      return std::any_of(input_.files.begin(), input_.files.end(),
                         [&](const auto& file) { return value.name == WindowsPath(file.first); });
    };
    std::erase_if(input_.registry, [&](const RegistryValue& value) {
      return value.name == kActiveRuntime || (!is_of_file(value) && random_.Chance(40));
    });
    if (input_.registry.size() > kMostValues) input_.registry.resize(kMostValues);
  }

  // The keys whose values name files like this one; the first ones if its folder is for one key.
  std::vector<std::string> KeysFor(const std::string& file) const {
    for (const auto& keys : {subject_.folders.explicit_layers, subject_.folders.implicit_layers,
                             subject_.folders.drivers}) {
      for (const std::string& key : keys) {
        if (FolderOf(file) == FolderOfKey(key)) return {key};
      }
    }
    if (file.find("/explicit") != std::string::npos) return subject_.folders.explicit_layers;
    if (file.find("/implicit") != std::string::npos) return subject_.folders.implicit_layers;
    return {};
  }

  void Name(const std::string& file) {
    const std::vector<std::string> keys = KeysFor(file);
    // The other folders are for variables. Runtimes are named by a value of another form.
    const bool by_variable =
        file.starts_with("/fuzz/explicit") || file.starts_with("/fuzz/implicit");
    if (keys.empty() || (by_variable && !random_.Chance(5))) return;
    if (subject_.api == Api::kOpenXr && keys == subject_.folders.drivers) return;
    const std::string& key = keys[random_.Below(keys.size())];
    RegistryValue value = RegistryDword(key, WindowsPath(file), 0);
    if (random_.Chance(15)) MakeOdd(value);
    input_.registry.push_back(value);
    // Sometimes the same file again, from another key.
    if (keys.size() > 1 && random_.Chance(4)) {
      input_.registry.push_back(RegistryDword(keys.back(), WindowsPath(file), 0));
    }
  }

  void MakeOdd(RegistryValue& value) {
    switch (random_.Below(10)) {
      case 0:
      case 1:
        value = RegistryDword(value.key, value.name, 1);
        break;
      case 2:
        value = RegistryDword(value.key, value.name, 0x80000000);
        break;
      case 3:
        value = RegistryText(value.key, value.name, "0");
        break;
      case 4:
        value = RegistryQword(value.key, value.name, 0);
        break;
      case 5:
        value.data.resize(random_.Below(4));
        break;
      case 6:
        value = RegistryBytes(value.key, value.name, std::string(random_.Below(3000), 'x'));
        break;
      case 7:
        value.name = WithSlashes(value.name);
        break;
      case 8:
        if (value.name.starts_with("C:")) value.name[0] = 'c';
        break;
      default:
        value.name = Lower(value.name) + (random_.Chance(50) ? "" : "x");
        break;
    }
  }

  // A value that names no file of the machine.
  void AddOddValue() {
    const bool of_drivers = subject_.api == Api::kVulkan && input_.elevated && random_.Chance(50);
    const auto& kinds = of_drivers           ? subject_.folders.drivers
                        : random_.Chance(50) ? subject_.folders.explicit_layers
                                             : subject_.folders.implicit_layers;
    if (kinds.empty()) return;
    RegistryValue value = RegistryDword(kinds[random_.Below(kinds.size())], "", 0);
    constexpr const char* kNames[] = {
        "C:\\fuzz\\nothing.json", "relative.json", "", "C:\\", "\\\\?\\", "C:\\fuzz", "%s%n.json"};
    value.name = random_.Chance(10) ? "C:\\" + std::string(300 + random_.Below(8000), 'l') + ".json"
                                    : random_.Pick(kNames);
    if (random_.Chance(30)) MakeOdd(value);
    input_.registry.insert(
        input_.registry.begin() + static_cast<ptrdiff_t>(random_.Below(input_.registry.size() + 1)),
        value);
  }

  // The active runtime: a file of the folder for runtimes, mostly.
  void NameRuntime() {
    const std::vector<std::string>& keys = subject_.folders.drivers;
    std::vector<std::string> files;
    for (const auto& [file, text] : input_.files) {
      const bool of_key = !keys.empty() && FolderOf(file) == FolderOfKey(keys.front());
      if (of_key || (file.ends_with("runtime.json") && random_.Chance(10))) files.push_back(file);
    }
    if (keys.empty() || files.empty() || random_.Chance(5)) return;
    const std::string path = WindowsPath(files[random_.Below(files.size())]);
    RegistryValue value = RegistryText(keys.front(), kActiveRuntime, path);
    switch (random_.Below(40)) {
      case 0:
        value = RegistryExpandedText(value.key, value.name, path);
        break;
      case 1:
        value = RegistryText(value.key, value.name, WithSlashes(path));
        break;
      case 2:
        value = RegistryDword(value.key, value.name, 0);
        break;
      case 3:
        value.data.resize(random_.Below(value.data.size()));
        break;
      case 4:
        value.data.resize(value.data.size() - 2);  // without the zero at its end
        break;
      default:
        break;
    }
    input_.registry.push_back(value);
  }

  Input& input_;
  const Subject& subject_;
  Random& random_;
};

}  // namespace

Subject WithFoldersOfKeys(Subject subject) {
  for (auto* keys : {&subject.folders.explicit_layers, &subject.folders.implicit_layers,
                     &subject.folders.drivers}) {
    for (std::string& key : *keys) key = FolderOfKey(key);
  }
  return subject;
}

void Adapt(Input& input, const Subject& subject, Random& random) {
  Adapter(input, subject, random).Adapt();
}

}  // namespace loadstone::fuzz::windows
