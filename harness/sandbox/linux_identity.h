// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_SANDBOX_LINUX_IDENTITY_H_
#define LOADSTONE_HARNESS_SANDBOX_LINUX_IDENTITY_H_

#include <string>

namespace loadstone {

// The identity of the keeper.
struct Identity {
  bool has_second_id = false;  // a second ID is mapped, so that files can have another owner
};

// Gives up root privileges if the process has them, then enters a user namespace in which it has
// privileges only over the namespaces that it creates: ID 0 there is an ordinary ID outside. Throws
// EnvironmentError with the remedy if the kernel refuses.
Identity EnterUserNamespace();

// The keeper's ID for files with another owner, if it has one.
inline constexpr unsigned kKeeperSecondId = 1;

// Maps the calling process, which has just entered a new user namespace and was ID 0 in the
// keeper's namespace, to `user`; likewise with groups. Throws HarnessError if the kernel refuses.
void MapToUser(unsigned user);

// Moves the calling process, which has ID 0 in the keeper's namespace, to a new user namespace in
// which it is `user` and kKeeperSecondId is root; likewise with groups. Throws HarnessError if the
// kernel refuses.
void EnterNamespaceOfUserAndRoot(unsigned user);

// Returns the remedy for an error of creating namespaces, for what() of an EnvironmentError.
std::string NamespaceRemedy(int error);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SANDBOX_LINUX_IDENTITY_H_
