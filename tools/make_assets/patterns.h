#pragma once

#include <span>

#include "tools/make_assets/picture.h"

namespace texelscope::assets {

/// A test pattern: its file's name without ".png", and what makes it.
struct Pattern {
  const char* name;
  Picture (*make)();
};

/// All test patterns. Adding one is a function and a line.
std::span<const Pattern> patterns();

}  // namespace texelscope::assets
