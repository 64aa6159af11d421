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

// Maps the user and group ID `inside` to `uid` and `gid` of the user namespace around, for the
// calling process, which has just entered a user namespace of its own and was these IDs.
void MapOneId(unsigned inside, unsigned uid, unsigned gid);

// The remedy for an error of making namespaces, for what() of an EnvironmentError.
std::string NamespaceRemedy(int error);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SANDBOX_LINUX_IDENTITY_H_
