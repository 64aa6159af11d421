// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_NATIVE_TEXT_H_
#define LOADSTONE_FUZZ_OUTSIDE_NATIVE_TEXT_H_

#include <map>
#include <string>

#include "fuzz/outside/input.h"

namespace loadstone::fuzz {

// A machine has paths and lists as on Linux. These functions return its texts in the form that its
// platform needs; on Linux they are the same.

// The environment of the application, complete; on Windows without HOME, which is no variable
// there.
std::map<std::string, std::string> NativeEnvironment(const Input& input);

// The text of a manifest: on Windows, each string of JSON that is an absolute path, /a/b.so,
// becomes one of Windows, "C:\\a\\b.dll".
std::string NativeManifest(const std::string& platform, const std::string& text);

// The other way round, for a text that a loader took from a manifest.
std::string FromNative(const std::string& platform, const std::string& text);

// Whether a manifest may have an absolute path that NativeManifest does not recognize, since it is
// written with escapes.
bool MayHideAPath(const std::string& text);

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_NATIVE_TEXT_H_
