#include "app/cli/reading_options.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/cli/exit_code.h"
#include "app/files/file_error.h"
#include "app/images/image_reader.h"

namespace texelscope::app {
namespace {

bool may_have_part(const std::filesystem::path& file, const std::string& part) {
  try {
    return ImageReader(file).find(part).has_value();
  } catch (const UnknownFileFormat&) {
    return false;
  } catch (const FileError&) {
    return true;
  }
}

std::string missing_part_text(const std::filesystem::path& file) {
  try {
    if (const std::string names = names_text(ImageReader(file).parts()); !names.empty()) {
      return fmt::format("{} has {}", file.string(), names);
    }
  } catch (const UnknownFileFormat&) {
    // Other files have no parts, either.
  }
  return fmt::format("{} has only one part", file.string());
}

}  // namespace

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

void require_part(const std::string& part, std::span<const std::filesystem::path> files) {
  if (part.empty() || std::ranges::any_of(files, [&](const auto& file) { return may_have_part(file, part); })) {
    return;
  }
  const std::string reason = files.empty()       ? "there is no picture to read it from"
                             : files.size() == 1 ? missing_part_text(files.front())
                                                 : fmt::format("none of the {} images contains it", files.size());
  throw UsageError(fmt::format("--part cannot be '{}': {}; use an existing part, or omit the option", part, reason));
}

}  // namespace texelscope::app
