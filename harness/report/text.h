// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_TEXT_H_
#define LOADSTONE_HARNESS_REPORT_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace loadstone {

// Reports contain text from subjects, traces and paths of users, which may be any bytes. These
// functions accept any bytes and return text that is safe where it is printed. None of them fails.

// Replaces every byte that is not part of well-formed UTF-8 by U+FFFD.
std::string ValidUtf8(std::string_view bytes);

// Applies ValidUtf8, and replaces every character that XML 1.0 forbids (section 2.2, Char) by
// U+FFFD.
std::string XmlText(std::string_view bytes);

// Returns one printable line for a terminal: white space and line ends become single spaces, and
// are removed at both ends; control characters, malformed bytes and characters that reorder a line
// become visible escapes (\x1b, \u202e), so that no text can move the cursor or hide another.
std::string OneLine(std::string_view bytes);

// Applies OneLine, and escapes with a backslash what has a meaning in a line or table cell of
// Markdown.
std::string MarkdownText(std::string_view bytes);

// Returns the number of code points in UTF-8, used as the number of columns on a terminal.
std::size_t Columns(std::string_view utf8);

// Truncates `utf8` to at most `columns` columns, ending in "..." if something was removed.
std::string Truncate(std::string_view utf8, std::size_t columns);

// Quotes a word so that a POSIX shell reads it as exactly `word`, on one line: unquoted, in single
// quotes, or, if it contains bytes that a terminal does not show, in $'...' with octal escapes.
std::string ShellQuote(std::string_view word);

// Compares runs of digits by their value and everything else by its bytes: a2 before a10.
bool NaturalLess(std::string_view a, std::string_view b);

// Returns `seconds`, or 0 if it is negative or not finite, which no report format can represent.
double SaneSeconds(double seconds);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_TEXT_H_
