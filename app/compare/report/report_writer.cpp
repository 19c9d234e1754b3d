#include "app/compare/report/report_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/compare/change_groups.h"
#include "app/compare/report/report_page.h"
#include "app/compare/report/report_pictures.h"
#include "app/compare/report/results.h"
#include "app/compare/report_files.h"
#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/file_kinds.h"
#include "app/files/sha256.h"
#include "app/text/escape.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// The number of hexadecimal digits of the hash in an image's file name.
constexpr std::size_t hash_digits = 12;

std::string_view text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// A file name that is recognizable, valid in all file systems and as a relative address, and unique by a hash of the
/// pair's name and the image: images of an earlier report of the same pairs stay until the new report is finished.
/// Reports of shards use the same names as the merged report.
std::string picture_path(const PairResult& result, const ReportPicture& picture) {
  constexpr std::size_t longest = 80;
  const std::string& name = result.name;
  std::string shown = name.substr(name.size() - std::min(name.size(), longest));
  std::ranges::replace_if(
      shown,
      [](char character) {
        return !is_file_name(std::string("_") + character) ||
               std::string_view("#?%").find(character) != std::string_view::npos;
      },
      '_');
  const std::string content = fmt::format("{:x} {} {}", std::hash<std::string_view>{}(text_of(picture.bytes)),
                                          result.test.size(), full_name(result));
  const std::string hash = sha256(std::as_bytes(std::span(content))).substr(0, hash_digits);
  return fmt::format("{}/_{}-{}-{}.{}", report_pictures_name, shown, hash, picture.kind, picture.ending);
}

/// The name of a pack, which is_picture_name() recognizes.
std::string pack_path(std::size_t number) {
  return fmt::format("{}/_pictures-{:0{}}-pack.js", report_pictures_name, number, hash_digits);
}

bool is_picture_name(std::string_view name) {
  const std::size_t kind = name.rfind('-');
  const std::size_t hash = kind == std::string_view::npos || kind == 0 ? kind : name.rfind('-', kind - 1);
  if (!name.starts_with('_') || hash == std::string_view::npos || kind - hash - 1 != hash_digits) {
    return false;
  }
  return name.find_first_not_of("0123456789abcdef", hash + 1) == kind;
}

/// JSON that is safe between script tags: it cannot contain "</script>" or "<!--".
std::string json_in_page(const Json& json) {
  std::string text;
  for (const char character : json.dump(-1, ' ', false, Json::error_handler_t::replace)) {
    if (character == '<') {
      text += "\\u003c";
    } else {
      text += character;
    }
  }
  return text;
}

/// A pair on the page: with its test, and with its full name if the test of another pair has the same name.
Json page_json(const PairResult& result, const std::map<std::string_view, int>& uses) {
  Json json = pair_json(result);
  if (!result.test.empty()) {
    json["name"] = uses.at(result.name) > 1 ? full_name(result) : result.name;
    json["parameters"] =
        fmt::format("test {}{}{}", result.test, result.parameters.empty() ? "" : "\n", result.parameters);
  }
  return json;
}

/// Pair by pair: one JSON value with the figures of thousands of pairs would take many times their memory.
void write_report_json(std::ostream& out, const ReportText& text, const std::vector<PairResult>& results,
                       ReportPairs shown, const std::function<Json(const PairResult&)>& json_of = pair_json) {
  const std::size_t failed = count_failed(results);
  const std::size_t known = count_known(results);
  Json head = {{"texelscope_report", 1},
               {"title", text.title},
               {"accept_command", text.accept_command},
               {"passed", results.size() - failed - known},
               {"failed", failed},
               {"known_failures", known}};
  if (text.shard) {
    head["shard"] = to_string(*text.shard);
  }
  std::string begin = json_in_page(head);
  begin.pop_back();
  out << begin << ",\"pairs\":[";
  const char* separator = "\n";
  for (const PairResult& result : results) {
    if (shown == ReportPairs::all || !result.has_passed()) {
      out << separator << json_in_page(json_of(result));
      separator = ",\n";
    }
  }
  out << "]}";
}

void write_page(std::ostream& out, const ReportText& text, const std::function<void(std::ostream&)>& write_results,
                const std::function<void(std::ostream&)>& write_pictures) {
  const ReportPage page = report_page();
  const std::pair<std::string_view, std::function<void(std::ostream&)>> places[] = {
      {"<!--title-->", [&](std::ostream& to) { to << escaped_markup(valid_utf8(text.title)); }},
      {"<!--style-->", [&](std::ostream& to) { to << page.css; }},
      {"<!--results-->", write_results},
      {"<!--script-->", [&](std::ostream& to) { to << page.js; }},
      {"<!--pictures-->", write_pictures}};
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
}

FilePlace pictures_of(const gpu::Folder& report) { return {report.path() / report_pictures_name, report}; }

/// The names of a report's images; none if the folder cannot be read.
std::set<std::string> pictures_in(const gpu::Folder& report) {
  std::set<std::string> pictures;
  try {
    std::ranges::copy_if(names_in(pictures_of(report)), std::inserter(pictures, pictures.end()), is_picture_name);
  } catch (const FileError&) {
    pictures.clear();
  }
  return pictures;
}

/// Removes images of a report, except for the named ones. An image that cannot be removed does not appear on any page.
void remove_pictures(const gpu::Folder& report, const std::set<std::string>& named) {
  for (const std::string& name : pictures_in(report)) {
    try {
      if (!named.contains(name)) {
        remove_file({pictures_of(report).path / name, report});
      }
    } catch (const FileError&) {
      continue;
    }
  }
}

}  // namespace

bool is_report_page(const fs::path& target) {
  const std::string extension = small_extension(target);
  return extension == ".html" || extension == ".htm";
}

ReportWriter::ReportWriter(fs::path target, ReportPairs shown, PlacePictures places)
    : shown_{shown},
      places_{places},
      packs_{[this] { return next_pack(); },
             [this](const std::string& path, std::string_view text) { add_to_folder(path, text); }} {
  if (is_report_page(target)) {
    page_ = std::move(target);
    require_no_others_page(page_);
    spool_ = std::make_unique<SpoolFile>(page_);
    if (is_page_of_report(page_)) {
      former_.emplace(page_, std::nullopt);
    }
    return;
  }
  page_ = target / report_page_name;
  open_folder(target);
  // Another writer may finish its report until the folder is locked.
  require_no_others_report(folder_);
  // Former pictures are removed from it.
  created_.make(pictures_of(folder_));
  former_pictures_ = pictures_in(folder_);
  former_.emplace(FilePlace(page_, folder_), FilePlace(target / report_results_name, folder_));
}

void ReportWriter::open_folder(const fs::path& target) {
  do {
    created_.make(target);
    folder_ = gpu::Folder(target);
    try {
      lock_ = lock_folder(folder_, "wait until it has finished its report, or specify another folder");
    } catch (const FileError&) {
      // The folders are now those of the other writer.
      created_.keep();
      throw;
    }
    // Another writer that has failed may have removed its folders in the meantime.
  } while (folder_.is_removed());
}

ReportWriter::~ReportWriter() {
  if (has_failed_ && former_) {
    former_->restore();
  }
  if (!lock_.is_closed()) {
    remove_pictures(folder_, has_failed_ ? former_pictures_ : std::set<std::string>());
  }
}

void ReportWriter::add_to_folder(const std::string& path, std::string_view bytes) const {
  // Flushing thousands of small files to disk would take longer than the comparison.
  write_file(
      {folder_.path() / path, folder_}, [&](std::ostream& out) { out << bytes; }, gpu::Durability::in_cache);
}

std::string ReportWriter::next_pack() {
  std::string path;
  // Those of an earlier report stay until this one is finished.
  do {
    path = pack_path(pack_count_++);
  } while (former_pictures_.contains(fs::path(path).filename().string()));
  return path;
}

std::string ReportWriter::write(const PairResult& result, const ReportPicture& picture) {
  std::string path = picture_path(result, picture);
  if (!is_small_picture(result, picture)) {
    spool_ != nullptr ? add_to_page(path, picture) : add_to_folder(path, text_of(picture.bytes));
    return path;
  }
  std::string hash = sha256(picture.bytes);
  const std::lock_guard lock(small_mutex_);
  const auto [place, is_new] = small_paths_.try_emplace(std::move(hash), path);
  if (is_new && spool_ != nullptr) {
    add_to_page(path, picture);
  } else if (is_new && picture.kind == "place" && places_ == PlacePictures::in_files) {
    add_to_folder(path, text_of(picture.bytes));
  } else if (is_new) {
    place->second = packs_.add(picture);
  }
  return place->second;
}

void ReportWriter::add_to_page(const std::string& path, const ReportPicture& picture) {
  const bool is_script = picture.ending == "js";
  const std::string begin =
      fmt::format("<script type=\"text/plain\" id=\"{}\" data-type=\"{}\">", path, media_type(picture));
  const std::string encoded = is_script ? std::string() : base64(picture.bytes);
  const std::lock_guard lock(mutex_);
  spool_->write(begin);
  spool_->write(is_script ? text_of(picture.bytes) : encoded);
  spool_->write("</script>\n");
}

void ReportWriter::add(PairResult& result) {
  if (shown_ == ReportPairs::failed && result.has_passed()) {
    result.pictures.clear();
    return;
  }
  for (ReportPicture& picture : result.pictures) {
    try {
      picture.path = write(result, picture);
    } catch (const FileError&) {
      has_failed_ = true;
      throw;
    }
    picture.bytes = std::vector<std::byte>();
  }
}

void ReportWriter::remove_former_pictures(const std::vector<PairResult>& results) const {
  std::set<std::string> named;
  for (const PairResult& result : results) {
    for (const ReportPicture& picture : result.pictures) {
      named.insert(fs::path(file_of_picture(picture.path)).filename().string());
    }
  }
  remove_pictures(folder_, named);
}

void remove_report(const fs::path& path) {
  const gpu::Folder folder(path);
  if (!has_report(folder)) {
    return;
  }
  remove_pictures(folder, {});
  remove_empty_folder(pictures_of(folder));
  for (const std::string_view name : {report_results_name, report_page_name}) {
    try {
      remove_file({path / name, folder});
    } catch (const FileError&) {
      continue;
    }
  }
  remove_empty_folder(path);
}

void ReportWriter::finish(const ReportText& text, const std::vector<PairResult>& results) {
  try {
    write_rest(text, results);
  } catch (const FileError&) {
    has_failed_ = true;
    throw;
  }
  former_.reset();
  if (spool_ != nullptr) {
    spool_.reset();
    return;
  }
  remove_former_pictures(results);
  created_.keep();
  lock_.close();
}

void ReportWriter::write_rest(const ReportText& text, const std::vector<PairResult>& results) {
  std::map<std::string_view, int> uses;
  for (const PairResult& result : results) {
    ++uses[result.name];
  }
  const auto write_shown = [&](std::ostream& out) {
    write_report_json(out, text, results, shown_, [&](const PairResult& each) { return page_json(each, uses); });
  };
  if (spool_ != nullptr) {
    write_file(page_, [&](std::ostream& out) {
      write_page(out, text, write_shown, [&](std::ostream& to) { spool_->copy_to(to); });
    });
    return;
  }
  packs_.finish();
  write_file({folder_.path() / report_results_name, folder_},
             [&](std::ostream& out) { write_report_json(out, text, results, ReportPairs::all); });
  write_file({page_, folder_}, [&](std::ostream& out) { write_page(out, text, write_shown, [](std::ostream&) {}); });
}

void write_results(const fs::path& target, const PairResult& result) {
  make_folder(target);
  const gpu::Folder folder(target);
  write_file(
      {target / report_results_name, folder},
      [&](std::ostream& out) { write_report_json(out, {}, {result}, ReportPairs::all); }, gpu::Durability::in_cache);
}

fs::path write_report(const fs::path& target, const ReportText& text, std::vector<PairResult>& results) {
  ReportWriter writer(target, ReportPairs::all);
  for (PairResult& result : results) {
    writer.add(result);
  }
  group_changes(results);
  writer.finish(text, results);
  return writer.page();
}

}  // namespace texelscope::app
