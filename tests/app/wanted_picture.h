#pragma once

#include <filesystem>

#include "app/workspace/state.h"

namespace texelscope::tests {

/// The picture that the state wants to read; empty for none.
[[nodiscard]] inline app::WantedPicture wanted_picture(const app::State& state) {
  const app::WantedPicture* const wanted = state.pictures.reader.wanted();
  return wanted != nullptr ? *wanted : app::WantedPicture{};
}

}  // namespace texelscope::tests
