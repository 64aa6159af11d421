// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_SHARED_BREAK_TEXT_H_
#define LOADSTONE_FUZZ_SHARED_BREAK_TEXT_H_

#include <cstddef>
#include <functional>
#include <string>

namespace loadstone::fuzz {

// Breaks the text of a manifest once, as a text and not as a tree: a string, list or object that is
// not closed, an escape that is cut short, what is no UTF-8 or is UTF-16, a number of a thousand
// digits, zero bytes, a member twice, nesting below every usual limit, byte order marks. The text
// need not be JSON. `below` gives a number below the one that it is told, which is not 0; the same
// numbers break a text in the same way.
std::string BreakText(const std::string& text, const std::function<size_t(size_t)>& below);

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_SHARED_BREAK_TEXT_H_
