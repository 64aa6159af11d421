// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_SANDBOX_LINUX_IDENTITY_H_
#define LOADSTONE_HARNESS_SANDBOX_LINUX_IDENTITY_H_

#include <string>

namespace loadstone {

// Who the keeper of the sandboxes has become.
struct Identity {
  bool has_other_id = false;  // a second ID is mapped, so that a file can belong to somebody else
};

// Gives up root rights if the process has them, then enters a user namespace in which its only
// rights are over the namespaces it makes: ID 0 there is an ordinary ID outside. Throws
// EnvironmentError with the remedy where the kernel refuses.
Identity EnterUserNamespace();

// The ID that the keeper gives to what belongs to somebody else, where it has one.
inline constexpr unsigned kOtherIdOfKeeper = 1;

// Makes the calling process, which has just begun in a user namespace of its own and was ID 0 of
// the keeper's namespace, `user` there; likewise with groups. Throws HarnessError where the kernel
// refuses.
void BecomeUser(unsigned user);

// Moves the calling process, with the ID 0 of the keeper's namespace, into a user namespace in
// which it is `user` and kOtherIdOfKeeper is root; likewise with groups. Throws HarnessError where
// the kernel refuses.
void EnterNamespaceOfUserAndRoot(unsigned user);

// The remedy for an error of making namespaces, for what() of an EnvironmentError.
std::string NamespaceRemedy(int error);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SANDBOX_LINUX_IDENTITY_H_
