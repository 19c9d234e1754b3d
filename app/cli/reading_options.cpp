#include "app/cli/reading_options.h"

namespace texelscope::app {

void add_reading_options(CommandOptions& command, bool& ignores_orientation, std::string& part,
                         const std::string& without_part) {
  command.flag("--ignore-orientation", ignores_orientation, "ignore the EXIF orientation, and read images as stored");
  const std::string text =
      "the page, layer, mip level or face to read, by name or by number from 1 (default: " + without_part + ")";
  command.option("--part", "PART", part, text.c_str());
}

ReadOptions reading_option(bool ignores_orientation, const std::string& part) {
  return {ignores_orientation ? Orientation::ignored : Orientation::applied, part};
}

}  // namespace texelscope::app
