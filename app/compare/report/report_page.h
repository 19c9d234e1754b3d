#pragma once

#include <string_view>

namespace texelscope::app {

/// The files of the report page, as embedded in the build. Comments in the HTML mark the places of the other files.
struct ReportPage {
  std::string_view html;
  std::string_view css;
  std::string_view js;
};

[[nodiscard]] ReportPage report_page();

}  // namespace texelscope::app
