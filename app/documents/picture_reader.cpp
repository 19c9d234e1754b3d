#include "app/documents/picture_reader.h"

#include <fmt/format.h>

#include <exception>
#include <string_view>
#include <utility>
#include <vector>

#include "app/files/file_error.h"
#include "app/files/file_kinds.h"
#include "app/images/image_reader.h"
#include "app/scene/scene_input.h"

namespace texelscope::app {

std::string openable_files_text() {
  std::vector<std::string> kinds{fmt::format("a picture ({})", image_endings_text())};
  for (const FileKind& kind : opened_kinds) {
    kinds.push_back(fmt::format("{} ({})", kind.name, alternatives_text(kind.endings)));
  }
  return alternatives_text(std::vector<std::string_view>(kinds.begin(), kinds.end()));
}

ReadPicture read_picture(WantedPicture wanted) {
  ReadPicture read{.written = time_written(wanted.path)};
  read.wanted = std::move(wanted);
  const std::string path = read.wanted.path.string();
  try {
    read.image = std::make_shared<const Image>(load_scene_input(read.wanted.path, read.wanted.reading));
  } catch (const UnknownFileFormat&) {
    read.error = read.wanted.origin == PictureOrigin::session
                     ? fmt::format(
                           "cannot read {}, the session's picture: it is not a picture ({}); choose another "
                           "picture and save the session again",
                           path, image_endings_text())
                 : is_image_name(read.wanted.path)
                     ? fmt::format("cannot open {}: it does not contain a picture, although its name says so; open {}",
                                   path, openable_files_text())
                     : fmt::format("cannot open {}: unsupported file type; open {}", path, openable_files_text());
  } catch (const std::exception& error) {
    read.error = error.what();
  }
  return read;
}

void PictureReader::stop() {
  if (work_.valid()) {
    abandoned_.add(std::move(work_));
  }
}

void PictureReader::update() {
  abandoned_.release_finished();
  if (!wanted_ || work_.valid()) {
    return;
  }
  current_ = *std::exchange(wanted_, std::nullopt);
  work_ = std::async(std::launch::async, read_, current_);
}

std::optional<ReadPicture> PictureReader::take() { return is_ready(work_) ? std::optional{work_.get()} : std::nullopt; }

ReadPicture PictureReader::wait() { return work_.get(); }

}  // namespace texelscope::app
