#pragma once

#include <filesystem>
#include <string>

#include "app/compare/image_pair.h"
#include "app/compare/limits.h"
#include "app/images/image.h"

namespace texelscope::compare {

/// Compares an image with `folder`/`name` within these limits. Never throws for what is wrong with the expected image:
/// that is a failure.
[[nodiscard]] app::PairResult compare_with_expected(const std::filesystem::path& folder, const std::string& name,
                                                    const app::Image& actual, const app::Limits& limits,
                                                    app::KeepImages keep);

}  // namespace texelscope::compare
