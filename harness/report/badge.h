// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_BADGE_H_
#define LOADSTONE_HARNESS_REPORT_BADGE_H_

#include <string>
#include <vector>

#include "harness/report/matrix.h"

namespace loadstone {

// A picture with the result of one subject, for a page about it.
struct Badge {
  std::string file;  // name without a folder: "vulkan-loader-libvulkan.so.svg"
  std::string svg;
};

// Returns a badge for each subject of the matrix, in their order. The file's name consists of API,
// kind and name; where several subjects have them, also of the rest of the label, so that names are
// different. It has letters, digits, and -._+ only.
std::vector<Badge> MakeBadges(const Matrix& matrix);

// Returns the result on a badge: how many cases failed; else how many errors there are, or that the
// report is incomplete; else how many cases warned, are waived or passed.
std::string BadgeText(const MatrixSubject& subject);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_BADGE_H_
