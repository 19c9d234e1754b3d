#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/compare/rules/rules.h"
#include "app/images/pixel_rectangle.h"

namespace texelscope::app {

/// The text of a file of rules in which the image of a name has these rectangles as masks, in the place of those that
/// it has by the rules that hold on the platform; polygons and mask images stay. Where the rule that says its masks is
/// for this image alone it is changed, else one comes behind the others, for the same platform. All other text stays as
/// it is. `file` is what parse_rules() read from `text`, which is empty where there is no file yet.
/// @throws FileError for a name with * or ?, which as a pattern stands for other images too.
[[nodiscard]] std::string with_masks(std::string_view text, const RuleFile& file, std::string_view name,
                                     const Platform& platform, std::span<const PixelRectangle> rectangles);

}  // namespace texelscope::app
