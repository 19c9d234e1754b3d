#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/compare/rules/rules.h"
#include "app/images/pixel_rectangle.h"

namespace texelscope::app {

/// The text of a rules file in which these rectangles replace the rectangles that the platform's rules mask in the
/// image of this name; polygons and mask images are kept. If the rule that defines its masks is only for this image,
/// that rule is changed; otherwise a rule for the same platform is appended. All other text is unchanged. `file` is the
/// result of parse_rules() for `text`, which is empty if the file does not exist yet. @throws FileError for a name with
/// * or ?, which as a pattern would match other images, too.
[[nodiscard]] std::string with_masks(std::string_view text, const RuleFile& file, std::string_view name,
                                     const Platform& platform, std::span<const PixelRectangle> rectangles);

}  // namespace texelscope::app
