// SPDX-License-Identifier: Apache-2.0
// Compiles {fmt} into the program: a probe runs in a world that shows only the system's libraries,
// and Debian has {fmt} only as a shared library.
#include <fmt/format-inl.h>

FMT_BEGIN_NAMESPACE
namespace detail {

template dragonbox::decimal_fp<float> dragonbox::to_decimal(float x) noexcept;
template dragonbox::decimal_fp<double> dragonbox::to_decimal(double x) noexcept;
template thousands_sep_result<char> thousands_sep_impl(locale_ref locale);
template char decimal_point_impl(locale_ref locale);
template void vformat_to(buffer<char>& out, string_view text,
                         basic_format_args<format_context> arguments, locale_ref locale);

}  // namespace detail
FMT_END_NAMESPACE
