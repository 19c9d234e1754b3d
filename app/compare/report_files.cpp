#include "app/compare/report_files.h"

#include <fmt/format.h>

#include <cstddef>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/files/byte_source.h"
#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/write_failure.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view results_begin = "{\"texelscope_report\":";
constexpr std::string_view page_mark = "<meta name=\"generator\" content=\"texelscope\">";

/// Empty for a file that cannot be read, or does not exist.
std::string beginning_of(const FilePlace& file) {
  constexpr std::size_t most = 512;
  std::string text(most, '\0');
  try {
    text.resize(FileSource(file).read(0, std::as_writable_bytes(std::span(text))));
    return text;
  } catch (const FileError&) {
    return "";
  }
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

bool has_report(const gpu::Folder& folder) {
  return beginning_of({folder.path() / report_results_name, folder}).starts_with(results_begin);
}

bool is_page_of_report(const FilePlace& file) { return beginning_of(file).find(page_mark) != std::string::npos; }

void require_no_others_report(const gpu::Folder& folder) {
  const FilePlace results(folder.path() / report_results_name, folder);
  const FilePlace page(folder.path() / report_page_name, folder);
  const bool is_ours = has_report(folder);
  for (const auto& [file, is_of_report] :
       {std::pair(results, is_ours), std::pair(page, is_ours || is_page_of_report(page))}) {
    if (is_there(file) && !is_of_report) {
      throw FileError(
          fmt::format("cannot write a report into {}: {} exists and is not from a report; specify another folder, "
                      "or move the file",
                      folder.path().string(), file.path.filename().string()));
    }
  }
}

void require_no_others_page(const fs::path& file) { require_kind(file, is_page_of_report(file), "a report"); }

FormerReport::FormerReport(const FilePlace& page, const std::optional<FilePlace>& results) {
  try {
    if (is_there(page)) {
      page_.emplace(page.path, page.within, gpu::FormerFile::Name::kept);
      write_file(page, [](std::ostream& out) {
        out << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            << page_mark << "\n<title>Unfinished report</title>\n</head>\n<body>\n"
            << "<p>This report is not finished: the comparison is still running, or it ended early.</p>\n"
            << "</body>\n</html>\n";
      });
    }
    if (results) {
      results_.emplace(results->path, results->within, gpu::FormerFile::Name::removed);
    }
  } catch (const std::system_error& error) {
    restore();
    throw write_failure(results_ || !results ? page.path : results->path, error.code());
  } catch (...) {
    restore();
    throw;
  }
}

void FormerReport::restore() noexcept {
  for (std::optional<gpu::FormerFile>* const file : {&page_, &results_}) {
    if (*file) {
      (*file)->restore();
    }
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
