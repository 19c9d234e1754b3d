#include "app/compare/report_files.h"

#include <fmt/format.h>

#include <cstddef>
#include <fstream>
#include <ostream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/write_failure.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view results_begin = "{\"texelscope_report\":";
constexpr std::string_view page_mark = "<meta name=\"generator\" content=\"texelscope\">";

/// Empty for a file that cannot be read, or does not exist.
std::string beginning_of(const fs::path& file) {
  constexpr std::size_t most = 512;
  std::error_code error;
  if (!fs::is_regular_file(file, error)) {
    return "";
  }
  std::string text(most, '\0');
  std::ifstream stream(file, std::ios::binary);
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return text;
}

void require_kind(const fs::path& file, bool is_kind, std::string_view kind) {
  std::error_code error;
  if (!is_kind && fs::is_regular_file(file, error) && fs::file_size(file, error) > 0) {
    throw FileError(fmt::format("cannot write {}: it exists and is not {}; specify another name, or remove the file",
                                file.string(), kind));
  }
}

/// Removes the file that a link leads to, because writing follows the link. @throws FileError.
void remove_former(const fs::path& file) {
  std::error_code error;
  fs::remove(fs::weakly_canonical(file, error), error);
  if (error) {
    throw FileError(fmt::format("cannot remove the previous {}: {}", file.string(), write_failure_text(file, error)));
  }
}

}  // namespace

bool has_report(const fs::path& folder) {
  return beginning_of(folder / report_results_name).starts_with(results_begin);
}

bool is_page_of_report(const fs::path& file) { return beginning_of(file).find(page_mark) != std::string::npos; }

void require_no_others_report(const fs::path& folder) {
  const fs::path results = folder / report_results_name;
  const fs::path page = folder / report_page_name;
  const bool is_ours = has_report(folder);
  for (const auto& [file, is_of_report] :
       {std::pair(results, is_ours), std::pair(page, is_ours || is_page_of_report(page))}) {
    if (is_there(file) && !is_of_report) {
      throw FileError(
          fmt::format("cannot write a report into {}: {} exists and is not from a report; specify another folder, "
                      "or move the file",
                      folder.string(), file.filename().string()));
    }
  }
}

void require_no_others_page(const fs::path& file) { require_kind(file, is_page_of_report(file), "a report"); }

void begin_report(const fs::path& page, const fs::path& results) {
  if (is_there(page)) {
    write_file(page, [](std::ostream& out) {
      out << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          << page_mark << "\n<title>Unfinished report</title>\n</head>\n<body>\n"
          << "<p>This report is not finished: the comparison is still running, or it ended early.</p>\n"
          << "</body>\n</html>\n";
    });
  }
  if (!results.empty()) {
    remove_former(results);
  }
}

void begin_junit(const fs::path& file) {
  require_writable(file);
  const std::string beginning = beginning_of(file);
  require_kind(file, beginning.starts_with("<?xml") || beginning.starts_with("<testsuite"), "an XML file");
  if (beginning.starts_with(junit_begin)) {
    // Fails if the disk is full.
    write_file(file, [](std::ostream& out) { out << junit_begin << "/>\n"; });
    remove_former(file);
  }
}

}  // namespace texelscope::app
