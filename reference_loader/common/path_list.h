#ifndef LOADSTONE_REFERENCE_LOADER_COMMON_PATH_LIST_H_
#define LOADSTONE_REFERENCE_LOADER_COMMON_PATH_LIST_H_

#include <string>
#include <string_view>
#include <vector>

namespace loadstone {

// The elements of a list such as "a:b::c", without the empty ones and without the spaces around an
// element when `trim` is set.
std::vector<std::string> SplitList(std::string_view list, char separator, bool trim = false);

// `folder` and `name` with exactly one separator between them.
std::string JoinPath(std::string_view folder, std::string_view name);

// The folder part of a path, without a separator at its end; "." for a bare file name.
std::string ParentFolder(std::string_view path);

// The part of a path after its last separator.
std::string FileName(std::string_view path);

// True for names that end in ".json", as every manifest must.
bool HasManifestSuffix(std::string_view name);

// Where the library named in a manifest is: an absolute path and a bare file name stay as they are
// (the system searches for the latter), any other path is relative to the folder of the manifest.
std::string ResolveLibraryPath(std::string_view manifest_path, std::string_view library_path);

}  // namespace loadstone

#endif  // LOADSTONE_REFERENCE_LOADER_COMMON_PATH_LIST_H_
