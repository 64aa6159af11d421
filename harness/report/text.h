// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_TEXT_H_
#define LOADSTONE_HARNESS_REPORT_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace loadstone {

// Reports carry text that a subject, its traces or a user's path produced, so it may be anything.
// These functions take any bytes and give text that is safe where it is printed. None of them
// fails.

// Replaces every byte that is not part of well-formed UTF-8 by U+FFFD.
std::string ValidUtf8(std::string_view bytes);

// ValidUtf8, and U+FFFD for every character that XML 1.0 forbids (section 2.2, Char).
std::string XmlText(std::string_view bytes);

// One printable line for a terminal: white space and line ends become single spaces, without any at
// the ends; control characters, bad bytes and characters that reorder a line become visible escapes
// (\x1b, \u202e), so that no text can move the cursor or hide another.
std::string OneLine(std::string_view bytes);

// OneLine, with a backslash before what Markdown gives a meaning in a line or a cell of a table.
std::string MarkdownText(std::string_view bytes);

// The number of code points in UTF-8, which is taken for the columns on a terminal.
std::size_t Columns(std::string_view utf8);

// At most `columns` columns of `utf8`, the last three of them "..." where something is left out.
std::string Truncate(std::string_view utf8, std::size_t columns);

// One word of a POSIX shell's command line that means exactly `word`, on one line: bare, in single
// quotes, or, where it holds bytes that a terminal does not show, in $'...' with octal escapes.
std::string ShellQuote(std::string_view word);

// Orders runs of digits by their value and everything else by its bytes: a2 before a10.
bool NaturalLess(std::string_view a, std::string_view b);

// `seconds`, or 0 if it is negative or not finite: no report format has a place for those.
double SaneSeconds(double seconds);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_TEXT_H_
