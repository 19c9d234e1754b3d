#include "app/gui/picture_control.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <utility>

#include "app/compare/measures/compare.h"
#include "app/compare/measures/difference.h"
#include "app/compare/measures/mask.h"
#include "app/files/abandoned_tasks.h"
#include "app/pictures/picture_thumbnail.h"
#include "app/window/opened_file.h"
#include "app/window/picture_view.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

std::vector<std::string> figures_of(const Comparison& comparison) {
  const std::uint64_t masked =
      static_cast<std::uint64_t>(comparison.width) * static_cast<std::uint64_t>(comparison.height) - comparison.pixels;
  const std::string left_out = masked > 0 ? fmt::format(", {} masked", masked) : "";
  if (comparison.differing_pixels == 0) {
    return {fmt::format("The pictures are identical{}.", left_out)};
  }
  return {
      fmt::format("{} of {} pixels differ{}", comparison.differing_pixels, comparison.pixels, left_out),
      fmt::format("maximum {:.6g} at ({}, {})", comparison.max_error, comparison.max_error_x, comparison.max_error_y),
      fmt::format("mean {:.4g}, PSNR {:.2f} dB", comparison.mean_error, comparison.psnr),
      fmt::format("SSIM {:.4f}, FLIP {:.4f}", comparison.ssim.value_or(1),
                  comparison.flip.value_or(FlipSummary{}).mean)};
}

/// The difference that a comparison shows.
DifferenceKind kind_of(PictureComparison comparison) {
  switch (comparison) {
    case PictureComparison::signed_values:
      return DifferenceKind::signed_values;
    case PictureComparison::relative:
      return DifferenceKind::relative;
    case PictureComparison::squared:
      return DifferenceKind::squared;
    default:
      return DifferenceKind::absolute;
  }
}

}  // namespace

void PictureControl::update() {
  take_files();
  follow_image();
  if (const std::optional<std::size_t> position = std::exchange(state_.requests.picture, std::nullopt)) {
    show(*position);
  }
  if (has_changed_file()) {
    is_changed_ = false;
    reload();
  }
  read_other();
  compare();
  make_thumbnails();
}

PictureControl::ReadPicture PictureControl::read_picture(const std::filesystem::path& path,
                                                         const ReadOptions& reading) {
  ReadPicture read{path, reading, nullptr, "", time_written(path)};
  try {
    read.image = load_opened_picture(path, reading);
  } catch (const std::exception& error) {
    read.error = error.what();
  }
  return read;
}

void PictureControl::read_other() {
  PictureList& list = state_.pictures.list;
  if (is_ready(other_)) {
    const ReadPicture read = other_.get();
    if (read.error.empty()) {
      set_image(list, read.path, read.reading, read.image, read.written);
    } else {
      set_error(list, read.path, read.reading, read.error);
    }
  }
  if (other_.valid() || list.comparison == PictureComparison::off || !list.shown || !list.other) {
    return;
  }
  const ListedPicture& other = list.pictures[*list.other];
  if (!other.image && other.error.empty()) {
    other_ = std::async(std::launch::async,
                        [path = other.path, reading = other.reading] { return read_picture(path, reading); });
  }
}

void PictureControl::make_thumbnails() {
  constexpr int frames_of_change = 3;
  std::vector<ListedPicture>& pictures = state_.pictures.list.pictures;
  frames_to_show_ = std::max(frames_to_show_ - 1, 0);
  if (is_ready(thumbnail_)) {
    frames_to_show_ = frames_of_change;
    const ReadPicture made = thumbnail_.get();
    for (ListedPicture& picture : pictures) {
      if (picture.path == made.path && picture.reading == made.reading) {
        picture.thumbnail = made.image;
        picture.error = made.error;
      }
    }
  }
  const auto next = std::ranges::find_if(
      pictures, [](const ListedPicture& picture) { return picture.is_in_sight && !picture.has_asked_thumbnail; });
  if (thumbnail_.valid() || next == pictures.end()) {
    return;
  }
  next->has_asked_thumbnail = true;
  thumbnail_ = std::async(std::launch::async, [path = next->path, reading = next->reading, image = next->image] {
    ReadPicture made = image ? ReadPicture{path, reading, image, ""} : read_picture(path, reading);
    try {
      if (made.image) {
        made.image =
            std::make_shared<const Image>(picture_thumbnail(*made.image, list_thumbnail_width, list_thumbnail_height));
      }
    } catch (const std::exception& error) {
      made = {path, reading, nullptr, error.what()};
    }
    return made;
  });
}

void PictureControl::take_files() {
  const std::vector<std::filesystem::path> files = std::exchange(state_.requests.listed_files, {});
  if (files.empty()) {
    return;
  }
  if (const std::optional<std::size_t> first = add_files(state_.pictures.list, files)) {
    state_.requests.picture = first;
  } else {
    state_.notices.notify(NoticeKind::warning, fmt::format("There is no picture in {}.", files.front().string()),
                          state_.now);
  }
}

void PictureControl::follow_image() {
  PictureList& list = state_.pictures.list;
  const std::shared_ptr<const Image> image = state_.pictures.current ? state_.pictures.current->image : nullptr;
  if (!image || image == list.removed) {
    list.shown.reset();
    return;
  }
  list.removed.reset();
  if (!list.shown || list.pictures[*list.shown].image != image) {
    take_shown(list, state_.pictures.current->path, state_.pictures.current->reading, image,
               state_.pictures.current->written);
    seen_ = list.pictures[*list.shown].written;
  }
}

void PictureControl::show(std::size_t position) {
  if (position >= state_.pictures.list.pictures.size()) {
    return;
  }
  state_.pictures.list.asked = position;
  const ListedPicture& picture = state_.pictures.list.pictures[position];
  if (!picture.image) {
    state_.requests.image = picture.path;
    state_.requests.reading = picture.reading;
    state_.requests.is_listed = true;
    return;
  }
  show_listed_picture(state_, {picture.path, picture.image, picture.reading, picture.written});
  follow_image();
}

bool PictureControl::has_changed_file() {
  constexpr double seconds_between = 1;
  const PictureList& list = state_.pictures.list;
  if (!list.shown || state_.pictures.is_loading || state_.now - asked_ < seconds_between) {
    return is_changed_;
  }
  asked_ = state_.now;
  const ListedPicture& picture = list.pictures[*list.shown];
  const auto written = time_written(picture.path);
  // A file that is still being written is read once it is stable.
  const bool rests = std::exchange(seen_, written) == written;
  is_changed_ = rests && written && written != picture.written;
  return is_changed_;
}

void PictureControl::reload() {
  ListedPicture& picture = state_.pictures.list.pictures[*state_.pictures.list.shown];
  // Tried only once, even after a failure.
  picture.written = seen_;
  state_.requests.image = picture.path;
  state_.requests.reading = picture.reading;
  state_.requests.is_of_session = true;
}

PictureControl::Subject PictureControl::wanted_subject() const {
  const PictureList& list = state_.pictures.list;
  if (list.comparison == PictureComparison::off || !list.shown || !list.other) {
    return {};
  }
  Subject subject{.first = list.pictures[*list.shown].image,
                  .second = list.pictures[*list.other].image,
                  .comparison = list.comparison,
                  .masks = {}};
  if (!subject.first || !subject.second) {
    return {};
  }
  if (list.comparison == PictureComparison::split) {
    subject.column = static_cast<int>(std::lround(list.split * subject.first->width));
  } else {
    subject.masks = list.masks;
  }
  return subject;
}

PictureControl::Result PictureControl::made_of(const Subject& subject) {
  Result result{subject, nullptr, {}, ""};
  try {
    if (subject.first->depth > 1 || subject.second->depth > 1) {
      throw gpu::InvalidArgument("volumes cannot be compared; choose two pictures");
    }
    Image picture;
    if (subject.comparison == PictureComparison::split) {
      picture = split_picture(*subject.first, *subject.second, subject.column);
    } else {
      const bool is_flip = subject.comparison == PictureComparison::flip;
      const std::vector<std::uint8_t> mask = mask_of(subject.masks, subject.first->width, subject.first->height);
      Comparison comparison = compare_images(*subject.second, *subject.first,
                                             {.measures_all = true, .keeps_flip_map = is_flip, .mask = mask});
      result.figures = figures_of(comparison);
      if (is_flip) {
        comparison.flip_map.resize(static_cast<std::size_t>(comparison.width) *
                                   static_cast<std::size_t>(comparison.height));
        picture = {comparison.width, comparison.height, 1, gpu::DataType::uint8, std::move(comparison.flip_map)};
      } else {
        const DifferenceKind kind = kind_of(subject.comparison);
        picture = mask.empty() ? difference_picture(*subject.first, *subject.second, kind)
                               : difference_picture(masked(*subject.first, mask), masked(*subject.second, mask), kind);
      }
    }
    result.picture = std::make_shared<const Image>(std::move(picture));
  } catch (const std::exception& error) {
    result.error = error.what();
  }
  return result;
}

void PictureControl::take(Result result) {
  subject_ = std::move(result.subject);
  state_.pictures.compared = {std::move(result.picture), std::move(result.figures), std::move(result.error), false};
}

void PictureControl::compare() {
  const Subject wanted = wanted_subject();
  if (is_ready(work_)) {
    if (Result result = work_.get(); result.subject == wanted) {
      take(std::move(result));
    }
  }
  if (wanted == subject_ || work_.valid()) {
    state_.pictures.compared.is_being_made = work_.valid() || other_.valid();
    return;
  }
  if (!wanted.first) {
    take({});
  } else if (wanted.comparison == PictureComparison::split) {
    // Computed immediately, because the user drags the handle of the split.
    take(made_of(wanted));
  } else {
    work_ = std::async(std::launch::async, [wanted] { return made_of(wanted); });
    state_.pictures.compared.is_being_made = true;
  }
}

}  // namespace texelscope::app
