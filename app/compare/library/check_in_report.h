#pragma once

#include <filesystem>
#include <string>

#include "app/compare/image_pair.h"
#include "app/compare/report/report_writer.h"
#include "texelscope/compare/expected_image.h"

namespace texelscope::compare {

/// A report of many images, instead of a page per failing image.
struct SharedReport {
  app::ReportWriter* writer = nullptr;
  /// The name of the image in the report.
  std::string name;
  /// The page that failure messages name: the writer's page, or that of the merged report.
  std::filesystem::path page;
};

/// The result of checking an image, and its row of the report.
struct CheckInReport {
  ImageCheck check;
  app::PairResult pair;
};

/// Like check_image(), but adds the image to a shared report, whether it fails or not; an accepted image counts as
/// passing. @throws Error like check_image(). Errors of the report are stored in `report_error`, after the comparison.
[[nodiscard]] CheckInReport check_in_report(const ImageView& image, const std::string& name, const Limits& limits,
                                            const ImageFolders& folders, const SharedReport& report,
                                            std::string& report_error);

}  // namespace texelscope::compare
