// SPDX-License-Identifier: Apache-2.0
// Replaces the parts of GoogleTest that cases use, for a program that reports nothing: the tool
// judges the expectations, and a probe ends with the application, before most of them. GoogleTest
// reads the environment for its flags when a program starts; that is a third of the instructions of
// a probe's start, and a probe starts once per case. The symbols are weak, so that GoogleTest's own
// are used if another part of it is linked.

#include <gtest/gtest.h>

#include <ostream>
#include <sstream>
#include <string>

namespace testing {

[[gnu::weak]] Message::Message() : ss_(new std::stringstream) {}

[[gnu::weak]] bool Test::HasFatalFailure() { return false; }

[[gnu::weak]] bool Test::HasNonfatalFailure() { return false; }

[[gnu::weak]] void Test::RecordProperty(const std::string&, const std::string&) {}

namespace internal {

[[gnu::weak]] AssertHelper::AssertHelper(TestPartResult::Type, const char*, int, const char*)
    : data_(nullptr) {}

[[gnu::weak]] AssertHelper::~AssertHelper() = default;

[[gnu::weak]] void AssertHelper::operator=(const Message&) const {}

[[gnu::weak]] void PrintStringTo(const std::string& text, std::ostream* stream) { *stream << text; }

}  // namespace internal
}  // namespace testing
