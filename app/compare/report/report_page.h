#pragma once

#include <string_view>

namespace texelscope::app {

/// The files of the report's page, as the build embeds them. The html names by comments where the rest goes.
struct ReportPage {
  std::string_view html;
  std::string_view css;
  std::string_view js;
};

[[nodiscard]] ReportPage report_page();

}  // namespace texelscope::app
