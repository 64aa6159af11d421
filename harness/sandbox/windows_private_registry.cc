// SPDX-License-Identifier: Apache-2.0
#include "harness/sandbox/windows_private_registry.h"

#include "harness/sandbox/windows_text.h"

namespace loadstone {
namespace {

constexpr char kParent[] = "Software\\Loadstone";

// An open key below HKEY_CURRENT_USER, which is created.
class CreatedKey {
 public:
  explicit CreatedKey(const std::string& path) {
    const LSTATUS status =
        RegCreateKeyExW(HKEY_CURRENT_USER, Wide(path).c_str(), 0, nullptr, REG_OPTION_VOLATILE,
                        KEY_ALL_ACCESS, nullptr, &key_, nullptr);
    if (status != ERROR_SUCCESS) Fail("create the key " + path, status);
  }
  ~CreatedKey() { RegCloseKey(key_); }
  CreatedKey(const CreatedKey&) = delete;
  CreatedKey& operator=(const CreatedKey&) = delete;

  void Set(const RegistryValue& value) {
    const LSTATUS status = RegSetValueExW(key_, Wide(value.name).c_str(), 0, value.type,
                                          reinterpret_cast<const BYTE*>(value.data.data()),
                                          static_cast<DWORD>(value.data.size()));
    if (status != ERROR_SUCCESS) Fail("set a value of " + value.key, status);
  }

 private:
  [[noreturn]] static void Fail(const std::string& what, LSTATUS status) {
    throw HarnessError("cannot " + what + ": Windows error " + std::to_string(status));
  }

  HKEY key_ = nullptr;
};

}  // namespace

WindowsPrivateRegistry::WindowsPrivateRegistry(const std::string& name)
    : path_(std::string(kParent) + "\\" + name) {}

void WindowsPrivateRegistry::Fill(const std::vector<RegistryValue>& values) {
  Remove();
  for (const char* root : {"\\HKLM", "\\HKCU"}) CreatedKey(path_ + root);
  for (const RegistryValue& value : values) CreatedKey(path_ + "\\" + value.key).Set(value);
}

void WindowsPrivateRegistry::Remove() {
  RegDeleteTreeW(HKEY_CURRENT_USER, Wide(path_).c_str());
  // The last one removes the parent, which has no values.
  RegDeleteKeyW(HKEY_CURRENT_USER, Wide(kParent).c_str());
}

}  // namespace loadstone
