#include <fmt/format.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <ostream>
#include <system_error>

#include "app/compare/compare.h"
#include "app/compare/report_page.h"
#include "app/compare/summary.h"
#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/text/escape.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    throw FileError(fmt::format("cannot make the folder {}: {}; choose another folder or change its permissions",
                                folder.string(), error.message()));
  }
}

/// JSON that may stand between script tags: no "</script>" and no "<!--" can be in it.
std::string results_json(const std::vector<PairResult>& results) {
  nlohmann::ordered_json pairs = nlohmann::ordered_json::array();
  for (const PairResult& result : results) {
    pairs.push_back(pair_json(result));
  }
  std::string text;
  for (const char character : pairs.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)) {
    if (character == '<') {
      text += "\\u003c";
    } else {
      text += character;
    }
  }
  return text;
}

void write_image(std::ostream& out, std::string_view kind, std::size_t index, const std::vector<std::byte>& png) {
  if (!png.empty()) {
    out << "<script type=\"text/plain\" id=\"" << kind << index << "\">" << base64(png) << "</script>\n";
  }
}

void write_pictures(std::ostream& out, const std::vector<PairResult>& results) {
  for (std::size_t index = 0; index < results.size(); ++index) {
    out << "<meta data-pair=\"" << index << "\">\n";
    write_image(out, "expected", index, results[index].images.expected);
    write_image(out, "actual", index, results[index].images.actual);
    write_image(out, "flip", index, results[index].images.flip_map);
  }
}

}  // namespace

void write_report(const fs::path& folder, const std::string& title, const std::vector<PairResult>& results) {
  make_folder(folder);
  const ReportPage page = report_page();
  const std::pair<std::string_view, std::function<void(std::ostream&)>> places[] = {
      {"<!--title-->", [&](std::ostream& out) { out << escaped_markup(title); }},
      {"<!--style-->", [&](std::ostream& out) { out << page.css; }},
      {"<!--results-->", [&](std::ostream& out) { out << results_json(results); }},
      {"<!--script-->", [&](std::ostream& out) { out << page.js; }},
      {"<!--pictures-->", [&](std::ostream& out) { write_pictures(out, results); }}};
  write_file(folder / "index.html", [&](std::ostream& out) {
    std::string_view rest = page.html;
    while (!rest.empty()) {
      const std::pair<std::string_view, std::function<void(std::ostream&)>>* next = nullptr;
      std::size_t position = rest.size();
      for (const auto& place : places) {
        if (const std::size_t found = rest.find(place.first); found < position) {
          position = found;
          next = &place;
        }
      }
      out << rest.substr(0, position);
      if (next != nullptr) {
        next->second(out);
        position += next->first.size();
      }
      rest.remove_prefix(position);
    }
  });
}

}  // namespace texelscope::app
