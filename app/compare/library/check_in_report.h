#pragma once

#include <filesystem>
#include <string>

#include "app/compare/image_pair.h"
#include "app/compare/report/report_writer.h"
#include "texelscope/compare/expected_image.h"

namespace texelscope::compare {

/// A report of many images, in place of a page for each that fails.
struct SharedReport {
  app::ReportWriter* writer = nullptr;
  /// Names the image there.
  std::string name;
  /// The page that people will open, for the text of a failure: that of the writer, or of a report it is merged into.
  std::filesystem::path page;
};

/// The result of checking an image, and its row of the report.
struct CheckInReport {
  ImageCheck check;
  app::PairResult pair;
};

/// As check_image(), with the image in a shared report, whether it fails or not: an accepted one as it passes then.
/// @throws Error as check_image(). What the report cannot write is told in `report_error`, after the comparison.
[[nodiscard]] CheckInReport check_in_report(const ImageView& image, const std::string& name, const Limits& limits,
                                            const ImageFolders& folders, const SharedReport& report,
                                            std::string& report_error);

}  // namespace texelscope::compare
