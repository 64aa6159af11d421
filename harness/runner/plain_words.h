#ifndef LOADSTONE_HARNESS_RUNNER_PLAIN_WORDS_H_
#define LOADSTONE_HARNESS_RUNNER_PLAIN_WORDS_H_

#include <string>

// GoogleMock describes lists for those who write matchers; reports are read by vendors who do not.
namespace loadstone {

// What a matcher demands, on one line: 'has 2 elements where element #0 is equal to "a", element #1
// is equal to "b"' becomes '"a", "b", in this order'. What it does not know stays as it is.
std::string PlainExpected(const std::string& description);

// The value that a matcher saw, without what it says of its elements: '{ "a", "b" }, which has 2
// elements' becomes '"a", "b"', and '{}' becomes 'nothing'.
std::string PlainObserved(const std::string& value);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_RUNNER_PLAIN_WORDS_H_
