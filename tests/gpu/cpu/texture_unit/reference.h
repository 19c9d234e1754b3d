#pragma once

#include "tests/gpu/cpu/texture_unit/texture_cases.h"

namespace texelscope::tests {

/// One fetch according to the rules of the texture unit, step by step in long double, in which every step is exact.
/// Written from the text of the rules, without sharing code with the texture unit.
[[nodiscard]] FetchedBits fetch_by_the_rules(const TextureCase& texture, const Coordinates& at);

}  // namespace texelscope::tests
