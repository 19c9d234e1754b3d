#include "app/gui/picture_control.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <utility>

#include "app/compare/measures/align.h"
#include "app/compare/measures/compare.h"
#include "app/compare/measures/difference.h"
#include "app/compare/measures/mask.h"
#include "app/documents/listed_folders.h"
#include "app/documents/picture_document.h"
#include "app/documents/picture_thumbnail.h"
#include "app/files/abandoned_tasks.h"
#include "app/files/file_error.h"
#include "app/images/color_map.h"
#include "app/images/image_file.h"
#include "app/workspace/open.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

/// `compared`: the number of pixels without a mask.
std::vector<ComparisonFigure> figures_of(const Comparison& comparison, std::uint64_t compared) {
  const std::uint64_t masked = compared - comparison.pixels;
  const std::string left_out = masked > 0 ? fmt::format(", {} masked", masked) : "";
  if (comparison.differing_pixels == 0) {
    return {{fmt::format("The pictures are identical{}.", left_out)}};
  }
  const auto number = [](const char* format, double value) {
    return std::isfinite(value) ? fmt::format(fmt::runtime(format), value)
                                : std::string("none, as values are not finite");
  };
  const int x = comparison.x + comparison.max_error_x;
  const int y = comparison.y + comparison.max_error_y;
  return {{fmt::format("{} of {} pixels differ{}", comparison.differing_pixels, comparison.pixels, left_out)},
          {fmt::format("maximum {:.6g} at ({}, {})", comparison.max_error, x, y),
           Point{static_cast<double>(x), static_cast<double>(y)}},
          {"mean " + number("{:.4g}", comparison.mean_error) + ", PSNR " + number("{:.2f} dB", comparison.psnr)},
          {"SSIM " + number("{:.4f}", comparison.ssim.value_or(1)) + ", FLIP " +
           number("{:.4f}", comparison.flip.value_or(FlipSummary{}).mean)}};
}

/// The colors in which the authors of FLIP show its values: magma at nine even steps, and straight between them.
Image with_colors_of_flip(const Image& values) {
  constexpr std::array<Rgb, 9> magma = {rgb(0x000004), rgb(0x1D1147), rgb(0x51127C), rgb(0x822681), rgb(0xB63679),
                                        rgb(0xE65164), rgb(0xFB8861), rgb(0xFEC287), rgb(0xFCFDBF)};
  std::array<std::array<std::byte, 3>, 256> colors{};
  for (std::size_t value = 0; value < colors.size(); ++value) {
    const double at = static_cast<double>(value) / 255 * static_cast<double>(magma.size() - 1);
    const std::size_t first = std::min(static_cast<std::size_t>(at), magma.size() - 2);
    const auto mixed = [&](std::uint8_t Rgb::*channel) {
      const double mean = std::lerp(static_cast<double>(magma[first].*channel),
                                    static_cast<double>(magma[first + 1].*channel), at - static_cast<double>(first));
      return static_cast<std::byte>(std::lround(mean));
    };
    colors[value] = {mixed(&Rgb::red), mixed(&Rgb::green), mixed(&Rgb::blue)};
  }
  Image picture{values.width, values.height, 3, gpu::DataType::uint8, {}};
  picture.pixels.reserve(3 * values.pixels.size());
  for (const std::byte value : values.pixels) {
    const auto& color = colors[std::to_integer<std::size_t>(value)];
    picture.pixels.insert(picture.pixels.end(), color.begin(), color.end());
  }
  return picture;
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
  list_shown_picture(state_.pictures);
  const bool has_changes = has_changed_files();
  if (std::exchange(is_folder_changed_, false)) {
    follow_folders(state_.pictures.list);
  }
  if (has_changes && std::exchange(is_changed_, false) && state_.pictures.list.shown) {
    reload();
  }
  read_other();
  compare();
  make_thumbnails();
  count_values();
}

void PictureControl::count_values() {
  if (is_ready(histogram_)) {
    state_.pictures.histogram = histogram_.get();
  }
  const std::shared_ptr<const Image> picture = state_.pictures.current ? state_.pictures.current->image : nullptr;
  std::optional<PictureHistogram>& counted = state_.pictures.histogram;
  if (counted && counted->picture != picture) {
    counted.reset();
  }
  // Zeros stand for what a program has not sent.
  const bool is_whole = picture && !sent_texels(state_);
  if (is_whole && !counted && !histogram_.valid()) {
    histogram_ = std::async(std::launch::async, [picture] {
      return PictureHistogram{picture, channel_histogram(*picture)};
    });
  }
}

void PictureControl::read_other() {
  PictureList& list = state_.pictures.list;
  if (is_ready(other_)) {
    const ReadPicture read = other_.get();
    if (read.error.empty()) {
      set_image(list, read.wanted.path, read.wanted.reading, read.image, read.written);
    } else {
      set_error(list, read.wanted.path, read.wanted.reading, read.error);
    }
  }
  if (other_.valid() || list.comparison == PictureComparison::off || !list.shown || !list.other) {
    return;
  }
  const ListedPicture& other = list.pictures[*list.other];
  if (!other.image && other.error.empty()) {
    other_ =
        std::async(std::launch::async, read_picture, WantedPicture{other.path, other.reading, PictureOrigin::list});
  }
}

namespace {

/// Reads a picture for its thumbnail.
ReadPicture read_small(const WantedPicture& wanted) {
  WantedPicture small = wanted;
  try {
    small.reading.part = thumbnail_part(image_parts(wanted.path), wanted.reading.part);
  } catch (const FileError&) {
    // Reading the picture reports it.
  }
  ReadPicture read = read_picture(small);
  read.wanted = wanted;
  return read;
}

}  // namespace

void PictureControl::make_thumbnails() {
  constexpr int frames_of_change = 3;
  std::vector<ListedPicture>& pictures = state_.pictures.list.pictures;
  frames_to_show_ = std::max(frames_to_show_ - 1, 0);
  if (is_ready(thumbnail_)) {
    frames_to_show_ = frames_of_change;
    const ReadPicture made = thumbnail_.get();
    for (ListedPicture& picture : pictures) {
      if (picture.path == made.wanted.path && picture.reading == made.wanted.reading) {
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
  thumbnail_ = std::async(std::launch::async, [wanted = WantedPicture{next->path, next->reading, PictureOrigin::list},
                                               image = next->image] {
    ReadPicture made = image ? ReadPicture{wanted, image} : read_small(wanted);
    try {
      if (made.image) {
        made.image =
            std::make_shared<const Image>(picture_thumbnail(*made.image, list_thumbnail_width, list_thumbnail_height));
      }
    } catch (const std::exception& error) {
      made = {wanted, nullptr, error.what()};
    }
    return made;
  });
}

bool PictureControl::has_changed_files() {
  constexpr double seconds_between = 1;
  const PictureList& list = state_.pictures.list;
  const bool has_shown = list.shown && !state_.pictures.reader.is_busy();
  if ((!has_shown && list.folders.empty()) || state_.now - asked_ < seconds_between) {
    return is_changed_ || is_folder_changed_;
  }
  asked_ = state_.now;
  is_folder_changed_ = has_changed_folder(list);
  if (!has_shown) {
    return is_changed_ || is_folder_changed_;
  }
  const ListedPicture& picture = list.pictures[*list.shown];
  const auto written = time_written(picture.path);
  // A file that is still being written is read once it is stable.
  const bool rests = std::exchange(seen_, written) == written;
  is_changed_ = rests && written && written != picture.written;
  return is_changed_ || is_folder_changed_;
}

void PictureControl::reload() {
  // Tried only once, even after a failure.
  state_.pictures.list.pictures[*state_.pictures.list.shown].written = seen_;
  read_again(state_.pictures, state_.pictures.current->reading);
}

PictureControl::Subject PictureControl::wanted_subject() const {
  const PictureList& list = state_.pictures.list;
  const std::optional<PicturePair> pair = picture_pair(list);
  if (list.comparison == PictureComparison::off || !pair) {
    return {};
  }
  Subject subject{.first = list.pictures[pair->a].image,
                  .second = list.pictures[pair->b].image,
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
  Result result{subject, {}};
  ComparedPictures& compared = result.compared;
  try {
    if (subject.first->depth > 1 || subject.second->depth > 1) {
      throw gpu::InvalidArgument("volumes cannot be compared; choose two pictures");
    }
    std::shared_ptr<const Image> first = subject.first;
    std::shared_ptr<const Image> second = subject.second;
    AlignedImages placed;
    const bool have_other_places = place_of(*first) != place_of(*second);
    const bool is_over_common_part = have_other_places && !need_alignment(*second, *first);
    if (have_other_places && can_be_aligned(*second, *first)) {
      compared.common = is_over_common_part ? std::optional(common_part(*first, *second)) : std::nullopt;
      placed = aligned(*second, *first);
      second = std::make_shared<const Image>(std::move(placed.expected));
      first = std::make_shared<const Image>(std::move(placed.actual));
    }
    Image picture;
    if (subject.comparison == PictureComparison::split) {
      const double share = static_cast<double>(subject.column) / subject.first->width;
      picture = split_picture(*first, *second, static_cast<int>(std::lround(share * first->width)));
    } else if (subject.comparison == PictureComparison::overlay) {
      picture = overlay_picture(*first, *second);
    } else {
      const bool is_flip = subject.comparison == PictureComparison::flip;
      const std::vector<MaskShape> shapes(subject.masks.begin(), subject.masks.end());
      std::vector<std::uint8_t> mask = mask_of(shapes, place_of(*first), place_of(*second));
      mask = mask.empty() ? placed.absent : mask;
      for (std::size_t pixel = 0; pixel < placed.absent.size(); ++pixel) {
        const bool is_left_out = placed.absent[pixel] != 0 || (is_over_common_part && placed.missing[pixel] != 0);
        mask[pixel] = mask[pixel] != 0 || is_left_out ? 1 : 0;
      }
      if (is_over_common_part) {
        placed.missing.clear();
      }
      Comparison comparison = compare_images(
          *second, *first, {.measures_all = true, .keeps_flip_map = is_flip, .mask = mask, .missing = placed.missing});
      const PixelRectangle all = compared.common ? *compared.common : place_of(*first);
      compared.figures =
          figures_of(comparison, static_cast<std::uint64_t>(all.width) * static_cast<std::uint64_t>(all.height));
      if (compared.common) {
        compared.figures.insert(
            compared.figures.begin(),
            {fmt::format("over the common {} × {} pixels", compared.common->width, compared.common->height)});
      }
      if (is_flip) {
        comparison.flip_map.resize(static_cast<std::size_t>(comparison.width) *
                                   static_cast<std::size_t>(comparison.height));
        Image flip{comparison.width, comparison.height, 1, gpu::DataType::uint8, std::move(comparison.flip_map)};
        picture = with_colors_of_flip(flip);
        compared.flip = std::make_shared<const Image>(std::move(flip));
      } else {
        const DifferenceKind kind = kind_of(subject.comparison);
        picture = mask.empty() ? difference_picture(*first, *second, kind)
                               : difference_picture(masked(*first, mask), masked(*second, mask), kind);
      }
    }
    picture.x = first->x;
    picture.y = first->y;
    compared.picture = std::make_shared<const Image>(std::move(picture));
  } catch (const std::exception& error) {
    compared = {.error = error.what()};
  }
  return result;
}

void PictureControl::take(Result result) {
  subject_ = std::move(result.subject);
  state_.pictures.compared = std::move(result.compared);
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
