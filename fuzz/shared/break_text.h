// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_SHARED_BREAK_TEXT_H_
#define LOADSTONE_FUZZ_SHARED_BREAK_TEXT_H_

#include <cstddef>
#include <functional>
#include <string>

namespace loadstone::fuzz {

// Breaks the text of a manifest once, as text and not as a tree: an unclosed string, list or
// object, an incomplete escape, bytes that are not UTF-8, UTF-16, a number of a thousand digits,
// zero bytes, a repeated member, nesting beyond every usual limit, byte order marks. The text need
// not be JSON. `below` returns a number below its argument, which is not 0; the same numbers break
// a text in the same way.
std::string BreakText(const std::string& text, const std::function<size_t(size_t)>& below);

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_SHARED_BREAK_TEXT_H_
